/// A thing on the map as a file holds it: a geometry and its properties.
///
/// All readers of this module give features and all writers take them, so that any format can
/// become any other. For a list of named points, ``PlaceTable`` is the quicker way in.
///
/// ```swift
/// let summit = GeoFeature(
///   geometry: .point(.init(Coordinate(latitude: 47.421, longitude: 10.985), elevation: 2_962)),
///   properties: ["name": "Zugspitze", "country": "DE"])
/// summit.properties["name"]?.text   // "Zugspitze"
/// ```
public struct GeoFeature: Hashable, Sendable {
  /// What the source calls it: a text or a number; nil where it has no identifier.
  public var identifier: PropertyValue?
  /// Where it is; nil for a feature without a place.
  public var geometry: Geometry?
  /// What is known about it, in the order of the source.
  public var properties: Properties

  /// Makes a feature.
  ///
  /// - Parameters:
  ///   - geometry: where it is; nil for nowhere.
  ///   - properties: what is known about it.
  ///   - identifier: what the source calls it, a text or a number.
  public init(
    geometry: Geometry?, properties: Properties = Properties(),
    identifier: PropertyValue? = nil
  ) {
    self.geometry = geometry
    self.properties = properties
    self.identifier = identifier
  }
}
