/// How a run of the tool ended, in the numbers of BSD's `sysexits`.
enum ExitCode: Int32, Sendable {
  /// The answer was given.
  case success = 0
  /// The command line was wrong.
  case usage = 64
  /// The input was wrong.
  case data = 65
  /// An input could not be opened.
  case noInput = 66
  /// Reading or writing failed on the way.
  case inputOutput = 74
}

/// Why a command did not give its answer: one line for people, one number for programs.
struct Failure: Error, Equatable {
  var code: ExitCode
  /// What was wrong and what would be right, without a full stop; "" says nothing.
  var message: String

  /// The command line was wrong.
  static func usage(_ message: String) -> Failure {
    Failure(code: .usage, message: message)
  }

  /// Whoever read the output went away: no fault, and nobody to tell.
  static let readerIsGone = Failure(code: .success, message: "")
}
