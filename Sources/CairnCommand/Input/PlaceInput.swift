internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory
internal import CairnPlaces

extension [Option] {
  /// The options of every command that reads the user's own places.
  static let input: [Option] = [
    .input, .from, .columns, .noHeader, .encoding, .onError, .salvage,
  ]
  /// The same for a command that searches several index files together.
  static let inputs: [Option] = [.inputs] + input.dropFirst()
}

extension Option {
  /// The option for the file of the user's places.
  static let input = Option(
    name: "in", value: "FILE",
    help: "your own places instead: a table, GeoJSON ..., an index file, - for standard input")
  /// The same, which may be given again for further index files.
  static let inputs = Option(
    name: "in", value: "FILE",
    help: Option.input.help + "; repeat it to search several index files together",
    repeats: true)
  /// Whether a command takes ``inputs``.
  static func searchesSeveral(_ command: String) -> Bool {
    ["near", "nearest", "within"].contains(command)
  }
  /// The option for the format of the input.
  static let from = Option(
    name: "from", value: "FORMAT",
    help: "the format of FILE, if it is not the one that its name and start suggest",
    choices: FileFormat.allCases.map(\.rawValue))
  /// The option for the columns of the table that is read.
  static let columns = Option(
    name: "columns", value: "COLUMNS",
    help: "columns of a table by name: latitude=3,longitude=4,name=title")
  /// The option for a table without a header.
  static let noHeader = Option(
    name: "no-header",
    help: "the table has no header; give columns by number, or let the first row decide")
  /// The option for the encoding of the file that is read.
  static let encoding = Option(
    name: "encoding", value: "NAME",
    help: "the encoding of a table, such as Shift_JIS; the names are those of `iconv -l`")
  /// The option for the policy for rows that cannot be read.
  static let onError = Option(
    name: "on-error", value: "POLICY",
    help: "a row without a valid coordinate: skip (default), null, fail",
    choices: ["skip", "null", "fail"])
}

extension Option {
  /// The option for a damaged file.
  static let salvage = Option(
    name: "salvage",
    help: "of a file that ends too early or is damaged, read the part before that; exit 65")
}

/// The options for a file of the user's places.
struct PlaceInput {
  /// The file, `-` for the standard input.
  var path: String
  /// Index files that are searched together with the file.
  var otherPaths: [String]
  var format: FileFormat?
  var columns: [PlaceColumns.Role: String]
  /// Whether the first row of a table is a header; nil to detect it.
  var hasHeader: Bool?
  /// The encoding of a text; nil to detect it.
  var encoding: NamedEncoding?
  var policy: BadRowPolicy
  /// Whether a damaged file is read up to the damage.
  var salvages: Bool
  /// The command that reads it, for notes about bad rows.
  var command: String

  /// The name of the file in messages.
  var title: String { path == "-" ? "the input" : path }

  /// Reads the options; `nil` without a file.
  init?(_ arguments: Arguments, path: String? = nil) throws(Failure) {
    let paths = path.map { [$0] } ?? arguments.all("in")
    guard let path = paths.first else {
      for name in ["from", "columns", "no-header", "encoding", "on-error", "salvage"]
      where arguments.has(name) {
        throw .usage("--\(name) goes with --in FILE")
      }
      return nil
    }
    if path != "-" { try Self.checkIsOneFile(path, arguments) }
    self.path = path
    otherPaths = Array(paths.dropFirst())
    command = arguments.command
    format = arguments.inputFormat
    policy = arguments["on-error"].flatMap(BadRowPolicy.init(rawValue:)) ?? .skip
    salvages = arguments.has("salvage")
    columns = try Self.columns(arguments["columns"] ?? "")
    hasHeader = arguments.tableHasHeader
    // With a table that columns are appended to, it is the encoding of that table.
    encoding =
      arguments.has("append") || arguments.command == "append" ? nil : try arguments.encoding
  }

  /// Throws if index files are given as a list, or as operands: `--in *.cairn`.
  private static func checkIsOneFile(_ path: String, _ arguments: Arguments) throws(Failure) {
    guard Option.searchesSeveral(arguments.command) else { return }
    func exists(_ path: String) -> Bool { System.identity(FileName.system(path)) != nil }
    let list = path.split(separator: ",").map(String.init)
    let files =
      list.count > 1 && !exists(path) && list.allSatisfy(exists)
      ? list
      : arguments.operands.filter { $0.hasSuffix(".cairn") && exists($0) }.prefix(1).map { $0 }
    guard let file = files.last else { return }
    throw .usage("each file needs its own --in, such as --in \(Spelling.quoted(file))")
  }

