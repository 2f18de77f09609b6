internal import CairnGeodesy

/// The relation of cells to polygons: a cell that no edge touches is decided by its center.
internal struct GeohashPolygonShape: GeohashShape {
  private let polygons: GeoMultiPolygon
  private let arcs: [GeohashArc]

  init(_ polygons: [GeoPolygon]) {
    self.polygons = GeoMultiPolygon(polygons)
    let box = polygons.reduce(BoundingBox.empty) { $0.union($1.boundingBox) }
    bounds = box.expanded(byMeters: 1e-3)
    arcs = polygons.flatMap { polygon in
      let outer = Self.arcs(of: polygon.outer)
      return outer.isEmpty ? [] : outer + polygon.holes.flatMap(Self.arcs)
    }
  }

  /// The edges of a ring; empty if it encloses nothing.
  private static func arcs(of ring: [Coordinate]) -> [GeohashArc] {
    guard ring.count >= 3, ring.allSatisfy({ $0.isValid }), let last = ring.last else { return [] }
    return zip([last] + ring, ring).flatMap { start, end in
      start == end ? [] : GeohashArc.arcs(from: start, to: end)
    }
  }

  let bounds: BoundingBox?

  func relation(of edges: GeohashEdges, _ parts: inout GeohashParts) -> RegionRelation {
    let band = EnlargedCell(edges)
    let touching = parts.edges(of: arcs.count).filter { arcs[Int($0)].touches(band) }
    parts = .edges(touching)
    guard touching.isEmpty else { return .crossing }
    return polygons.contains(edges.center) ? .inside : .outside
  }
}
