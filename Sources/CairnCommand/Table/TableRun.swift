internal import CairnFormats
internal import CairnMemory

/// A run of a streaming table command, from a file or the standard input to the output.
enum TableRun {
  /// Appends columns to each row as it arrives.
  ///
  /// - Parameters:
  ///   - columns: the columns to append.
  ///   - options: how the table is read.
  ///   - name: the command, for notes.
  ///   - paths: the operands: a file, `-`, or empty for the standard input.
  ///   - output: the file to write.
  ///   - salvages: whether the rows before damage of a compressed file are an answer.
  ///   - console: receives the table and the notes.
  /// - Throws: ``Failure`` if the table or its options are wrong, or if reading or writing fails.
  static func run(
    _ columns: [AppendedColumn], _ options: TableAppender.Options, name: String, paths: [String],
    output: TableOutput = .standard, salvages: Bool = false, _ console: inout Console
  ) throws(Failure) {
    guard paths.count <= 1 else {
      throw .usage("one table, or the standard input, is expected, not \(paths.count) tables")
    }
    let path = paths.first ?? "-"
    try InputFile.checkIsNotOutput(path)
    if path == "-" { Waiting.tell() }
    let file: Int32
    do {
      file = try System.open(FileName.system(path))
    } catch {
      throw unreadable(path, error)
    }
    defer { System.close(file) }
    var target = try output.open(console)

    var input = TableInput(file)
    var appender = TableAppender(columns, options: options, pieceSize: pieceSize)
    var notes = ReadingNotes(name: name)
    var count: Int
    repeat {
      do throws(System.Problem) {
        count = try appender.fill { buffer throws(System.Problem) in
          try input.read(into: buffer)
        }
      } catch {
        throw unreadable(path, error)
      }
      if let problem = input.problem {
        let failure = Failure(code: .data, message: "\(title(path)), \(problem)")
        // Only the complete rows are an answer; the last one may be cut.
        guard salvages else { throw failure }
        if let failure = try answer(&appender, isLast: false, to: &target, &console) {
          throw failure
        }
        guard appender.report.rowCount > 0 else { throw failure }
        console.damage = Failure(
          code: .data, message: failure.message + "; the rows before it were read")
        break
      }
      try checkIsTable(input, path)
      let failure = try answer(&appender, isLast: count == 0, to: &target, &console)
      // Flush after each chunk, so that the reader of a pipe gets the rows immediately.
      if let failure {
        try console.output.flush()
        throw failure
      }
      try output.check(appender.delimiter)
      try notes.write(about: appender, &console)
      try console.output.flush()
    } while count > 0
    try target.close(&console)
    let leavesOut = options.badRows == .skip || columns.contains(where: \.repeatsRows)
    try tell(appender.report.summary(leavesOut: leavesOut), name: name, &console)
  }

  /// The number of bytes read at a time; about the same number is written at a time.
  private static let pieceSize = 1 << 18

  /// Processes the rows that have arrived and writes them.
  ///
  /// - Parameters:
  ///   - appender: has the rows.
  ///   - isLast: whether the whole table has arrived.
  ///   - target: receives the rows.
  ///   - console: receives the rows if they are written to standard output.
  /// - Returns: the error that ends the run, if any.
  /// - Throws: a ``Failure`` if the output cannot be written.
  static func answer(
    _ appender: inout TableAppender, isLast: Bool, to target: inout ResultFile,
    _ console: inout Console
  ) throws(Failure) -> Failure? {
    var failure: Failure?
    var isDone = false
    while !isDone {
      do throws(TableAppenderError) {
        isDone = try !appender.answerNext(isLast: isLast)
      } catch {
        failure = Failure(error)
        isDone = true
      }
      if isDone || appender.written > pieceSize {
        if target.isStandardOutput {
          try appender.drain { bytes throws(Failure) in
            try console.output.write(bytes)
          }
        } else {
          try target.write(appender.drain(), &console)
        }
      }
    }
    return failure
  }

  /// Checks that the input is not a file of another kind.
  private static func checkIsTable(_ input: TableInput, _ path: String) throws(Failure) {
    if input.isParquet {
      throw Failure(
        code: .data,
        message: "the table is Parquet; write `cairn append ... FILE.parquet --out "
          + "NEW.parquet`, or convert it with duckdb -csv -c \"FROM 'FILE'\"")
    }
    if let error = input.otherFile {
      throw Failure(code: .data, message: "\(title(path)), \(error)\(error.remedy)")
    }
    if input.isJSON {
      throw Failure(
        code: .data,
        message: "the table is JSON; `cairn append FILE.json` reads it from a file, and "
          + "`cairn convert - --to csv` makes a table of it")
    }
  }

  /// Notes about how a table is read, each written once.
  private struct ReadingNotes {
    let name: String
    var hasEncoding = false
    var hasChoice = false

    /// Writes the notes that became known with the last rows.
    mutating func write(about appender: TableAppender, _ console: inout Console) throws(Failure) {
      if !hasEncoding, let line = Text.encoding(appender.encoding) {
        try tell(["the table is not UTF-8; \(line), and written as UTF-8"], name: name, &console)
        hasEncoding = true
      }
      if !hasChoice, let choice = appender.choice {
        try tell(["\(choice)"], name: name, &console)
        hasChoice = true
      }
    }
  }

  private static func tell(
    _ lines: [String], name: String, _ console: inout Console
  ) throws(Failure) {
    guard !lines.isEmpty else { return }
    for line in lines { try console.errors.write("cairn \(name): \(Text.line(line))\n") }
    try console.errors.flush()
  }

  private static func unreadable(_ path: String, _ error: System.Problem) -> Failure {
    Failure(
      code: error.isMissing ? .noInput : .inputOutput,
      message: "\(title(path)) cannot be read: \(error.message)")
  }

  /// The input in an error.
  private static func title(_ path: String) -> String {
    path == "-" ? "the standard input" : Spelling.quoted(path)
  }
}
