internal import CairnGeodesy

extension GeoFeature.Geometry {
  /// A point without a place: `POINT EMPTY` in well-known text.
  ///
  /// Its coordinate is not a number, as in well-known binary, and yet it is equal to any other empty
  /// point. It has no position: ``forEachPosition(_:)`` passes it over.
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

  /// Positions are equal when their numbers are; those of empty points are all equal.
  public static func == (a: GeoFeature.Position, b: GeoFeature.Position) -> Bool {
    if a.isNowhere { return b.isNowhere }
    return a.coordinate == b.coordinate && a.elevation == b.elevation
  }

  /// Hashes what the equality compares.
  public func hash(into hasher: inout Hasher) {
    guard !isNowhere else { return hasher.combine(0) }
    hasher.combine(coordinate)
    hasher.combine(elevation)
  }
}
