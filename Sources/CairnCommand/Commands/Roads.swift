internal import CairnFormats
internal import CairnGeodesy
internal import CairnMemory
internal import CairnRoads

extension Command {
  /// `cairn roads`: road networks of OpenStreetMap extracts.
  static let roads = Command(
    name: "roads",
    summary: "routes, travel times and reachable areas on the roads of an OpenStreetMap extract",
    operands: "",
    discussion: """
      The file is an extract (.osm.pbf, .osm, .osm.gz) or a file of roads that `roads build` wrote
      from one, which is opened at once. Positions are LON,LAT, longitude first, as in GeoJSON. The
      profiles are foot, bicycle and car; --profile reads others from JSON.

      Routes go around squares, not across them. Private roads are used only at the ends of a route.

      Data of extracts: (c) OpenStreetMap contributors, ODbL 1.0.
      """,
    options: [],
    examples: [
      ("cairn roads build city.osm.pbf --out city.roads", "build a file of roads"),
      ("cairn roads route city.roads -8.62,41.15 -8.6,41.16 --by foot", "a route"),
      ("cairn roads reach city.roads -8.62,41.15 --minutes 15", "15 minutes on foot"),
    ],
    subcommands: [
      roadsBuild, roadsRoute, roadsNear, roadsMatrix, roadsReach, roadsSnap, roadsMatch,
    ])

