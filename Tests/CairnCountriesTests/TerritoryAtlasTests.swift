import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCountries

@Suite("Custom regions")
struct TerritoryAtlasTests {
  typealias Ring = [Coordinate]

  static let effort = rounds(20_000, inDebug: 80)

  private func ring(_ corners: [(Double, Double)]) -> Ring {
    corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  /// Whether a ring of lines straight in degrees contains a point, in integers of 2^-60 degrees.
  ///
  /// Corners must be multiples of 2e-7 degrees. The ring stays fixed and the point is tested on
  /// each turn of the map.
  private func holds(_ ring: Ring, _ point: Coordinate) -> Bool {
    let scale = ExactInteger(1 << 60)
    func units(_ degrees: Double) -> ExactInteger {
      ExactInteger((degrees * 5e6).rounded()) * scale
    }
    let px = ExactInteger(point.longitude * 0x1p60) * 5_000_000
    let py = ExactInteger(point.latitude * 0x1p60) * 5_000_000
    let turn = ExactInteger(360 * 5_000_000) * scale
    var isInside = false
    for (index, start) in ring.enumerated() {
      let end = ring[(index + 1) % ring.count]
      let x0 = units(start.longitude)
      let x1 = units(end.longitude)
      let y0 = units(start.latitude)
      let y1 = units(end.latitude)
      for shift in [-turn - turn, -turn, 0, turn, turn + turn] {
        let x = px + shift
        guard (x0 <= x) != (x1 <= x) else { continue }
        // Divided so that the products fit: all values except the point are multiples of the scale.
        let rise = ((x1 - x0) >> 60) * (py - y0)
        let run = ((y1 - y0) >> 60) * (x - x0)
        if x0 <= x ? rise >= run : rise <= run { isInside.toggle() }
      }
    }
    return isInside
  }

  private func check(_ regions: [[Ring]], _ points: [Coordinate]) throws {
    let atlas = try TerritoryAtlas(regions.enumerated().map { (id: $0.offset, rings: $0.element) })
    var wrong = 0
    for point in points {
      let expected = regions.indices.filter { region in
        regions[region].reduce(false) { $0 != holds($1, point) }
      }
      let found = atlas.territories(at: point)
      if found != expected || atlas.territory(at: point) != expected.first {
        wrong += 1
        if wrong < 4 { Issue.record("\(point): \(found), not \(expected)") }
      }
    }
    #expect(wrong == 0)
  }

  @Test("overlapping regions with random corners agree with ray casting")
  func random() throws {
    var generator = SeededGenerator(seed: 11)
    for size in [0.001, 0.1, 5, 60] {
      let center = (generator.double(in: -20...20), generator.double(in: -180...180))
      let regions = (0..<40).map { _ in
        [
          ring(
            (0..<generator.integer(in: 3...40)).map { _ in
              (
                snapped(center.0 + generator.double(in: -size...size)),
                snapped(center.1 + generator.double(in: -size...size))
              )
            })
        ]
      }
      let points = (0..<Self.effort).map { number in
        if number.isMultiple(of: 4) {
          let ring = regions[generator.integer(in: 0...39)][0]
          let corner = ring[generator.integer(in: 0...ring.count - 1)]
          return Coordinate(latitude: corner.latitude, longitude: wrapped(corner.longitude))
        }
        return Coordinate(
          latitude: center.0 + generator.double(in: -1.1 * size...1.1 * size),
          longitude: wrapped(center.1 + generator.double(in: -1.1 * size...1.1 * size)))
      }
      try check(regions, points)
    }
  }

  @Test("squares along whole degrees and cell edges share their sides without gap or overlap")
  func squares() throws {
    var regions: [[Ring]] = []
    for row in -3..<3 {
      for column in -3..<3 {
        let south = Double(row)
        let west = Double(column)
        regions.append([
          ring([(south, west), (south, west + 1), (south + 1, west + 1), (south + 1, west)])
        ])
      }
    }
    let atlas = try TerritoryAtlas(regions.enumerated().map { (id: $0.offset, rings: $0.element) })
    for latitude in stride(from: -3.0, to: 3, by: 0.25) {
      for longitude in stride(from: -3.0, to: 3, by: 0.25) {
        let point = Coordinate(latitude: latitude, longitude: longitude)
        let row = Int((latitude + 3).rounded(.down))
        let column = Int((longitude + 3).rounded(.down))
        #expect(atlas.territories(at: point) == [6 * row + column])
      }
    }
    #expect(atlas.territory(at: Coordinate(latitude: 3, longitude: 0)) == nil)
    #expect(atlas.territory(at: Coordinate(latitude: 0, longitude: 3)) == nil)
    #expect(atlas.territory(at: Coordinate(latitude: (-3.0).nextDown, longitude: 0)) == nil)
  }

  @Test("holes, islands in holes, and regions across the antimeridian")
  func holesAndAntimeridian() throws {
    let outer = ring([(-20, 170), (-20, 190), (20, 190), (20, 170)])
    let hole = ring([(-10, -185), (10, -185), (10, -175), (-10, -175)])
    let island = ring([(-5, 538), (-5, 542), (5, 542), (5, 538)])
    let rim = ring([(30, 170), (30, 180), (40, 180), (40, 170)])
    let otherRim = ring([(30, -180), (30, -170), (40, -170), (40, -180)])
    var generator = SeededGenerator(seed: 12)
    let points = (0..<4 * Self.effort).map { number in
      let latitude = generator.double(in: -45...45)
      let longitude = wrapped(generator.double(in: 160...200))
      return Coordinate(
        latitude: number.isMultiple(of: 3) ? latitude.rounded() : latitude,
        longitude: number.isMultiple(of: 2) ? wrapped(longitude.rounded()) : longitude)
    }
    try check([[outer, hole, island], [rim], [otherRim], [rim, otherRim]], points)
  }

  @Test("edges run from longitude to longitude, even the long way around")
  func wide() throws {
    let zone = ring([(30, -130), (30, 60), (60, 60), (60, -130)])
    let atlas = try TerritoryAtlas([(id: 0, rings: [zone])])
    #expect(atlas.territory(at: Coordinate(latitude: 48.86, longitude: 2.35)) == 0)
    #expect(atlas.territory(at: Coordinate(latitude: 35.68, longitude: 139.77)) == nil)
    let everything = ring([(-90, -180), (-90, 180), (90, 180), (90, -180)])
    let shifted = ring([(-60, 0), (-60, 360), (60, 360), (60, 0)])
    let slanted = ring([(-50, -170), (-80, 170), (10, 170), (70, -170)])
    let beyond = ring([(-50, 100), (-80, 440), (10, 440), (70, 100)])
    let toSeam = ring([(-50, -180), (-80, 20), (80, 20), (50, -180)])
    let fromSeam = ring([(-50, 0), (-80, 180), (80, 540), (50, 180)])
    let twice = ring([(0, -180), (10, 540), (-10, 540)])
    var generator = SeededGenerator(seed: 13)
    let meridians = [-180.0, (-180.0).nextUp, (180.0).nextDown, -170, 170, 0, 20, 80, 100, -100]
    let points = (0..<8 * Self.effort).map { number in
      Coordinate(
        latitude: number.isMultiple(of: 3)
          ? generator.double(in: -9...9).rounded() * 10 : generator.double(in: -90...89),
        longitude: number.isMultiple(of: 2)
          ? meridians[generator.integer(in: 0...meridians.count - 1)]
          : generator.double(in: -180...180.nextDown))
    }.map { $0.latitude == 90 ? Coordinate(latitude: 89.5, longitude: $0.longitude) : $0 }
    for rings in [
      [zone], [everything], [shifted], [slanted], [beyond], [toSeam], [fromSeam], [twice],
      [everything, shifted], [everything, beyond, zone],
    ] {
      try check([rings], points)
    }
    try check([[everything], [beyond], [shifted, zone], [slanted], [fromSeam]], points)
    for pole in [-90.0, 90] {
      let atlas = try TerritoryAtlas([(id: 0, rings: [everything])])
      #expect(atlas.territory(at: Coordinate(latitude: pole, longitude: 77)) == 0)
    }
  }

  @Test("shapes with great-circle edges keep their interior and their pole")
  func shapes() throws {
    // Eastward around a pole, oscillating about a parallel.
    func around(_ latitude: Double) -> Ring {
      ring(
        (0..<24).map { (step: Int) -> (Double, Double) in
          (latitude + Double(step % 2), -163 + 15 * Double(step))
        })
    }
    let south = around(-70)
    let north = around(65)
    let hole = around(80)
    let lune = ring([(90, 0), (0, 20), (-90, 5), (0, 60)])
    let pacific = ring([(-20, 170), (-20, -170), (20, -170), (20, 170)])
    let shapes = [
      GeoPolygon(south), GeoPolygon(south.reversed()), GeoPolygon(north, holes: [hole]),
      GeoPolygon(pacific), GeoPolygon(pacific.reversed(), interior: .leftOfRing),
      GeoPolygon(lune), GeoPolygon(north, interior: .leftOfRing),
      GeoPolygon(north.reversed(), interior: .leftOfRing),
    ]
    let atlas = try TerritoryAtlas(
      shapes.enumerated().map { (id: $0.offset, shape: GeoMultiPolygon([$0.element])) })
    // Skips places where an edge in degrees and a great circle differ.
    for latitude in [-90.0, -80, -60, -15, 15, 60, 78, 89, 90] {
      for longitude in stride(from: -179.0, to: 180, by: 7) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        let expected = shapes.indices.filter { shapes[$0].contains(place) }
        #expect(atlas.territories(at: place) == expected, "\(place)")
      }
    }
  }

