internal import CairnGeodesy

extension GeoShape: CustomStringConvertible {
  /// The description of the underlying shape: `48.2, 16.37`, `1.5 km around 48.2, 16.37`, `path of
  /// 3 places, 12.5 km`.
  public var description: String {
    switch self {
    case .point(let point): point.description
    case .box(let box): box.description
    case .cap(let cap): cap.description
    case .path(let path): path.description
    case .polygon(let polygon): polygon.description
    case .multiPolygon(let polygons): polygons.description
    }
  }
}
