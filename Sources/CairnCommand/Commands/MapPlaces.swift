internal import CairnCountries
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
    let places = world.places.filter { (shown == nil || $0.kind == shown) && filter.accepts($0) }
    guard shown == .city else { return Found(places, limit: limit, order: "") }
    let isCrowded = country != nil && !isClustered
    return Found(
      places.sorted { ($0.population ?? 0) > ($1.population ?? 0) },
      limit: limit ?? (isCrowded ? Self.citiesOfCountry : nil), order: "largest")
  }

  /// How many cities of a country are shown, unless it is said.
  static let citiesOfCountry = 40

  private func attributions(of markers: [MapPicture.Marker]) -> [String] {
    let kinds = Set(markers.map(\.category))
    let sources =
      (kinds.contains(Place.Kind.city.rawValue) ? ["GeoNames"] : [])
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
