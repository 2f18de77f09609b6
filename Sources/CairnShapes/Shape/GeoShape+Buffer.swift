internal import CairnGeodesy
public import CairnIndex

extension GeoShaped {
  /// The region of all places within a distance of the shape, or of those that deep inside of it.
  ///
  /// ```swift
  /// index.elements(in: lake.buffered(by: 500))           // on the lake and up to 500 m from it
  /// index.elements(in: border.buffered(by: -2_000))      // at least 2 km inside
  /// try lake.buffered(by: 500).multiPolygon(tolerance: 10)
  /// ```
  ///
  /// It is exact by distance: a place belongs to it where ``GeoShape/distance(to:)-(Coordinate)`` says
  /// that it is no farther, to some nanometres. No outline is constructed, so poles, the
  /// antimeridian, holes that fill up and distances around the Earth need no care.
  ///
  /// - Parameter metres: the distance. A negative one leaves those places of an area that are
  ///   farther than that from its border; nothing of a line. Of several polygons each border counts,
  ///   one between two of them too. Half the circumference of the Earth (20,015,115 m) and more,
  ///   infinity too, gives the whole Earth; less than minus that leaves only a shape without a
  ///   border, which is the whole Earth.
  /// - Returns: a region that an index can be asked about; empty for an empty shape and for NaN.
  /// - Complexity: O(*n*) for *n* corners; a question then O(log *n*) mostly.
  public func buffered(by metres: Double) -> CombinedRegion {
    let shape = shape
    let prepared = PreparedShape(shape)
    guard !prepared.isEmpty, !metres.isNaN else { return CombinedRegion(unionOf: []) }
    // No place is farther away.
    let half = Sphere.mean.radius * .pi
    if metres >= half { return CombinedRegion(unionOf: [BoundingBox.world]) }
    let metres = max(metres, -half)
    let borders = prepared.border.lines.map { line in
      PathCorridor(within: metres.magnitude, of: GeoPath(line))
    }
    switch shape {
    case .point(let place):
      return CombinedRegion(unionOf: [Cap(center: place, radius: metres)])
    case .cap(let cap):
      // A cap of half the Earth and more has no border to stay away from.
      let isWhole = cap.radius >= half
      return CombinedRegion(
        unionOf: [Cap(center: cap.center, radius: isWhole ? half : cap.radius + metres)])
    case .path:
      return metres < 0 ? CombinedRegion(unionOf: []) : CombinedRegion(unionOf: borders)
    case .box(let box):
      // The parallels at the bounds are no great circles: within reach of one is what lies between
      // the sides and two other parallels.
      let degrees = metres / (Sphere.mean.radius * .pi / 180)
      let south = box.south == -90 && box.north > -90 ? -90 : box.south - degrees
      let north = box.north == 90 && box.south < 90 ? 90 : box.north + degrees
      let middle = BoundingBox(
        south: south, west: box.west, north: north, east: box.west + box.longitudeSpan)
      return metres < 0
        ? middle.subtracting(CombinedRegion(unionOf: borders))
        : CombinedRegion(unionOf: [middle] + borders)
    case .polygon, .multiPolygon:
      return metres < 0
        ? shape.subtracting(CombinedRegion(unionOf: borders))
        : CombinedRegion(unionOf: [shape] + borders)
    }
  }
}

extension PathCorridor {
  /// The corridor that is wider by some metres, or narrower.
  ///
  /// ```swift
  /// let alert = corridor.buffered(by: 200)
  /// ```
  ///
  /// - Parameter metres: may be negative.
  /// - Returns: a corridor of the same path.
  public func buffered(by metres: Double) -> PathCorridor { widened(by: metres) }
}

extension CombinedRegion {
  /// All places within a distance of the region, where it is known how far it is.
  ///
  /// ```swift
  /// let near = city.union(airport).buffered(by: 1_000)
  /// ```
  ///
  /// What is near a union is near one of its parts. From two parts alone nobody knows how far it is to
  /// what they have in common, or to what one has without the other: for those make polygons first,
  /// `try region.multiPolygon(tolerance: 10).buffered(by: 1_000)`.
  ///
  /// - Parameter metres: the distance, not negative.
  /// - Returns: nil for an intersection, a difference and a complement, for a region of your own as a
  ///   part, and for a distance that is negative or NaN.
  public func buffered(by metres: Double) -> CombinedRegion? {
    guard let unionParts, metres >= 0 else { return nil }
    var parts: [any PlaceRegion] = []
    for part in unionParts {
      switch part.kind {
      case .box(let box): parts.append(box.buffered(by: metres))
      case .cap(let cap): parts.append(cap.buffered(by: metres))
      case .polygons(let polygons): parts.append(GeoMultiPolygon(polygons).buffered(by: metres))
      case .corridor(let path, let distance):
        // An empty corridor is near nothing.
        guard distance >= 0 else { continue }
        parts.append(PathCorridor(within: distance + metres, of: path))
      case .combined(let region):
        guard let wider = region.buffered(by: metres) else { return nil }
        parts.append(wider)
      case .other, .degrees: return nil
      }
    }
    return CombinedRegion(unionOf: parts)
  }
}
