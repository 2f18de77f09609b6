public import CairnGeodesy

extension MappedPlaceIndex {
  /// The places in a box, in input order; see ``PlaceIndex/elements(in:)-(BoundingBox)``.
  ///
  /// - Parameters:
  ///   - box: where to look; it may cross the antimeridian.
  ///   - isIncluded: a condition, asked once for each place in the box.
  public func elements(
    in box: BoundingBox, where isIncluded: (Element) -> Bool = { _ in true }
  ) throws(IndexFileError) -> [Element] {
    try elements(at: offsets(in: box), where: isIncluded)
  }

  /// The offsets of the places in a box, ascending.
  public func offsets(in box: BoundingBox) throws(IndexFileError) -> [Int] {
    try checked { $0.offsets(in: box) }
  }

  /// How many places are in a box, without listing them.
  public func count(in box: BoundingBox) throws(IndexFileError) -> Int {
    try checked { $0.count(in: box) }
  }

  /// The places in a cap, in input order.
  ///
  /// - Parameters:
  ///   - cap: where to look.
  ///   - isIncluded: a condition, asked once for each place in the cap.
  public func elements(
    in cap: Cap, where isIncluded: (Element) -> Bool = { _ in true }
  ) throws(IndexFileError) -> [Element] {
    try elements(at: offsets(in: cap), where: isIncluded)
  }

  /// The offsets of the places in a cap, ascending.
  public func offsets(in cap: Cap) throws(IndexFileError) -> [Int] {
    try checked { $0.offsets(in: cap) }
  }

  /// How many places are in a cap, without listing them.
  public func count(in cap: Cap) throws(IndexFileError) -> Int {
    try count(within: cap.radius, of: cap.center)
  }

  /// The places in a polygon, in input order: those for which ``GeoPolygon/contains(_:)`` holds.
  ///
  /// - Parameters:
  ///   - polygon: where to look.
  ///   - isIncluded: a condition, asked once for each place in the polygon.
  public func elements(
    in polygon: GeoPolygon, where isIncluded: (Element) -> Bool = { _ in true }
  ) throws(IndexFileError) -> [Element] {
    try elements(at: offsets(in: polygon), where: isIncluded)
  }

  /// The offsets of the places in a polygon, ascending.
  public func offsets(in polygon: GeoPolygon) throws(IndexFileError) -> [Int] {
    try checked { $0.offsets(in: [polygon]) }
  }

  /// How many places are in a polygon, without listing them.
  public func count(in polygon: GeoPolygon) throws(IndexFileError) -> Int {
    try checked { $0.count(in: [polygon]) }
  }

  /// The places in a region of several polygons, in input order.
  ///
  /// - Parameters:
  ///   - region: where to look.
  ///   - isIncluded: a condition, asked once for each place in the region.
  public func elements(
    in region: GeoMultiPolygon, where isIncluded: (Element) -> Bool = { _ in true }
  ) throws(IndexFileError) -> [Element] {
    try elements(at: offsets(in: region), where: isIncluded)
  }

  /// The offsets of the places in a region of several polygons, ascending.
  public func offsets(in region: GeoMultiPolygon) throws(IndexFileError) -> [Int] {
    try checked { $0.offsets(in: region.polygons) }
  }

  /// How many places are in a region of several polygons, without listing them.
  public func count(in region: GeoMultiPolygon) throws(IndexFileError) -> Int {
    try checked { $0.count(in: region.polygons) }
  }

  /// The places along a route, in input order; see ``PlaceIndex/elements(within:of:)``.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: a condition, asked once for each place along the path.
  public func elements(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool = { _ in true }
  ) throws(IndexFileError) -> [Element] {
    try elements(at: offsets(within: distance, of: path), where: isIncluded)
  }

  /// The offsets of the places within a distance of a path, ascending.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  public func offsets(
    within distance: Double, of path: GeoPath
  ) throws(IndexFileError) -> [Int] {
    try checked { $0.offsets(within: distance, of: path) }
  }

  /// How many places are within a distance of a path, without listing them.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  public func count(within distance: Double, of path: GeoPath) throws(IndexFileError) -> Int {
    try checked { $0.count(within: distance, of: path) }
  }

  private func elements(
    at offsets: [Int], where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(offsets.count)
    for offset in offsets {
      let element = decode(try reader.record(at: offset))
      if isIncluded(element) { elements.append(element) }
    }
    return elements
  }
}
