internal import CairnGeodesy

/// The relation of cells to the places within a distance of a path.
///
/// The shortest line between a cell and an arc starts at an end of one of them or is perpendicular
/// to both. So the cell is within the distance if the arc intersects it; if an end of the arc is
/// within the distance of the cell; if a corner of the cell is within the distance of the arc; or,
/// since parallels are not great circles, if the point of its northern or southern edge on the
/// meridian of the arc's extreme latitude is within the distance of the arc.
internal struct GeohashCorridorShape: GeohashShape {
  private let path: GeoPath
  /// The distance, enlarged and reduced by more than the error of a computed one.
  private let reach: Double
  private let surely: Double
  private let edges: [Edge]
  let bounds: BoundingBox?

  private struct Edge {
    var start: Coordinate
    var end: Coordinate
    var arcs: [GeohashArc]
    var caps: [GeohashCapShape]

    func distance(to place: Coordinate) -> Double {
      Sphere.mean.distance(from: place, toSegmentFrom: start, to: end)
    }
  }

  /// Returns nil if no place is within the distance.
  init?(_ path: GeoPath, distance: Double) {
    guard distance >= 0, let first = path.coordinates.first,
      path.coordinates.allSatisfy({ $0.isValid })
    else { return nil }
    self.path = path
    let slack = 5e-7 + distance * 1e-12
    reach = distance + slack
    surely = distance - slack
    let ends = path.coordinates.count == 1 ? [first] : Array(path.coordinates.dropFirst())
    edges = zip(path.coordinates, ends).map { start, end in
      Edge(
        start: start, end: end, arcs: start == end ? [] : GeohashArc.arcs(from: start, to: end),
        caps: [start, end].map { GeohashCapShape(Cap(center: $0, radius: distance)) })
    }
    bounds = path.boundingBox.expanded(byMeters: distance + 1e-3)
  }

  func relation(of box: GeohashEdges, _ parts: inout GeohashParts) -> RegionRelation {
    let band = EnlargedCell(box)
    let center = box.center
    // For a cell up to half the Earth wide, the corners are the farthest points from its center.
    let corners = [
      Coordinate(latitude: box.south, longitude: box.west),
      Coordinate(latitude: box.north, longitude: box.west),
      Coordinate(latitude: box.south, longitude: box.east),
      Coordinate(latitude: box.north, longitude: box.east),
    ]
    let size =
      box.east - box.west > 180
      ? Double.infinity : max(center.distance(to: corners[0]), center.distance(to: corners[1]))
    var touching: [Int32] = []
    for part in parts.edges(of: edges.count) {
      let edge = edges[Int(part)]
      let distance = edge.distance(to: center)
      if distance > reach + size { continue }
      if distance + size <= surely {
        parts = .edges([part])
        return .inside
      }
      if distance <= reach || isNear(edge, box, band, corners) { touching.append(part) }
    }
    parts = .edges(touching)
    return touching.isEmpty ? .outside : .crossing
  }

  private func isNear(
    _ edge: Edge, _ box: GeohashEdges, _ band: EnlargedCell, _ corners: [Coordinate]
  ) -> Bool {
    if edge.arcs.contains(where: { $0.touches(band) }) { return true }
    if edge.caps.contains(where: { $0.relation(of: box) != .outside }) { return true }
    if corners.contains(where: { edge.distance(to: $0) <= reach }) { return true }
    return edge.arcs.contains { arc in
      guard let longitude = arc.longitudeOfExtreme else { return false }
      let offset = (longitude - (box.west + box.east) / 2).remainder(dividingBy: 360)
      guard abs(offset) <= (box.east - box.west) / 2 else { return false }
      return [box.south, box.north].contains { latitude in
        edge.distance(to: Coordinate(latitude: latitude, longitude: longitude)) <= reach
      }
    }
  }
}
