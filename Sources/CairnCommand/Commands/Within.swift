internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

extension Command {
  /// `cairn within`: the places in an area.
  static let within = Command(
    name: "within",
    summary: "list or count the places in a box, a country, a polygon, a circle or along a path",
    operands: "[<place>]",
    discussion: """
      Lists the cities and airports in an area, or the places of a file, and the lines and areas of
      a file that touch a box or a polygon, begin in a country, or are within the distance. A box
      may cross 180 degrees: its west is then greater than its east. The edges of a polygon are
      straight in degrees, as in GeoJSON; a path follows great circles.

      An embedded place is in its own country, even if its coordinate is on the other side of the
      border as drawn; with --country-by coast or land the coordinate decides. For a place of a file
      the coordinate decides, unless --country-by column is given.

      Places along a path are listed in order along the path, places around a place nearest first,
      other places in the order of the file, and other embedded places by population.
      """,
    options: [
      Option(name: "box", value: "S,W,N,E", help: "south, west, north and east in degrees"),
      .country, .countryBy,
      Option(
        name: "polygon", value: "FILE", help: "the polygons of a file, or POLYGON ((...)) itself"),
      Option(
        name: "along", value: "FILE",
        help: "the line of a file, \"47.4,8.5 46.9,7.4\", or \"Bern; Thun; Sion\""),
      Option(name: "width", value: "LENGTH", help: "the maximum distance from the path: 10km"),
      Option(name: "radius", value: "LENGTH", help: "the maximum distance from <place>: 100km"),
      .limit(preset: nil), .count, .anyKind, .unit, .format,
    ] + .inputs,
    examples: [
      ("cairn within --box -20,177,-16,-178", "Fiji, across 180 degrees"),
      ("cairn within --country CH --kind airport", "the airports of Switzerland"),
      ("cairn within --along \"Bern; Thun; Sion\" --width 5km", "along a path"),
      ("cairn within Vienna --radius 50km --count --in places.csv", "the number of your places"),
    ],
    run: { (arguments, console) throws(Failure) in
      try WithinQuery(arguments, &console).answer(to: &console)
    })
}

/// A query of `cairn within`.
struct WithinQuery {
  var source: PlaceSource
  var area: Area
  var filter: PlaceCriteria
  var limit: Int
  var unit: LengthUnit
  var format: PlaceFormat
  var countsOnly: Bool
  /// The area in the heading, after "places".
  private var title: String
  /// The part of the filter that the heading names before the area.
  private var named: PlaceCriteria

  /// Reads the command line; files last, so that wrong options are reported first.
  init(_ arguments: Arguments, _ console: inout Console) throws(Failure) {
    unit = arguments.chosenUnit ?? arguments.writtenUnit("radius", "width") ?? .kilometers
    format = arguments.format
    countsOnly = arguments.has("count")
    limit =
      try arguments.has("limit")
      ? arguments.count("limit", default: 0, in: NearQuery.limits) : .max
    let input = try PlaceInput(arguments)
    filter = try arguments.filter(hasOwnPlaces: input != nil)
    let radius = try arguments.length("radius", unit: arguments.unit)
    let width = try arguments.length("width", unit: arguments.unit)
    let kinds = ["box", "polygon", "along", "radius"].filter { arguments.has($0) }
    guard kinds.count <= 1 else {
      throw .usage("--\(kinds[0]) and --\(kinds[1]) are two areas; give one of them")
    }
    guard !kinds.isEmpty || filter.country != nil || !arguments.operands.isEmpty else {
      throw .usage(
        "an area is needed: --box, --country, --polygon, --along with --width, "
          + "or a place with --radius")
    }
    guard (width != nil) == arguments.has("along") else {
      throw .usage("--along and --width go together: --along \"Bern; Thun\" --width 10km")
    }
    let place = arguments.operands.joined(separator: " ")
    guard (radius != nil) == !arguments.operands.isEmpty else {
      if place.split(separator: ",").count(where: { Double($0) != nil }) == 4 {
        throw .usage("four numbers are a box: `cairn within --box \(Text.line(place))`")
      }
      throw .usage(
        radius == nil
          ? "\(Spelling.quoted(place)) needs --radius, such as `cairn within Sydney --radius 100km`"
          : "a place is needed, such as `cairn within Sydney --radius 100km`")
    }
    if let radius {
      let center = try Location(place)
      area = .disc(center.coordinate, radius: radius)
      title = " within \(Text.shortLength(radius, unit)) of \(center.title)"
    } else if let along = arguments["along"], let width {
      area = .path(try GeoPath(option: along, &console), width: width)
      title = " within \(Text.shortLength(width, unit)) of the path"
    } else {
      (area, title) = try Self.region(arguments, &console)
    }
    named = filter
    source = .embedded
    let wanted = filter
    takeCountryAsArea(isOnly: kinds.isEmpty)
    named = filter
    if input == nil, kinds.isEmpty, let country = filter.country {
      // The own countries of the embedded places decide; the heading names the country as an area.
      named.country = nil
      title = " in \(country.country.name)"
    }
    if let input {
      let question = PlaceRequest(area: area, filter: filter, countsOnly: countsOnly)
      source = try input.source(for: question, &console)
    }
    try source.check(wanted)
  }

