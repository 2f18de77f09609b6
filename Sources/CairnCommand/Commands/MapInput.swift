internal import CairnCountries
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPictures

/// The places, lines and areas of a file, as drawn on a map.
struct MapInput {
  private(set) var markers: [MapPicture.Marker] = []
  private(set) var tracks: [MapPicture.Track] = []
  private(set) var polygons: [GeoPolygon] = []
  /// The number of polygons of each area.
  private(set) var partCounts: [Int] = []
  /// The texts of the markers in the column of sizes, until all are read.
  private var sizes: [String] = []
  /// The spilled places, if they are too many for memory; those in memory come before them.
  private(set) var spilled: SpilledFeatures?
  private var roles = PlaceRoles([])
  /// The filter of places.
  private let filter: PlaceCriteria
  private let style: MapQuery.Style
  private var tolerance = EdgeTolerance()

  /// The maximum number of places kept in memory.
  static let limit = 10_000

  /// Reads a file of any format, or an index file.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - style: the properties that decide the color and the size, and whether others are shown.
  ///   - filter: the filter of places.
  ///   - search: the area of the map, outside of which places may be left out; nil to keep all.
  ///   - features: the list that places are read into.
  ///   - mayStay: whether more than ``limit`` places may remain spilled.
  ///   - console: receives the notes about features that cannot be read.
  /// - Throws: a ``Failure`` if the file cannot be read or lacks a chosen property.
  init(
    _ input: PlaceInput, _ style: MapQuery.Style, _ filter: PlaceCriteria,
    near search: MapQuery.Search?, spilledTo features: SpilledFeatures, mayStay: Bool,
    _ console: inout Console
  ) throws(Failure) {
    self.filter = filter
    self.style = style
    var file = try InputFile(input.path, encoding: input.encoding, readsPhotos: true)
    let start = try file.next(atMost: FileFormat.detectionLength)
    if IndexFileStart.isOne(start), input.path != "-" {
      try input.checkIndexFile()
      let source = try PlaceSource(indexFiles: [input.path])
      let found = try source.places(in: .region(BoundingBox.world), PlaceCriteria())
      // Lines and areas are drawn whatever the filter of places is.
      let rows = found.lazy.map(source.row)
      for row in rows { if let geometry = row.geometry { add(geometry, row) } }
      let places = rows.filter { $0.geometry == nil }
      try check(source.roles?.names ?? [], places.isEmpty, input)
      add(places)
    } else {
      var question: PlaceRequest?
      // With --on-error null, rows without a place must be kept, so there is no pre-filter.
      if input.policy != .null, search != nil || filter.country != nil {
        question = PlaceRequest(
          area: search.map { .disc($0.center.coordinate, radius: $0.radius) }
            ?? .region(BoundingBox.world), filter: PlaceCriteria(country: filter.country))
      }
      let reading = try input.reading(
        file, start: start, shapes: .apart, for: question, spilledTo: features, &console)
      roles = PlaceRoles(reading.features.propertyNames)
      for shape in reading.features.shapes { shape.geometry.map { tolerance.add($0) } }
      try tolerance.report(FeatureReport(input.command, of: input.title).name, to: &console)
      for shape in reading.features.shapes {
        guard let geometry = shape.geometry else { continue }
        add(geometry, PlaceRoles(shape.properties.names).row(shape))
      }
      try check(roles.names, !reading.hasPlaces && features.count == 0, input)
      if mayStay, features.count > Self.limit {
        spilled = features
      } else {
        try writing { () throws(IndexFileError) in
          try features.forEach { add(CollectionOfOne(roles.row($0.feature))) }
        }
      }
    }
    try setSizes(input, &console)
  }

