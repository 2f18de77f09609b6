import CairnFeatures
import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

/// Long, wide or loosely formatted rows, and columns that do not exist.
@Suite struct TableLimitTests {
  @Test func rowsBeyondTheLimitAreRejectedWithoutOutput() throws {
    var writer = TableWriter()
    writer.recordLimit = 100
    func line(_ count: Int) -> GeoFeature {
      let place = GeoFeature.Position(Coordinate(latitude: 1.5, longitude: 2))
      return GeoFeature(geometry: .lineString(Array(repeating: place, count: count)))
    }
    try writer.write(line(2))
    let text = writer.drain()
    do throws(FormatError) {
      try writer.write(line(100))
      Issue.record("a row beyond the limit of readers was written")
    } catch {
      #expect(error.reason == .recordTooLong(limit: 100))
    }
    #expect(writer.drain().isEmpty)
    try writer.write(line(3))
    let read = Reading(TableReader(), String(decoding: text + writer.drain(), as: UTF8.self))
    #expect(read.features.map(\.geometry) == [line(2).geometry, line(3).geometry])
  }

  @Test func aRowOfMoreThanSixteenMegabytesIsRead() throws {
    let long = String(repeating: "x", count: rounds(17 << 20, inDebug: 1 << 20))
    let table = Array("name,lat,lon\n\(long),1,2\n".utf8)
    var rows = CSVReader(table)
    #expect(try rows.next() && rows.next())
    #expect(rows.fieldCount == 3 && rows.number(1) == 1)
    var appender = TableAppender([])
    try appender.append(table)
    try appender.finish()
    #expect(appender.drain() == table)
  }

