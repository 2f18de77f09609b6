// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnGeodesy

/// The former name of `AdministrativeArea`.
@available(*, deprecated, renamed: "AdministrativeArea")
public typealias AdministrativeRegion = AdministrativeArea

extension AdministrativeAtlas {
  /// The former name of `area(at:)`.
  @available(*, deprecated, renamed: "area(at:)")
  public func region(at coordinate: Coordinate) -> AdministrativeArea? { area(at: coordinate) }

  /// The former name of `areas(at:)`.
  @available(*, deprecated, renamed: "areas(at:)")
  public func regions(at coordinates: [Coordinate]) -> [AdministrativeArea?] {
    areas(at: coordinates)
  }
}
