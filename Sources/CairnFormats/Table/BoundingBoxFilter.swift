package import CairnGeodesy

/// A filter for the points of a file: those in a bounding box that also satisfy a predicate.
///
/// Once the columns of the coordinates are known, a reader skips other rows before it makes
/// features. The box is enlarged by about 0.1 m on each side, so it may keep false positives.
package struct BoundingBoxFilter: Sendable {
  private let south: Double
  private let north: Double
  private let west: Double
  /// The extent to the east in degrees, 360 or more for all longitudes.
  private let width: Double
  private let isWanted: (@Sendable (Coordinate) -> Bool)?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - box: the bounding box; an empty one rejects all points.
  ///   - isWanted: an additional predicate for points in the box; nil for none.
  package init(_ box: BoundingBox, where isWanted: (@Sendable (Coordinate) -> Bool)? = nil) {
    let slack = 1e-6
    south = box.isEmpty ? .infinity : box.south - slack
    north = box.isEmpty ? -.infinity : box.north + slack
    west = box.west - slack
    // A box that reaches a pole includes all longitudes.
    let isWide = box.spansAllLongitudes || south <= -90 || north >= 90
    let span = box.west <= box.east ? box.east - box.west : 360 - box.west + box.east
    width = isWide ? .infinity : span + 2 * slack
    self.isWanted = isWanted
  }

  /// Whether the filter keeps a point; rejects NaN latitudes.
  @inline(__always)
  package func accepts(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
    var offset = coordinate.longitude - west
    // Longitudes in files are within one and a half turns.
    if offset.magnitude <= 1_080 {
      while offset < 0 { offset += 360 }
      while offset >= 360 { offset -= 360 }
      guard offset <= width else { return false }
    }
    return isWanted?(coordinate) ?? true
  }
}

/// The rows and columns of a table that are needed.
///
/// A row that introduces a new property name is never skipped, so that the names of all properties
/// are found.
package struct RowRequest: Sendable {
  /// The area of the requested points; nil for all points.
  package var area: BoundingBoxFilter?
  /// The names of the requested properties; nil for all.
  package var properties: Set<String>?
  /// Whether the property with the name of a place is called `name`, whatever the column's name.
  package var namesPlaces = false

  /// Creates a request for all points with all their properties.
  package init() {}
}
