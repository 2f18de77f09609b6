internal import CairnGeodesy
public import CairnIndex

extension GeoShaped {
  /// Returns the region of all places within a distance of the shape or, for a negative distance,
  /// at least that deep inside it.
  ///
  /// ```swift
  /// index.elements(in: lake.buffered(by: 500))           // on the lake and up to 500 m from it
  /// index.elements(in: border.buffered(by: -2_000))      // at least 2 km inside
  /// try lake.buffered(by: 500).multiPolygon(tolerance: 10)
  /// ```
  ///
  /// It is exact by distance: it contains the places whose ``GeoShape/distance(to:)-(Coordinate)``
  /// is at most the distance, to a few nanometers. No outline is constructed, so poles, the
  /// antimeridian, closing holes and distances around the Earth need no special handling.
  ///
  /// - Parameter meters: the distance in meters. A negative distance keeps the places of an area
  ///   that are farther than that from its border, and nothing of a line. For several polygons
  ///   every border counts, including borders between two of them. Half the circumference of the
  ///   Earth (20,015,115 m) or more, including infinity, results in the whole Earth; minus that or
  ///   less keeps only a shape without a border, which is the whole Earth.
  /// - Returns: a region for queries of any index; empty for an empty shape and for NaN.
  /// - Complexity: O(*n*) for *n* corners; a containment test usually takes O(log *n*).
  public func buffered(by meters: Double) -> CombinedRegion {
    let shape = shape
    let prepared = PreparedShape(shape)
    guard !prepared.isEmpty, !meters.isNaN else { return CombinedRegion(unionOf: []) }
    // No place is farther than half the circumference.
    let half = Sphere.mean.radius * .pi
    if meters >= half { return CombinedRegion(unionOf: [BoundingBox.world]) }
    let meters = max(meters, -half)
    let borders = prepared.border.lines.map { line in
      PathCorridor(within: meters.magnitude, of: GeoPath(line))
    }
    switch shape {
    case .point(let place):
      return CombinedRegion(unionOf: [Cap(center: place, radius: meters)])
    case .cap(let cap):
      // A cap whose radius is half the circumference or more has no border.
      let isWhole = cap.radius >= half
      return CombinedRegion(
        unionOf: [Cap(center: cap.center, radius: isWhole ? half : cap.radius + meters)])
    case .path:
      return meters < 0 ? CombinedRegion(unionOf: []) : CombinedRegion(unionOf: borders)
    case .box(let box):
      // The bounds are parallels, not great circles: the places within the distance of one are
      // between the sides and two other parallels.
      let degrees = meters / (Sphere.mean.radius * .pi / 180)
      let south = box.south == -90 && box.north > -90 ? -90 : box.south - degrees
      let north = box.north == 90 && box.south < 90 ? 90 : box.north + degrees
      let middle = BoundingBox(
        south: south, west: box.west, north: north, east: box.west + box.longitudeSpan)
      return meters < 0
        ? middle.subtracting(CombinedRegion(unionOf: borders))
        : CombinedRegion(unionOf: [middle] + borders)
    case .polygon, .multiPolygon:
      return meters < 0
        ? shape.subtracting(CombinedRegion(unionOf: borders))
        : CombinedRegion(unionOf: [shape] + borders)
    }
  }
}

extension PathCorridor {
  /// Returns a corridor that is wider, or narrower, by a distance in meters.
  ///
  /// ```swift
  /// let alert = corridor.buffered(by: 200)
  /// ```
  ///
  /// - Parameter meters: the distance in meters; may be negative.
  /// - Returns: a corridor of the same path.
  public func buffered(by meters: Double) -> PathCorridor { widened(by: meters) }
}

extension CombinedRegion {
  /// Returns the region of all places within a distance of this one, if the distance is defined.
  ///
  /// ```swift
  /// let near = city.union(airport).buffered(by: 1_000)
  /// ```
  ///
  /// A place near a union is near one of its parts. The distance to an intersection or a difference
  /// does not follow from the distances to its parts: convert these to polygons first, `try
  /// region.multiPolygon(tolerance: 10).buffered(by: 1_000)`.
  ///
  /// - Parameter meters: the distance in meters, not negative.
  /// - Returns: nil for an intersection, a difference or a complement, for a custom region as a
  ///   part, and for a distance that is negative or NaN.
  public func buffered(by meters: Double) -> CombinedRegion? {
    guard let unionParts, meters >= 0 else { return nil }
    var parts: [any PlaceRegion] = []
    for part in unionParts {
      switch part.kind {
      case .box(let box): parts.append(box.buffered(by: meters))
      case .cap(let cap): parts.append(cap.buffered(by: meters))
      case .polygons(let polygons): parts.append(GeoMultiPolygon(polygons).buffered(by: meters))
      case .corridor(let path, let distance):
        // No place is near an empty corridor.
        guard distance >= 0 else { continue }
        parts.append(PathCorridor(within: distance + meters, of: path))
      case .combined(let region):
        guard let wider = region.buffered(by: meters) else { return nil }
        parts.append(wider)
      case .other, .degrees: return nil
      }
    }
    return CombinedRegion(unionOf: parts)
  }
}
