/// One command of the tool: what it is called, what it takes, what it does.
///
/// The help and the parsing of the command line come from this one description.
struct Command: Sendable {
  /// The word by which it is called.
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
  /// Does it.
  var run: @Sendable (Arguments, inout Console) throws(Failure) -> Void
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
}

extension Command {
  /// The text of `cairn <command> --help`.
  var help: String {
    var text = "cairn \(name) - \(summary)\n\nUSAGE\n  cairn \(name) \(operands)"
    text += options.isEmpty ? "\n" : " [options]\n"
    if !discussion.isEmpty { text += "\n\(discussion)\n" }
    text += "\nOPTIONS\n"
    let rows =
      options.map { (label: "--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), help: $0.help) }
      + [(label: "--help", help: "this text")]
    let width = rows.map(\.label.count).max() ?? 0
    for row in rows { text += "  \(row.label.padding(to: width))  \(row.help)\n" }
    if !examples.isEmpty {
      text += "\nEXAMPLES\n"
      let width = examples.map(\.line.count).max() ?? 0
      for example in examples {
        text += "  \(example.line.padding(to: width))  \(example.meaning)\n"
      }
    }
    return text
  }
}

extension String {
  /// The text with spaces behind it up to a count of characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
