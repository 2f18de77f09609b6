import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnFormats

/// Columns that state a place in another notation than degrees.
@Suite struct PlaceNotationTests {
  @Test(arguments: [
    ("mgrs", PlaceNotation.mgrs), ("MGRS Coordinates", .mgrs), ("usng", .mgrs), ("mgrs_ref", .mgrs),
    ("UTM", .utm), ("utm position", .utm), ("plus_code", .plusCode), ("Plus Codes", .plusCode),
    ("OLC", .plusCode), ("open location code", .plusCode), ("geohash", .geohash),
    ("geohash7", .geohash), ("Geo Hash", .geohash),
  ])
  func aNameStatesTheNotation(_ name: String, _ notation: PlaceNotation) {
    let columns = PlaceColumns(names: ["id", name, "title"])
    #expect(columns.location == .coordinate(1))
    #expect(columns.notation == notation)
    #expect(columns.description.contains("(\(notation.rawValue))"))
  }

  @Test(arguments: ["code", "utmzone", "plus", "hash", "grid", "reference", "s", "geohashes of"])
  func otherNamesDoNot(_ name: String) {
    #expect(PlaceColumns(names: ["id", name]).location == nil)
  }

  @Test func degreesComeFirst() {
    let own = PlaceColumns(names: ["mgrs", "lat", "lon"])
    #expect(own.location == .degrees(latitude: 1, longitude: 2) && own.notation == nil)
    #expect(PlaceColumns(names: ["geohash", "coordinates"]).location == .coordinate(1))
    #expect(PlaceColumns(names: ["mgrs", "wkt"]).location == .geometry(1))
    let journey = PlaceColumns(names: ["a_lat", "a_lon", "b_lat", "b_lon", "geohash"])
    #expect(journey.location == nil && journey.pairNames.count == 2)
    // The location of the other place in a joined table.
    let joined = PlaceColumns(names: ["mgrs", "right_latitude", "right_longitude"])
    #expect(joined.location == .coordinate(0) && joined.notation == .mgrs)
    let chosen = PlaceColumns(names: ["mgrs", "cell"], overrides: [.coordinate: "cell"])
    #expect(chosen.location == .coordinate(1) && chosen.notation == nil)
  }

  /// Thousands of equal names once took a pass over all names each.
  @Test(arguments: ["latd", "lat_deg", "mgrs", "name", "right_lat"])
  func manyEqualNamesTakeLinearTime(_ name: String) {
    let columns = PlaceColumns(names: Array(repeating: name, count: 5_000))
    #expect((columns.location == .coordinate(0)) == (name == "mgrs"))
  }

  /// A point near Vienna in each notation; the cells are at most 14 m wide.
  private static let unmistakable = [
    "33UXP0201040420", "33U XP 02010 40420", "33U 602015 5340425", "8FWR695F+G6",
    "48°12'31.7\"N 16°22'23.2\"E", "geo:48.20881,16.3731",
  ]
  private static let places = unmistakable + ["48.20881,16.3731"]

  @Test(arguments: places)
  func everyReaderReadsThem(_ text: String) throws {
    let header = text.first == "8" ? "plus_code" : text.contains(",") ? "coordinates" : "mgrs"
    for name in [header, "position", "GPS coordinates", "koordinaten"] {
      let bytes = Array("id;\(name);note\n1;\(Self.quoted(text));x\n".utf8)
      let table = try PlaceTable(csv: bytes, delimiter: UInt8(ascii: ";"), badRows: .fail)
      try #require(table.coordinates.count == 1)
      let place = table.coordinates[0]
      #expect(place.distance(to: Self.vienna) < 15)
      var reader = TableReader()
      reader.append(bytes)
      reader.finish()
      let feature = try reader.next()
      #expect(feature?.geometry == .point(.init(place)))
      #expect(try Self.appended(bytes) == [place])
    }
  }

  @Test(arguments: unmistakable)
  func theFirstRowsTellIfTheHeaderDoesNot(_ text: String) throws {
    let rows = "1;\(Self.quoted(text));bread\n2;;9q8yy\n3;\(Self.quoted(text));u2edk8\n"
    for header in ["id;where;cell\n", ""] {
      let bytes = Array((header + rows).utf8)
      let table = try PlaceTable(csv: bytes)
      #expect(table.columns.hasHeader == !header.isEmpty)
      #expect(table.columns.location == .coordinate(1), "\(header)")
      #expect(table.coordinates.count == 2 && table.badRowCount == 1)
      #expect(try Self.appended(bytes) == table.coordinates)
    }
  }

