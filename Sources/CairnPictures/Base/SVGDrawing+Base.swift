extension SVGDrawing {
  /// Writes the base layer, from bottom to top: areas, waters, casings of roads, roads, railways.
  mutating func base() {
    let base = shapes.base
    guard !base.isEmpty else { return }
    path("ground", base.ground, isClosed: true)
    for layer in base.layers where layer.kind.form == .area {
      path(SVGStyle.name(of: layer.kind), layer.lines, isClosed: true)
    }
    let lines = base.layers.filter { $0.kind.form == .line }
    // Waters and paths are below all roads, borders above them.
    for layer in lines where !layer.kind.isRoad && layer.kind.rawValue < Kind.service.rawValue {
      path(SVGStyle.name(of: layer.kind), layer.lines, width: layer.width)
    }
    for layer in lines where layer.hasCasing {
      path("casing", layer.lines, width: layer.width + 1.3)
    }
    for layer in lines where layer.kind.isRoad {
      path(
        layer.hasCasing ? SVGStyle.name(of: layer.kind) : layer.thinName, layer.lines,
        width: layer.width)
    }
    for layer in lines where !layer.kind.isRoad && layer.kind.rawValue > Kind.motorway.rawValue {
      path(SVGStyle.name(of: layer.kind), layer.lines, width: layer.width)
      if layer.kind == .railway { path("sleepers", layer.lines, width: layer.width * 0.6) }
    }
  }

  private typealias Kind = MapPicture.BaseFeature.Kind

  private mutating func path(_ name: String, _ lines: [[PlanePoint]], width: Double) {
    tag("path", name)
    writer.attribute("stroke-width", width)
    writer.raw(" d=\"")
    writer.path(lines, isClosed: false)
    writer.raw("\"/>\n")
  }
}

extension BaseDrawing.Layer {
  /// Whether roads are wide enough for two colors.
  fileprivate var hasCasing: Bool { kind.isRoad && width >= 1.9 }

  /// The class of roads without a casing, which must differ from the ground.
  fileprivate var thinName: String {
    kind == .motorway || kind == .mainRoad ? SVGStyle.name(of: kind) : "casing"
  }
}
