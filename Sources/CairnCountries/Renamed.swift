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

extension TerritoryError {
  /// The former name of `invalidCorner(territory:ring:corner:)`.
  @available(*, deprecated, renamed: "invalidCorner(territory:ring:corner:)")
  public static func invalidCorner(region: Int, ring: Int, corner: Int) -> TerritoryError {
    .invalidCorner(territory: region, ring: ring, corner: corner)
  }

  /// The former name of `tooFewCorners(territory:ring:)`.
  @available(*, deprecated, renamed: "tooFewCorners(territory:ring:)")
  public static func tooFewCorners(region: Int, ring: Int) -> TerritoryError {
    .tooFewCorners(territory: region, ring: ring)
  }

  /// The former name of `tooWide(territory:ring:degrees:)`.
  @available(*, deprecated, renamed: "tooWide(territory:ring:degrees:)")
  public static func tooWide(region: Int, ring: Int, degrees: Double) -> TerritoryError {
    .tooWide(territory: region, ring: ring, degrees: degrees)
  }

  /// The former name of `tooManyTerritories(_:)`.
  @available(*, deprecated, renamed: "tooManyTerritories(_:)")
  public static func tooManyRegions(_ count: Int) -> TerritoryError { .tooManyTerritories(count) }

  /// The former name of `tooManyCorners(territory:)`.
  @available(*, deprecated, renamed: "tooManyCorners(territory:)")
  public static func tooManyCorners(region: Int) -> TerritoryError {
    .tooManyCorners(territory: region)
  }

  /// The former name of `tooLarge(territory:latitude:longitude:)`.
  @available(*, deprecated, renamed: "tooLarge(territory:latitude:longitude:)")
  public static func tooLarge(
    region: Int, latitude: Double, longitude: Double
  ) -> TerritoryError {
    .tooLarge(territory: region, latitude: latitude, longitude: longitude)
  }
}