  /// Sets the sizes of the markers, and reports the number of places that get the smallest dot
  /// because their size is unknown.
  private mutating func setSizes(
    _ input: PlaceInput, _ console: inout Console
  ) throws(Failure) {
    guard let column = style.magnitude else { return }
    let notation = NumberNotation(of: sizes)
    var unsizedCount = 0
    for (index, text) in sizes.enumerated() {
      let size = notation.number(text).flatMap { $0 >= 0 ? $0 : nil }
      if size == nil { unsizedCount += 1 }
      markers[index].magnitude = size ?? 0
      markers[index].importance = size ?? 0
    }
    sizes = []
    guard unsizedCount > 0 else { return }
    let report = FeatureReport(input.command, of: input.title)
    let verb = unsizedCount == 1 ? "has" : "have"
    try report.write(
      "\(report.name): \(Text.grouped(unsizedCount)) of \(Text.grouped(markers.count)) places "
        + "\(verb) no number of 0 or more in `\(column.name)`; drawn with the smallest dot",
      to: &console)
    try console.errors.flush()
  }

  /// Throws if the file lacks a chosen column.
  private func check(
    _ names: [String], _ isEmpty: Bool, _ input: PlaceInput
  ) throws(Failure) {
    for column in [style.category, style.magnitude].compactMap({ $0 })
    where !names.contains(column.name) && !isEmpty && !column.isPosition {
      let hint = Spelling.suggestion(for: column.name, among: names)
      throw Failure(
        code: .data,
        message: "\(Spelling.quoted(input.path)) has no column \(Spelling.quoted(column.name))"
          + (hint.isEmpty && !names.isEmpty ? "; it has \(Spelling.list(names))" : hint))
    }
    try filter.country?.check(
      hasColumn: isEmpty || PlaceRoles(names)[.country] != nil, of: Spelling.quoted(input.path))
  }

  /// Adds the places that pass the filter, one by one; an array of rows would take far more memory.
  private mutating func add(_ rows: some Sequence<PlaceList.Row>) {
    for row in rows where filter.accepts(row) {
      let marker = style.marker(row)
      if let column = style.magnitude { sizes.append(column.text(of: row)) }
      markers.append(marker)
    }
  }

  /// The spilled places, after some places in memory.
  ///
  /// - Parameters:
  ///   - others: the places in memory.
  ///   - scale: the classes of the numbers that are the categories; nil to keep them.
  ///   - accepts: a filter, called with markers that have no name and no details.
  /// - Returns: the places to draw; nil if none are spilled, or none pass.
  /// - Throws: a ``Failure`` if the spill file cannot be read or written.
  func crowd(
    behind others: [MapPicture.Marker], _ scale: ColumnScale?,
    where accepts: (MapPicture.Marker) -> Bool
  ) throws(Failure) -> SpilledMarkers? {
    guard let spilled else { return nil }
    let columns = SpilledColumns(roles, style.category?.name, spilled.propertyNames)
    let (roles, style) = (roles, style)
    @Sendable func colored(_ marker: MapPicture.Marker) -> MapPicture.Marker {
      var marker = marker
      if let scale { marker.category = scale.category(ofText: marker.category) }
      return marker
    }
    return try writing { () throws(IndexFileError) in
      try SpilledMarkers(spilled, behind: others, beside: MapQuery.scratch) { feature in
        drawn(feature, columns, where: accepts).map(colored)
      } whole: { feature in
        colored(style.marker(roles.row(feature.feature)))
      }
    }
  }

  /// The marker of a spilled place without its name; nil if it is not drawn.
  private func drawn(
    _ feature: SpilledFeature, _ columns: SpilledColumns, where accepts: (MapPicture.Marker) -> Bool
  ) -> MapPicture.Marker? {
    var marker = MapPicture.Marker(feature.coordinate)
    marker.importance = columns.importance(feature)
    marker.category = columns.category(feature) ?? style.category(of: roles.row(feature.feature))
    let isIncluded =
      filter.country?.accepts(word: columns.country(feature), at: feature.coordinate) ?? true
    return isIncluded && accepts(marker) ? marker : nil
  }

  /// The categories of the spilled places that are drawn, in order.
  ///
  /// - Throws: a ``Failure`` if the spill file cannot be read.
  func spilledCategories(
    where accepts: (MapPicture.Marker) -> Bool
  ) throws(Failure) -> [String] {
    guard let spilled else { return [] }
    let columns = SpilledColumns(roles, style.category?.name, spilled.propertyNames)
    var found: [String] = []
    try writing { () throws(IndexFileError) in
      try spilled.forEach { feature in
        if let marker = drawn(feature, columns, where: accepts) { found.append(marker.category) }
      }
    }
    return found
  }

