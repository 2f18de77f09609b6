/// A date and a time of day, as shown by a calendar and a wall clock.
///
/// ```swift
/// let noon = CivilTime("2026-03-29T12:00")!
/// noon.adding(seconds: 43_200).description      // 2026-03-30T00:00
/// ```
///
/// There is no time zone: when clocks go forward some times do not occur, and when they go back
/// some occur twice. `CairnFoundation` converts to moments as `Date`.
public struct CivilTime: Hashable, Comparable, Sendable {
  /// The date.
  public let date: CivilDate
  /// The time of day, from 00:00 to less than 24:00.
  public let time: ClockTime

  /// Creates a time; a clock time before 00:00 or from 24:00 on carries over to other days.
  ///
  /// - Parameters:
  ///   - date: the day.
  ///   - time: the seconds from its midnight; a value that is not finite is treated as 00:00.
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

  /// Parses `2026-03-29T12:00`, optionally with a space instead of the `T`, and with seconds;
  /// returns nil for anything else.
  public init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard let index = bytes.firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == 0x20 }),
      let date = CivilDate(text[..<index]),
      let time = ClockTime(text[text.index(after: index)...])
    else { return nil }
    self.init(date, time)
  }

  /// Returns the time some seconds later.
  public func adding(seconds: Double) -> CivilTime { CivilTime(date, time + seconds) }

  /// Returns the seconds from this time to another, with days of 24 hours.
  public func seconds(to other: CivilTime) -> Double {
    Double(date.days(to: other.date)) * 86_400 + (other.time - time)
  }

  /// Orders times chronologically.
  public static func < (a: CivilTime, b: CivilTime) -> Bool {
    a.date == b.date ? a.time < b.time : a.date < b.date
  }
}

extension CivilTime: CustomStringConvertible {
  /// The time as `2026-03-29T12:00`, with seconds if they are not 0.
  public var description: String { "\(date)T\(time)" }
}

#if !hasFeature(Embedded)
  extension CivilTime: Codable {
    private enum CodingKeys: String, CodingKey {
      case date
      case time
    }

    /// Decodes an object with the `date` and the `time`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the time is before 00:00, or 24:00 or later.
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
