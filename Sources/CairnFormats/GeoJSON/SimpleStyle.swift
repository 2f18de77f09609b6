/// The appearance of a feature on a map: the properties of simplestyle-spec 1.1.0, which many
/// GeoJSON viewers support.
///
/// ```swift
/// var feature = GeoFeature(geometry: geometry)
/// feature.style(SimpleStyle(markerColor: "#c0392b", markerSymbol: "airport"))
/// ```
public struct SimpleStyle: Hashable, Sendable {
  /// The size of a marker.
  public enum MarkerSize: String, Hashable, Sendable, CaseIterable {
    /// Smaller than usual.
    case small
    /// The usual size.
    case medium
    /// Larger than usual.
    case large
  }

  /// The title of the feature; property `title`.
  public var title: String?
  /// The description of the feature; property `description`.
  public var description: String?
  /// The size of a point's marker; `marker-size`.
  public var markerSize: MarkerSize?
  /// The symbol in the marker: the name of an icon, a letter or a digit; `marker-symbol`.
  public var markerSymbol: String?
  /// The color of the marker, such as `#c0392b`; `marker-color`.
  public var markerColor: String?
  /// The color of a line or of the outline of a polygon; `stroke`.
  public var stroke: String?
  /// The opacity of the line, 0 to 1; `stroke-opacity`.
  public var strokeOpacity: Double?
  /// The width of the line in pixels; `stroke-width`.
  public var strokeWidth: Double?
  /// The fill color of a polygon; `fill`.
  public var fill: String?
  /// The opacity of the fill, 0 to 1; `fill-opacity`.
  public var fillOpacity: Double?

  /// Creates a style; nil values are left to the viewer.
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

  /// Creates a style from properties; values of the wrong type are ignored.
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

  /// The properties for the values that are set.
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
  /// Sets the properties of a style on the feature.
  public mutating func style(_ style: SimpleStyle) {
    for (name, value) in style.properties.members { properties[name] = value }
  }
}
