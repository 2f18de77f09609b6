/// A message of the tool, with a command line that gives it.
///
/// The manual page shows them all. That they are true is looked at from outside, with the files
/// that the lines name: `.ci/check-messages.py`, which also tells what is missing.
struct Diagnostic: Equatable, Sendable {
  /// The command line, as for a shell.
  var line: String
  /// What stands on the standard error, behind the name of the command.
  var message: String
}

extension Diagnostic {
  /// All messages by the exit code of the run that gives them.
  static var groups: [(code: ExitCode, title: String, diagnostics: [Diagnostic])] {
    [
      (.usage, "Exit code 64: the command line is wrong", all(in: usage)),
      (.data, "Exit code 65: the data is wrong", all(in: data)),
      (.noInput, "Exit code 66: an input cannot be read", all(in: noInput)),
      (.inputOutput, "Exit code 74: input or output failed", all(in: inputOutput)),
      (.success, "Exit code 0: answered, with a note", all(in: success)),
    ]
  }

  /// What the manual page says before them.
  static let introduction = """
    An error is one line on the standard error: the command, a colon and one of the messages below;
    nothing then stands on the standard output but what a stream of rows had answered before. Notes
    of an answer go there as well, with up to three examples in lines that begin with two blanks.
    Each message stands here with a command line that gives it, in which the name of a file says
    what is wrong with it.
    """

  /// Takes a text apart in which a command line begins a line, and its message is indented.
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
