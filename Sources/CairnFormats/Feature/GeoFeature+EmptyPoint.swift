internal import CairnGeodesy

extension GeoFeature.Geometry {
  /// A point without a place: `POINT EMPTY` in well-known text.
  ///
  /// Its coordinate is not a number, as in well-known binary; like every such value it is not
  /// equal to itself, so ask for ``isEmptyPoint``. It has no position: ``forEachPosition(_:)``
  /// passes it over.
  public static var emptyPoint: GeoFeature.Geometry {
    .point(GeoFeature.Position(Coordinate(latitude: .nan, longitude: .nan)))
  }

  /// Whether it is a point without a place.
  public var isEmptyPoint: Bool {
    if case .point(let position) = self { return position.isNowhere }
    return false
  }
}

extension GeoFeature.Position {
  /// Whether neither number of the coordinate is one.
  internal var isNowhere: Bool { coordinate.latitude.isNaN && coordinate.longitude.isNaN }
}
