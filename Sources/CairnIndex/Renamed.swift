// Former public names, kept for one minor version. See Documentation/Renamed.md.

extension GeohashInteger {
  /// The former name of `maximumRawValue`.
  @available(*, deprecated, renamed: "maximumRawValue")
  public static var greatestRawValue: UInt64 { maximumRawValue }
}
