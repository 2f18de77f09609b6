internal import CairnHours

extension VisitStop {
  /// The first of its numbers that is out of range.
  var invalidQuantity: (quantity: ScheduleError.Quantity, value: Double)? {
    var all: [(quantity: ScheduleError.Quantity, value: Double)] = [
      (.visit, visit), (.timeBefore, timeBefore), (.timeAfter, timeAfter),
    ]
    if case .optional(let score) = priority { all.append((.score, score)) }
    if case .allowed(let penalty, let limit) = lateness {
      all += [(.penalty, penalty), (.latenessLimit, limit)]
    }
    return all.first { !$0.quantity.allows($0.value) }
  }

  /// The first of its offsets from UTC that is more than a day.
  var invalidOffset: Double? {
    [utcOffset, exitUTCOffset].compactMap { $0 }.first { !TripDay.allows(offset: $0) }
  }

  /// What is wrong with a stop that was stored; nil when nothing is.
  var fault: String? {
    if let (quantity, value) = invalidQuantity {
      return "the \(quantity.words) is \(value); \(quantity.rule)"
    }
    if let invalidOffset {
      return "a clock is \(invalidOffset) s ahead of UTC; it is a day at most"
    }
    var counts = [day]
    if case .index(let index)? = position { counts.append(index) }
    for place in [place, exit] { if case .row(let row)? = place { counts.append(row) } }
    let count = counts.compactMap { $0 }.first { $0 < 0 }
    return count.map { "days, positions and rows are counted from 0, not \($0)" }
  }
}

extension TripDay {
  /// How far away the times of a day may be, in seconds.
  static var farthest: Double { 30 * 86_400 }

  /// Whether a clock may be so many seconds ahead of UTC.
  static func allows(offset: Double) -> Bool { offset.magnitude <= 86_400 }

  /// What is wrong with a day; nil when nothing is.
  func fault(_ number: Int) -> ScheduleError? {
    let offset = [utcOffset, endUTCOffset].compactMap { $0 }.first { !Self.allows(offset: $0) }
    if let offset { return .invalidDayOffset(offset, day: number) }
    let latest = to - clockChange
    guard from.seconds.magnitude <= Self.farthest, latest.seconds.magnitude <= Self.farthest,
      from <= latest
    else { return .invalidDay(day: number, from: from, to: to) }
    guard breaks.count <= DayPauses.greatestCount else {
      return .tooManyBreaks(breaks.count, day: number, limit: DayPauses.greatestCount)
    }
    return breaks.first { !$0.isValid }.map { .invalidBreak($0, day: number) }
  }
}

extension TripBreak {
  /// Whether times and duration are numbers within their ranges.
  var isValid: Bool {
    earliestStart.seconds.magnitude <= TripDay.farthest
      && latestStart.seconds.magnitude <= TripDay.farthest && earliestStart <= latestStart
      && ScheduleError.Quantity.visit.allows(duration)
  }
}

extension Decoder {
  /// The error for a value that was stored and is invalid.
  func invalid(_ words: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: words))
  }
}
