internal import CairnGeodesy
internal import CairnMemory

/// A region that is bounded by arcs, or that is what lies near them.
protocol ArcRegion {
  var arcs: [SphereArc] { get }
  /// How far from an arc, as a chord, a point may be decided by it: 0 for a border.
  var reach: Double { get }
  /// Whether everything surely within reach of an arc is inside.
  var isInsideWithinReach: Bool { get }
  /// Whether the region contains a point, exactly.
  func contains(_ coordinate: Coordinate) -> Bool
}

/// The points of polygons.
///
/// Beyond the reach of all borders a whole node is on one side.
struct PolygonRegion: ArcRegion {
  let polygons: [GeoPolygon]
  let arcs: [SphereArc]

  var reach: Double { 0 }
  var isInsideWithinReach: Bool { false }

  init(_ polygons: [GeoPolygon]) {
    self.polygons = polygons
    arcs = polygons.flatMap { polygon in
      ([polygon.outer] + polygon.holes).flatMap(SphereArc.border)
    }
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    polygons.contains { $0.contains(coordinate) }
  }
}

/// The points within a distance of a path.
struct CorridorRegion: ArcRegion {
  let path: GeoPath
  let distance: Double
  let arcs: [SphereArc]
  let reach: Double

  var isInsideWithinReach: Bool { true }

  /// Nil when nothing can be inside: no path, an invalid vertex, no such distance.
  init?(_ path: GeoPath, distance: Double) {
    let vertices = path.coordinates
    guard distance >= 0, let first = vertices.first, vertices.allSatisfy(\.isValid) else {
      return nil
    }
    self.path = path
    self.distance = distance
    arcs =
      vertices.count == 1
      ? [SphereArc(first, first)] : zip(vertices, vertices.dropFirst()).map(SphereArc.init)
    reach = 2 * sine(min(distance / (2 * Sphere.mean.radius), .pi / 2))
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    path.distance(to: coordinate) <= distance
  }
}

// The two decisions of a search of any tree.
extension ArcRegion {
  /// Adds those of the arcs `near` to the list that may decide about a point of a ball, and says
  /// whether the whole ball is inside by one of them.
  func narrow(
    _ arcs: [SphereArc], _ near: Range<Int>, to ball: BoundingBall,
    _ list: inout GrowingList<UInt32>
  ) -> Bool {
    for index in near {
      let arc = list[index]
      let distance = arcs[Int(arc)].distance(from: ball.center)
      if distance.least - ball.radius <= reach + SphereArc.slack { list.append(arc) }
      if isInsideWithinReach, distance.greatest + ball.radius <= reach - SphereArc.slack {
        return true
      }
    }
    return false
  }

  /// Whether the region contains a point, exactly, when only the arcs `near` can decide it.
  func contains(
    _ coordinate: Coordinate, _ arcs: [SphereArc], _ near: Range<Int>,
    _ list: borrowing GrowingList<UInt32>
  ) -> Bool {
    if isInsideWithinReach {
      let vector = coordinate.unitVector
      var least = Double.infinity
      for index in near {
        let distance = arcs[Int(list[index])].distance(from: vector)
        least = min(least, distance.least)
        if distance.greatest <= reach - SphereArc.slack { return true }
      }
      if least > reach + SphereArc.slack { return false }
    }
    return contains(coordinate)
  }
}

extension PackedTree {
  /// Visits every point of a region once.
  ///
  /// Each node looks only at the arcs that its parent could not rule out.
  func walk<Visitor: SearchVisitor & ~Copyable>(
    arcsOf region: some ArcRegion, _ visitor: inout Visitor
  ) {
    guard count > 0 else { return }
    let arcs = region.arcs
    var near = GrowingList<UInt32>(capacity: 2 * arcs.count + 64)
    for index in arcs.indices { near.append(UInt32(truncatingIfNeeded: index)) }
    _ = descend(region, arcs, node: 0, level: rootLevel, near: 0..<arcs.count, &near, &visitor)
  }

  private func descend<Visitor: SearchVisitor & ~Copyable>(
    _ region: some ArcRegion, _ arcs: [SphereArc], node: Int, level: Int, near: Range<Int>,
    _ list: inout GrowingList<UInt32>, _ visitor: inout Visitor
  ) -> Bool {
    if level == 1, let sentry, !sentry.admits(node: node) { return true }
    let start = boxes(ofNode: node, atLevel: level)
    for lane in 0..<PackedLayout.fanOut {
      let child = node << PackedLayout.fanOutShift | lane
      guard child << (PackedLayout.fanOutShift * level) < count else { break }
      let positions = positions(ofChild: child, atLevel: level)
      let ball = BoundingBall(boxes: boxes, at: start + lane)
      let top = list.count
      defer { list.truncate(top) }
      var isWhole = region.narrow(arcs, near, to: ball, &list)
      if !isWhole, list.count == top {
        // No arc is near: all points are on the same side, that of the first.
        let first = positions.lowerBound
        guard !region.isInsideWithinReach, isReadable(first..<(first + 1)) else { continue }
        isWhole = region.contains(degrees[first])
        if !isWhole { continue }
      }
      let goesOn: Bool
      if isWhole {
        if Visitor.readsPoints, !isReadable(positions) { continue }
        goesOn = visitor.visit(all: positions)
      } else if level == 1 {
        goesOn = visit(region, arcs, leaf: positions, near: top..<list.count, list, &visitor)
      } else {
        goesOn = descend(
          region, arcs, node: child, level: level - 1, near: top..<list.count, &list, &visitor)
      }
      guard goesOn else { return false }
    }
    return true
  }

  private func visit<Visitor: SearchVisitor & ~Copyable>(
    _ region: some ArcRegion, _ arcs: [SphereArc], leaf positions: Range<Int>, near: Range<Int>,
    _ list: borrowing GrowingList<UInt32>, _ visitor: inout Visitor
  ) -> Bool {
    var found: UInt32 = 0
    for position in positions where region.contains(degrees[position], arcs, near, list) {
      found |= 1 << UInt32(position - positions.lowerBound)
    }
    return found == 0 || visitor.visit(some: found, from: positions.lowerBound)
  }
}

/// A ball around a place of the unit sphere that holds all points of a box.
struct BoundingBall {
  let center: UnitVector
  let radius: Double

  init(boxes: Slab<Float>, at start: Int) {
    let least = UnitVector(
      x: Double(boxes[start]), y: Double(boxes[start + BoxRow.leastY]),
      z: Double(boxes[start + BoxRow.leastZ]))
    let greatest = UnitVector(
      x: Double(boxes[start + BoxRow.greatestX]), y: Double(boxes[start + BoxRow.greatestY]),
      z: Double(boxes[start + BoxRow.greatestZ]))
    let x = (least.x + greatest.x) / 2
    let y = (least.y + greatest.y) / 2
    let z = (least.z + greatest.z) / 2
    let size = (x * x + y * y + z * z).squareRoot()
    guard size > 0.5 else {
      // Around most of the Earth.
      center = UnitVector(x: 1, y: 0, z: 0)
      radius = 2
      return
    }
    center = UnitVector(x: x / size, y: y / size, z: z / size)
    radius = abs(1 - size) + least.squaredChord(to: greatest).squareRoot() / 2
  }
}
