internal import CairnFormats
internal import CairnMemory

/// A run of `cairn append` on a Parquet file, which an installed DuckDB reads and writes.
///
/// DuckDB exports the columns of the location; the columns are appended to this table, and DuckDB
/// joins the results with the rows of the file by their order. All other columns keep their types.
struct ParquetRun {
  private let input: String
  private let output: String
  private let program: Program

  /// The extensions of Parquet files.
  private static let endings = [".parquet", ".geoparquet", ".parq", ".pq"]

  /// The start of a Python program; without its second line, `duckdb.py` in the current folder
  /// would be run.
  static let importing =
    "import sys\nsys.path = [p for p in sys.path if p not in ('', '.')]\nimport duckdb"

  /// Whether the name is that of a Parquet file.
  static func isParquet(_ path: String) -> Bool {
    endings.contains { path.lowercased().hasSuffix($0) }
  }

  /// Prepares a run; returns nil if the table is not a Parquet file.
  ///
  /// - Throws: a ``Failure`` if the output is missing, or no DuckDB is installed.
  init?(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 1, let input = arguments.operands.first,
      Self.isParquet(input)
    else {
      if let output = arguments["out"], Self.isParquet(output) {
        throw .usage("--out \(Spelling.quoted(output)) needs a Parquet file as the table, too")
      }
      return nil
    }
    guard let output = arguments["out"], Self.isParquet(output) || output.hasSuffix(".csv") else {
      throw .usage("a Parquet file needs --out FILE.parquet or --out FILE.csv")
    }
    if arguments.has("no-header") || arguments.has("delimiter") || arguments.has("tsv") {
      throw .usage("--no-header, --delimiter and --tsv are for text; leave them out with Parquet")
    }
    self.input = input
    self.output = output
    guard System.identity(FileName.system(input)) != nil else {
      throw Failure(
        code: .noInput,
        message: "\(Spelling.quoted(input)) cannot be read: No such file or directory")
    }
    program = try Program(input)
  }

  /// Appends the columns.
  func run(
    _ columns: [AppendedColumn], _ options: TableAppender.Options, _ console: inout Console
  ) throws(Failure) {
    let names = try columnNames()
    var options = options
    options.hasHeader = true
    // Rows are joined by position, so every row is kept until then.
    let skipsBadRows = options.badRows == .skip
    if skipsBadRows { options.badRows = .null }
    var wanted: [String] = []
    options.points[0] = try point(options.points[0], in: names)
    for point in options.points {
      wanted += [point.latitude, point.longitude, point.both].compactMap(\.self)
    }
    wanted = wanted.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    for name in wanted where !names.contains(name) {
      throw .unknownColumn(Spelling.quoted(input), name, among: names, option: "an option")
    }
    // A constant, so that no row is empty.
    let list = wanted.map(Self.identifier).joined(separator: ", ") + ", 1 AS cairn_row"
    let table = try program.run(
      "COPY (SELECT \(list) FROM \(source)) TO '/dev/stdout' (FORMAT csv, HEADER true)")
    var appender = TableAppender(columns + [Self.marker], options: options)
    do throws(TableAppenderError) {
      try appender.append(table)
      try appender.finish()
    } catch {
      throw Failure(error)
    }
    try join(
      columns.flatMap(\.names), after: wanted.count + 1, leavingOutBadRows: skipsBadRows,
      rows: appender.drain())
    for line in appender.report.summary(leavesOut: skipsBadRows) {
      try console.errors.write("cairn append: \(Text.line(line))\n")
    }
    try console.errors.flush()
  }

  /// A column that is null for rows without a valid coordinate.
  private static let marker = AppendedColumn("cairn_good") { _ in "1" }

  /// Writes the rows of the file with the appended columns.
  ///
  /// - Parameters:
  ///   - added: the names of the appended columns.
  ///   - before: the number of columns before them in the rows.
  ///   - leavesOut: whether rows that the marker does not mark are left out.
  ///   - rows: the table that was appended to, in CSV, with a row for each row of the file.
  /// - Throws: a ``Failure`` with the message of DuckDB.
  private func join(
    _ added: [String], after before: Int, leavingOutBadRows leavesOut: Bool, rows: [UInt8]
  ) throws(Failure) {
    // The columns are numbered, because a column of the file may be called like an appended one.
    let types =
      Array(repeating: "VARCHAR", count: before)
      + added.map { $0.hasSuffix("_m") ? "DOUBLE" : "VARCHAR" } + ["VARCHAR"]
    let schema = types.enumerated().map { "'c\($0)': '\($1)'" }.joined(separator: ", ")
    let chosen = added.enumerated().map { "b.c\(before + $0) AS \(Self.identifier($1))" }
    let filter = leavesOut ? " WHERE b.c\(types.count - 1) IS NOT NULL" : ""
    let format = Self.isParquet(output) ? "parquet" : "csv"
    _ = try program.run(
      "COPY (SELECT a.*, \(chosen.joined(separator: ", ")) FROM \(source) a POSITIONAL JOIN "
        + "read_csv('/dev/stdin', header = true, delim = ',', quote = '\"', nullstr = '', "
        + "auto_detect = false, columns = {\(schema)}) b\(filter)) "
        + "TO \(Self.text(Self.path(output))) (FORMAT \(format))",
      input: rows)
  }

