internal import CairnGeodesy

/// A nonempty box; all relations are exact, since borders are straight in degrees.
internal struct BoxShape: BorderShape {
  private let box: BoundingBox
  private let ranges: [Range]

  /// Longitudes from west to east on the map from -180 to 180, and latitudes.
  private struct Range {
    let west: Double
    let east: Double
    let fixedWest: WideInteger
    let fixedEast: WideInteger

    init(_ west: Double, _ east: Double) {
      self.west = west
      self.east = east
      fixedWest = GridUnits.countries.fixed(west)
      fixedEast = GridUnits.countries.fixed(east)
    }
  }

  private let south: WideInteger
  private let north: WideInteger

  init?(_ box: BoundingBox) {
    guard !box.isEmpty else { return nil }
    self.box = box
    south = GridUnits.countries.fixed(box.south)
    north = GridUnits.countries.fixed(box.north)
    if box.crossesAntimeridian {
      ranges = [Range(box.west, 180), Range(-180, box.east)]
    } else {
      var ranges = [Range(box.west, box.east)]
      // The antimeridian is on the map twice.
      if box.east == 180, box.west > -180 { ranges.append(Range(-180, -180)) }
      if box.west == -180, box.east < 180 { ranges.append(Range(180, 180)) }
      self.ranges = ranges
    }
  }

  var everything: Void { () }
  var slack: Double { 0 }
  var innerPlaces: [Coordinate] { [box.center] }

  /// The poles, and the center of the outside between them.
  var outerPlaces: [Coordinate] {
    let center = box.center
    return [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0),
      Coordinate(latitude: center.latitude, longitude: center.longitude + 180),
    ].filter { !box.contains($0) }
  }

  func relation(to other: BorderBox, near: Void) -> (RegionRelation, Void) {
    guard other.south <= box.north, other.north >= box.south else { return (.outside, ()) }
    var relation = RegionRelation.outside
    for range in ranges where other.west <= range.east && other.east >= range.west {
      relation = .crossing
      // A range that reaches both ends of the map contains all longitudes.
      let isWide = range.west == -180 && range.east == 180
      if other.south >= box.south, other.north <= box.north,
        isWide || other.west >= range.west && other.east <= range.east
      {
        return (.inside, ())
      }
    }
    return (relation, ())
  }

  func relation(to line: BorderLine, near: Void, asksLeaving: Bool) -> LineRelation {
    var result = LineRelation(meets: false, leaves: true)
    let x0 = WideInteger(Int64(line.x0)) << 60
    let y0 = WideInteger(Int64(line.y0)) << 60
    let x1 = WideInteger(Int64(line.x1)) << 60
    let y1 = WideInteger(Int64(line.y1)) << 60
    guard max(y0, y1) >= south, min(y0, y1) <= north else { return result }
    let run = Int64(line.x1 - line.x0)
    let rise = Int64(line.y1 - line.y0)
    for range in ranges where max(x0, x1) >= range.fixedWest && min(x0, x1) <= range.fixedEast {
      // Twice the areas of the triangles of the line with the corners of the box; all have the same
      // sign if the line misses the box.
      let westward = (range.fixedWest - x0) * rise
      let eastward = (range.fixedEast - x0) * rise
      let southward = (south - y0) * run
      let northward = (north - y0) * run
      let least = min(southward, northward) - max(westward, eastward)
      let greatest = max(southward, northward) - min(westward, eastward)
      if least <= .zero, greatest >= .zero { result.meets = true }
      if min(x0, x1) >= range.fixedWest, max(x0, x1) <= range.fixedEast, min(y0, y1) >= south,
        max(y0, y1) <= north
      {
        result.leaves = false
      }
    }
    return result
  }
}
