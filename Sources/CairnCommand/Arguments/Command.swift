/// One command of the tool: what it is called, what it takes, what it does.
///
/// The help, the parsing of the command line and the completions of the shells come from this one
/// description.
struct Command: Sendable {
  /// The word by which it is called; the words, for a command of a command: `index build`.
  var name: String
  /// What it does, in half a line.
  var summary: String
  /// What it takes without an option's name, as `<place>`; for the help.
  var operands: String
  /// What must be said beyond the summary, wrapped by hand at 90 columns.
  var discussion: String
  /// The options it knows beside `--help`.
  var options: [Option]
  /// Command lines that work, with what they do.
  var examples: [(line: String, meaning: String)]
  /// The commands that it is made of, each called by the last word of its name.
  var subcommands: [Command] = []
  /// Turns the words behind it into another command line, for what others do in its place.
  var forward: (@Sendable ([String]) throws(Failure) -> [String])?
  /// Does it; `nil` for a command that others do, above all those below it.
  var run: (@Sendable (Arguments, inout Console) throws(Failure) -> Void)?

  /// The word by which it is called behind those of the command above it.
  var word: Substring { name.split(separator: " ").last ?? "" }

  /// This command and all below it.
  var all: [Command] { [self] + subcommands.flatMap(\.all) }
}

/// An option of a command: `--radius 100km`, or `--verbose` without a value.
struct Option: Sendable {
  /// The name without its dashes.
  var name: String
  /// What stands for the value in the help, as `LENGTH`; `nil` for an option without a value.
  var value: String?
  /// What it does, in a line.
  var help: String
  /// The words that are allowed; empty where any value may come.
  var choices: [String] = []
  /// Words that a shell may offer where any value may come.
  var hints: [String] = []
}

extension Option {
  /// The form of an answer.
  ///
  /// - Parameters:
  ///   - choices: the forms; the first one is the default.
  ///   - remark: what the help says behind them.
  /// - Returns: the option `--format`.
  static func format(_ choices: [String], remark: String = "") -> Option {
    let words = choices.enumerated().map { $0 == 0 ? "\($1) (default)" : $1 }
    return Option(
      name: "format", value: "FORMAT", help: Spelling.list(words) + remark, choices: choices)
  }
}

extension Command {
  /// The text of `cairn <command> --help`.
  var help: String {
    var text = "cairn \(name) - \(summary)\n\nUSAGE\n"
    if run != nil || forward != nil {
      text += "  " + ["cairn", name, operands].filter { !$0.isEmpty }.joined(separator: " ")
      text += options.isEmpty ? "\n" : " [options]\n"
    }
    for command in subcommands {
      text += "  " + ["cairn", command.name, command.operands].joined(separator: " ") + " ...\n"
    }
    if !discussion.isEmpty { text += "\n\(discussion)\n" }
    if !subcommands.isEmpty {
      text += "\nCOMMANDS\n" + Self.rows(subcommands.map { (String($0.word), $0.summary) })
    }
    let options = options.map { ("--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.help) }
    text += "\nOPTIONS\n" + Self.rows(options + [("--help", "this text")])
    if !examples.isEmpty {
      text += "\nEXAMPLES\n" + Self.rows(examples.map { ($0.line, $0.meaning) })
    }
    return text
  }

  /// Lines of a word and what it means, with the meanings in one column.
  static func rows(_ rows: [(label: String, meaning: String)]) -> String {
    let width = rows.map(\.label.count).max() ?? 0
    return rows.map { "  \($0.label.padding(to: width))  \($0.meaning)\n" }.joined()
  }
}

extension String {
  /// The text with spaces behind it up to a count of characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
