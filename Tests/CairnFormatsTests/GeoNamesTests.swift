import CairnFormats
import CairnGeodesy
import Testing

@Suite struct GeoNamesTests {
  static let lines = """
    2761369\tVienna\tVienna\tBecs,Wien,"Bec"\t48.20849\t16.37208\tP\tPPLC\tAT\t\t09\t900\t\t\t1691468\t171\t193\tEurope/Vienna\t2022-11-10
    1\t"Quoted\tQuoted\t\t-1.5\t200\tT\tMT\t\t\t\t\t\t\t0\t\t-9999\t\t2020-01-01

    2\tFar\tFar\t\t95\t0\tT\tMT\t\t\t\t\t\t\t0\t\t0\t\t2020-01-01
    3\tShort\tShort\t\t5\n
    """

  @Test(arguments: [1, 5, Int.max])
  func aDumpBecomesFeatures(pieces: Int) throws {
    var source = FeatureSource(GeoNamesReader())
    var features: [GeoFeature] = []
    var rest = Array(Self.lines.utf8)[...]
    while !rest.isEmpty {
      source.append(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
      while let feature = try source.next() { features.append(feature) }
    }
    source.finish()
    while let feature = try source.next() { features.append(feature) }
    let vienna: Properties = [
      "name": "Vienna", "asciiname": "Vienna", "alternatenames": "Becs,Wien,\"Bec\"",
      "feature_class": "P", "feature_code": "PPLC", "country": "AT", "admin1": "09",
      "admin2": "900", "population": 1_691_468, "dem": 193, "timezone": "Europe/Vienna",
      "modified": "2022-11-10",
    ]
    let place = Coordinate(latitude: 48.20849, longitude: 16.37208)
    #expect(
      features.first
        == GeoFeature(
          geometry: .point(.init(place, elevation: 171)), properties: vienna, identifier: 2_761_369)
    )
    #expect(features.map { $0.properties["name"]?.text } == ["Vienna", "\"Quoted"])
    #expect(
      source.badRows == [
        FormatError(.swapped(95), line: 4, field: 5),
        FormatError(.missingField, line: 5, field: 6),
      ])
  }

  @Test func aDumpBecomesATable() throws {
    let table = try PlaceTable(geoNames: Array(Self.lines.utf8))
    #expect(Array(table.names) == ["Vienna", "\"Quoted"])
    #expect(Array(table.countries) == ["AT", ""])
    #expect(Array(table.kinds) == ["PPLC", "MT"])
    #expect(table.populations == [1_691_468, 0])
    #expect(table.coordinates.map(\.longitude) == [16.37208, 200])
    #expect(table.badRowCount == 2)
    let named = try PlaceTable(csv: Array(Self.lines.utf8))
    #expect(named.coordinates == table.coordinates)
  }

  @Test(arguments: [[], [0xEF, 0xBB, 0xBF], [0x0A], [0xEF, 0xBB, 0xBF, 0x0A]] as [[UInt8]])
  func anEmptyDumpHasNoPlaces(_ bytes: [UInt8]) throws {
    #expect(try PlaceTable(geoNames: bytes).coordinates.isEmpty)
    #expect(throws: FormatError.self) { try PlaceTable(csv: bytes) }
  }

  @Test func aDumpIsRecognized() {
    let bytes = Array(Self.lines.utf8)
    #expect(GeoNamesReader.recognizes(bytes))
    #expect(GeoNamesReader.recognizes(Array(bytes.prefix { $0 != 10 })))
    #expect(!GeoNamesReader.recognizes([]))
    #expect(!GeoNamesReader.recognizes(Array("lat,lon\n1,2\n".utf8)))
    #expect(!GeoNamesReader.recognizes([UInt8](repeating: 9, count: 18)))
    #expect(!GeoNamesReader.recognizes(Array(bytes.drop { $0 != 10 }.dropFirst(120))))
  }
}