  /// The area of `--box` or `--polygon`, or the whole world, and its part of the heading.
  private static func region(
    _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) -> (area: Area, title: String) {
    if let box = arguments["box"] {
      return (.region(try BoundingBox(option: box)), " in the box")
    }
    if let polygon = arguments["polygon"] {
      let region = try ShapeInput(polygon, option: "--polygon", &console).polygons()
      return (.region(region), " in the polygon")
    }
    return (.region(BoundingBox.world), "")
  }

  /// Searches the boundaries of the country as an area, which an index supports, if the coordinate
  /// decides.
  private mutating func takeCountryAsArea(isOnly: Bool) {
    guard isOnly, let region = filter.country?.region else { return }
    area = .region(region)
    title = " in \(region.countries.map(\.name).joined())"
    filter.country = nil
  }

  /// Searches the places and writes them.
  func answer(to console: inout Console) throws(Failure) {
    if countsOnly {
      let count = try source.count(in: area, filter)
      return try format.write(count: min(count, limit), to: &console)
    }
    // The embedded places are listed by population.
    let found = try ordered(
      source.places(in: area, filter, limit: source.roles == nil ? .max : limit))
    let count = min(found.count, limit)
    // Only the heading of a table has the number of all places.
    let total =
      count == limit && format == .table ? try source.count(in: area, filter) : found.count
    let noun = named.noun(count: total, of: source) + title
    let path: PathIndex? = if case .path(let path, _) = area { PathIndex(path) } else { nil }
    let list = PlaceList(
      count: count, row: { row(found[$0], path) }, ways: ways, roles: source.roles, unit: unit,
      heading: count == 0
        ? "no \(noun)"
        : count < total ? "\(count) of \(total) \(noun)" : "\(count) \(noun)")
    try format.write(list, to: &console)
  }

  private var ways: PlaceList.Ways? {
    switch area {
    case .disc: .bearing
    case .path: .along
    case .region: nil
    }
  }

  /// A search result as a row of the printed list.
  private func row(_ found: PlaceSource.Found, _ path: PathIndex?) -> PlaceList.Row {
    var row = source.row(found)
    let coordinate = row.place.coordinate
    switch area {
    case .disc(let center, _):
      row.way = PlaceList.Way(
        distance: found.distance ?? .nan, bearing: center.initialBearing(to: coordinate))
    case .path:
      let point = path?.nearestPoint(to: coordinate)
      row.way = PlaceList.Way(
        distance: found.distance ?? .nan, along: point?.distanceAlong, side: point?.side)
    case .region: break
    }
    return row
  }

  /// The places in the order of the output.
  private func ordered(_ found: [PlaceSource.Found]) -> [PlaceSource.Found] {
    func sorted<Key>(
      by key: (PlaceSource.Found) -> Key, _ precedes: (Key, Key) -> Bool
    ) -> [PlaceSource.Found] {
      var keyed = found.map { (key: key($0), found: $0) }
      keyed.sort { precedes($0.key, $1.key) }
      return keyed.map(\.found)
    }
    switch area {
    case .disc: return found
    case .path(let path, _):
      let index = PathIndex(path)
      return sorted(
        by: { found in
          let way = row(found, index).way
          return (way?.along ?? 0, way?.distance ?? 0)
        }, <)
    case .region where source.roles == nil:
      return sorted(by: { source.row($0).place.population ?? -1 }, >)
    case .region: return found
    }
  }
}
