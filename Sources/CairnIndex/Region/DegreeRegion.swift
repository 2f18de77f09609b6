package import CairnGeodesy
internal import CairnMemory

/// A region that can classify whole rectangles of latitudes and longitudes.
///
/// It is a class type to avoid copies, since a search calls it for every visited node. A tree that
/// stores degrees of its nodes uses ``DegreeRegionWalk``, any other ``DegreeSearchRegion``, which
/// is based on vectors.
package protocol DegreeRegion: AnyObject, Sendable {
  /// A box that contains the region.
  var boundingBox: BoundingBox { get }
  /// A few boxes that together contain the region.
  var searchBoxes: [BoundingBox] { get }
  /// Whether ``relation(to:)`` may return more than `crossing`.
  var judgesRectangles: Bool { get }
  /// Whether a coordinate is in the region.
  func contains(_ coordinate: Coordinate) -> Bool
  /// The relation of a rectangle to the region; `crossing` in doubt.
  func relation(to rectangle: DegreeRectangle) -> RegionRelation
}

extension DegreeRegion {
  package var judgesRectangles: Bool { true }
}

extension _RegionOutline {
  /// Creates the outline of a region that classifies rectangles.
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

/// The search structure of a region that classifies rectangles, based on the vectors of nodes, for
/// any tree.
struct DegreeSearchRegion: SearchRegion {
  private let region: any DegreeRegion
  private let boxes: [BoxRegion]

  /// Returns nil if the region is empty.
  init?(_ region: any DegreeRegion) {
    boxes = region.searchBoxes.compactMap(BoxRegion.init)
    guard !boxes.isEmpty else { return nil }
    self.region = region
  }

  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var possible: UInt32 = 0
    for box in self.boxes { possible |= box.classify(boxes: boxes, at: start, in: frame).possible }
    guard region.judgesRectangles else { return ChildMasks(possible: possible, whole: 0) }
    return ChildMasks(judging: possible) { lane in
      DegreeRectangle(boxes: boxes, at: start &+ lane, in: frame).map(region.relation(to:))
        ?? .outside
    }
  }

  func classify(points: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    var possible: UInt32 = 0
    for box in boxes { possible |= box.classify(points: points, at: start, in: frame).possible }
    return ChildMasks(possible: possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    region.contains(coordinate)
  }
}

extension ChildMasks {
  /// Creates masks by classifying children one by one.
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
  /// A rectangle that contains all points of a box of unit vectors; nil for an empty box.
  init?(boxes: UnsafeBuffer<Float>, at start: Int, in frame: NodeFrame) {
    let least = frame.place(boxes, at: start + BoxRow.leastX)
    let greatest = frame.place(boxes, at: start + BoxRow.greatestX)
    // The slack exceeds the error of a stored component.
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
    // The axis is outside, so the corners are within half a turn around it.
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

  /// The latitude of a height above the equatorial plane, for any height.
  private static func latitude(ofHeight z: Double) -> Double {
    guard abs(z) < 1 else { return z < 0 ? -90 : 90 }
    return polarAngle(degreesOfX: (1 - z * z).squareRoot(), y: z)
  }
}
