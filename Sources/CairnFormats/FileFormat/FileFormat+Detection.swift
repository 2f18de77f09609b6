internal import CairnMemory

extension FileFormat {
  /// A detected format and the reason.
  public struct Detection: Hashable, Sendable {
    /// The format.
    public let format: FileFormat
    /// The reason, phrased to follow "because": `its name ends with .gpx`.
    public let reason: String

    /// Creates a result of a detection.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - reason: the reason, phrased to follow "because": `its name ends with .gpx`.
    public init(format: FileFormat, reason: String) {
      self.format = format
      self.reason = reason
    }
  }

  /// The number of leading bytes of a file that ``detect(_:fileName:)`` uses.
  public static let detectionLength = 1 << 16

  /// Detects the format from a file's name or its first bytes.
  ///
  /// Binary data is an error, whatever the name: a zero byte in the first line, or in more than a
  /// hundredth of the start. A text may have single zero bytes after that.
  ///
  /// A known file extension decides. Otherwise the contents do: the root element of XML, a brace of
  /// JSON, a WKT keyword, `geo:`, an NMEA sentence (even in files named as tables), the columns of
  /// GeoNames, tabs; encoded polylines only if every line is one. Everything else is CSV.
  ///
  /// - Parameters:
  ///   - start: the beginning of the file; ``detectionLength`` bytes are enough.
  ///   - fileName: the name of the file, with or without directories; nil if unknown.
  /// - Returns: the format and the reason; CSV for an empty input.
  /// - Throws: ``FormatError`` for an archive (KMZ must be unzipped), for XML that is neither GPX
  ///   nor KML, and for binary data.
  public static func detect(
    _ start: [UInt8], fileName: String? = nil
  ) throws(FormatError) -> Detection {
    let start = Array(start.prefix(detectionLength))
    if let error = otherFile(start) { throw error }
    if let fileName, let format = FileFormat(fileName: fileName) {
      // JSON Lines files use the same extensions, whatever the lines contain.
      if format == .geoJSONSequence, FormatSniffer(start).holdsPlainObjects {
        return Detection(format: .jsonObjects, reason: "it contains JSON objects with a location")
      }
      if format == .csv || format == .tsv, NMEAReader.recognizes(start) {
        return Detection(format: .nmea, reason: "it begins with an NMEA sentence")
      }
      if let error = FormatSniffer(start).markupError(named: format) { throw error }
      return Detection(
        format: format, reason: "its name ends with .\(suffix(of: fileName) ?? "")")
    }
    return try FormatSniffer(start).detect()
  }

  /// Files that other parts of Cairn read, by their description in a ``FormatError``.
  package enum OtherFile: String {
    case photo = "a photo"
    case picture = "a picture"
    case index = "an index file of Cairn"
    case roads = "a file of roads of Cairn"
    case extract = "an extract of OpenStreetMap"
  }

  /// The error for a file that is not text, with a remedy.
  ///
  /// - Parameter start: the first bytes of the file.
  /// - Returns: the error; nil if the bytes are not those of a known format.
  package static func otherFile(_ start: [UInt8]) -> FormatError? {
    let known = otherFiles.first { magic, _, _ in
      magic.count <= start.count && zip(magic, start).allSatisfy { $0 == nil || $0 == $1 }
    }
    if let (_, found, cure) = known {
      let remedy = cure.map { " (\($0))" } ?? ""
      return FormatError(
        .expected("a text format\(remedy)", found: found), line: 1, byte: 0, endsInput: true)
    }
    guard isBinary(start) else { return nil }
    return FormatError(.expected("a text format", found: "a zero byte"), line: 1, endsInput: true)
  }

  /// Whether bytes are not the start of a text in any known encoding.
  private static func isBinary(_ start: [UInt8]) -> Bool {
    guard start.contains(0) else { return false }
    var decoder = TextDecoder()
    let text = decoder.decode(start)
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    return line.contains(0) || text.count { $0 == 0 } * 100 > text.count
  }

  private static let conversion =
    "convert it with ogr2ogr -f GeoJSONSeq -t_srs EPSG:4326 /vsistdout/ FILE"

