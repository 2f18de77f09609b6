internal import CairnGeodesy
internal import CairnMemory

/// The points of a box of latitudes and longitudes.
///
/// In three dimensions a parallel is a plane z = sin φ, and the meridian λ a half-plane at whose
/// sides y cos λ − x sin λ has different signs. A box narrower than half a turn lies east of its
/// western and west of its eastern meridian; a wider one is all that is not on the wrong side of
/// both. At the poles both sides are in doubt, and there, as everywhere in doubt,
/// `BoundingBox.contains(_:)` decides.
///
/// In the frame of a node (see ``ChordSlack`` for the words, and for what a vector of doubles is
/// off by), a plane n · p = h is n · δ = h − n · o, with the right side computed in double
/// precision and rounded once. With m for how far a point is from the plane, that rounding is at
/// most u (m + ρ), the roundings of δ and of the float components of n uρ each, those of the
/// products uρ together, of their sum uρ, and of the difference um: a sign is sure beyond 5uρ +
/// 2um, and so beyond three times the slack of the frame, 6uρ and more.
struct BoxRegion: SearchRegion {
  private let box: BoundingBox
  /// The sines of the parallels; beyond every z where they bound nothing.
  private let least: Double
  private let greatest: Double
  private let west: MeridianSide
  private let east: MeridianSide
  /// Whether one of the two sides is enough, in a box wider than half a turn.
  private let isWide: Bool
  /// Whether the box has all longitudes, and no sides.
  private let isRing: Bool
  /// No less than the square of half its greatest chord: no greater box is inside.
  private let reach: Float

  /// Nil when the box is empty.
  init?(_ box: BoundingBox) {
    guard !box.isEmpty else { return nil }
    self.box = box
    // A bound at a pole bounds nothing.
    least = box.south <= -90 ? -2 : sineAndCosine(degrees: box.south).sine
    greatest = box.north >= 90 ? 2 : sineAndCosine(degrees: box.north).sine
    isRing = box.spansAllLongitudes
    // From place to place along a meridian and a parallel.
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
  func seen(in frame: NodeFrame) -> SeenBox {
    // A ring has no sides, and everything is far inside of them.
    let side = isRing ? 1.0 : 0
    return SeenBox(
      least: Float(least - frame.origin.z), greatest: Float(greatest - frame.origin.z),
      west: Float(west.value(frame.origin) + side), east: Float(east.value(frame.origin) + side),
      slack: 3 * frame.slack, holdsBoxes: reach >= frame.reach)
  }

  @inline(__always)
  func classify(boxes: Slab<Float>, at start: Int, _ seen: SeenBox) -> ChildMasks {
    var possible = LaneMask()
    let slack = SIMD4(repeating: seen.slack)
    forEachQuad { quad in
      let lane = start &+ 4 &* quad
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
      let lane = start &+ 4 &* quad
      let margins = margins(
        low: boxes[quad: lane &+ BoxRow.greatestZ], high: boxes[quad: lane &+ BoxRow.leastZ],
        west: west.least(ofBoxes: boxes, at: lane), east: east.least(ofBoxes: boxes, at: lane), seen
      )
      whole.set(quad: quad, margins .> slack)
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func classify(points: Slab<Float>, at start: Int, _ seen: SeenBox) -> ChildMasks {
    var possible = LaneMask()
    var whole = LaneMask()
    let slack = SIMD4(repeating: seen.slack)
    forEachQuad { quad in
      let lane = start &+ 4 &* quad
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

  /// How far four children keep the bound that they keep least.
  ///
  /// The least of several numbers is one instruction where a combination of masks is many.
  @inline(__always)
  private func margins(
    low: SIMD4<Float>, high: SIMD4<Float>, west: SIMD4<Float>, east: SIMD4<Float>,
    _ seen: SeenBox
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
struct SeenBox {
  /// Its sides as they are from the origin of the node: the bounds of z, and what is added to the
  /// value of a meridian.
  let least: Float
  let greatest: Float
  let west: Float
  let east: Float
  /// By how much more than this a bound must be kept, or not, to be sure.
  let slack: Float
  /// Whether a child may be inside as a whole.
  let holdsBoxes: Bool
}

/// One side of the plane through a meridian: a x + b y is positive on it.
private struct MeridianSide {
  private let normal: SIMD2<Double>
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
    rowX = a >= 0 ? BoxRow.greatestX : BoxRow.leastX
    rowY = b >= 0 ? BoxRow.greatestY : BoxRow.leastY
  }

  @inline(__always)
  func value(_ vector: UnitVector) -> Double {
    vector.x * normal.x + vector.y * normal.y
  }

  @inline(__always)
  func value(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
    x * a + y * b
  }

  /// The greatest value in four boxes.
  @inline(__always)
  func greatest(ofBoxes boxes: Slab<Float>, at start: Int) -> SIMD4<Float> {
    value(boxes[quad: start &+ rowX], boxes[quad: start &+ rowY])
  }

  /// The least value in four boxes.
  @inline(__always)
  func least(ofBoxes boxes: Slab<Float>, at start: Int) -> SIMD4<Float> {
    value(
      boxes[quad: start &+ (BoxRow.leastX &+ BoxRow.greatestX &- rowX)],
      boxes[quad: start &+ (BoxRow.leastY &+ BoxRow.greatestY &- rowY)])
  }
}
