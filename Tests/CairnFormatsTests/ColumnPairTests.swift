import CairnGeodesy
import Testing

@testable import CairnFormats

/// Columns recognized as pairs, and tables without a header.
@Suite struct ColumnPairTests {
  @Test(arguments: [
    (["id", "start_lat", "start_lng"], 1, 2), (["pickup_longitude", "pickup_latitude"], 1, 0),
    (["GPSLatitude", "GPSLongitude", "GPSAltitude"], 0, 1), (["LatTo", "LonTo"], 0, 1),
    (["Stop Lat.", "Stop Long."], 0, 1), (["flat_lat", "flat_lon", "flat"], 0, 1),
    (["site_location", "site_lat", "site_lon"], 1, 2), (["lat", "lon", "to_lat", "to_lon"], 0, 1),
    (["Ort", "Breitengrad", "Längengrad"], 1, 2), (["longitud", "latitud"], 1, 0),
    (["Долгота", "Широта"], 1, 0), (["緯度", "経度"], 0, 1),
  ])
  func theOnlyPairIsUsed(_ names: [String], _ latitude: Int, _ longitude: Int) {
    #expect(
      PlaceColumns(names: names).location == .degrees(latitude: latitude, longitude: longitude))
  }

  @Test func severalPairsAreReported() throws {
    let text = "start_lat,start_lng,end_lat,end_lng\n1,2,3,4\n"
    #expect(
      throws: FormatError(
        .severalLocations(["start_lat and start_lng", "end_lat and end_lng"]), line: 1)
    ) { try PlaceTable(csv: Array(text.utf8)) }
    let chosen = try PlaceTable(
      csv: Array(text.utf8), columns: [.latitude: "end_lat", .longitude: "end_lng"])
    #expect(chosen.coordinates == [Coordinate(latitude: 3, longitude: 4)])
    // One column of a pair identifies the other.
    let half = try PlaceTable(csv: Array(text.utf8), columns: [.latitude: "end_lat"])
    #expect(half.coordinates == [Coordinate(latitude: 3, longitude: 4)])
    #expect(PlaceColumns(names: ["flat", "salon", "plat", "along"]).location == nil)
  }

  @Test(arguments: [
    ("Wien,48.2,16.37\nLinz,48.3,14.29\n", ["Wien", "Linz"]),
    ("48.2,16.37,Wien\n48.3,14.29,Linz\n", ["Wien", "Linz"]),
    ("7;Wien;48,2;16,37\n8;Linz;48,3;14,29\n", ["Wien", "Linz"]),
    ("Wien\t1897491\t48.2082\t16.3738\nLinz\t206595\t48.3\t14.29\n", ["Wien", "Linz"]),
    ("151,139.69,35.68,Tokyo\n152,14.29,48.3,Linz\n", ["Tokyo", "Linz"]),
    ("Wien,POINT (16.37 48.2)\nLinz,POINT (14.29 48.3)\n", ["Wien", "Linz"]),
    ("Wien;\"48.2, 16.37\"\nLinz;\"48.3, 14.29\"\n", ["Wien", "Linz"]),
  ])
  func aRowOfCoordinatesIsNotAHeader(_ text: String, _ names: [String]) throws {
    for hasHeader in [nil, false] as [Bool?] {
      let table = try PlaceTable(csv: Array(text.utf8), hasHeader: hasHeader)
      #expect(table.coordinates.count == 2 && Array(table.names) == names)
      #expect(!table.columns.hasHeader && table.columns.description.hasPrefix("no header; "))
      #expect(
        table.coordinates.last == Coordinate(latitude: 48.3, longitude: 14.29))
      let read = Reading(TableReader(hasHeader: hasHeader), text)
      #expect(read.features.count == 2 && read.errors.isEmpty)
    }
  }

  @Test func headersAreRecognized() throws {
    for text in ["name,lat,lon\na,1.5,2.5\n", "2019,lat,lon\n3,1.5,2.5\n"] {
      let table = try PlaceTable(csv: Array(text.utf8))
      #expect(table.columns.hasHeader && table.coordinates.count == 1)
    }
    // Whole degrees are only recognized if there is certainly no header.
    let whole = Array("a,48,16\n".utf8)
    #expect(throws: FormatError.self) { try PlaceTable(csv: whole) }
    #expect(
      try PlaceTable(csv: whole, hasHeader: false).coordinates
        == [Coordinate(latitude: 48, longitude: 16)])
    // If columns are chosen by number, numbers in them are not names.
    let chosen = try PlaceTable(
      csv: Array("1,2,3,4\n5,6,7,8\n".utf8), columns: [.latitude: "3", .longitude: "4"])
    #expect(chosen.coordinates.count == 2 && !chosen.columns.hasHeader)
    // Three candidates are ambiguous.
    #expect(throws: FormatError.self) { try PlaceTable(csv: Array("1.5,2.5,3.5\n".utf8)) }
  }
}
