import CairnFormats
import CairnGeodesy
import Testing

@Suite struct PlaceTableTests {
  private func table(_ text: String) throws -> PlaceTable {
    try PlaceTable(csv: Array(text.utf8))
  }

  @Test(arguments: [
    "name,latitude,longitude\nOslo,59.9139,10.7522\n",
    "lon;lat;title\r\n10,7522;59,9139;Oslo\r\n",
    "\u{FEFF}city\tY\tX\nOslo\t59.9139\t10.7522",
    "Point Latitude|Point_Longitude|label\n 59.9139 | 10.7522 |Oslo",
    "\"name\",\"latitude_deg\",\"longitude_deg\"\n\"Oslo\",\"59.9139\",\"10.7522\"\n",
    "id,lng,LAT,Name\n7,10.7522,59.9139,Oslo",
  ])
  func columnsAndDelimitersAreRecognized(text: String) throws {
    let table = try table(text)
    #expect(table.coordinates == [Coordinate(latitude: 59.9139, longitude: 10.7522)])
    #expect(Array(table.names) == ["Oslo"])
    #expect(table.badRowCount == 0)
  }

  @Test func countriesKindsAndPopulationsAreRead() throws {
    let table = try table(
      "name,cc,type,pop,lat,lon\nBern,CH,capital,134591,46.95,7.45\nX,,,?,1,2\n")
    #expect(Array(table.countries) == ["CH", ""])
    #expect(Array(table.kinds) == ["capital", ""])
    #expect(table.populations == [134_591, 0])
  }

