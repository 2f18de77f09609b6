internal import CairnGeodesy
internal import CairnPlaces
internal import CairnText

/// A parsed command line: operands, and the values of options.
struct Arguments: Sendable {
  /// The name of the command, as "index build".
  let command: String
  /// The words that belong to no option, in order.
  let operands: [String]
  /// The values of each option, in order.
  private let values: [String: [String]]
  private let given: Set<String>

  /// Parses the words after the command.
  ///
  /// An option's value is the next word or follows `=`. A word that starts with a dash and a digit
  /// or a point is a number, not an option, so `-33.86,151.2` needs no quotes; `--` ends the
  /// options; a lone `-` is an operand.
  ///
  /// - Returns: `nil` if help is requested.
  /// - Throws: ``Failure`` for an unknown option, an option given twice, a missing value, or a
  ///   value for an option that takes none.
  init?(_ words: some Sequence<String>, of command: Command) throws(Failure) {
    var operands: [String] = []
    var values: [String: [String]] = [:]
    var given: Set<String> = []
    var optionsHaveEnded = false
    var waiting: Option?
    var isAfterCount = false
    var countedNumber: String?
    for word in words {
      if isAfterCount, word.utf8.allSatisfy({ 48...57 ~= $0 }) { countedNumber = word }
      isAfterCount = word == "--count"
      if let option = waiting {
        if word.hasPrefix("--"), word != "--" { throw Self.missing(option) }
        values[option.name, default: []].append(word)
        waiting = nil
      } else if optionsHaveEnded || !Self.isOption(word) {
        operands.append(word)
      } else if word == "--" {
        optionsHaveEnded = true
      } else if word == "--help" || word == "-h" {
        return nil
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try Self.option(String(parts[0]), of: command)
        if !given.insert(option.name).inserted, !option.repeats {
          throw .usage("--\(option.name) is given more than once; give it once")
        }
        if parts.count == 2 {
          guard option.value != nil else {
            throw .usage("--\(option.name) takes no value; write just --\(option.name)")
          }
          values[option.name, default: []].append(String(parts[1]))
        } else if option.value != nil {
          waiting = option
        }
      }
    }
    if let option = waiting { throw Self.missing(option) }
    // "--count 48 16" is a coordinate; any other number after it is meant as a limit.
    if let countedNumber, operands.count != 2 || operands.contains(where: { Double($0) == nil }) {
      throw .usage(
        "--count takes no value, and \(Spelling.quoted(countedNumber)) follows it"
          + (command.options.contains { $0.name == "limit" }
            ? "; --limit \(countedNumber) limits the number of places" : ""))
    }
    for option in command.options where !option.choices.isEmpty {
      for value in values[option.name] ?? [] where !option.choices.contains(value) {
        let hint = Spelling.suggestion(for: value, among: option.choices)
        let choices = Spelling.list(option.choices)
        throw .usage("--\(option.name) is \(choices), not \(Spelling.quoted(value))\(hint)")
      }
    }
    self.command = command.name
    self.operands = operands
    self.values = values
    self.given = given
  }

  /// The value of an option, as given; the first one of an option that repeats.
  subscript(name: String) -> String? { values[name]?.first }

  /// All values of an option, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { given.contains(name) }

  private static func isOption(_ word: String) -> Bool {
    guard word.utf8.count > 1, word.utf8.first == UInt8(ascii: "-") else { return false }
    let second = word.utf8[word.utf8.index(after: word.utf8.startIndex)]
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
      && second != UInt8(ascii: ".")
  }

  private static func option(_ word: String, of command: Command) throws(Failure) -> Option {
    if let option = command.options.first(where: { "--\($0.name)" == word }) { return option }
    let names = command.options.map { "--\($0.name)" } + ["--help"]
    let hint = Spelling.suggestion(for: word, among: names)
    let help = "; see `cairn \(command.name) --help`"
    throw .usage("there is no option \(Spelling.quoted(word))" + (hint.isEmpty ? help : hint))
  }

  private static func missing(_ option: Option) -> Failure {
    .usage("--\(option.name) needs a value: --\(option.name) \(option.value ?? "")")
  }
}

extension Arguments {
  /// The value of an option that is a whole number.
  func count(
    _ name: String, default preset: Int, in range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    guard let text = self[name] else { return preset }
    guard let count = Int(text), range.contains(count) else {
      throw .usage(
        "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not \(Spelling.quoted(text))")
    }
    return count
  }

