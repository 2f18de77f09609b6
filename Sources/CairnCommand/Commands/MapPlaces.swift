internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPictures
internal import CairnPlaces
internal import CairnRegions
internal import CairnRoutes

extension MapQuery {
  /// Builds the map.
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
    picture.partCounts = partCounts
    picture.unit = unit
    picture.showsWaters = showsWaters
    picture.magnitudeTitle = magnitude ?? ""
    picture.colorScale = colorScale
    if let country, format != .text {
      picture.innerBorders = AdministrativeAtlas.world.borderLines(in: country)
    }
    if let search {
      picture.circles = [Cap(center: search.center.coordinate, radius: search.radius)]
      if extent == nil { picture.extent = .contents }
    }
    picture.title = title ?? heading(crowd?.count ?? markers.count, found)
    if isRoute {
      let route = try plan(markers)
      picture.tours = [MapPicture.Tour(route.ordered(markers), isRoundTrip: !isOpen)]
      if title == nil {
        picture.title = "\(picture.title), \(Text.groupedLength(route.length, unit))"
      }
      if extent == nil { picture.extent = .contents }
    } else {
      picture.markers = markers
      picture.crowd = crowd
      picture.clustersMarkers = isClustered
    }
    if let size, format != .text {
      picture.width = Double(size.width)
      picture.height = Double(size.height)
    }
    if let paper {
      (picture.width, picture.height) = paper
      // Ten millimeters.
      picture.margin = 38
      picture.furniture.insert(.northArrow)
    }
    picture.theme = theme
    return picture
  }

  /// The embedded places to draw.
  private struct Found {
    /// The places that are drawn.
    var markers: [MapPicture.Marker] = []
    /// The number of places before the limit.
    var count = 0
    /// The order by which places are chosen if not all are drawn: nearest, largest.
    var order = ""

    init() {}

    /// Takes the first places of a sorted list, up to a limit.
    init(_ places: [Place], limit: Int?, order: String, kind: Place.Kind?) {
      count = places.count
      self.order = order
      markers = CityRanks(districtsOf: kind == nil).markers(places.prefix(limit ?? .max))
    }
  }

  /// The embedded places that match the options.
  private func embedded() -> Found {
    let world = Gazetteer.embedded
    if let search {
      let near = world.places(within: search.radius, of: search.center.coordinate, kind: kind)
      return Found(
        near.map(\.element).filter(filter.accepts), limit: limit, order: "nearest", kind: kind)
    }
    guard kind != nil || isClustered || country != nil else { return Found() }
    // For a country the largest cities are shown, unless another kind is chosen.
    let shown = kind ?? (isClustered ? nil : .city)
    let group =
      switch shown {
      case nil, .city?, .district?: world.places
      case .airport?, .aerodrome?: world.aerodromes
      default: world.destinations
      }
    func isShown(_ place: Place) -> Bool {
      switch shown {
      case nil: place.kind == .city || place.kind == .airport
      case .aerodrome?: true
      case let kind?: place.kind == kind
      }
    }
    let places = group.filter { isShown($0) && filter.accepts($0) }
    guard shown == .city else { return Found(places, limit: limit, order: "", kind: kind) }
    let isCrowded = country != nil && !isClustered
    var sorted = places.mostPopulousFirst()
    if kind == nil, limit == nil, isCrowded {
      sorted = CityRanks(reach: Self.suburbReach).mainCities(sorted, limit: Self.citiesOfCountry)
    }
    return Found(
      sorted, limit: limit ?? (isCrowded ? Self.citiesOfCountry : nil), order: "largest",
      kind: kind)
  }

  /// The distance in meters within which the suburbs of a city are not among the main cities of a
  /// country; four times that in the largest cities.
  private static let suburbReach = 3_500.0

  /// The default number of cities shown for a country.
  static let citiesOfCountry = 40

  private static let kindsOfGeoNames = [
    Place.Kind.city, .district, .town, .region, .country,
  ].map(\.rawValue)

  private static let kindsOfAirports = [Place.Kind.airport, .aerodrome].map(\.rawValue)

  private func attributions(of markers: [MapPicture.Marker]) -> [String] {
    let kinds = Set(markers.map(\.category))
    let sources =
      (kinds.isDisjoint(with: Self.kindsOfGeoNames) ? [] : ["GeoNames"])
      + (kinds.isDisjoint(with: Self.kindsOfAirports) ? [] : ["airportsdata", "OurAirports"])
    return sources.isEmpty ? [] : ["Places: " + sources.joined(separator: ", ")]
  }

  /// The default title.
  private func heading(_ count: Int, _ found: Found?) -> String {
    let kind = given == nil ? kind : nil
    let all = found?.count ?? count
    var counted = "\(Text.grouped(all)) \(PlaceList.noun(kind, count: all))"
    if let found, all > count {
      // "500 nearest of 1,237 cities"
      counted = [Text.grouped(count), found.order, "of", counted]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    let place = country.map { " in \($0.name)" } ?? ""
    if isRoute { return "A route through \(counted)\(place)" }
    if let search {
      let center = search.center.place?.name ?? search.center.coordinate.formatted()
      return "\(counted)\(place) within \(Text.shortLength(search.radius, unit)) of \(center)"
    }
    if let country, given == nil, kind == nil, !isClustered { return country.name }
    if count == 0, country == nil { return headingOfShapes }
    let shapes = isRoute || headingOfShapes.isEmpty ? "" : ", " + headingOfShapes
    if count == 1, country == nil, let name = given?.first?.name, !name.isEmpty {
      return name + shapes
    }
    return count == 0 ? country?.name ?? "" : counted + place + shapes
  }

  /// The default title of a map that has lines or areas and no places.
  private var headingOfShapes: String {
    let lengths = tracks.map { GeoPath($0.coordinates).length() }
    let length = lengths.reduce(0, +)
    // Short tracks are in meters, or feet.
    let text =
      unit.value(fromMeters: length) < 10
      ? unit.text(meters: length) : Text.groupedLength(length, unit)
    let names = Set(tracks.map(\.name))
    let name = names.count == 1 ? names.first ?? "" : ""
    let lines = tracks.count == 1 ? "line" : "lines"
    let areas = polygons.count == 1 ? "area" : "areas"
    if tracks.isEmpty {
      return polygons.isEmpty ? "" : "\(Text.grouped(polygons.count)) \(areas)"
    }
    let what = name.isEmpty ? "\(Text.grouped(tracks.count)) \(lines)" : name
    let others = polygons.isEmpty ? "" : " and \(Text.grouped(polygons.count)) \(areas)"
    return "\(what), \(text)\(others)"
  }

  /// The maximum number of stops of a route that is planned with the normal effort.
  private static let thoroughStops = 2_000

  private func plan(_ stops: [MapPicture.Marker]) throws(Failure) -> Route {
    var planner = RoutePlanner()
    // The normal effort takes a minute for tens of thousands, and no map shows the difference.
    if stops.count > Self.thoroughStops { planner.limit = .effort(.quick) }
    do {
      return try planner.plan(
        stops, coordinate: \.coordinate, trip: isOpen ? .open : .roundTrip)
    } catch {
      throw Failure(code: .data, message: error.description)
    }
  }

  /// Writes a map in the chosen format, to the chosen file.
  func write(_ picture: MapPicture, to console: inout Console) throws(Failure) {
    var bytes: [UInt8] = []
    var names: MapPicture.NameCount?
    switch format {
    case .svg, .html: break
    case .text:
      let columns = size?.width ?? console.width ?? 80
      let usesColor = path == nil && console.usesStyles
      let map = picture.namedText(columns: columns, rows: size?.height, usesColor: usesColor)
      bytes = Array(map.text.utf8)
      names = map.names
    case .png, .pdf:
      if console.width != nil, !OutputName(path ?? "-").isFile {
        throw .usage("\(format.rawValue) cannot be shown in a terminal; name a file with --out")
      }
      var svg: [UInt8] = []
      names = picture.svg { svg += $0 }
      bytes = try MapRenderer(format).draw(
        svg, size: (Int(picture.width), Int(picture.height)), scale: scale)
    }
    var file = try ResultFile(path ?? "-", console)
    if format == .svg || format == .html {
      var failure: Failure?
      func send(_ piece: [UInt8]) {
        guard failure == nil else { return }
        do throws(Failure) { try file.write(piece, &console) } catch { failure = error }
      }
      if format == .svg { names = picture.svg(send) } else { picture.html(send) }
      if let failure { throw failure }
    }
    try file.write(bytes, &console)
    try crowd?.check()
    try file.close(&console)
    try report(names, of: picture, to: &console)
  }

  /// Reports how many names have no room.
  private func report(
    _ names: MapPicture.NameCount?, of picture: MapPicture, to console: inout Console
  ) throws(Failure) {
    guard let names, names.omitted > 0 else { return }
    let all = names.shown + names.omitted
    // A small part of the names on a map with many dots is what a user expects.
    let hint = all > 2_000 ? "" : "; a larger map, or a page (--format html), shows more"
    try console.errors.write(
      "cairn map: no room for \(Text.grouped(names.omitted)) of \(Text.grouped(all)) names\(hint)\n"
    )
    try console.errors.flush()
  }
}
