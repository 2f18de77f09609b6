import CairnGeodesy
import CairnIndex
import TestSupport

/// The kinds of regions of the library, and a custom one.
enum RegionKind: String, CaseIterable, Sendable {
  case box, cap, polygon, polygons, corridor, own, combined

  /// Returns a region of this kind that is likely to be difficult for some points.
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
    case .combined:
      let depth = [1, 1, 2, 3, 10][random.integer(in: 0...4)]
      return RegionFormula.random(depth: depth, using: &random) { random in
        let own = Self.allCases.filter { $0 != .combined }
        return own[random.integer(in: 0...own.count - 1)].region(
          kind, for: points, using: &random)
      }.combined
    }
  }
}

/// A combination of regions that is evaluated place by place, without the library.
indirect enum RegionFormula {
  case region(any PlaceRegion)
  case union([RegionFormula])
  case intersection([RegionFormula])
  case difference(RegionFormula, RegionFormula)
  case complement(RegionFormula)

  /// Returns a formula with one deep branch and some shallow ones.
  static func random(
    depth: Int, using random: inout SeededGenerator,
    region: (inout SeededGenerator) -> any PlaceRegion
  ) -> RegionFormula {
    guard depth > 0 else { return .region(region(&random)) }
    func deep(_ random: inout SeededGenerator) -> RegionFormula {
      .random(depth: depth - 1, using: &random, region: region)
    }
    func shallow(_ random: inout SeededGenerator) -> RegionFormula {
      .random(
        depth: random.integer(in: 0...min(depth - 1, 1)), using: &random, region: region)
    }
    switch random.integer(in: 0...5) {
    case 0: return .complement(deep(&random))
    case 1: return .difference(deep(&random), shallow(&random))
    case 2: return .difference(shallow(&random), deep(&random))
    case 3: return .intersection([shallow(&random), deep(&random)])
    default:
      return .union(
        [deep(&random)] + (0..<random.integer(in: 0...7)).map { _ in shallow(&random) })
    }
  }

  /// The region, as constructed with the library.
  var combined: CombinedRegion {
    switch self {
    case .region(let region): CombinedRegion(unionOf: [region])
    case .union(let parts): CombinedRegion(unionOf: parts.map { $0.combined })
    case .intersection(let parts): CombinedRegion(intersectionOf: parts.map { $0.combined })
    case .difference(let first, let second): first.combined.subtracting(second.combined)
    case .complement(let part): part.combined.complement
    }
  }

  /// Whether a valid place is in the region.
  func contains(_ place: Coordinate) -> Bool {
    switch self {
    case .region(let region): region.contains(place)
    case .union(let parts): parts.contains { $0.contains(place) }
    case .intersection(let parts): parts.allSatisfy { $0.contains(place) }
    case .difference(let first, let second): first.contains(place) && !second.contains(place)
    case .complement(let part): !part.contains(place)
    }
  }
}

/// A custom region: the intersection of a cap and a box.
struct CutCap: PlaceRegion {
  let cap: Cap
  let box: BoundingBox

  var boundingBox: BoundingBox { box }

  func contains(_ coordinate: Coordinate) -> Bool {
    cap.contains(coordinate) && box.contains(coordinate)
  }
}

extension PointClass {
  /// Returns a cap that is likely to be difficult for these points.
  func cap(for points: [Coordinate], using random: inout SeededGenerator) -> Cap {
    let center = center(for: points, using: &random)
    return Cap(center: center, radius: radius(around: center, for: points, using: &random))
  }

  /// Returns a path and a distance from it that are likely to be difficult for these points.
  func corridor(
    for points: [Coordinate], using random: inout SeededGenerator
  ) -> (path: GeoPath, distance: Double) {
    let path = GeoPath(
      Array(ring(for: points, using: &random).prefix(.random(in: 1...6, using: &random))))
    let start = path.coordinates[0]
    return (path, radius(around: start, for: points, using: &random))
  }

  /// Returns a polygon with a hole that is likely to be difficult for these points.
  func polygon(for points: [Coordinate], using random: inout SeededGenerator) -> GeoPolygon {
    GeoPolygon(
      ring(for: points, using: &random), holes: [ring(for: points, using: &random)],
      interior: Bool.random(using: &random) ? .smallerSide : .leftOfRing)
  }
}
