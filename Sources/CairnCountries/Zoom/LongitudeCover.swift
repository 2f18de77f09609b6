internal import CairnGeodesy

/// Ranges of longitudes, for computing the shortest range that contains all of them.
internal struct LongitudeCover: Sendable {
  /// The minimum width of a range around a pole: a whole turn minus a gap of one degree.
  static let wholeTurn = 3_590_000

  private var ranges: [(west: Int, east: Int)] = []

  /// Adds a range, in 1e-4 degrees, that does not cross the antimeridian.
  mutating func add(west: Int, east: Int) {
    ranges.append((west, east))
  }

  /// The shortest range: its western end and its width to the east.
  func shortest() -> (west: Int, width: Int) {
    let turn = 3_600_000
    let sorted = ranges.sorted { ($0.west, $0.east) < ($1.west, $1.east) }
    guard let first = sorted.first else { return (0, 0) }
    var reached = first.east
    var widest = (gap: 0, west: first.west)
    for range in sorted.dropFirst() {
      if range.west - reached > widest.gap { widest = (range.west - reached, range.west) }
      reached = max(reached, range.east)
    }
    let last = first.west + turn - reached
    if last >= widest.gap { widest = (last, first.west) }
    return (widest.west, turn - widest.gap)
  }

  /// The shortest range with latitudes, in 1e-4 degrees, enlarged by one unit at each side.
  ///
  /// A range around the whole Earth encloses a pole.
  func box(south: Int, north: Int) -> BoundingBox {
    let (west, width) = shortest()
    let unit = 1 / BoundaryArcs.unitsPerDegree
    if width >= Self.wholeTurn {
      return BoundingBox(
        south: south < 0 ? -90 : Double(south - 1) * unit, west: -180,
        north: south < 0 ? Double(north + 1) * unit : 90, east: 180)
    }
    let start = Double(west - 1) * unit
    let end = Double(west + width + 1) * unit
    return BoundingBox(
      south: Double(south - 1) * unit, west: start < -180 ? start + 360 : start,
      north: Double(north + 1) * unit, east: end > 180 ? end - 360 : end)
  }
}
