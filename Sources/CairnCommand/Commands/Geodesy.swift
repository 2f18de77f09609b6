internal import CairnFormats
internal import CairnGeodesy

extension Command {
  /// `cairn distance`: the distance between two places.
  static let distance = Command(
    name: "distance",
    summary: "print the distance from one place to another",
    operands: "<place> <place> | --append [<table>]",
    discussion: """
      Prints the length of the shortest line along the surface.

      With --append, reads a table with two coordinates in each row from a file or standard input
      and writes the same lines in order with a last column `distance_m`: meters with all digits, or
      empty if a row lacks a valid coordinate.
      """,
    options: [.surface, .unit, .textOrJSON] + .appending + .secondPoint,
    examples: [
      ("cairn distance Sydney Melbourne", "713.4 km, on the mean sphere"),
      ("cairn distance SYD LHR --on wgs84 --unit nmi", "on the ellipsoid, in nautical miles"),
      ("cairn distance Vienna 47.07,15.44 --format json", "for another program"),
    ],
    run: { (arguments, console) throws(Failure) in
      if arguments.has("append") {
        var options = try TableAppender.Options(arguments)
        try options.addSecondPoint(arguments)
        let column = AppendedColumn.distance(
          on: arguments.surface, name: arguments["column"] ?? "distance_m")
        return try TableRun.run(
          [column], options, name: "distance", paths: arguments.operands, &console)
      }
      let (start, end) = try arguments.twoPlaces(of: "distance")
      let way = start.coordinate.inverse(to: end.coordinate, on: arguments.surface)
      let text = Text.length(way.distance, arguments.unit, digits: 3)
      try arguments.write(way, text, to: &console)
    })

  /// `cairn bearing`: the initial bearing to a place.
  static let bearing = Command(
    name: "bearing",
    summary: "print the direction from one place to another",
    operands: "<place> <place>",
    discussion: """
      Prints the initial bearing of the shortest line: degrees clockwise from north, and the
      compass point. On a long distance the bearing changes along the line; the JSON output also has
      the bearing at the end.
      """,
    options: [.surface, .textOrJSON],
    examples: [
      ("cairn bearing London \"New York\"", "288.3° WNW"),
      ("cairn bearing Vienna 21.4225,39.8262", "the direction of Mecca"),
      ("cairn bearing SYD LHR --on wgs84", "on the ellipsoid"),
    ],
    run: { (arguments, console) throws(Failure) in
      let (start, end) = try arguments.twoPlaces(of: "bearing")
      let way = start.coordinate.inverse(to: end.coordinate, on: arguments.surface)
      try arguments.write(
        way, Text.bearing(way.initialBearing, digits: 3), to: &console)
    })

  /// `cairn destination`: the coordinate at a bearing and a distance.
  static let destination = Command(
    name: "destination",
    summary: "print the coordinate at a bearing and a distance from a place",
    operands: "<place> --bearing ANGLE --distance LENGTH",
    discussion: "Prints latitude and longitude in degrees, to a tenth of a meter.",
    options: [
      Option(
        name: "bearing", value: "ANGLE",
        help: "degrees clockwise from north, or a compass point such as NE"),
      Option(name: "distance", value: "LENGTH", help: "the distance: 100km, 60mi, 500m"),
      .surface, .textOrJSON,
    ],
    examples: [
      ("cairn destination Sydney --bearing 45 --distance 100km", "a point in the Tasman Sea"),
      ("cairn destination 48.2,16.37 --bearing 90 --distance 10mi", "ten miles to the east"),
      ("cairn destination SYD --bearing 45 --distance 100km --on wgs84", "on the ellipsoid"),
    ],
    run: { (arguments, console) throws(Failure) in
      guard let angle = arguments["bearing"] else {
        throw .usage("--bearing is needed, such as --bearing 45")
      }
      let bearing: Double
      if let point = CompassPoint(rawValue: angle.uppercased()) {
        bearing = point.bearing
      } else {
        bearing = try Arguments.degrees(angle, name: "--bearing")
      }
      guard let distance = try arguments.length("distance", unit: .kilometers) else {
        throw .usage("--distance is needed, such as --distance 100km")
      }
      if arguments.operands.isEmpty {
        throw .usage("a place is needed, such as `cairn destination Sydney --bearing 45 ...`")
      }
      let start = try Location(arguments.operands.joined(separator: " "))
      let end = start.coordinate.destination(
        bearing: bearing, distance: distance, on: arguments.surface)
      if arguments["format"] == "json" {
        var json = JSONWriter()
        json.beginObject()
        json.member("latitude", end.latitude, fractionDigits: 9)
        json.member("longitude", end.longitude, fractionDigits: 9)
        json.endObject()
        return try console.output.write(json.bytes + [UInt8(ascii: "\n")])
      }
      try console.output.write(end.formatted(.decimal(digits: 6)) + "\n")
    })
}

extension Option {
  /// The option for the format of a single value.
  fileprivate static let textOrJSON = Option.format(["text", "json"])
}

extension Arguments {
  /// The two places of `cairn distance` and `cairn bearing`.
  fileprivate func twoPlaces(of command: String) throws(Failure) -> (Location, Location) {
    guard operands.count == 2 else {
      throw .usage(
        "two places are needed, such as `cairn \(command) Sydney \"New York\"`, "
          + "not \(operands.count)")
    }
    return (try Location(operands[0]), try Location(operands[1]))
  }

  /// Writes a result as one line of text or as a JSON object with all its parts.
  fileprivate func write(
    _ way: GeodesicInverse, _ text: String, to console: inout Console
  ) throws(Failure) {
    guard self["format"] == "json" else { return try console.output.write(text + "\n") }
    var json = JSONWriter()
    json.beginObject()
    json.member("distance_m", way.distance, fractionDigits: 3)
    json.member("initial_bearing_deg", way.initialBearing, fractionDigits: 6)
    json.member("final_bearing_deg", way.finalBearing, fractionDigits: 6)
    json.endObject()
    try console.output.write(json.bytes + [UInt8(ascii: "\n")])
  }
}
