import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnShapes

@Suite("The vector boxes of shapes")
struct ShapeBoundsTests {
  /// The box of a ring, from exact vectors only.
  private static func exactBox(_ ring: [Coordinate]) -> VectorBox {
    let vectors = (ring + ring.prefix(1)).map(\.unitVector)
    var low = SIMD3(repeating: Double.infinity)
    var high = SIMD3(repeating: -Double.infinity)
    for (start, end) in zip(vectors, vectors.dropFirst()) {
      let rise = 1 - (1 - start.squaredChord(to: end) / 4).squareRoot()
      for (axis, ends) in [(start.x, end.x), (start.y, end.y), (start.z, end.z)].enumerated() {
        low[axis] = min(low[axis], min(ends.0, ends.1) - rise)
        high[axis] = max(high[axis], max(ends.0, ends.1) + rise)
      }
    }
    var box = VectorBox.empty
    box.add(UnitVector(x: low.x, y: low.y, z: low.z))
    box.add(UnitVector(x: high.x, y: high.y, z: high.z))
    return box
  }

  @Test("have the same bits as those from exact vectors, even if these decide the rounding")
  func equalExactBoxes() {
    var random = SeededGenerator(seed: 39)
    for number in 0..<4_000 {
      // Near the axes too, where a component is small and its rounding fine; none is inside.
      let center = Coordinate(
        latitude: number.isMultiple(of: 3) ? 0.5 : random.double(in: -80...80),
        longitude: number.isMultiple(of: 5) ? 90.5 : random.double(in: 2...88))
      let size = [1e-3, 10, 10_000, 40_000][number % 4]
      let ring = (0..<5).map { corner in
        center.destination(
          bearing: 72 * Double(corner), distance: size * random.double(in: 0.5...1))
      }
      let shape = PreparedShape(.polygon(GeoPolygon(ring)))
      #expect(shape.bounds == Self.exactBox(ring))
    }
  }
}
