internal import CairnGeodesy

/// The base layer of a map in pixels.
internal struct BaseDrawing: Sendable {
  typealias Kind = MapPicture.BaseFeature.Kind

  /// The lines or rings of a kind.
  struct Layer: Sendable {
    var kind: Kind
    var lines: [[PlanePoint]]
    /// The width of lines, in pixels.
    var width: Double
  }

  /// A feature with a name, for its label.
  struct Named: Sendable {
    var kind: Kind
    var name: String
    var importance: Double
    /// The line, the rings of the area, or the point.
    var lines: [[PlanePoint]]
  }

  /// The area with data, whose land is painted over the boundaries of the atlas.
  private(set) var ground: [[PlanePoint]] = []
  /// The features, from bottom to top.
  private(set) var layers: [Layer] = []
  private(set) var named: [Named] = []
  /// Whether the map shows streets and houses: the embedded borders, some hundred meters off, and
  /// the names of countries are then left out.
  var isStreetMap: Bool { !ground.isEmpty && metersPerPixel < 10 }
  /// Whether the features include borders of countries.
  var hasBorders: Bool { layers.contains { $0.kind == .border } }
  let metersPerPixel: Double
  /// Whether nothing of the area is in the picture.
  private(set) var isEmpty = true

  init() { metersPerPixel = 1 }

  /// Creates a layer that only has the names of waters, of all that are drawn.
  init(waters named: [Named]) {
    metersPerPixel = 1
    self.named = named
  }

  /// - Parameters:
  ///   - base: the features.
  ///   - tracer: the projection to pixels.
  ///   - unitsPerPixel: the units of the drawing for each pixel when it is first displayed.
  ///   - zoom: the magnification for which features are chosen.
  init(_ base: MapPicture.BaseLayer, _ tracer: MapTracer, unitsPerPixel: Double, zoom: Double) {
    metersPerPixel = unitsPerPixel / tracer.frame.scale
    guard !base.extent.isEmpty else { return }
    let ground = tracer.area([Self.rim(of: base.extent)], .degrees, holdsReference: false)
    isEmpty = ground.isEmpty
    if base.replacesLand { self.ground = ground }
    var lines: [Kind: [[PlanePoint]]] = [:]
    for feature in base.features where feature.kind.limit >= metersPerPixel / zoom {
      let drawn = Self.lines(of: feature, tracer)
      if drawn.isEmpty { continue }
      if !feature.name.isEmpty {
        named.append(
          Named(
            kind: feature.kind, name: feature.name, importance: feature.importance, lines: drawn))
      }
      if feature.kind.form != .point { lines[feature.kind, default: []] += drawn }
    }
    layers = Kind.allCases.compactMap { kind in
      lines[kind].map {
        Layer(kind: kind, lines: $0, width: kind.width(atMetersPerPixel: metersPerPixel))
      }
    }
  }

  private static func lines(
    of feature: MapPicture.BaseFeature, _ tracer: MapTracer
  ) -> [[PlanePoint]] {
    switch feature.kind.form {
    case .area:
      return tracer.area(feature.lines, .degrees, holdsReference: false)
    case .line: return feature.lines.flatMap { tracer.lines($0, .degrees) }
    case .point:
      guard let place = feature.lines.first?.first else { return [] }
      let pixel = tracer.frame.pixel(of: place)
      return pixel.isFinite && tracer.frame.box.contains(pixel) ? [[pixel]] : []
    }
  }

  /// The corners of a box, and points between them, counterclockwise.
  private static func rim(of box: BoundingBox) -> [Coordinate] {
    let steps = max(1, Int((box.longitudeSpan / 5).rounded(.up)))
    let across = (0...steps).map { box.west + box.longitudeSpan * Double($0) / Double(steps) }
    return across.map { Coordinate(latitude: box.south, longitude: $0) }
      + across.reversed().map { Coordinate(latitude: box.north, longitude: $0) }
  }
}
