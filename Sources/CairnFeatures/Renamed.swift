// Former public names, kept for one minor version. See Documentation/Renamed.md.

/// The former name of `TerritoryFileError`.
@available(*, deprecated, renamed: "TerritoryFileError")
public typealias RegionFileError = TerritoryFileError
