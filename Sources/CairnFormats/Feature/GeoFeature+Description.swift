internal import CairnGeodesy

extension GeoFeature.Geometry: CustomStringConvertible {
  /// What GeoJSON calls it, with the position of a point and else how many positions there are:
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
  /// The name, where the properties have one, or the identifier, and the geometry: `Zugspitze:
  /// Point 47.42, 10.98 (2962.0 m)`, `LineString of 12 positions`, `no place`.
  public var description: String {
    let place = geometry?.description ?? "no place"
    let name: String? = if case .string(let name) = properties["name"] { name } else { nil }
    guard let title = name ?? identifier?.description else { return place }
    return "\(title): \(place)"
  }
}

extension Properties: CustomStringConvertible {
  /// The members as JSON, as ``PropertyValue`` writes an object.
  public var description: String { PropertyValue.object(self).description }
}
