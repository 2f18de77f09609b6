import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCountries

@Suite("Nearest countries")
struct AtlasNearestTests {
  let atlas = CountryAtlas.world

  /// The distance to a line that is straight in degrees, by testing many points of it, ever closer.
  private func distance(
    from place: Coordinate, toLineFrom a: (x: Double, y: Double), to b: (x: Double, y: Double)
  ) -> Double {
    func at(_ fraction: Double) -> Double {
      place.distance(
        to: Coordinate(
          latitude: (a.y + (b.y - a.y) * fraction) / 1e4,
          longitude: (a.x + (b.x - a.x) * fraction) / 1e4))
    }
    var low = 0.0
    var high = 1.0
    var best = Double.infinity
    for _ in 0..<14 {
      let step = (high - low) / 24
      let steps = (0...24).map { low + step * Double($0) }
      let nearest = steps.min { at($0) < at($1) } ?? low
      best = min(best, at(nearest))
      low = max(0, nearest - step)
      high = min(1, nearest + step)
    }
    return best
  }

  /// Triangles of three areas around the Earth, with distant and close lines, at high latitudes and
  /// across the antimeridian.
  private func partition() -> BoundaryArcs {
    let triangles: [[(Int32, Int32)]] = [
      [(0, 0), (300_000, 10_000), (100_000, 250_000)],
      [(-900_000, 700_000), (-200_000, 720_000), (-500_000, 880_000)],
      [(1_700_000, -100_000), (1_799_000, -120_000), (1_750_000, -300_000)],
      [(-1_795_000, -110_000), (-1_790_000, -110_000), (-1_792_500, -109_000)],
      [(400_000, -899_000), (900_000, -850_000), (-900_000, -860_000)],
    ]
    var starts: [Int32] = [0]
    var x: [Int32] = []
    var y: [Int32] = []
    for triangle in triangles {
      for corner in triangle + [triangle[0]] {
        x.append(corner.0)
        y.append(corner.1)
      }
      starts.append(Int32(x.count))
    }
    return BoundaryArcs(
      starts: starts, x: x, y: y, left: [1, 2, 3, 4, 5], right: [0, 0, 0, 0, 0], areaCount: 6)
  }

  @Test("the nearest boundary agrees with testing all lines")
  func bruteForce() {
    let arcs = partition()
    let index = BorderIndex(arcs)
    // Every area is a separate country.
    let all = ArcFilter(letters: (0..<UInt16(arcs.areaCount)).map(\.self), known: nil)
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<20 {
      let place = Coordinate(
        latitude: generator.double(in: -90...90), longitude: generator.double(in: -180...179.99))
      var expected = Double.infinity
      for arc in 0..<arcs.count {
        for line in arcs.vertices(of: arc).dropLast() {
          expected = min(
            expected,
            distance(
              from: place, toLineFrom: (Double(arcs.x[line]), Double(arcs.y[line])),
              to: (Double(arcs.x[line + 1]), Double(arcs.y[line + 1]))))
        }
      }
      for tree in [index.tree, nil] {
        func nearest(within limit: Double) -> NearestBorder? {
          index.nearest(to: place, within: limit, where: all, by: tree)
        }
        #expect(abs((nearest(within: .infinity)?.distance ?? -1) - expected) < 0.01, "\(place)")
        #expect(nearest(within: expected + 1) != nil)
        #expect(nearest(within: expected - 1) == nil)
      }
    }
  }

