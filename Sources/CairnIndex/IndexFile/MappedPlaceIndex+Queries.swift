public import CairnGeodesy

extension MappedPlaceIndex {
  /// The places within a distance of a centre, nearest first; see ``PlaceIndex/within(_:of:)``.
  public func within(
    _ radius: Double, of center: Coordinate
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked { core in
        core.withHits(
          within: radius, of: center, sorted: true, where: { _ in true }, filtered: false
        ) { $0.map { $0 } }
      })
  }

  /// How many places are within a distance of a centre; see ``PlaceIndex/count(within:of:)``.
  public func count(within radius: Double, of center: Coordinate) throws(IndexFileError) -> Int {
    try checked { $0.count(within: radius, of: center) }
  }

  /// Whether any place is within a distance of a centre.
  public func containsAny(
    within radius: Double, of center: Coordinate
  ) throws(IndexFileError) -> Bool {
    try checked { $0.containsAny(within: radius, of: center) }
  }

  /// The places nearest to a centre, nearest first; see ``PlaceIndex/nearest(to:count:within:)``.
  public func nearest(
    to center: Coordinate, count: Int, within radius: Double = .infinity
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked { core in
        core.withNearest(
          count, to: center, within: radius, where: { _ in true }, filtered: false
        ) { $0.map { $0 } }
      })
  }
}
