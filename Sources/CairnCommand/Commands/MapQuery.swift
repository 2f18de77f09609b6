internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPictures
internal import CairnPlaces
internal import CairnRoutes

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
  var country: Country?
  var search: Search?
  var kind: Place.Kind?
  var limit: Int
  var isRoute: Bool
  var isOpen: Bool
  var isClustered: Bool
  /// The places that were named, and those of the table.
  var given: [MapPicture.Marker]?
  var unit = LengthUnit.kilometres

  /// Reads the command line, and the table last, so that a wrong option is named first.
  init(_ arguments: Arguments) throws(Failure) {
    path = arguments["out"]
    format = Self.format(arguments["format"], path)
    title = arguments["title"]
    size = try arguments["size"].map { text throws(Failure) in try Self.size(text) }
    country = try arguments.country
    kind = arguments.kind
    limit = try arguments.count(
      "limit", default: arguments.has("country") && !arguments.has("near") ? 40 : 500,
      in: NearQuery.limits)
    isClustered = arguments.has("clusters")
    isRoute = arguments.has("route")
    isOpen = arguments.has("open")
    if isOpen, !isRoute { throw .usage("--open is about a route; give --route too") }
    if arguments.has("world"), arguments.has("box") {
      throw .usage("--world and --box both say what to show; give one of them")
    }
    if arguments.has("world") { extent = .world }
    if let text = arguments["box"] { extent = .box(try Self.box(text)) }
    let radius = try arguments.length("radius", unit: .kilometres)
    if let name = arguments["near"] {
      search = Search(center: try Location(name), radius: radius ?? 100_000)
    } else if radius != nil {
      throw .usage("--radius needs a place to be around: --near PLACE")
    }
    if arguments.has("category"), !arguments.has("in") {
      throw .usage("--category names a column of a table; give --in FILE too")
    }
    try readPlaces(arguments)
    if isRoute, (given?.count ?? 0) < 2 {
      throw .usage("a route needs two places or more: name them, or give a table with --in FILE")
    }
  }

  private mutating func readPlaces(_ arguments: Arguments) throws(Failure) {
    if !arguments.operands.isEmpty {
      given = try arguments.operands.map { name throws(Failure) in
        let location = try Location(name)
        return location.place.map { MapPicture.Marker($0) }
          ?? MapPicture.Marker(location.coordinate, name: location.coordinate.formatted())
      }
    }
    if let path = arguments["in"] {
      given = (given ?? []) + (try Self.places(of: path, category: arguments["category"]))
    }
  }

  /// The places of a table; rows without a valid coordinate are left out.
  private static func places(
    of path: String, category: String?
  ) throws(Failure) -> [MapPicture.Marker] {
    let bytes = try RouteQuery.contents(path)
    let table: PlaceTable
    do {
      table = try PlaceTable(csv: bytes, columns: category.map { [.kind: $0] } ?? [:])
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
    }
    if let category, table.columns[.kind] == nil {
      let hint = Spelling.suggestion(for: category, among: table.columns.names)
      throw Failure(
        code: .data,
        message: "\(Spelling.quoted(path)) has no column \(Spelling.quoted(category))"
          + (hint.isEmpty ? "; it has \(Spelling.list(table.columns.names))" : hint))
    }
    return table.coordinates.indices.map { row in
      MapPicture.Marker(
        table.coordinates[row], name: table.names.indices.contains(row) ? table.names[row] : "",
        category: table.kinds.indices.contains(row) ? table.kinds[row] : "")
    }
  }

  private static func format(_ word: String?, _ path: String?) -> MapFormat {
    if let word { return MapFormat(rawValue: word) ?? .text }
    let ending = path?.split(separator: ".").last?.lowercased() ?? ""
    return ending == "htm" ? .html : MapFormat(rawValue: ending) ?? .text
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

  private static func box(_ text: String) throws(Failure) -> BoundingBox {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(plain: part.drop(while: \.isWhitespace))
    }
    if parts.count == 4, let south = parts[0], let west = parts[1], let north = parts[2],
      let east = parts[3], south.magnitude <= 90, north.magnitude <= 90
    {
      let box = BoundingBox(south: south, west: west, north: north, east: east)
      if !box.isEmpty { return box }
    }
    throw .usage(
      "--box is south, west, north and east in degrees such as 36,-10,44,4, not "
        + Spelling.quoted(text))
  }
}
