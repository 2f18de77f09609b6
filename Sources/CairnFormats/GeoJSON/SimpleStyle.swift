/// How a feature is to look on a map: the properties of simplestyle-spec 1.1.0, which many viewers
/// of GeoJSON know.
///
/// ```swift
/// var feature = GeoFeature(geometry: geometry)
/// feature.style(SimpleStyle(markerColor: "#c0392b", markerSymbol: "airport"))
/// ```
public struct SimpleStyle: Hashable, Sendable {
  /// How large a marker is.
  public enum MarkerSize: String, Hashable, Sendable, CaseIterable {
    /// Smaller than most.
    case small
    /// As most are.
    case medium
    /// Larger than most.
    case large
  }

  /// What the feature is called; property `title`.
  public var title: String?
  /// What is said of it; property `description`.
  public var description: String?
  /// How large the marker of a point is; `marker-size`.
  public var markerSize: MarkerSize?
  /// The sign in the marker: the name of an icon, a letter or a digit; `marker-symbol`.
  public var markerSymbol: String?
  /// The colour of the marker, such as `#c0392b`; `marker-color`.
  public var markerColor: String?
  /// The colour of a line or of the edge of a polygon; `stroke`.
  public var stroke: String?
  /// How opaque the line is, 0 to 1; `stroke-opacity`.
  public var strokeOpacity: Double?
  /// How wide the line is in pixels; `stroke-width`.
  public var strokeWidth: Double?
  /// The colour of the inside of a polygon; `fill`.
  public var fill: String?
  /// How opaque the inside is, 0 to 1; `fill-opacity`.
  public var fillOpacity: Double?

  /// Makes a style; what is nil is left to the viewer.
  public init(
    title: String? = nil, description: String? = nil, markerSize: MarkerSize? = nil,
    markerSymbol: String? = nil, markerColor: String? = nil, stroke: String? = nil,
    strokeOpacity: Double? = nil, strokeWidth: Double? = nil, fill: String? = nil,
    fillOpacity: Double? = nil
  ) {
    self.title = title
    self.description = description
    self.markerSize = markerSize
    self.markerSymbol = markerSymbol
    self.markerColor = markerColor
    self.stroke = stroke
    self.strokeOpacity = strokeOpacity
    self.strokeWidth = strokeWidth
    self.fill = fill
    self.fillOpacity = fillOpacity
  }

  /// Reads what properties say of a style; values of another kind are ignored.
  public init(_ properties: Properties) {
    func text(_ name: String) -> String? { properties[name]?.text }
    func number(_ name: String) -> Double? { properties[name]?.number }
    self.init(
      title: text("title"), description: text("description"),
      markerSize: text("marker-size").flatMap(MarkerSize.init),
      markerSymbol: text("marker-symbol"), markerColor: text("marker-color"),
      stroke: text("stroke"), strokeOpacity: number("stroke-opacity"),
      strokeWidth: number("stroke-width"), fill: text("fill"),
      fillOpacity: number("fill-opacity"))
  }

  /// The properties that say the style, those that are set.
  public var properties: Properties {
    var properties = Properties()
    func set(_ name: String, _ text: String?) {
      if let text { properties[name] = .string(text) }
    }
    func set(_ name: String, _ number: Double?) {
      guard let number, number.isFinite else { return }
      properties[name] = Int(exactly: number).map { .integer($0) } ?? .number(number)
    }
    set("title", title)
    set("description", description)
    set("marker-size", markerSize?.rawValue)
    set("marker-symbol", markerSymbol)
    set("marker-color", markerColor)
    set("stroke", stroke)
    set("stroke-opacity", strokeOpacity)
    set("stroke-width", strokeWidth)
    set("fill", fill)
    set("fill-opacity", fillOpacity)
    return properties
  }
}

extension GeoFeature {
  /// Adds the properties of a style to those that the feature has.
  public mutating func style(_ style: SimpleStyle) {
    for (name, value) in style.properties.members { properties[name] = value }
  }
}
