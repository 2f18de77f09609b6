internal import CairnCountries

extension SVGDrawing {
  /// Places, clusters and stops.
  mutating func symbols() {
    if scene.symbols.places.count > PictureScene.singleLimit {
      dots()
    } else {
      for symbol in scene.symbols.places { self.symbol(symbol) }
    }
    for cluster in scene.symbols.clusters {
      circle("cluster", cluster.point, cluster.radius, title: "\(cluster.count) places")
      count(SVGDrawing.short(cluster.count), cluster.point, size: cluster.radius > 12 ? 11 : 10)
    }
    for stop in scene.symbols.stops.reversed() {
      circle("stop", stop.point, scene.stopRadius, title: "\(stop.number). \(stop.name)")
      if scene.stopRadius > 5 {
        count(String(stop.number), stop.point, size: scene.stopRadius > 8 ? 11 : 8)
      }
    }
  }

  /// Places as dots: one path a category, of several places in a pixel the first.
  private mutating func dots() {
    var taken: Set<Int> = []
    var points = [[PlanePoint]](repeating: [], count: max(scene.symbols.categories.count, 1))
    for symbol in scene.symbols.places {
      let cell = Int(symbol.point.y.rounded()) << 20 + Int(symbol.point.x.rounded())
      if taken.insert(cell << 4 + symbol.category).inserted {
        points[symbol.category].append(symbol.point)
      }
    }
    // All rims first, so that crowds look like one thing.
    writer.raw("<path class=\"rims\" d=\"")
    writer.dots(points.flatMap { $0 })
    writer.raw("\"/>\n")
    for (category, list) in points.enumerated() where !list.isEmpty {
      writer.raw("<path class=\"dots k\(category)\" d=\"")
      writer.dots(list)
      writer.raw("\"/>\n")
    }
  }

  private mutating func symbol(_ symbol: PictureSymbols.Symbol) {
    let name = symbol.kind.isEmpty ? symbol.name : "\(symbol.name) (\(symbol.kind))"
    circle("symbol k\(symbol.category)", symbol.point, PictureScene.symbolRadius, title: name)
  }

  mutating func circle(_ name: String, _ point: PlanePoint, _ radius: Double, title: String) {
    writer.raw("<circle class=\"\(name)\"")
    writer.attribute("cx", point.x)
    writer.attribute("cy", point.y)
    writer.attribute("r", radius)
    writer.raw("><title>")
    writer.text(title)
    writer.raw("</title></circle>\n")
  }

  private mutating func count(_ text: String, _ point: PlanePoint, size: Double) {
    writer.raw("<text class=\"count\"")
    writer.attribute("x", point.x)
    writer.attribute("y", point.y + size * 0.35)
    writer.attribute("font-size", size)
    writer.raw(">\(text)</text>\n")
  }

  /// A count in at most four letters: 950, 1.2k, 34k, 5M.
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

  /// Names and degrees.
  mutating func labels() {
    for label in scene.labels {
      let size = label.role == .degree ? PictureScene.degreeSize : PictureScene.labelSize
      let name =
        switch label.role {
        case .marker: "name"
        case .country: "country"
        case .degree: "degree"
        }
      text(label.text, name, label.point, size, anchor: label.anchor)
    }
    guard let bar = scene.scaleBar else { return }
    writer.raw("<path class=\"bar\" d=\"")
    let (x, y) = (bar.start.x, bar.start.y)
    writer.path(
      [
        [
          PlanePoint(x: x, y: y - 5), PlanePoint(x: x, y: y), PlanePoint(x: x + bar.width, y: y),
          PlanePoint(x: x + bar.width, y: y - 5),
        ]
      ], isClosed: false)
    writer.raw("\"/>\n")
    text(bar.text, "scale", PlanePoint(x: x + 3, y: y - 6), PictureScene.degreeSize + 1)
  }

  /// The title, the legend and the attribution.
  mutating func surroundings() {
    let layout = scene.layout
    let titleSize = layout.size.width < 520 ? 16 : PictureLayout.titleSize
    for line in layout.title { text(line.text, "title", line.point, titleSize) }
    for entry in layout.legend {
      writer.raw("<circle class=\"symbol k\(entry.category)\"")
      writer.attribute("cx", entry.point.x)
      writer.attribute("cy", entry.point.y)
      writer.raw(" r=\"5\"/>\n")
      let point = PlanePoint(x: entry.point.x + 11, y: entry.point.y + 4.5)
      text(entry.text, "note", point, PictureLayout.legendSize)
    }
    for line in layout.attribution {
      text(line.text, "note", line.point, PictureLayout.noteSize, anchor: .end)
    }
  }

  private mutating func text(
    _ text: String, _ name: String, _ point: PlanePoint, _ size: Double,
    anchor: PictureLabel.Anchor = .start
  ) {
    writer.raw("<text class=\"\(name)\"")
    writer.attribute("x", point.x)
    writer.attribute("y", point.y)
    writer.attribute("font-size", size)
    if anchor != .start { writer.raw(" text-anchor=\"\(anchor.rawValue)\"") }
    writer.raw(">")
    writer.text(text)
    writer.raw("</text>\n")
  }
}

extension PictureScene {
  /// What the picture shows, in a sentence.
  func description(of picture: MapPicture) -> String {
    var parts: [String] = []
    func add(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    add(symbols.places.count, "place", "places")
    add(symbols.clusters.count, "cluster", "clusters")
    add(symbols.stops.count, "numbered stop", "numbered stops")
    add(picture.circles.count, "circle", "circles")
    add(picture.paths.count, "path", "paths")
    add(picture.polygons.count, "area", "areas")
    let names = picture.highlighted.map(\.name).sorted().joined(separator: ", ")
    var text = parts.isEmpty ? "A map" : "A map with " + parts.joined(separator: ", ")
    if !names.isEmpty { text += (parts.isEmpty ? " of " : ", on ") + names }
    return text + "."
  }
}
