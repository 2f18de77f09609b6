internal import CairnFormats

/// The times of a file that cannot be read, and those that run backward along a line.
struct UnreadTimes {
  private(set) var count = 0
  private var first: (name: String, value: String)?
  private(set) var backwardCount = 0
  private var firstBackward: FeatureTime?

  /// Adds the times of a line.
  mutating func add(_ line: TimedLine) {
    for value in line.unreadTimes { add(value, of: "coordTimes") }
    var last: FeatureTime?
    for time in line.times {
      guard let time else { continue }
      if let last, time.seconds < last.seconds { addBackward(time) }
      last = time
    }
  }

  /// Adds a time that is earlier than the previous one.
  mutating func addBackward(_ time: FeatureTime) {
    backwardCount += 1
    firstBackward = firstBackward ?? time
  }

  /// Adds a value that is not a time, or may be one of several.
  mutating func add(_ value: String, of name: String) {
    count += 1
    first = first ?? (name, value)
  }

  /// The first time that cannot be read, and how to write it.
  var example: String? {
    first.map {
      "\(Spelling.quoted($0.value)) in \(Spelling.quoted($0.name)) cannot be read; "
        + "write 2026-11-22T09:30:00"
        + (NumericDate($0.value) == nil ? "" : " (its day may be either number)")
    }
  }

  /// A line for each kind.
  var notes: [String] {
    var notes: [String] = []
    if let example {
      let noun = count == 1 ? "time" : "times"
      notes.append("\(Text.grouped(count)) \(noun) left out: \(Text.line(example))")
    }
    if let firstBackward {
      let verb = backwardCount == 1 ? "time is" : "times are"
      notes.append(
        "\(Text.grouped(backwardCount)) \(verb) earlier than the previous one; "
          + "the first is \(firstBackward.text)")
    }
    return notes
  }
}

extension FeatureReport {
  /// Reports the number of times that cannot be read or run backward, and the first of each.
  func write(_ times: UnreadTimes, to console: inout Console) throws(Failure) {
    for note in times.notes { try write("\(name): \(note)", to: &console) }
    try console.errors.flush()
  }
}
