import CairnPictures
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

/// The columns that decide the colors and sizes of places.
@Suite struct MapColumnTests {
  /// Calls a closure with a temporary file, which is removed afterward.
  private func withFile(
    _ name: String, _ text: String, _ body: (String) throws -> Void
  ) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString)-\(name)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  /// The elevation is a part of the position, and still a column to choose.
  @Test func elevationsDecideColorsAndSizes() throws {
    for column in ["ele", "elevation", "altitude_m"].prefix(rounds(3, inDebug: 1)) {
      let table =
        "name,lat,lon,\(column)\nA,48,16,150\nB,47,15,360.5\nC,46,14,2000\nD,45,13,\n"
      try withFile("heights.csv", table) { path in
        let colors = Run("map", "--in", path, "--color-by", column, "--format", "svg")
        #expect(colors.code == .success, "\(colors.errors)")
        #expect(colors.output.contains(">no number (1)<") && colors.output.contains("or more<"))
        let sizes = Run("map", "--in", path, "--size-by", column, "--format", "svg")
        #expect(sizes.output.contains(">2,000 \(column)<"), "\(sizes.errors)")
        let page = Run("map", "--in", path, "--format", "html").output
        #expect(page.contains("360.5 m"))
      }
    }
    let none = "name,lat,lon\nA,48,16\nB,47,15\n"
    try withFile("flat.csv", none) { path in
      let run = Run("map", "--in", path, "--color-by", "elevation", "--format", "svg")
      #expect(run.code == .data && run.errors.contains("`elevation`"))
    }
  }

  /// Degrees can decide colors, including those of the spilled places of a large table.
  @Test func degreesDecideColors() throws {
    for count in [8, MapInput.limit + 1] {
      let headers = ["lat,lon", "Latitude,Longitude", "y,x"]
      let latitudes = (0..<count).map { Double($0 % 8 * 10 - 40) }
      let longitudes = (0..<count).map { Double($0 % 90) }
      let rows = zip(latitudes, longitudes).map { "P,\($0),\($1)\n" }.joined()
      for names in headers.prefix(count == 8 ? 3 : rounds(3, inDebug: 1)) {
        try withFile("degrees.csv", "name,\(names)\n" + rows) { path in
          for (column, numbers) in zip(names.split(separator: ","), [latitudes, longitudes]) {
            let words = ["--in", path, "--color-by", String(column), "--no-waters"]
            let scale = try picture(ofMap: words).colorScale
            #expect(scale?.limits == MapPicture.ColorScale(quantilesOf: numbers).limits)
            // Drawing the land takes most of the time, so only one map of each size is drawn.
            guard column == "lat" else { continue }
            let run = Run(["map"] + words + ["--format", "svg"])
            #expect(run.code == .success && run.output.contains("or more<"), "\(run.errors)")
          }
        }
      }
    }
  }

  /// Tables of more places than fit in memory have the categories of smaller ones.
  @Test func spilledCategoriesAreThoseOfSmallTables() throws {
    let cells = ["AT,1000", "CH,20 000", ",", "Atlantis,many", "DE,3.4", "FR,-5"]
    var rows = "name,lat,lon,country,population\n"
    for number in 0..<(MapInput.limit + 12) {
      let (latitude, longitude) = (number % 170 - 85, number % 359 - 179)
      rows += "P\(number),\(latitude),\(longitude),\(cells[number % cells.count])\n"
    }
    let few = rows.split(separator: "\n").prefix(200).joined(separator: "\n")
    for column in ["population", "country"].prefix(rounds(2, inDebug: 1)) {
      var legends: [[Substring]] = []
      for table in [rows, few] {
        try withFile("many.csv", table) { path in
          let run = Run(["map", "--in", path, "--size", "80x20", "--category", column])
          #expect(run.code == .success, "\(run.errors)")
          legends.append(run.output.split(separator: "\n").filter { $0.hasPrefix("●") })
        }
      }
      #expect(legends[0] == legends[1] && !legends[0].isEmpty)
    }
  }
}
