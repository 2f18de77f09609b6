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
  /// What must be said beyond the summary; lines that begin with a space stay lines.
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
  /// The text of `cairn <command> --help`, within 80 columns.
  var help: String {
    var text = HelpText.wrapped("cairn \(name) - \(summary)", indent: 2) + "\nUSAGE\n"
    for line in usage { text += HelpText.wrapped("  \(line)", indent: 4) }
    if !discussion.isEmpty { text += "\n" + HelpText.reflowed(discussion) }
    if !subcommands.isEmpty {
      text += "\nCOMMANDS\n" + HelpText.rows(subcommands.map { (String($0.word), $0.summary) })
    }
    let options = options.map { ($0.label, $0.help) }
    text += "\nOPTIONS\n" + HelpText.rows(options + [("--help", "this text")])
    if !examples.isEmpty {
      text += "\nEXAMPLES\n" + HelpText.rows(examples.map { ($0.line, $0.meaning) })
    }
    return text
  }

  /// The forms of its command line.
  var usage: [String] {
    var lines: [String] = []
    if run != nil || forward != nil {
      let words = ["cairn", name, operands, options.isEmpty ? "" : "[options]"]
      lines.append(words.filter { !$0.isEmpty }.joined(separator: " "))
    }
    return lines
      + subcommands.map { command in
        ["cairn", command.name, command.operands].joined(separator: " ") + " ..."
      }
  }
}

extension Option {
  /// The option as the help names it: `--radius LENGTH`.
  var label: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}

/// Text for a screen of 80 columns.
enum HelpText {
  private static let width = 80
  /// How wide the first of two columns may be.
  private static let labelWidth = 34

  /// Lines of a word and what it means, with the meanings in one column; under the word where that
  /// is long.
  static func rows(_ rows: [(label: String, meaning: String)]) -> String {
    let column =
      rows.map(\.label.count).filter { $0 <= labelWidth }.max() ?? 0
    return rows.map { label, meaning in
      let isLong = label.count > column
      let start = isLong ? "  \(label)\n" : ""
      let first = (isLong ? "" : "  \(label)").padding(to: column + 4)
      return start + wrapped(first + meaning, indent: column + 4)
    }.joined()
  }

  /// A text whose lines are as long as they may be; lines that begin with a space stay as they
  /// are, and empty ones between paragraphs.
  static func reflowed(_ text: String) -> String {
    var paragraphs: [String] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isOwn = line.isEmpty || line.hasPrefix(" ")
      if isOpen, !isOwn {
        paragraphs[paragraphs.count - 1] += " \(line)"
      } else {
        paragraphs.append(String(line))
      }
      isOpen = !isOwn
    }
    return paragraphs.map { $0.hasPrefix(" ") ? "\($0)\n" : wrapped($0) }.joined()
  }

  /// A line broken at spaces.
  ///
  /// - Parameters:
  ///   - line: the line; the spaces that it begins with stay.
  ///   - indent: how many spaces stand before each line but the first.
  /// - Returns: the lines, each with its line break.
  static func wrapped(_ line: String, indent: Int = 0) -> String {
    var lines: [String] = []
    var current = String(line.prefix { $0 == " " })
    var isEmpty = true
    for word in line.split(separator: " ", omittingEmptySubsequences: false).drop(while: \.isEmpty)
    {
      if !isEmpty, current.count + 1 + word.count > width {
        lines.append(current)
        current = String(repeating: " ", count: indent)
        isEmpty = true
        if word.isEmpty { continue }
      }
      current += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    lines.append(current)
    return lines.map { "\($0)\n" }.joined()
  }
}

extension String {
  /// The text with spaces behind it up to a count of characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
