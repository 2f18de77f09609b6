internal import CairnPictures

extension Command {
  /// `cairn map`: a picture of places.
  static let map = Command(
    name: "map",
    summary: "draw places, a country, a search or a route on a map",
    operands: "[<place> ...]",
    discussion: """
      Draws the countries and on them the places that are named, what is in a file, or places of the
      embedded set near a place or in a country. The projection suits what is shown; 180 degrees
      and the poles are places like any other.

      The picture is text for the terminal, SVG, or an HTML page to pan and zoom that needs no
      network. What --out ends with decides (.txt, .svg, .html), or --format.
      """,
    options: [
      Option(
        name: "category", value: "COLUMN", help: "the column of the file that decides the colour"),
      Option(name: "near", value: "PLACE", help: "the places around this one"),
      Option(
        name: "radius", value: "LENGTH", help: "how far around it: 100km (default), 60mi, 500m"),
      Option(
        name: "country", value: "COUNTRY",
        help: "show this country, and only its places: FR, FRA or France"),
      .countryBy,
      .anyKind,
      Option(
        name: "limit", value: "COUNT",
        help: "how many embedded places at most (default all, of a country its 40 largest cities)"),
      Option(name: "route", value: nil, help: "the best round trip through the places, numbered"),
      Option(name: "open", value: nil, help: "with --route: end at the last place"),
      Option(
        name: "clusters", value: nil, help: "draw places that lie close together as their number"),
      Option(name: "world", value: nil, help: "show the whole world"),
      Option(
        name: "box", value: "S,W,N,E", help: "show this box, in degrees; west > east crosses 180"),
      Option(name: "title", value: "TEXT", help: "what stands above the map"),
      Option(
        name: "size", value: "WxH",
        help: "pixels (default 1200x800), of text columns and rows"),
      Option(
        name: "format", value: "FORMAT", help: "text (default), svg or html",
        choices: MapFormat.allCases.map(\.rawValue)),
      Option(name: "out", value: "FILE", help: "the file to write, as map.svg or map.html"),
    ] + .input,
    examples: [
      ("cairn map --near Sydney --radius 100km", "cities and airports around Sydney"),
      ("cairn map --country FJ --format svg", "a country and its largest cities"),
      ("cairn map Tokyo Honolulu Lima --route --format html", "a trip, to pan and zoom"),
      ("cairn map --in places.csv --size 100x30", "your own places"),
    ],
    run: { (arguments, console) throws(Failure) in
      let query = try MapQuery(arguments, &console)
      try query.write(query.picture(), to: &console)
    })
}

/// The forms in which a map is drawn.
enum MapFormat: String, CaseIterable, Sendable {
  case text, svg, html
}
