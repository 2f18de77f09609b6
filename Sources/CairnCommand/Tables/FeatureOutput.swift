internal import CairnFormats

/// Writes features to a file or the standard output, in the format of the options `--out` and
/// `--format`.
struct FeatureOutput {
  private let name: OutputName
  private let format: FileFormat
  private let command: String

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - preset: the format if neither the name of the file nor --format determines it.
  /// - Throws: a ``Failure`` if the name and --format disagree, or for a format that cannot be
  ///   written.
  init(_ arguments: Arguments, preset: FileFormat) throws(Failure) {
    name = OutputName(arguments["out"] ?? "-", mayCompress: true)
    command = arguments.command
    let chosen = arguments["format"].flatMap { word in
      FileFormat(word: word).map { (word: word, format: $0) }
    }
    let found = try name.format(
      chosen, option: "--format", command: command, words: FormatWord.written,
      formats: FormatWord.formats)
    // NMEA and GeoNames cannot be written.
    let preset = preset == .nmea ? .gpx : preset == .geoNames ? .tsv : preset
    format = found ?? preset
  }

  /// Whether the format is CSV or TSV.
  var isTable: Bool { format == .csv || format == .tsv }

  /// The format.
  var fileFormat: FileFormat { format }

  /// Creates the file, which is compressed if its name ends with `.gz` or `.kmz`.
  func open(_ console: Console) throws(Failure) -> ResultFile {
    try ResultFile(name.path, console, compression: name.compression)
  }

  /// Writes the features and completes the file.
  ///
  /// - Parameters:
  ///   - features: the features.
  ///   - members: the members of the file that they are from, for a format that has them.
  ///   - console: receives the output and what is left out.
  /// - Throws: a ``Failure`` if the format cannot hold a feature, or the file cannot be written.
  func write(
    _ features: [GeoFeature], members: Properties = Properties(), to console: inout Console
  ) throws(Failure) {
    var target = try open(console)
    var options = FileFormat.WriterOptions()
    if isTable {
      var columns = TableColumns()
      for feature in features { columns.note(feature) }
      columns.set(&options)
    }
    var writer = format.writer(options)
    writer.take(foreignMembers: members)
    do throws(FormatError) {
      for feature in features { try writer.write(feature) }
      try writer.end()
    } catch {
      throw Failure(code: .data, message: "\(error); give another --format")
    }
    try target.write(writer.drain(), &console)
    try target.close(&console)
    var leftOut = writer.leftOut
    if ![.geoJSON, .gpx, .kml].contains(format) { leftOut.addMembers(members) }
    if !leftOut.isEmpty {
      try FeatureReport(command, of: "").write("left out: \(leftOut)", to: &console)
      try console.errors.flush()
    }
  }
}

extension [Option] {
  /// The options of a command that writes features.
  static func featureOutput(_ preset: String) -> [Option] {
    [
      Option(
        name: "out", value: "FILE",
        help: "the file to write (default standard output), compressed if its name ends with .gz "
          + "or .kmz"),
      Option(
        name: "format", value: "FORMAT",
        help: "the output format (default by the name of --out, otherwise \(preset))",
        choices: FormatWord.written + ["ndjson"]),
    ]
  }
}
