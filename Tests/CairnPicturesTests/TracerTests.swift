import CairnCountries
import CairnGeodesy
import TestSupport
import Testing

@testable import CairnPictures

/// Compares the fills of a map with point-in-area tests, at random pixels of many projections,
/// across 180 degrees and at the poles.
@Suite struct TracerTests {
  private static let box = PixelBox(left: 0, top: 0, right: 400, bottom: 300)

  private static func frame(_ projection: MapProjection, pixels: Double) -> MapFrame {
    // `pixels` is the length of 10,000 km.
    MapFrame(
      projection: projection, box: box, scale: pixels / 1e7, middle: PlanePoint(x: 0, y: 0))
  }

  private static let frames: [MapFrame] = [
    frame(.equalEarth(), pixels: 90), frame(.equalEarth(centralMeridian: 150), pixels: 90),
    frame(.equalEarth(centralMeridian: -180), pixels: 200),
    frame(.azimuthalEqualArea(center: Coordinate(latitude: 65, longitude: 100)), pixels: 300),
    frame(.azimuthalEqualArea(center: Coordinate(latitude: -90, longitude: 0)), pixels: 300),
    frame(.azimuthalEqualArea(center: Coordinate(latitude: 90, longitude: 20)), pixels: 120),
    frame(.azimuthalEqualArea(center: Coordinate(latitude: -18, longitude: 180)), pixels: 3_000),
    frame(.azimuthalEquidistant(center: Coordinate(latitude: -33.9, longitude: 151.2)), pixels: 68),
    frame(
      .azimuthalEquidistant(center: Coordinate(latitude: 41.9, longitude: 12.45)), pixels: 60_000),
    frame(.azimuthalEquidistant(center: Coordinate(latitude: 50, longitude: 10)), pixels: 1_000),
    frame(.orthographic(center: Coordinate(latitude: 20, longitude: -157)), pixels: 200),
    frame(.orthographic(center: Coordinate(latitude: 48, longitude: 100)), pixels: 200),
  ]

  /// Offsets to points around a pixel.
  private static let near: [(Double, Double)] = {
    let circle: [(x: Double, y: Double)] = [
      (0, 1), (0.7, 0.7), (1, 0), (0.7, -0.7), (0, -1), (-0.7, -0.7), (-1, 0), (-0.7, 0.7),
    ]
    var near: [(Double, Double)] = [(0, 0)]
    for size in [0.35, 0.7, 1.4] {
      for point in circle { near.append((size * point.x, size * point.y)) }
    }
    return near
  }()

  #if DEBUG
    private static let samples = 300
    private static let landFrames = [1, 4, 7]
  #else
    private static let samples = 5_000
    private static let landFrames = Array(frames.indices)
  #endif
  private static let land = CountryAtlas.world.landRings()

  /// Whether a pixel is filled by the even-odd rule.
  private func isFilled(_ pixel: PlanePoint, _ rings: [[PlanePoint]]) -> Bool {
    var isInside = false
    for ring in rings {
      guard var previous = ring.last else { continue }
      for point in ring {
        if (point.y > pixel.y) != (previous.y > pixel.y) {
          let share = (pixel.y - point.y) / (previous.y - point.y)
          if pixel.x < point.x + share * (previous.x - point.x) { isInside.toggle() }
        }
        previous = point
      }
    }
    return isInside
  }

  /// Compares a fill with the area that it represents.
  ///
  /// - Returns: the number of pixels inside.
  @discardableResult
  private func expect(
    _ rings: [[PlanePoint]], in frame: MapFrame, count: Int = samples, seed: UInt64,
    _ what: String = "", contain contains: (Coordinate) -> Bool
  ) -> Int {
    var generator = SeededGenerator(seed: seed)
    var inside = 0
    for _ in 0..<count {
      let pixel = PlanePoint(
        x: Double.random(in: 0...400, using: &generator),
        y: Double.random(in: 0...300, using: &generator))
      // Skip pixels near an edge: a fill may be off by a part of a pixel.
      let around = Self.near.map { dx, dy in
        frame.coordinate(at: PlanePoint(x: pixel.x + dx, y: pixel.y + dy)).map(contains)
      }
      guard let answer = around[0], around.allSatisfy({ $0 == answer }) else { continue }
      if answer { inside += 1 }
      #expect(isFilled(pixel, rings) == answer, "\(what) \(frame.projection) \(pixel)")
    }
    return inside
  }

  @Test(arguments: landFrames)
  func landAgreesWithTheAtlas(_ number: Int) {
    let frame = Self.frames[number]
    let tracer = MapTracer(frame)
    let atlas = CountryAtlas.world
    let rings = tracer.area(
      Self.land, .degrees, holdsReference: atlas.isLand(tracer.reference))
    let inside = expect(rings, in: frame, seed: UInt64(number)) { atlas.isLand($0) }
    #expect(inside > 0)
  }

