internal import CairnGeodesy

/// Writes the shapes of a map as SVG.
internal struct SVGDrawing {
  let shapes: MapDrawing
  let graticule: Graticule?
  /// The theme of the styles that each shape has as attributes, as a standalone document needs
  /// them; nil on a page.
  let theme: MapPicture.Theme?
  /// The scale that decides the colors; nil if each category has its own.
  let scale: MapPicture.ColorScale?
  var writer: SVGWriter

  init(
    _ shapes: MapDrawing, _ graticule: Graticule?, theme: MapPicture.Theme?,
    scale: MapPicture.ColorScale?,
    send: (([UInt8]) -> Void)? = nil
  ) {
    writer = SVGWriter(send)
    self.shapes = shapes
    self.graticule = graticule
    self.theme = theme
    self.scale = scale
  }

  /// The class of a category's color.
  func color(_ category: Int) -> String {
    guard let scale else { return "k\(category)" }
    return scale.color(ofCategory: category).map { "q\($0)" } ?? "qm"
  }

  /// The classes of the symbol of a category; places without a number are rings.
  func symbol(_ category: Int) -> String {
    let color = color(category)
    return color == "qm" ? "hollow" : "symbol \(color)"
  }

  /// Opens a tag with a class.
  mutating func tag(_ element: String, _ name: String) {
    writer.raw("<\(element) class=\"\(name)\"")
    if let theme { writer.raw(SVGStyle.attributes(name, theme)) }
  }

  mutating func path(_ name: String, _ lines: [[PlanePoint]], isClosed: Bool = false) {
    guard !lines.isEmpty else { return }
    tag("path", name)
    writer.raw(" d=\"")
    writer.path(lines, isClosed: isClosed)
    writer.raw("\"/>\n")
  }

  /// Writes the Earth and the shapes on it, from bottom to top.
  mutating func map() {
    path("sea", shapes.sea, isClosed: true)
    path("land", shapes.land, isClosed: true)
    for name in ["specks", "specks-top"] where !shapes.specks.isEmpty {
      path(name, through: shapes.specks.lazy.map(DotLayer.Dot.init))
    }
    path("lit", shapes.highlight, isClosed: true)
    // The lakes cover the center lines of rivers through them, which small-scale maps show instead.
    path("river", shapes.rivers)
    path("lake", shapes.lakes, isClosed: true)
    let isBelow = shapes.base.hasBorders || shapes.base.isStreetMap
    if isBelow { path("borders", shapes.borders) }
    base()
    path("inner", shapes.innerBorders)
    if !isBelow { path("borders", shapes.borders) }
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
    for track in shapes.tracks { path("track", track) }
    for legs in shapes.legs {
      path("leg", legs.flatMap(\.lines))
    }
  }

  /// Writes the arrows of the routes.
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

extension SVGDrawing {
  /// Writes the places, clusters and stops.
  mutating func symbols(_ symbols: PictureSymbols, stopRadius: Double) {
    if let dots = symbols.dots {
      self.dots(dots)
    } else if symbols.greatest != nil {
      // Large symbols first, so that they do not hide small ones.
      let sorted = symbols.places.sorted { $0.radius > $1.radius }
      for symbol in sorted.prefix(PictureScene.singleLimit) { self.symbol(symbol) }
      for symbol in sorted.dropFirst(PictureScene.singleLimit) {
        circle(self.symbol(symbol.category), symbol.point, symbol.radius, title: "")
      }
    } else {
      for symbol in symbols.places.reversed() { self.symbol(symbol) }
    }
    for cluster in symbols.clusters {
      let title = cluster.name.isEmpty ? "" : ", such as \(cluster.name)"
      circle("cluster", cluster.point, cluster.radius, title: "\(cluster.count) places\(title)")
      count(SVGDrawing.short(cluster.count), cluster.point, size: cluster.radius > 12 ? 11 : 10)
    }
    for stop in symbols.stops.reversed() {
      circle("stop", stop.point, stopRadius, title: "\(stop.number). \(stop.name)")
      if stopRadius > 5 {
        count(String(stop.number), stop.point, size: stopRadius > 8 ? 11 : 8)
      }
    }
  }

  /// Writes the places as dots, category by category.
  mutating func dots(_ dots: DotLayer) {
    // All rims first, so that adjacent dots merge into one shape.
    self.dots(dots.all, "rims")
    // Several rounds with a part of each category, so that the last category does not hide the
    // others where places are dense.
    let rounds = dots.categoryCount > 1 ? 6 : 1
    for round in 0..<rounds {
      for category in 0..<dots.categoryCount {
        let part = dots.dots(of: category..<category + 1)
          .lazy.filter { rounds == 1 || $0.hash % rounds == round }
        self.dots(part, "dots \(color(category))")
      }
    }
  }

  /// The maximum number of dots in a path: with a million in one path, renderers need gigabytes and
  /// minutes.
  private static let dotLimit = 2_000

  private mutating func dots(_ dots: some Sequence<DotLayer.Dot>, _ name: String) {
    var piece: [DotLayer.Dot] = []
    for dot in dots {
      piece.append(dot)
      guard piece.count == Self.dotLimit else { continue }
      path(name, through: piece)
      piece.removeAll(keepingCapacity: true)
      writer.sendIfLarge()
    }
    if !piece.isEmpty { path(name, through: piece) }
  }

  /// Writes a path of lines without length.
  mutating func path(_ name: String, through dots: some Sequence<DotLayer.Dot>) {
    tag("path", name)
    writer.raw(" d=\"")
    writer.dots(dots)
    writer.raw("\"/>\n")
  }

  private mutating func symbol(_ symbol: PictureSymbols.Symbol) {
    let name = symbol.kind.isEmpty ? symbol.name : "\(symbol.name) (\(symbol.kind))"
    circle(self.symbol(symbol.category), symbol.point, symbol.radius, title: name)
  }

  mutating func circle(_ name: String, _ point: PlanePoint, _ radius: Double, title: String) {
    tag("circle", name)
    writer.attribute("cx", point.x)
    writer.attribute("cy", point.y)
    writer.attribute("r", radius)
    guard !title.isEmpty else { return writer.raw("/>\n") }
    writer.raw("><title>")
    writer.text(title)
    writer.raw("</title></circle>\n")
  }

  mutating func count(_ text: String, _ point: PlanePoint, size: Double) {
    tag("text", "count")
    writer.attribute("x", point.x)
    writer.attribute("y", point.y + size * 0.35)
    writer.attribute("font-size", size)
    writer.raw(">\(text)</text>\n")
  }

  /// A count in at most four characters: 950, 1.2k, 34k, 5M.
  static func short(_ count: Int) -> String {
    switch count {
    case ..<1000: return String(count)
    case ..<9950:
      let tenths = (count + 50) / 100
      return tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k"
    case ..<999_500: return "\((count + 500) / 1000)k"
    default: return "\((count + 500_000) / 1_000_000)M"
    }
  }
}
