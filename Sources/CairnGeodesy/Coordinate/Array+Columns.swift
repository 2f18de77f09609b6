extension [Coordinate] {
  /// Coordinates from a column of latitudes and one of longitudes.
  ///
  /// ```swift
  /// let places = [Coordinate](latitudes: table.latitudes, longitudes: table.longitudes)
  /// let near = index.nearest(toEach: places, count: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - latitudes: degrees north; they are stored as they are, see ``Coordinate/isValid``.
  ///   - longitudes: degrees east, as many; another number of them is a programmer's error.
  /// - Complexity: O(*n*).
  public init(latitudes: [Double], longitudes: [Double]) {
    precondition(latitudes.count == longitudes.count, "latitudes and longitudes come in pairs")
    self = zip(latitudes, longitudes).map { Coordinate(latitude: $0, longitude: $1) }
  }
}
