internal import CairnCountries
internal import CairnGeodesy
internal import CairnIndex

extension Command {
  /// `cairn geohash cover`.
  static let geohashCover = Command(
    name: "geohash cover",
    summary: "cells that together hold all of a region",
    operands: "<region> | --explode [<table>]",
    discussion: """
      Prints cells that together hold a region, one a line in order: all cells of one precision
      that touch it, or, with --cells, at most so many of different precision. The region is a
      --box, a --country, or what is within --radius of a place.

      With --explode it reads a table of centres from a file or the standard input and writes each
      row once for each cell of one precision that touches the circle of --radius around it, the
      cell appended. Rows joined to it by equal cells hold all that are within the radius, and
      more; the exact distance decides.
      """,
    options: [
      Option(name: "box", value: "S,W,N,E", help: "a box in degrees; west beyond east crosses 180"),
      Option(name: "country", value: "COUNTRY", help: "a country: FR, FRA or France"),
      Option(name: "center", value: "PLACE", help: "the middle of a circle"),
      Option(name: "radius", value: "LENGTH", help: "how far the circle reaches: 25km, 10mi"),
      .precision,
      Option(
        name: "cells", value: "COUNT", help: "few cells of different precision, at most so many"),
      Option(
        name: "limit", value: "COUNT",
        help: "the most cells of one precision, for one circle (default 10000)"),
      Option(name: "explode", help: "write each row of a table once for each of its cells"),
    ] + [Option].filter.filter { $0.name != "append" },
    examples: [
      ("cairn geohash cover --box -18,179,-17,-179 --precision 3", "2hb and ruz"),
      ("cairn geohash cover --country FR --cells 50", "for a query by prefixes"),
      (
        "cairn geohash cover --explode --radius 25km --precision 4 places.csv",
        "one line for each city and cell"
      ),
    ],
    run: { (arguments, console) throws(Failure) in
      let limit = try arguments.count("limit", default: 10_000, in: 1...10_000_000)
      let radius = try arguments.length("radius", unit: .kilometres)
      if arguments.has("explode") {
        guard let radius, let precision = try arguments.precision else {
          throw .usage("--explode needs --radius and --precision: --radius 25km --precision 4")
        }
        let answers = CoverAnswers(
          radius: radius, precision: precision, limit: limit,
          column: arguments["column"] ?? "geohash")
        return try FilterRun.run(
          answers, FilterSettings(arguments), name: "geohash cover", paths: arguments.operands,
          &console)
      }
      let region = try region(arguments, radius: radius)
      let cells: [Geohash]
      if arguments["cells"] != nil {
        let count = try arguments.count("cells", default: 8, in: 1...1_000_000)
        cells =
          GeohashCover(
            region, maximumCells: count, maximumPrecision: try arguments.precision ?? 12
          ).cells
      } else {
        guard let precision = try arguments.precision else {
          throw .usage("--precision is needed, such as --precision 5, or --cells for few cells")
        }
        do {
          cells = try GeohashCover(region, precision: precision, maximumCells: limit).cells
        } catch {
          throw .usage("\(error); take a smaller --precision or a larger --limit")
        }
      }
      for cell in cells { try console.output.write("\(cell)\n") }
    })

  /// The region that the command line names.
  private static func region(
    _ arguments: Arguments, radius: Double?
  ) throws(Failure) -> GeohashRegion {
    let place = arguments.operands.isEmpty ? nil : arguments.operands.joined(separator: " ")
    let center = arguments["center"] ?? place
    let given = [arguments["box"], arguments["country"], center].compactMap { $0 }.count
    guard given == 1 else {
      throw .usage("one region is needed: --box, --country, or a place with --radius")
    }
    if let box = arguments["box"] { return .box(try Arguments.box(box)) }
    if let country = try arguments.country {
      return .multiPolygon(CountryAtlas.world.outline(of: country))
    }
    guard let radius else { throw .usage("--radius is needed, such as --radius 25km") }
    return .cap(Cap(center: try Location(center ?? "").coordinate, radius: radius))
  }
}

extension Arguments {
  /// A box as "south,west,north,east".
  fileprivate static func box(_ text: String) throws(Failure) -> BoundingBox {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
      Double(plain: $0.drop { $0 == " " })
    }
    guard numbers.count == 4, text.filter({ $0 == "," }).count == 3,
      (-90...90).contains(numbers[0]), (numbers[0]...90).contains(numbers[2]),
      numbers[1].magnitude <= 360, numbers[3].magnitude <= 360
    else {
      throw .usage(
        "--box is south,west,north,east in degrees, such as -18,179,-17,-179, "
          + "not \(Spelling.quoted(text))")
    }
    return BoundingBox(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
  }
}
