internal import CairnGeodesy
internal import CairnMemory

/// The points within a distance of a path.
struct CorridorRegion: Sendable {
  private let tree: PathTree
  private let distance: Double
  /// The distance as a chord.
  private let reach: Double

  /// Returns nil if nothing can be inside: no vertex, an invalid vertex, or a distance that is
  /// negative or NaN.
  init?(_ path: PathIndex, distance: Double) {
    guard distance >= 0, let tree = path.tree else { return nil }
    self.tree = tree
    self.distance = distance
    reach = 2 * sine(min(distance / (2 * Sphere.mean.radius), .pi / 2))
  }

  /// The root part of the path.
  var root: PathTree.Part { tree.root }

  /// Appends the subparts within reach of a ball to the list; returns whether the whole ball is
  /// inside.
  func narrow(
    _ near: Range<Int>, to ball: BoundingBall, _ list: inout GrowableArray<PathTree.Part>
  ) -> Bool {
    for index in near where tree.narrow(list[index], to: ball, within: reach, &list) {
      return true
    }
    return false
  }

  /// Whether a point is inside, exactly, given the parts of the path that are near.
  func contains(
    _ coordinate: Coordinate, _ near: Range<Int>, _ list: borrowing GrowableArray<PathTree.Part>
  ) -> Bool {
    tree.isWithin(reach, of: coordinate.unitVector, near, list)
      ?? contains(coordinate)
  }

  /// The relation of a ball to the corridor.
  func relation(of ball: BoundingBall) -> RegionRelation {
    tree.relation(of: ball, within: reach)
  }

  /// Whether a point is inside, exactly.
  func contains(_ coordinate: Coordinate) -> Bool {
    distance(to: coordinate) <= distance
  }

  /// The distance from a point to the path in meters, exactly ``GeoPath/distance(to:on:)``.
  func distance(to coordinate: Coordinate) -> Double {
    tree.nearestEdge(to: coordinate).distance
  }
}

/// A corridor as a part of a combined region or as the filter of a nearest-neighbor search; it
/// classifies each node independently.
struct CorridorSearchRegion: SearchRegion {
  private let corridor: CorridorRegion
  private let box: BoxRegion

  /// Returns nil if nothing can be inside.
  init?(_ path: PathIndex, distance: Double) {
    // A margin of a millimeter far exceeds the error of a distance.
    guard let corridor = CorridorRegion(path, distance: distance),
      let box = BoxRegion(path.path.boundingBox.expanded(byMeters: distance + 1e-3))
    else { return nil }
    self.corridor = corridor
    self.box = box
  }

  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    ChildMasks(judging: box.classify(boxes: boxes, at: start, in: frame).possible) { lane in
      corridor.relation(of: BoundingBall(boxes: boxes, at: start &+ lane, in: frame))
    }
  }

  func classify(points: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    ChildMasks(possible: box.classify(points: points, at: start, in: frame).possible, whole: 0)
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    corridor.contains(coordinate)
  }
}

/// A ball, centered on the unit sphere, that contains all points of a box.
struct BoundingBall {
  let center: UnitVector
  let radius: Double

  init(boxes: UnsafeBuffer<Float>, at start: Int, in frame: NodeFrame) {
    let least = frame.place(boxes, at: start + BoxRow.leastX)
    let greatest = frame.place(boxes, at: start + BoxRow.greatestX)
    let x = (least.x + greatest.x) / 2
    let y = (least.y + greatest.y) / 2
    let z = (least.z + greatest.z) / 2
    let size = (x * x + y * y + z * z).squareRoot()
    guard size > 0.5 else {
      // The box surrounds most of the Earth.
      center = UnitVector(x: 1, y: 0, z: 0)
      radius = 2
      return
    }
    center = UnitVector(x: x / size, y: y / size, z: z / size)
    radius = abs(1 - size) + least.squaredChord(to: greatest).squareRoot() / 2
  }
}
