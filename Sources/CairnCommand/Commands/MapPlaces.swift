internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPictures
internal import CairnPlaces
internal import CairnRegions
internal import CairnRoutes

extension MapQuery {
  /// The picture that was asked for.
  func picture() throws(Failure) -> MapPicture {
    var picture = MapPicture(extent: extent ?? country.map { .country($0) } ?? .contents)
    if let country { picture.highlighted = [country] }
    let found = given == nil ? embedded() : nil
    var markers = given ?? found?.markers ?? []
    if given != nil {
      if let search {
        markers.removeAll {
          !($0.coordinate.distance(to: search.center.coordinate) <= search.radius)
        }
      }
    } else {
      picture.attributions = attributions(of: markers)
    }
    picture.tracks = tracks
    picture.polygons = polygons
    picture.unit = unit
    picture.showsWaters = showsWaters
    picture.magnitudeTitle = magnitude ?? ""
    if let country, format != .text {
      picture.innerBorders = AdministrativeAtlas.world.borderLines(in: country)
    }
    if let search {
      picture.circles = [Cap(center: search.center.coordinate, radius: search.radius)]
      if extent == nil { picture.extent = .contents }
    }
    picture.title = title ?? heading(markers, found)
    if isRoute {
      let route = try plan(markers)
      picture.tours = [MapPicture.Tour(route.ordered(markers), isRoundTrip: !isOpen)]
      if title == nil {
        picture.title = "\(picture.title), \(Text.length(route.length, unit, digits: 0))"
      }
      if extent == nil { picture.extent = .contents }
    } else {
      picture.markers = markers
      picture.clustersMarkers = isClustered
    }
    if let size, format != .text {
      picture.width = Double(size.width)
      picture.height = Double(size.height)
    }
    return picture
  }

  /// Places of the embedded set.
  private struct Found {
    /// Those that are drawn.
    var markers: [MapPicture.Marker] = []
    /// How many there are.
    var count = 0
    /// Which of them are drawn where not all are: the nearest, the largest.
    var order = ""

    init() {}

    /// The first of places in an order, up to a limit.
    init(_ places: [Place], limit: Int?, order: String, kind: Place.Kind?) {
      count = places.count
      self.order = order
      markers = CityRanks(districtsOf: kind == nil).markers(places.prefix(limit ?? .max))
    }
  }

  /// The places of the embedded set that were asked for.
  private func embedded() -> Found {
    let world = Gazetteer.embedded
    if let search {
      let near = world.places(within: search.radius, of: search.center.coordinate, kind: kind)
      return Found(
        near.map(\.element).filter(filter.accepts), limit: limit, order: "nearest", kind: kind)
    }
    guard kind != nil || isClustered || country != nil else { return Found() }
    // Of a country the largest cities are shown, unless other places are asked for.
    let shown = kind ?? (isClustered ? nil : .city)
    let isDestination = shown != nil && shown != .city && shown != .airport
    let places = (isDestination ? world.destinations : world.places).filter {
      (shown == nil || $0.kind == shown) && filter.accepts($0)
    }
    guard shown == .city else { return Found(places, limit: limit, order: "", kind: kind) }
    let isCrowded = country != nil && !isClustered
    var sorted = places.sorted { ($0.population ?? 0) > ($1.population ?? 0) }
    if kind == nil, limit == nil, isCrowded {
      sorted = CityRanks().mainCities(sorted, limit: Self.citiesOfCountry)
    }
    return Found(
      sorted, limit: limit ?? (isCrowded ? Self.citiesOfCountry : nil), order: "largest",
      kind: kind)
  }

  /// How many cities of a country are shown, unless it is said.
  static let citiesOfCountry = 40

  private static let kindsOfGeoNames = [Place.Kind.city, .town, .region, .country].map(\.rawValue)

  private func attributions(of markers: [MapPicture.Marker]) -> [String] {
    let kinds = Set(markers.map(\.category))
    let sources =
      (kinds.isDisjoint(with: Self.kindsOfGeoNames) ? [] : ["GeoNames"])
      + (kinds.contains(Place.Kind.airport.rawValue) ? ["airportsdata"] : [])
    return sources.isEmpty ? [] : ["Places: " + sources.joined(separator: ", ")]
  }

