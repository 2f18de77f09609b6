internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPictures

/// The places, lines and areas of a file, as a map shows them.
struct MapInput {
  private(set) var markers: [MapPicture.Marker] = []
  private(set) var paths: [GeoPath] = []
  private(set) var polygons: [GeoPolygon] = []
  /// Which places are wanted.
  private let filter: PlaceFilter

  /// Reads a file of any format, or an index file.
  ///
  /// - Parameters:
  ///   - category: the property that decides the colour; `nil` for the places' kind.
  ///   - filter: which places are wanted.
  init(
    _ input: PlaceInput, category: String?, _ filter: PlaceFilter, _ console: inout Console
  ) throws(Failure) {
    self.filter = filter
    var file = try InputFile(input.path)
    let start = try file.next(atMost: FileFormat.detectionLength)
    let rows: [PlaceList.Row]
    let names: [String]
    if IndexFileStart.isOne(start), input.path != "-" {
      let source = try PlaceSource(indexFile: input.path)
      rows = try source.places(in: .region(BoundingBox.world), PlaceFilter()).map(source.row)
      names = source.roles?.names ?? []
    } else {
      var reading = try PlaceReading(input, start: start)
      reading.keepsShapes = true
      try reading.all(of: &file, start, &console)
      let roles = PlaceRoles(reading.features.propertyNames)
      rows = reading.features.map { roles.row($0) }
      names = roles.names
      for shape in reading.shapes { add(shape) }
    }
    if let category, !names.contains(category), !rows.isEmpty {
      let hint = Spelling.suggestion(for: category, among: names)
      throw Failure(
        code: .data,
        message: "\(Spelling.quoted(input.path)) has no column \(Spelling.quoted(category))"
          + (hint.isEmpty && !names.isEmpty ? "; it has \(Spelling.list(names))" : hint))
    }
    try filter.check(hasColumn: rows.isEmpty || PlaceRoles(names)[.country] != nil, input.path)
    markers += rows.filter(filter.accepts).map { row in
      MapPicture.Marker(
        row.place.coordinate, name: row.place.name, category: Self.category(of: row, category))
    }
  }

  /// What decides a place's colour: what it is, or the word in a column.
  private static func category(of row: PlaceList.Row, _ name: String?) -> String {
    guard let name else { return row.place.kind.rawValue }
    if let value = row.properties[name] { return value.cell }
    let known = PlaceColumns(names: [name])
    if known[.kind] != nil { return row.place.kind.rawValue }
    if known[.country] != nil { return row.place.countryCode ?? "" }
    return known[.name] != nil ? row.place.name : ""
  }

  /// The markers of points that are wanted.
  private func markers(at positions: [GeoFeature.Position]) -> [MapPicture.Marker] {
    positions.filter { filter.accepts(Place(name: "", coordinate: $0.coordinate)) }
      .map { MapPicture.Marker($0.coordinate) }
  }

  /// Adds a geometry that is more than a point, or several of them.
  private mutating func add(_ geometry: GeoFeature.Geometry) {
    func polygon(_ rings: [[GeoFeature.Position]]) -> GeoPolygon? {
      let rings = rings.map { $0.map(\.coordinate) }
      return rings.first.map { GeoPolygon(straightInDegrees: $0, holes: Array(rings.dropFirst())) }
    }
    switch geometry {
    case .point(let position):
      if !geometry.isEmptyPoint { markers += markers(at: [position]) }
    case .multiPoint(let positions): markers += markers(at: positions)
    case .lineString(let line): paths.append(GeoPath(line.map(\.coordinate)))
    case .multiLineString(let lines): paths += lines.map { GeoPath($0.map(\.coordinate)) }
    case .polygon(let rings): polygons += [polygon(rings)].compactMap { $0 }
    case .multiPolygon(let parts): polygons += parts.compactMap(polygon)
    case .collection(let members): for member in members { add(member) }
    }
  }
}