  /// The first bytes of other files, nil for any byte, with a program that converts them.
  private static let otherFiles: [(magic: [UInt8?], found: String, cure: String?)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive, such as KMZ", "unzip the archive first"),
    ([0x1F, 0x8B], "a gzip file", "gunzip it first"),
    (Array("BZh".utf8) + [nil] + Array("1AY&SY".utf8), "a bzip2 file", "bunzip2 it first"),
    ([0xFD] + Array("7zXZ".utf8) + [0], "an xz file", "unxz it first"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file", "unzstd it first"),
    (Array("7z".utf8) + [0xBC, 0xAF], "a 7z archive", "extract the archive first"),
    (Array("SQLite format 3".utf8), "an SQLite database, such as GeoPackage", conversion),
    ([0x00, 0x00, 0x27, 0x0A], "a shapefile", conversion),
    (Array("fgb".utf8) + [3], "FlatGeobuf", conversion),
    (Array("PAR1".utf8), "Parquet", "convert it with duckdb -csv -c \"FROM 'FILE'\""),
    (Array("ARROW1".utf8), "Arrow or Feather", "write it as CSV with Python's pyarrow or pandas"),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old workbook or document of Office",
      "save it as CSV first"
    ),
    (Array("%PDF-".utf8), "PDF", "export the table as CSV from the program that made it"),
    (
      Array(repeating: nil, count: 8) + Array(".FIT".utf8), "a FIT file",
      "convert it with gpsbabel -i garmin_fit -f FILE -o gpx -F OUT"
    ),
    ([0xFF, 0xD8, 0xFF], OtherFile.photo.rawValue, nil),
    ([0x89] + Array("PNG".utf8), OtherFile.picture.rawValue, nil),
    ([0x89] + Array("CAIRN".utf8), OtherFile.index.rawValue, nil),
    ([0x89] + Array("CROAD".utf8), OtherFile.roads.rawValue, nil),
    ([0, 0, 0, nil, 0x0A, 9] + Array("OSMHeader".utf8), OtherFile.extract.rawValue, nil),
  ]
}

/// Examines the beginning of a file.
private struct FormatSniffer {
  private let raw: [UInt8]
  private var bytes: [UInt8]
  /// The complete lines, and the last one if the file seems to end with it.
  private let lines: [Range<Int>]