  /// Parses the columns of a table by their roles.
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
      // `lat=3` is accepted for `latitude=3`.
      guard let role = PlaceColumns.Role(columnName: String(words[0])) else {
        let hint = Spelling.suggestion(for: String(words[0]), among: roles)
        throw .usage(
          "--columns: there is no \(Spelling.quoted(String(words[0])))"
            + (hint.isEmpty ? "; there are \(Spelling.list(roles))" : hint))
      }
      columns[role] = String(words[1])
    }
    return columns
  }

  /// Opens an index file, or reads from any other file the features that a query needs.
  func source(
    for question: PlaceRequest, _ console: inout Console
  ) throws(Failure) -> PlaceSource {
    guard otherPaths.isEmpty else { return try sourceOfSeveral() }
    var file = try InputFile(path, encoding: encoding, readsPhotos: true)
    let start = try file.next(atMost: 1 << 16)
    if IndexFileStart.isOne(start) {
      try IndexFileStart.checkIsFile(path, isRepeatable: file.isRepeatable)
      try checkIndexFile()
      return try PlaceSource(indexFiles: [path])
    }
    return try PlaceSource(
      reading(file, start: start, shapes: .features, for: question, &console))
  }

  /// Opens several index files, which are searched together.
  private func sourceOfSeveral() throws(Failure) -> PlaceSource {
    let paths = [path] + otherPaths
    var identities: [System.FileIdentity?] = []
    for (number, path) in paths.enumerated() {
      // Another spelling or a link names the same file.
      let identity = path == "-" ? nil : System.identity(FileName.system(path))
      let same =
        paths[..<number].firstIndex(of: path)
        ?? identity.flatMap { identity in identities.firstIndex(of: identity) }
      if let same {
        let (name, other) = (Spelling.quoted(path), Spelling.quoted(paths[same]))
        throw .usage(
          name == other
            ? "--in \(name) is given more than once; give it once"
            : "--in \(name) is the same file as --in \(other); give it once")
      }
      identities.append(identity)
      if path == "-" { try IndexFileStart.checkIsFile(path, isRepeatable: false) }
      var file = try InputFile(path)
      guard try IndexFileStart.isOne(file.next(atMost: 64)) else {
        throw Failure(
          code: .data,
          message: "\(Spelling.quoted(path)) is not an index file; "
            + "with several --in each must be one: `cairn index build` builds it")
      }
      try IndexFileStart.checkIsFile(path, isRepeatable: file.isRepeatable)
    }
    try checkIndexFile()
    return try PlaceSource(indexFiles: paths)
  }

  /// Throws if columns are chosen for an index file, whose properties already have their roles.
  func checkIndexFile() throws(Failure) {
    guard columns.isEmpty else {
      throw .usage(
        "--columns does not go with an index file: its columns were chosen by `cairn index build`")
    }
  }

  /// Reads all features of a file; throws if it is an index file and one is to be built.
  func features(
    shapes: CollectedFeatures.Shapes = .leftOut, spilledTo spilled: SpilledFeatures? = nil,
    _ console: inout Console
  ) throws(Failure) -> PlaceReading {
    var file = try InputFile(
      path, encoding: encoding, readsIndexFiles: spilled == nil, readsPhotos: true)
    let start = try file.next(atMost: 1 << 16)
    guard !IndexFileStart.isOne(start) else {
      throw .usage("\(Spelling.quoted(path)) is an index file already")
    }
    return try reading(file, start: start, shapes: shapes, spilledTo: spilled, &console)
  }

  /// Reads the features of a file that is not an index file.
  ///
  /// - Parameters:
  ///   - file: the file, whose start has been read.
  ///   - start: the bytes read so far.
  ///   - shapes: how lines and areas are handled.
  ///   - question: the query, so that points it cannot match are not kept; nil to keep all.
  ///   - spilled: a list for the features, used instead of memory unless some are lines or areas.
  ///   - console: receives the notes about features that cannot be read.
  /// - Returns: the features.
  /// - Throws: a ``Failure`` if no feature can be read, or for a bad row with `--on-error fail`.
  func reading(
    _ file: consuming InputFile, start: [UInt8], shapes: CollectedFeatures.Shapes,
    for question: PlaceRequest? = nil, spilledTo spilled: SpilledFeatures? = nil,
    _ console: inout Console
  ) throws(Failure) -> PlaceReading {
    var source = try FeatureInput(
      file, start: start, of: path, format: format, columns: columns, hasHeader: hasHeader,
      badRows: policy)
    source.salvages = salvages
    return try PlaceReading(
      self, &source, into: CollectedFeatures(shapes, spilledTo: spilled), for: question, &console)
  }
}

extension Arguments {
  /// The format of the option `--from`.
  var inputFormat: FileFormat? { self["from"].flatMap(FileFormat.init(rawValue:)) }

  /// The encoding of the option `--encoding`.
  var encoding: NamedEncoding? {
    get throws(Failure) {
      guard let name = self["encoding"] else { return nil }
      guard let encoding = NamedEncoding(name) else {
        throw .usage(
          "--encoding: this system knows no encoding \(Spelling.quoted(name)); `iconv -l` lists them"
        )
      }
      return encoding
    }
  }

  /// False if `--no-header` is given for the table of places; nil otherwise.
  ///
  /// With `--append`, `--no-header` refers to the table that columns are appended to.
  var tableHasHeader: Bool? { has("no-header") && !has("append") ? false : nil }
}

/// Recognizes an index file by its first bytes.
enum IndexFileStart {
  private static let magic: [UInt8] = [0x89, 0x43, 0x41, 0x49, 0x52, 0x4E, 0x0D, 0x0A]

  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Whether a path is that of an index file; false for a pipe, whose start can be read only once.
  static func isOne(atPath path: String) throws(Failure) -> Bool {
    guard path != "-", System.identity(FileName.system(path)) != nil else { return false }
    var file = try InputFile(path)
    return try isOne(file.next(atMost: 64))
  }

  /// Throws if an index file cannot be mapped, because it is not read from a file.
  static func checkIsFile(_ path: String, isRepeatable: Bool) throws(Failure) {
    guard path != "-" else {
      throw .usage("an index file cannot be read from the standard input; give its name")
    }
    guard isRepeatable else {
      throw .usage(
        "an index file cannot be read from a pipe, as \(Spelling.quoted(path)) is; give its name")
    }
  }
}
