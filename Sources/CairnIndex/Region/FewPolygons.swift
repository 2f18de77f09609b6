internal import CairnGeodesy

/// A polygon or a few, as a search asks about them.
///
/// A polygon is prepared when it is made: it tells in which of its cells no edge runs. So a node
/// with all its points on one side is taken or left as a whole, and a point near an edge costs
/// what ``GeoPolygon/contains(_:)`` costs.
final class FewPolygons: DegreeRegion {
  private let polygons: [GeoPolygon]
  let searchBoxes: [BoundingBox]

  /// Of more than these, ``PolygonRegion`` knows which are near.
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
  /// How a rectangle lies to the polygon.
  ///
  /// What is not much smaller than the polygon is seldom on one side of all edges, and is not asked
  /// about as a whole.
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
