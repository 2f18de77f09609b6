public import CairnGeodesy

extension MappedPlaceIndex {
  /// The places along a route with their distances from it, nearest first; see
  /// ``PlaceIndex/within(_:of:limit:)-(_,GeoPath,_)``.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the nearest; none for 0 or less.
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked { core in
        core.hits(within: distance, of: path, limit: limit, where: { _ in true })
      })
  }

  /// The places along a route that satisfy a condition with their distances from it, nearest
  /// first.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the nearest; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  public func within(
    _ distance: Double, of path: GeoPath, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Neighbor<Element>] {
    try neighbors(
      checked(where: isIncluded) { core, isIncluded in
        core.hits(within: distance, of: path, limit: limit, where: isIncluded)
      })
  }

  /// The places along a route, in input order: those within a distance of a path.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(IndexFileError) -> [Element] {
    try elements(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// The places within a distance of a path that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  ///   - isIncluded: asked once for each place along it, in input order, until there are enough.
  public func elements(
    within distance: Double, of path: GeoPath, limit: Int = .max,
    where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Element] {
    try elements(in: PathCorridor(within: distance, of: path), limit: limit, where: isIncluded)
  }

  /// The offsets of the places within a distance of a path, ascending; no record is read.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - limit: how many at most: the least; none for 0 or less.
  public func offsets(
    within distance: Double, of path: GeoPath, limit: Int = .max
  ) throws(IndexFileError) -> [Int] {
    try offsets(in: PathCorridor(within: distance, of: path), limit: limit)
  }

  /// How many places are within a distance of a path, without listing them; no record is read.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  public func count(within distance: Double, of path: GeoPath) throws(IndexFileError) -> Int {
    try count(in: PathCorridor(within: distance, of: path))
  }

  /// How many places within a distance of a path satisfy a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked once for each place along it, in an unspecified order.
  public func count(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> Int {
    try count(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }

  /// Whether any place is within a distance of a path; no record is read.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  public func containsAny(
    within distance: Double, of path: GeoPath
  ) throws(IndexFileError) -> Bool {
    try containsAny(in: PathCorridor(within: distance, of: path))
  }

  /// Whether any place within a distance of a path satisfies a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked in an unspecified order until it first holds.
  public func containsAny(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> Bool {
    try containsAny(in: PathCorridor(within: distance, of: path), where: isIncluded)
  }
}
