// Former public names, kept for one minor version. See Documentation/Renamed.md.

/// The former name of `PlaceNumberKey`.
@available(*, deprecated, renamed: "PlaceNumberKey")
public typealias PlaceMeasure = PlaceNumberKey
