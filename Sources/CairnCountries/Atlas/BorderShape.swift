internal import CairnGeodesy
internal import CairnIndex

/// A shape that borders are compared with.
///
/// A search hands on what of the shape is near, so that the parts of a large one are looked at
/// only where they are.
internal protocol BorderShape {
  /// What of the shape's own boundary may be near a place.
  associatedtype Near

  /// All of the shape's boundary.
  var everything: Near { get }
  /// Metres that a country may lie outside of the shape and still count as inside.
  var slack: Double { get }
  /// Places of the shape, at least one of each piece that no border runs through.
  var innerPlaces: [Coordinate] { get }
  /// Places outside or on the rim, at least one of each piece outside that no border runs through.
  var outerPlaces: [Coordinate] { get }

  /// How a box of borders lies, and what of `near` is near to it; `crossing` where in doubt.
  func relation(to box: BorderBox, near: Near) -> (RegionRelation, Near)
  /// How a line lies. Whether it leaves the shape need not be told without `asksLeaving`.
  func relation(to line: BorderLine, near: Near, asksLeaving: Bool) -> LineRelation
}

/// How a line lies to a shape.
internal struct LineRelation {
  /// Whether a point of it is in the shape.
  var meets = false
  /// Whether a point of it is outside.
  var leaves = false
}

/// A box of longitudes and latitudes in degrees that does not cross the antimeridian.
internal struct BorderBox {
  let west: Double
  let east: Double
  let south: Double
  let north: Double

  /// The box of a child of a node.
  init(_ node: BorderIndex.Node, child: Int) {
    let degrees = 180 / Double.pi
    let longitude = Double(node.longitude[child]) * degrees
    let latitude = Double(node.latitude[child]) * degrees
    let halfWidth = Double(node.halfWidth[child]) * degrees
    let halfHeight = Double(node.halfHeight[child]) * degrees
    west = longitude - halfWidth
    east = longitude + halfWidth
    south = latitude - halfHeight
    north = latitude + halfHeight
  }

  /// The middle of the box.
  var center: Coordinate {
    Coordinate(latitude: min(max((south + north) / 2, -90), 90), longitude: (west + east) / 2)
  }

  /// Metres from the middle within which all of the box lies: along its parallel and meridian.
  var reach: Double {
    let cosine = sineAndCosine(degrees: center.latitude).cosine
    return ((north - south) / 2 + (east - west) / 2 * cosine) * metresPerDegree + 1
  }
}

/// Metres along a great circle of the mean sphere.
internal let metresPerDegree = Sphere.mean.radius * .pi / 180

/// A line of a border, straight in degrees, in units.
internal struct BorderLine {
  let x0: Int32
  let y0: Int32
  let x1: Int32
  let y1: Int32

  /// The place at a fraction of the line.
  func place(_ fraction: Double) -> Coordinate {
    let x = Double(x0) + Double(x1 - x0) * fraction
    let y = Double(y0) + Double(y1 - y0) * fraction
    return Coordinate(
      latitude: y / BoundaryArcs.unitsPerDegree, longitude: x / BoundaryArcs.unitsPerDegree)
  }

  /// Metres that the line is not longer than.
  var length: Double {
    let nearest = (y0 < 0) != (y1 < 0) ? 0 : min(abs(y0), abs(y1))
    let cosine = sineAndCosine(degrees: Double(nearest) / BoundaryArcs.unitsPerDegree).cosine
    let units = Double(abs(y1 - y0)) + Double(abs(x1 - x0)) * cosine
    return units / BoundaryArcs.unitsPerDegree * metresPerDegree * (1 + 0x1p-40)
  }

  /// No smaller than the curvature of the line, and its change of speed, per metre.
  var bend: Double {
    let steepest = Double(max(abs(y0), abs(y1))) / BoundaryArcs.unitsPerDegree
    let (sine, cosine) = sineAndCosine(degrees: min(steepest, 90))
    return x0 == x1 ? 0 : 4 * sine / max(cosine, 1e-9) / Sphere.mean.radius
  }
}
