internal import CairnCountries

extension MapPicture {
  /// Returns the picture as an SVG document.
  ///
  /// The document is self-contained, and has a title and a description for screen readers. In a
  /// browser it follows the user's preference for light or dark pages; programs without support for
  /// style sheets draw it in light colors, which its shapes have as attributes. Outlines are
  /// simplified to the pixel and rounded to a tenth of a pixel. Markers show their names when the
  /// user points at them; with more than 2,000 markers, places of a category in the same pixel are
  /// one dot.
  ///
  /// - Returns: the document in UTF-8; the same bytes for the same picture.
  /// - Complexity: O(*n*) in the vertices of the boundaries, about a tenth of a second, and in the
  ///   number of markers.
  public func svg() -> [UInt8] {
    var bytes: [UInt8] = []
    svg { bytes += $0 }
    return bytes
  }

  /// Passes the picture as an SVG document to a closure; with very many places, in chunks.
  ///
  /// - Returns: the number of names on the map.
  @discardableResult
  package func svg(_ send: ([UInt8]) -> Void) -> NameCount {
    let scene = PictureScene(self, tolerance: 0.25)
    withoutActuallyEscaping(send) { send in
      var svg = SVGDrawing(
        scene.drawing, scene.graticule, theme: theme, scale: colorScale, send: send)
      svg.document(self, scene)
      send(svg.writer.bytes)
    }
    return scene.names
  }
}

extension SVGDrawing {
  /// Writes the whole document.
  mutating func document(_ picture: MapPicture, _ scene: PictureScene) {
    open(picture, scene)
    let hasWaters =
      shapes.hasWaters || !shapes.base.isEmpty || scene.labels.contains { $0.role == .waters }
    let waters = hasWaters ? SVGStyle.darkWaterSheet : ""
    let base = shapes.base.isEmpty ? "" : SVGStyle.darkBaseSheet
    if picture.theme == .automatic {
      let scale = picture.colorScale == nil ? "" : SVGStyle.darkQuantitySheet
      writer.raw("<style>\(SVGStyle.darkSheet)\(waters)\(base)\(scale)</style>\n")
    }
    tag("rect", "page")
    writer.raw(" width=\"100%\" height=\"100%\"/>\n<clipPath id=\"map\"><rect")
    box(scene.layout.map)
    writer.raw("/></clipPath>\n<g clip-path=\"url(#map)\">\n")
    map()
    arrows()
    leaders(scene.labels.compactMap(\.leader))
    ends(scene.ends)
    symbols(scene.symbols, stopRadius: scene.stopRadius)
    labels(scene)
    writer.raw("</g>\n")
    if let arrow = scene.northArrow { northArrow(arrow) }
    if !scene.showsWholeEarth {
      tag("rect", "edge")
      box(scene.layout.map)
      writer.raw("/>\n")
    }
    if let profile = scene.profile { self.profile(profile) }
    surroundings(scene.layout)
    writer.raw("</svg>\n")
  }

