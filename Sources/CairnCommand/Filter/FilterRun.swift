internal import CairnFormats

/// One run of a filter: from a file or the standard input to the output.
enum FilterRun {
  /// Answers each row as it arrives.
  ///
  /// - Parameters:
  ///   - name: the command that complaints come from.
  ///   - paths: the operands: a file, `-`, or nothing for the standard input.
  static func run(
    _ answers: some RowAnswers, _ settings: FilterSettings, name: String, paths: [String],
    _ console: inout Console
  ) throws(Failure) {
    guard paths.count <= 1 else {
      throw .usage("--append reads one table, or the standard input, not \(paths.count) of them")
    }
    let path = paths.first ?? "-"
    let file: Int32
    do {
      file = try System.open(path)
    } catch {
      throw unreadable(path, error)
    }
    defer { System.close(file) }

    var filter = TableFilter(answers, settings)
    var choiceIsTold = false
    var encodingIsTold = false
    var count: Int
    repeat {
      do throws(System.Problem) {
        count = try unsafe filter.fill { unsafe System.read(file, into: $0) }
      } catch {
        throw unreadable(path, error)
      }
      do throws(Failure) {
        try filter.answerRows(isLast: count == 0, to: &console.output)
      } catch {
        try console.output.flush()
        throw error
      }
      if !encodingIsTold, let line = Text.encoding(filter.encoding) {
        try tell(["the table is no UTF-8; \(line), and written as UTF-8"], name: name, &console)
        encodingIsTold = true
      }
      if !choiceIsTold, let choice = filter.choice {
        try tell(["\(choice)"], name: name, &console)
        choiceIsTold = true
      }
      // Whoever waits at the other end of a pipe gets each answer at once.
      try console.output.flush()
    } while count > 0
    let leavesOut = settings.onError == .skip || filter.repeatsRows
    try tell(filter.report.summary(leavesOut: leavesOut), name: name, &console)
  }

  private static func tell(
    _ lines: [String], name: String, _ console: inout Console
  ) throws(Failure) {
    guard !lines.isEmpty else { return }
    for line in lines { try console.errors.write("cairn \(name): \(Text.line(line))\n") }
    try console.errors.flush()
  }

  private static func unreadable(_ path: String, _ error: System.Problem) -> Failure {
    let what = path == "-" ? "the standard input" : Spelling.quoted(path)
    return Failure(
      code: error.isMissing ? .noInput : .inputOutput,
      message: "\(what) cannot be read: \(error.message)")
  }
}

extension TableFilter {
  var repeatsRows: Bool { Answers.repeatsRows }

  /// Which columns were chosen, in words; nil before the first row has arrived.
  var choice: String? {
    table.map { table in
      (table.names == nil && settings.hasHeader == nil ? "the table has no header; " : "")
        + table.columns.map { $0.description(table.names) }.joined(separator: "; ")
    }
  }
}
