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
  func columnsAndDelimitersAreRecognised(text: String) throws {
    let table = try table(text)
    #expect(table.coordinates == [Coordinate(latitude: 59.9139, longitude: 10.7522)])
    #expect(Array(table.names) == ["Oslo"])
    #expect(table.badRowCount == 0)
  }

  @Test func propertiesComeAlong() throws {
    let table = try table(
      "name,cc,type,pop,lat,lon\nBern,CH,capital,134591,46.95,7.45\nX,,,?,1,2\n")
    #expect(Array(table.countries) == ["CH", ""])
    #expect(Array(table.kinds) == ["capital", ""])
    #expect(table.populations == [134_591, 0])
  }

  @Test func badRowsAreCountedAndNamed() throws {
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
        #"line 3, field 2 (lat): "abc" is no number"#,
        "line 4, field 3 (lon): the field is missing",
        #"line 5, field 2 (lat): "nan" is no number"#,
        "line 6, field 2 (lat): 95.0 degrees is out of range",
        "line 7, field 2 (lat): latitude 151.2 is beyond 90 degrees; "
          + "latitude and longitude may be swapped",
        "line 8, field 3 (lon): 400.0 degrees is out of range",
        "line 9, field 2: text follows a closing quote",
      ])
  }

  @Test func aStrictReaderStopsAtTheFirstBadRow() {
    let expected = FormatError(.notANumber("x"), line: 2, field: 1, column: "lat")
    #expect(throws: expected) {
      try PlaceTable(csv: Array("lat,lon\nx,2\n1,2\n".utf8), badRows: .fail)
    }
  }

  @Test func aTableWithoutCoordinatesSaysWhichColumnsItHas() {
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
}