  /// The value of an option that is a length.
  ///
  /// - Parameters:
  ///   - name: the option.
  ///   - unit: the unit of a number without a unit.
  /// - Returns: meters, 0 or more; nil if the option is not given.
  /// - Throws: a ``Failure`` if the value is not a length.
  func length(_ name: String, unit: LengthUnit) throws(Failure) -> Double? {
    guard let text = self[name] else { return nil }
    return try Self.length(text, name: "--\(name)", unit: unit)
  }

  /// The unit written in the value of the first of these options that is given; `nil` if the value
  /// has no unit.
  func writtenUnit(_ names: String...) -> LengthUnit? {
    names.lazy.compactMap { self[$0] }.first.flatMap { text in
      LengthUnit(word: text.drop { !$0.isLetter }.prefix { $0.isLetter })
    }
  }

  /// Parses a length such as "100km", "1.5 mi" or "250", and returns it in meters.
  static func length(_ text: String, name: String, unit: LengthUnit) throws(Failure) -> Double {
    var digits = text[...]
    while digits.first?.isWhitespace == true { digits.removeFirst() }
    let end = digits.firstIndex { !"+-.0123456789".contains($0) } ?? digits.endIndex
    var word = digits[end...]
    digits = digits[..<end]
    while word.first?.isWhitespace == true { word.removeFirst() }
    while word.last?.isWhitespace == true { word.removeLast() }
    guard let number = Double(plain: digits) else {
      throw .usage("\(name) is a length such as 100km, not \(Spelling.quoted(text))")
    }
    guard let unit = word.isEmpty ? unit : LengthUnit(word: word) else {
      // For "12 parsecs" the message suggests 12km; "1e9km" and "0x10km" have no number to reuse.
      let number = word.allSatisfy(\.isLetter) ? digits : "100"
      throw .usage(
        "\(name) is a length in \(Spelling.list(LengthUnit.words)), such as \(number)km, "
          + "not \(Spelling.quoted(text))")
    }
    let meters = unit.meters(number)
    guard meters >= 0, meters.isFinite else {
      throw .usage("\(name) is a length of 0 or more, such as 100km, not \(Spelling.quoted(text))")
    }
    return meters
  }

  /// Parses an angle in degrees, with or without a degree sign.
  static func degrees(_ text: String, name: String) throws(Failure) -> Double {
    let digits = text.hasSuffix("°") ? text.dropLast() : text[...]
    guard let number = Double(plain: digits) else {
      throw .usage("\(name) is an angle in degrees such as 45, not \(Spelling.quoted(text))")
    }
    return number
  }
}

extension Double {
  /// Parses digits with at most one point and one sign; no exponent, no `inf` or `nan`.
  init?(plain text: some StringProtocol) {
    guard text.utf8.contains(where: { (48...57).contains($0) }), text.utf8.count <= 40,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }),
      let number = Double(String(text))
    else { return nil }
    self = number
  }
}

extension LengthUnit {
  /// The words for units on the command line.
  static let words = ["m", "km", "mi", "nmi", "ft", "yd"]

  /// The unit that a word names, in upper or lower case.
  init?(word: some StringProtocol) {
    switch word.lowercased() {
    case "m", "metre", "metres", "meter", "meters": self = .meters
    case "km", "kilometre", "kilometres", "kilometer", "kilometers": self = .kilometers
    case "mi", "mile", "miles": self = .miles
    case "nmi", "nm": self = .nauticalMiles
    case "ft", "foot", "feet": self = .feet
    case "yd", "yard", "yards": self = .yards
    default: return nil
    }
  }
}

/// Suggestions for misspelled words, and words as messages quote them.
enum Spelling {
  /// Returns "; did you mean `near`?" for the closest word, or an empty string if no word is close.
  static func suggestion(for word: String, among words: [String]) -> String {
    let typed = Array(word.lowercased().utf8.prefix(64))
    var distance = EditDistance(to: typed, limit: typed.count < 4 ? 1 : 2)
    var best: (slips: Int, word: String)?
    for candidate in words {
      var slips = distance(to: Array(candidate.utf8))
      // A shorter or longer form of the same word, such as --latitude for --lat.
      if slips == nil, typed.count > 3, candidate.utf8.starts(with: typed) { slips = 3 }
      if slips == nil, candidate.utf8.count > 3, typed.starts(with: candidate.utf8) { slips = 3 }
      if let slips, slips < best?.slips ?? .max { best = (slips, candidate) }
    }
    return best.map { "; did you mean `\($0.word)`?" } ?? ""
  }

  /// A word as a message quotes it: in backquotes, truncated to 60 columns.
  static func quoted(_ word: String) -> String {
    "`\(DisplayWidth.truncated(word, to: 60))`"
  }

  /// "a, b or c".
  static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
