// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnRegions

extension AdministrativeArea.Match {
  /// The former name of `area`.
  @available(*, deprecated, renamed: "area")
  public var region: AdministrativeArea { area }
}
