extension MappedPlaceIndex {
  /// The places in a region, in input order; see ``PlaceIndex/elements(in:limit:)``.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  public func elements(
    in region: some PlaceRegion, limit: Int = .max
  ) throws(IndexFileError) -> [Element] {
    try elements(at: offsets(in: region, limit: limit), limit: limit, where: { _ in true })
  }

  /// The places in a region that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  ///   - isIncluded: asked once for each place in it, in input order, until there are enough.
  public func elements(
    in region: some PlaceRegion, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Element] {
    try elements(at: offsets(in: region), limit: limit, where: isIncluded)
  }

  /// The offsets of the places in a region, ascending; no record is read.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the least; none for 0 or less.
  public func offsets(
    in region: some PlaceRegion, limit: Int = .max
  ) throws(IndexFileError) -> [Int] {
    let outline = region._outline
    return try checked { $0.offsets(in: outline, limit: limit) }
  }

  /// How many places are in a region, without listing them; no record is read.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  public func count(in region: some PlaceRegion) throws(IndexFileError) -> Int {
    let outline = region._outline
    return try checked { $0.count(in: outline) }
  }

  /// How many places in a region satisfy a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: asked once for each place in it, in an unspecified order.
  public func count(
    in region: some PlaceRegion, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> Int {
    let outline = region._outline
    return try checked(where: isIncluded) { core, isIncluded in
      var count = 0
      core.forEachOffset(in: outline) { offset in
        if isIncluded(offset) { count += 1 }
        return true
      }
      return count
    }
  }

  /// Whether any place is in a region; no record is read.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  public func containsAny(in region: some PlaceRegion) throws(IndexFileError) -> Bool {
    let outline = region._outline
    return try checked { $0.containsAny(in: outline) }
  }

  /// Whether any place in a region satisfies a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: asked in an unspecified order until it first holds.
  public func containsAny(
    in region: some PlaceRegion, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> Bool {
    let outline = region._outline
    return try checked(where: isIncluded) { core, isIncluded in
      var found = false
      core.forEachOffset(in: outline) { offset in
        found = isIncluded(offset)
        return !found
      }
      return found
    }
  }

  private func elements(
    at offsets: [Int], limit: Int, where isIncluded: (Element) -> Bool
  ) throws(IndexFileError) -> [Element] {
    var elements: [Element] = []
    guard limit > 0 else { return elements }
    elements.reserveCapacity(min(limit, offsets.count))
    for offset in offsets {
      let element = decode(try reader.record(at: offset))
      guard isIncluded(element) else { continue }
      elements.append(element)
      if elements.count == limit { break }
    }
    return elements
  }
}