  /// What stands above the map unless a title is given.
  private func heading(_ markers: [MapPicture.Marker], _ found: Found?) -> String {
    let kind = given == nil ? kind : nil
    let all = found?.count ?? markers.count
    var counted = "\(Text.grouped(all)) \(PlaceList.noun(kind, count: all))"
    if let found, all > markers.count {
      // "500 nearest of 1,237 cities"
      counted = [Text.grouped(markers.count), found.order, "of", counted]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    let place = country.map { " in \($0.name)" } ?? ""
    if isRoute { return "A route through \(counted)\(place)" }
    if let search {
      let center = search.center.place?.name ?? search.center.coordinate.formatted()
      return "\(counted)\(place) within \(Text.shortLength(search.radius, unit)) of \(center)"
    }
    if let country, given == nil, kind == nil, !isClustered { return country.name }
    return markers.isEmpty ? country?.name ?? "" : counted + place
  }

  private func plan(_ stops: [MapPicture.Marker]) throws(Failure) -> Route {
    do {
      return try RoutePlanner().plan(
        stops, coordinate: \.coordinate, trip: isOpen ? .open : .roundTrip)
    } catch {
      throw Failure(code: .data, message: error.description)
    }
  }

  /// Writes a picture in the form that was asked for, to the file that was asked for.
  func write(_ picture: MapPicture, to console: inout Console) throws(Failure) {
    let bytes: [UInt8]
    switch format {
    case .svg: bytes = picture.svg()
    case .html: bytes = picture.html()
    case .text:
      let columns = size?.width ?? console.width ?? 80
      let usesColor = path == nil && console.usesStyles
      bytes = Array(
        picture.text(columns: columns, rows: size?.height, usesColor: usesColor).utf8)
    case .png, .pdf:
      if console.width != nil, !OutputName(path ?? "-").isFile {
        throw .usage("\(format.rawValue) is nothing for a terminal; --out names a file")
      }
      bytes = try MapRenderer(format).draw(
        picture.svg(), size: (Int(picture.width), Int(picture.height)), scale: scale)
    }
    var file = try ResultFile(path ?? "-", console)
    try file.write(bytes, &console)
    try file.close(&console)
  }
}

/// The places, lines and areas of a file, as a map shows them.
struct MapInput {
  private(set) var markers: [MapPicture.Marker] = []
  private(set) var tracks: [MapPicture.Track] = []
  private(set) var polygons: [GeoPolygon] = []
  /// How many places have no size in the column of sizes.
  private var unsizedCount = 0
  /// Which places are wanted.
  private let filter: PlaceFilter
  private let style: MapQuery.Style

  /// Reads a file of any format, or an index file.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - style: the properties that decide the colour and the size, and whether others are told.
  ///   - filter: which places are wanted.
  ///   - search: places elsewhere may be left out; nil where all are wanted.
  ///   - console: where it is said what cannot be read.
  /// - Throws: a ``Failure`` for a file that cannot be read or has no such property.
  init(
    _ input: PlaceInput, _ style: MapQuery.Style, _ filter: PlaceFilter,
    near search: MapQuery.Search?,
    _ console: inout Console
  ) throws(Failure) {
    self.filter = filter
    self.style = style
    var file = try InputFile(input.path)
    let start = try file.next(atMost: FileFormat.detectionLength)
    if IndexFileStart.isOne(start), input.path != "-" {
      let source = try PlaceSource(indexFile: input.path)
      let found = try source.places(in: .region(BoundingBox.world), PlaceFilter())
      // Lines and areas stand on the map whatever places are wanted.
      let rows = found.lazy.map(source.row)
      for row in rows { if let geometry = row.geometry { add(geometry, row) } }
      let places = rows.filter { $0.geometry == nil }
      try check(source.roles?.names ?? [], places.isEmpty, input)
      add(places)
    } else {
      var question: PlaceQuestion?
      // Rows without a place count as those with one, unless something is to be near or within.
      if input.policy != .null, search != nil || filter.country != nil {
        question = PlaceQuestion(
          area: search.map { .disc($0.center.coordinate, radius: $0.radius) }
            ?? .region(BoundingBox.world), filter: PlaceFilter(country: filter.country))
      }
      let reading = try input.reading(
        file, start: start, shapes: .apart, for: question, &console)
      let roles = PlaceRoles(reading.features.propertyNames)
      for shape in reading.shapes {
        guard let geometry = shape.geometry else { continue }
        add(geometry, PlaceRoles(shape.properties.names).row(shape))
      }
      try check(roles.names, !reading.hasPlaces, input)
      add(reading.features.lazy.map { roles.row($0) })
    }
    try reportUnsized(input, &console)
  }

  /// Says how many dots are the smallest ones because nothing is known of them.
  private func reportUnsized(
    _ input: PlaceInput, _ console: inout Console
  ) throws(Failure) {
    guard unsizedCount > 0, let column = style.magnitude else { return }
    let report = FeatureReport(input.command, of: input.title)
    let (verb, whose) = unsizedCount == 1 ? ("has", "its dot is") : ("have", "their dots are")
    try report.write(
      "\(report.name): \(Text.grouped(unsizedCount)) of \(Text.grouped(markers.count)) places "
        + "\(verb) no number of 0 or more in `\(column)`; \(whose) the smallest",
      to: &console)
    try console.errors.flush()
  }