  init(_ start: [UInt8]) {
    raw = start
    bytes = start
    var decoder = TextDecoder()
    bytes = decoder.decode(start)
    if start.count < FileFormat.detectionLength { bytes += decoder.finish() }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    var lines: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let end = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      let isWhole = end < bytes.count || start.count < FileFormat.detectionLength
      if isWhole || lines.isEmpty, bytes[index..<end].contains(where: { !$0.isBlank }) {
        lines.append(index..<end)
      }
      index = end + 1
    }
    self.lines = lines
  }

  func detect() throws(FormatError) -> FileFormat.Detection {
    guard let line = lines.first, let first = bytes[line].firstIndex(where: { !$0.isBlank }) else {
      return .init(format: .csv, reason: "it is empty")
    }
    switch bytes[first] {
    case UInt8(ascii: "<"): return try markup()
    case 0x1E: return .init(format: .geoJSONSequence, reason: "it begins with a record separator")
    case UInt8(ascii: "{"), UInt8(ascii: "["): return json()
    default: break
    }
    if let format = text(from: first, line) { return format }
    return table(line)
  }

  /// Detects the format by the root element, after declarations and comments.
  private func markup() throws(FormatError) -> FileFormat.Detection {
    var reader = XMLReader()
    reader.append(raw)
    var problem: FormatError?
    var name = ""
    do throws(FormatError) {
      if try reader.next() != nil { name = reader.localName }
    } catch {
      problem = error
    }
    switch name {
    case "gpx": return .init(format: .gpx, reason: "its root is <gpx>")
    case "kml": return .init(format: .kml, reason: "its root is <kml>")
    default:
      // Such as an unknown encoding.
      if let problem, bytes.starts(with: "<?xml".utf8) { throw problem }
      throw FormatError(
        .expected(
          "GPX or KML\(Self.remedy(for: name))", found: name.isEmpty ? "other markup" : "<\(name)>"),
        line: 1, endsInput: true)
    }
  }

  /// The error for markup in a file that is named as another format: a web page, or for JSON and
  /// the formats of single lines any markup; nil for other text.
  func markupError(named format: FileFormat) -> FormatError? {
    guard ![.gpx, .kml].contains(format), let line = lines.first,
      let first = bytes[line].firstIndex(where: { !$0.isBlank }),
      bytes[first] == UInt8(ascii: "<")
    else { return nil }
    let start = String(decoding: bytes[first...].prefix(15), as: UTF8.self).lowercased()
    let isPage = start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    let isTable = format == .csv || format == .tsv || format == .geoNames
    guard isPage || !isTable else { return nil }
    var found = "a web page, which may be a message of the server"
    if !isPage {
      do throws(FormatError) {
        found = try markup().format.title
      } catch {
        if case .expected(_, let other) = error.reason { found = other } else { found = "markup" }
      }
    }
    return FormatError(.expected(format.title, found: found), line: 1, endsInput: true)
  }

  /// A program that converts a kind of XML, in parentheses; empty for an unknown kind.
  private static func remedy(for root: String) -> String {
    switch root.lowercased() {
    case "osm": " (convert it with osmium export -o OUT.geojson FILE)"
    case "trainingcenterdatabase": " (convert it with gpsbabel -i gtrnctr -f FILE -o gpx -F OUT)"
    case "featurecollection", "gml":
      " (convert it with ogr2ogr -t_srs EPSG:4326 OUT.geojson FILE)"
    case "html": " (this is a web page; it may be a message of the server)"
    default: ""
    }
  }

  /// Whether it begins with an array, or with an object that has a location but is not GeoJSON.
  var holdsPlainObjects: Bool {
    guard let line = lines.first, let first = bytes[line].firstIndex(where: { !$0.isBlank }) else {
      return false
    }
    if bytes[first] == UInt8(ascii: "[") { return true }
    guard bytes[first] == UInt8(ascii: "{") else { return false }
    return bytes.withUnsafeSpan { span in
      var cursor = JSONCursor(span, at: first)
      guard let members = try? cursor.object() else { return holdsResponse(span, first) }
      return ObjectPlaces.recognizes(members)
    }
  }

  /// Whether an object that is not complete has an array that begins with an object with a location
  /// that is not GeoJSON.
  private func holdsResponse(_ span: UnsafeByteSpan, _ first: Int) -> Bool {
    let start = String(decoding: bytes.prefix(FileFormat.detectionLength), as: UTF8.self)
    if start.contains("\"FeatureCollection\"") || start.contains("\"Topology\"") { return false }
    var place = first
    var isText = false
    var attempts = 0
    while place < span.count, attempts < 16 {
      switch span[place] {
      case UInt8(ascii: "\\") where isText: place += 1
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "[") where !isText:
        var cursor = JSONCursor(span, at: place + 1)
        cursor.skipSpace()
        guard cursor.position < span.count, span[cursor.position] == UInt8(ascii: "{") else {
          break
        }
        attempts += 1
        if let members = try? cursor.object(), ObjectPlaces.recognizes(members) { return true }
      default: break
      }
      place += 1
    }
    return false
  }

  private func json() -> FileFormat.Detection {
    if holdsPlainObjects {
      return .init(format: .jsonObjects, reason: "it contains JSON objects with a location")
    }
    let objects = lines.prefix(2).filter { line in
      let text = bytes[line]
      return text.first { !$0.isBlank } == UInt8(ascii: "{")
        && text.last { !$0.isBlank && $0 != UInt8(ascii: ",") } == UInt8(ascii: "}")
    }
    return objects.count == 2
      ? .init(format: .geoJSONSequence, reason: "each line is a JSON object")
      : .init(format: .geoJSON, reason: "it begins as JSON")
  }

  /// Detects WKT, NMEA, geo URIs and polylines.
  private func text(from first: Int, _ line: Range<Int>) -> FileFormat.Detection? {
    let rest = first..<line.upperBound
    if rest.count > 4, bytes.matches("geo:", in: rest.prefix(4)) {
      return .init(format: .geoURI, reason: "it begins with geo:")
    }
    if NMEAReader.recognizes(bytes[rest]) {
      return .init(format: .nmea, reason: "it begins with an NMEA sentence")
    }
    if WKBParser.recognizes(bytes, rest) {
      return .init(format: .wkt, reason: "it begins with hexadecimal well-known binary")
    }
    var end = first
    while end < rest.upperBound, bytes[end].isLetter { end += 1 }
    let word = String(decoding: bytes[first..<end], as: UTF8.self).lowercased()
    if word == "srid", bytes[end..<rest.upperBound].first == UInt8(ascii: "=") {
      return .init(format: .wkt, reason: "it begins with SRID=")
    }
    var next = end
    // A geometry may continue on the next line.
    while next < bytes.count, bytes[next].isBlank { next += 1 }
    let isOpened = next < bytes.count && bytes[next] == UInt8(ascii: "(")
    var stop = next
    while stop < bytes.count, bytes[stop].isLetter { stop += 1 }
    let isMarked = ["empty", "z", "m", "zm"].contains { bytes.matches($0, in: next..<stop) }
    if isOpened || isMarked, WKTParser.isKind(bytes, first..<end) {
      return .init(format: .wkt, reason: "it begins with the word \(word.uppercased())")
    }
    let arePolylines = lines.allSatisfy { line in
      let line = bytes.trimmingBlanks(in: line)
      let hasSign = bytes[line].contains { $0 >= 0x3F && !$0.isLetter }
      return hasSign && (try? EncodedPolyline.decode(bytes, in: line, .five)) != nil
    }
    if arePolylines {
      return .init(format: .polyline5, reason: "each line is a polyline of 1e-5 degrees")
    }
    return nil
  }

  private func table(_ line: Range<Int>) -> FileFormat.Detection {
    if GeoNamesReader.recognizes(bytes) {
      return .init(format: .geoNames, reason: "it has the 19 columns of GeoNames")
    }
    let tabs = bytes[line].count { $0 == UInt8(ascii: "\t") }
    let commas = bytes[line].count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    if tabs > commas {
      return .init(format: .tsv, reason: "its first line has tabs")
    }
    return .init(format: .csv, reason: "it matches no other format")
  }
}