  /// The markers of the points that pass the filter.
  private func markers(at positions: [GeoFeature.Position]) -> [MapPicture.Marker] {
    positions.filter { filter.accepts(Place(name: "", coordinate: $0.coordinate)) }
      .map { MapPicture.Marker($0.coordinate) }
  }

  private mutating func addArea(_ parts: [GeoPolygon?]) {
    let parts = parts.compactMap { $0 }
    polygons += parts
    partCounts.append(parts.count)
  }

  /// Adds a geometry.
  private mutating func add(_ geometry: GeoFeature.Geometry, _ row: PlaceList.Row) {
    func polygon(_ rings: [[GeoFeature.Position]]) -> GeoPolygon? {
      let rings = rings.map { $0.map(\.coordinate) }
      return rings.first.map {
        GeoPolygon(
          straightInDegrees: $0, holes: Array(rings.dropFirst()), tolerance: tolerance.meters)
      }
    }
    func add(_ line: [GeoFeature.Position]) {
      var track = MapPicture.Track(
        line.map(\.coordinate), heights: line.map(\.elevation), name: row.place.name)
      if style.tellsDetails { track.details = MapQuery.Style.details(of: row) }
      tracks.append(track)
    }
    switch geometry {
    case .point(let position):
      if !geometry.isEmptyPoint { markers += markers(at: [position]) }
    case .multiPoint(let positions): markers += markers(at: positions)
    case .lineString(let line): add(line)
    case .multiLineString(let lines): for line in lines { add(line) }
    case .polygon(let rings): addArea([polygon(rings)])
    case .multiPolygon(let parts): addArea(parts.map(polygon))
    case .collection(let members): for member in members { self.add(member, row) }
    }
  }
}

extension MapQuery.Style {
  /// The marker of a place.
  func marker(_ row: PlaceList.Row) -> MapPicture.Marker {
    var marker = MapPicture.Marker(
      row.place.coordinate, name: row.place.name, category: category(of: row))
    marker.importance = Double(max(row.place.population ?? 0, 0))
    if tellsDetails { marker.details = Self.details(of: row) }
    return marker
  }

  /// The category that decides a place's color: its kind, or the text of a column.
  func category(of row: PlaceList.Row) -> String {
    category?.text(of: row) ?? row.place.kind.rawValue
  }

  /// The details of a place or a line besides its name and kind.
  static func details(of row: PlaceList.Row) -> [MapPicture.Detail] {
    var details: [MapPicture.Detail] = []
    if let code = row.place.countryCode { details.append(.init("country", code)) }
    if let people = row.place.population {
      details.append(.init("population", Text.grouped(people)))
    }
    if let meters = row.elevation {
      details.append(.init("elevation", decimalText(meters, digits: 3, trimsZeros: true) + " m"))
    }
    for (name, value) in row.properties.members {
      let cell = value.cell
      if !cell.isEmpty { details.append(.init(name, cell)) }
    }
    return details
  }
}

/// A column that decides the color or the size of places.
struct MapColumn {
  let name: String
  /// The role by the name; readers turn such a column into a part of the place.
  private let role: PlaceColumns.Role?

  init(_ name: String) {
    self.name = name
    let columns = PlaceColumns(names: [name])
    role = PlaceColumns.Role.allCases.first { columns[$0] != nil }
  }

  /// Whether the column has the latitudes, longitudes or elevations, which readers turn from
  /// properties into the position.
  var isPosition: Bool { role == .latitude || role == .longitude || role == .elevation }

  /// The text of a row in this column.
  func text(of row: PlaceList.Row) -> String {
    if let value = row.properties[name] { return value.cell }
    return switch role {
    case .latitude: row.place.coordinate.latitude.description
    case .longitude: row.place.coordinate.longitude.description
    case .elevation: row.elevation.map { decimalText($0, digits: 3, trimsZeros: true) } ?? ""
    case .kind: row.place.kind.rawValue
    case .country: row.place.countryCode ?? ""
    case .population: row.place.population.map { String($0) } ?? ""
    case .name: row.place.name
    case .coordinate, .geometry, nil: ""
    }
  }
}
