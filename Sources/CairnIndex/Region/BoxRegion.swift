internal import CairnGeodesy
internal import CairnMemory

/// The points of a box of latitudes and longitudes.
///
/// In three dimensions a parallel is a plane z = sin φ, and the meridian λ a half-plane at whose
/// sides y cos λ − x sin λ has different signs. A box narrower than half a turn lies east of its
/// western and west of its eastern meridian; a wider one is all that is not on the wrong side of
/// both. With u = 2⁻²⁴, each of the products, sums and stored components is off by at most u/2 and
/// there are six of them, so beyond `slack` = 4u a sign is sure. At the poles both sides are in
/// doubt, and there, as everywhere in doubt, `BoundingBox.contains(_:)` decides.
struct BoxRegion: SearchRegion {
  private let box: BoundingBox
  private let least: Float
  private let greatest: Float
  private let west: MeridianSide
  private let east: MeridianSide
  /// Whether one of the two sides is enough, in a box wider than half a turn.
  private let isWide: Bool
  /// What a side must exceed to be sure; nothing when the box has all longitudes.
  private let sideSlack: Float

  private static let slack: Float = 0x1p-22

  /// Nil when the box is empty.
  init?(_ box: BoundingBox) {
    guard !box.isEmpty else { return nil }
    self.box = box
    // A bound at a pole bounds nothing; 2 is beyond every z and still a number.
    least = box.south <= -90 ? -2 : Float(sineAndCosine(degrees: box.south).sine)
    greatest = box.north >= 90 ? 2 : Float(sineAndCosine(degrees: box.north).sine)
    if box.spansAllLongitudes {
      west = MeridianSide()
      east = MeridianSide()
      isWide = false
      sideSlack = -1
    } else {
      west = MeridianSide(eastOf: box.west)
      east = MeridianSide(westOf: box.east)
      isWide = box.longitudeSpan > 180
      sideSlack = Self.slack
    }
  }

  @inline(__always)
  func classify(boxes: Slab<Float>, at start: Int) -> ChildMasks {
    var possible = LaneMask()
    var whole = LaneMask()
    forEachQuad { quad in
      let lane = start &+ 4 &* quad
      let low = boxes[quad: lane &+ BoxRow.leastZ]
      let high = boxes[quad: lane &+ BoxRow.greatestZ]
      let west = west.bounds(ofBoxes: boxes, at: lane)
      let east = east.bounds(ofBoxes: boxes, at: lane)
      possible.set(quad: quad, isPossible(low, high, west.greatest, east.greatest))
      whole.set(quad: quad, isWhole(low, high, west.least, east.least))
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func classify(points: Slab<Float>, at start: Int) -> ChildMasks {
    var possible = LaneMask()
    var whole = LaneMask()
    forEachQuad { quad in
      let lane = start &+ 4 &* quad
      let x = points[quad: lane]
      let y = points[quad: lane &+ PointRow.y]
      let z = points[quad: lane &+ PointRow.z]
      let west = west.value(x, y)
      let east = east.value(x, y)
      possible.set(quad: quad, isPossible(z, z, west, east))
      whole.set(quad: quad, isWhole(z, z, west, east))
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func contains(_ coordinate: Coordinate) -> Bool {
    box.contains(coordinate)
  }

  // Both work on how far each bound is kept, since the least of several numbers is one
  // instruction where a combination of masks is many.

  @inline(__always)
  private func isPossible(
    _ low: SIMD4<Float>, _ high: SIMD4<Float>, _ west: SIMD4<Float>, _ east: SIMD4<Float>
  ) -> SIMDMask<SIMD4<Int32>> {
    let height = lesser(high - (least - Self.slack), (greatest + Self.slack) - low)
    let side = isWide ? greater(west, east) : lesser(west, east)
    return lesser(height, side + Self.slack) .>= SIMD4<Float>()
  }

  @inline(__always)
  private func isWhole(
    _ low: SIMD4<Float>, _ high: SIMD4<Float>, _ west: SIMD4<Float>, _ east: SIMD4<Float>
  ) -> SIMDMask<SIMD4<Int32>> {
    let height = lesser(low - (least + Self.slack), (greatest - Self.slack) - high)
    let side = isWide ? greater(west, east) : lesser(west, east)
    return lesser(height, side - sideSlack) .> SIMD4<Float>()
  }
}

/// One side of the plane through a meridian: a x + b y is positive on it.
private struct MeridianSide {
  private let a: Float
  private let b: Float
  /// The rows of a node in which the greatest value is found; the least is in the others.
  private let rowX: Int
  private let rowY: Int

  /// No side at all: the value is 0 everywhere.
  init() {
    self.init(a: 0, b: 0)
  }

  init(eastOf longitude: Double) {
    let (sine, cosine) = sineAndCosine(degrees: longitude)
    self.init(a: Float(-sine), b: Float(cosine))
  }

  init(westOf longitude: Double) {
    let (sine, cosine) = sineAndCosine(degrees: longitude)
    self.init(a: Float(sine), b: Float(-cosine))
  }

  private init(a: Float, b: Float) {
    self.a = a
    self.b = b
    rowX = a >= 0 ? BoxRow.greatestX : BoxRow.leastX
    rowY = b >= 0 ? BoxRow.greatestY : BoxRow.leastY
  }

  @inline(__always)
  func value(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
    x * a + y * b
  }

  /// The least and the greatest value in four boxes.
  @inline(__always)
  func bounds(
    ofBoxes boxes: Slab<Float>, at start: Int
  ) -> (least: SIMD4<Float>, greatest: SIMD4<Float>) {
    (
      value(
        boxes[quad: start &+ (BoxRow.leastX &+ BoxRow.greatestX &- rowX)],
        boxes[quad: start &+ (BoxRow.leastY &+ BoxRow.greatestY &- rowY)]),
      value(boxes[quad: start &+ rowX], boxes[quad: start &+ rowY])
    )
  }
}