  @Test func badRowsAreCountedAndReported() throws {
    let text = """
      name,lat,lon
      good,1,2
      word,abc,2
      short,5
      nan,nan,0
      far,95,200
      swapped,151.2,-33.9
      wide,10,400
      quoted,"1"2,3
      good,3,4
      """
    let table = try table(text)
    #expect(Array(table.names) == ["good", "good"])
    #expect(table.badRowCount == 7)
    #expect(
      table.badRows.map(\.description) == [
        #"line 3, field 2 (lat): "abc" is not a number"#,
        "line 4, field 3 (lon): the field is missing",
        #"line 5, field 2 (lat): "nan" is not a number"#,
        "line 6, field 2 (lat): 95.0 degrees is out of range",
        "line 7, field 2 (lat): latitude 151.2 is beyond 90 degrees; "
          + "latitude and longitude may be swapped",
        "line 8, field 3 (lon): 400.0 degrees is out of range",
        "line 9, field 2 (lat): text follows a closing quote",
      ])
  }

  @Test func aStrictReaderStopsAtTheFirstBadRow() {
    let expected = FormatError(.notANumber("x"), line: 2, field: 1, column: "lat")
    #expect(throws: expected) {
      try PlaceTable(csv: Array("lat,lon\nx,2\n1,2\n".utf8), badRows: .fail)
    }
  }

  @Test func theErrorForMissingColumnsListsTheColumns() {
    let expected = FormatError(.missingColumn(.longitude, found: ["name", "lat"]), line: 1)
    #expect(throws: expected) { try table("name,lat\nOslo,59\n") }
    #expect(throws: FormatError(.empty, line: 1)) { try table("") }
  }

  @Test func columnsCanBeChosen() throws {
    let csv = Array("lat,lon,north,east\n1,2,3,4\n".utf8)
    let table = try PlaceTable(csv: csv, columns: [.latitude: "north", .longitude: "east"])
    #expect(table.coordinates == [Coordinate(latitude: 3, longitude: 4)])
    #expect(table.columns[.latitude] == 2)
  }

  @Test func manyBadRowsKeepTheFirstTwenty() throws {
    let table = try table("lat,lon\n" + String(repeating: "x,y\n", count: 1_000))
    #expect(table.badRowCount == 1_000)
    #expect(table.badRows.count == 20)
    #expect(table.coordinates.isEmpty)
  }

  @Test(arguments: [
    "where;latlon\nOslo;59.9139, 10.7522\n",
    "where\tLocation\nOslo\t(59.9139 10.7522)\n",
    "where,coordinates\nOslo,\"59.9139,10.7522\"\n",
    "where,coords\nOslo,59.9139/10.7522\n",
    "where;geo\nOslo;59,9139 10,7522\n",
    "where;geo\nOslo;59,9139, 10,7522\n",
    "where;\"lon/lat\"\nOslo;10.7522, 59.9139\n",
    "where|wkt\nOslo|POINT (10.7522 59.9139)\n",
    "where|the_geom\nOslo|SRID=4326;POINT Z(10.7522 59.9139 12)\n",
    "where,coordinates\nOslo,POINT(10.7522 59.9139)\n",
    "where;latlng\nOslo;59°54'50.04\"N 10°45'7.92\"E\n",
    "where;lat;lng\nOslo;59,9139;10,7522\n",
    "where,lat,lng\nOslo,\"59,9139\",\"10,7522\"\n",
  ])
  func aLocationMayHaveOneColumnOrTwo(text: String) throws {
    let table = try PlaceTable(csv: Array(text.utf8), columns: [.name: "1"], badRows: .fail)
    let place = try #require(table.coordinates.first)
    #expect(abs(place.latitude - 59.9139) < 1e-12)
    #expect(abs(place.longitude - 10.7522) < 1e-12)
    #expect(Array(table.names) == ["Oslo"])
  }

  @Test func singleColumnsAreValidated() throws {
    let text = "latlon|n\n1|a\n1,2,3|b\n195,3|c\n151,-33|d\n|e\n\"POINT(1 2\"|f\n"
    let table = try table(text)
    #expect(
      table.badRows.map(\.reason) == [
        .expected("latitude and longitude", found: "\"1\""),
        .expected("latitude and longitude", found: "\"1,2,3\""),
        .outOfRange(195), .swapped(151), .missingField,
        .expected("the end of a geometry", found: "\"POINT(1 2\""),
      ])
    #expect(table.badRows.allSatisfy { $0.field == 1 && $0.column == "latlon" })
    let lines = try self.table("wkt\n\"LINESTRING (1 2, 3 4)\"\nPOINT (1 99)\n")
    #expect(
      lines.badRows.map(\.reason) == [
        .expected("a point", found: "a line or an area"), .swapped(99),
      ])
  }

  @Test func columnsCanBeChosenByNumber() throws {
    let rows = Array("x;48,2;16,3;Wien\ny;47;15,5;Graz\n".utf8)
    let table = try PlaceTable(
      csv: rows, hasHeader: false, columns: [.latitude: "2", .longitude: "3", .name: "4"])
    #expect(table.coordinates.map(\.latitude) == [48.2, 47])
    #expect(Array(table.names) == ["Wien", "Graz"])
    #expect(
      table.columns.description
        == "no header; latitude: column 2; longitude: column 3; name: column 4")
    #expect(throws: FormatError(.missingColumn(.latitude, found: ["1", "2"]), line: 1)) {
      try PlaceTable(csv: Array("x;48,2\n".utf8), delimiter: 0x3B, hasHeader: false)
    }
    // A column whose name is a number takes precedence over the column with that number.
    let odd = try PlaceTable(
      csv: Array("1,lat,lon,2\n10,20,30,40\n".utf8), columns: [.latitude: "2", .longitude: "1"])
    #expect(odd.coordinates == [Coordinate(latitude: 40, longitude: 10)])
  }

  @Test func theDescriptionListsTheColumns() throws {
    let odd = PlaceColumns(names: ["n\u{7}\r\nme", "lat"], overrides: [.name: "1"])
    #expect(odd.description == "name: column 1 n  me")
    #expect(odd.location == nil)
    let columns = PlaceColumns(names: ["id", "title", "Lat", "LNG", "geom", "pop"])
    #expect(
      columns.description
        == "latitude: column 3 Lat; longitude: column 4 LNG; name: column 2 title; "
        + "population: column 6 pop")
    #expect(columns.location == .degrees(latitude: 2, longitude: 3))
    let chosen = PlaceColumns(names: columns.names, overrides: [.geometry: "GEOM"])
    #expect(chosen.location == .geometry(4))
    #expect(chosen.description.hasPrefix("geometry: column 5 geom; name"))
  }

  @Test func badRowsMayBeKeptWithoutCoordinates() throws {
    let text = "name,lat,lon,cc\na,1,2,AT\nb,x,2,DE\nc,3,\"4\"x,FR\nd,5,6,\n"
    let table = try PlaceTable(csv: Array(text.utf8), badRows: .null)
    #expect(table.coordinates.map(\.isValid) == [true, false, false, true])
    #expect(Array(table.names) == ["a", "b", "c", "d"])
    #expect(Array(table.countries) == ["AT", "DE", "FR", ""])
    #expect(table.badRowCount == 2)
  }

  @Test func aSwappedTableIsRecognized() throws {
    let swapped = try table("lat,lon\n151.2,-33.9\n16.4,48.2\n-122.4,37.8\n")
    #expect(swapped.swappedRowCount == 2)
    #expect(swapped.seemsSwapped)
    let slip = try table("lat,lon\n151.2,-33.9\n37.8,-122.4\n")
    #expect(slip.swappedRowCount == 1)
    #expect(!slip.seemsSwapped)
    #expect(try !table("lat,lon\n1,2\n").seemsSwapped)
  }

  @Test func theNullTextIsReadAsNull() throws {
    let tsv = try table("name\tlat\tlon\tpop\n\\N\t1\t2\t\\N\nb\t\\N\t2\t5\n\"\\N\"\t1\t2\t3\n")
    #expect(Array(tsv.names) == ["", "\\N"])
    #expect(tsv.populations == [0, 3])
    #expect(tsv.badRows.map(\.reason) == [.missingField])
    #expect(Array(try table("name,lat,lon\n\\N,1,2\n").names) == ["\\N"])
  }

  @Test func anUnclosedQuoteIsAnError() {
    for text in ["\"lat,lon\n1,2\n", "lat,lon\n1,2\n\"3,4\n5,6\n"] {
      #expect(throws: FormatError(.unclosedQuote, line: text.hasPrefix("\"") ? 1 : 3)) {
        try table(text)
      }
    }
  }

  @Test func damagedTablesAreReadOrRejected() {
    let good = Array(
      "\u{FEFF}name;lat;lon;wkt\r\n\"a;\"\"b\"\"\";1,5;2,5;POINT(1 2)\r\nc;3;4;\r\n".utf8)
    var read = 0
    for cut in 0...good.count {
      if let table = try? PlaceTable(csv: Array(good.prefix(cut))) { read += table.names.count }
    }
    for place in good.indices {
      for byte in [0, 10, 13, 34, 44, 59, 0x2D, 0x65, 0xFF] as [UInt8] {
        var bytes = good
        bytes[place] = byte
        if let table = try? PlaceTable(csv: bytes, badRows: .null) {
          #expect(table.names.count == table.coordinates.count)
          read += table.names.count
        }
      }
    }
    #expect(read > 500)
  }
}
