extension [Coordinate] {
  /// Creates coordinates from a column of latitudes and a column of longitudes.
  ///
  /// ```swift
  /// let places = [Coordinate](latitudes: table.latitudes, longitudes: table.longitudes)
  /// let near = index.nearest(toEach: places, count: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - latitudes: degrees north, stored without a check; see ``Coordinate/isValid``.
  ///   - longitudes: degrees east. The count must equal that of `latitudes`.
  /// - Complexity: O(*n*).
  public init(latitudes: [Double], longitudes: [Double]) {
    precondition(
      latitudes.count == longitudes.count, "latitudes and longitudes must have the same count")
    self = zip(latitudes, longitudes).map { Coordinate(latitude: $0, longitude: $1) }
  }
}
