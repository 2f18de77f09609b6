package import CairnGeodesy
internal import CairnMemory

/// A region that can judge whole rectangles of latitudes and longitudes.
///
/// It is an object, since a search asks it about every node that it looks at. A tree that keeps
/// degrees of its nodes asks by these, see ``DegreeRegionWalk``, any other by vectors, see
/// ``DegreeSearchRegion``.
package protocol DegreeRegion: AnyObject, Sendable {
  /// A box with all of the region in it.
  var boundingBox: BoundingBox { get }
  /// A few boxes that together hold all of the region.
  var searchBoxes: [BoundingBox] { get }
  /// Whether it can say more of a rectangle than `crossing`.
  var judgesRectangles: Bool { get }
  /// Whether a coordinate lies in it.
  func contains(_ coordinate: Coordinate) -> Bool
  /// How a rectangle lies to the region: `crossing` when in doubt.
  func relation(to rectangle: DegreeRectangle) -> RegionRelation
}

extension DegreeRegion {
  package var judgesRectangles: Bool { true }
}

extension _RegionOutline {
  /// A search that judges rectangles.
  package init(rectanglesOf region: some DegreeRegion) {
    self.init(.degrees(region))
  }
}

/// The places of a box that satisfy a condition.
final class ConditionalBox: DegreeRegion {
  let boundingBox: BoundingBox
  private let isIncluded: @Sendable (Coordinate) -> Bool

  init(_ box: BoundingBox, _ isIncluded: @escaping @Sendable (Coordinate) -> Bool) {
    boundingBox = box
    self.isIncluded = isIncluded
  }

  var searchBoxes: [BoundingBox] { [boundingBox] }
  var judgesRectangles: Bool { false }

  func contains(_ coordinate: Coordinate) -> Bool {
    boundingBox.contains(coordinate) && isIncluded(coordinate)
  }

  func relation(to rectangle: DegreeRectangle) -> RegionRelation { .crossing }
}

/// A region of rectangles, as any tree asks for it: by the vectors of its nodes.
struct DegreeSearchRegion: SearchRegion {
  private let region: any DegreeRegion
  private let boxes: [BoxRegion]

  /// Nil when there is nothing in the region.
  init?(_ region: any DegreeRegion) {
    boxes = region.searchBoxes.compactMap(BoxRegion.init)
    guard !boxes.isEmpty else { return nil }
    self.region = region
  }

  func classify(boxes: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var possible: UInt32 = 0
    for box in self.boxes { possible |= box.classify(boxes: boxes, at: start, in: frame).possible }
    guard region.judgesRectangles else { return ChildMasks(possible: possible, whole: 0) }
    return ChildMasks(judging: possible) { lane in
      DegreeRectangle(boxes: boxes, at: start &+ lane, in: frame).map(region.relation(to:))
        ?? .outside
    }
  }

  func classify(points: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var possible: UInt32 = 0
    for box in boxes { possible |= box.classify(points: points, at: start, in: frame).possible }
    return ChildMasks(possible: possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    region.contains(coordinate)
  }
}

extension ChildMasks {
  /// The masks of some children that are judged one by one.
  @inline(__always)
  init(judging lanes: UInt32, _ judge: (_ lane: Int) -> RegionRelation) {
    self.init(possible: 0, whole: 0)
    var rest = lanes
    while rest != 0 {
      let bit = rest & (0 &- rest)
      switch judge(rest.trailingZeroBitCount) {
      case .outside: break
      case .crossing: possible |= bit
      case .inside:
        possible |= bit
        whole |= bit
      }
      rest ^= bit
    }
  }
}

extension DegreeRectangle {
  /// A rectangle with all points of a box of unit vectors; nil for a box without points.
  init?(boxes: Slab<Float>, at start: Int, in frame: NodeFrame) {
    let least = frame.place(boxes, at: start + BoxRow.leastX)
    let greatest = frame.place(boxes, at: start + BoxRow.greatestX)
    // More than a stored component may be wrong by.
    let slack = Double(frame.slack)
    let x = (least.x - slack, greatest.x + slack)
    let y = (least.y - slack, greatest.y + slack)
    let z = (least.z - slack, greatest.z + slack)
    guard x.0 <= x.1, y.0 <= y.1, z.0 <= z.1 else { return nil }
    let south = Self.latitude(ofHeight: z.0)
    let north = Self.latitude(ofHeight: z.1)
    if x.0 <= 0, x.1 >= 0, y.0 <= 0, y.1 >= 0 {
      self.init(south: south, north: north, west: -180, width: 360)
      return
    }
    // Seen from the axis, which is outside, the corners lie within half a turn.
    var first = (x: x.0, y: y.0)
    var last = first
    for corner in [(x: x.1, y: y.0), (x: x.0, y: y.1), (x: x.1, y: y.1)] {
      if corner.x * first.y - corner.y * first.x > 0 { first = corner }
      if corner.x * last.y - corner.y * last.x < 0 { last = corner }
    }
    let margin = 1e-9
    let west = polarAngle(degreesOfX: first.x, y: first.y) - margin
    let width = polarAngle(
      degreesOfX: first.x * last.x + first.y * last.y, y: first.x * last.y - first.y * last.x)
    self.init(
      south: south, north: north, west: west < -180 ? west + 360 : west,
      width: width + 2 * margin)
  }

  /// The latitude of a height above the plane of the equator, for any height.
  private static func latitude(ofHeight z: Double) -> Double {
    guard abs(z) < 1 else { return z < 0 ? -90 : 90 }
    return polarAngle(degreesOfX: (1 - z * z).squareRoot(), y: z)
  }
}
