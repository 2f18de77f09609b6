internal import CairnCountries
internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces

extension Command {
  /// `cairn near`: the places near a place.
  static let near = Command(
    name: "near",
    summary: "list the places near a place or a coordinate, nearest first",
    operands: "<place>",
    discussion: """
      Lists cities of 15,000 people and more, and airports, by their great-circle distance. The
      bearing is the direction in which to leave. A place is a name, an airport code or a
      coordinate; what follows a comma tells namesakes apart ("Paris, Texas"). Names are found
      without regard to case and accents.

      With --nearest-of and --append it reads a table from a file or the standard input and writes
      the same lines in order with two more columns: the name of the nearest of the file's places
      and how far it is in metres; nothing where none is within --radius.
      """,
    options: [
      Option(
        name: "radius", value: "LENGTH",
        help: "how far to look: 100km, 60mi, 500m; without it, as far as needed"),
      Option(
        name: "limit", value: "COUNT",
        help: "how many places at most, 1 to \(NearQuery.limits.upperBound) (default 10)"),
      .kind, .country, .unit, .format,
      Option(
        name: "nearest-of", value: "FILE",
        help: "with --append: for each row of a table the nearest of this file's places"),
    ] + .filter,
    examples: [
      ("cairn near Sydney --radius 100km", "cities and airports around Sydney"),
      ("cairn near \"Paris, Texas\" --kind airport", "the ten nearest airports"),
      ("cairn near Basel --country FR", "what is near, on the other side of the border"),
      ("cairn near -33.86,151.2 --format json", "for another program"),
      ("cairn near --nearest-of places.csv --append places.csv", "for each row of a table"),
    ],
    run: { (arguments, console) throws(Failure) in
      if arguments.has("append") || arguments["nearest-of"] != nil {
        return try NearestAnswers.run(arguments, &console)
      }
      let query = try NearQuery(arguments)
      try query.format.write(query.answer(), to: &console)
    })
}

/// What `cairn near` was asked.
struct NearQuery {
  /// How many places one may ask for.
  static let limits = 1...100_000

  var center: Location
  var radius: Double?
  var limit: Int
  var kind: Place.Kind?
  var country: Country?
  var unit: LengthUnit
  var format: PlaceFormat

  /// Reads the command line; the place last, so that a wrong option is named first.
  init(_ arguments: Arguments) throws(Failure) {
    unit = arguments.unit
    kind = arguments.kind
    country = try arguments.country
    format = arguments.format
    limit = try arguments.count("limit", default: 10, in: Self.limits)
    radius = try arguments.length("radius", unit: unit)
    if arguments.operands.isEmpty {
      throw .usage("a place is needed, such as `cairn near Sydney` or `cairn near -33.86,151.2`")
    }
    // `cairn near New York` needs no quotes.
    center = try Location(arguments.operands.joined(separator: " "))
  }

  /// Looks the places up.
  func answer() -> PlaceList {
    let found = places(count: limit, within: radius ?? .infinity)
    let rows = found.map { neighbor in
      PlaceList.Row(
        place: neighbor.element,
        way: PlaceList.Way(
          distance: neighbor.distance,
          bearing: center.coordinate.initialBearing(to: neighbor.element.coordinate)))
    }
    return PlaceList(rows: rows, hasWays: true, unit: unit, heading: heading(found.count))
  }

  /// The nearest places of the kind and the country that were asked for.
  private func places(count: Int, within radius: Double) -> [Neighbor<Place>] {
    let world = Gazetteer.embedded
    guard let code = country?.alpha2 else {
      return world.places(
        nearestTo: center.coordinate, count: count, within: radius, kind: kind)
    }
    return world.index(of: kind)
      .nearest(to: center.coordinate, count: count, within: radius) {
        world.places[$0].countryCode == code
      }
      .map {
        Neighbor(
          element: world.places[$0.element], offset: $0.element, distance: $0.distance)
      }
  }

  /// How many places of the kind and the country are within a distance.
  private func count(within radius: Double) -> Int {
    let world = Gazetteer.embedded
    let index = world.index(of: kind)
    guard let code = country?.alpha2 else {
      return index.count(within: radius, of: center.coordinate)
    }
    return index.count(within: radius, of: center.coordinate) {
      world.places[$0].countryCode == code
    }
  }

  /// The word for what was asked for.
  private func noun(count: Int) -> String {
    PlaceList.noun(kind, count: count) + (country.map { " of \($0.name)" } ?? "")
  }

  /// What the table says above the rows, or instead of them.
  private func heading(_ count: Int) -> String {
    guard count > 0 else { return nothing }
    guard let radius else {
      return "\(count) \(noun(count: count)) nearest to \(center.title)"
    }
    let all = self.count(within: radius)
    let counted = all > count ? "\(count) of \(all)" : "\(count)"
    return
      "\(counted) \(noun(count: all)) within \(Text.shortLength(radius, unit)) of \(center.title)"
  }

  /// Says that nothing is there, and what would be next.
  private var nothing: String {
    let noun = noun(count: 0)
    var text =
      "no \(noun) " + (radius.map { "within \(Text.shortLength($0, unit)) of " } ?? "near ")
      + center.title
    if let next = places(count: 1, within: .infinity).first {
      text += "; the nearest is \(next.element), \(Text.length(next.distance, unit)) away"
    }
    return text
  }

}
