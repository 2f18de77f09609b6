internal import CairnCountries
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory
internal import CairnPictures

extension Command {
  /// `cairn map`: a map of places.
  static let map = Command(
    name: "map",
    summary: "draw places, a country, a search or a route on a map",
    operands: "[<place> ...]",
    discussion: """
      Draws the countries and on them the named places, the contents of a file, or embedded places
      near a place or in a country. The projection is chosen to suit the extent, even across 180
      degrees and at the poles.

      With --base, roads, railways, waters, woods, built-up areas and names of an OpenStreetMap
      extract (.osm.pbf, .osm, .osm.gz) are drawn below, as detailed as the scale allows. Without
      places the map shows the area of the extract.

      The map is text for the terminal, SVG, or an HTML page to pan and zoom that needs no network.
      The extension of --out (.txt, .svg, .html, .png, .pdf) decides, or --format. PNG and PDF are
      rendered by rsvg-convert, resvg or Chromium, whichever is installed.
      """,
    options: [
      Option(
        name: "category", value: "COLUMN", help: "the column of the file that decides the color"),
      Option(
        name: "color-by", value: "COLUMN",
        help: "the column of numbers that decides the color: up to five classes with equally many "
          + "places"),
      Option(
        name: "size-by", value: "COLUMN",
        help: "the column of numbers that the areas of the dots are proportional to"),
      Option(name: "near", value: "PLACE", help: "the places around this one"),
      Option(
        name: "radius", value: "LENGTH", help: "the radius around it: 100km (default), 60mi, 500m"),
      Option(
        name: "country", value: "COUNTRY",
        help: "show this country, and only its places: FR, FRA or France"),
      .countryBy,
      .anyKind,
      Option(
        name: "limit", value: "COUNT",
        help: "the maximum number of embedded places (default all; for a country its 40 largest "
          + "cities)"),
      Option(
        name: "route", value: nil,
        help: "the best round trip through the places, numbered; of more than 2,000 a good one"
      ),
      Option(name: "open", value: nil, help: "with --route: end at the last place"),
      Option(
        name: "clusters", value: nil, help: "draw places close together as one circle with a count"),
      Option(
        name: "base", value: "EXTRACT",
        help: "draw the roads, waters, woods and towns of an OpenStreetMap extract below"),
      Option(name: "no-waters", value: nil, help: "draw no lakes or rivers, and no names of seas"),
      Option(name: "world", value: nil, help: "show the whole world"),
      Option(
        name: "box", value: "S,W,N,E", help: "show this box, in degrees; west > east crosses 180"),
      .unit,
      Option(name: "title", value: "TEXT", help: "the title above the map"),
      Option(
        name: "size", value: "WxH",
        help: "width and height in pixels (default 1200x800), for text in columns and rows"),
      Option(
        name: "paper", value: "FORMAT",
        help: "the size of a sheet instead of --size, with margins and a north arrow",
        hints: MapPaper.allCases.map(\.rawValue)),
      Option(name: "landscape", value: nil, help: "with --paper: the long side is horizontal"),
      Option(
        name: "theme", value: "THEME",
        help: "the colors: automatic (default; dark if the browser's user prefers it), light, dark "
          + "or print", hints: MapPicture.Theme.allCases.map(\.rawValue)),
      Option(
        name: "scale", value: "FACTOR",
        help: "with png: the pixels for each pixel of --size, 0.1 to 8 (default 1)"),
      .format(MapFormat.allCases.map(\.rawValue)),
      Option(
        name: "out", value: "FILE", help: "the file to write, such as map.svg, map.html or map.png"),
    ] + .input,
    examples: [
      ("cairn map --near Sydney --radius 100km", "cities and airports around Sydney"),
      ("cairn map --country FJ --format svg", "a country and its largest cities"),
      ("cairn map Tokyo Honolulu Lima --route --format html", "a trip, to pan and zoom"),
      ("cairn map --in places.csv --size 100x30", "your own places"),
      ("cairn map --base city.osm.pbf --out city.svg", "the streets of an extract"),
    ],
    run: { (arguments, console) throws(Failure) in
      let query = try MapQuery(arguments, &console)
      var picture = try query.picture()
      try query.addBase(to: &picture, &console)
      query.addTowns(to: &picture, columns: console.width ?? 80)
      try query.write(picture, to: &console)
    })
}

extension LengthUnit {
  /// The unit of a map on which a length is given in this one: kilometers for meters, miles for
  /// feet and yards.
  fileprivate var onMaps: LengthUnit {
    switch self {
    case .meters: .kilometers
    case .feet, .yards: .miles
    case .kilometers, .miles, .nauticalMiles: self
    }
  }
}

/// The classes of a column of numbers.
struct ColumnScale {
  let scale: MapPicture.ColorScale
  let notation: NumberNotation

  /// The category of a number in a table.
  func category(ofText text: String) -> String { scale.category(of: notation.number(text)) }
}

/// The output formats of a map.
enum MapFormat: String, CaseIterable, Sendable {
  case text, svg, html, png, pdf

  /// Whether another program draws it.
  var isRendered: Bool { self == .png || self == .pdf }
}

