// Former public names, kept for one minor version. See Documentation/Renamed.md.

extension LengthUnit {
  /// The former name of `meters`.
  @available(*, deprecated, renamed: "meters")
  public static var metres: LengthUnit { .meters }
  /// The former name of `kilometers`.
  @available(*, deprecated, renamed: "kilometers")
  public static var kilometres: LengthUnit { .kilometers }
  /// The former name of `inMeters`.
  @available(*, deprecated, renamed: "inMeters")
  public var inMetres: Double { inMeters }
  /// The former name of `meters(_:)`.
  @available(*, deprecated, renamed: "meters(_:)")
  public func metres(_ value: Double) -> Double { meters(value) }
  /// The former name of `value(fromMeters:)`.
  @available(*, deprecated, renamed: "value(fromMeters:)")
  public func value(fromMetres meters: Double) -> Double { value(fromMeters: meters) }
}

extension DistanceFormat {
  /// The former name of `string(fromMeters:)`.
  @available(*, deprecated, renamed: "string(fromMeters:)")
  public func string(fromMetres meters: Double) -> String { string(fromMeters: meters) }
}

extension BoundingBox {
  /// The former name of `expanded(byMeters:)`.
  @available(*, deprecated, renamed: "expanded(byMeters:)")
  public func expanded(byMetres meters: Double) -> BoundingBox { expanded(byMeters: meters) }
}
