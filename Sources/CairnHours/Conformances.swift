// Coding of hours and times. Embedded Swift has no `Codable`.
#if !hasFeature(Embedded)
  extension OpeningHours: Codable {
    /// Decodes hours from text such as `Mo-Fr 09:00-17:00; PH off`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if ``init(_:)`` cannot parse the text.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      do throws(OpeningHoursError) {
        try self.init(text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
      }
    }

    /// Encodes the hours as their ``description``.
    ///
    /// - Throws: `EncodingError.invalidValue` if the description does not represent the hours
    ///   exactly: if times have fractions of seconds, or end before they begin.
    public func encode(to encoder: any Encoder) throws {
      guard (try? OpeningHours(description)) == self else {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "only hours in whole seconds can be encoded, not \(description)"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  extension ClockTime: Codable {
    /// Decodes a time from text such as `09:30`, or from a number of seconds after midnight.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for anything else.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let seconds = try? container.decode(Double.self) {
        guard seconds.isFinite else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "a time is a number of seconds, not \(seconds)")
        }
        self.init(seconds: seconds)
        return
      }
      let text = try container.decode(String.self)
      guard let time = ClockTime(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a time is written as 09:30, not \(text)")
      }
      self = time
    }

    /// Encodes a time as `09:30` or `09:30:15`, or as a number of seconds if that text is not
    /// exact.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if ClockTime(description) == self {
        try container.encode(description)
      } else {
        try container.encode(seconds)
      }
    }
  }

  extension Weekday: Codable {}
  extension OpeningHours.State: Codable {}
#endif

extension Weekday: CustomStringConvertible {
  /// The English name: `monday`.
  public var description: String {
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][rawValue - 1]
  }
}
