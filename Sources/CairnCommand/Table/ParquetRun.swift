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
    var appender = TableAppender(columns, options: options)
    do throws(TableAppenderError) {
      try appender.append(table)
      try appender.finish()
    } catch {
      throw Failure(error)
    }
    let added = columns.flatMap(\.names)
    let types =
      (wanted + ["cairn_row"]).map { (name: $0, type: "VARCHAR") }
      + added.map { (name: $0, type: $0.hasSuffix("_m") ? "DOUBLE" : "VARCHAR") }
    let schema = types.map { "\(Self.text($0.name)): '\($0.type)'" }.joined(separator: ", ")
    let chosen = added.map { "b.\(Self.identifier($0))" }.joined(separator: ", ")
    let format = Self.isParquet(output) ? "parquet" : "csv"
    _ = try program.run(
      "COPY (SELECT a.*, \(chosen) FROM \(source) a POSITIONAL JOIN read_csv('/dev/stdin', "
        + "header = true, delim = ',', quote = '\"', nullstr = '', auto_detect = false, "
        + "columns = {\(schema)}) b) TO \(Self.text(output)) (FORMAT \(format))",
      input: appender.drain())
    for line in appender.report.summary(leavesOut: false) {
      try console.errors.write("cairn append: \(Text.line(line))\n")
    }
    try console.errors.flush()
  }

  private var source: String { "read_parquet(\(Self.text(input)))" }

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
      words = ["-c"]
      return
    }
    for name in ["python3", "python"] {
      guard let path = ChildProcess.path(of: name),
        case .ended(code: 0, _, _) = ChildProcess.run(
          path, ["-c", "import duckdb"], input: [], seconds: 60)
      else { continue }
      self.path = path
      words = ["-c", "import duckdb, sys\nduckdb.sql(sys.argv[1])"]
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