  /// Writes the root tag, and the title and description for screen readers.
  private mutating func open(_ picture: MapPicture, _ scene: PictureScene) {
    let size = scene.layout.size
    writer.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cairn\" role=\"img\"")
    writer.raw(SVGStyle.rootAttributes)
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
    writer.text(scene.symbols.description(of: picture))
    writer.raw("</desc>\n")
  }

  private mutating func box(_ box: PixelBox) {
    writer.attribute("x", box.left)
    writer.attribute("y", box.top)
    writer.attribute("width", box.width)
    writer.attribute("height", box.height)
  }

  /// Writes the names, the degrees of the graticule and the scale bar.
  mutating func labels(_ scene: PictureScene) {
    for label in scene.labels {
      let name =
        switch label.role {
        case .marker: "name"
        case .country: "country"
        case .degree: "degree"
        case .town: "town"
        case .waters: "waters"
        case .leaf: "leaf"
        case .road: "road"
        }
      let halo = label.role == .country ? "country-halo" : "halo"
      if let dot = label.dot { circle("spot", dot, LabelPlacement.dotRadius, title: "") }
      text(
        label.text, name, label.point, label.size, anchor: label.anchor, angle: label.angle,
        halo: halo)
    }
    guard let bar = scene.scaleBar else { return }
    tag("path", "bar")
    writer.raw(" d=\"")
    let (x, y) = (bar.start.x, bar.start.y)
    writer.path(
      [
        [
          PlanePoint(x: x, y: y - 5), PlanePoint(x: x, y: y), PlanePoint(x: x + bar.width, y: y),
          PlanePoint(x: x + bar.width, y: y - 5),
        ]
      ], isClosed: false)
    writer.raw("\"/>\n")
    let point = PlanePoint(x: x + 3, y: y - 6)
    text(bar.text, "scale", point, PictureScene.degreeSize + 1, halo: "halo")
  }

  /// Writes the lines from symbols to their names, each with a halo.
  private mutating func leaders(_ leaders: [PictureLabel.Leader]) {
    for name in ["leader-halo", "leader"] {
      path(name, leaders.map { [$0.start, $0.end] })
    }
  }

  /// Writes the title, the legend and the attribution.
  mutating func surroundings(_ layout: PictureLayout) {
    let titleSize = layout.size.width < 520 ? 16 : PictureLayout.titleSize
    for line in layout.title { text(line.text, "title", line.point, titleSize) }
    for entry in layout.legend {
      if entry.row.radius > 0 {
        tag("circle", entry.row.category.map(symbol) ?? "size")
        writer.attribute("cx", entry.point.x)
        writer.attribute("cy", entry.point.y)
        writer.attribute("r", entry.row.radius)
        writer.raw("/>\n")
      }
      let gap = entry.row.radius > 0 ? 6.0 : 0
      let point = PlanePoint(x: entry.point.x + entry.row.radius + gap, y: entry.point.y + 4.5)
      text(entry.text, "note", point, PictureLayout.legendSize)
    }
    if let note = layout.note { text(note.text, "note", note.point, PictureLayout.noteSize) }
    for line in layout.attribution {
      text(line.text, "note", line.point, PictureLayout.noteSize, anchor: .end)
    }
  }

  /// Writes a text, preceded by its halo, if it has one, as a separate text: not every program can
  /// draw both from one element.
  mutating func text(
    _ text: String, _ name: String, _ point: PlanePoint, _ size: Double,
    anchor: PictureLabel.Anchor = .start, angle: Double = 0, halo: String? = nil
  ) {
    if let halo { self.text(text, halo, point, size, anchor: anchor, angle: angle) }
    tag("text", name)
    if name.hasSuffix("halo") { writer.raw(" aria-hidden=\"true\"") }
    writer.attribute("x", point.x)
    writer.attribute("y", point.y)
    writer.attribute("font-size", size)
    if anchor != .start { writer.raw(" text-anchor=\"\(anchor.rawValue)\"") }
    if angle != 0 {
      writer.raw(" transform=\"rotate(")
      for (number, value) in [angle, point.x, point.y].enumerated() {
        if number > 0 { writer.raw(" ") }
        writer.number(value)
      }
      writer.raw(")\"")
    }
    writer.raw(">")
    writer.text(text)
    writer.raw("</text>\n")
  }
}

extension PictureSymbols {
  /// A description of the picture, in one sentence.
  func description(of picture: MapPicture) -> String {
    var parts: [String] = []
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    add(placeCount, "place", "places")
    add(clusters.count, "cluster", "clusters")
    add(stops.count, "numbered stop", "numbered stops")
    add(picture.circles.count, "circle", "circles")
    add(picture.paths.count, "path", "paths")
    add(picture.tracks.count, "track", "tracks")
    add(picture.polygons.count, "area", "areas")
    let names = picture.highlighted.map(\.name).sorted().joined(separator: ", ")
    var text = parts.isEmpty ? "A map" : "A map with " + parts.joined(separator: ", ")
    if !names.isEmpty { text += (parts.isEmpty ? " of " : ", on ") + names }
    return text + "."
  }
}