  @Test func errorsListOnlyTheFirstColumns() {
    let wide = (1...2_000).map { "c\($0)" }
    let long = [String(repeating: "ä", count: 10_000), "", "b"]
    for (names, ending) in [(wide, "c30 and 1970 more"), (long, "ä…, \"\", b")] {
      let messages = [
        FormatError.Reason.missingColumn(.latitude, found: names).description,
        FormatError.Reason.unknownColumn("x", found: names).description,
        FormatError.Reason.severalLocations(names).description.replacing("; ", with: ", "),
        TableAppenderError.missingColumn("x", header: names).description,
        TableAppenderError.missingLocation(header: names).description,
        TableAppenderError.severalLocations(names).description.replacing("; ", with: ", "),
      ]
      #expect(messages.allSatisfy { $0.hasSuffix(ending) && $0.count < 400 })
    }
    // All names are in the value of the error.
    let header = Array((wide.joined(separator: ",") + "\n" + "1,2\n").utf8)
    #expect(throws: FormatError(.missingColumn(.latitude, found: wide), line: 1)) {
      try PlaceTable(csv: header)
    }
  }

  @Test func rowsLongerThanTheHeaderAreCounted() throws {
    let text = "lat,lon,n\n1,2,a, b\n1,2,a,\n1,2\n3,4,\"c,d\"\n5,6,e,,f\n"
    var reader = TableReader()
    reader.append(Array(text.utf8))
    reader.finish()
    while try reader.next() != nil {}
    #expect(reader.longRows.count == 2 && reader.longRows.lines == [2, 6])
    #expect(try PlaceTable(csv: Array(text.utf8)).longRows == reader.longRows)
    var appender = TableAppender([.geohash()])
    try appender.append(Array(text.utf8))
    try appender.finish()
    #expect(appender.report.longCount == 3 && appender.report.longLines == [2, 3, 6])
  }

  @Test func spacesAroundQuotesAreNotPartOfTheField() throws {
    let text = """
      name,lat,lon
      "x" ,1,2
       "Washington, DC" , "38.9" ,-77
       "Big" Jim,3,4
       5" pipe,5,6
       "a ""b"" c",7,8

      """
    let read = Reading(TableReader(), text)
    #expect(read.errors.isEmpty)
    #expect(
      read.features.map { $0.properties["name"]?.text } == [
        "x", "Washington, DC", "\"Big\" Jim", "5\" pipe", "a \"b\" c",
      ])
    let table = try PlaceTable(csv: Array(text.utf8))
    #expect(Array(table.names) == read.features.compactMap { $0.properties["name"]?.text })
    #expect(table.coordinates.map(\.latitude) == [1, 38.9, 3, 5, 7])
    var writer: any FeatureWriter = GeoJSONWriter()
    var source = FeatureSource(TableReader())
    source.append(Array(text.utf8))
    source.finish()
    while let feature = try source.next() { try writer.write(feature) }
    var appender = TableAppender([AppendedColumn("p") { "\($0.latitude)" }])
    try appender.append(Array(text.utf8))
    try appender.finish()
    #expect(appender.report.badCount == 0)
  }

  @Test(arguments: PlaceColumns.Role.allCases)
  func aChosenColumnThatDoesNotExistIsAnError(role: PlaceColumns.Role) {
    let table = "lat,lon,name,ele,x,y,wkt,country,kind,population\n1,2,a,3,4,5,POINT(1 2),AT,k,7\n"
    let read = Reading(TableReader(columns: [role: "nope"]), table)
    #expect(read.features.isEmpty && read.errors.count == 1)
    guard case .unknownColumn("nope", let found)? = read.errors.first?.reason else {
      Issue.record("\(read.errors)")
      return
    }
    #expect(found.count == 10 && read.errors.first?.endsInput == true)
    #expect(throws: FormatError.self) {
      try PlaceTable(csv: Array(table.utf8), columns: [role: "nope"])
    }
    #expect(throws: FormatError.self) {
      let json =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1}}"#
      return try PlaceTable(geoJSON: Array(json.utf8), columns: [role: "nope"])
    }
    #expect(PlaceColumns(names: ["a"], overrides: [role: "9"]).missingChoices == [role: "9"])
  }

  @Test(arguments: [
    "coordinates\n\"[16.37, 48.2]\"\n", "location;n\n[16.37,48.2];a\n",
    "latlng\n\"[16.37,48.2]\"\n",
    "lonlat\n\"[16.37,48.2]\"\n", "lonlat\n\"16.37,48.2\"\n", "geo\n\" [ 16.37 , 48.2 ] \"\n",
    "position;n\n[16,37 48,2];a\n",
  ])
  func squareBracketsMeanLongitudeFirst(table: String) throws {
    let place = Coordinate(latitude: 48.2, longitude: 16.37)
    #expect(Reading(TableReader(), table).features.map(\.geometry) == [.point(.init(place))])
    #expect(try PlaceTable(csv: Array(table.utf8)).coordinates == [place])
    if !table.hasPrefix("lonlat") {
      var appender = TableAppender([AppendedColumn("p") { "\($0)" }])
      try appender.append(Array(table.utf8))
      try appender.finish()
      #expect(String(decoding: appender.drain(), as: UTF8.self).contains("48.2, 16.37"))
    }
  }

  @Test func aThirdNumberInBracketsIsTheElevation() {
    let read = Reading(TableReader(), "coordinates;n\n[16.37, 48.2, 151.5];a\n[16.37, 95, 1];b\n")
    #expect(
      read.features.map(\.geometry) == [
        .point(.init(Coordinate(latitude: 48.2, longitude: 16.37), elevation: 151.5))
      ])
    #expect(read.errors.count == 1)
    // A text with a height keeps it as well.
    let texts = ["48.2, 16.3, 100", "48.2N 16.3E 100 m", "+48.2+016.3+100/"]
    let table = Reading(TableReader(), "coordinates;n\n" + texts.map { "\($0);a\n" }.joined())
    let objects = Reading(
      JSONObjectsReader(), texts.map { "{\"location\":\"\($0)\"}\n" }.joined())
    for read in [table, objects] {
      #expect(
        read.features.map { $0.geometry?.wkt }
          == Array(repeating: "POINT Z (16.3 48.2 100)", count: 3))
    }
  }

  @Test func theDelimiterOfAVeryLongHeaderIsDetected() throws {
    let names = (0..<rounds(12_000, inDebug: 6_000)).map { "column\($0)" }.joined(separator: ";")
    let table = "lat;lon;\(names)\n1,5;2\n"
    #expect(
      try PlaceTable(csv: Array(table.utf8)).coordinates == [
        Coordinate(latitude: 1.5, longitude: 2)
      ])
  }
}
