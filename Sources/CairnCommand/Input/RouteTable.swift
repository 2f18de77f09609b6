internal import CairnFormats
internal import CairnRoutes

extension Arguments {
  /// The only input file: the operand, or the value of --in.
  func onlyFile(_ missing: String) throws(Failure) -> String {
    let files = operands + [self["in"]].compactMap(\.self)
    guard files.count <= 1 else {
      throw .usage(
        "one table of places is needed, not \(files.count) files; "
          + "a name with a space needs quotes")
    }
    guard let file = files.first else { throw .usage(missing) }
    return file
  }

  /// The limit of the search; `nil` for the planner's default.
  var routeLimit: RouteLimit? {
    get throws(Failure) {
      let given = ["effort", "work", "time-limit"].filter { has($0) }
      guard given.count <= 1 else {
        throw .usage("--\(given[0]) and --\(given[1]) both limit the search; give one of them")
      }
      if let effort = self["effort"].flatMap(RouteEffort.init(rawValue:)) { return .effort(effort) }
      if has("work") { return .work(try count("work", default: 0, in: 0...1_000_000_000_000)) }
      return try self["time-limit"].map { text throws(Failure) in
        .time(try Self.duration(text, name: "--time-limit"))
      }
    }
  }
}

extension Option {
  /// The option that limits the steps of a search.
  static let work = Option(
    name: "work", value: "COUNT",
    help: "limit the search to this many steps: the same result every time")
}

/// A table of places, converted from a file of any format.
struct RouteTable {
  /// The rows, in UTF-8.
  let bytes: [UInt8]
  /// The encoding of the file.
  let encoding: TextEncoding
  private let path: String

  /// Reads a whole file, or the standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format; nil to detect it.
  /// - Throws: a ``Failure`` if the file cannot be read.
  init(_ path: String, _ format: FileFormat? = nil) throws(Failure) {
    self.path = path
    var file = try InputFile(path)
    let bytes = try Self.rest(of: &file)
    var name = file.documentName
    let known: FileFormat
    do throws(FormatError) {
      known = try FileFormat.of(path, start: bytes, given: format)
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
    }
    // An archive may have more documents.
    var others: [(name: String?, bytes: [UInt8])] = []
    while known == .kml, file.nextDocument() {
      others.append((file.documentName, try Self.rest(of: &file)))
    }
    do throws(FormatError) {
      if known == .csv || known == .tsv {
        (self.bytes, encoding) = try TextDecoder.decoded(bytes)
        return
      }
      var points = Points()
      encoding = try points.add(bytes, known)
      for other in others {
        name = other.name
        _ = try points.add(other.bytes, known)
      }
      name = nil
      self.bytes = try points.table
    } catch {
      let document = name.map { " (\(Text.line($0)))" } ?? ""
      throw Failure(code: .data, message: "\(Spelling.quoted(path))\(document), \(error)")
    }
  }

  /// Reports on standard error the encoding, if it is not UTF-8, and the rows that are longer than
  /// the header.
  func report(_ longRows: LongRows, to console: inout Console) throws(Failure) {
    let report = FeatureReport("route", of: path == "-" ? "the input" : path)
    try report.write(encoding, to: &console)
    try report.write(longRows, to: &console)
  }

  /// Reads a file, or a document of an archive, to its end.
  private static func rest(of file: inout InputFile) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try file.next()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  /// The points of a file, which become the rows of a table.
  private struct Points {
    private var features: [GeoFeature] = []
    private var names = Properties()

    /// Adds the points of a file or a document, and returns its encoding.
    mutating func add(
      _ bytes: [UInt8], _ format: FileFormat
    ) throws(FormatError) -> TextEncoding {
      var source = FeatureSource(format.reader(), badRows: .fail)
      source.append(bytes)
      source.finish()
      while let feature = try source.next() {
        guard case .point? = feature.geometry else { continue }
        for name in feature.properties.names { names[name] = .null }
        features.append(feature)
      }
      return source.encoding
    }

    /// The rows.
    var table: [UInt8] {
      get throws(FormatError) {
        var writer = TableWriter(names: names.names, location: .degrees)
        for feature in features { try writer.write(feature) }
        try writer.end()
        let table = writer.drain()
        return table.isEmpty ? Array("latitude,longitude\n".utf8) : table
      }
    }
  }
}
