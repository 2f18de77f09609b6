import CairnFeatures
import CairnFormats
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@Suite struct TableAppenderTests {
  private let halves = AppendedColumn("half") { $0.latitude < 0 ? "south" : "north" }

  /// Appends columns to a table in pieces of one size.
  private func appended(
    _ table: String, _ columns: [AppendedColumn],
    options: TableAppender.Options = TableAppender.Options(), pieces size: Int = .max
  ) throws -> String {
    var appender = TableAppender(columns, options: options)
    var output: [UInt8] = []
    var rest = Array(table.utf8)[...]
    while !rest.isEmpty {
      try appender.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      output += appender.drain()
    }
    try appender.finish()
    return String(decoding: output + appender.drain(), as: UTF8.self)
  }

  @Test(arguments: [Int.max, 1, 7])
  func appendsColumnsToRowsInPieces(size: Int) throws {
    let table =
      "\u{FEFF}name;lat;lon\r\n\"a;b\";1,5;2\r\n\r\n\"c\nd\";-1;\"2\"\ne;1\rf;91;2;g\nh;-1e0;2"
    #expect(
      try appended(table, [halves, .geohash(precision: 3)], pieces: size)
        == "\u{FEFF}name;lat;lon;half;geohash\r\n\"a;b\";1,5;2;north;s03\r\n\r\n"
        + "\"c\nd\";-1;\"2\";south;kpc\ne;1;;;\rf;91;2;g;;\nh;-1e0;2;south;kpc")
  }

  @Test func withoutColumnsTheTableIsUnchanged() throws {
    let table = "name,lat,lon\r\na,1,2\n\nb,x,2,3\rc"
    #expect(try appended(table, []) == table + ",,")
  }

  @Test func quotesFieldsIfNecessary() throws {
    let column = AppendedColumn(["a", "b,c", "d"]) { _ in ["x,y", "\"z\""] }
    #expect(
      try appended("lat,lon\n1,2\n", [column])
        == "lat,lon,a,\"b,c\",d\n1,2,\"x,y\",\"\"\"z\"\"\",\n")
    var options = TableAppender.Options()
    options.isTSV = true
    #expect(
      try appended("lat\tlon\n1\t2\n\\N\t\\N\n", [column], options: options)
        == "lat\tlon\ta\tb,c\td\n1\t2\tx,y\t\"z\"\t\\N\n\\N\t\\N\t\\N\t\\N\t\\N\n")
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0, 30, 1_500])
  func repeatedRowsMayFillMoreThanAPieceOfOutput(count: Int) throws {
    let rows = (0..<6_000).map { "\($0),1,2" }
    let column = AppendedColumn.geohashCover(radius: 1, precision: 7, name: "cell")
    let cells = try GeohashCover(
      Cap(center: Coordinate(latitude: 1, longitude: 2), radius: 1), precision: 7
    ).cells
    let wide = String(repeating: "x", count: count)
    let table = rows.prefix(count == 1_500 ? 400 : 6_000).map { $0 + "," + wide }
    // One call, without a drain before its end.
    let output = try appended("id,lat,lon,wide\n" + table.joined(separator: "\n"), [column])
    let expected = table.flatMap { row in cells.map { row + ",\($0)" } }
    #expect(output == (["id,lat,lon,wide,cell"] + expected).joined(separator: "\n"))
  }

  @Test func copiesAreIndependent() throws {
    var one = TableAppender([halves])
    try one.append(Array("lat,lon\n1,".utf8))
    var other = one
    try one.append(Array("2\n".utf8))
    try other.append(Array("3,4\n-5,6\n".utf8))
    #expect(String(decoding: one.drain(), as: UTF8.self) == "lat,lon,half\n1,2,north\n")
    #expect(
      String(decoding: other.drain(), as: UTF8.self)
        == "lat,lon,half\n1,3,4,north\n-5,6,south\n")
    #expect(one.report.rowCount == 1 && other.report.longCount == 1)
  }

  @Test func readsUTF16AndWindows1252() throws {
    let table = "ort,lat,lon\nZürich,47.4,8.5\n"
    let wide: [UInt8] = [0xFF, 0xFE] + table.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let narrow: [UInt8] = table.utf16.map { UInt8($0) }
    for (bytes, encoding) in [(wide, TextEncoding.utf16), (narrow, .windows1252)] {
      for size in [1, 5, 100] {
        var appender = TableAppender([halves])
        var rest = bytes[...]
        while !rest.isEmpty {
          try appender.append(Array(rest.prefix(size)))
          rest = rest.dropFirst(size)
        }
        try appender.finish()
        let text = String(decoding: appender.drain(), as: UTF8.self)
        #expect(text.hasSuffix("ort,lat,lon,half\nZürich,47.4,8.5,north\n"))
        #expect(appender.encoding == encoding)
      }
    }
  }

  @Test func reportsErrors() {
    func error(
      _ table: String, _ change: (inout TableAppender.Options) -> Void = { _ in }
    ) -> TableAppenderError? {
      var options = TableAppender.Options()
      change(&options)
      do {
        _ = try appended(table, [halves], options: options)
        return nil
      } catch {
        return error as? TableAppenderError
      }
    }
    #expect(error("") == nil)
    #expect(error("a,b\n1,2\n") == .missingLocation(header: ["a", "b"]))
    #expect(
      error("a_lat,a_lon,b_lat,b_lon\n")
        == .severalLocations(["a_lat and a_lon", "b_lat and b_lon"]))
    #expect(
      error("lat,lon\n\"1,2\n") == .table(FormatError(.unclosedQuote, line: 2)))
    #expect(
      error("lat,lon\n1,2\nx,2\n") { $0.badRows = .fail }
        == .table(FormatError(.notANumber("x"), line: 3, field: 1, column: "lat")))
    #expect(
      error("lat,lon\n") { $0.points = [.init(latitude: "y", longitude: "lon")] }
        == .missingColumn("y", header: ["lat", "lon"]))
    #expect(
      error("lat,lon\n") { $0.points = [.init(latitude: "3", longitude: "2")] }
        == .missingColumnNumber(3, columnCount: 2))
    #expect(error("lat,lon\n") { $0.fieldCount = 3 } == .headerFieldCount(2, fieldCount: 3))
    #expect(
      error("1.5,2.5\n") {
        $0.hasHeader = false
        $0.fieldCount = 1
      } == .columnBeyondFieldCount(column: 2, fieldCount: 1))
  }

  @Test func appendsTheNearestPlace() throws {
    let places = [
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: .nan, longitude: 0),
      Coordinate(latitude: 10, longitude: 10),
    ]
    let column = try AppendedColumn.nearest(
      of: places, called: ["null", "nowhere", "ten, ten"], within: 100_000,
      names: ("shop", "meters"))
    #expect(
      try appended("lat,lon\n10,10\n0.5,0\n5,5\nx,y\n", [column])
        == "lat,lon,shop,meters\n10,10,\"ten, ten\",0.000\n0.5,0,null,55597.540\n5,5,,\nx,y,,\n")
  }

  /// Numbers with 17 digits are parsed like short ones, at any position.
  @Test func readsAllDigits() throws {
    var generator = SeededGenerator(seed: 71)
    let places = (0..<2_000).map { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    }
    let exact = AppendedColumn(["north", "east"]) { ["\($0.latitude)", "\($0.longitude)"] }
    let rows = places.map { "\($0.latitude),\($0.longitude)" }
    let expected = rows.map { "\($0),\($0)\n" }.joined()
    let table = "lat,lon\n" + rows.map { $0 + "\n" }.joined()
    for size in [Int.max, 1_000, 33] {
      #expect(try appended(table, [exact], pieces: size) == "lat,lon,north,east\n" + expected)
    }
  }
}
