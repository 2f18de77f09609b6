internal import CairnCountries
internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnGrids
internal import CairnIndex
internal import CairnMemory
internal import CairnShapes

extension Command {
  /// `cairn append`: appends several columns to a table in one run.
  static let append = Command(
    name: "append",
    summary: "append columns to a table: country, time zone, geohash, nearest, distance",
    operands: "[<table>]",
    discussion: """
      Reads a table with columns for latitude and longitude (CSV, TSV or another delimiter) from a
      file or standard input and writes the same lines in order with the columns that the options
      choose, in this order: `country`, two letters; `region`, from a file of regions; `time_zone`,
      the name in the IANA database; `geohash`; `mgrs`, `utm` and `pluscode`, in these grids;
      `nearest` and `distance_m`, the nearest place of a file and its distance in meters (if the
      file is the table itself, the nearest other row); `distance_m`, the distance between two
      coordinates of the row in meters. The columns are empty if a row has no valid coordinate; such
      rows are counted on standard error.

      From a file of JSON (GeoJSON, lines of GeoJSON, the response of a service), the places are
      written as a table with a column for each property, as by `cairn convert`.

      The output is a table, compressed if the name of --out ends with .gz. A Parquet file is read
      and written by an installed DuckDB, as a program or a module of Python; its columns keep their
      types.
      """,
    options: [
      Option(name: "country", help: "append the country"),
      Option(
        name: "within", value: "LENGTH",
        help: "on the high sea, take the nearest country within this distance: 25km, 10mi"),
      .countryByPlace,
      Option(
        name: "regions", value: "FILE",
        help: "append the region from a file (GeoJSON, KML, WKT): states, zones"),
      .regionName,
      Option(name: "time-zone", help: "append the time zone, such as Europe/Vienna"),
      Option(
        name: "geohash", value: "COUNT", help: "append the geohash of this many characters, 1 to 12"
      ),
    ] + Option.grids + [
      Option(
        name: "nearest-of", value: "FILE",
        help: "append the nearest place of this file and its distance"),
      Option(
        name: "radius", value: "LENGTH", help: "the maximum distance of the nearest: 100km, 60mi"),
      .from, .columns,
      Option(
        name: "distance", help: "append the distance to the row's place of --to-lat and --to-lon"),
      .surface, .unit, .salvage,
      .outTable,
    ] + [Option].appending.filter { !["append", "column"].contains($0.name) } + .secondPoint,
    examples: [
      ("cairn append places.csv --country --geohash 6", "two columns in one run"),
      ("cairn append places.csv --mgrs 5 --pluscode 10", "squares of 1 m, cells of 14 m"),
      ("cairn append places.csv --nearest-of places.csv", "the nearest other place of the table"),
    ],
    run: { (arguments, console) throws(Failure) in
      try arguments.checkAppended()
      let parquet = try ParquetRun(arguments)
      let json = parquet == nil ? try FeatureTableRun(arguments) : nil
      let output = try parquet == nil ? TableOutput(arguments) : .standard
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
      if let parquet { return try parquet.run(columns, settings, &console) }
      if let json { return try json.run(columns, settings, to: output, &console) }
      try TableRun.run(
        columns, settings, name: "append", paths: arguments.operands, output: output,
        salvages: arguments.has("salvage"), &console)
    })
}

extension Arguments {
  /// Throws if an option of `cairn append` refers to a column that is not chosen.
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

  /// The atlas of the chosen country rule, and the maximum distance of a country in meters.
  var countryAtlas: (atlas: CountryAtlas, distance: Double?) {
    get throws(Failure) {
      (countryRule.atlas, try length("within", unit: unit))
    }
  }

  /// The country of each row.
  ///
  /// At the coordinate of an embedded place it is that place's own country, unless `--country-by`
  /// is given.
  func countryColumn(
    _ atlas: CountryAtlas, _ distance: Double?, name: String = "country"
  ) -> AppendedColumn {
    if has("country-by") { return .country(atlas, within: distance, name: name) }
    return .country(atlas, within: distance, name: name, own: PlaceFacts.ownCountry)
  }

  /// The columns of the nearest place of a file and its distance, by the options.
  func nearestColumn(
    of path: String, names columnNames: (String, String), _ console: inout Console
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
    let radius = try length("radius", unit: unit) ?? .infinity
    if !isTable, input.columns.isEmpty,
      let column = try nearestColumn(
        ofIndexFile: path, within: radius, names: columnNames, &console)
    {
      return column
    }
    // The option --on-error applies to the table that columns are appended to.
    input.policy = isTable ? .null : .skip
    let features = try input.features(&console).features.inMemory
    let places = 0..<features.count
    let names = NameColumn(
      features.propertyNames, among: places.prefix(100).map { features[$0] })
    try names.report(command, of: path, &console)
    do {
      return try .nearest(
        of: places.map { features.coordinate(at: $0) },
        called: places.map { names.name(of: features[$0]) }, within: radius, areRows: isTable,
        names: columnNames)
    } catch {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)) has too many places")
    }
  }

  /// The same for an index file of places, which is searched as it is; nil for any other file.
  private func nearestColumn(
    ofIndexFile path: String, within radius: Double, names columnNames: (String, String),
    _ console: inout Console
  ) throws(Failure) -> AppendedColumn? {
    guard try IndexFileStart.isOne(atPath: path) else { return nil }
    let opened = try reading(path) {
      () throws(IndexFileError)
        -> (file: MappedPlaceIndex<RecordBytes>, records: FeatureRecords, first: [GeoFeature])? in
      let file = try MappedPlaceIndex(recordsIn: path)
      guard try !file.holdsShapes, let records = try FeatureRecords(file) else { return nil }
      // A column has no way to report damage that is found in the middle of a table.
      try file.checkEverything()
      var first: [GeoFeature] = []
      for offset in 0..<min(records.count, 100) {
        first.append(records.feature(try file.element(at: offset)))
      }
      return (file, records, first)
    }
    guard let (file, records, first) = opened else { return nil }
    let names = NameColumn(records.propertyNames, among: first)
    try names.report(command, of: path, &console)
    return AppendedColumn(
      [columnNames.0, columnNames.1],
      batch: { points, fields in
        for point in points {
          if point.latitude.isFinite,
            let nearest = try? file.nearest(to: point, count: 1, within: radius).first
          {
            fields.append(field: names.name(of: records.feature(nearest.element)))
            fields.append(number: decimalText(nearest.distance, digits: 3))
          } else {
            fields.append(field: nil)
            fields.append(field: nil)
          }
          fields.endRow()
        }
      })
  }
}
