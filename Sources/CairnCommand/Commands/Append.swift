internal import CairnCountries
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnGrids
internal import CairnMemory

extension Command {
  /// `cairn append`: several answers for each row of a table, in one run.
  static let append = Command(
    name: "append",
    summary: "append columns to a table: country, time zone, geohash, nearest, distance",
    operands: "[<table>]",
    discussion: """
      Reads a table with columns for latitude and longitude (CSV, TSV or another delimiter) from a
      file or the standard input and writes the same lines in order with more columns, those that
      are asked for, in this order: `country`, two letters; `region`, of a file of regions;
      `time_zone`, its name in the IANA database; `geohash`; `mgrs`, `utm` and `pluscode`, of these
      grids; `nearest` and `distance_m`, the nearest of a file's places and how far it is (of the
      same file, the nearest other row);
      `distance_m`, between two coordinates of the row. Where a row has no valid coordinate, they
      are empty. Such rows are counted on the standard error.
      """,
    options: [
      Option(name: "country", help: "append the country"),
      Option(
        name: "within", value: "LENGTH",
        help: "on the high sea, take the nearest country within so far: 25km, 10mi"),
      .countryByPlace,
      Option(
        name: "regions", value: "FILE",
        help: "append the region of a file (GeoJSON, KML, WKT): states, zones"),
      .regionName,
      Option(name: "time-zone", help: "append the time zone, as Europe/Vienna"),
      Option(
        name: "geohash", value: "COUNT", help: "append the geohash of so many characters, 1 to 12"),
    ] + Option.grids + [
      Option(
        name: "nearest-of", value: "FILE",
        help: "append the nearest of this file's places, and how far it is"),
      Option(name: "radius", value: "LENGTH", help: "how far the nearest may be: 100km, 60mi"),
      .from, .columns,
      Option(
        name: "distance", help: "append how far it is to the row's place of --to-lat and --to-lon"),
      .surface, .unit,
    ] + [Option].filter.filter { !["append", "column"].contains($0.name) } + .secondPoint,
    examples: [
      ("cairn append places.csv --country --geohash 6", "two columns in one run"),
      ("cairn append places.csv --mgrs 5 --pluscode 10", "squares of a metre, cells of 14 m"),
      ("cairn append places.csv --nearest-of places.csv", "the nearest other place of the table"),
    ],
    run: { (arguments, console) throws(Failure) in
      try arguments.checkAppended()
      var settings = try TableAppender.Options(arguments)
      var columns: [AppendedColumn] = []
      if arguments.has("country") {
        let (atlas, distance) = try arguments.countryAtlas
        columns.append(arguments.countryColumn(atlas, distance))
      }
      if let path = arguments["regions"] {
        let atlas = try Command.regionAtlas(path, name: arguments["name"] ?? "name")
        columns.append(.region(atlas))
      }
      if arguments.has("time-zone") { columns.append(try .whereabouts("time_zone")) }
      if arguments["geohash"] != nil {
        columns.append(
          .geohash(precision: try arguments.count("geohash", default: 12, in: 1...12)))
      }
      columns += try arguments.gridColumns
      if let path = arguments["nearest-of"] {
        let distance = arguments.has("distance") ? "nearest_distance_m" : "distance_m"
        columns.append(
          try arguments.nearestColumn(of: path, names: ("nearest", distance), &console))
      }
      if arguments.has("distance") {
        try settings.addSecondPoint(arguments)
        columns.append(.distance(on: arguments.surface))
      }
      try FilterRun.run(
        columns, settings, name: "append", paths: arguments.operands, &console)
    })
}

extension Arguments {
  /// Complains of options of `cairn append` that are about a column that is not asked for.
  fileprivate func checkAppended() throws(Failure) {
    let columns =
      ["country", "regions", "time-zone", "geohash", "nearest-of", "distance"]
      + Option.grids.map(\.name)
    guard columns.contains(where: has) else {
      throw .usage(
        "say what to append: --country, --regions FILE, --time-zone, --geohash COUNT, "
          + "--mgrs COUNT, --utm COUNT, --pluscode COUNT, --nearest-of FILE or --distance")
    }
    let owners = [
      ("within", "country"), ("country-by", "country"), ("name", "regions"),
      ("radius", "nearest-of"), ("from", "nearest-of"), ("columns", "nearest-of"),
      ("on", "distance"), ("to-lat", "distance"), ("to-lon", "distance"),
      ("to-latlon", "distance"),
    ]
    for (name, column) in owners where has(name) && !has(column) {
      throw .usage("--\(name) goes with --\(column)")
    }
  }

  /// What decides in which country a place is, and how far away in metres a country may be.
  var countryAtlas: (atlas: CountryAtlas, distance: Double?) {
    get throws(Failure) {
      (countryRule.atlas, try length("within", unit: unit))
    }
  }

  /// The country of each row: its own for the coordinate of an embedded place, unless the option says
  /// what decides.
  func countryColumn(
    _ atlas: CountryAtlas, _ distance: Double?, name: String = "country"
  ) -> AppendedColumn {
    if has("country-by") { return .country(atlas, within: distance, name: name) }
    return .country(atlas, within: distance, name: name) {
      PlaceFacts.place(at: $0)?.country
    }
  }

  /// The columns of the nearest of a file's places, as the options say them.
  func nearestColumn(
    of path: String, names: (String, String), _ console: inout Console
  ) throws(Failure) -> AppendedColumn {
    guard var input = try PlaceInput(self, path: path) else {
      throw .usage("--nearest-of needs a file")
    }
    let table = operands.first ?? "-"
    guard path != "-" || table != "-" else {
      throw .usage(
        "the standard input cannot be the table and the places of --nearest-of; name a file")
    }
    // If the table is compared with itself, rows are identified by their numbers.
    let identity = System.identity(FileName.system(path))
    let isTable = identity != nil && identity == System.identity(FileName.system(table))
    // What becomes of bad rows is said of the table that is answered.
    input.policy = isTable ? .null : .skip
    let features = try input.features(&console).features
    let roles = PlaceRoles(features.propertyNames)
    let places = 0..<features.count
    let property = try nameProperty(features, roles, path, &console)
    func name(_ place: Int) -> String {
      let feature = features[place]
      return property.map { feature.properties[$0]?.cell ?? "" } ?? roles.row(feature).place.name
    }
    let radius = try length("radius", unit: unit)
    do {
      return try .nearest(
        of: places.map { features.coordinate(at: $0) },
        called: places.map(name), within: radius ?? .infinity, areRows: isTable, names: names)
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)) has too many places")
    }
  }

  /// The property that names places if no column is called as names are: the first one with a text;
  /// nil if the places have names.
  private func nameProperty(
    _ features: PackedFeatures, _ roles: PlaceRoles, _ path: String, _ console: inout Console
  ) throws(Failure) -> String? {
    guard roles[.name] == nil else { return nil }
    let first = (0..<min(features.count, 100)).map { features[$0] }
    guard !first.contains(where: { $0.identifier != nil }) else { return nil }
    let report = FeatureReport(command, of: path)
    let property = roles.names.first { name in
      first.contains { $0.properties[name]?.text?.isEmpty == false }
    }
    guard let property else {
      if features.count > 0 {
        try report.write(
          "\(report.name): the places have no names, so that `nearest` is empty; "
            + "--columns name=COLUMN says what they are called", to: &console)
      }
      return nil
    }
    try report.write(
      "\(report.name): the places are called by the column \(Spelling.quoted(property)); "
        + "--columns name=COLUMN says another one", to: &console)
    return property
  }
}
