import CairnGeodesy
import CairnIndex

/// The regions that an index knows, and one that it does not.
enum RegionKind: String, CaseIterable, Sendable {
  case box, cap, polygon, polygons, corridor, own
}

/// A region of the user's own: the places of a cap that lie in a box too.
struct CutCap: PlaceRegion {
  let cap: Cap
  let box: BoundingBox

  var boundingBox: BoundingBox { box }

  func contains(_ coordinate: Coordinate) -> Bool {
    cap.contains(coordinate) && box.contains(coordinate)
  }
}

extension PointClass {
  /// A cap that is likely to be hard for these points.
  func cap(for points: [Coordinate], using random: inout SeededGenerator) -> Cap {
    let center = center(for: points, using: &random)
    return Cap(center: center, radius: radius(around: center, for: points, using: &random))
  }

  /// A path and a distance from it that are likely to be hard for these points.
  func corridor(
    for points: [Coordinate], using random: inout SeededGenerator
  ) -> (path: GeoPath, distance: Double) {
    let path = GeoPath(
      Array(ring(for: points, using: &random).prefix(.random(in: 1...6, using: &random))))
    let start = path.coordinates[0]
    return (path, radius(around: start, for: points, using: &random))
  }

  /// A polygon with a hole that is likely to be hard for these points.
  func polygon(for points: [Coordinate], using random: inout SeededGenerator) -> GeoPolygon {
    GeoPolygon(
      ring(for: points, using: &random), holes: [ring(for: points, using: &random)],
      interior: Bool.random(using: &random) ? .smallerSide : .leftOfRing)
  }
}
