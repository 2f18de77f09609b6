internal import CairnGeodesy
internal import CairnMemory

/// The points of a box of latitudes and longitudes.
///
/// In three dimensions, a parallel is a plane z = sin φ, and the meridian λ a half-plane on whose
/// sides y cos λ − x sin λ has different signs. A box narrower than half a turn is east of its
/// western and west of its eastern meridian; a wider box is everything except what is on the wrong
/// side of both. At the poles both sides are undecided, and `BoundingBox.contains(_:)` decides all
/// undecided points.
///
/// In the frame of a node (see ``ChordSlack`` for the notation and for the error of a vector of
/// doubles), a plane n · p = h becomes n · δ = h − n · o, with the right side computed in double
/// precision and rounded once. Let m be the distance of a point from the plane. Then that rounding
/// error is at most u (m + ρ), the errors of δ and of the float components of n are uρ each, those
/// of the products uρ together, of their sum uρ, and of the difference um. A sign is certain beyond
/// 5uρ + 2um, and so beyond three times the slack of the frame, which is at least 6uρ.
struct BoxRegion: SearchRegion {
  private let box: BoundingBox
  /// The sines of the parallels, or values beyond every z if unbounded.
  private let least: Double
  private let greatest: Double
  private let west: MeridianSide
  private let east: MeridianSide
  /// Whether a point needs to be on only one of the two sides, in a box wider than half a turn.
  private let isWide: Bool
  /// Whether the box spans all longitudes, without sides.
  private let isRing: Bool
  /// At least the square of half the greatest chord of the box; larger boxes cannot be inside.
  private let reach: Float

  /// Returns nil if the box is empty.
  init?(_ box: BoundingBox) {
    guard !box.isEmpty else { return nil }
    self.box = box
    // A bound at a pole restricts nothing.
    least = box.south <= -90 ? -2 : sineAndCosine(degrees: box.south).sine
    greatest = box.north >= 90 ? 2 : sineAndCosine(degrees: box.north).sine
    isRing = box.spansAllLongitudes
    // The greatest distance along a meridian plus a parallel, in radians.
    let way = (box.north - box.south + box.longitudeSpan) * (.pi / 180)
    reach = Float(min(way * way * 0.25, 1)) * (1 + 0x1p-10) + 0x1p-40
    if isRing {
      west = MeridianSide()
      east = MeridianSide()
      isWide = false
    } else {
      west = MeridianSide(eastOf: box.west)
      east = MeridianSide(westOf: box.east)
      isWide = box.longitudeSpan > 180
    }
  }

  @inline(__always)
  func seen(in frame: NodeFrame) -> LocalBox {
    // A ring has no sides, so its side margins are constantly positive.
    let side = isRing ? 1.0 : 0
    return LocalBox(
      least: Float(least - frame.origin.z), greatest: Float(greatest - frame.origin.z),
      west: Float(west.value(frame.origin) + side), east: Float(east.value(frame.origin) + side),
      slack: 3 * frame.slack, holdsBoxes: reach >= frame.reach)
  }