  private static let roadsBuild = Command(
    name: "roads build",
    summary: "build a file of roads from an extract",
    operands: "<file>",
    discussion: """
      Reads an extract and writes a file of roads with the times of each profile: foot, bicycle and
      car, or those of the JSON files given with --profile, separated by commas. A profile in JSON
      is an object with the members to change, such as {"base": "foot", "name": "wheels", "speeds":
      {"steps": 0}}.
      """,
    options: [
      Option(name: "out", value: "FILE", help: "the file of roads to write; - for standard output"),
      .roadsAt, .roadProfiles, .format(["table", "json"]),
    ],
    examples: [
      ("cairn roads build city.osm.pbf --out city.roads", "three profiles"),
      ("cairn roads build city.osm.pbf --out city.roads --format json", "with counts as JSON"),
      ("cairn roads build city.osm.pbf --out city.roads --at 2026-11-27T08:00", "rules of a time"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard arguments.operands.count == 1, let path = arguments.operands.first else {
        throw RoadsInput.needsFile("build")
      }
      guard let out = arguments["out"] else {
        throw .usage("--out is needed, such as --out city.roads")
      }
      if let input = System.identity(FileName.system(path)),
        input == System.identity(FileName.system(out))
      {
        throw .usage("--out is the input itself, which would be lost; give another name")
      }
      let network = try RoadsInput.network(path, arguments)
      if network.edgeCount == 0 {
        try console.errors.write(
          "cairn roads build: no usable road; the extract needs ways of roads and their nodes\n")
        try console.errors.flush()
      }
      var file = try ResultFile(out, console)
      try file.write(network.bytes, &console)
      try file.close(&console)
      if file.isStream { return }
      var json = JSONWriter()
      json.beginObject()
      json.member("nodes", network.nodeCount)
      json.member("edges", network.edgeCount)
      json.member("bytes", network.byteCount)
      json.key("profiles")
      json.beginArray()
      for name in network.profileNames { json.value(name) }
      json.endArray()
      json.endObject()
      let text =
        "\(Text.line(out)): \(Text.grouped(network.edgeCount)) "
        + (network.edgeCount == 1 ? "road, " : "roads, ")
        + "\(Text.grouped(network.nodeCount)) "
        + (network.nodeCount == 1 ? "junction, " : "junctions, ")
        + "\(network.profileNames.joined(separator: ", "))\n"
      try console.output.write(
        arguments["format"] == "json" ? String(decoding: json.bytes, as: UTF8.self) + "\n" : text)
    })

  private static let roadsRoute = Command(
    name: "roads route",
    summary: "the fastest route through positions",
    operands: "<file> [<lon,lat> <lon,lat> ...]",
    discussion: """
      Prints distance, duration, line and steps of the fastest route. With --format ndjson, requests
      are read from standard input, one per line, such as {"id": "1", "points": [[-8.62, 41.15],
      [-8.6, 41.16]], "snap": 500}, and each is answered by a line. With --format text, the steps
      are printed as directions in words, in English, German, French or Spanish.
      """,
    options: [
      .roadsBy, .roadsSnap,
      Option(name: "heading", value: "D", help: "the direction of travel at the start in degrees"),
      .roadsAt,
      Option(
        name: "alternatives", value: "COUNT",
        help: "the maximum number of other reasonable routes between two positions (0)"),
      Option(
        name: "language", value: "LOCALE",
        help: "the language and units of --format text, such as en-GB or de (en)",
        hints: ["en", "en-GB", "en-US", "de", "fr", "es"]),
      .roadProfiles, .format(["json", "geojson", "csv", "ndjson", "text"]),
    ],
    examples: [
      ("cairn roads route city.roads -8.62,41.15 -8.6,41.16 --by car", "by car"),
      ("cairn roads route city.roads -8.62,41.15 -8.6,41.16 --format text", "directions in words"),
      ("cairn roads route city.roads --by car --format ndjson < requests.ndjson", "many routes"),
    ],
    run: { (arguments, console) throws(Failure) in
      let count = try arguments.count("alternatives", default: 0, in: 0...5)
      guard count == 0 || arguments.operands.count <= 3 && !arguments.has("heading") else {
        throw .usage("--alternatives is for two positions without --heading")
      }
      try RoadsRun(arguments, "route").answer(to: &console) { (run, request) throws(RoadError) in
        if count > 0, request.points.count == 2, request.heading == nil {
          return .routes(
            try run.network.alternatives(
              from: request.points[0], to: request.points[1], by: run.profile,
              snapRadius: request.radius, count: count))
        }
        let route = try run.network.route(
          through: request.points, by: run.profile, snapRadius: request.radius,
          heading: request.heading)
        return count > 0 ? .routes([route]) : .route(route)
      }
    })

  private static let roadsSnap = Command(
    name: "roads snap",
    summary: "the nearest position on a usable road",
    operands: "<file> [<lon,lat> ...]",
    discussion: """
      Prints the nearest position on a road for each position, its distance and the road's name.
      """,
    options: [
      .roadsBy, .roadsSnap, .roadsAt, .roadProfiles, .format(["json", "geojson", "csv", "ndjson"]),
    ],
    examples: [
      ("cairn roads snap city.roads -8.62,41.15 --by foot", "the nearest path"),
      ("cairn roads snap city.roads -8.62,41.15 -8.6,41.16 --by car", "the roads of two positions"),
      ("cairn roads snap city.roads -8.62,41.15 --format geojson", "for a map"),
    ],
    run: { (arguments, console) throws(Failure) in
      try RoadsRun(arguments, "snap").answer(to: &console) { (run, request) throws(RoadError) in
        var snaps: [RoadSnap?] = []
        for point in request.points {
          snaps.append(
            try run.network.snap(point, by: run.profile, radius: request.radius))
        }
        return .snaps(snaps)
      }
    })

  private static let roadsMatrix = Command(
    name: "roads matrix",
    summary: "travel times between all positions",
    operands: "<file> [<lon,lat> ...]",
    discussion: """
      Prints the travel times in seconds from each position to each one; a row per start. Each time
      equals the duration of the route. As GeoJSON, prints a straight line with the time for each
      pair of different positions that has a route. A request on standard input may have "sources"
      and "targets" instead of "points".
      """,
    options: [
      .roadsBy, .roadsSnap, .roadsAt, .roadProfiles, .format(["json", "geojson", "csv", "ndjson"]),
    ],
    examples: [
      ("cairn roads matrix city.roads -8.62,41.15 -8.6,41.16 --by foot", "two by two"),
      ("cairn roads matrix city.roads -8.62,41.15 -8.6,41.16 --by car", "by car"),
      ("cairn roads matrix city.roads -8.62,41.15 -8.6,41.16 --format csv", "as a table"),
    ],
    run: { (arguments, console) throws(Failure) in
      try RoadsRun(arguments, "matrix").answer(to: &console) { (run, request) throws(RoadError) in
        .matrix(
          try run.network.milliseconds(
            from: request.sources, to: request.targets, by: run.profile,
            snapRadius: request.radius),
          from: request.sources, to: request.targets)
      }
    })

  private static let roadsReach = Command(
    name: "roads reach",
    summary: "everything that can be reached within a time",
    operands: "<file> [<lon,lat>]",
    discussion: """
      Prints the junctions that can be reached within a time, with their travel times; as GeoJSON,
      the lines of the reached roads. With --polygon, prints the areas around the reached roads; for
      several times, such as --minutes 5,10,15, each area contains that of a shorter time. A request
      on standard input may have "seconds" instead, a number or, with --polygon, a list.
      """,
    options: [
      .roadsBy, .roadsSnap,
      Option(
        name: "minutes", value: "N",
        help: "the maximum travel time in minutes (15); with --polygon also several, with commas"),
      Option(name: "polygon", help: "the reached areas as polygons"),
      .roadsAt, .roadProfiles, .format(["json", "geojson", "csv", "ndjson"]),
    ],
    examples: [
      ("cairn roads reach city.roads -8.62,41.15 --minutes 10", "ten minutes on foot"),
      ("cairn roads reach city.roads -8.62,41.15 --minutes 5,10 --polygon", "two areas"),
      ("cairn roads reach city.roads -8.62,41.15 --minutes 10 --by car", "by car"),
    ],
    run: { (arguments, console) throws(Failure) in
      let seconds = try RoadsAreas.seconds(arguments)
      let isPolygon = arguments.has("polygon")
      try RoadsRun(arguments, "reach").answer(to: &console) { (run, request) throws(RoadError) in
        if isPolygon { return .areas(try RoadsAreas(run, request, seconds)) }
        return .reach(
          try run.network.reach(
            from: request.points[0],
            within: .seconds(request.seconds ?? seconds[0]),
            by: run.profile, snapRadius: request.radius, withLines: run.format == "geojson"))
      }
    })

  private static let roadsNear = Command(
    name: "roads near",
    summary: "the nearest places of a file by travel time",
    operands: "<file> <lon,lat>",
    discussion: """
      Prints the places of --in with the least travel time from the position, nearest first. Places
      without a route are left out and counted.
      """,
    options: [
      .roadsBy, .roadsSnap,
      Option(name: "limit", value: "COUNT", help: "the maximum number of places (10)"),
      .roadsAt, .roadProfiles, .format(["json", "geojson", "csv"]),
    ] + .input,
    examples: [
      ("cairn roads near city.roads -8.62,41.15 --in cafes.csv --by foot", "on foot"),
      ("cairn roads near city.roads -8.62,41.15 --in cafes.csv --by car", "by car"),
      ("cairn roads near city.roads -8.62,41.15 --in cafes.csv --format csv", "as a table"),
    ],
    run: { (arguments, console) throws(Failure) in
      try RoadsNear(arguments, &console).answer(to: &console)
    })
}

extension Option {
  /// The option `--by`.
  static let roadsBy = Option(
    name: "by", value: "PROFILE", help: "foot (default), bicycle, car or another profile",
    hints: ["foot", "bicycle", "car"])
  /// The option `--snap`.
  fileprivate static let roadsSnap = Option(
    name: "snap", value: "M", help: "the maximum distance to a road in meters (1000)")
  /// The option `--at`.
  static let roadsAt = Option(
    name: "at", value: "TIME",
    help: "the local time for rules that depend on it; the file is an extract")
  /// The option `--profile`.
  static let roadProfiles = Option(
    name: "profile", value: "FILES", help: "profiles in JSON, separated by commas")
}
