internal import CairnGeodesy

/// The search structure of one or a few polygons.
///
/// A polygon has a grid that records which cells no edge crosses. So a node entirely on one side of
/// the border is included or skipped as a whole, and only a point near an edge costs a
/// ``GeoPolygon/contains(_:)``.
final class SmallPolygonSet: DegreeRegion {
  private let polygons: [GeoPolygon]
  let searchBoxes: [BoundingBox]

  /// The maximum number of polygons; for more, ``PolygonRegion`` finds those that are near.
  static let most = 4

  init(_ polygons: [GeoPolygon]) {
    self.polygons = polygons
    searchBoxes = polygons.map { $0.boundingBox }
  }

  var boundingBox: BoundingBox { BoundingBox(holding: searchBoxes) }

  func contains(_ coordinate: Coordinate) -> Bool {
    polygons.contains { $0.contains(coordinate) }
  }

  func relation(to rectangle: DegreeRectangle) -> RegionRelation {
    var relation = RegionRelation.outside
    for polygon in polygons {
      switch polygon.relation(to: rectangle) {
      case .inside: return .inside
      case .crossing: relation = .crossing
      case .outside: break
      }
    }
    return relation
  }
}

extension GeoPolygon {
  /// The relation of a rectangle to the polygon.
  ///
  /// A rectangle that is not much smaller than the polygon is rarely on one side of all edges, so
  /// it is not tested as a whole.
  func relation(to rectangle: DegreeRectangle) -> RegionRelation {
    let box = boundingBox
    guard 4 * (rectangle.north - rectangle.south) < box.north - box.south else {
      return rectangle.widened.mayMeet(box) ? .crossing : .outside
    }
    return switch containsAllOrNone(of: rectangle) {
    case true?: .inside
    case false?: .outside
    case nil: .crossing
    }
  }
}
