internal import CairnGeodesy

/// Draws the shapes of a map as SVG.
internal struct SVGDrawing: Sendable {
  let shapes: MapDrawing
  let graticule: Graticule?
  /// Whether each shape says itself what it looks like, as a drawing that stands alone needs it.
  let standsAlone: Bool
  var writer = SVGWriter()

  init(_ shapes: MapDrawing, _ graticule: Graticule?, standsAlone: Bool) {
    self.shapes = shapes
    self.graticule = graticule
    self.standsAlone = standsAlone
  }

  /// Opens a tag of a class.
  mutating func tag(_ element: String, _ name: String) {
    writer.raw("<\(element) class=\"\(name)\"")
    if standsAlone { writer.raw(SVGStyle.attributes(name)) }
  }

  mutating func path(_ name: String, _ lines: [[PlanePoint]], isClosed: Bool = false) {
    guard !lines.isEmpty else { return }
    tag("path", name)
    writer.raw(" d=\"")
    writer.path(lines, isClosed: isClosed)
    writer.raw("\"/>\n")
  }

  /// The Earth and the shapes on it, from the bottom to the top.
  mutating func map() {
    path("sea", shapes.sea, isClosed: true)
    path("land", shapes.land, isClosed: true)
    for name in ["specks", "specks-top"] where !shapes.specks.isEmpty {
      tag("path", name)
      writer.raw(" d=\"")
      writer.dots(shapes.specks)
      writer.raw("\"/>\n")
    }
    path("lit", shapes.highlight, isClosed: true)
    path("borders", shapes.borders)
    path("grid", graticule?.lines ?? [])
    path("edge", shapes.outline)
    for polygon in shapes.polygons {
      path("area", polygon.fill, isClosed: true)
      path("path", polygon.edge)
    }
    for circle in shapes.circles {
      path("circle", circle.fill, isClosed: true)
      path("circle-edge", circle.edge)
    }
    path("path", shapes.paths)
    for legs in shapes.legs {
      path("leg", legs.flatMap(\.lines))
    }
  }

  /// The arrows of the routes.
  mutating func arrows() {
    for arrow in shapes.legs.joined().compactMap(\.arrow) {
      path("arrow", [Self.arrow(at: arrow.point, arrow.direction)], isClosed: true)
    }
  }

  /// The corners of an arrow at a point.
  static func arrow(at point: PlanePoint, _ direction: Double) -> [PlanePoint] {
    let (sine, cosine) = sineAndCosine(degrees: direction)
    return [(6.0, 0.0), (-5, 5), (-2.5, 0), (-5, -5)].map { along, across in
      PlanePoint(
        x: point.x + along * cosine - across * sine, y: point.y + along * sine + across * cosine)
    }
  }
}
