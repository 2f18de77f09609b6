internal import CairnCountries
internal import CairnGeodesy

/// The shapes of a picture in pixels; their colors and strokes are defined by ``SVGStyle``.
internal struct MapDrawing: Sendable {
  /// An area, with the style of its edge.
  struct Area: Sendable {
    var fill: [[PlanePoint]]
    var edge: [[PlanePoint]]
  }

  /// A leg of a route.
  struct Leg: Sendable {
    var lines: [[PlanePoint]]
    /// The position of the arrow and its direction, in degrees clockwise from the right.
    var arrow: (point: PlanePoint, direction: Double)?
  }

  let frame: MapFrame
  /// The part of the Earth in the picture.
  var sea: [[PlanePoint]] = []
  /// The part of the edge of the Earth in the picture.
  var outline: [[PlanePoint]] = []
  var land: [[PlanePoint]] = []
  var highlight: [[PlanePoint]] = []
  /// The parts of highlighted countries that would be too small to see.
  var specks: [PlanePoint] = []
  /// The shores of lakes, consistently oriented, to be filled by the nonzero rule.
  var lakes: [[PlanePoint]] = []
  var rivers: [[PlanePoint]] = []
  /// The lakes and rivers with names.
  var waterNames = BaseDrawing()
  var borders: [[PlanePoint]] = []
  var base = BaseDrawing()
  var innerBorders: [[PlanePoint]] = []
  var circles: [Area] = []
  var polygons: [Area] = []
  var paths: [[PlanePoint]] = []
  /// The lines of each track.
  var tracks: [[[PlanePoint]]] = []
  /// The legs of each route.
  var legs: [[Leg]] = []

  /// - Parameters:
  ///   - picture: the picture.
  ///   - frame: the position of the map in pixels.
  ///   - tolerance: the maximum deviation of outlines, in pixels.
  ///   - detail: the minimum size of lakes and rivers, if waters are drawn.
  ///   - unitsPerPixel: the units of the drawing for each pixel when it is first displayed.
  ///   - zoom: the magnification for which features of the base layer are chosen.
  init(
    _ picture: MapPicture, _ frame: MapFrame, tolerance: Double, waters detail: WaterDetail,
    unitsPerPixel: Double = 1, zoom: Double = 1
  ) {
    self.frame = frame
    let tracer = MapTracer(frame, tolerance: tolerance)
    sea = [clipped(ring: tracer.globe, to: tracer.box)].filter { $0.count > 2 }
    outline = tracer.outline
    if let atlas = picture.atlas {
      addCountries(atlas, picture.highlighted, tracer)
      // At scales where the difference is visible, the waters of an extract replace those of the
      // atlas.
      let isReplaced = frame.scale > 0.01 && picture.base?.hasWaters == true
      if picture.showsWaters, !isReplaced {
        addWaters(detail, hasNames: picture.furniture.contains(.names), tracer)
      }
    }
    if let base = picture.base {
      self.base = BaseDrawing(base, tracer, unitsPerPixel: unitsPerPixel, zoom: zoom)
    }
    for circle in picture.circles where !circle.isEmpty {
      guard circle.radius < Sphere.mean.radius * .pi else { continue }
      let rim = circle.rim(atPixelsPerMeter: frame.scale)
      circles.append(
        Area(
          fill: tracer.area([rim], .greatCircle, holdsReference: circle.contains(tracer.reference)),
          edge: tracer.lines(rim + rim.prefix(1), .greatCircle)))
    }
    for parts in picture.areas {
      let cuts = CutEdges(parts.flatMap { [$0.outer] + $0.holes })
      for polygon in parts {
        let rings = [polygon.outer] + polygon.holes
        polygons.append(
          Area(
            fill: tracer.area(
              rings, .greatCircle, holdsReference: polygon.contains(tracer.reference)),
            edge: rings.flatMap(cuts.outline).flatMap { tracer.lines($0, .greatCircle) }))
      }
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
    // One ring or line at a time: the outlines of the world take ten megabytes.
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
    // Specks make the islands of an archipelago visible; on other maps they would be noise.
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

  /// The arrow in the middle of a leg; nil if the leg is too short.
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
