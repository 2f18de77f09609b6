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
      Lists cities of 15,000 people and more, and airports with scheduled service, or the places of
      a file, by their great-circle distance. The districts of a large city are listed only with
      --kind district; the city is as far away as the nearest of them, and listed with its own
      coordinate and bearing. All other aerodromes are listed with --kind aerodrome. Lines and areas of a file are as far away as their nearest point, 0
      inside, and that point is listed. The bearing is the direction in which to leave. A place is
      a name, an airport code or a coordinate; what follows a comma tells namesakes apart ("Paris,
      Texas"). Names are found without regard to case and accents. Coordinates are read as people
      paste them: degrees in most spellings, links of the common maps, geo: URIs, UTM, MGRS and
      Plus codes.

      With --nearest-of and --append it reads a table from a file or the standard input and writes
      the same lines in order with two more columns: the name of the nearest of the file's places
      and how far it is in metres; nothing where none is within --radius.
      """,
    options: [
      Option(
        name: "radius", value: "LENGTH",
        help: "how far to look: 100km, 60mi, 500m; without it, as far as needed"),
      .limit(preset: 10), .count, .anyKind, .country, .countryBy, .unit, .format,
      .input, .from, .columns,
      Option(
        name: "nearest-of", value: "FILE",
        help: "with --append: for each row of a table the nearest of this file's places"),
    ] + .filter,
    examples: [
      ("cairn near Sydney --radius 100km", "cities and airports around Sydney"),
      ("cairn near \"Paris, Texas\" --kind airport", "the ten nearest airports"),
      ("cairn near Basel --country FR", "what is near, on the other side of the border"),
      ("cairn near -33.86,151.2 --format json", "for another program"),
      ("cairn near 33UXP0500444996", "around a square of MGRS"),
      ("cairn near \"V75V+9R Paris\"", "around a Plus code, the short one of Google Maps"),
      ("cairn near --nearest-of places.csv --append places.csv", "for each row of a table"),
      ("cairn near Vienna --in places.csv", "what is near of places of your own"),
      ("cairn near Vienna --in states.geojson", "the nearest areas, 0 inside"),
    ],
    run: { (arguments, console) throws(Failure) in
      if arguments.has("append") || arguments["nearest-of"] != nil {
        return try appendNearest(arguments, &console)
      }
      let query = try NearQuery(arguments, &console)
      try query.answer(to: &console)
    })

  /// Answers `cairn near --nearest-of FILE --append`.
  private static func appendNearest(
    _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    guard arguments.has("append"), let path = arguments["nearest-of"] else {
      throw .usage("--nearest-of FILE and --append go together")
    }
    for name in ["kind", "country", "country-by"] where arguments.has(name) {
      throw .usage("--\(name) chooses among places that are listed; leave it out with --append")
    }
    let name = arguments["column"]
    let column = try arguments.nearestColumn(
      of: path, names: (name ?? "nearest", name.map { "\($0)_distance_m" } ?? "distance_m"),
      &console)
    try FilterRun.run(
      [column], TableAppender.Options(arguments), name: "near", paths: arguments.operands, &console)
  }

  /// `cairn nearest`: the place that is nearest to another.
  static let nearest = Command(
    name: "nearest",
    summary: "tell which place is nearest to a place or a coordinate",
    operands: "<place>",
    discussion: """
      Tells the nearest city or airport, or the nearest place, line or area of a file, and how to
      get there. A place that is named is not the nearest to itself.
      """,
    options: [.limit(preset: 1), .anyKind, .country, .countryBy, .unit, .format] + .input,
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

/// What `cairn near` was asked.
struct NearQuery {
  /// How many places one may ask for.
  static let limits = 1...100_000

  var source: PlaceSource
  var center: Location
  var radius: Double?
  var limit: Int
  var filter: PlaceFilter
  var unit: LengthUnit
  var format: PlaceFormat
  /// Whether only the number of places is asked for.
  var countsOnly: Bool
  /// Whether the place that the centre was named after is left out.
  var excludesCenter: Bool

  /// Reads the command line; the place and the file last, so that a wrong option is named first.
  init(
    _ arguments: Arguments, limit preset: Int = 10, excludesCenter: Bool = false,
    _ console: inout Console
  ) throws(Failure) {
    self.excludesCenter = excludesCenter
    // Who asks in miles is answered in miles.
    unit = arguments.chosenUnit ?? arguments.writtenUnit("radius") ?? .kilometres
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

  /// What is asked of the places of a file.
  private var question: PlaceQuestion {
    let disc = Area.disc(center.coordinate, radius: reach)
    if countsOnly { return PlaceQuestion(area: disc, filter: filter, countsOnly: true) }
    // The heading says how many there are within the radius, or which place is beyond it.
    let isCounted = format == .table && radius != nil
    return PlaceQuestion(
      area: isCounted ? disc : nil,
      nearest: (center.coordinate, limit + (excludesCenter ? 1 : 0)), filter: filter)
  }

  /// Looks the places up and writes them.
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

  /// The nearest places, without the one that was named where that is not wanted.
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

  /// The word for what was asked for.
  private func noun(count: Int) -> String { filter.noun(count: count, of: source) }

  /// What the table says above the rows, or instead of them.
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

  /// Says that nothing is there, and what would be next.
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
