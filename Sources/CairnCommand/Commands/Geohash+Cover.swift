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
      --box, a --country, the --polygon of a file, what is within --radius of a place, or within
      --width of a path.

      With --explode it reads a table of centres from a file or the standard input and writes each
      row once for each cell of one precision that touches the circle of --radius around it, the
      cell appended. Rows joined to it by equal cells hold all that are within the radius, and
      more; the exact distance decides.
      """,
    options: [
      Option(name: "box", value: "S,W,N,E", help: "a box in degrees; west beyond east crosses 180"),
      Option(name: "country", value: "COUNTRY", help: "a country: FR, FRA or France"),
      Option(name: "polygon", value: "FILE", help: "the areas of a file, or well-known text"),
      Option(
        name: "along", value: "PATH", help: "a path: coordinates, places with ; between, a file"),
      Option(name: "width", value: "LENGTH", help: "how far from the path: 10km"),
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
      let region = try region(arguments, radius: radius, &console)
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
    _ arguments: Arguments, radius: Double?, _ console: inout Console
  ) throws(Failure) -> GeohashRegion {
    let place = arguments.operands.joined(separator: " ")
    let given = ["box", "country", "polygon", "along"].filter { arguments.has($0) }
    guard given.count + (place.isEmpty ? 0 : 1) == 1 else {
      throw .usage(
        "one region is needed: --box, --country, --polygon, --along, or a place with --radius")
    }
    if let box = arguments["box"] { return .box(try BoundingBox(option: box)) }
    if let country = try arguments.country {
      return .multiPolygon(CountryAtlas.world.outline(of: country))
    }
    if let path = arguments["polygon"] {
      return .multiPolygon(try ShapeInput(path, option: "--polygon", &console).polygons())
    }
    if let path = arguments["along"] {
      guard let width = try arguments.length("width", unit: .kilometres) else {
        throw .usage("--width is needed, such as --width 10km")
      }
      return .corridor(try GeoPath(option: path, &console), distance: width)
    }
    guard let radius else { throw .usage("--radius is needed, such as --radius 25km") }
    return .cap(Cap(center: try Location(place).coordinate, radius: radius))
  }
}
