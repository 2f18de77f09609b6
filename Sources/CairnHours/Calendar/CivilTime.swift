/// What a calendar and a clock on the wall show together: a date and a time of day.
///
/// ```swift
/// let noon = CivilTime("2026-03-29T12:00")!
/// noon.adding(seconds: 43_200).description      // 2026-03-30T00:00
/// ```
///
/// There is no time zone: on the night when the clocks go forward some times never come, and when
/// they go back some come twice. `CairnFoundation` has the moments, as `Date`.
public struct CivilTime: Hashable, Comparable, Sendable {
  /// The date.
  public let date: CivilDate
  /// The time of day, from 00:00 to less than 24:00.
  public let time: ClockTime

  /// Makes a time; a clock time before 00:00 or after 24:00 counts on into other days.
  ///
  /// - Parameters:
  ///   - date: the day.
  ///   - time: seconds from its midnight; what is not finite is taken as 00:00.
  public init(_ date: CivilDate, _ time: ClockTime) {
    guard time.seconds.magnitude < 1e12 else {
      self.date = time.seconds > 0 && time.seconds.isFinite ? .last : date
      self.time = ClockTime(seconds: 0)
      return
    }
    let days = (time.seconds / 86_400).rounded(.down)
    self.date = date.adding(days: Int(days))
    self.time = ClockTime(seconds: max(0, time.seconds - days * 86_400))
  }

  /// Reads `2026-03-29T12:00`, with a blank in place of the `T` or seconds behind; nil for anything
  /// else.
  public init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard let index = bytes.firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == 0x20 }),
      let date = CivilDate(text[..<index]),
      let time = ClockTime(text[text.index(after: index)...])
    else { return nil }
    self.init(date, time)
  }

  /// The time some seconds later.
  public func adding(seconds: Double) -> CivilTime { CivilTime(date, time + seconds) }

  /// The seconds from this time to another, with days of 24 hours.
  public func seconds(to other: CivilTime) -> Double {
    Double(date.days(to: other.date)) * 86_400 + (other.time - time)
  }

  /// Orders by time.
  public static func < (a: CivilTime, b: CivilTime) -> Bool {
    a.date == b.date ? a.time < b.time : a.date < b.date
  }
}

extension CivilTime: CustomStringConvertible {
  /// `2026-03-29T12:00`, and seconds where there are any.
  public var description: String { "\(date)T\(time)" }
}

#if !hasFeature(Embedded)
  extension CivilTime: Codable {
    private enum CodingKeys: String, CodingKey {
      case date
      case time
    }

    /// Reads an object with the `date` and the `time`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a time before 00:00 or from 24:00 on.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      date = try values.decode(CivilDate.self, forKey: .date)
      time = try values.decode(ClockTime.self, forKey: .time)
      guard time.seconds >= 0, time.seconds < 86_400 else {
        throw DecodingError.dataCorruptedError(
          forKey: .time, in: values,
          debugDescription: "the time of a date is from 00:00 to before 24:00, not \(time)")
      }
    }
  }
#endif
