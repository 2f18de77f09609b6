internal import CairnFormats
internal import CairnGeodesy

/// The features of a file on their way into memory, and what was wrong with some of them.
struct PlaceReading {
  private let input: PlaceInput
  private var source: FeatureSource
  /// The columns of a table, for what is said of them.
  private let columns: PlaceColumns?
  /// Which properties get another name.
  private var renames: [(property: String, role: String)] = []
  private(set) var features = PackedFeatures()
  /// Whether lines and areas are wanted, too.
  var keepsShapes = false
  /// The lines and areas, where they are wanted.
  private(set) var shapes: [GeoFeature.Geometry] = []
  /// How many features came, those that could not be read not among them.
  private var count = 0
  /// How many of them are lines, areas or nowhere.
  private var otherCount = 0

  init(_ input: PlaceInput, start: [UInt8]) throws(Failure) {
    self.input = input
    let reader = try FileReader(
      of: input.path, start: start, from: input.format, columns: input.columns,
      hasHeader: input.hasHeader)
    source = FeatureSource(reader.features, badRows: input.policy)
    columns = reader.columns
    for role in [PlaceColumns.Role.name, .country, .kind, .population] {
      if let property = reader.property(role, chosen: input.columns), property != role.rawValue {
        renames.append((property, role.rawValue))
      }
    }
  }

  /// Reads a file to its end; `start` has been read of it.
  mutating func all(
    of file: inout InputFile, _ start: [UInt8], _ console: inout Console
  ) throws(Failure) {
    var progress = Progress(console)
    defer { progress.end() }
    var piece = start
    var byteCount = 0
    while !piece.isEmpty {
      byteCount += piece.count
      source.append(piece)
      try takeFeatures()
      progress.say("reading: \(Text.grouped(count)) places of \(byteCount >> 20) MB")
      piece = try file.next()
    }
    source.finish()
    try takeFeatures()
    progress.end()
    try report(&console)
  }

  private mutating func takeFeatures() throws(Failure) {
    while true {
      let feature: GeoFeature?
      do throws(FormatError) {
        feature = try source.next()
      } catch {
        throw .reading(Spelling.quoted(input.path), error)
      }
      guard let feature else { return }
      count += 1
      if case .point? = feature.geometry, feature.geometry?.isEmptyPoint == false {
        features.append(named(feature))
      } else if keepsShapes, let shape = feature.geometry {
        shapes.append(shape)
      } else {
        if let geometry = feature.geometry, !geometry.isEmptyPoint { otherCount += 1 }
        // So the places keep their row numbers.
        if input.policy == .null { features.append(named(feature)) }
      }
    }
  }

  /// A feature whose name, country, kind and population stand under these words where the
  /// command line says which properties they are.
  private func named(_ feature: GeoFeature) -> GeoFeature {
    var feature = feature
    for (property, role) in renames {
      guard let value = feature.properties[property] else { continue }
      feature.properties[property] = nil
      feature.properties[role] = value
    }
    return feature
  }

  /// Says on the standard error what was left out.
  private func report(_ console: inout Console) throws(Failure) {
    var lines: [String] = []
    let bad = source.badRowCount
    let path = Text.line(input.path == "-" ? "the input" : input.path)
    if let columns, columns.location != nil { lines.append("\(path): \(columns)") }
    if bad > 0 {
      let all = Text.grouped(input.policy == .null ? count : count + bad)
      let verb = bad == 1 ? "has" : "have"
      let fate = input.policy == .skip ? ", left out" : ""
      lines.append(
        "\(path): \(Text.grouped(bad)) of \(all) rows \(verb) no valid coordinate\(fate)")
      lines += source.badRows.prefix(3).map { "  \(Text.line($0.description))" }
      if bad > 3 { lines.append("  and \(Text.grouped(bad - 3)) more") }
    }
    if otherCount > 0 {
      let what = otherCount == 1 ? "is a line or an area" : "are lines or areas"
      lines.append(
        "\(path): \(Text.grouped(otherCount)) of \(Text.grouped(count)) \(what), no places")
    }
    if let line = Text.encoding(source.encoding) { lines.append("\(path): no UTF-8; \(line)") }
    if !source.leftOut.isEmpty { lines.append("\(path): left out: \(source.leftOut)") }
    for line in lines {
      try console.errors.write(
        (line.hasPrefix(" ") ? "" : "cairn \(input.command): ") + line + "\n")
    }
    try console.errors.flush()
    if count == 0, bad > 0 || !source.leftOut.isEmpty {
      throw Failure(code: .data, message: "nothing of \(path) can be read")
    }
  }
}

/// The first bytes of an index file.
enum IndexFileStart {
  private static let magic: [UInt8] = [0x89, 0x43, 0x41, 0x49, 0x52, 0x4E, 0x0D, 0x0A]

  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }
}
