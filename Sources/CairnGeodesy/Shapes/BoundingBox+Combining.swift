extension BoundingBox {
  /// Whether the box is a single pole, so that its longitudes are meaningless.
  internal var isPole: Bool { south == 90 ? north == 90 : north == -90 && south == -90 }

  /// Whether every point of another box is in this one.
  ///
  /// An empty box is in every box.
  ///
  /// - Complexity: O(1).
  public func contains(_ other: BoundingBox) -> Bool {
    if other.isEmpty { return true }
    guard other.south >= south, other.north <= north else { return false }
    return other.isPole || containsLongitudes(of: other)
  }

  private func containsLongitudes(of other: BoundingBox) -> Bool {
    if spansAllLongitudes { return true }
    if other.spansAllLongitudes { return false }
    if other.west == other.east { return containsLongitude(other.west) }
    switch (crossesAntimeridian, other.crossesAntimeridian) {
    case (false, false), (true, true): return other.west >= west && other.east <= east
    case (true, false): return other.west >= west || other.east <= east
    case (false, true): return false
    }
  }

  private func sharesLongitude(with other: BoundingBox) -> Bool {
    // Two arcs of a circle intersect if one of them starts within the other.
    containsLongitude(other.west) || other.containsLongitude(west)
  }

  /// Whether the two boxes have a point in common; touching bounds do.
  ///
  /// - Complexity: O(1).
  public func intersects(_ other: BoundingBox) -> Bool {
    let low = max(south, other.south)
    let high = min(north, other.north)
    guard low <= high, !isEmpty, !other.isEmpty else { return false }
    return low == -90 || high == 90 || sharesLongitude(with: other)
  }

  /// The points common to both boxes, as zero, one or two boxes.
  ///
  /// Two boxes that together reach around the Earth may intersect on both sides of it:
  ///
  /// ```swift
  /// let a = BoundingBox(south: 0, west: -100, north: 10, east: 100)
  /// let b = BoundingBox(south: 0, west: 90, north: 10, east: -90)
  /// a.intersectionPieces(b).map(\.west)   // [90, -100]
  /// ```
  ///
  /// - Returns: an empty array if the boxes have no point in common; a piece may have zero width or
  ///   height.
  /// - Complexity: O(1).
  public func intersectionPieces(_ other: BoundingBox) -> [BoundingBox] {
    let low = max(south, other.south)
    let high = min(north, other.north)
    guard low <= high, !isEmpty, !other.isEmpty else { return [] }
    func piece(from start: Double, to end: Double) -> BoundingBox {
      BoundingBox(south: low, west: start, north: high, east: end)
    }
    if low == 90 || high == -90 {
      return [piece(from: -180, to: 180)]
    }
    if spansAllLongitudes { return [piece(from: other.west, to: other.east)] }
    if other.spansAllLongitudes { return [piece(from: west, to: east)] }

    var pieces: [BoundingBox] = []
    if containsLongitude(other.west) {
      pieces.append(piece(from: other.west, to: firstEnd(after: other.west, or: other)))
    }
    if other.containsLongitude(west), west != other.west {
      pieces.append(piece(from: west, to: firstEnd(after: west, or: other)))
    }
    if pieces.isEmpty {
      // Only a pole that both boxes reach.
      if high == 90 { pieces.append(BoundingBox(south: 90, west: -180, north: 90, east: 180)) }
      if low == -90 { pieces.append(BoundingBox(south: -90, west: -180, north: -90, east: 180)) }
    }
    return pieces
  }

  /// The eastern bound, of this box or the other, that comes first eastward from `start`.
  private func firstEnd(after start: Double, or other: BoundingBox) -> Double {
    let mine = east == 180 ? -180 : east
    let others = other.east == 180 ? -180 : other.east
    // Bounds east of the start without passing 180 come first. No subtraction, no rounding.
    switch (mine >= start, others >= start) {
    case (true, false): return mine
    case (false, true): return others
    default: return min(mine, others)
    }
  }

  /// The smallest box that contains every point common to both boxes.
  ///
  /// If the boxes intersect in two pieces, this box also covers the area between the pieces;
  /// ``intersectionPieces(_:)`` returns the pieces themselves. The result is ``empty`` if the boxes
  /// have no point in common.
  ///
  /// - Complexity: O(1).
  public func intersection(_ other: BoundingBox) -> BoundingBox {
    intersectionPieces(other).reduce(.empty) { $0.union($1) }
  }

  /// The smallest box that contains both boxes: the one with the smaller gap in longitude.
  ///
  /// If both are equally wide, returns the box that does not cross the antimeridian, then the one
  /// with the smaller `west`, so the order of the two boxes does not matter. A box that is only a
  /// pole extends the latitudes and not the longitudes.
  ///
  /// - Complexity: O(1).
  public func union(_ other: BoundingBox) -> BoundingBox {
    if other.isEmpty { return self }
    if isEmpty { return other }
    let low = min(south, other.south)
    let high = max(north, other.north)
    func box(_ start: Double, _ end: Double) -> BoundingBox {
      BoundingBox(storingSouth: low, west: start, north: high, east: end)
    }
    if other.isPole, !isPole { return box(west, east) }
    if isPole, !other.isPole { return box(other.west, other.east) }
    if containsLongitudes(of: other) { return box(west, east) }
    if other.containsLongitudes(of: self) { return box(other.west, other.east) }

    let otherStartsInside = containsLongitude(other.west)
    let selfStartsInside = other.containsLongitude(west)
    if otherStartsInside, selfStartsInside { return box(-180, 180) }
    func joined(_ start: Double, _ end: Double) -> BoundingBox {
      BoundingBox(south: low, west: start, north: high, east: end)
    }
    let first = joined(west, other.east)
    let second = joined(other.west, east)
    if otherStartsInside { return first }
    if selfStartsInside { return second }
    if first.longitudeSpan != second.longitudeSpan {
      return first.longitudeSpan < second.longitudeSpan ? first : second
    }
    if first.crossesAntimeridian != second.crossesAntimeridian {
      return first.crossesAntimeridian ? second : first
    }
    return first.west <= second.west ? first : second
  }

  /// The smallest box that contains this box and a coordinate, by the rule for two boxes.
  ///
  /// A coordinate with a number that is not finite, or a latitude outside -90...90, is ignored.
  public func union(_ coordinate: Coordinate) -> BoundingBox {
    union(
      BoundingBox(
        south: coordinate.latitude, west: coordinate.longitude,
        north: coordinate.latitude, east: coordinate.longitude))
  }
}
