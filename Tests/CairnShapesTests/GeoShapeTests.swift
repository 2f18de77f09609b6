import CairnGeodesy
import CairnIndex
import CairnShapes
import TestSupport
import Testing

@Suite("Shapes compared with the methods of the individual types")
struct GeoShapeTests {
  private static let shapes =
    ShapeSets.special + ShapeSets.random(count: rounds(400, inDebug: 24), seed: 1)

  /// Returns random places, and places at and around the corners of a shape.
  private static func places(for shape: GeoShape, _ generator: inout SeededGenerator)
    -> [Coordinate]
  {
    let corners = ShapeSets.places(of: shape).filter(\.isValid)
    let count = rounds(30, inDebug: 4)
    var places = (0..<count).map { _ in generator.coordinate() }
    for _ in 0..<count {
      guard let corner = corners.randomElement(using: &generator) else { break }
      places.append(corner)
      places.append(
        corner.destination(
          bearing: generator.double(in: 0...360),
          distance: power(10, generator.double(in: 0...6))))
    }
    return places
  }

  @Test("Distances to a place, inside and to the border")
  func distances() {
    var generator = SeededGenerator(seed: 2)
    for shape in Self.shapes {
      let border = PlainShape.border(shape)
      let blur = PlainShape.blur(shape)
      for place in Self.places(for: shape, &generator) {
        let isInside = PlainShape.contains(shape, place)
        #expect(shape.contains(place) == isInside)
        let distance = shape.distance(to: place)
        let toBorder = shape.distance(toBorderFrom: place)
        if PlainShape.isEmpty(shape) {
          #expect(shape.isEmpty && distance.isNaN && toBorder.isNaN && !isInside)
          #expect(shape.nearestPoint(to: place) == nil)
          continue
        }
        #expect(!shape.isEmpty)
        let plain = border.map { $0.distance(to: place) }.min() ?? .infinity
        #expect(
          toBorder == plain || abs(toBorder - plain) <= blur, "\(shape) \(place) \(plain)")
        #expect(distance == (isInside ? 0 : toBorder) || abs(distance - toBorder) <= 1e-6)
        #expect((distance == 0) == isInside || distance < 1e-6, "\(shape) \(place) \(distance)")

        let nearest = shape.nearestPoint(to: place)
        #expect(abs((nearest?.distance(to: place) ?? .nan) - distance) <= 1e-6, "\(shape) \(place)")
        if let point = shape.nearestPoint(ofBorderTo: place) {
          #expect(abs(point.distance(to: place) - toBorder) <= 1e-6, "\(shape) \(place)")
          #expect(shape.distance(toBorderFrom: point) <= 1e-6 + abs(point.latitude) * 1e-9)
        } else {
          #expect(toBorder == .infinity)
        }
      }
      for place in [
        Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 91, longitude: 0),
      ] {
        #expect(!shape.contains(place) && shape.distance(to: place).isNaN)
        #expect(shape.distance(toBorderFrom: place).isNaN && shape.nearestPoint(to: place) == nil)
      }
    }
  }

  @Test("The bounding box contains the places inside")
  func boundingBoxes() {
    var generator = SeededGenerator(seed: 3)
    for shape in Self.shapes {
      #expect(shape.boundingBox.isEmpty == PlainShape.isEmpty(shape))
      for place in Self.places(for: shape, &generator) where shape.contains(place) {
        #expect(shape.boundingBox.contains(place))
      }
    }
  }

  @Test("Distances between shapes match those between places of their borders")
  func pairs() {
    var shapes = ShapeSets.special
    // Sizes that often overlap, around a few places.
    shapes += ShapeSets.random(count: rounds(60, inDebug: 10), seed: 4, sizes: 5...6.9)
    for (number, a) in shapes.enumerated() {
      // In coarse steps, so that the test does not take minutes in debug builds.
      let step = rounds(1, inDebug: 14)
      for b in stride(from: number + number % step, to: shapes.count, by: step).map({ shapes[$0] })
      {
        let distance = a.distance(to: b)
        let back = b.distance(to: a)
        if PlainShape.isEmpty(a) || PlainShape.isEmpty(b) {
          #expect(distance.isNaN && back.isNaN && !a.intersects(b))
          continue
        }
        #expect(abs(distance - back) <= 1e-6, "\(a) \(b)")
        #expect(a.intersects(b) == (distance == 0), "\(a) \(b)")
        // No pair of places is nearer, and some pairs are as near within the sampling step.
        var sampled = Double.infinity
        var step = 0.0
        for (one, other) in [(a, b), (b, a)] {
          for path in PlainShape.border(one) {
            for place in samples(of: path) { sampled = min(sampled, other.distance(to: place)) }
            step = max(step, min(path.length(), 20_100_000) / 40)
          }
        }
        #expect(distance <= sampled + 2, "\(a) \(b): \(distance) but \(sampled)")
        #expect(
          distance >= sampled - step - 1 || step == 0, "\(a) \(b): \(distance) but \(sampled)")
      }
    }
  }

  /// Returns sample places of a path.
  private func samples(of path: GeoPath) -> [Coordinate] {
    guard path.coordinates.count < 200 else {
      return stride(from: 0, to: path.coordinates.count, by: 50).map { path.coordinates[$0] }
    }
    let step = path.length() / 40
    return path.densified(toEdgesOf: step > 0 ? step : 1).coordinates
  }

  @Test("Touching shapes")
  func touching() {
    let square = GeoPolygon(ring((0, 0), (0, 10), (10, 10), (10, 0)))
    let next = GeoPolygon(ring((0, 10), (0, 20), (10, 20), (10, 10)))
    #expect(GeoShape(square).intersects(next))
    #expect(GeoShape(square).distance(to: next) == 0)
    let corner = GeoPolygon(ring((10, 10), (10, 20), (20, 20)))
    #expect(GeoShape(square).intersects(corner))
    // A meter apart, and a line that ends on an edge.
    let apart = GeoPolygon(ring((0, 10.00001), (0, 20), (10, 20), (10, 10.00001)))
    #expect(!GeoShape(square).intersects(apart))
    #expect(abs(GeoShape(square).distance(to: apart) - 1.095) < 0.02)
    #expect(GeoShape(square).intersects(line((0, 5), (-5, 5))))
    #expect(!GeoShape(square).intersects(line((-0.00001, 5), (-5, 5))))
    // In a hole, around everything, and a box whose side reaches a circle only at its midpoint.
    let frame = GeoPolygon(
      ring((20, 20), (20, 40), (40, 40), (40, 20)),
      holes: [ring((25, 25), (25, 35), (35, 35), (35, 25))])
    #expect(!GeoShape(frame).intersects(Coordinate(latitude: 30, longitude: 30)))
    #expect(!GeoShape(frame).intersects(BoundingBox(south: 29, west: 29, north: 31, east: 31)))
    #expect(GeoShape(frame).intersects(BoundingBox(south: 29, west: 29, north: 31, east: 36)))
    #expect(GeoShape(frame).intersects(BoundingBox.world))
    let box = BoundingBox(south: 10, west: -50, north: 20, east: 50)
    #expect(
      GeoShape(box).intersects(Cap(center: Coordinate(latitude: 9, longitude: 0), radius: 111_200)))
    #expect(
      !GeoShape(box).intersects(Cap(center: Coordinate(latitude: 9, longitude: 0), radius: 111_100))
    )
    // An arc with its highest point across a parallel, and one through a box from south to north.
    #expect(
      GeoShape(BoundingBox(south: 50, west: -5, north: 60, east: 5)).intersects(
        line((49, -20), (49, 20))))
    #expect(
      !GeoShape(BoundingBox(south: 51, west: -5, north: 60, east: 5)).intersects(
        line((49, -20), (49, 20))))
    #expect(GeoShape(box).intersects(line((0, 0), (40, 0))))
    #expect(
      GeoShape(BoundingBox(south: 10, west: -180, north: 20, east: 180)).intersects(
        line((0, 3), (40, 5))))
    // Antipodes.
    #expect(!GeoShape(line((0, -1), (0, 1))).intersects(line((-1, 180), (1, 180))))
  }

  @Test("An index of places searches any shape")
  func placeRegion() throws {
    var generator = SeededGenerator(seed: 5)
    let places = (0..<2_000).map { _ in generator.coordinate() }
    let index = try PlaceIndex(places, coordinate: \.self)
    for shape in Self.shapes {
      let expected = places.indices.filter { PlainShape.contains(shape, places[$0]) }
      #expect(index.keys(in: shape) == expected)
    }
  }
}
