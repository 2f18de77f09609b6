internal import CairnGeodesy

extension GeoFeature.Geometry: CustomStringConvertible {
  /// The GeoJSON name, with the position of a point, or otherwise the number of positions:
  /// `Point 47.42, 10.98 (2962.0 m)`, `LineString of 12 positions`.
  public var description: String {
    if case .point(let position) = self {
      return isEmptyPoint ? "empty Point" : "Point \(position)"
    }
    if case .collection(let geometries) = self {
      return "GeometryCollection of \(geometries.count)"
        + (geometries.count == 1 ? " geometry" : " geometries")
    }
    var count = 0
    forEachPosition { _ in count += 1 }
    return "\(name) of \(count)" + (count == 1 ? " position" : " positions")
  }
}

extension GeoFeature: CustomStringConvertible {
  /// The `name` property or else the identifier, if any, and the geometry:
  /// `Zugspitze: Point 47.42, 10.98 (2962.0 m)`, `LineString of 12 positions`, `no place`.
  public var description: String {
    let place = geometry?.description ?? "no place"
    let name: String? = if case .string(let name) = properties["name"] { name } else { nil }
    guard let title = name ?? identifier?.description else { return place }
    return "\(title): \(place)"
  }
}

extension Properties: CustomStringConvertible {
  /// The members as a JSON object, as ``PropertyValue`` writes it.
  public var description: String { PropertyValue.object(self).description }
}
