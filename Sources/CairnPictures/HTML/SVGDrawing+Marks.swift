extension SVGDrawing {
  /// Places, clusters, stops and arrows that keep their size while the map grows: each is drawn
  /// around zero, moved to its place, and scaled back by the page.
  mutating func marks(_ symbols: PictureSymbols) {
    for arrow in shapes.legs.joined().compactMap(\.arrow) {
      open("a", arrow.point)
      path("arrow m", [Self.arrow(at: PlanePoint(x: 0, y: 0), arrow.direction)], isClosed: true)
      writer.raw("</g>\n")
    }
    if symbols.places.count > PictureScene.singleLimit {
      dots(symbols)
    } else {
      for place in symbols.places {
        mark(place.point, PictureScene.symbolRadius, "symbol k\(place.category)", name: place.name)
      }
    }
    for cluster in symbols.clusters {
      let radius = PictureScene.radius(ofCount: cluster.count)
      mark(cluster.point, radius, "cluster", text: Self.short(cluster.count))
    }
    for stop in symbols.stops {
      mark(stop.point, 10, "stop", text: String(stop.number), name: stop.name)
    }
  }

  private mutating func open(_ name: String, _ point: PlanePoint) {
    writer.raw("<g class=\"\(name)\" transform=\"translate(")
    writer.number(point.x)
    writer.raw(" ")
    writer.number(point.y)
    writer.raw(")\"")
    if name == "a" { writer.raw(">") }
  }

  private mutating func mark(
    _ point: PlanePoint, _ radius: Double, _ kind: String, text: String = "", name: String = ""
  ) {
    open("s", point)
    writer.attribute("data-r", radius)
    writer.raw("><g class=\"m\"><circle class=\"\(kind)\"")
    writer.attribute("r", radius)
    writer.raw("/>")
    if !text.isEmpty { writer.raw("<text class=\"count\" y=\"4\">\(text)</text>") }
    if !name.isEmpty {
      writer.raw("<text class=\"name\"")
      writer.attribute("x", radius + 3)
      writer.raw(" y=\"4\">")
      writer.text(name)
      writer.raw("</text>")
    }
    writer.raw("</g></g>\n")
  }
}