/// A query of `cairn map`.
struct MapQuery {
  /// The search that the map shows.
  struct Search {
    var center: Location
    var radius: Double
  }

  var format: MapFormat
  var path: String?
  var size: (width: Int, height: Int)?
  /// The number of PNG pixels for each pixel of the size.
  var scale = 1.0
  var title: String?
  var extent: MapPicture.Extent?
  var search: Search?
  var filter: PlaceCriteria
  /// The maximum number of embedded places drawn; `nil` for the default.
  var limit: Int?
  var isRoute: Bool
  var isOpen: Bool
  var isClustered: Bool
  var showsWaters: Bool
  /// The size of a sheet of paper in pixels.
  var paper: (width: Double, height: Double)?
  var theme = MapPicture.Theme.automatic
  /// The extract of the base layer.
  var base: String?
  /// The named places and those of the file; `nil` if there are neither.
  var given: [MapPicture.Marker]?
  /// The named places and those of the file, instead of `given`, if they are too many for memory.
  var crowd: SpilledMarkers?
  /// The lines and areas of the file.
  var tracks: [MapPicture.Track] = []
  var polygons: [GeoPolygon] = []
  /// The number of polygons of each area.
  var partCounts: [Int] = []

  /// The chosen country.
  var country: Country? { filter.country?.country }
  /// The chosen kind of embedded places.
  var kind: Place.Kind? { filter.kind.map { Place.Kind($0) } }
  var unit = LengthUnit.kilometers
  /// The column that decides the size of dots.
  var magnitude: String?
  /// The classes of the column of numbers that decides the color.
  var colorScale: MapPicture.ColorScale?

  /// The columns of a row that are shown.
  struct Style {
    /// The column that decides the color; nil for the kind of the place.
    var category: MapColumn?
    /// The column that decides the size.
    var magnitude: MapColumn?
    /// Whether all columns are shown as details.
    var tellsDetails = false
  }

  /// Reads the command line, and the table last, so that wrong options are reported first.
  init(_ arguments: Arguments, _ console: inout Console) throws(Failure) {
    path = arguments["out"]
    format = try Self.format(arguments["format"], path)
    title = arguments["title"]
    size = try arguments["size"].map { text throws(Failure) in try Self.size(text) }
    paper = try MapPaper.size(arguments, format)
    if let paper { size = (Int(paper.width), Int(paper.height)) }
    theme = try Self.theme(arguments["theme"])
    if let text = arguments["scale"] { scale = try Self.scale(text, format, size) }
    filter = try arguments.filter(hasOwnPlaces: arguments.has("in"))
    limit =
      try arguments.has("limit")
      ? arguments.count("limit", default: 0, in: NearQuery.limits) : nil
    if limit != nil, arguments.has("in") || !arguments.operands.isEmpty {
      throw .usage("--limit is for embedded places; leave it out with named places and with --in")
    }
    isClustered = arguments.has("clusters")
    showsWaters = !arguments.has("no-waters")
    base = arguments["base"]
    if base == "-", arguments["in"] == "-" {
      throw .usage("--base and --in cannot both be read from standard input; name a file for one")
    }
    isRoute = arguments.has("route")
    isOpen = arguments.has("open")
    if isOpen, !isRoute { throw .usage("--open applies to a route; give --route too") }
    if arguments.has("world"), arguments.has("box") {
      throw .usage("--world and --box both set the extent; give one of them")
    }
    if arguments.has("world") { extent = .world }
    if let text = arguments["box"] { extent = .box(try BoundingBox(option: text)) }
    let radius = try arguments.length("radius", unit: .kilometers)
    if let name = arguments["near"] {
      search = Search(center: try Location(name), radius: radius ?? 100_000)
    } else if radius != nil {
      throw .usage("--radius needs a place: --near PLACE")
    }
    if arguments.has("category"), arguments.has("color-by") {
      throw .usage("--category and --color-by both set the color; give one of them")
    }
    if arguments.has("kind"), arguments.has("color-by") {
      throw .usage(
        "--kind and --color-by cannot be combined; leave one of them out")
    }
    for name in ["category", "color-by", "size-by"]
    where arguments.has(name) && !arguments.has("in") {
      throw .usage("--\(name) names a column of a file; give --in FILE too")
    }
    magnitude = arguments["size-by"]
    unit = arguments.chosenUnit ?? arguments.writtenUnit("radius")?.onMaps ?? .kilometers
    try readPlaces(arguments, &console)
    if isRoute, (given?.count ?? 0) < 2 {
      throw .usage("a route needs two places or more: name them, or give a file with --in FILE")
    }
  }

