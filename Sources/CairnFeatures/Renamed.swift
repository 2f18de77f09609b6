// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnCountries

/// The former name of `TerritoryFileError`.
@available(*, deprecated, renamed: "TerritoryFileError")
public typealias RegionFileError = TerritoryFileError

extension TerritoryFileError {
  /// The former name of `territory(_:name:)`.
  @available(*, deprecated, renamed: "territory(_:name:)")
  public static func region(_ error: TerritoryError, name: String) -> TerritoryFileError {
    .territory(error, name: name)
  }

  /// The former name of `noTerritories`.
  @available(*, deprecated, renamed: "noTerritories")
  public static var noRegions: TerritoryFileError { .noTerritories }
}
