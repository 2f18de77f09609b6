internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPictures
internal import CairnPlaces
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
    picture.paths = paths
    picture.polygons = polygons
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
    init(_ places: [Place], limit: Int?, order: String) {
      count = places.count
      self.order = order
      markers = places.prefix(limit ?? .max).map { MapPicture.Marker($0) }
    }
  }

  /// The places of the embedded set that were asked for.
  private func embedded() -> Found {
    let world = Gazetteer.embedded
    if let search {
      let near = world.places(within: search.radius, of: search.center.coordinate, kind: kind)
      return Found(near.map(\.element).filter(filter.accepts), limit: limit, order: "nearest")
    }
    guard kind != nil || isClustered || country != nil else { return Found() }
    // Of a country the largest cities are shown, unless other places are asked for.
    let shown = kind ?? (isClustered ? nil : .city)
    let isDestination = shown != nil && shown != .city && shown != .airport
    let places = (isDestination ? world.destinations : world.places).filter {
      (shown == nil || $0.kind == shown) && filter.accepts($0)
    }
    guard shown == .city else { return Found(places, limit: limit, order: "") }
    let isCrowded = country != nil && !isClustered
    return Found(
      places.sorted { ($0.population ?? 0) > ($1.population ?? 0) },
      limit: limit ?? (isCrowded ? Self.citiesOfCountry : nil), order: "largest")
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
    }
    var file = try ResultFile(path ?? "-", console)
    try file.write(bytes, &console)
    try file.close(&console)
  }
}

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
  ///   - input: the file.
  ///   - category: the property that decides the colour; `nil` for the places' kind.
  ///   - filter: which places are wanted.
  ///   - console: where it is said what cannot be read.
  /// - Throws: a ``Failure`` for a file that cannot be read or has no such property.
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
      let all = try source.places(in: .region(BoundingBox.world), PlaceFilter()).map(source.row)
      rows = all.filter { $0.geometry == nil }
      for row in all { if let geometry = row.geometry { add(geometry) } }
      names = source.roles?.names ?? []
    } else {
      let reading = try input.reading(file, start: start, shapes: .apart, &console)
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
    try filter.country?.check(
      hasColumn: rows.isEmpty || PlaceRoles(names)[.country] != nil,
      of: Spelling.quoted(input.path))
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
