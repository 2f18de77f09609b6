import CairnGeodesy

@testable import CairnIndex

/// The regions that geohashes are tested with, by kind.
enum SampleRegion: PlaceRegion {
  case box(BoundingBox)
  case cap(Cap)
  case polygon(GeoPolygon)
  case multiPolygon(GeoMultiPolygon)
  case corridor(GeoPath, distance: Double)
  /// A custom region, known only by its box and its containment test.
  case own(CutCap)
  /// A combined region.
  case combined(CombinedRegion)

  private var region: any PlaceRegion {
    switch self {
    case .box(let box): box
    case .cap(let cap): cap
    case .polygon(let polygon): polygon
    case .multiPolygon(let polygons): polygons
    case .corridor(let path, let distance): PathCorridor(within: distance, of: path)
    case .own(let region): region
    case .combined(let region): region
    }
  }

  var boundingBox: BoundingBox { region.boundingBox }
  var _outline: _RegionOutline { region._outline }
  func contains(_ coordinate: Coordinate) -> Bool { region.contains(coordinate) }
}
