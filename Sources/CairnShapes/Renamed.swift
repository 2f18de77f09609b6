// Former public names, kept for one minor version. See Documentation/Renamed.md.

extension MapTile {
  /// The former name of `maximumZoom`.
  @available(*, deprecated, renamed: "maximumZoom")
  public static var greatestZoom: Int { maximumZoom }
}

/// The former name of `NearestRegionSequence`.
@available(*, deprecated, renamed: "NearestRegionSequence")
public typealias NearestRegions = NearestRegionSequence
