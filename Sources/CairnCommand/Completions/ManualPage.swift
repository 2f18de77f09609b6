/// The manual page of the tool, made of what the commands say of themselves.
///
/// It is written in the macros of `man`, which groff and mandoc read alike.
enum ManualPage {
  /// All of it.
  static var text: String {
    var page = """
      .TH CAIRN 1 "" "cairn \(Version.number)" "User Commands"
      .SH NAME
      cairn \\- answers about places on the Earth, offline
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

  /// What the tool says, each message with a command line that gives it.
  private static var diagnostics: String {
    var text = ".SH DIAGNOSTICS\n" + paragraphs(Diagnostic.introduction)
    for group in Diagnostic.groups {
      text += ".SS \(group.title.quoted)\n"
      text += group.diagnostics.map { item($0.message, $0.line) }.joined()
    }
    return text
  }

  /// What one command takes and does.
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

  /// A word and what it means.
  private static func item(_ label: String, _ meaning: String) -> String {
    ".TP\n.B \(escaped(label).quoted)\n" + line(meaning)
  }

  /// Paragraphs with empty lines between them; lines that begin with a space stay lines.
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

  /// A line of text, which is no macro whatever it begins with.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "\n"
  }

  /// A text in which no character has a meaning of its own.
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
  /// The text as a sentence of its own.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }

  /// The text as one word of a macro.
  fileprivate var quoted: String { "\"\(self)\"" }
}
