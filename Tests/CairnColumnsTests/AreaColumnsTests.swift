import CairnColumns
import CairnCountries
import CairnGeodesy
import CairnRegions
import CairnTimeZones
import TestSupport
import Testing

@Suite("Countries, regions and time zones over columns")
struct AreaColumnsTests {
  /// The names of a kind.
  static func names(_ kind: AreaNameKind) -> [String] {
    let needed = Memory<Int64>(1, of: -7)
    #expect(unsafe cairnNames(kind.rawValue, nil, 0, needed.start) == 0)
    let count = Int(needed[0])
    let text = Memory<CChar>(count, of: 1)
    #expect(unsafe cairnNames(kind.rawValue, text.start, Int64(count - 1), nil) == 2)
    #expect(lastError().contains("\(count) bytes"))
    #expect(unsafe cairnNames(kind.rawValue, text.start, Int64(count), nil) == 0)
    #expect(text.isIntact && text[count - 1] == 0)
    let bytes = text.values.dropLast().map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }

  @Test("Names equal those of the library, in the same order")
  func tables() {
    #expect(Self.names(.countryCodes) == Country.all.map(\.alpha2))
    #expect(Self.names(.countryNames) == Country.all.map(\.name))
    #expect(Self.names(.regionCodes) == AdministrativeArea.all.map { $0.code ?? "" })
    #expect(Self.names(.regionNames) == AdministrativeArea.all.map(\.name))
    #expect(Self.names(.timeZones) == TimeZoneAtlas.world.timeZones)
    #expect(Self.names(.sovereignCodes) == Country.all.map { $0.sovereign?.alpha2 ?? "" })
    #expect(cairnNamesFails(6) && cairnNamesFails(-1))
  }

  private func cairnNamesFails(_ kind: Int32) -> Bool {
    cairnNames(kind, nil, 0, nil) == 1 && lastError().contains("kind")
  }

  @Test("Results equal those of single lookups", arguments: rowCounts)
  func answers(rows: Int) {
    let places = places(rows, seed: UInt64(rows) + 1)
    let (south, west) = (latitudes(places), longitudes(places))
    let codes = Self.names(.countryCodes)
    let regions = AdministrativeArea.all
    let zones = Self.names(.timeZones)
    let found = Memory<Int16>(rows, of: 999)
    let validity = Memory<UInt8>((rows + 7) / 8, of: 0x5A)
    let isValid = places.map(\.isValid)

    for landOnly in [Int32(0), 1] {
      let atlas = landOnly == 0 ? CountryAtlas.world : CountryAtlas.world.landOnly
      #expect(
        unsafe cairnCountry(
          Int64(rows), south.description, west.description, landOnly, found.start, validity.start)
          == 0)
      #expect(
        found.values.map { $0 < 0 ? nil : codes[Int($0)] }
          == places.map { atlas.country(at: $0)?.alpha2 })
      #expect(bits(validity, rows) == isValid)
      #expect(found.isIntact && validity.isIntact)
    }
    #expect(
      unsafe cairnRegion(
        Int64(rows), south.description, west.description, found.start, validity.start) == 0)
    #expect(
      found.values.map { $0 < 0 ? nil : regions[Int($0)] }
        == places.map { AdministrativeAtlas.world.area(at: $0) })
    #expect(bits(validity, rows) == isValid)
    #expect(
      unsafe cairnTimeZone(Int64(rows), south.description, west.description, found.start, nil)
        == 0)
    #expect(
      found.values.map { $0 < 0 ? nil : zones[Int($0)] }
        == places.map { TimeZoneAtlas.world.timeZone(at: $0) })
  }

  @Test("Columns have any stride and alignment, with and without nulls")
  func layouts() {
    var random = SeededGenerator(seed: 5)
    let rows = 1_037
    let places = places(rows, seed: 6)
    let expected = places.map { CountryAtlas.world.country(at: $0)?.packedCode ?? 0 }
    let codes = Self.names(.countryCodes).map { Country(alpha2: $0)?.packedCode ?? 0 }
    for (stride, shift, offset) in [
      (16, 0, nil), (-8, 0, 0), (24, 1, 1), (8, 3, 7), (-48, 5, 8), (8, 0, 13), (9, 0, 63),
    ] as [(Int, Int, Int?)] {
      let nulls = offset == nil ? [] : Set((0..<rows).filter { _ in random.unit() < 0.2 })
      let moreNulls = offset == nil ? [] : Set((0..<rows).filter { _ in random.unit() < 0.2 })
      let south = Column(
        places.map(\.latitude), stride: stride, shift: shift, nulls: nulls, offset: offset)
      let west = Column(
        places.map(\.longitude), stride: 8, shift: shift, nulls: moreNulls,
        offset: offset.map { $0 + 3 })
      let found = Memory<Int16>(rows, of: 999)
      let validity = Memory<UInt8>((rows + 7) / 8, of: 0x5A)
      #expect(
        unsafe cairnCountry(
          Int64(rows), south.description, west.description, 0, found.start, validity.start) == 0)
      let isThere = (0..<rows).map { !nulls.contains($0) && !moreNulls.contains($0) }
      #expect(bits(validity, rows) == zip(places, isThere).map { $0.isValid && $1 })
      #expect(
        found.values.map { $0 < 0 ? 0 : codes[Int($0)] }
          == zip(expected, isThere).map { $1 ? $0 : 0 })
      #expect(validity[rows / 8] >> UInt8(rows % 8) == 0)
    }
  }

  @Test("A stride of 0 applies one value to all rows")
  func broadcast() {
    let south = Column([48.2], stride: 0)
    let west = Column((0..<1_000).map { Double($0) / 10 })
    let found = Memory<Int16>(1_000, of: 999)
    #expect(
      unsafe cairnCountry(1_000, south.description, west.description, 0, found.start, nil) == 0)
    let codes = Self.names(.countryCodes)
    for row in 0..<1_000 {
      let place = Coordinate(latitude: 48.2, longitude: Double(row) / 10)
      let code = CountryAtlas.world.country(at: place)?.alpha2
      #expect((found[row] < 0 ? nil : codes[Int(found[row])]) == code)
    }
  }

  @Test("Packed country codes have two bytes")
  func packedCodes() {
    let places = places(3_000, seed: 9)
    let codes = CountryAtlas.world.packedCodes(at: places)
    #expect(codes == places.map { CountryAtlas.world.country(at: $0)?.packedCode ?? 0 })
    let (south, west) = (places.map(\.latitude), places.map(\.longitude))
    #expect(codes == CountryAtlas.world.packedCodes(latitudes: south, longitudes: west))
    #expect(
      CountryAtlas.world.landOnly.packedCodes(at: places)
        == places.map { CountryAtlas.world.landOnly.country(at: $0)?.packedCode ?? 0 })
    #expect(Country(packedCode: 0x4A50) == .japan)
    #expect(Country.all.allSatisfy { Country(packedCode: $0.packedCode) == $0 })
    let known = Set(Country.all.map(\.packedCode))
    #expect((0...UInt16.max).allSatisfy { (Country(packedCode: $0) != nil) == known.contains($0) })
  }
}
