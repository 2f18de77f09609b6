internal import CairnFormats
internal import CairnHours

/// Times that can be read only with the other values of their column: a date in numbers, whose day
/// may be the first or the second one, and a date without a time of day in a column `date`.
struct ColumnTimes<Place> {
  private struct Value {
    var name: String
    var text: String
    /// The date and time; nil for ``NumericDate``.
    var time: FeatureTime?
    var place: Place
  }

  private var values: [Value] = []
  private var order = NumericDate.Order()
  /// Whether some number is not a date; if so, no number of this column is one.
  private var hasOtherNumber = false

  init() {}

  /// Adds the time of a feature that has none of its own, or counts a value that is not a time.
  mutating func add(_ feature: GeoFeature, at place: Place, _ unread: inout UnreadTimes) {
    guard let found = feature.unreadTime else { return }
    let isNumber = found.value.utf8.allSatisfy { $0 &- 48 < 10 }
    if let date = NumericDate(found.value) {
      order.add(date)
      values.append(Value(name: found.name, text: found.value, place: place))
    } else if GeoFeature.isDateName(found.name), let time = FeatureTime(found.value),
      !isNumber || found.value.utf8.count == 8 && time.clock == .local
    {
      values.append(Value(name: found.name, text: found.value, time: time, place: place))
    } else {
      if isNumber { hasOtherNumber = true }
      unread.add(found.value, of: found.name)
    }
  }

  /// Returns the times, in order, and counts those that are not clear.
  mutating func resolved(_ unread: inout UnreadTimes) -> [(time: FeatureTime, place: Place)] {
    defer { self = ColumnTimes() }
    var times: [(time: FeatureTime, place: Place)] = []
    for value in values {
      if let time = value.time {
        if hasOtherNumber, value.text.utf8.allSatisfy({ $0 &- 48 < 10 }) {
          unread.add(value.text, of: value.name)
        } else {
          times.append((time, value.place))
        }
      } else if let isMonthFirst = order.isMonthFirst,
        let time = NumericDate(value.text)?.time(isMonthFirst: isMonthFirst)
      {
        times.append((time, value.place))
      } else {
        unread.add(value.text, of: value.name)
      }
    }
    return times
  }
}

/// A date in numbers with the year last, such as `3/13/2026 11:30 PM`, whose day is the first or
/// the second number.
struct NumericDate {
  private let numbers: [Int]
  /// The time of day and the zone, or an empty text.
  private let clock: Substring

  init?(_ text: String) {
    let words = text.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "," }
    guard text.utf8.count <= 40, let date = words.first else { return nil }
    let parts = date.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    let numbers = parts.compactMap { $0.utf8.allSatisfy { $0 &- 48 < 10 } ? Int($0) : nil }
    guard numbers.count == 3, parts.count == 3, parts[0].utf8.count <= 2, parts[1].utf8.count <= 2,
      parts[2].utf8.count == 4
    else { return nil }
    self.numbers = numbers
    clock = words.count > 1 ? words[1].drop { $0 == " " } : ""
  }

  /// The date and time in one of the two orders; nil if there is no such date.
  func time(isMonthFirst: Bool) -> FeatureTime? {
    text(isMonthFirst: isMonthFirst).flatMap { FeatureTime($0) }
  }

  /// The text with the date as `2026-03-13`; nil if there is no such date.
  func text(isMonthFirst: Bool) -> String? {
    let (month, day) = isMonthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    guard let date = CivilDate(numbers[2], month, day) else { return nil }
    return clock.isEmpty ? date.description : "\(date) \(clock)"
  }

  /// The order of the numbers of a column's dates.
  struct Order {
    /// Whether the day may be the second, or the first number in all of the dates so far.
    private var (mayBeMonthFirst, mayBeDayFirst) = (true, true)

    /// Whether the first number is the month; nil if the dates allow both, or neither.
    var isMonthFirst: Bool? { mayBeMonthFirst == mayBeDayFirst ? nil : mayBeMonthFirst }

    mutating func add(_ date: NumericDate) {
      if date.time(isMonthFirst: true) == nil { mayBeMonthFirst = false }
      if date.time(isMonthFirst: false) == nil { mayBeDayFirst = false }
    }
  }
}
