import CairnGeodesy

@testable import CairnIndex

/// The regions that geohashes are tried on, told apart by kind.
enum SampleRegion: PlaceRegion {
  case box(BoundingBox)
  case cap(Cap)
  case polygon(GeoPolygon)
  case multiPolygon(GeoMultiPolygon)
  case corridor(GeoPath, distance: Double)
  /// One that is known by its box and by what it contains.
  case own(CutCap)
  /// One that is made of others.
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
