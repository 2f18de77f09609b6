// Former public names, kept for one minor version. See Documentation/Renamed.md.

extension MapTile {
  /// The former name of `maximumZoom`.
  @available(*, deprecated, renamed: "maximumZoom")
  public static var greatestZoom: Int { maximumZoom }
}

extension WebMercatorPoint {
  /// The former name of `maximumLatitude`.
  @available(*, deprecated, renamed: "maximumLatitude")
  public static var greatestLatitude: Double { maximumLatitude }
}

/// The former name of `ShapeIndex`.
@available(*, deprecated, renamed: "ShapeIndex")
public typealias RegionIndex = ShapeIndex

/// The former name of `DynamicShapeIndex`.
@available(*, deprecated, renamed: "DynamicShapeIndex")
public typealias DynamicRegionIndex = DynamicShapeIndex

/// The former name of `MappedShapeIndex`.
@available(*, deprecated, renamed: "MappedShapeIndex")
public typealias MappedRegionIndex = MappedShapeIndex

/// The former name of `SearchableShapes`.
@available(*, deprecated, renamed: "SearchableShapes")
public typealias SearchableRegions = SearchableShapes

/// The former name of `NearestShapeSequence`.
@available(*, deprecated, renamed: "NearestShapeSequence")
public typealias NearestRegionSequence = NearestShapeSequence

/// The former name of `NearestShapeSequence`.
@available(*, deprecated, renamed: "NearestShapeSequence")
public typealias NearestRegions = NearestShapeSequence
