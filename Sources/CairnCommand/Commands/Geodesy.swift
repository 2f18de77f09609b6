internal import CairnFormats
internal import CairnGeodesy

extension Command {
  /// `cairn distance`: how far it is.
  static let distance = Command(
    name: "distance",
    summary: "how far it is from one place to another",
    operands: "<place> <place> | --append [<table>]",
    discussion: """
      Prints the length of the shortest line along the surface.

      With --append it reads a table with two coordinates in each row from a file or the standard
      input and writes the same lines in order with a last column `distance_m`: metres with all
      digits, or nothing where a row lacks a valid coordinate.
      """,
    options: [.surface, .unit, .textOrJSON] + .filter + .secondPoint,
    examples: [
      ("cairn distance Sydney Melbourne", "713.4 km, on the mean sphere"),
      ("cairn distance SYD LHR --on wgs84 --unit nmi", "as a pilot wants it"),
    ],
    run: { (arguments, console) throws(Failure) in
      if arguments.has("append") {
        var options = try TableAppender.Options(arguments)
        try options.addSecondPoint(arguments)
        let column = AppendedColumn.distance(
          on: arguments.surface, name: arguments["column"] ?? "distance_m")
        return try FilterRun.run(
          [column], options, name: "distance", paths: arguments.operands, &console)
      }
      let (start, end) = try arguments.twoPlaces(of: "distance")
      let way = start.coordinate.inverse(to: end.coordinate, on: arguments.surface)
      let text = Text.length(way.distance, arguments.unit, digits: 3)
      try arguments.write(way, text, to: &console)
    })

  /// `cairn bearing`: in which direction it is.
  static let bearing = Command(
    name: "bearing",
    summary: "in which direction to leave for a place",
    operands: "<place> <place>",
    discussion: """
      Prints the initial bearing of the shortest line: degrees clockwise from north, and the
      point of the compass. On a long way the bearing changes as you go; the JSON form has the
      bearing at the end too.
      """,
    options: [.surface, .textOrJSON],
    examples: [("cairn bearing London \"New York\"", "288.3° WNW")],
    run: { (arguments, console) throws(Failure) in
      let (start, end) = try arguments.twoPlaces(of: "bearing")
      let way = start.coordinate.inverse(to: end.coordinate, on: arguments.surface)
      try arguments.write(
        way, Text.bearing(way.initialBearing, digits: 3), to: &console)
    })

  /// `cairn destination`: where one gets to.
  static let destination = Command(
    name: "destination",
    summary: "where one gets to by a bearing and a distance",
    operands: "<place> --bearing ANGLE --distance LENGTH",
    discussion: "Prints latitude and longitude in degrees, to a tenth of a metre.",
    options: [
      Option(
        name: "bearing", value: "ANGLE",
        help: "degrees clockwise from north, or a point of the compass such as NE"),
      Option(name: "distance", value: "LENGTH", help: "how far to go: 100km, 60mi, 500m"),
      .surface, .textOrJSON,
    ],
    examples: [
      ("cairn destination Sydney --bearing 45 --distance 100km", "a point in the Tasman Sea")
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
      guard let distance = try arguments.length("distance", unit: .kilometres) else {
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
  /// The form of an answer that is one value.
  fileprivate static let textOrJSON = Option.format(["text", "json"])
}

extension Arguments {
  /// The two places that a command about a way needs.
  fileprivate func twoPlaces(of command: String) throws(Failure) -> (Location, Location) {
    guard operands.count == 2 else {
      throw .usage(
        "two places are needed, such as `cairn \(command) Sydney \"New York\"`, "
          + "not \(operands.count)")
    }
    return (try Location(operands[0]), try Location(operands[1]))
  }

  /// Writes a way as one line of text or as a JSON object with all its parts.
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
