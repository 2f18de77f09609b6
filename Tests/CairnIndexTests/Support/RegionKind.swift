import CairnGeodesy
import CairnIndex
import TestSupport

/// The regions that an index knows, and one that it does not.
enum RegionKind: String, CaseIterable, Sendable {
  case box, cap, polygon, polygons, corridor, own

  /// A region of this kind that is likely to be hard for some points.
  func region(
    _ kind: PointClass, for points: [Coordinate], using random: inout SeededGenerator
  ) -> any PlaceRegion {
    switch self {
    case .box: return kind.box(for: points, using: &random)
    case .cap: return kind.cap(for: points, using: &random)
    case .polygon: return kind.polygon(for: points, using: &random)
    case .polygons:
      return GeoMultiPolygon([
        kind.polygon(for: points, using: &random),
        GeoPolygon(ring(for: points, using: &random)),
      ])
    case .corridor:
      let (path, distance) = kind.corridor(for: points, using: &random)
      return PathCorridor(within: distance, of: path)
    case .own:
      return CutCap(
        cap: kind.cap(for: points, using: &random), box: kind.box(for: points, using: &random))
    }
  }
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
