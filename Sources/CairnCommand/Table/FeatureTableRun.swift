internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory

/// A run of `cairn append` on a JSON file: GeoJSON, lines of GeoJSON, or the response of a service;
/// or on an index file, which is read like one.
///
/// The places are written as a table with a column for each property, as by `cairn convert`, to
/// which the columns are appended.
struct FeatureTableRun {
  private let input: PlaceInput

  /// Prepares a run; returns nil if the table is not a JSON file.
  ///
  /// - Throws: a ``Failure`` if an option for tables is given.
  init?(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 1, let path = arguments.operands.first,
      !InputFile.isStream(path), Self.isJSON(path),
      var input = try PlaceInput(arguments, path: path)
    else { return nil }
    let names = [
      "no-header", "lat", "lon", "latlon", "delimiter", "encoding", "tsv", "fields",
    ]
    if let name = names.first(where: arguments.has) {
      throw .usage(
        "--\(name) is for tables; leave it out with a file of JSON, whose places have coordinates")
    }
    // The options of the file refer to that of --nearest-of.
    input.format = nil
    input.columns = [:]
    // Features without a coordinate become rows, which are then kept, left out or an error.
    input.policy = .null
    self.input = input
  }

  /// Whether a file's name and start are those of JSON; false for a file that cannot be read.
  private static func isJSON(_ path: String) -> Bool {
    do {
      var file = try InputFile(path, readsIndexFiles: true)
      let start = try file.next(atMost: FileFormat.detectionLength)
      let format = try FileFormat.of(path, start: start, given: nil)
      return [.geoJSON, .geoJSONSequence, .jsonObjects].contains(format)
    } catch {
      return false
    }
  }

  /// Appends the columns.
  func run(
    _ columns: [AppendedColumn], _ options: TableAppender.Options, to output: TableOutput,
    _ console: inout Console
  ) throws(Failure) {
    try output.check(UInt8(ascii: ","))
    try InputFile.checkIsNotOutput(input.path)
    let features = try input.features(&console).features.inMemory
    var appender = TableAppender(columns, options: tableOptions(options))
    if options.badRows == .fail {
      let bad = (0..<features.count).first { !features.coordinate(at: $0).isValid }
      if let bad {
        throw Failure(
          code: .data,
          message: "\(Spelling.quoted(input.path)): feature \(bad + 1) has no coordinate; "
            + "--on-error null keeps it with empty columns")
      }
    }
    let bytes = try table(features)
    do throws(TableAppenderError) {
      try appender.append(bytes)
      try appender.finish()
    } catch {
      throw Failure(error)
    }
    var target = try output.open(console)
    try target.write(appender.drain(), &console)
    try target.close(&console)
    let leavesOut = options.badRows == .skip || columns.contains(where: \.repeatsRows)
    // The lines of single rows are those of the table, not of the file.
    for line in appender.report.summary(leavesOut: leavesOut) where !line.hasPrefix("  ") {
      try console.errors.write("cairn append: \(Text.line(line))\n")
    }
    try console.errors.flush()
  }

  private func tableOptions(_ options: TableAppender.Options) -> TableAppender.Options {
    var options = options
    options.hasHeader = true
    options.delimiter = UInt8(ascii: ",")
    options.points[0] = .init(latitude: "latitude", longitude: "longitude")
    return options
  }

  /// The places as a table.
  private func table(_ features: PackedFeatures) throws(Failure) -> [UInt8] {
    var columns = TableColumns()
    for name in features.propertyNames { columns.note(name) }
    for number in 0..<features.count { columns.note(features[number]) }
    var options = FileFormat.WriterOptions()
    columns.set(&options)
    var writer = FileFormat.csv.writer(options)
    var bytes: [UInt8] = []
    do throws(FormatError) {
      for number in 0..<features.count {
        try writer.write(features[number])
        bytes += writer.drain()
      }
      try writer.end()
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(input.path)), \(error)")
    }
    return bytes + writer.drain()
  }
}