  @inline(__always)
  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ seen: LocalBox) -> ChildMasks {
    let boxes = boxes.part(at: start, width: PackedLayout.nodeFloats)
    var possible = LaneMask()
    let slack = SIMD4(repeating: seen.slack)
    forEachQuad { quad in
      let lane = 4 &* quad
      let margins = margins(
        low: boxes[quad: lane &+ BoxRow.leastZ], high: boxes[quad: lane &+ BoxRow.greatestZ],
        west: west.greatest(ofBoxes: boxes, at: lane),
        east: east.greatest(ofBoxes: boxes, at: lane),
        seen)
      possible.set(quad: quad, margins .>= SIMD4() - slack)
    }
    guard seen.holdsBoxes, possible.lanes != 0 else {
      return ChildMasks(possible: possible.lanes, whole: 0)
    }
    var whole = LaneMask()
    forEachQuad { quad in
      let lane = 4 &* quad
      let margins = margins(
        low: boxes[quad: lane &+ BoxRow.greatestZ], high: boxes[quad: lane &+ BoxRow.leastZ],
        west: west.least(ofBoxes: boxes, at: lane), east: east.least(ofBoxes: boxes, at: lane), seen
      )
      whole.set(quad: quad, margins .> slack)
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func classify(points: UnsafeBuffer<Float>, at start: Int, _ seen: LocalBox) -> ChildMasks {
    let points = points.part(at: start, width: PackedLayout.leafFloats)
    var possible = LaneMask()
    var whole = LaneMask()
    let slack = SIMD4(repeating: seen.slack)
    forEachQuad { quad in
      let lane = 4 &* quad
      let x = points[quad: lane]
      let y = points[quad: lane &+ PointRow.y]
      let z = points[quad: lane &+ PointRow.z]
      let margins = margins(
        low: z, high: z, west: west.value(x, y), east: east.value(x, y), seen)
      possible.set(quad: quad, margins .>= SIMD4() - slack)
      whole.set(quad: quad, margins .> slack)
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  /// Returns the smallest margin of four children to any bound; positive means inside.
  ///
  /// A minimum takes one instruction, whereas combining masks takes many.
  @inline(__always)
  private func margins(
    low: SIMD4<Float>, high: SIMD4<Float>, west: SIMD4<Float>, east: SIMD4<Float>,
    _ seen: LocalBox
  ) -> SIMD4<Float> {
    let height = lesser(high - seen.least, seen.greatest - low)
    let (west, east) = (west + seen.west, east + seen.east)
    return lesser(height, isWide ? greater(west, east) : lesser(west, east))
  }

  @inline(__always)
  func contains(_ coordinate: Coordinate) -> Bool {
    box.contains(coordinate)
  }
}

/// A box of degrees in the frame of a node.
struct LocalBox {
  /// The bounds relative to the origin of the node: those of z, and the offsets of the meridian
  /// values.
  let least: Float
  let greatest: Float
  let west: Float
  let east: Float
  /// A margin is certain if its magnitude exceeds this value.
  let slack: Float
  /// Whether an entire child may be inside.
  let holdsBoxes: Bool
}

/// One side of the plane through a meridian, where a x + b y is positive.
private struct MeridianSide {
  private let normal: SIMD2<Double>
  private let a: Float
  private let b: Float
  /// Whether the greatest x gives the greatest value, and the greatest y; else the least ones do.
  private let usesGreatestX: Bool
  private let usesGreatestY: Bool

  /// No side: the value is 0 everywhere.
  init() {
    self.init(a: 0, b: 0)
  }

  init(eastOf longitude: Double) {
    let (sine, cosine) = sineAndCosine(degrees: longitude)
    self.init(a: -sine, b: cosine)
  }

  init(westOf longitude: Double) {
    let (sine, cosine) = sineAndCosine(degrees: longitude)
    self.init(a: sine, b: -cosine)
  }

  private init(a: Double, b: Double) {
    normal = SIMD2(a, b)
    self.a = Float(a)
    self.b = Float(b)
    usesGreatestX = a >= 0
    usesGreatestY = b >= 0
  }

  @inline(__always)
  func value(_ vector: UnitVector) -> Double {
    vector.x * normal.x + vector.y * normal.y
  }

  @inline(__always)
  func value(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
    x * a + y * b
  }

  /// The greatest values in four boxes.
  @inline(__always)
  func greatest(ofBoxes boxes: UnsafeBuffer<Float>, at start: Int) -> SIMD4<Float> {
    value(
      boxes[quad: start &+ (usesGreatestX ? BoxRow.greatestX : BoxRow.leastX)],
      boxes[quad: start &+ (usesGreatestY ? BoxRow.greatestY : BoxRow.leastY)])
  }

  /// The least values in four boxes.
  @inline(__always)
  func least(ofBoxes boxes: UnsafeBuffer<Float>, at start: Int) -> SIMD4<Float> {
    value(
      boxes[quad: start &+ (usesGreatestX ? BoxRow.leastX : BoxRow.greatestX)],
      boxes[quad: start &+ (usesGreatestY ? BoxRow.leastY : BoxRow.greatestY)])
  }
}
