internal import CairnGeodesy

/// Draws a scene as SVG.
internal struct SVGDrawing: Sendable {
  let scene: PictureScene
  var writer = SVGWriter()

  init(_ scene: PictureScene) {
    self.scene = scene
  }

  /// The whole document.
  mutating func document(_ picture: MapPicture) {
    open(picture)
    writer.raw("<style>\(SVGStyle.sheet)</style>\n")
    writer.raw("<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n")
    box("<clipPath id=\"map\"><rect", scene.layout.map)
    writer.raw("/></clipPath>\n<g clip-path=\"url(#map)\">\n")
    map()
    symbols()
    labels()
    writer.raw("</g>\n")
    if !scene.showsWholeEarth {
      box("<rect class=\"edge\"", scene.layout.map)
      writer.raw("/>\n")
    }
    surroundings()
    writer.raw("</svg>\n")
  }

  /// The first tag, and what is said to those who do not see the picture.
  private mutating func open(_ picture: MapPicture) {
    let size = scene.layout.size
    writer.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cairn\" role=\"img\"")
    writer.raw(" aria-labelledby=\"title description\" viewBox=\"0 0 ")
    writer.number(size.width)
    writer.raw(" ")
    writer.number(size.height)
    writer.raw("\"")
    writer.attribute("width", size.width)
    writer.attribute("height", size.height)
    writer.raw(">\n<title id=\"title\">")
    writer.text(picture.title.isEmpty ? "Map" : picture.title)
    writer.raw("</title>\n<desc id=\"description\">")
    writer.text(scene.description(of: picture))
    writer.raw("</desc>\n")
  }

  private mutating func box(_ tag: String, _ box: PixelBox) {
    writer.raw(tag)
    writer.attribute("x", box.left)
    writer.attribute("y", box.top)
    writer.attribute("width", box.width)
    writer.attribute("height", box.height)
  }

  private mutating func path(_ name: String, _ lines: [[PlanePoint]], isClosed: Bool = false) {
    guard !lines.isEmpty else { return }
    writer.raw("<path class=\"\(name)\" d=\"")
    writer.path(lines, isClosed: isClosed)
    writer.raw("\"/>\n")
  }

  /// The Earth and the shapes on it, from the bottom to the top.
  mutating func map() {
    let drawing = scene.drawing
    path("sea", drawing.sea, isClosed: true)
    path("land", drawing.land, isClosed: true)
    for name in ["specks", "specks top"] where !drawing.specks.isEmpty {
      writer.raw("<path class=\"\(name)\" d=\"")
      writer.dots(drawing.specks)
      writer.raw("\"/>\n")
    }
    path("lit", drawing.highlight, isClosed: true)
    path("borders", drawing.borders)
    path("grid", scene.graticule?.lines ?? [])
    path("edge", drawing.outline)
    for polygon in drawing.polygons {
      path("area", polygon.fill, isClosed: true)
      path("path", polygon.edge)
    }
    for circle in drawing.circles {
      path("circle", circle.fill, isClosed: true)
      path("circle-edge", circle.edge)
    }
    path("path", drawing.paths)
    for legs in drawing.legs {
      path("leg", legs.flatMap(\.lines))
      for arrow in legs.compactMap(\.arrow) { self.arrow(arrow.point, arrow.direction) }
    }
  }

  private mutating func arrow(_ point: PlanePoint, _ direction: Double) {
    let (sine, cosine) = sineAndCosine(degrees: direction)
    let corners = [(6.0, 0.0), (-5, 5), (-2.5, 0), (-5, -5)].map { along, across in
      PlanePoint(
        x: point.x + along * cosine - across * sine, y: point.y + along * sine + across * cosine)
    }
    path("arrow", [corners], isClosed: true)
  }
}