  /// Refuses a column that the file does not have.
  private func check(
    _ names: [String], _ isEmpty: Bool, _ input: PlaceInput
  ) throws(Failure) {
    for column in [style.category, style.magnitude].compactMap({ $0 })
    where !names.contains(column) && !isEmpty {
      let hint = Spelling.suggestion(for: column, among: names)
      throw Failure(
        code: .data,
        message: "\(Spelling.quoted(input.path)) has no column \(Spelling.quoted(column))"
          + (hint.isEmpty && !names.isEmpty ? "; it has \(Spelling.list(names))" : hint))
    }
    try filter.country?.check(
      hasColumn: isEmpty || PlaceRoles(names)[.country] != nil, of: Spelling.quoted(input.path))
  }

  /// Adds the places that are wanted, one by one: as rows all of them would take far more memory.
  private mutating func add(_ rows: some Sequence<PlaceList.Row>) {
    for row in rows where filter.accepts(row) {
      var marker = MapPicture.Marker(
        row.place.coordinate, name: row.place.name, category: category(of: row))
      marker.importance = Double(max(row.place.population ?? 0, 0))
      if let column = style.magnitude {
        let text = Self.text(column, of: row)
        let magnitude = text.isEmpty ? nil : Double(plain: text).flatMap { $0 >= 0 ? $0 : nil }
        if magnitude == nil { unsizedCount += 1 }
        marker.magnitude = magnitude ?? 0
        marker.importance = magnitude ?? 0
      }
      if style.tellsDetails { marker.details = Self.details(of: row) }
      markers.append(marker)
    }
  }

  /// What decides a place's colour: what it is, or the word in a column.
  private func category(of row: PlaceList.Row) -> String {
    style.category.map { Self.text($0, of: row) } ?? row.place.kind.rawValue
  }

  /// What stands in a column.
  private static func text(_ name: String, of row: PlaceList.Row) -> String {
    if let value = row.properties[name] { return value.cell }
    let known = PlaceColumns(names: [name])
    if known[.kind] != nil { return row.place.kind.rawValue }
    if known[.country] != nil { return row.place.countryCode ?? "" }
    if known[.population] != nil { return row.place.population.map { String($0) } ?? "" }
    return known[.name] != nil ? row.place.name : ""
  }

  /// What is known of a place or a line besides its name and its kind.
  private static func details(of row: PlaceList.Row) -> [MapPicture.Detail] {
    var details: [MapPicture.Detail] = []
    if let code = row.place.countryCode { details.append(.init("country", code)) }
    if let people = row.place.population {
      details.append(.init("population", Text.grouped(people)))
    }
    for (name, value) in row.properties.members {
      let cell = value.cell
      if !cell.isEmpty { details.append(.init(name, cell)) }
    }
    return details
  }

  /// The markers of points that are wanted.
  private func markers(at positions: [GeoFeature.Position]) -> [MapPicture.Marker] {
    positions.filter { filter.accepts(Place(name: "", coordinate: $0.coordinate)) }
      .map { MapPicture.Marker($0.coordinate) }
  }

  /// Adds a geometry that is more than a point, or several of them.
  private mutating func add(_ geometry: GeoFeature.Geometry, _ row: PlaceList.Row) {
    func polygon(_ rings: [[GeoFeature.Position]]) -> GeoPolygon? {
      let rings = rings.map { $0.map(\.coordinate) }
      return rings.first.map { GeoPolygon(straightInDegrees: $0, holes: Array(rings.dropFirst())) }
    }
    func add(_ line: [GeoFeature.Position]) {
      var track = MapPicture.Track(
        line.map(\.coordinate), heights: line.map(\.elevation), name: row.place.name)
      if style.tellsDetails { track.details = Self.details(of: row) }
      tracks.append(track)
    }
    switch geometry {
    case .point(let position):
      if !geometry.isEmptyPoint { markers += markers(at: [position]) }
    case .multiPoint(let positions): markers += markers(at: positions)
    case .lineString(let line): add(line)
    case .multiLineString(let lines): for line in lines { add(line) }
    case .polygon(let rings): polygons += [polygon(rings)].compactMap { $0 }
    case .multiPolygon(let parts): polygons += parts.compactMap(polygon)
    case .collection(let members): for member in members { self.add(member, row) }
    }
  }
}
