// How hours and times are stored. Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension OpeningHours: Codable {
    /// Reads hours as they are written, such as `Mo-Fr 09:00-17:00; PH off`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for what ``init(_:)`` cannot read.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      do throws(OpeningHoursError) {
        try self.init(text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
      }
    }

    /// Writes ``description``.
    ///
    /// - Throws: `EncodingError.invalidValue` for hours that it does not say whole: with times of
    ///   fractions of seconds, or that end before they begin.
    public func encode(to encoder: any Encoder) throws {
      guard (try? OpeningHours(description)) == self else {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "hours of whole seconds can be written, not \(description)"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }

  extension ClockTime: Codable {
    /// Reads a time as it is written, `09:30`, or a number of seconds from midnight.
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

    /// Writes a time as `09:30` or `09:30:15`, and what that does not say whole in seconds.
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
