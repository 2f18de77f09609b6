internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnPlaces

extension Command {
  /// `cairn near`: the places near a place.
  static let near = Command(
    name: "near",
    summary: "list the places near a place or a coordinate, nearest first",
    operands: "<place>",
    discussion: """
      Lists cities of 15,000 people and more and airports with scheduled service, or the places of a
      file, by great-circle distance. Inside a large city, where one of its districts is the nearest
      place, the city comes first; its distance and bearing are those of its own coordinate. The
      districts are listed with --kind district, all aerodromes with --kind aerodrome. The distance
      of a line or an area of a file is that of its nearest point, 0 inside, and that point is
      listed. The bearing is the initial direction. A place is a name, an airport code or a
      coordinate; a region or country after a comma distinguishes places of the same name ("Paris,
      Texas"). Names are found regardless of case and accents. Coordinates may be degrees in most
      notations, links from common map services, geo: URIs, UTM, MGRS or Plus codes.

      With --nearest-of and --append, reads a table from a file or standard input and writes the
      same lines in order with two more columns: the name of the file's nearest place and its
      distance in meters, empty if no place is within --radius.
      """,
    options: [
      Option(
        name: "radius", value: "LENGTH",
        help: "the maximum distance: 100km, 60mi, 500m (default unlimited)"),
      .limit(preset: 10), .count, .anyKind, .country, .countryBy, .unit, .format,
      .inputs, .from, .columns, .salvage,
      Option(
        name: "nearest-of", value: "FILE",
        help: "with --append: the nearest place of this file for each row of a table"),
    ] + .appending,
    examples: [
      ("cairn near Sydney --radius 100km", "cities and airports around Sydney"),
      ("cairn near \"Paris, Texas\" --kind airport", "the ten nearest airports"),
      ("cairn near Basel --country FR", "places near Basel, on the French side of the border"),
      ("cairn near -33.86,151.2 --format json", "for another program"),
      ("cairn near 33UXP0500444996", "around an MGRS square"),
      ("cairn near \"V75V+9R Paris\"", "around a short Plus code, as in Google Maps"),
      ("cairn near --nearest-of places.csv --append places.csv", "for each row of a table"),
      ("cairn near Vienna --in places.csv", "the nearest of your own places"),
      ("cairn near Vienna --in states.geojson", "the nearest areas, 0 inside"),
      ("cairn near Vienna --in may.cairn --in june.cairn", "of several index files"),
    ],
    run: { (arguments, console) throws(Failure) in
      if arguments.has("append") || arguments["nearest-of"] != nil {
        return try appendNearest(arguments, &console)
      }
      let query = try NearQuery(arguments, &console)
      try query.answer(to: &console)
    })

  /// Runs `cairn near --nearest-of FILE --append`.
  private static func appendNearest(
    _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    guard arguments.has("append"), let path = arguments["nearest-of"] else {
      throw .usage("--nearest-of FILE and --append go together")
    }
    for name in ["kind", "country", "country-by"] where arguments.has(name) {
      throw .usage("--\(name) filters listed places; leave it out with --append")
    }
    let name = arguments["column"]
    let column = try arguments.nearestColumn(
      of: path, names: (name ?? "nearest", name.map { "\($0)_distance_m" } ?? "distance_m"),
      &console)
    try TableRun.run(
      [column], TableAppender.Options(arguments), name: "near", paths: arguments.operands, &console)
  }

  /// `cairn nearest`: the place nearest to another.
  static let nearest = Command(
    name: "nearest",
    summary: "print the nearest place to a place or a coordinate",
    operands: "<place>",
    discussion: """
      Prints the nearest city or airport, or the nearest place, line or area of a file, with its
      distance and bearing. A named place is never the nearest to itself.
      """,
    options: [.limit(preset: 1), .anyKind, .country, .countryBy, .unit, .format] + .inputs,
    examples: [
      ("cairn nearest Sydney --kind airport", "the airport of Sydney"),
      ("cairn nearest 47.55,7.59 --country FR --limit 3", "the three nearest of France"),
      ("cairn nearest Vienna --in places.csv", "the nearest of your own places"),
    ],
    run: { (arguments, console) throws(Failure) in
      let query = try NearQuery(arguments, limit: 1, excludesCenter: true, &console)
      try query.answer(to: &console)
    })
}

/// A query of `cairn near` or `cairn nearest`.
struct NearQuery {
  /// The range of `--limit`.
  static let limits = 1...100_000

