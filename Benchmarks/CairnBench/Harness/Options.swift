/// An invalid command line; the message has the correction.
struct UsageError: Error {
  var message: String
}

/// The options of the command line.
struct Options {
  enum Format: String, CaseIterable {
    case table, jsonl
  }

  var command = ""
  /// The suite of `growth`.
  var suite = ""
  var count = 1_000_000
  var queryCount = 10_000
  var shape: Workload.Shape?
  var seed: UInt64 = 1
  var repetitions = 5
  var filter: String?
  var format = Format.table
  var placesFile: String?
  var output: String?
  var answers: String?
  var instances: String?
  /// A file of OpenStreetMap with roads.
  var extract: String?
  /// The number of copies of the roads in each direction.
  var tiles = 1
  var seconds = [0.1, 1]
  /// The numbers of places of `growth`.
  var sizes = [10_000, 100_000, 1_000_000]
  var wantsHelp = false

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var words = arguments.makeIterator()
    while let word = words.next() {
      guard word.hasPrefix("-") else {
        if command.isEmpty {
          command = word
        } else if command == "growth", suite.isEmpty {
          suite = word
        } else {
          throw UsageError(message: "unexpected argument '\(word)' after '\(command)'")
        }
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1)
      let name = String(parts[0])
      func value() throws(UsageError) -> String {
        if parts.count == 2 { return String(parts[1]) }
        guard let next = words.next() else {
          throw UsageError(message: "\(name) needs a value")
        }
        return next
      }
      switch name {
      case "-h", "--help": wantsHelp = true
      case "--count": count = try Self.number(value(), for: name, atLeast: 1)
      case "--queries": queryCount = try Self.number(value(), for: name, atLeast: 1)
      case "--repetitions": repetitions = try Self.number(value(), for: name, atLeast: 1)
      case "--seed": seed = try UInt64(Self.number(value(), for: name, atLeast: 0))
      case "--shape": shape = try Self.choice(value(), for: name)
      case "--format": format = try Self.choice(value(), for: name)
      case "--filter": filter = try value()
      case "--places": placesFile = try value()
      case "--output": output = try value()
      case "--answers": answers = try value()
      case "--instances": instances = try value()
      case "--extract": extract = try value()
      case "--tiles": tiles = try Self.number(value(), for: name, atLeast: 1)
      case "--sizes": sizes = try Self.sizes(value(), for: name)
      case "--seconds": seconds = try Self.times(value(), for: name)
      default: throw UsageError(message: "unknown option \(name); see cairn-bench --help")
      }
    }
  }

  /// Parses an integer, optionally with `_` between digits and a suffix `k` or `M`.
  private static func number(
    _ text: String, for name: String, atLeast least: Int
  ) throws(UsageError) -> Int {
    var digits = text.filter { $0 != "_" }
    var unit = 1
    if digits.hasSuffix("k") { unit = 1_000 }
    if digits.hasSuffix("M") { unit = 1_000_000 }
    if unit > 1 { digits.removeLast() }
    guard let number = Int(digits), number >= least, number <= 1_000_000_000 / unit else {
      throw UsageError(
        message: "\(name) takes a whole number from \(least) to 1000000000, not '\(text)'")
    }
    return number * unit
  }

  /// Parses at least two different numbers of places, and sorts them.
  private static func sizes(_ text: String, for name: String) throws(UsageError) -> [Int] {
    var sizes: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let size = try number(String(word), for: name, atLeast: 1)
      guard !sizes.contains(size) else {
        throw UsageError(message: "\(name) has \(word) twice")
      }
      sizes.append(size)
    }
    guard sizes.count > 1 else {
      throw UsageError(
        message: "\(name) takes at least two sizes such as 10k,100k,1M, not '\(text)'")
    }
    return sizes.sorted()
  }

  /// Parses positive numbers separated by commas.
  private static func times(_ text: String, for name: String) throws(UsageError) -> [Double] {
    var times: [Double] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let time = Double(word), time > 0, time <= 86_400 else {
        throw UsageError(message: "\(name) takes seconds such as 0.1,1, not '\(text)'")
      }
      times.append(time)
    }
    return times
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, for name: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(message: "\(name) takes one of \(choices), not '\(text)'")
  }
}
