import CairnGeodesy
import CairnShapes
import TestSupport
import Testing

@Suite("Geofences compared with a loop over all fences at every ping")
struct GeofenceTrackerTests {
  /// The model of a tracker, which stores only the fences that a mover is in.
  private struct Model {
    let fences: [GeoShape]
    let margin: Double
    let dwell: Double
    var stays: [Int: [(fence: Int, since: Double, isReported: Bool)]] = [:]
    var times: [Int: Double] = [:]

    mutating func update(_ mover: Int, _ place: Coordinate, _ time: Double) -> [String] {
      guard place.isValid, time >= times[mover] ?? -.infinity else { return [] }
      times[mover] = time
      let old = stays[mover] ?? []
      var now: [(fence: Int, since: Double, isReported: Bool)] = []
      var events: [(rank: Int, fence: Int, text: String)] = []
      for (fence, shape) in fences.enumerated() {
        let stay = old.first { $0.fence == fence }
        let isIn =
          PlainShape.contains(shape, place)
          || (stay != nil && shape.distance(to: place) <= margin + 1e-6)
        if !isIn, stay != nil { events.append((0, fence, "left \(fence)")) }
        guard isIn else { continue }
        var next = stay ?? (fence, time, false)
        if stay == nil { events.append((1, fence, "entered \(fence)")) }
        if !next.isReported, time >= next.since + dwell, dwell < .infinity {
          next.isReported = true
          events.append((2, fence, "stayed \(fence)"))
        }
        now.append(next)
      }
      stays[mover] = now
      return events.sorted { ($0.rank, $0.fence) < ($1.rank, $1.fence) }.map {
        "\(mover) " + $0.text
      }
    }
  }