  @Test(arguments: [Country.russia, .antarctica, .fiji, .unitedStates])
  func countriesAgreeWithTheAtlas(_ country: Country) {
    let atlas = CountryAtlas.world.landOnly
    let outlines = atlas.rings(around: [country])
    for frame in Self.landFrames.map({ Self.frames[$0] }) {
      let tracer = MapTracer(frame)
      let rings = tracer.area(
        outlines, .degrees,
        holdsReference: atlas.country(at: tracer.reference) == country)
      expect(rings, in: frame, count: 200, seed: 5) { atlas.country(at: $0) == country }
    }
  }

  @Test func circlesAreFilledExactly() {
    var generator = SeededGenerator(seed: 11)
    for frame in Self.frames {
      let tracer = MapTracer(frame)
      for number in 0..<12 {
        let center =
          number == 0
          ? Coordinate(latitude: 90, longitude: 0)
          : number == 1
            ? tracer.reference
            : Coordinate(
              latitude: Double.random(in: -90...90, using: &generator),
              longitude: Double.random(in: -180...180, using: &generator))
        let cap = Cap(center: center, radius: Double.random(in: 1e5...1.9e7, using: &generator))
        let rings = tracer.area(
          [cap.rim(atPixelsPerMeter: frame.scale)], .greatCircle,
          holdsReference: cap.contains(tracer.reference))
        expect(rings, in: frame, count: 60, seed: UInt64(number), "\(cap)") {
          cap.contains($0)
        }
      }
    }
  }

  @Test func polygonsAreFilledExactly() {
    var generator = SeededGenerator(seed: 12)
    for frame in Self.frames {
      let tracer = MapTracer(frame)
      for number in 0..<8 {
        // A star around a place: long edges, and poles and cuts inside.
        let center = Coordinate(
          latitude: Double.random(in: -90...90, using: &generator),
          longitude: Double.random(in: -180...180, using: &generator))
        let corners = (0..<9).map { corner in
          center.destination(
            bearing: Double(corner) * 40,
            distance: Double.random(in: 3e5...8e6, using: &generator))
        }
        let polygon = GeoPolygon(corners)
        let rings = tracer.area(
          [corners], .greatCircle, holdsReference: polygon.contains(tracer.reference))
        expect(rings, in: frame, count: 60, seed: UInt64(number), "star \(center)") {
          polygon.contains($0)
        }
      }
    }
  }