  @Test(arguments: [
    "bread", "u2edk8", "9q8yyk8yuv", "12ABC", "33U", "33UXP", "33UXP0140", "ZAH1234567", "3.5/4.0",
    "1.25, 2.5", "1.5 2.25", "2026-11-30 12:00", "12:30", "10.0.0.1", "48", "+43 1 234567",
    "https://example.com/@48.20849,16.37208", "1,234.567", "E48N", "N48", "0.012, 9.812",
    "(0.123456, 0.567890)", "1.250 2.500", "20° / 30°", "10W 20S", "12N 5E", "N 12, E 14",
  ])
  func doubtfulTextsAreNotLocations(_ text: String) {
    let rows = (1...3).map { "\($0);\(Self.quoted(text))" }.joined(separator: "\n")
    #expect(throws: FormatError.self) { try PlaceTable(csv: Array("id;code\n\(rows)\n".utf8)) }
  }

  @Test func oneOtherTextOrASecondColumnDecidesAgainst() {
    let mixed = Array("id,code\n1,33UXP0201040420\n2,ABC-17\n".utf8)
    #expect(throws: FormatError.self) { try PlaceTable(csv: mixed) }
    let two = Array("from,to\n8FWR5992+8F,8FWR5992+8H\n".utf8)
    #expect(throws: FormatError.self) { try PlaceTable(csv: two) }
    // Only the first 20 rows count; later ones are bad rows.
    let late =
      "id,code\n" + (1...20).map { "\($0),33UXP0201040420\n" }.joined() + "21,ABC-17\n"
    let table = try? PlaceTable(csv: Array(late.utf8))
    #expect(table?.coordinates.count == 20 && table?.badRowCount == 1)
  }

  /// A column of identifiers is not a location, whatever its values look like.
  @Test(arguments: ["id", "Serial", "acct", "Order", "lot"])
  func identifiersAreNotLocations(_ name: String) {
    for text in ["18SUJ2348306479", "8FWR5992+8F", "10N 500000 4649776"] {
      let table = Array("\(name),x\n\(text),1\n".utf8)
      #expect(throws: FormatError.self) { try PlaceTable(csv: table) }
    }
  }

  /// A column of references is used if `location` or a column of more exact references has no
  /// place.
  @Test(arguments: [
    "Location,Plus Code\nVienna,8FWR695F+G6\n,8FWR695F+G6\n",
    "usng,mgrs\n,33UXP0201040420\n,33UXP0201040420\n",
    "geo hash,position\nu2edk8,here\nu2edk8,there\n",
  ])
  func otherTextsDoNotHideReferences(_ text: String) throws {
    let table = try PlaceTable(csv: Array(text.utf8))
    #expect(table.coordinates.count == 2)
    #expect(table.coordinates.allSatisfy { $0.distance(to: Self.vienna) < 700 })
    #expect(try Self.appended(Array(text.utf8)) == table.coordinates)
    // Places in the column itself come first.
    let both = Array("location,plus_code\n\"47.5, 15.5\",8FWR5992+8F\n".utf8)
    #expect(try PlaceTable(csv: both).coordinates == [Coordinate(latitude: 47.5, longitude: 15.5)])
  }

