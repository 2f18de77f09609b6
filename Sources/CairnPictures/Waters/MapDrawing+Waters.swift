internal import CairnGeodesy

/// The minimum sizes of the lakes and rivers on a map, which depend on its scale.
internal struct WaterDetail: Sendable {
  /// The minimum area of a lake, in square kilometers.
  let leastLake: Double
  /// The minimum area of an island in a lake, in square kilometers.
  let leastIsland: Double
  /// The last rank of rivers that is drawn, 1 to 10; 0 for no rivers.
  let lastRank: Int

  /// The detail of a picture: lakes from three square pixels on, and rivers if the map shows a
  /// continent or less.
  static func picture(pixelsPerMeter scale: Double) -> WaterDetail {
    WaterDetail(
      pixelsPerMeter: scale, lakePixels: 3, islandPixels: 1, lastRank: rank(pixelsPerMeter: scale))
  }

  /// The detail of an HTML page, which is drawn more finely than it is first displayed.
  ///
  /// It includes lakes that become visible after zooming in, but only a few more rivers, which
  /// would hide the land until then.
  static func page(pixelsPerMeter scale: Double, detail: Double) -> WaterDetail {
    WaterDetail(
      pixelsPerMeter: scale, lakePixels: 3 / detail, islandPixels: 1 / detail,
      lastRank: rank(pixelsPerMeter: scale * detail.squareRoot()))
  }

  /// The detail of a text map: lakes and islands of more than a few dots, no rivers.
  static func text(dotsPerMeter scale: Double) -> WaterDetail {
    WaterDetail(pixelsPerMeter: scale, lakePixels: 20, islandPixels: 20, lastRank: 0)
  }

  init(leastLake: Double, leastIsland: Double, lastRank: Int) {
    self.leastLake = leastLake
    self.leastIsland = leastIsland
    self.lastRank = lastRank
  }

  private init(
    pixelsPerMeter scale: Double, lakePixels: Double, islandPixels: Double, lastRank: Int
  ) {
    let area = scale * scale * 1e6
    self.init(
      leastLake: lakePixels / area, leastIsland: islandPixels / area, lastRank: lastRank)
  }

  /// The last rank of rivers, which increases by about 1.5 for each doubling of the scale: 2 if a
  /// pixel is 10 km, 4 on a map of Europe, 10 if a pixel is less than 300 m.
  ///
  /// Lines that are a few hundred meters off would lead through the streets of a town: no rivers if
  /// a pixel is less than 25 m.
  private static func rank(pixelsPerMeter scale: Double) -> Int {
    let kilometers = 1 / (scale * 1000)
    guard kilometers < 12, kilometers >= 0.025 else { return 0 }
    let ends = [12, 8, 6.2, 4, 2.4, 1.3, 0.8, 0.5, 0.3]
    return ends.count { kilometers < $0 } + 1
  }
}

extension MapDrawing {
  /// Whether the picture has lakes or rivers.
  var hasWaters: Bool { !lakes.isEmpty || !rivers.isEmpty }

  /// Adds the lakes and rivers that are in the picture and large enough for it.
  ///
  /// - Parameters:
  ///   - detail: the minimum sizes.
  ///   - hasNames: whether their names are drawn.
  ///   - tracer: the projection to pixels.
  mutating func addWaters(_ detail: WaterDetail, hasNames: Bool, _ tracer: MapTracer) {
    let waters = WaterShapes()
    let names = hasNames ? WaterNames() : nil
    var named: [BaseDrawing.Named] = []
    func add(
      _ lines: [[PlanePoint]], _ kind: BaseDrawing.Kind, _ name: String?, rank: Int = 0
    ) {
      guard let name, !name.isEmpty, !lines.isEmpty else { return }
      named.append(
        BaseDrawing.Named(kind: kind, name: name, importance: -Double(rank), lines: lines))
    }
    for (number, block) in waters.blocks.enumerated() {
      if block.isLakes {
        // The maximum area of a class is the minimum area of the class before it.
        let isSmall =
          block.rank > 0 && WaterShapes.leastArea(ofClass: block.rank - 1) < detail.leastLake
        if isSmall || !(tracer.maySee(block.box) || block.box.contains(tracer.reference)) {
          continue
        }
        let called = names?.names(ofBlock: number)
        for (offset, rings) in waters.shapes(of: block).enumerated()
        where rings[0].flatArea >= detail.leastLake {
          let islands = rings.dropFirst().filter { $0.flatArea >= detail.leastIsland }
          let lake = tracer.area(
            rings.prefix(1) + islands, .degrees,
            holdsReference: tracer.reference.isInside(rings, of: block.box))
          add(lake, .water, called?[offset])
          lakes += lake
        }
      } else if block.rank <= detail.lastRank, tracer.maySee(block.box) {
        let called = names?.names(ofBlock: number)
        for (offset, lines) in waters.shapes(of: block).enumerated() {
          let river = lines.flatMap { tracer.lines($0, .degrees) }
          add(river, .river, called?[offset], rank: block.rank)
          rivers += river
        }
      }
    }
    waterNames = BaseDrawing(waters: named)
  }
}

extension [Coordinate] {
  /// The area of a small ring in square kilometers, to about one percent.
  internal var flatArea: Double {
    guard let origin = last else { return 0 }
    let degrees = area(of: map { PlanePoint(x: $0.longitude, y: $0.latitude) }).magnitude
    let kilometers = Sphere.mean.radius * .pi / 180_000
    return degrees * kilometers * kilometers * sineAndCosine(degrees: origin.latitude).cosine
  }
}

extension Coordinate {
  /// Whether a place is in a lake, by the even-odd rule in degrees.
  fileprivate func isInside(_ rings: [[Coordinate]], of box: BoundingBox) -> Bool {
    guard box.contains(self) else { return false }
    // No lake crosses 180°.
    let longitude = longitude.remainder(dividingBy: 360)
    var isInside = false
    for ring in rings {
      guard var previous = ring.last else { continue }
      for corner in ring {
        if (corner.latitude > latitude) != (previous.latitude > latitude) {
          let share = (latitude - previous.latitude) / (corner.latitude - previous.latitude)
          let crossing = previous.longitude + share * (corner.longitude - previous.longitude)
          if longitude < crossing { isInside.toggle() }
        }
        previous = corner
      }
    }
    return isInside
  }
}
