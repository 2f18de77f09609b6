package import CairnGeodesy

// What a drawing of the atlas is made of: rings and borders with every vertex, straight in
// degrees, which the drawer cuts and simplifies to what it shows.

extension CountryAtlas {
  /// The boundaries, without preparing them for distances.
  private var drawnArcs: BoundaryArcs { storage.borders?.arcs ?? WorldBoundaries.arcs() }

  /// The rings around all land, whosever it is.
  package func landRings() -> [[Coordinate]] {
    AreaOutlines(arcs: drawnArcs).rings(tolerance: 0) { $0 != 0 }
  }

  /// The rings around some countries together.
  package func rings(around countries: Set<Country>) -> [[Coordinate]] {
    AreaOutlines(arcs: drawnArcs).rings(tolerance: 0) { area in
      country(ofArea: area).map(countries.contains) ?? false
    }
  }

  /// The borders on land between two countries, or a country and land of nobody.
  package func borderLines() -> [[Coordinate]] {
    let arcs = drawnArcs
    return (0..<arcs.count).compactMap { arc in
      let (left, right) = (arcs.left[arc], arcs.right[arc])
      guard left != 0, right != 0, country(ofArea: left) != country(ofArea: right) else {
        return nil
      }
      return arcs.vertices(of: arc).map { vertex in
        Coordinate(
          latitude: Double(arcs.y[vertex]) / BoundaryArcs.unitsPerDegree,
          longitude: Double(arcs.x[vertex]) / BoundaryArcs.unitsPerDegree)
      }
    }
  }
}