  @Test func badReferencesAreReportedWithTheirReason() throws {
    let table = try PlaceTable(
      csv: Array(
        """
        id,mgrs
        1,33UXP0201040420
        2,TBD
        3,33UXP050044499
        4,
        5,"48.2, 16.4"
        6,5992+8F Wien

        """.utf8))
    #expect(table.coordinates.count == 2)
    #expect(
      table.badRows.map(\.description) == [
        #"line 3, field 2 (mgrs): expected a reference of MGRS, found "TBD""#,
        "line 4, field 2 (mgrs): expected equally many digits of easting and northing at "
          + #"character 6, found "33UXP050044499""#,
        "line 5, field 2 (mgrs): the field is missing",
        #"line 7, field 2 (mgrs): "# + (table.badRows.last?.reason.description ?? ""),
      ])
    let words = try PlaceTable(
      csv: Array("name,geohash\na,u2edk8\nb,bread\nc,\"48.2,16.4\"\n".utf8))
    #expect(words.coordinates.count == 1)
    #expect(words.badRows.map(\.line) == [3, 4])
    #expect(words.badRows[0].reason == .expected("a geohash", found: "\"bread\""))
  }

  @Test func aGeohashHasTheCenterOfTheIndex() throws {
    var random = SeededGenerator(seed: 37)
    for precision in 1...12 {
      for _ in 0..<50 {
        let place = Coordinate(
          latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random))
        let hash = try #require(Geohash(place, precision: precision))
        let text = precision.isMultiple(of: 2) ? hash.description.uppercased() : hash.description
        #expect(try PlaceNotation.coordinate(text, .geohash) == hash.center)
      }
    }
    for text in ["", "u2edk8u2edk8u", "u2eda", "ü2"] {
      #expect(throws: NotationError.self) { try PlaceNotation.coordinate(text, .geohash) }
    }
  }

  @Test func aChosenColumnMayHaveGeohashes() throws {
    let bytes = Array("id,cell\n1,u2edk8\n2,u2edk9\n3,TBD?\n".utf8)
    let few = Array("id,cell\n1,u2edk8\n2,u2edk9\n".utf8)
    #expect(try PlaceTable(csv: few, columns: [.coordinate: "cell"]).coordinates.count == 2)
    let most = try PlaceTable(csv: bytes, columns: [.coordinate: "cell"])
    #expect(most.coordinates.count == 2 && most.badRowCount == 1)
    let table = try PlaceTable(
      csv: Array("1,u2edk8\n2,u2edk9\n".utf8), hasHeader: false, columns: [.coordinate: "2"])
    #expect(table.coordinates.count == 2 && table.columns.notation == .geohash)
    // A column of that name is read as before.
    let named = Array("id,coords\n1,tbd\n".utf8)
    #expect(try PlaceTable(csv: named, columns: [.coordinate: "coords"]).coordinates.isEmpty)
  }

  @Test func theResultDoesNotDependOnThePieces() throws {
    let text = "id,code\n" + (1...60).map { "\($0),33UXP02010404\(10 + $0 % 80)\n" }.joined()
    let bytes = Array(text.utf8)
    let whole = try PlaceTable(csv: bytes).coordinates
    #expect(whole.count == 60)
    for size in [1, 7, 64, 500] {
      var reader = TableReader()
      var places: [Coordinate] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
        while let feature = try reader.next() {
          places += [feature.point].compactMap(\.self)
        }
      }
      reader.finish()
      while let feature = try reader.next() {
        places += [feature.point].compactMap(\.self)
      }
      #expect(places == whole)
      #expect(try Self.appended(bytes, pieces: size) == whole)
    }
  }

  @Test func theReferenceIsKept() throws {
    var reader = TableReader()
    reader.append(Array("id,geohash\n1,00123456\n".utf8))
    reader.finish()
    let feature = try #require(try reader.next())
    #expect(feature.properties["geohash"] == .string("00123456"))
    var writer = TableWriter(columns: try #require(reader.columns))
    try writer.write(feature)
    #expect(String(decoding: writer.drain(), as: UTF8.self) == "id,geohash\n1,00123456\n")
  }

  @Test func objectsMayHaveAReference() throws {
    func places(_ json: String) throws -> [GeoFeature] {
      var reader = FileFormat.jsonObjects.reader(.init())
      reader.append(Array(json.utf8))
      reader.finish()
      var features: [GeoFeature] = []
      while let feature = try reader.next() { features.append(feature) }
      return features
    }
    let own = try places(#"[{"name":"a","mgrs":"33UXP0201040420"}]"#)
    #expect(own.count == 1 && own[0].properties["mgrs"]?.text == "33UXP0201040420")
    #expect(own[0].point.map { $0.distance(to: Self.vienna) < 15 } == true)
    // The object's own reference precedes those of nested objects, and a text that is not a place.
    for other in [#""parent":{"geohash":"u0"}"#, #""location":"Wien""#] {
      let found = try places(#"[{"name":"a",\#(other),"mgrs":"33UXP0201040420"}]"#)
      #expect(found.first?.point.map { $0.distance(to: Self.vienna) < 15 } == true, "\(other)")
    }
    // Degrees in a nested object are more exact.
    let nested = try places(
      #"[{"name":"a","plus_code":"8FWR5992+8F","spot":{"lat":47,"lng":15},"b":1}]"#)
    #expect(nested.first?.point == Coordinate(latitude: 47, longitude: 15))
    // The response of a service, with the code of the requested place.
    let response = try places(
      #"{"plus_code":{"global_code":"8FWR5992+8F"},"results":[{"name":"b","geometry":{"location":"#
        + #"{"lat":47,"lng":15}},"plus_code":{"global_code":"8FWR5992+8F"}}],"status":"OK"}"#)
    #expect(response.count == 1)
    #expect(response.first?.point == Coordinate(latitude: 47, longitude: 15))
  }

  // MARK: Support

  private static let vienna = Coordinate(latitude: 48.20881, longitude: 16.3731)

  private static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// The coordinates that the appender finds; rows without one are left out.
  private static func appended(_ bytes: [UInt8], pieces: Int? = nil) throws -> [Coordinate] {
    var appender = TableAppender(
      [AppendedColumn("found") { "\($0.latitude)|\($0.longitude)" }],
      options: .init(badRows: .skip))
    let size = pieces ?? bytes.count
    for start in stride(from: 0, to: bytes.count, by: size) {
      try appender.append(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    try appender.finish()
    return String(decoding: appender.drain(), as: UTF8.self).split(separator: "\n").compactMap {
      let numbers = $0.split { ",;".contains($0) }.last?.split(separator: "|").compactMap {
        Double($0)
      }
      guard let numbers, numbers.count == 2 else { return nil }
      return Coordinate(latitude: numbers[0], longitude: numbers[1])
    }
  }
}

extension GeoFeature {
  /// The coordinate of a point.
  fileprivate var point: Coordinate? {
    if case .point(let position)? = geometry { position.coordinate } else { nil }
  }
}
