/// The manual page of the tool, generated from the descriptions of the commands.
///
/// It is written in the `man` macros, which both groff and mandoc read.
enum ManualPage {
  /// The text of the page.
  static var text: String {
    var page = """
      .TH CAIRN 1 "" "cairn \(Version.number)" "User Commands"
      .SH NAME
      cairn \\- questions about places on Earth, answered offline
      .SH SYNOPSIS
      .B cairn
      .I command
      \\&...

      """
    page += ".SH DESCRIPTION\n" + paragraphs(Tool.notes)
    page += ".SH OPTIONS\n" + Tool.options.map { item($0.label, $0.meaning) }.joined()
    for group in Tool.groups {
      page += ".SH \(escaped(group.title))\n"
      for command in group.commands.flatMap(\.all) { page += section(command) }
    }
    return page + diagnostics
  }

  /// The messages of the tool, each with a command line that produces it.
  private static var diagnostics: String {
    var text = ".SH DIAGNOSTICS\n" + paragraphs(Diagnostic.introduction)
    for group in Diagnostic.groups {
      text += ".SS \(group.title.quoted)\n"
      text += group.diagnostics.map { item($0.message, $0.line) }.joined()
    }
    return text
  }

  /// The section of one command.
  private static func section(_ command: Command) -> String {
    var text = ".SS \"cairn \(escaped(command.name))\"\n" + line(command.summary.sentence)
    text += ".PP\n.nf\n" + command.usage.map { line($0) }.joined() + ".fi\n"
    if !command.discussion.isEmpty { text += ".PP\n" + paragraphs(command.discussion) }
    for option in command.options { text += item(option.label, option.help) }
    for example in command.examples {
      text += ".PP\n" + line(example.meaning.sentence)
      text += ".PP\n.nf\n.RS\n" + line(example.line) + ".RE\n.fi\n"
    }
    return text
  }

  /// An item with a label and its meaning.
  private static func item(_ label: String, _ meaning: String) -> String {
    ".TP\n.B \(escaped(label).quoted)\n" + line(meaning)
  }

  /// Paragraphs separated by empty lines; lines that begin with a space are not reflowed.
  private static func paragraphs(_ text: String) -> String {
    var page = ""
    for text in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if text.isEmpty {
        page += ".PP\n"
      } else if text.hasPrefix(" ") {
        page += ".br\n" + line(String(text.drop { $0 == " " })) + ".br\n"
      } else {
        page += line(String(text))
      }
    }
    return page
  }

  /// A line of text, escaped so that its beginning is never read as a macro.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
  }

  /// A text in which all special characters are escaped.
  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "~": "\\(ti"
      case "^": "\\(ha"
      case "\"": "\\(dq"
      default: String(character)
      }
    }.joined()
  }
}

extension String {
  /// The text as a sentence.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }

  /// The text in quotes, as one argument of a macro.
  fileprivate var quoted: String { "\"\(self)\"" }
}
