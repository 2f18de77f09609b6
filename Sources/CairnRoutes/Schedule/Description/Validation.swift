internal import CairnHours

extension VisitStop {
  /// The first number of the stop that is out of range.
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

  /// The first UTC offset of the stop that is more than a day.
  var invalidOffset: Double? {
    [utcOffset, exitUTCOffset].compactMap { $0 }.first { !TripDay.allows(offset: $0) }
  }

  /// The description of the first fault of a decoded stop; nil if it is valid.
  var fault: String? {
    if let (quantity, value) = invalidQuantity {
      return "the \(quantity.words) is \(value); \(quantity.rule)"
    }
    if let invalidOffset {
      return "a clock is \(invalidOffset) s ahead of UTC; the offset is at most a day"
    }
    var counts = [day]
    if case .index(let index)? = position { counts.append(index) }
    for place in [place, exit] { if case .row(let row)? = place { counts.append(row) } }
    let count = counts.compactMap { $0 }.first { $0 < 0 }
    return count.map { "days, positions and rows are counted from 0, not \($0)" }
  }
}

extension TripDay {
  /// The maximum magnitude of the times of a day, in seconds.
  static var farthest: Double { 30 * 86_400 }

  /// Whether a UTC offset in seconds is in range.
  static func allows(offset: Double) -> Bool { offset.magnitude <= 86_400 }

  /// The first fault of a day; nil if it is valid.
  func fault(_ number: Int) -> ScheduleError? {
    let offset = [utcOffset, endUTCOffset].compactMap { $0 }.first { !Self.allows(offset: $0) }
    if let offset { return .invalidDayOffset(offset, day: number) }
    if let clockChange, !isValid(clockChange) {
      return .invalidClockChange(clockChange, day: number)
    }
    let latest = latest
    guard from.seconds.magnitude <= Self.farthest, latest.seconds.magnitude <= Self.farthest,
      from <= latest
    else { return .invalidDay(day: number, from: from, to: to) }
    guard breaks.count <= DayBreaks.maximumCount else {
      return .tooManyBreaks(breaks.count, day: number, limit: DayBreaks.maximumCount)
    }
    return breaks.first { !$0.isValid }.map { .invalidBreak($0, day: number) }
  }
}

extension TripDay {
  /// Whether a change of the clock is in range, occurs after the day begins, and has a UTC offset.
  private func isValid(_ change: ClockChange) -> Bool {
    utcOffset != nil && Self.allows(offset: change.seconds)
      && change.time.seconds.magnitude <= Self.farthest && change.time > began ?? from
  }
}

extension TripBreak {
  /// Whether the times and the duration are in range.
  var isValid: Bool {
    earliestStart.seconds.magnitude <= TripDay.farthest
      && latestStart.seconds.magnitude <= TripDay.farthest && earliestStart <= latestStart
      && ScheduleError.Quantity.visit.allows(seconds)
  }
}

extension Visit {
  /// The description of the first fault of a decoded visit; nil if it is valid.
  var fault: String? {
    ScheduleFault.duration([
      ("travel", travel), ("lateness", lateness), ("pause", pause), ("timeBefore", timeBefore),
      ("timeAfter", timeAfter),
    ]) ?? ScheduleFault.clock([("utcOffset", utcOffset ?? 0), ("clockChange", clockChange)])
  }
}

extension DaySchedule {
  /// The description of the first fault of a decoded day, except those of its visits; nil if it is
  /// valid.
  var fault: String? {
    let clocks = [("utcOffset", utcOffset ?? 0), ("clockChange", clockChange)]
    let offsets = breaks.map { ("utcOffset", $0.utcOffset ?? 0) }
    if let fault = ScheduleFault.duration([("travelToEnd", travelToEnd)])
      ?? ScheduleFault.clock(clocks + offsets)
    {
      return fault
    }
    let isPlaced = breaks.allSatisfy { $0.number >= 0 && 0...visits.count ~= $0.visitsBefore }
    return isPlaced ? nil : "a break has an offset of 0 or more, and is between visits of its day"
  }
}

/// The faults of numbers in a decoded schedule.
private enum ScheduleFault {
  /// The description of the first number that is not a duration in seconds.
  static func duration(_ values: [(name: String, value: Double)]) -> String? {
    let rule = ScheduleError.Quantity.travelTime
    return values.first { !rule.allows($0.value) }.map { "\($0.name) is \($0.value); \(rule.rule)" }
  }

  /// The description of the first number that is not a valid difference between clocks in seconds.
  static func clock(_ values: [(name: String, value: Double)]) -> String? {
    values.first { !($0.value.magnitude <= TripDay.farthest) }
      .map { "\($0.name) is \($0.value); clocks differ by a few days at most" }
  }
}

extension Int {
  /// The whole minutes of a duration in seconds, which is clamped to 0...10⁹; 0 if it is NaN.
  ///
  /// The durations of a schedule that the caller created may be any numbers.
  init(minutesIn seconds: Double, rounded rule: FloatingPointRoundingRule) {
    self = seconds > 0 ? Int((Swift.min(seconds, 1e9) / 60).rounded(rule)) : 0
  }
}

extension Decoder {
  /// The error for an invalid decoded value.
  func invalid(_ words: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: words))
  }
}
