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

  /// The day after, Monday after Sunday.
  public var next: Weekday { Weekday(rawValue: rawValue % 7 + 1) ?? .monday }

  /// The day before, Sunday before Monday.
  public var previous: Weekday { Weekday(rawValue: (rawValue + 5) % 7 + 1) ?? .monday }
}
