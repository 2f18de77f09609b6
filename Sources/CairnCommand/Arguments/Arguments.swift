/// A command line taken apart: operands, and the values of options.
struct Arguments: Sendable {
  /// The name of the command, as "index build".
  let command: String
  /// What stands without an option's name, in order.
  let operands: [String]
  private let values: [String: String]
  private let given: Set<String>

  /// Takes the words behind a command apart.
  ///
  /// An option's value follows as the next word or behind `=`. A word that starts with a dash
  /// and a digit or a point is a number, no option, so that `-33.86,151.2` needs no quoting;
  /// `--` ends the options; a lone `-` is an operand.
  ///
  /// - Returns: `nil` when help is asked for.
  /// - Throws: ``Failure`` for an option that the command does not know, that is given twice,
  ///   lacks its value or has one too many.
  init?(_ words: some Sequence<String>, of command: Command) throws(Failure) {
    var operands: [String] = []
    var values: [String: String] = [:]
    var given: Set<String> = []
    var optionsHaveEnded = false
    var waiting: Option?
    for word in words {
      if let option = waiting {
        if word.hasPrefix("--"), word != "--" { throw Self.missing(option) }
        values[option.name] = word
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
        if !given.insert(option.name).inserted {
          throw .usage("--\(option.name) stands twice; give it once")
        }
        if parts.count == 2 {
          guard option.value != nil else {
            throw .usage("--\(option.name) takes no value; write just --\(option.name)")
          }
          values[option.name] = String(parts[1])
        } else if option.value != nil {
          waiting = option
        }
      }
    }
    if let option = waiting { throw Self.missing(option) }
    for option in command.options where !option.choices.isEmpty {
      if let value = values[option.name], !option.choices.contains(value) {
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

  /// The value of an option as it was written.
  subscript(name: String) -> String? { values[name] }

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