  /// Rings and lines that an atlas skips by their boxes would not have been drawn.
  @Test func coastsAndBordersOutOfSightAreSkipped() {
    let atlas = CountryAtlas.world
    let borders = atlas.borderLines()
    for frame in Self.frames.suffix(rounds(.max, inDebug: 4))
    where !frame.projection.isCutAlongMeridian {
      let tracer = MapTracer(frame)
      let seen = atlas.landRings {
        tracer.maySee($0) || $0.contains(tracer.reference)
      }
      // The skipped rings draw nothing.
      var rest: [[Coordinate]] = []
      var next = 0
      for ring in Self.land {
        if next < seen.count, ring == seen[next] { next += 1 } else { rest.append(ring) }
      }
      #expect(next == seen.count)
      #expect(tracer.area(rest, .degrees, holdsReference: false).isEmpty)
      let lines = atlas.borderLines { tracer.maySee($0) }
      #expect(
        lines.flatMap { tracer.lines($0, .degrees) }
          == borders.flatMap { tracer.lines($0, .degrees) })
    }
  }

  /// Rings and lines that are skipped because they are out of sight would draw nothing.
  @Test func skippedRingsAndLinesWouldDrawNothing() {
    var random = SeededGenerator(seed: 31)
    var emptyCount = 0
    for frame in Self.frames where !frame.projection.isCutAlongMeridian {
      let tracer = MapTracer(frame)
      let center = frame.projection.center
      for _ in 0..<rounds(2_000, inDebug: 60) {
        // Around the edge of the visible part, around the antipode, anywhere, and across 180
        // degrees.
        let middle = center.destination(
          bearing: random.double(in: 0...360), distance: random.double(in: 0...20_015_000))
        let size = [0.1, 5, 40, 120][random.integer(in: 0...3)]
        let ring = (0..<random.integer(in: 3...9)).map { _ in
          Coordinate(
            latitude: min(max(middle.latitude + random.double(in: -size...size), -90), 90),
            longitude: (middle.longitude + random.double(in: -size...size))
              .remainder(dividingBy: 360))
        }
        let fill = simplified(
          ring: clipped(ring: tracer.discRing(ring, .degrees), to: tracer.box),
          tolerance: tracer.tolerance)
        let found = tracer.area([ring], .degrees, holdsReference: false)
        if found.isEmpty {
          // On a globe such a ring runs along the limb and back, on chords that deviate by the
          // tolerance.
          let length = zip(fill, fill.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
          #expect(area(of: fill).magnitude <= tracer.tolerance * length, "\(center) \(ring)")
        } else {
          #expect(found == [fill], "\(center) \(ring)")
        }
        let lines = tracer.discLines(ring, .degrees)
          .flatMap { clipped(line: $0, to: tracer.box) }
          .map { simplified(line: $0, tolerance: tracer.tolerance) }.filter { $0.count > 1 }
        #expect(tracer.lines(ring, .degrees) == lines, "\(center) \(ring)")
        emptyCount += found.isEmpty ? 1 : 0
      }
    }
    #expect(emptyCount > 20)
  }

  /// The worst case: the farthest points are next to the ends of each part.
  @Test func longZigzagsStayWithinTheTolerance() {
    var line: [PlanePoint] = []
    for number in 0..<40_000 {
      let height: Double = number % 7 == 0 ? 0.2 : number % 2 == 0 ? 0 : 100
      line.append(PlanePoint(x: Double(number), y: height))
    }
    for kept in [simplified(line: line, tolerance: 0.5), simplified(ring: line, tolerance: 0.5)] {
      #expect(kept.count > 20_000 && kept.count <= line.count)
      // The kept points are in order of x, so each removed one is between two of them.
      var next = 1
      for point in line where point.x <= kept[kept.count - 1].x {
        while next < kept.count - 1, kept[next].x < point.x { next += 1 }
        let (a, b) = (kept[next - 1], kept[next])
        let fraction: Double = (point.x - a.x) / (b.x - a.x)
        let height: Double = a.y + fraction * (b.y - a.y)
        // On a steep edge a distance of 0.5 is a height of up to 50.
        #expect(abs(height - point.y) <= 51)
      }
    }
  }

  /// Every step of a line on the map follows its great circle; there are no jumps.
  @Test func linesAreCutAndNotBroken() {
    let pairs = [
      (35.7, 139.7, 21.3, -157.9), (60, -10, 60, 170), (-89, 0, -89, 179), (10, -170, -10, 170),
      (0, 0, 1, 179.5), (37.8, -122.4, 35.7, 139.7),
    ].map {
      [Coordinate(latitude: $0.0, longitude: $0.1), Coordinate(latitude: $0.2, longitude: $0.3)]
    }
    for frame in Self.frames {
      let tracer = MapTracer(frame, tolerance: 0.01)
      for (number, pair) in pairs.enumerated() {
        for line in tracer.lines(pair, .greatCircle) {
          for (start, end) in zip(line, line.dropFirst()) {
            // The middle of each step is near the great circle.
            let middle = start.interpolated(to: end, fraction: 0.5)
            guard frame.box.contains(middle), let place = frame.coordinate(at: middle) else {
              continue
            }
            let off = place.distance(toSegmentFrom: pair[0], to: pair[1])
            #expect(off * frame.scale < 4, "\(number) \(frame.projection) \(middle)")
          }
        }
      }
    }
  }

  @Test func theRimOfACircleIsAtItsRadius() {
    for center in [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -17, longitude: 179.9),
      Coordinate(latitude: 47, longitude: 8),
    ] {
      for radius in [10.0, 1e5, 5e6, 1.9e7] {
        for place in Cap(center: center, radius: radius).rim(count: 90) {
          #expect(abs(place.distance(to: center) - radius) < 1e-6 * radius + 1e-6)
        }
      }
    }
    #expect(Cap(center: Coordinate(latitude: 0, longitude: 0), radius: -1).rim(count: 9).isEmpty)
  }

  @Test func theEdgeOfTheEarthIsFilledAndNothingElse() {
    for frame in Self.frames {
      let sea = clipped(ring: MapTracer(frame).globe, to: MapTracer(frame).box)
      var generator = SeededGenerator(seed: 3)
      for _ in 0..<200 {
        let pixel = PlanePoint(
          x: Double.random(in: 0...400, using: &generator),
          y: Double.random(in: 0...300, using: &generator))
        let around = [(0.0, 0.0), (3, 0), (-3, 0), (0, 3), (0, -3)].map { dx, dy in
          frame.coordinate(at: PlanePoint(x: pixel.x + dx, y: pixel.y + dy)) != nil
        }
        if Set(around).count == 1 { #expect(isFilled(pixel, [sea]) == around[0]) }
      }
    }
  }
}
