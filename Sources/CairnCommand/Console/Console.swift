internal import CairnIndex

/// Where a run of the tool writes to, and what it may assume of the screen.
struct Console {
  /// The answer.
  var output: ByteOutput
  /// Complaints and progress.
  var errors: ByteOutput
  /// How many columns the screen has, when the output is a screen.
  var width: Int?
  /// Whether the answer may be set in bold and dim letters.
  var usesStyles = false
  /// Whether somebody looks at the complaints, so that progress may be told there.
  var showsProgress = false
  /// What is told which draft of a file is to go when a signal ends the process.
  var watchDrafts: OutputFile.Watch?

  /// The streams of this process.
  ///
  /// `COLUMNS` overrides the width of the screen; `NO_COLOR` and `TERM=dumb` forbid styles.
  static func process() -> Console {
    System.letWritesFail()
    var console = Console(
      output: ByteOutput(fileDescriptor: 1), errors: ByteOutput(fileDescriptor: 2))
    console.watchDrafts = Interruption.watch
    console.showsProgress = System.isTerminal(2) && System.environment("TERM") != "dumb"
    if System.isTerminal(1) {
      console.width =
        System.environment("COLUMNS").flatMap { Int($0) } ?? System.terminalWidth(1) ?? 80
      console.usesStyles =
        (System.environment("NO_COLOR") ?? "").isEmpty && System.environment("TERM") != "dumb"
    }
    return console
  }

  /// Streams that keep in memory what is written.
  static func memory(width: Int? = nil, usesStyles: Bool = false) -> Console {
    Console(output: ByteOutput(), errors: ByteOutput(), width: width, usesStyles: usesStyles)
  }
}
