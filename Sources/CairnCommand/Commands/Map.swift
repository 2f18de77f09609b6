internal import CairnCountries
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPictures

extension Command {
  /// `cairn map`: a picture of places.
  static let map = Command(
    name: "map",
    summary: "draw places, a country, a search or a route on a map",
    operands: "[<place> ...]",
    discussion: """
      Draws the countries and on them the places that are named, what is in a file, or places of the
      embedded set near a place or in a country. The projection suits what is shown; 180 degrees
      and the poles are places like any other.

      The picture is text for the terminal, SVG, or an HTML page to pan and zoom that needs no
      network. What --out ends with decides (.txt, .svg, .html), or --format.
      """,
    options: [
      Option(
        name: "category", value: "COLUMN", help: "the column of the file that decides the colour"),
      Option(name: "near", value: "PLACE", help: "the places around this one"),
      Option(
        name: "radius", value: "LENGTH", help: "how far around it: 100km (default), 60mi, 500m"),
      Option(
        name: "country", value: "COUNTRY",
        help: "show this country, and only its places: FR, FRA or France"),
      .countryBy,
      .anyKind,
      Option(
        name: "limit", value: "COUNT",
        help: "how many embedded places at most (default all, of a country its 40 largest cities)"),
      Option(name: "route", value: nil, help: "the best round trip through the places, numbered"),
      Option(name: "open", value: nil, help: "with --route: end at the last place"),
      Option(
        name: "clusters", value: nil, help: "draw places that lie close together as their number"),
      Option(name: "world", value: nil, help: "show the whole world"),
      Option(
        name: "box", value: "S,W,N,E", help: "show this box, in degrees; west > east crosses 180"),
      Option(name: "title", value: "TEXT", help: "what stands above the map"),
      Option(
        name: "size", value: "WxH",
        help: "pixels (default 1200x800), of text columns and rows"),
      .format(MapFormat.allCases.map(\.rawValue)),
      Option(name: "out", value: "FILE", help: "the file to write, as map.svg or map.html"),
    ] + .input,
    examples: [
      ("cairn map --near Sydney --radius 100km", "cities and airports around Sydney"),
      ("cairn map --country FJ --format svg", "a country and its largest cities"),
      ("cairn map Tokyo Honolulu Lima --route --format html", "a trip, to pan and zoom"),
      ("cairn map --in places.csv --size 100x30", "your own places"),
    ],
    run: { (arguments, console) throws(Failure) in
      let query = try MapQuery(arguments, &console)
      try query.write(query.picture(), to: &console)
    })
}

/// The forms in which a map is drawn.
enum MapFormat: String, CaseIterable, Sendable {
  case text, svg, html
}

/// What `cairn map` was asked.
struct MapQuery {
  /// The search that the map shows.
  struct Search {
    var center: Location
    var radius: Double
  }

  var format: MapFormat
  var path: String?
  var size: (width: Int, height: Int)?
  var title: String?
  var extent: MapPicture.Extent?
  var search: Search?
  var filter: PlaceFilter
  /// How many embedded places are drawn at most; `nil` for what suits the map.
  var limit: Int?
  var isRoute: Bool
  var isOpen: Bool
  var isClustered: Bool
  /// The places that were named, and those of the file; `nil` where neither is.
  var given: [MapPicture.Marker]?
  /// The lines and areas of the file.
  var paths: [GeoPath] = []
  var polygons: [GeoPolygon] = []

  /// The country that was asked for.
  var country: Country? { filter.country?.country }
  /// The kind of embedded places that was asked for.
  var kind: Place.Kind? { filter.kind.map { Place.Kind($0) } }
  var unit = LengthUnit.kilometres

  /// Reads the command line, and the table last, so that a wrong option is named first.
  init(_ arguments: Arguments, _ console: inout Console) throws(Failure) {
    path = arguments["out"]
    format = try Self.format(arguments["format"], path)
    title = arguments["title"]
    size = try arguments["size"].map { text throws(Failure) in try Self.size(text) }
    filter = try arguments.filter(hasOwnPlaces: arguments.has("in"))
    limit =
      try arguments.has("limit")
      ? arguments.count("limit", default: 0, in: NearQuery.limits) : nil
    isClustered = arguments.has("clusters")
    isRoute = arguments.has("route")
    isOpen = arguments.has("open")
    if isOpen, !isRoute { throw .usage("--open is about a route; give --route too") }
    if arguments.has("world"), arguments.has("box") {
      throw .usage("--world and --box both say what to show; give one of them")
    }
    if arguments.has("world") { extent = .world }
    if let text = arguments["box"] { extent = .box(try BoundingBox(option: text)) }
    let radius = try arguments.length("radius", unit: .kilometres)
    if let name = arguments["near"] {
      search = Search(center: try Location(name), radius: radius ?? 100_000)
    } else if radius != nil {
      throw .usage("--radius needs a place to be around: --near PLACE")
    }
    if arguments.has("category"), !arguments.has("in") {
      throw .usage("--category names a column of a file; give --in FILE too")
    }
    try readPlaces(arguments, &console)
    if isRoute, (given?.count ?? 0) < 2 {
      throw .usage("a route needs two places or more: name them, or give a file with --in FILE")
    }
  }

  private mutating func readPlaces(
    _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    if !arguments.operands.isEmpty {
      let places = try arguments.operands.map { name throws(Failure) in
        let location = try Location(name)
        return location.place
          ?? Place(name: location.coordinate.formatted(), coordinate: location.coordinate)
      }
      given = places.filter(filter.accepts).map { MapPicture.Marker($0) }
    }
    guard let input = try PlaceInput(arguments) else { return }
    let read = try MapInput(input, category: arguments["category"], filter, &console)
    let kind = filter.kind?.lowercased()
    given =
      (given ?? [])
      + read.markers.filter { kind == nil || $0.category.lowercased() == kind }
    paths = read.paths
    polygons = read.polygons
  }

  private static func format(_ word: String?, _ path: String?) throws(Failure) -> MapFormat {
    let name = OutputName(path ?? "-")
    let words = MapFormat.allCases.map(\.rawValue)
    let chosen = word.flatMap { word in MapFormat(rawValue: word).map { (word: word, format: $0) } }
    let format = try name.format(chosen, option: "--format", command: "map", words: words) {
      switch $0 {
      case "svg": [.svg]
      case "html", "htm": [.html]
      case "txt": [.text]
      default: []
      }
    }
    if let format { return format }
    guard name.isFile else { return .text }
    throw .usage(
      "the name \(name.quoted) tells no format; --format says which: "
        + Spelling.list(words))
  }

  private static func size(_ text: String) throws(Failure) -> (width: Int, height: Int) {
    let parts = text.lowercased().split(
      separator: "x", omittingEmptySubsequences: false
    ).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...16_384).contains(width), (1...16_384).contains(height)
    else {
      throw .usage("--size is a width and a height such as 1200x800, not \(Spelling.quoted(text))")
    }
    return (width, height)
  }
}
