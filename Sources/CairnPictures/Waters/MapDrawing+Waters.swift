internal import CairnGeodesy

/// Which lakes and rivers a map shows: the fewer, the more of the Earth it shows.
internal struct WaterDetail: Sendable {
  /// The least area of a lake in square kilometres.
  let leastLake: Double
  /// The least area of an island in a lake.
  let leastIsland: Double
  /// The rank up to which rivers are drawn, of 1 to 10; 0 for none.
  let lastRank: Int

  /// A picture: lakes of three pixels, and rivers from a continent on.
  static func picture(pixelsPerMetre scale: Double) -> WaterDetail {
    WaterDetail(
      pixelsPerMetre: scale, lakePixels: 3, islandPixels: 1, lastRank: rank(pixelsPerMetre: scale))
  }

  /// A page, which is drawn more finely than it is first seen.
  ///
  /// It has the lakes that are seen when one looks closer, but not many more rivers, which would
  /// hide the land as long as one does not.
  static func page(pixelsPerMetre scale: Double, detail: Double) -> WaterDetail {
    WaterDetail(
      pixelsPerMetre: scale, lakePixels: 3 / detail, islandPixels: 1 / detail,
      lastRank: rank(pixelsPerMetre: scale * detail.squareRoot()))
  }

  /// A text: lakes and islands that are more than a speck of dots, no rivers.
  static func text(dotsPerMetre scale: Double) -> WaterDetail {
    WaterDetail(pixelsPerMetre: scale, lakePixels: 20, islandPixels: 20, lastRank: 0)
  }

  init(leastLake: Double, leastIsland: Double, lastRank: Int) {
    self.leastLake = leastLake
    self.leastIsland = leastIsland
    self.lastRank = lastRank
  }

  private init(
    pixelsPerMetre scale: Double, lakePixels: Double, islandPixels: Double, lastRank: Int
  ) {
    let area = scale * scale * 1e6
    self.init(
      leastLake: lakePixels / area, leastIsland: islandPixels / area, lastRank: lastRank)
  }

  /// About a rank and a half more at each doubling of the scale: 2 where a pixel is 10 km, 4 on a
  /// map of Europe, the last one where a pixel is less than 300 m.
  private static func rank(pixelsPerMetre scale: Double) -> Int {
    let kilometres = 1 / (scale * 1000)
    guard kilometres < 12 else { return 0 }
    let ends = [12, 8, 6.2, 4, 2.4, 1.3, 0.8, 0.5, 0.3]
    return ends.count { kilometres < $0 } + 1
  }
}

extension MapDrawing {
  /// Whether there are lakes or rivers in the picture.
  var hasWaters: Bool { !lakes.isEmpty || !rivers.isEmpty }

  /// Adds the lakes and rivers that are in the picture and large enough for it.
  mutating func addWaters(_ detail: WaterDetail, _ tracer: MapTracer) {
    let waters = WaterShapes()
    for block in waters.blocks {
      if block.isLakes {
        // A class ends where the one before it begins.
        let isSmall =
          block.rank > 0 && WaterShapes.leastArea(ofClass: block.rank - 1) < detail.leastLake
        if isSmall || !(tracer.maySee(block.box) || block.box.contains(tracer.reference)) {
          continue
        }
        for rings in waters.shapes(of: block) where rings[0].flatArea >= detail.leastLake {
          let islands = rings.dropFirst().filter { $0.flatArea >= detail.leastIsland }
          lakes += tracer.area(
            rings.prefix(1) + islands, .degrees,
            holdsReference: tracer.reference.isInside(rings, of: block.box))
        }
      } else if block.rank <= detail.lastRank, tracer.maySee(block.box) {
        for lines in waters.shapes(of: block) {
          for line in lines { rivers += tracer.lines(line, .degrees) }
        }
      }
    }
  }
}

extension [Coordinate] {
  /// The area of a small ring in square kilometres, to a percent or so.
  internal var flatArea: Double {
    guard let origin = last else { return 0 }
    let degrees = area(of: map { PlanePoint(x: $0.longitude, y: $0.latitude) }).magnitude
    let kilometres = Sphere.mean.radius * .pi / 180_000
    return degrees * kilometres * kilometres * sineAndCosine(degrees: origin.latitude).cosine
  }
}

extension Coordinate {
  /// Whether a place is in a lake, by the even-odd rule in degrees.
  fileprivate func isInside(_ rings: [[Coordinate]], of box: BoundingBox) -> Bool {
    guard box.contains(self) else { return false }
    // No lake lies across 180°.
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
