// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnCountryFacts
public import CairnGeodesy

/// The former name of `TerritoryAtlas`.
@available(*, deprecated, renamed: "TerritoryAtlas")
public typealias RegionAtlas = TerritoryAtlas

/// The former name of `TerritoryError`.
@available(*, deprecated, renamed: "TerritoryError")
public typealias RegionError = TerritoryError

extension TerritoryAtlas {
  /// The former name of `territory(at:)`.
  @available(*, deprecated, renamed: "territory(at:)")
  public func region(at coordinate: Coordinate) -> ID? { territory(at: coordinate) }

  /// The former name of `territories(at:)`.
  @available(*, deprecated, renamed: "territories(at:)")
  public func regions(at coordinate: Coordinate) -> [ID] { territories(at: coordinate) }

  /// The former name of `territories(at:)`.
  @available(*, deprecated, renamed: "territories(at:)")
  public func regions(at coordinates: [Coordinate]) -> [ID?] { territories(at: coordinates) }
}

extension Country {
  /// The former name of `zoomBox(_:margin:in:)`.
  @available(*, deprecated, renamed: "zoomBox(_:margin:in:)")
  public func zoomRegion(
    _ extent: ZoomExtent = .mainland, margin: Double = 0.05, in atlas: CountryAtlas = .world
  ) -> BoundingBox {
    zoomBox(extent, margin: margin, in: atlas)
  }
}

extension CountryAtlas {
  /// The former name of `zoomBox(of:_:margin:)`.
  @available(*, deprecated, renamed: "zoomBox(of:_:margin:)")
  public func zoomRegion(
    of countries: some Sequence<Country>, _ extent: ZoomExtent = .mainland, margin: Double = 0.05
  ) -> BoundingBox {
    zoomBox(of: countries, extent, margin: margin)
  }
}
