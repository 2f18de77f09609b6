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
    var markers = given ?? embedded()
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
    picture.title = title ?? heading(markers)
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

  /// The places of the embedded set that were asked for.
  private func embedded() -> [MapPicture.Marker] {
    let world = Gazetteer.embedded
    if let search {
      let found = world.places(
        nearestTo: search.center.coordinate, count: country == nil ? limit : .max,
        within: search.radius, kind: kind)
      return found.lazy.map(\.element).filter(filter.accepts).prefix(limit)
        .map { MapPicture.Marker($0) }
    }
    guard kind != nil || isClustered || country != nil else { return [] }
    // Of a country the largest cities are shown, unless other places are asked for.
    let shown = kind ?? (isClustered ? nil : .city)
    var found = world.places.filter { (shown == nil || $0.kind == shown) && filter.accepts($0) }
    if !isClustered, country != nil {
      found.sort { ($0.population ?? 0) > ($1.population ?? 0) }
      found = Array(found.prefix(limit))
    }
    return found.map { MapPicture.Marker($0) }
  }

  private func attributions(of markers: [MapPicture.Marker]) -> [String] {
    let kinds = Set(markers.map(\.category))
    let sources =
      (kinds.contains(Place.Kind.city.rawValue) ? ["GeoNames"] : [])
      + (kinds.contains(Place.Kind.airport.rawValue) ? ["airportsdata"] : [])
    return sources.isEmpty ? [] : ["Places: " + sources.joined(separator: ", ")]
  }

  /// What stands above the map unless a title is given.
  private func heading(_ markers: [MapPicture.Marker]) -> String {
    let kind = given == nil ? kind : nil
    let counted = "\(Text.grouped(markers.count)) \(PlaceList.noun(kind, count: markers.count))"
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
    guard let path, path != "-" else { return try console.output.write(bytes) }
    do {
      try System.write(bytes, toFile: path)
    } catch {
      throw Failure(
        code: .inputOutput,
        message: "\(Spelling.quoted(path)) cannot be written: \(error.message)")
    }
  }
}
