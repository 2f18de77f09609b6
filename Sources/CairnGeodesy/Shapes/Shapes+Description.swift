// Descriptions of shapes for logs and debuggers: short, with units, and never all the vertices.

extension BoundingBox: CustomStringConvertible {
  /// The southwestern and the northeastern corner in degrees, `46.4, 9.5 to 49.0, 17.2`, or
  /// `empty box`.
  public var description: String {
    isEmpty ? "empty box" : "\(south), \(west) to \(north), \(east)"
  }
}

extension Cap: CustomStringConvertible {
  /// The radius and the center, `1.5 km around 48.2, 16.37`, or `empty cap`.
  public var description: String {
    isEmpty
      ? "empty cap"
      : DistanceFormat.metric.string(fromMeters: radius) + " around " + center.description
  }
}

extension GeoPath: CustomStringConvertible {
  /// The number of vertices and the length on the mean sphere: `path of 3 places, 12.5 km`.
  ///
  /// - Complexity: O(*n*) in the vertices.
  public var description: String {
    "path of " + counted(coordinates.count, "place", "places") + ", "
      + DistanceFormat.metric.string(fromMeters: length())
  }
}

extension GeoPolygon: CustomStringConvertible {
  /// The numbers of corners and holes and the area on the mean sphere:
  /// `polygon of 5 corners and 1 hole, 12.5 km²`.
  ///
  /// - Complexity: O(*n*) in the corners.
  public var description: String {
    "polygon of " + counted(outer.count, "corner", "corners")
      + (holes.isEmpty ? "" : " and " + counted(holes.count, "hole", "holes")) + ", "
      + areaText(area())
  }
}

extension GeoMultiPolygon: CustomStringConvertible {
  /// The number of polygons and their area on the mean sphere: `3 polygons, 12.5 km²`.
  ///
  /// - Complexity: O(*n*) in the corners.
  public var description: String {
    counted(polygons.count, "polygon", "polygons") + ", " + areaText(area())
  }
}

/// A count with the singular or plural of its noun.
private func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) " + (count == 1 ? one : many)
}

/// An area in square meters; in square kilometers from a tenth of one.
private func areaText(_ area: Double) -> String {
  area < 100_000
    ? decimalText(area, digits: 0) + " m²"
    : decimalText(area / 1e6, digits: area < 1e8 ? 1 : 0) + " km²"
}
