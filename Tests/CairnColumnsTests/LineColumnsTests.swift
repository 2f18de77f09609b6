import CairnColumns
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@Suite("Geohashes and lines over columns")
struct LineColumnsTests {
  @Test("Geohashes equal those of single places", arguments: rowCounts)
  func geohashes(rows: Int) {
    let places = places(rows, seed: UInt64(rows) + 11)
    let (south, west) = (latitudes(places), longitudes(places))
    let validity = Memory<UInt8>((rows + 7) / 8, of: 0x5A)
    for precision in 1...12 {
      let letters = Memory<UInt8>(rows * precision, of: 0x7E)
      #expect(
        unsafe cairnGeohash(
          Int64(rows), south.description, west.description, Int32(precision), letters.start,
          validity.start) == 0)
      let text = String(decoding: letters.values, as: UTF8.self)
      let expected = places.map {
        Geohash($0, precision: precision)?.description
          ?? String(repeating: "\0", count: precision)
      }
      #expect(text == expected.joined())
      #expect(letters.isIntact && bits(validity, rows) == places.map(\.isValid))
    }
    for count in [1, 2, 31, 32, 33, 52, 60, 63, 64] as [UInt64] {
      let cells = Memory<UInt64>(rows, of: 77)
      #expect(
        unsafe cairnGeohashInteger(
          Int64(rows), south.description, west.description, Int32(count), cells.start,
          validity.start) == 0)
      #expect(
        cells.values == places.map { (Geohash64($0)?.rawValue ?? 0) >> (64 - count) })
      #expect(cells.isIntact && bits(validity, rows) == places.map(\.isValid))
    }
  }

  @Test(
    "Distances, bearings and destinations have the bits of those of one pair", arguments: rowCounts)
  func lines(rows: Int) {
    let starts = places(rows, seed: UInt64(rows) + 21)
    let ends = places(rows, seed: UInt64(rows) + 22)
    let columns = [latitudes(starts), longitudes(starts), latitudes(ends), longitudes(ends)]
    let found = Memory<Double>(rows, of: -5)
    let second = Memory<Double>(rows, of: -5)
    let validity = Memory<UInt8>((rows + 7) / 8, of: 0x5A)
    let areValid = zip(starts, ends).map { $0.isValid && $1.isValid }
    for (number, surface) in [(Int32(0), Surface.sphere), (1, .wgs84)] {
      #expect(
        unsafe cairnDistance(
          Int64(rows), columns[0].description, columns[1].description, columns[2].description,
          columns[3].description, number, found.start, validity.start) == 0)
      let distances = zip(starts, ends).map { $0.distance(to: $1, on: surface) }
      #expect(same(found.values, distances) && found.isIntact)
      #expect(bits(validity, rows) == areValid)

      #expect(
        unsafe cairnBearing(
          Int64(rows), columns[0].description, columns[1].description, columns[2].description,
          columns[3].description, number, found.start, validity.start) == 0)
      let bearings = zip(starts, ends).map { $0.initialBearing(to: $1, on: surface) }
      #expect(same(found.values, bearings) && found.isIntact)
      #expect(bits(validity, rows) == areValid)

      // Any numbers can be a bearing and a length.
      let lengths = Column(ends.map { $0.longitude * 1_000 })
      #expect(
        unsafe cairnDestination(
          Int64(rows), columns[0].description, columns[1].description, columns[2].description,
          lengths.description, number, found.start, second.start, validity.start) == 0)
      let reached = zip(starts, ends).map {
        $0.destination(bearing: $1.latitude, distance: $1.longitude * 1_000, on: surface)
      }
      #expect(same(found.values, reached.map { $0.isValid ? $0.latitude : .nan }))
      #expect(same(second.values, reached.map { $0.isValid ? $0.longitude : .nan }))
      #expect(bits(validity, rows) == reached.map(\.isValid))
      #expect(found.isIntact && second.isIntact)
    }
  }

  @Test("One place for all rows, and nulls")
  func broadcast() {
    let places = places(700, seed: 31)
    let nulls = Set(stride(from: 3, to: 700, by: 7))
    let home = Coordinate(latitude: 48.2, longitude: 16.37)
    let south = Column(places.map(\.latitude), nulls: nulls, offset: 5)
    let found = Memory<Double>(700, of: -5)
    #expect(
      unsafe cairnDistance(
        700, south.description, longitudes(places).description,
        Column([home.latitude], stride: 0).description,
        Column([home.longitude], stride: 0).description, 0, found.start, nil) == 0)
    let expected = places.enumerated().map {
      nulls.contains($0) ? .nan : $1.distance(to: home)
    }
    #expect(same(found.values, expected))
  }

  private func same(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.isNaN ? $1.isNaN : $0 == $1 }
  }
}