  @Test("regions that reach a pole have corners there")
  func poles() throws {
    let south = ring([(-90, -180), (-90, 180), (-70, 180), (-65, 0), (-75, -180)])
    let north = ring([(90, 0), (70, 0), (65, 180), (70, 360), (90, 360)])
    let atlas = try TerritoryAtlas([(id: "south", rings: [south]), (id: "north", rings: [north])])
    for longitude in stride(from: -180.0, through: 180, by: 7.5) {
      #expect(atlas.territory(at: Coordinate(latitude: -90, longitude: longitude)) == "south")
      #expect(atlas.territory(at: Coordinate(latitude: -80, longitude: longitude)) == "south")
      #expect(atlas.territory(at: Coordinate(latitude: -60, longitude: longitude)) == nil)
      #expect(atlas.territory(at: Coordinate(latitude: 60, longitude: longitude)) == nil)
      #expect(atlas.territory(at: Coordinate(latitude: 80, longitude: longitude)) == "north")
      #expect(atlas.territory(at: Coordinate(latitude: 90, longitude: longitude)) == "north")
    }
  }

  @Test("rings that enclose nothing are rejected with an error that names them")
  func errors() {
    let good = ring([(0, 0), (0, 1), (1, 0)])
    #expect(throws: TerritoryError.tooFewCorners(territory: 1, ring: 1)) {
      _ = try TerritoryAtlas([
        (id: 0, rings: [good]), (id: 1, rings: [good, ring([(0, 0), (1, 1)])]),
      ])
    }
    #expect(throws: TerritoryError.invalidCorner(territory: 0, ring: 0, corner: 2)) {
      _ = try TerritoryAtlas([(id: 0, rings: [ring([(0, 0), (0, 1), (.nan, 0)])])])
    }
    #expect(throws: TerritoryError.invalidCorner(territory: 0, ring: 0, corner: 1)) {
      _ = try TerritoryAtlas([(id: 0, rings: [ring([(0, 0), (91, 1), (1, 0)])])])
    }
    #expect(throws: TerritoryError.tooWide(territory: 0, ring: 0, degrees: 721)) {
      _ = try TerritoryAtlas([(id: 0, rings: [ring([(0, 0), (0, 721), (1, 0)])])])
    }
    #expect(throws: TerritoryError.tooFewCorners(territory: 0, ring: 1)) {
      _ = try TerritoryAtlas([
        (id: 0, shape: GeoMultiPolygon([GeoPolygon(good, holes: [ring([(0, 0), (1, 0)])])]))
      ])
    }
    for longitude in [1e6, 1e18, -1e300] {
      let far = try? TerritoryAtlas([
        (id: 0, rings: [ring([(0, longitude), (0, longitude + 1), (1, longitude)])])
      ])
      #expect(far?.territory(at: Coordinate(latitude: 50, longitude: 0)) == nil)
    }
    #expect(TerritoryError.tooFewCorners(territory: 1, ring: 0).description.contains("three"))
  }

  @Test("no regions, and invalid coordinates")
  func nothing() throws {
    let none = try TerritoryAtlas([(id: Int, rings: [[Coordinate]])]())
    #expect(none.territory(at: Coordinate(latitude: 0, longitude: 0)) == nil)
    let one = try TerritoryAtlas([(id: 7, rings: [ring([(0, 0), (0, 1), (1, 0)])])])
    #expect(one.territory(at: Coordinate(latitude: 0.2, longitude: 0.2)) == 7)
    #expect(one.territory(at: Coordinate(latitude: .nan, longitude: 0.2)) == nil)
    #expect(one.territories(at: Coordinate(latitude: 0.2, longitude: .infinity)) == [])
    #expect(one.territory(at: Coordinate(latitude: 0.2, longitude: 360.25)) == 7)
  }

  private func snapped(_ degrees: Double) -> Double { (degrees * 5e6).rounded() / 5e6 }

  private func wrapped(_ degrees: Double) -> Double {
    let longitude = degrees.remainder(dividingBy: 360)
    return longitude == 180 ? -180 : longitude
  }
}
