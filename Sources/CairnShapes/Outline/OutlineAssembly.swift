internal import CairnGeodesy
internal import CairnIndex

/// Assembles rings on the map into polygons.
enum OutlineAssembly {
  /// Returns polygons from counterclockwise outer rings and clockwise holes.
  static func polygons(of rings: [[OutlinePoint]]) -> [GeoPolygon] {
    let areas = rings.map(area)
    let outers = rings.indices.filter { areas[$0] > 0 }.sorted { areas[$0] < areas[$1] }
    let boxes = outers.map { bounds(of: rings[$0]) }
    let tree = BoundsTree(
      boxes.enumerated().map { number, box in
        (
          UInt32(truncatingIfNeeded: number),
          VectorBox(least: box.least.flat, greatest: box.greatest.flat)
        )
      })
    var holes: [[[OutlinePoint]]] = outers.map { _ in [] }
    for index in rings.indices where areas[index] < 0 {
      let point = rings[index][0]
      // A hole belongs to the smallest ring around it.
      var candidates: [Int] = []
      tree.forEach(where: { $0.lanes(holding: point.flat) }) { number in
        candidates.append(Int(number))
        return true
      }
      let outer = candidates.sorted().first { number in
        boxes[number].least.x <= point.x && point.x <= boxes[number].greatest.x
          && boxes[number].least.y <= point.y && point.y <= boxes[number].greatest.y
          && areas[outers[number]] > -areas[index] && holds(rings[outers[number]], point)
      }
      if let outer { holes[outer].append(rings[index]) }
    }
    return zip(outers, holes).map { outer, holes in
      GeoPolygon(
        straightInDegrees: rings[outer].map(\.coordinate),
        holes: holes.map { $0.map(\.coordinate) })
    }
  }

  private static func area(_ ring: [OutlinePoint]) -> Double {
    var sum = 0.0
    for (index, point) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      sum += (point - ring[0]).cross(next - ring[0])
    }
    return sum / 2
  }

  private static func bounds(
    of ring: [OutlinePoint]
  ) -> (least: OutlinePoint, greatest: OutlinePoint) {
    ring.reduce(into: (least: ring[0], greatest: ring[0])) { box, point in
      box.least = OutlinePoint(x: min(box.least.x, point.x), y: min(box.least.y, point.y))
      box.greatest = OutlinePoint(x: max(box.greatest.x, point.x), y: max(box.greatest.y, point.y))
    }
  }

  /// Whether a point is inside a ring, by counting the edges east of it.
  private static func holds(_ ring: [OutlinePoint], _ point: OutlinePoint) -> Bool {
    var isInside = false
    for (index, start) in ring.enumerated() {
      let end = ring[(index + 1) % ring.count]
      guard (start.y > point.y) != (end.y > point.y) else { continue }
      if point.x < start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x) {
        isInside.toggle()
      }
    }
    return isInside
  }
}

extension OutlinePoint {
  var coordinate: Coordinate { Coordinate(latitude: y, longitude: x) }

  /// The point in a plane of the box tree; rounding preserves the order.
  fileprivate var flat: SIMD3<Float> { SIMD3(Float(x), Float(y), 0) }
}
