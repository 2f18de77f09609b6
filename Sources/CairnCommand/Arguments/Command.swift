/// The description of a command: its name, operands, options and action.
///
/// The help, the command-line parser, the shell completions and the manual page are all derived
/// from it.
struct Command: Sendable {
  /// The command's name, with that of its parent for a subcommand: `index build`.
  var name: String
  /// A summary of half a line.
  var summary: String
  /// The operands as the help shows them, such as `<place>`.
  var operands: String
  /// The details after the summary; lines that begin with a space are not reflowed.
  var discussion: String
  /// The options besides `--help`.
  var options: [Option]
  /// Working command lines and what they do.
  var examples: [(line: String, meaning: String)]
  /// The subcommands, each called by the last word of its name.
  var subcommands: [Command] = []
  /// Rewrites the words after this command into the command line of another command.
  var forward: (@Sendable ([String]) throws(Failure) -> [String])?
  /// Runs the command; `nil` if only its subcommands, or the commands of `forward`, can run.
  var run: (@Sendable (Arguments, inout Console) throws(Failure) -> Void)?

  /// The last word of the name: the command's name within its parent.
  var word: Substring { name.split(separator: " ").last ?? "" }

  /// This command and all its subcommands.
  var all: [Command] { [self] + subcommands.flatMap(\.all) }
}

/// An option of a command: `--radius 100km`, or `--verbose` without a value.
struct Option: Sendable {
  /// The name without its dashes.
  var name: String
  /// The placeholder of the value in the help, such as `LENGTH`; `nil` for an option without a
  /// value.
  var value: String?
  /// A one-line description.
  var help: String
  /// The allowed values; empty if any value may be given.
  var choices: [String] = []
  /// Values that a shell may suggest if any value may be given.
  var hints: [String] = []
  /// Whether the option may be given several times, each time with another value.
  var repeats = false
}

extension Option {
  /// The option `--format`, the output format.
  ///
  /// - Parameters:
  ///   - choices: the formats; the first is the default.
  ///   - remark: a text that the help shows after the formats.
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
    var text = HelpText.wrapped("cairn \(name) - \(summary)", indent: 2)
    if !examples.isEmpty {
      text += "\nEXAMPLES\n" + HelpText.rows(examples.map { ($0.line, $0.meaning) })
    }
    text += "\nUSAGE\n"
    for line in usage { text += HelpText.wrapped("  \(line)", indent: 4) }
    if !discussion.isEmpty { text += "\n" + HelpText.reflowed(discussion) }
    if !subcommands.isEmpty {
      text += "\nCOMMANDS\n" + HelpText.rows(subcommands.map { (String($0.word), $0.summary) })
    }
    let options = options.map { ($0.label, $0.help) }
    return text + "\nOPTIONS\n" + HelpText.rows(options + [("--help", "this text")])
  }

  /// The usage lines: one for the command itself, one for each subcommand.
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
  /// The option as the help shows it: `--radius LENGTH`.
  var label: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
}

/// Layout of help text for a screen of 80 columns.
enum HelpText {
  private static let width = 80
  /// The maximum width of the first column; a longer label gets its own line.
  private static let labelWidth = 34

  /// Lays labels and their meanings out in two columns; the meaning of a long label starts on the
  /// next line.
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

  /// Fills the lines of a text up to the width; lines that begin with a space, and the empty lines
  /// between paragraphs, stay unchanged.
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

  /// Breaks a line at spaces.
  ///
  /// - Parameters:
  ///   - line: the line; its leading spaces are kept.
  ///   - indent: the number of spaces before each line except the first.
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
  /// The text, padded with trailing spaces to `width` characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