  private mutating func readPlaces(
    _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    if !arguments.operands.isEmpty {
      // The country of a named place's record decides, even with a file, whose places are filtered
      // by coordinate.
      let own = PlaceCriteria(country: try arguments.embeddedCountryFilter)
      let places = try arguments.operands.map { name throws(Failure) in
        let location = try Location(name)
        return location.place
          ?? Place(
            name: location.coordinate.formatted(), coordinate: location.coordinate,
            countryCode: PlaceFacts(location).place?.countryCode)
      }
      given = places.filter(own.accepts).map { MapPicture.Marker($0) }
    }
    guard let input = try PlaceInput(arguments) else { return }
    let style = Style(
      category: (arguments["color-by"] ?? arguments["category"]).map(MapColumn.init),
      magnitude: magnitude.map(MapColumn.init), tellsDetails: format == .html)
    // Places that are clustered, sized or connected by a route must be in memory.
    let read = try MapInput(
      input, style, filter, near: search, spilledTo: SpilledFeatures(beside: Self.scratch),
      mayStay: !isRoute && !isClustered && magnitude == nil, &console)
    let kind = filter.kind?.lowercased()
    func isWanted(_ marker: MapPicture.Marker) -> Bool {
      kind == nil || marker.category.lowercased() == kind
    }
    func isNear(_ marker: MapPicture.Marker) -> Bool {
      guard let search else { return true }
      return marker.coordinate.distance(to: search.center.coordinate) <= search.radius
    }
    var markers = ((given ?? []) + read.markers.filter(isWanted)).filter(isNear)
    var columnScale: ColumnScale?
    if let column = arguments["color-by"] {
      let more = try read.spilledCategories { isWanted($0) && isNear($0) }
      let scale = try colorScale(column, markers.map(\.category) + more, input, &console)
      for number in markers.indices {
        markers[number].category = scale.category(ofText: markers[number].category)
      }
      columnScale = scale
      colorScale = scale.scale
    }
    crowd = try read.crowd(behind: markers, columnScale) { isWanted($0) && isNear($0) }
    given = read.spilled == nil ? markers : []
    tracks = read.tracks
    polygons = read.polygons
    partCounts = read.partCounts
  }

  /// The classes of a column of numbers.
  ///
  /// - Throws: a ``Failure`` if no place has a number.
  private func colorScale(
    _ column: String, _ texts: [String], _ input: PlaceInput, _ console: inout Console
  ) throws(Failure) -> ColumnScale {
    let notation = NumberNotation(of: texts)
    let values = texts.map { notation.number($0) }
    let missing = values.count { $0 == nil }
    guard missing < values.count || values.isEmpty else {
      throw Failure(
        code: .data,
        message: "\(Spelling.quoted(input.path)) has no number in the column "
          + "\(Spelling.quoted(column)); for words, give --category")
    }
    if missing > 0 {
      let report = FeatureReport(input.command, of: input.title)
      let verb = missing == 1 ? "has" : "have"
      try report.write(
        "\(report.name): \(Text.grouped(missing)) of \(Text.grouped(values.count)) places \(verb) no "
          + "number in `\(column)`; drawn gray", to: &console)
      try console.errors.flush()
    }
    return ColumnScale(
      scale: MapPicture.ColorScale(quantilesOf: values, title: column), notation: notation)
  }

  /// A path in the temporary folder, next to which spill files are created; the file itself need
  /// not exist.
  static let scratch = System.temporaryFolder + "/cairn"

  private static func format(_ word: String?, _ path: String?) throws(Failure) -> MapFormat {
    let name = OutputName(path ?? "-")
    let words = MapFormat.allCases.map(\.rawValue)
    let chosen = word.flatMap { word in MapFormat(rawValue: word).map { (word: word, format: $0) } }
    let format = try name.format(chosen, option: "--format", command: "map", words: words) {
      switch $0 {
      case "svg": [.svg]
      case "html", "htm": [.html]
      case "txt": [.text]
      case "png": [.png]
      case "pdf": [.pdf]
      default: []
      }
    }
    if let format { return format }
    guard name.isFile else { return .text }
    throw .usage(
      "the format is not clear from the name \(name.quoted); give --format "
        + Spelling.list(words))
  }

  private static func scale(
    _ text: String, _ format: MapFormat, _ size: (width: Int, height: Int)?
  ) throws(Failure) -> Double {
    guard let scale = Double(plain: text), scale >= 0.1, scale <= 8 else {
      throw .usage("--scale is a number from 0.1 to 8, not \(Spelling.quoted(text))")
    }
    guard format == .png else {
      throw .usage("--scale applies to png; the other formats have no pixels")
    }
    let longest = Double(max(size?.width ?? 0, size?.height ?? 0)) * scale
    guard longest <= 32_767 else {
      throw .usage("--size and --scale give a side of \(Int(longest)) pixels; the most is 32,767")
    }
    return scale
  }

  private static func theme(_ text: String?) throws(Failure) -> MapPicture.Theme {
    guard let text else { return .automatic }
    guard let theme = MapPicture.Theme(rawValue: text) else {
      throw .usage(
        "--theme is \(Spelling.list(MapPicture.Theme.allCases.map(\.rawValue))), not "
          + Spelling.quoted(text))
    }
    return theme
  }

  private static func size(_ text: String) throws(Failure) -> (width: Int, height: Int) {
    let parts = text.lowercased().split(
      separator: "x", omittingEmptySubsequences: false
    ).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...16_384).contains(width), (1...16_384).contains(height)
    else {
      throw .usage(
        "--size is a width and a height up to 16384, such as 1200x800, not \(Spelling.quoted(text))"
      )
    }
    return (width, height)
  }
}
