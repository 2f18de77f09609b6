// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnGeodesy

extension SearchablePlaces {
  // Forms with the arguments in another order have no `renamed:`, since the fix-it changes only
  // labels.

  /// The former form of `nearest(to:count:within:)`.
  @available(*, deprecated, message: "use nearest(to:count:within:)")
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius)
  }

  /// The former form of `nearest(to:count:within:where:)`.
  @available(*, deprecated, message: "use nearest(to:count:within:where:)")
  @inlinable
  public func within(
    _ radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius, where: isIncluded)
  }

  /// The former form of `within(_:of:order:)` with an unspecified order.
  @available(*, deprecated, renamed: "within(_:of:)", message: "add order: .unspecified")
  @inlinable
  public func unsorted(within radius: Double, of center: Coordinate) throws(Failure) -> [Neighbor] {
    try within(radius, of: center, order: .unspecified)
  }

  /// The former form of `within(_:of:order:where:)` with an unspecified order.
  @available(*, deprecated, renamed: "within(_:of:where:)", message: "add order: .unspecified")
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try within(radius, of: center, order: .unspecified, where: isIncluded)
  }

  /// The former form of `nearest(to:count:within:)`, which chose any places within the radius.
  @available(*, deprecated, message: "use nearest(to:count:within:)")
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius)
  }

  /// The former form of `nearest(to:count:within:where:)`, which chose any places within the
  /// radius.
  @available(*, deprecated, message: "use nearest(to:count:within:where:)")
  @inlinable
  public func unsorted(
    within radius: Double, of center: Coordinate, limit: Int, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Neighbor] {
    try nearest(to: center, count: limit, within: radius, where: isIncluded)
  }
}

extension GeohashInteger {
  /// The former name of `maximumRawValue`.
  @available(*, deprecated, renamed: "maximumRawValue")
  public static var greatestRawValue: UInt64 { maximumRawValue }
}
