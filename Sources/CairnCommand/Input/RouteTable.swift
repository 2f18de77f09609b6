internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory
internal import CairnRoutes

extension Arguments {
  /// The places of a route: a file, or two or more places that are typed.
  ///
  /// - Parameter missing: the message if there is neither.
  /// - Returns: the file, or the places.
  /// - Throws: a ``Failure`` for several files, or for a place that cannot be found.
  func routePlaces(_ missing: String) throws(Failure) -> RoutePlaces {
    let files = operands + [self["in"]].compactMap(\.self)
    let isFile = { (word: String) in
      word == "-" || FileFormat(fileName: word) != nil
        || System.identity(FileName.system(word)) != nil
    }
    guard files.count > 1 else {
      guard let file = files.first else { throw .usage(missing) }
      if !has("in"), !isFile(file), (try? Location(file)) != nil {
        throw .usage(
          "\(Spelling.quoted(file)) is one place; a route needs two or more, such as "
            + "`cairn route Vienna Prague Rome`")
      }
      return .file(file)
    }
    if has("in") || operands.contains(where: isFile) {
      throw .usage(
        "one table of places is needed, not \(files.count) files, or only places that are typed; "
          + "a name with a space needs quotes")
    }
    var places: [(typed: String, location: Location)] = []
    for word in operands { places.append((word, try Location(word))) }
    return .typed(places)
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

/// The places of a route as the command line gives them.
enum RoutePlaces {
  /// A file, or `-` for standard input.
  case file(String)
  /// The words and the places that they name.
  case typed([(typed: String, location: Location)])

  /// The file in messages.
  var title: String {
    switch self {
    case .file(let path): path
    case .typed: "the places"
    }
  }

  /// The words that were typed, one per row; empty for a file.
  var words: [String] {
    switch self {
    case .file: []
    case .typed(let places): places.map(\.typed)
    }
  }

  /// Reads the file, or writes the typed places as a table.
  func table(_ arguments: Arguments) throws(Failure) -> RouteTable {
    switch self {
    case .file(let path):
      try RouteTable(path, arguments.inputFormat, encoding: arguments.encoding)
    case .typed(let places): RouteTable(places)
    }
  }
}

/// A table of places, converted from a file of any format.
struct RouteTable {
  /// The rows, in UTF-8.
  let bytes: [UInt8]
  /// The encoding of the file.
  let encoding: TextEncoding
  private let path: String
  /// The number of features that are not points.
  private var otherCount = 0

  /// Reads a whole file, or the standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format; nil to detect it.
  ///   - named: the encoding of its text; nil to detect it.
  /// - Throws: a ``Failure`` if the file cannot be read.
  init(
    _ path: String, _ format: FileFormat? = nil, encoding named: NamedEncoding? = nil
  ) throws(Failure) {
    self.path = path
    var file = try InputFile(path, encoding: named, readsIndexFiles: true, readsPhotos: true)
    let bytes = try file.rest()
    var name = file.documentName
    let known: FileFormat
    do throws(FormatError) {
      known = try FileFormat.of(path, start: bytes, given: format)
    } catch {
      throw Failure(
        code: .data, message: "\(Spelling.quoted(path)), \(error)\(error.remedy)")
    }
    // An archive may have more documents.
    var others: [(name: String?, bytes: [UInt8])] = []
    while known == .kml, file.nextDocument() {
      others.append((file.documentName, try file.rest()))
    }
    var points = Points()
    do throws(FormatError) {
      if known == .csv || known == .tsv {
        (self.bytes, encoding) = try TextDecoder.decoded(bytes)
        return
      }
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
    otherCount = points.otherCount
    if points.count == 0, otherCount > 0 { throw .noPoints(Spelling.quoted(path), "route") }
  }

  /// Makes a table of places that were typed.
  ///
  /// A place has its usual name, or the typed one if several places have the same name.
  init(_ places: [(typed: String, location: Location)]) {
    path = "the places"
    encoding = .utf8
    let names = places.map { $0.location.place?.name ?? $0.typed }
    var csv = CSVWriter()
    for title in ["name", "latitude", "longitude"] { csv.field(title) }
    csv.endRow()
    for (place, name) in zip(places, names) {
      let isCommon = names.count { $0 == name } > 1
      csv.field(isCommon ? place.typed : name)
      csv.field(place.location.coordinate.latitude)
      csv.field(place.location.coordinate.longitude)
      csv.endRow()
    }
    bytes = csv.drain()
  }

  /// Reports on standard error the encoding, if it is not UTF-8, the rows that are longer than the
  /// header, and the features that are not points.
  func report(_ longRows: LongRows, to console: inout Console) throws(Failure) {
    let report = FeatureReport("route", of: path == "-" ? "the input" : path)
    try report.write(encoding, to: &console)
    try report.write(longRows, to: &console)
    try report.write(others: otherCount, to: &console)
  }

  /// The points of a file, which become the rows of a table.
  private struct Points {
    private var features: [GeoFeature] = []
    private(set) var otherCount = 0
    var count: Int { features.count }
    private var names = Properties()

    /// Adds the points of a file or a document, and returns its encoding.
    mutating func add(
      _ bytes: [UInt8], _ format: FileFormat
    ) throws(FormatError) -> TextEncoding {
      var source = FeatureSource(format.reader(), badRows: .fail)
      source.append(bytes)
      source.finish()
      while let feature = try source.next() {
        guard case .point? = feature.geometry else {
          otherCount += 1
          continue
        }
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
