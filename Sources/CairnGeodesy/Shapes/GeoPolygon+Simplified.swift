extension GeoPolygon {
  /// The polygon with fewer vertices, none of the old ones further than a tolerance from the new
  /// rings.
  ///
  /// Each ring keeps its first vertex and the one farthest from it, and all vertices that
  /// ``GeoPath/simplified(tolerance:)`` keeps on both ways between them; a closed ring stays
  /// closed. The outer ring keeps at least three distinct vertices. A hole that shrinks to fewer
  /// is left out: it was narrower than the tolerance. Each ring is treated on its own, so rings
  /// may come to cross, themselves or one another, by less than twice the tolerance, and borders
  /// shared by two polygons may part by as much.
  ///
  /// - Parameter tolerance: metres; one that is not positive changes nothing.
  /// - Complexity: O(*n* log *n*) for most rings, O(*n*²) at worst.
  public func simplified(tolerance: Double) -> GeoPolygon {
    guard tolerance > 0 else { return self }
    return GeoPolygon(
      (simplifiedRing(outer, tolerance: tolerance) ?? outer, interior),
      holes: zip(holes, holeInteriors).compactMap { hole, interior in
        simplifiedRing(hole, tolerance: tolerance, dropsNarrow: true).map { ($0, interior) }
      })
  }

  /// The polygons simplified, or nil for a ring that vanishes.
  private func simplifiedRing(
    _ ring: [Coordinate], tolerance: Double, dropsNarrow: Bool = false
  ) -> [Coordinate]? {
    let isClosed = ring.count > 1 && ring.first == ring.last
    let open = isClosed ? Array(ring.dropLast()) : ring
    guard open.count >= 3 else { return dropsNarrow ? nil : ring }
    // The first vertex again at the end, so that the way back is a line as well.
    var line = SimplifiedLine(open + [open[0]], tolerance: tolerance)
    guard let far = line.farthest(from: 0) else { return dropsNarrow ? nil : ring }
    line.keepNeeded(from: 0, to: far)
    line.keepNeeded(from: far, to: open.count)
    var kept = line.kept
    if kept.count < 4 {
      if dropsNarrow { return nil }
      let sides = [
        line.farthest(between: 0, and: far), line.farthest(between: far, and: open.count),
      ]
      guard let third = sides.compactMap({ $0 }).max(by: { $0.squared < $1.squared }) else {
        return ring
      }
      line.keepNeeded(from: third.index, to: third.index)
      kept = line.kept
    }
    return isClosed ? kept : Array(kept.dropLast())
  }
}

extension GeoMultiPolygon {
  /// The region with its polygons simplified; see ``GeoPolygon/simplified(tolerance:)``.
  ///
  /// - Parameter tolerance: metres; one that is not positive changes nothing.
  public func simplified(tolerance: Double) -> GeoMultiPolygon {
    GeoMultiPolygon(polygons.map { $0.simplified(tolerance: tolerance) })
  }
}
