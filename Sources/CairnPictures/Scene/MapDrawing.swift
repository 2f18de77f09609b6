internal import CairnCountries
internal import CairnGeodesy

/// What a picture shows, as shapes in the pixels of its map; their colours and strokes are those of
/// ``SVGStyle``.
internal struct MapDrawing: Sendable {
  /// An area, its edge as it is stroked.
  struct Area: Sendable {
    var fill: [[PlanePoint]]
    var edge: [[PlanePoint]]
  }

  /// A leg of a route.
  struct Leg: Sendable {
    var lines: [[PlanePoint]]
    /// Where an arrow stands, and where to it points, in degrees clockwise from the right.
    var arrow: (point: PlanePoint, direction: Double)?
  }

  let frame: MapFrame
  /// All of the Earth that is in the picture.
  var sea: [[PlanePoint]] = []
  /// The edge of the Earth where it is in the picture.
  var outline: [[PlanePoint]] = []
  var land: [[PlanePoint]] = []
  var highlight: [[PlanePoint]] = []
  /// Parts of highlighted countries that are too small to be seen.
  var specks: [PlanePoint] = []
  /// Shores of lakes with the lake at one side throughout, to be filled by the nonzero rule.
  var lakes: [[PlanePoint]] = []
  var rivers: [[PlanePoint]] = []
  var borders: [[PlanePoint]] = []
  var innerBorders: [[PlanePoint]] = []
  var circles: [Area] = []
  var polygons: [Area] = []
  var paths: [[PlanePoint]] = []
  /// For each track its lines.
  var tracks: [[[PlanePoint]]] = []
  /// For each route its legs.
  var legs: [[Leg]] = []

  /// - Parameters:
  ///   - picture: what is drawn.
  ///   - frame: where it lies in the pixels.
  ///   - tolerance: by how many pixels outlines may deviate.
  ///   - detail: which lakes and rivers are drawn, if any are.
  init(_ picture: MapPicture, _ frame: MapFrame, tolerance: Double, waters detail: WaterDetail) {
    self.frame = frame
    let tracer = MapTracer(frame, tolerance: tolerance)
    sea = [clipped(ring: tracer.globe, to: tracer.box)].filter { $0.count > 2 }
    outline = tracer.outline
    if let atlas = picture.atlas {
      addCountries(atlas, picture.highlighted, tracer)
      if picture.showsWaters { addWaters(detail, tracer) }
    }
    for circle in picture.circles where !circle.isEmpty {
      guard circle.radius < Sphere.mean.radius * .pi else { continue }
      let rim = circle.rim(atPixelsPerMetre: frame.scale)
      circles.append(
        Area(
          fill: tracer.area([rim], .greatCircle, holdsReference: circle.contains(tracer.reference)),
          edge: tracer.lines(rim + rim.prefix(1), .greatCircle)))
    }
    for polygon in picture.polygons {
      let rings = [polygon.outer] + polygon.holes
      polygons.append(
        Area(
          fill: tracer.area(
            rings, .greatCircle, holdsReference: polygon.contains(tracer.reference)),
          edge: rings.flatMap { tracer.lines($0 + $0.prefix(1), .greatCircle) }))
    }
    innerBorders = picture.innerBorders.filter { $0.allSatisfy(\.isValid) }
      .flatMap { tracer.lines($0, .degrees) }
    tracks = picture.tracks.map { tracer.lines($0.valid.map(\.coordinate), .greatCircle) }
    for path in picture.paths { paths += tracer.lines(path.coordinates, .greatCircle) }
    legs = picture.tours.map { tour in
      zip(tour.line, tour.line.dropFirst()).map { start, end in
        let lines = tracer.lines([start, end], .greatCircle)
        return Leg(lines: lines, arrow: Self.arrow(on: lines, in: frame.box))
      }
    }
  }

  private mutating func addCountries(
    _ atlas: CountryAtlas, _ highlighted: Set<Country>, _ tracer: MapTracer
  ) {
    // One ring or line at a time: those of the world are ten megabytes.
    atlas.forEachLandRing {
      tracer.maySee($0) || $0.contains(tracer.reference)
    } _: {
      tracer.add($0, .degrees, to: &land)
    }
    if atlas.isLand(tracer.reference) { tracer.addGlobe(to: &land) }
    atlas.forEachBorderLine(where: tracer.maySee) { borders += tracer.lines($0, .degrees) }
    guard !highlighted.isEmpty else { return }
    let rings = atlas.rings(around: highlighted)
    let holdsReference =
      atlas.landOnly.country(at: tracer.reference).map(highlighted.contains) ?? false
    highlight = tracer.area(rings, .degrees, holdsReference: holdsReference)
    // On the map of an archipelago most islands would not be seen; elsewhere they would be noise.
    let seen = highlight.reduce(0) { $0 + area(of: $1).magnitude }
    guard seen < 0.01 * frame.box.width * frame.box.height else { return }
    for ring in rings {
      let pixels = ring.map { frame.pixel(of: $0) }
      guard let first = pixels.first, frame.box.contains(first),
        pixels.allSatisfy({ $0.distance(to: first) < 7 })
      else { continue }
      if let last = specks.last, last.distance(to: first) < 2 { continue }
      specks.append(first)
    }
  }

  /// An arrow in the middle of a leg that is long enough for one.
  private static func arrow(
    on lines: [[PlanePoint]], in box: PixelBox
  ) -> (point: PlanePoint, direction: Double)? {
    func length(_ line: [PlanePoint]) -> Double {
      zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
    guard let line = lines.max(by: { length($0) < length($1) }) else { return nil }
    let whole = length(line)
    guard whole > 48 else { return nil }
    var rest = whole / 2
    for (start, end) in zip(line, line.dropFirst()) {
      let step = start.distance(to: end)
      if step >= rest, step > 0 {
        let point = start.interpolated(to: end, fraction: rest / step)
        return box.contains(point)
          ? (point, polarAngle(degreesOfX: end.x - start.x, y: end.y - start.y)) : nil
      }
      rest -= step
    }
    return nil
  }
}