  @Test("Movers that wander, jump and stand still", arguments: [0, 25, 2_000] as [Double])
  func wandering(margin: Double) {
    var generator = SeededGenerator(seed: 21)
    // Fences around four places, one of them a pole and one at 180°, and around the whole Earth.
    let middles = [(48.0, 11.0), (0.0, 180.0), (90.0, 0.0), (-60.0, -180.0)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    var fences: [GeoShape] = [.box(.world), .box(.empty), .path(line((48, 11), (48, 12)))]
    for middle in middles {
      for _ in 0..<rounds(30, inDebug: 8) {
        let center = middle.destination(
          bearing: generator.double(in: 0...360), distance: 20_000 * generator.unit())
        let size = power(10, generator.double(in: 2...4))
        switch generator.integer(in: 0...2) {
        case 0: fences.append(.cap(Cap(center: center, radius: size)))
        case 1: fences.append(.box(Cap(center: center, radius: size).boundingBox))
        default:
          fences.append(
            .polygon(
              GeoPolygon(
                ShapeSets.star(center, size, 12, &generator),
                holes: [ShapeSets.star(center, size / 4, 5, &generator)])))
        }
      }
    }
    let dwell = margin > 0 ? 90.0 : .infinity
    var tracker = GeofenceTracker<Int, Int>(
      ShapeIndex(fences.indices) { fences[$0] }, margin: margin, dwell: dwell)
    var model = Model(fences: fences, margin: margin, dwell: dwell)
    var movers = middles.indices.map {
      (place: middles[$0], bearing: 90.0, step: power(10, Double($0)))
    }
    var skipped = 0
    var events = 0
    for round in 0..<rounds(20_000, inDebug: 500) {
      let mover = generator.integer(in: 0...movers.count - 1)
      movers[mover].bearing += generator.double(in: -30...30)
      movers[mover].place = movers[mover].place.destination(
        bearing: movers[mover].bearing, distance: movers[mover].step * generator.unit())
      var place = movers[mover].place
      var time = Double(round)
      switch generator.integer(in: 0...99) {
      case 0:
        movers[mover].place = middles[generator.integer(in: 0...3)]
        movers[mover].step = power(10, generator.double(in: 0...4))
      case 1: place = Coordinate(latitude: 95, longitude: 0)
      case 2: time -= 1_000
      case 3:
        movers[mover].place = Coordinate(latitude: place.latitude, longitude: place.longitude + 360)
      default: break
      }
      if !place.isValid || time < model.times[mover] ?? -.infinity { skipped += 1 }
      let expected = model.update(mover, place, time)
      let found = tracker.update(mover, at: place, time: time)
      #expect(found.map { "\($0.mover) \($0.kind) \($0.fence)" } == expected, "\(round)")
      #expect(found.allSatisfy { $0.place == place && $0.time == time && $0.offset == $0.fence })
      #expect(tracker.fenceOffsets(of: mover) == (model.stays[mover] ?? []).map(\.fence))
      events += expected.count
    }
    #expect(tracker.skippedCount == skipped)
    #expect(tracker.moverCount == movers.count)
    #expect(events > 20)
  }

  /// Places on a path or within rounding of it: an index, a tracker and `contains` agree.
  @Test func placesOnAPathAreThoseThatItContains() {
    var random = SeededGenerator(seed: 71)
    var counts = [0, 0]
    for round in 0..<400 {
      let longitude = [-180.0, 0, 16, 180][round % 4]
      let corners = (0..<2 + round % 3).map { number in
        Coordinate(
          latitude: number == 0 && round % 2 == 0 ? 90 : random.double(in: -90...90),
          longitude: round % 5 == 0 ? random.double(in: -180...180) : longitude)
      }
      let shape = GeoShape.path(GeoPath(corners))
      let index = ShapeIndex([0]) { _ in shape }
      let place =
        round % 5 == 0
        ? corners[0].interpolated(to: corners[1], fraction: random.double(in: 0...1))
        : Coordinate(latitude: random.double(in: -90...90), longitude: longitude)
      var tracker = GeofenceTracker<Int, Int>(index, margin: 0, dwell: .infinity)
      let isInside = shape.contains(place)
      #expect(index.keys(containing: place) == (isInside ? [0] : []), "\(shape) \(place)")
      #expect(tracker.update(0, at: place, time: 0).isEmpty == !isInside, "\(shape) \(place)")
      counts[isInside ? 1 : 0] += 1
    }
    #expect(counts.allSatisfy { $0 > 20 }, "\(counts)")
  }

  @Test("Enter, stay, leave; noise at a border")
  func story() {
    let zone = GeoPolygon(ring((0, 0), (0, 1), (1, 1), (1, 0)))
    func place(_ meters: Double) -> Coordinate {
      Coordinate(latitude: 0.5, longitude: 1).destination(bearing: 90, distance: meters)
    }
    var tracker = GeofenceTracker<String, String>(
      ShapeIndex(["zone"]) { _ in zone }, margin: 50, dwell: 60)
    let track = [
      (500, 0), (20, 10), (-5, 20), (10, 30), (-5, 40), (30, 50), (-200, 85), (-200, 90), (60, 100),
    ].map { GeofencePing(mover: "a", place: place($0.0), time: $0.1) }
    let events = tracker.update(track)
    #expect(events.map(\.kind) == [.entered, .stayed, .left])
    #expect(events.map(\.time) == [20, 85, 100])
    #expect(events.allSatisfy { $0.fence == "zone" && $0.mover == "a" })
    // Without a margin every change counts.
    var strict = GeofenceTracker<String, String>(ShapeIndex(["zone"]) { _ in zone })
    #expect(
      strict.update(track).map(\.kind)
        == [.entered, .left, .entered, .left, .entered, .left])
    // An unknown mover, and a removed one.
    #expect(tracker.fences(of: "b").isEmpty && !tracker.remove("b"))
    _ = tracker.update("a", at: place(-1), time: 200)
    #expect(tracker.fences(of: "a") == ["zone"])
    #expect(tracker.remove("a") && tracker.fences(of: "a").isEmpty && tracker.moverCount == 0)
    // NaN and negative values count as 0.
    let odd = GeofenceTracker<Int, String>(
      ShapeIndex(["zone"]) { _ in zone }, margin: .nan, dwell: -3)
    #expect(odd.margin == 0 && odd.dwell == 0)
    // A time that is not finite, and an index without fences.
    #expect(strict.update("a", at: place(-1), time: .nan).isEmpty && strict.skippedCount == 1)
    var none = GeofenceTracker<Int, Int>(ShapeIndex([]) { (_: Int) in zone })
    #expect(
      none.update(1, at: place(0), time: 0).isEmpty && none.update(1, at: place(9), time: 1).isEmpty
    )
  }

  /// Fences that contain each other, are equal, or all have a common border.
  @Test(arguments: [0, 40_000] as [Double])
  func manyFencesAroundOneMover(margin: Double) {
    var random = SeededGenerator(seed: 22)
    let center = Coordinate(latitude: 60, longitude: -179.99)
    var fences: [GeoShape] = (0..<40).map { .cap(Cap(center: center, radius: 2_000 * Double($0))) }
    fences += (0..<20).map { _ in .box(BoundingBox(south: 59, west: 179, north: 61, east: -179)) }
    fences += (0..<20).map { number in
      .polygon(
        GeoPolygon(
          (0..<4).map {
            center.destination(bearing: Double($0) * 90, distance: 1_000 * Double(number + 1))
          }))
    }
    fences.shuffle(using: &random)
    var tracker = GeofenceTracker<Int, Int>(
      ShapeIndex(fences.indices) { fences[$0] }, margin: margin, dwell: 7)
    var model = Model(fences: fences, margin: margin, dwell: 7)
    var events = 0
    for round in 0..<rounds(2_000, inDebug: 150) {
      let mover = round % 3
      let place = center.destination(
        bearing: random.double(in: 0...360),
        distance: random.double(in: 0...[30_000, 90_000, 300_000][mover]))
      let expected = model.update(mover, place, Double(round))
      let found = tracker.update(mover, at: place, time: Double(round))
      #expect(found.map { "\($0.mover) \($0.kind) \($0.fence)" } == expected, "\(round)")
      #expect(tracker.fenceOffsets(of: mover) == (model.stays[mover] ?? []).map(\.fence))
      events += expected.count
    }
    #expect(events > 500)
  }

  /// A ping exactly on a border does not end a stay, for any kind of fence.
  @Test(arguments: [0, 100] as [Double])
  func pingsOnBorders(margin: Double) throws {
    let north = Coordinate(latitude: 90, longitude: 0)
    let cap = Cap(center: Coordinate(latitude: 10, longitude: 179.9), radius: 50_000)
    let cases: [(fence: GeoShape, inside: Coordinate, border: [Coordinate])] = [
      (
        .polygon(GeoPolygon(ring((0, 0), (0, 1), (1, 1), (1, 0)))),
        Coordinate(latitude: 0.5, longitude: 0.5),
        ring((0, 0), (0, 1), (1, 1), (1, 0), (0, 0.3), (0.7, 1), (0.2, 0))
          + [
            Coordinate(latitude: 1, longitude: 0).interpolated(
              to: Coordinate(latitude: 1, longitude: 1), fraction: 0.37)
          ]
      ),
      (
        .polygon(GeoPolygon(ring((-1, 179), (-1, -179), (1, -179), (1, 179)))),
        Coordinate(latitude: 0, longitude: 180),
        ring((-1, 179), (-1, -179), (1, 181), (1, -181), (0.5, 179))
      ),
      (
        .polygon(GeoPolygon(ring((80, 0), (80, 120), (80, -120)))), north,
        ring((80, 0), (80, 120), (80, -120))
      ),
      (
        .polygon(GeoPolygon(ring((0, 0), (90, 0), (0, 90)))),
        Coordinate(latitude: 30, longitude: 45),
        [north, Coordinate(latitude: 90, longitude: 77), Coordinate(latitude: 45, longitude: 90)]
      ),
      (
        .polygon(
          GeoPolygon(
            ring((20, 20), (20, 30), (30, 30), (30, 20)),
            holes: [ring((24, 24), (24, 26), (26, 26), (26, 24))])),
        Coordinate(latitude: 21, longitude: 21),
        ring((24, 24), (24, 26), (26, 26), (26, 24), (25, 24))
      ),
      (
        .multiPolygon(
          GeoMultiPolygon([
            GeoPolygon(ring((0, 10), (0, 20), (10, 20), (10, 10))),
            GeoPolygon(ring((0, 30), (0, 40), (10, 40), (10, 30))),
          ])),
        Coordinate(latitude: 5, longitude: 15), ring((10, 20), (10, 40), (0, 30), (0, 10))
      ),
      (
        .box(BoundingBox(south: 10, west: 170, north: 20, east: -170)),
        Coordinate(latitude: 15, longitude: 180),
        ring((10, 170), (20, -170), (20, 180), (15, 190), (15, 170))
      ),
      (
        .box(BoundingBox(south: 80, west: -10, north: 90, east: 10)),
        Coordinate(latitude: 85, longitude: 0),
        [north, Coordinate(latitude: 90, longitude: 100), Coordinate(latitude: 80, longitude: 10)]
      ),
      (
        .cap(cap), cap.center,
        stride(from: 0.0, to: 360, by: 30).map {
          cap.center.destination(bearing: $0, distance: 50_000)
        }
      ),
      (.point(north), north, [Coordinate(latitude: 90, longitude: 5)]),
    ]
    for (fence, inside, border) in cases {
      for place in border {
        #expect(fence.distance(to: place) < 1e-6, "\(fence) \(place)")
        var tracker = GeofenceTracker<Int, Int>(ShapeIndex([0]) { _ in fence }, margin: margin)
        #expect(tracker.update(1, at: inside, time: 0).map(\.kind) == [.entered])
        #expect(tracker.update(1, at: place, time: 1).isEmpty, "\(fence) \(place)")
        #expect(tracker.update(1, at: inside, time: 2).isEmpty)
        let outside = Coordinate(latitude: -80, longitude: 3)
        #expect(tracker.update(1, at: outside, time: 3).map(\.kind) == [.left])
        // To enter, a place must be inside.
        let isInside = tracker.update(1, at: place, time: 4).map(\.kind) == [.entered]
        #expect(isInside == fence.contains(place))
      }
    }
  }
}
