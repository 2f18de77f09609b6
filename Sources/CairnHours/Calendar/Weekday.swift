/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday 7.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  /// 1.
  case monday = 1
  /// 2.
  case tuesday
  /// 3.
  case wednesday
  /// 4.
  case thursday
  /// 5.
  case friday
  /// 6.
  case saturday
  /// 7.
  case sunday

  /// The next day, with Monday after Sunday.
  public var next: Weekday { Weekday(rawValue: rawValue % 7 + 1) ?? .monday }

  /// The previous day, with Sunday before Monday.
  public var previous: Weekday { Weekday(rawValue: (rawValue + 5) % 7 + 1) ?? .monday }
}

extension Weekday {
  /// Parses the English name of a day or its first two or three letters, ignoring case.
  public init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    guard
      let index = names.firstIndex(where: {
        $0 == name || $0.prefix(3) == name || $0.prefix(2) == name
      })
    else { return nil }
    self = Self.allCases[index]
  }
}
