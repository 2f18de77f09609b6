import CairnGeodesy
import CairnIndex
import CairnShapes
import TestSupport
import Testing

/// Buffers compared with the distance to the shape, label points compared with a search of many
/// places.
@Suite struct BufferAndLabelTests {
  @Test func buffersMatchDistances() throws {
    var random = SeededGenerator(seed: 40)
    var clear = 0
    let others = ShapeSets.random(count: rounds(150, inDebug: 40), seed: 41)
    for (number, shape) in (ShapeSets.special + others).enumerated() {
      let meters = [0.0, 5, 3_000, 250_000, 4e6, 3e7, -5, -3_000, -400_000, -1e7][number % 10]
      let region = shape.buffered(by: meters)
      var places = ShapeSets.places(of: shape)
      places += places.map { place in
        place.destination(
          bearing: random.double(in: 0...360),
          distance: meters.magnitude * random.double(in: 0...2))
      }
      places += (0..<60).map { _ in random.coordinate() }
      for place in places where place.isValid {
        let distance = shape.distance(to: place)
        let toBorder = shape.distance(toBorderFrom: place)
        let depth =
          meters >= 0 ? meters - distance : (shape.contains(place) ? toBorder : -1) + meters
        // If the distance equals the buffer up to rounding, either result is correct.
        if depth.magnitude > 1e-7 {
          #expect(region.contains(place) == (depth > 0), "\(shape) \(meters) \(place) \(depth)")
          clear += 1
        }
        if region.contains(place) { #expect(region.boundingBox.contains(place)) }
      }
    }
    #expect(clear > rounds(5_000, inDebug: 1_500))
  }

  /// Distances at and beyond half the circumference, for every kind of shape.
  @Test func buffersOfTheWholeEarth() throws {
    let shapes = ShapeSets.special + ShapeSets.random(count: 12, seed: 46)
    let places = [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0),
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: -1, longitude: -1),
    ]
    for shape in shapes {
      for meters in [20_015_115, 1e9, 1e300, .greatestFiniteMagnitude, .infinity] as [Double] {
        let region = shape.buffered(by: meters)
        #expect(places.allSatisfy { region.contains($0) != shape.isEmpty })
        let outline = try region.multiPolygon(tolerance: 1_000_000)
        #expect(places.allSatisfy { outline.contains($0) != shape.isEmpty }, "\(shape)")
        #expect(region.boundingBox == (shape.isEmpty ? .empty : .world))
        let isWhole = shape.distance(toBorderFrom: places[0]) == .infinity
        let inner = shape.buffered(by: -meters)
        #expect(places.allSatisfy { inner.contains($0) == isWhole }, "\(shape)")
        #expect(try inner.multiPolygon(tolerance: 1_000_000).polygons.isEmpty == !isWhole)
      }
      #expect(!places.contains(where: shape.buffered(by: .nan).contains))
    }
    let line = GeoPath([places[0], places[2]])
    for corridor in [
      PathCorridor(within: .infinity, of: line),
      PathCorridor(within: 1, of: line).buffered(by: .infinity),
    ] {
      #expect(places.allSatisfy(corridor.contains) && corridor.boundingBox == .world)
      #expect(try corridor.multiPolygon(tolerance: 1_000_000).polygons.count == 1)
    }
    #expect(!PathCorridor(within: .infinity, of: GeoPath([])).contains(places[0]))
    let union = try #require(shapes[18].union(line.shape).buffered(by: .infinity))
    #expect(places.allSatisfy(union.contains))
    // No place is near an empty corridor.
    let none = CombinedRegion(unionOf: [PathCorridor(within: -5, of: line)])
    #expect(try #require(none.buffered(by: 10)).boundingBox.isEmpty)
  }

  @Test func indexesSearchBuffersAndTheirUnions() throws {
    var random = SeededGenerator(seed: 42)
    let points = (0..<3_000).map { _ in random.coordinate() }
    let index = try PlaceIndex(points, coordinate: { $0 })
    for (number, shape) in ShapeSets.random(
      count: rounds(40, inDebug: 10), seed: 43, sizes: 4...6.8
    ).enumerated() {
      let meters = [1e3, 1e5, 2e6, -2e4][number % 4]
      let region = shape.buffered(by: meters)
      #expect(index.keys(in: region) == points.indices.filter { region.contains(points[$0]) })
      let other = Cap(center: random.coordinate(), radius: 1e6)
      let both = shape.union(other).union(
        PathCorridor(within: 1e5, of: GeoPath([points[0], points[1]])))
      let wider = try #require(both.buffered(by: 2e5))
      for place in points.prefix(300) {
        let distance = min(
          shape.distance(to: place), GeoShape(other).distance(to: place),
          GeoPath([points[0], points[1]]).distance(to: place) - 1e5)
        if (distance - 2e5).magnitude > 1e-6 {
          #expect(wider.contains(place) == (distance < 2e5))
        }
      }
    }
    let cap = Cap(center: points[0], radius: 10)
    #expect(cap.union(cap.complement).buffered(by: 1) == nil)
    #expect(cap.intersection(cap).buffered(by: 1) == nil)
    #expect(cap.union(cap).buffered(by: .nan) == nil)
    #expect(cap.union(cap).buffered(by: -1) == nil)
    #expect(!cap.buffered(by: .nan).contains(points[0]))
  }

  @Test func labelPointIsFarthestFromTheBorder() throws {
    var random = SeededGenerator(seed: 44)
    for shape in ShapeSets.special + ShapeSets.random(count: rounds(120, inDebug: 2), seed: 45) {
      if case .path = shape { continue }
      if case .cap(let cap) = shape, cap.radius == 0 { continue }
      guard !shape.isEmpty else {
        #expect(shape.labelPoint() == nil)
        continue
      }
      let box = shape.boundingBox
      guard box.south < box.north, box.longitudeSpan > 0 else { continue }
      let tolerance = 50.0
      let found = try #require(shape.labelPoint(tolerance: tolerance), "\(shape)")
      #expect(shape.contains(found.coordinate), "\(shape)")
      #expect(found.distance == shape.distance(toBorderFrom: found.coordinate))
      #expect(found.distance > 0)
      let slack = max(tolerance, 1e-6 * found.distance) + 1e-6
      var farthest = 0.0
      for _ in 0..<rounds(300, inDebug: 20) {
        let place = Coordinate(
          latitude: random.double(in: box.south...box.north),
          longitude: box.west + random.double(in: 0...box.longitudeSpan))
        guard shape.contains(place) else { continue }
        farthest = max(farthest, shape.distance(toBorderFrom: place))
      }
      #expect(farthest <= found.distance + slack, "\(shape)")
    }
  }

  @Test func labelsOfSimpleShapes() throws {
    let north = Coordinate(latitude: 90, longitude: 0)
    let polar = GeoPolygon((0..<36).map { Coordinate(latitude: 70, longitude: 10 * Double($0)) })
    let found = try #require(GeoShape(polar).labelPoint(tolerance: 1))
    #expect(found.coordinate.distance(to: north) < 20_000)
    let cap = try #require(GeoShape(Cap(center: north, radius: 7)).labelPoint())
    #expect(cap.coordinate == north && cap.distance == 7)
    // A C shape across 180°: the centroid is in its opening.
    let ring = [
      (0.0, 179.0), (0, 181), (0.2, 181), (0.2, 179.2), (0.8, 179.2), (0.8, 181), (1, 181),
      (1, 179),
    ].map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let letter = GeoPolygon(ring)
    let centroid = try #require(letter.centroid)
    #expect(!letter.contains(centroid))
    let label = try #require(GeoShape(letter).labelPoint(tolerance: 1))
    #expect(letter.contains(label.coordinate))
    #expect(label.distance > 10_000)
    #expect(GeoShape(letter).labelPoint(tolerance: .nan) != nil)
    // A sliver a millimeter wide.
    let sliver = GeoPolygon(
      [(10.0, 20.0), (10, 21), (10.000_000_01, 21), (10.000_000_01, 20)].map {
        Coordinate(latitude: $0.0, longitude: $0.1)
      })
    let inside = try #require(GeoShape(sliver).labelPoint())
    #expect(sliver.contains(inside.coordinate))
  }
}
