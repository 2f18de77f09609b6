extension SVGDrawing {
  /// Writes the places, clusters, stops and arrows, which keep their size when the map is zoomed:
  /// each is drawn around the origin, moved to its point, and scaled back by the page.
  mutating func marks(_ symbols: PictureSymbols) {
    for arrow in shapes.legs.joined().compactMap(\.arrow) {
      open("a", arrow.point)
      path("arrow m", [Self.arrow(at: PlanePoint(x: 0, y: 0), arrow.direction)], isClosed: true)
      writer.raw("</g>\n")
    }
    if let dots = symbols.dots {
      self.dots(dots)
    } else {
      for place in symbols.places {
        mark(
          place.point, place.radius, symbol(place.category),
          name: place.marker.importance < 0 ? "" : place.name)
      }
    }
    for cluster in symbols.clusters {
      let radius = PictureScene.radius(ofCount: cluster.count)
      mark(
        cluster.point, radius, "cluster", text: Self.short(cluster.count), name: cluster.name,
        told: cluster.told)
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

  /// Writes a symbol with a text on it and a name beside it; `told` is the text shown when the user
  /// points at it, unless the page has it in its data.
  mutating func mark(
    _ point: PlanePoint, _ radius: Double, _ kind: String, text: String = "", name: String = "",
    told: String = ""
  ) {
    open("s", point)
    writer.attribute("data-r", radius)
    if !told.isEmpty {
      writer.raw(" data-t=\"")
      writer.text(told)
      writer.raw("\"")
    }
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

extension PictureSymbols.Cluster {
  /// The number of places and the names of the most important ones: "1234 places: Paris, Lyon …".
  fileprivate var told: String {
    let names = best.filter { $0.importance >= 0 && !$0.name.isEmpty }.map(\.name)
    guard !names.isEmpty else { return "\(count) places" }
    return "\(count) places: " + names.joined(separator: ", ") + (count > names.count ? " …" : "")
  }
}
