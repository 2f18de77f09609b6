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
/// In the frame of a node (see ``ChordSlack`` for the words, and for what a vector of doubles is off
/// by), a plane n · p = h is n · δ = h − n · o, with the right side computed in double precision
/// and rounded once. With m for how far a point is from the plane, that rounding is at most
/// u (m + ρ), the roundings of δ and of the float components of n uρ each, those of the
/// products uρ together, of their sum uρ, and of the difference um: a sign is sure beyond
/// 5uρ + 2um, and so beyond three times the slack of the frame, 6uρ and more.
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

  /// Nil when the box is empty.
  init?(_ box: BoundingBox) {
    guard !box.isEmpty else { return nil }
    self.box = box
    // A bound at a pole bounds nothing.
    least = box.south <= -90 ? -2 : sineAndCosine(degrees: box.south).sine
    greatest = box.north >= 90 ? 2 : sineAndCosine(degrees: box.north).sine
    isRing = box.spansAllLongitudes
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
    let slack = Double(3 * frame.slack)
    let sideSlack = isRing ? -1 : slack
    let (west, east) = (west.value(frame.origin), east.value(frame.origin))
    let (least, greatest) = (least - frame.origin.z, greatest - frame.origin.z)
    return SeenBox(
      possible: SeenBox.Margins(
        least: Float(least - slack), greatest: Float(greatest + slack),
        west: Float(west + slack), east: Float(east + slack)),
      whole: SeenBox.Margins(
        least: Float(least + slack), greatest: Float(greatest - slack),
        west: Float(west - sideSlack), east: Float(east - sideSlack)))
  }

  @inline(__always)
  func classify(boxes: Slab<Float>, at start: Int, _ seen: SeenBox) -> ChildMasks {
    var possible = LaneMask()
    var whole = LaneMask()
    forEachQuad { quad in
      let lane = start &+ 4 &* quad
      let low = boxes[quad: lane &+ BoxRow.leastZ]
      let high = boxes[quad: lane &+ BoxRow.greatestZ]
      let west = west.bounds(ofBoxes: boxes, at: lane)
      let east = east.bounds(ofBoxes: boxes, at: lane)
      possible.set(
        quad: quad,
        seen.possible.least(of: high, low, west.greatest, east.greatest, isWide) .>= SIMD4())
      whole.set(
        quad: quad, seen.whole.least(of: low, high, west.least, east.least, isWide) .> SIMD4())
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func classify(points: Slab<Float>, at start: Int, _ seen: SeenBox) -> ChildMasks {
    var possible = LaneMask()
    var whole = LaneMask()
    forEachQuad { quad in
      let lane = start &+ 4 &* quad
      let x = points[quad: lane]
      let y = points[quad: lane &+ PointRow.y]
      let z = points[quad: lane &+ PointRow.z]
      let west = west.value(x, y)
      let east = east.value(x, y)
      possible.set(quad: quad, seen.possible.least(of: z, z, west, east, isWide) .>= SIMD4())
      whole.set(quad: quad, seen.whole.least(of: z, z, west, east, isWide) .> SIMD4())
    }
    return ChildMasks(possible: possible.lanes, whole: whole.lanes)
  }

  @inline(__always)
  func contains(_ coordinate: Coordinate) -> Bool {
    box.contains(coordinate)
  }
}

/// A box of degrees in the frame of a node.
struct SeenBox {
  /// The bounds that a point must keep, all from the origin of the node.
  struct Margins {
    let least: Float
    let greatest: Float
    let west: Float
    let east: Float

    /// How far four children keep the bound that they keep least.
    ///
    /// The least of several numbers is one instruction where a combination of masks is many.
    @inline(__always)
    func least(
      of high: SIMD4<Float>, _ low: SIMD4<Float>, _ west: SIMD4<Float>, _ east: SIMD4<Float>,
      _ isWide: Bool
    ) -> SIMD4<Float> {
      let height = lesser(high - least, greatest - low)
      let (west, east) = (west + self.west, east + self.east)
      return lesser(height, isWide ? greater(west, east) : lesser(west, east))
    }
  }

  /// What is beyond one of these is outside.
  let possible: Margins
  /// What keeps all of these is inside.
  let whole: Margins
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
