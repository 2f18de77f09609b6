internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnPlaces

extension [Option] {
  /// The options of every command that takes places of one's own.
  static let input: [Option] = [.input, .from, .columns, .noHeader, .onError]
}

extension Option {
  /// The file of own places.
  static let input = Option(
    name: "in", value: "FILE",
    help: "places of your own instead: a table, GeoJSON ..., an index file, - for the input")
  /// The format of what is read.
  static let from = Option(
    name: "from", value: "FORMAT", help: "the format of FILE, where its name and start mislead",
    choices: FileFormat.allCases.map(\.rawValue))
  /// The columns of a table that is read.
  static let columns = Option(
    name: "columns", value: "COLUMNS",
    help: "columns of a table by name: latitude=3,longitude=4,name=title")
  /// That the first row of a table is a place like the others.
  static let noHeader = Option(
    name: "no-header",
    help: "the table has no header; columns are numbers, or found by what the first row holds")
  /// What becomes of rows that cannot be read.
  static let onError = Option(
    name: "on-error", value: "POLICY",
    help: "a row without a valid coordinate: skip (default), null, fail",
    choices: ["skip", "null", "fail"])
}

/// What the command line says of a file of own places.
struct PlaceInput {
  /// The file, `-` for the standard input.
  var path: String
  var format: FileFormat?
  var columns: [PlaceColumns.Role: String]
  /// Whether the first row of a table names the columns; nil to find out.
  var hasHeader: Bool?
  var policy: BadRowPolicy
  /// Which command reads it, for what is said of bad rows.
  var command: String

  /// The file, as messages call it.
  var title: String { path == "-" ? "the input" : path }

  /// Reads the options; `nil` without a file.
  init?(_ arguments: Arguments, path: String? = nil) throws(Failure) {
    guard let path = path ?? arguments["in"] else {
      for name in ["from", "columns", "no-header", "on-error"] where arguments.has(name) {
        throw .usage("--\(name) goes with --in FILE")
      }
      return nil
    }
    self.path = path
    command = arguments.command
    format = arguments.inputFormat
    policy = arguments["on-error"].flatMap(BadRowPolicy.init(rawValue:)) ?? .skip
    columns = try Self.columns(arguments["columns"] ?? "")
    hasHeader = arguments.tableHasHeader
  }

  /// The columns of a table as the command line says them.
  static func columns(
    _ text: String
  ) throws(Failure) -> [PlaceColumns.Role: String] {
    var columns: [PlaceColumns.Role: String] = [:]
    let roles = PlaceColumns.Role.allCases.map(\.rawValue)
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, !words[1].isEmpty else {
        throw .usage(
          "--columns is a list such as latitude=3,name=title, not \(Spelling.quoted(text))")
      }
      // `lat=3` is as good as `latitude=3`.
      let known = PlaceColumns(names: [String(words[0])])
      guard let role = PlaceColumns.Role.allCases.first(where: { known[$0] != nil }) else {
        let hint = Spelling.suggestion(for: String(words[0]), among: roles)
        throw .usage(
          "--columns: there is no \(Spelling.quoted(String(words[0])))"
            + (hint.isEmpty ? "; there are \(Spelling.list(roles))" : hint))
      }
      columns[role] = String(words[1])
    }
    return columns
  }

  /// Opens an index file, or reads of any other file the features that a question is about.
  func source(
    for question: PlaceQuestion, _ console: inout Console
  ) throws(Failure) -> PlaceSource {
    var file = try InputFile(path)
    let start = try file.next(atMost: 1 << 16)
    if IndexFileStart.isOne(start) {
      guard path != "-" else {
        throw .usage("an index file is opened by its name, not read from the standard input")
      }
      try checkIndexFile()
      return try PlaceSource(indexFile: path)
    }
    return try PlaceSource(
      reading(file, start: start, shapes: .features, for: question, &console))
  }

  /// Refuses a choice of columns for an index file, whose properties have their roles already.
  func checkIndexFile() throws(Failure) {
    guard columns.isEmpty else {
      throw .usage(
        "--columns does not go with an index file: its columns were chosen by `cairn index build`")
    }
  }

  /// Reads all features of a file that is no index file.
  func features(
    shapes: PlaceReading.Shapes = .leftOut, waiting: WaitingFeatures? = nil,
    _ console: inout Console
  ) throws(Failure) -> PlaceReading {
    var file = try InputFile(path)
    let start = try file.next(atMost: 1 << 16)
    guard !IndexFileStart.isOne(start) else {
      throw .usage("\(Spelling.quoted(path)) is an index file already")
    }
    return try reading(file, start: start, shapes: shapes, waiting: waiting, &console)
  }

  /// Reads a file that is no index file into memory.
  ///
  /// - Parameters:
  ///   - file: the file, of which the start has been read.
  ///   - start: that start.
  ///   - shapes: what becomes of lines and areas.
  ///   - question: what is asked of the points, so that others are not kept; nil to keep all.
  ///   - waiting: takes the features in place of the memory, unless some are lines or areas.
  ///   - console: where it is said what cannot be read.
  /// - Returns: the features.
  /// - Throws: a ``Failure`` where nothing of the file can be read, or a bad row is to end it.
  func reading(
    _ file: consuming InputFile, start: [UInt8], shapes: PlaceReading.Shapes,
    for question: PlaceQuestion? = nil, waiting: (any FeatureStore)? = nil,
    _ console: inout Console
  ) throws(Failure) -> PlaceReading {
    var source = try FeatureInput(
      file, start: start, of: path, format: format, columns: columns, hasHeader: hasHeader,
      badRows: policy)
    return try PlaceReading(self, &source, shapes, for: question, waiting: waiting, &console)
  }
}

extension Arguments {
  /// The format that the command line says of what is read.
  var inputFormat: FileFormat? { self["from"].flatMap(FileFormat.init(rawValue:)) }

  /// Whether the command line says that a table that is read has no header; with --append that is
  /// said of the table that is answered.
  var tableHasHeader: Bool? { has("no-header") && !has("append") ? false : nil }
}

/// The first bytes of an index file.
enum IndexFileStart {
  private static let magic: [UInt8] = [0x89, 0x43, 0x41, 0x49, 0x52, 0x4E, 0x0D, 0x0A]

  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }
}
