/// A period during which a place is open.
public struct TimeWindow: Hashable, Sendable {
  /// The opening time.
  public var opens: ClockTime
  /// The closing time; past 24:00 if it is on the next day, so a bar may be open from 20:00 to
  /// 26:00.
  public var closes: ClockTime

  /// Creates a window; planning rejects a window that closes before it opens.
  public init(_ opens: ClockTime, _ closes: ClockTime) {
    self.opens = opens
    self.closes = closes
  }

  /// Parses `09:00-12:30`; returns nil for anything else.
  ///
  /// A window that closes before it opens ends on the next day: `20:00-02:00` is `20:00-26:00`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let opens = ClockTime(parts[0]), var closes = ClockTime(parts[1])
    else { return nil }
    if closes < opens { closes = closes + 86_400 }
    guard opens <= closes else { return nil }
    self.init(opens, closes)
  }
}

extension TimeWindow: CustomStringConvertible {
  /// The window as `09:00-12:30`.
  public var description: String { "\(opens)-\(closes)" }
}

#if !hasFeature(Embedded)
  extension TimeWindow: Codable {
    private enum CodingKeys: String, CodingKey {
      case opens
      case closes
    }

    /// Decodes an object with the times at which it `opens` and `closes`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a window that closes before it opens.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        values.decode(ClockTime.self, forKey: .opens),
        values.decode(ClockTime.self, forKey: .closes))
      guard opens <= closes else {
        throw DecodingError.dataCorruptedError(
          forKey: .closes, in: values,
          debugDescription: "a window closes at or after it opens, past 24:00 on the next day, "
            + "not \(self)")
      }
    }
  }
#endif