  var source: PlaceSource
  var center: Location
  var radius: Double?
  var limit: Int
  var filter: PlaceCriteria
  var unit: LengthUnit
  var format: PlaceFormat
  /// Whether only the number of places is printed.
  var countsOnly: Bool
  /// Whether the place given as the center is left out.
  var excludesCenter: Bool

  /// Reads the command line; the place and the file last, so that wrong options are reported first.
  init(
    _ arguments: Arguments, limit preset: Int = 10, excludesCenter: Bool = false,
    _ console: inout Console
  ) throws(Failure) {
    self.excludesCenter = excludesCenter
    // A radius in miles makes the output use miles.
    unit = arguments.chosenUnit ?? arguments.writtenUnit("radius") ?? .kilometers
    format = arguments.format
    countsOnly = arguments.has("count")
    limit = try arguments.count("limit", default: preset, in: Self.limits)
    radius = try arguments.length("radius", unit: arguments.unit)
    let input = try PlaceInput(arguments)
    filter = try arguments.filter(hasOwnPlaces: input != nil)
    if arguments.operands.isEmpty {
      let name = arguments.command
      throw .usage(
        "a place is needed, such as `cairn \(name) Sydney` or `cairn \(name) -33.86,151.2`")
    }
    // `cairn near New York` needs no quotes.
    center = try Location(arguments.operands.joined(separator: " "))
    source = .embedded
    if let input { source = try input.source(for: question, &console) }
    try source.check(filter)
  }

  /// The query for the places of a file.
  private var question: PlaceRequest {
    let disc = Area.disc(center.coordinate, radius: reach)
    if countsOnly { return PlaceRequest(area: disc, filter: filter, countsOnly: true) }
    // The heading has the number of places within the radius, or the nearest place beyond it.
    let isCounted = format == .table && radius != nil
    return PlaceRequest(
      area: isCounted ? disc : nil,
      nearest: (center.coordinate, limit + (excludesCenter ? 1 : 0)), filter: filter)
  }

  /// Searches the places and writes them.
  func answer(to console: inout Console) throws(Failure) {
    if countsOnly {
      let count = try source.count(in: .disc(center.coordinate, radius: reach), filter)
      return try format.write(count: count, to: &console)
    }
    let found = try found(limit)
    let list = PlaceList(
      count: found.count,
      row: { number in
        let found = found[number]
        var row = source.row(found)
        row.way = PlaceList.Way(
          distance: found.distance ?? .nan,
          bearing: center.coordinate.initialBearing(to: row.place.coordinate))
        return row
      }, ways: .bearing, roles: source.roles, unit: unit, heading: try heading(found.count))
    try format.write(list, to: &console)
  }

  private var reach: Double { radius ?? .infinity }

  /// The nearest places; without the place given as the center if it is to be left out.
  private func found(_ limit: Int) throws(Failure) -> [PlaceSource.Found] {
    guard excludesCenter, let own = center.place else {
      return try source.nearest(to: center.coordinate, count: limit, within: reach, filter)
    }
    let found = try source.nearest(
      to: center.coordinate, count: limit + 1, within: reach, filter)
    let isOwn = { (found: PlaceSource.Found) in
      found.distance == 0 && source.row(found).place.name == own.name
    }
    guard let first = found.first(where: isOwn) else { return Array(found.prefix(limit)) }
    return found.filter { $0.offset != first.offset }
  }

  /// The noun for the places.
  private func noun(count: Int) -> String { filter.noun(count: count, of: source) }

  /// The heading above the rows of the table, or instead of them.
  private func heading(_ count: Int) throws(Failure) -> String {
    guard format == .table else { return "" }
    guard count > 0 else { return try nothing() }
    guard let radius else {
      return "\(count) \(noun(count: count)) nearest to \(center.title)"
    }
    let all = try source.count(in: .disc(center.coordinate, radius: radius), filter)
    let counted = all > count ? "\(count) of \(all)" : "\(count)"
    return
      "\(counted) \(noun(count: all)) within \(Text.shortLength(radius, unit)) of \(center.title)"
  }

  /// The heading for an empty list, with the nearest place beyond the radius.
  private func nothing() throws(Failure) -> String {
    let noun = noun(count: 0)
    var text =
      "no \(noun) " + (radius.map { "within \(Text.shortLength($0, unit)) of " } ?? "near ")
      + center.title
    let next = try source.nearest(
      to: center.coordinate, count: 1, within: .infinity, filter)
    if let next = next.first {
      let place = Text.line(source.row(next).place.description)
      text += "; the nearest is \(place), \(Text.length(next.distance ?? .nan, unit)) away"
    }
    return text
  }
}
