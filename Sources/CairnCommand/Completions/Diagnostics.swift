/// A message of the tool, with a command line that produces it.
///
/// The manual page shows all of them. `.ci/check-messages.py` runs each line with the files that it
/// names, compares the message, and reports messages of the sources that are missing here.
struct Diagnostic: Equatable, Sendable {
  /// The command line, as for a shell.
  var line: String
  /// The message on standard error, after the name of the command.
  var message: String
}

extension Diagnostic {
  /// All messages by the exit code of the run that gives them.
  static var groups: [(code: ExitCode, title: String, diagnostics: [Diagnostic])] {
    [
      (.usage, "Exit code 64: the command line is wrong", all(in: queryUsage) + all(in: fileUsage)),
      (.data, "Exit code 65: the data is wrong", all(in: data)),
      (.noInput, "Exit code 66: an input cannot be read", all(in: noInput)),
      (.inputOutput, "Exit code 74: input or output failed", all(in: inputOutput)),
      (.success, "Exit code 0: success, with a note", all(in: success)),
    ]
  }

  /// The introduction of the section in the manual page.
  static let introduction = """
    An error is one line on standard error: the command, a colon and one of the messages below.
    Standard output is then empty, except for the rows that a streaming command had already written.
    Notes are also written to standard error, with up to three examples on lines that begin with two
    spaces. Each message is shown here with a command line that produces it; the names of the files
    tell what is wrong with them.
    """

  /// Parses a text in which each command line is followed by its indented message.
  static func all(in text: String) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      if words.startIndex == line.startIndex {
        found.append(Diagnostic(line: String(line), message: ""))
      } else if let last = found.indices.last {
        found[last].message += (found[last].message.isEmpty ? "" : " ") + words
      }
    }
    return found
  }
}
