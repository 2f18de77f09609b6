internal import CairnGeodesy

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
  /// How the sides of the two meridians are combined.
  private let width: Width

  private enum Width {
    case narrow, wide, full
  }

  private static let slack: Float = 0x1p-22

  /// Nil when the box is empty.
  init?(_ box: BoundingBox) {
    guard !box.isEmpty else { return nil }
    self.box = box
    // A bound at a pole bounds nothing; 2 is beyond every z and still a number.
    least = box.south <= -90 ? -2 : Float(sineAndCosine(degrees: box.south).sine)
    greatest = box.north >= 90 ? 2 : Float(sineAndCosine(degrees: box.north).sine)
    west = MeridianSide(eastOf: box.west)
    east = MeridianSide(westOf: box.east)
    width = box.spansAllLongitudes ? .full : box.longitudeSpan <= 180 ? .narrow : .wide
  }

  @inline(__always)
  func classify(boxes: Slab<Float>, at start: Int) -> ChildMasks {
    var possible = LaneMask()
    var whole = LaneMask()
    for quad in 0..<4 {
      let lane = start &+ 4 &* quad
      let (possibleZ, wholeZ) = heights(boxes[quad: lane &+ 32], boxes[quad: lane &+ 80])
      let (possibleSide, wholeSide) = sides(
        west.bounds(ofBoxes: boxes, at: lane), east.bounds(ofBoxes: boxes, at: lane))
      possible.set(quad: quad, possibleZ .& possibleSide)
      whole.set(quad: quad, wholeZ .& wholeSide)
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func classify(points: Slab<Float>, at start: Int) -> ChildMasks {
    var possible = LaneMask()
    var whole = LaneMask()
    for quad in 0..<4 {
      let lane = start &+ 4 &* quad
      let x = points[quad: lane]
      let y = points[quad: lane &+ 16]
      let z = points[quad: lane &+ 32]
      let (possibleZ, wholeZ) = heights(z, z)
      let west = west.value(x, y)
      let east = east.value(x, y)
      let (possibleSide, wholeSide) = sides((west, west), (east, east))
      possible.set(quad: quad, possibleZ .& possibleSide)
      whole.set(quad: quad, wholeZ .& wholeSide)
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func contains(_ coordinate: Coordinate) -> Bool {
    box.contains(coordinate)
  }

  @inline(__always)
  private func heights(
    _ low: SIMD4<Float>, _ high: SIMD4<Float>
  ) -> (possible: SIMDMask<SIMD4<Int32>>, whole: SIMDMask<SIMD4<Int32>>) {
    let possible =
      (high .>= SIMD4(repeating: least - Self.slack))
      .& (low .<= SIMD4(repeating: greatest + Self.slack))
    let whole =
      (low .>= SIMD4(repeating: least + Self.slack))
      .& (high .<= SIMD4(repeating: greatest - Self.slack))
    return (possible, whole)
  }

  @inline(__always)
  private func sides(
    _ west: (least: SIMD4<Float>, greatest: SIMD4<Float>),
    _ east: (least: SIMD4<Float>, greatest: SIMD4<Float>)
  ) -> (possible: SIMDMask<SIMD4<Int32>>, whole: SIMDMask<SIMD4<Int32>>) {
    let below = SIMD4<Float>(repeating: -Self.slack)
    let above = SIMD4<Float>(repeating: Self.slack)
    switch width {
    case .narrow:
      return (
        (west.greatest .>= below) .& (east.greatest .>= below),
        (west.least .> above) .& (east.least .> above)
      )
    case .wide:
      return (
        (west.greatest .>= below) .| (east.greatest .>= below),
        (west.least .> above) .| (east.least .> above)
      )
    case .full:
      let all = SIMDMask<SIMD4<Int32>>(repeating: true)
      return (all, all)
    }
  }
}

/// One side of the plane through a meridian: a x + b y is positive on it.
private struct MeridianSide {
  private let a: Float
  private let b: Float
  /// The rows of a group in which the greatest value is found; the least is in the others.
  private let rowX: Int
  private let rowY: Int

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
    rowX = a >= 0 ? 48 : 0
    rowY = b >= 0 ? 64 : 16
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
      value(boxes[quad: start &+ (48 &- rowX)], boxes[quad: start &+ (80 &- rowY)]),
      value(boxes[quad: start &+ rowX], boxes[quad: start &+ rowY])
    )
  }
}