  /// The table of the file, without columns that DuckDB takes from folders such as `year=2026`.
  private var source: String {
    // The name is a pattern; in brackets its special characters stand for themselves.
    let pattern = Self.path(input).unicodeScalars.map {
      "[*?".unicodeScalars.contains($0) ? "[\($0)]" : "\($0)"
    }
    return "read_parquet(\(Self.text(pattern.joined())), hive_partitioning = false)"
  }

  /// The path of a file, which DuckDB does not take for a URL or a path in the home folder.
  private static func path(_ name: String) -> String {
    name.utf8.first == UInt8(ascii: "/") ? name : "./\(name)"
  }

  private func columnNames() throws(Failure) -> [String] {
    let bytes = try program.run(
      "COPY (SELECT column_name FROM (DESCRIBE SELECT * FROM \(source))) TO '/dev/stdout' "
        + "(FORMAT csv, HEADER false)")
    var rows = CSVReader(bytes)
    var names: [String] = []
    do {
      while try rows.next() { names.append(rows.text(0)) }
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(input)), \(error)")
    }
    return names
  }

  /// The columns of the location by name: the chosen ones, or those recognized by name.
  private func point(
    _ point: TableAppender.Options.Point, in names: [String]
  ) throws(Failure) -> TableAppender.Options.Point {
    if point.both != nil || point.latitude != nil { return point }
    let found = PlaceColumns(names: names)
    if let latitude = found[.latitude], let longitude = found[.longitude] {
      return .init(latitude: names[latitude], longitude: names[longitude])
    }
    if let both = found[.coordinate] { return .init(both: names[both]) }
    throw Failure(.missingLocation(header: names))
  }

  /// A text as a literal of SQL.
  private static func text(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }

  /// A name as an identifier of SQL.
  private static func identifier(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

/// An installed program that runs statements of DuckDB.
private struct Program {
  private let path: String
  private let words: [String]

  /// The time limit in seconds.
  private static let seconds = 3600

  /// Finds `duckdb`, or Python with the module `duckdb`.
  ///
  /// - Throws: a ``Failure`` with what to install, and the alternative.
  init(_ file: String) throws(Failure) {
    if let path = ChildProcess.path(of: "duckdb") {
      self.path = path
      // The settings of the user's ~/.duckdbrc may change the order of rows or print text.
      words = ["-init", "/dev/null", "-c"]
      return
    }
    for name in ["python3", "python"] {
      guard let path = ChildProcess.path(of: name),
        case .ended(code: 0, _, _) = ChildProcess.run(
          path, ["-c", ParquetRun.importing], input: [], seconds: 60)
      else { continue }
      self.path = path
      words = ["-c", "\(ParquetRun.importing)\nduckdb.sql(sys.argv[1])"]
      return
    }
    throw Failure(
      code: .noInput,
      message: "Parquet is read by DuckDB, and neither `duckdb` nor its Python module is "
        + "installed; install one, such as with `pip install duckdb`")
  }

  /// Runs a statement and returns its standard output.
  func run(_ statement: String, input: [UInt8] = []) throws(Failure) -> [UInt8] {
    let reason: String
    switch ChildProcess.run(path, words + [statement], input: input, seconds: Self.seconds) {
    case .ended(code: 0, let output, _): return output
    case .ended(let code, _, let errors):
      let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      // Python's last line is the error; DuckDB's first line is.
      let isTrace = lines.first?.hasPrefix("Traceback") == true
      reason =
        lines.first { isTrace ? $0.contains("Error:") || $0.contains("Exception:") : true }
        .map(String.init) ?? "exit code \(code)"
    case .signalled(let number): reason = "signal \(number) ended it"
    case .tookTooLong: reason = "it took more than \(Self.seconds) seconds"
    case .failed(let problem): reason = problem.message
    }
    throw Failure(code: .data, message: "DuckDB cannot read or write the file: \(reason)")
  }
}