  @Test("the first queries, which scan all arcs, find what the tree finds")
  func firstQueries() throws {
    let index = BorderIndex(WorldBoundaries.arcs())
    let letters = atlas.storage.landLetters
    let filters = [
      ArcFilter(letters: letters, known: nil), ArcFilter(letters: letters, known: []),
      ArcFilter(letters: letters, known: [0x4652, 0x4445, 0x5553]),
      ArcFilter(letters: letters.map { _ in 0 }, known: nil),
    ]
    let corners = [
      (90.0, 0.0), (-90, 12), (0, -180), (-16.5, 179.99), (0, 0), (47.55, 7.59), (43.7311, 7.42),
    ]
    var generator = SeededGenerator(seed: 29)
    let places =
      corners.map { Coordinate(latitude: $0, longitude: $1) }
      + (0..<rounds(400, inDebug: 2)).map { _ in
        Coordinate(
          latitude: generator.double(in: -90...90), longitude: generator.double(in: -180...179.99))
      }
    let limits = [Double.infinity, 30_000, 0]
    for (number, place) in places.enumerated() {
      for (kind, filter) in filters.enumerated() {
        // A debug build tests one limit with each place and filter.
        let first = (number + kind) % limits.count
        for limit in (limits + limits)[first...].prefix(rounds(3, inDebug: 1)) {
          let expected = index.nearest(to: place, within: limit, where: filter, by: index.tree)
          let found = index.nearest(to: place, within: limit, where: filter, by: nil)
          #expect((found == nil) == (expected == nil), "\(place)")
          guard let found, let expected else { continue }
          #expect(found.arc == expected.arc, "\(place)")
          #expect(abs(found.distance - expected.distance) < 1e-6)
          #expect(found.coordinate.distance(to: expected.coordinate) < 1e-3)
        }
      }
    }
    // The tree is built when it is cheaper than further scans, or already there.
    #expect(index.treeOfNextQuery != nil)
    let other = BorderIndex(WorldBoundaries.arcs())
    for _ in 0..<BorderIndex.mostScans { #expect(other.treeOfNextQuery == nil) }
    #expect(other.treeOfNextQuery != nil)
  }

  @Test("no vertex of the embedded boundaries is nearer than the nearest border")
  func embedded() {
    let arcs = WorldBoundaries.arcs()
    // There is no border between waters and the high seas.
    let isLand = atlas.storage.isLand
    let vertices = (0..<arcs.count).flatMap { arc in
      isLand[Int(arcs.left[arc])] || isLand[Int(arcs.right[arc])]
        ? Array(arcs.vertices(of: arc)) : []
    }
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<rounds(8, inDebug: 3) {
      let place = Coordinate(
        latitude: generator.double(in: -85...85), longitude: generator.double(in: -180...179.99))
      guard let border = atlas.nearestBorder(to: place) else {
        Issue.record("no border near \(place)")
        continue
      }
      var nearest = Double.infinity
      let target = place.unitVector
      for vertex in vertices {
        let corner = Coordinate(
          latitude: Double(arcs.y[vertex]) / 1e4, longitude: Double(arcs.x[vertex]) / 1e4)
        nearest = min(nearest, target.squaredChord(to: corner.unitVector))
      }
      let chord = place.unitVector.squaredChord(to: border.coordinate.unitVector)
      #expect(chord <= nearest + 1e-12)
      #expect(abs(place.distance(to: border.coordinate) - border.distance) < 1e-6)
      #expect(border.countries.count == 1 || border.countries.count == 2)
    }
  }

  @Test("a harbor, the open sea, and the second nearest country inland")
  func places() {
    let france = Country(letters: 0x4652)
    let monaco = Country(letters: 0x4D43)
    let offNice = Coordinate(latitude: 43.65, longitude: 7.30)
    #expect(atlas.landOnly.country(at: offNice) == nil)
    #expect(atlas.country(at: offNice) == france)
    #expect(atlas.country(at: offNice, within: 25_000) == france)
    for distance in [100, Double.nan, -1] {
      #expect(atlas.country(at: offNice, within: distance) == france)
      #expect(atlas.landOnly.country(at: offNice, within: distance) == nil)
    }
    let ocean = Coordinate(latitude: -40, longitude: -120)
    #expect(atlas.country(at: ocean, within: 25_000) == nil)
    #expect(atlas.country(at: ocean) == nil)
    #expect(atlas.nearestCountry(to: ocean) != nil)

    let nice = Coordinate(latitude: 43.71, longitude: 7.26)
    let near = atlas.nearestCountries(to: nice, count: 3)
    #expect(near.map(\.country).prefix(2) == [france, monaco])
    #expect(near.first?.distance == 0 && near.first?.nearestPoint == nice)
    #expect(near.count == 3)
    if near.count == 3 { #expect(near[1].distance <= near[2].distance && near[1].distance > 0) }
    #expect(atlas.nearestCountries(to: nice, count: 3, within: 1_000).count == 1)
    #expect(atlas.nearestCountries(to: nice, count: 0).isEmpty)
    #expect(atlas.nearestCountries(to: Coordinate(latitude: .nan, longitude: 0), count: 2) == [])
    #expect(atlas.nearestBorder(to: Coordinate(latitude: 95, longitude: 0)) == nil)
  }

  @Test("batch calls agree with single calls")
  func batches() {
    var generator = SeededGenerator(seed: 23)
    let places = (0..<2_000).map { _ in
      Coordinate(
        latitude: generator.double(in: -90...90), longitude: generator.double(in: -180...180))
    }
    let single = places.map { atlas.country(at: $0) }
    #expect(atlas.countries(at: places) == single)
    let near = places.prefix(100).map { atlas.country(at: $0, within: 50_000) }
    #expect(atlas.countries(at: Array(places.prefix(100)), within: 50_000) == near)
    let counts = atlas.counts(of: places)
    #expect(counts == Dictionary(single.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +))
  }
}
