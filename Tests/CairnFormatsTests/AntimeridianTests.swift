import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

private func at(_ longitude: Double, _ latitude: Double, _ elevation: Double? = nil)
  -> GeoFeature.Position
{
  .init(Coordinate(latitude: latitude, longitude: longitude), elevation: elevation)
}

private func ring(_ corners: [(Double, Double)]) -> [GeoFeature.Position] {
  corners.map { at($0.0, $0.1) }
}

/// The polygons of a geometry, each with its rings.
private func polygons(_ geometry: GeoFeature.Geometry) -> [[[GeoFeature.Position]]] {
  switch geometry {
  case .polygon(let rings): [rings]
  case .multiPolygon(let polygons): polygons
  default: []
  }
}

/// Twice the signed area in degrees; all positions are in -180...180.
private func mapArea(_ ring: [GeoFeature.Position]) -> Double {
  zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
    let (a, b) = (edge.0.coordinate, edge.1.coordinate)
    return sum + a.longitude * b.latitude - b.longitude * a.latitude
  }
}

/// Whether a place is inside polygons on the map, by the even-odd rule over all rings.
private func isInside(_ place: Coordinate, _ polygons: [[[GeoFeature.Position]]]) -> Bool {
  var isInside = false
  for ring in polygons.joined() {
    for (a, b) in zip(ring, ring.dropFirst()) {
      let (p, q) = (a.coordinate, b.coordinate)
      guard (p.latitude > place.latitude) != (q.latitude > place.latitude) else { continue }
      let fraction = (place.latitude - p.latitude) / (q.latitude - p.latitude)
      if place.longitude < p.longitude + fraction * (q.longitude - p.longitude) {
        isInside.toggle()
      }
    }
  }
  return isInside
}

/// Checks the invariants of all output: closed rings with the correct orientation within the map,
/// and no edge across 180 degrees.
private func expectValidForm(_ geometry: GeoFeature.Geometry, _ note: String) {
  for polygon in polygons(geometry) {
    for (index, ring) in polygon.enumerated() {
      #expect(ring.count >= 4 && ring.first?.coordinate == ring.last?.coordinate, "\(note)")
      #expect((mapArea(ring) > 0) == (index == 0), "\(note): \(ring)")
      #expect(ring.allSatisfy { $0.coordinate.longitude.magnitude <= 180 }, "\(note)")
    }
  }
}

@Suite struct AntimeridianTests {
  /// An edge along 180 degrees with the interior on the other side is not part of this side.
  @Test func edgesOnTheSeamStayOnTheirSide() {
    for sign in [1.0, -1] {
      let corners = [
        (175.0, -10.0), (190, -10), (190, 10), (180, 10), (180, 6), (180, 2), (175, 2),
        (175, -10),
      ]
      let whole = GeoFeature.Geometry.polygon([ring(corners.map { (sign * $0.0, $0.1) })])
      let parts = polygons(whole.cutAtAntimeridian())
      #expect(parts.count == 2 && parts.allSatisfy { $0.count == 1 })
      for part in parts.joined() {
        let isHere = part.contains { $0.coordinate.longitude == sign * 175 }
        let seam = part.dropLast().filter { $0.coordinate.longitude.magnitude == 180 }
        #expect(Set(seam.map(\.coordinate.latitude)) == [-10, isHere ? 2 : 10], "\(part)")
        #expect(Set(part.map(\.coordinate)).count == part.count - 1, "\(part)")
      }
    }
  }

  @Test func theExamplesOfTheStandardAreCut() {
    // RFC 7946, section 3.1.9.
    let line = GeoFeature.Geometry.lineString([at(170, 45), at(-170, 45)])
    #expect(
      line.cutAtAntimeridian()
        == .multiLineString([[at(170, 45), at(180, 45)], [at(-180, 45), at(-170, 45)]]))
    let square = GeoFeature.Geometry.polygon([
      ring([(170, 40), (190, 40), (190, 50), (170, 50), (170, 40)])
    ])
    let parts = polygons(square.cutAtAntimeridian())
    #expect(parts.count == 2)
    #expect(
      Set(parts[0][0].map(\.coordinate))
        == Set(ring([(180, 40), (180, 50), (170, 50), (170, 40)]).map(\.coordinate)))
    #expect(
      Set(parts[1][0].map(\.coordinate))
        == Set(ring([(-170, 40), (-170, 50), (-180, 50), (-180, 40)]).map(\.coordinate)))
    expectValidForm(square.cutAtAntimeridian(), "square")
    // Section 5.2: Fiji's box.
    let box = GeoFeature.Geometry.polygon([
      ring([(177, -20), (182, -20), (182, -16), (177, -16)])
    ]).boundingBox
    #expect(box == BoundingBox(south: -20, west: 177, north: -16, east: -178))
    // Section 3.1.1: longitudes that do not go beyond 180 degrees do not cross it.
    let rest = GeoFeature.Geometry.polygon([
      ring([(177, -20), (177, -16), (-178, -16), (-178, -20), (177, -20)])
    ])
    #expect(rest.cutAtAntimeridian() == rest)
    #expect(rest.boundingBox == BoundingBox(south: -20, west: -178, north: -16, east: 177))
  }

  @Test func geometriesThatDoNotCrossAreUnchanged() {
    let shapes: [GeoFeature.Geometry] = [
      .lineString([at(-180, 0), at(180, 0)]), .lineString([at(180, 0), at(180, 10)]),
      .lineString([at(170, 0), at(180, 5), at(180, 6), at(175, 7)]),
      .lineString([at(1, 2), at(1, 2), at(3, 4, 5)]), .lineString([at(0, 0), at(180, 0)]),
      .point(at(180, 1)), .multiPoint([at(-180, 1), at(5, 90)]), .lineString([]),
      .polygon([ring([(-180, -90), (180, -90), (180, 90), (-180, 90), (-180, -90)])]),
      // Antarctica as in most maps.
      .polygon([
        ring([
          (-180, -90), (180, -90), (180, -70), (90, -65), (0, -68), (-90, -72), (-180, -70),
          (-180, -90),
        ])
      ]),
      .polygon([
        ring([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]),
        ring([(2, 2), (2, 4), (4, 4), (4, 2), (2, 2)]),
      ]),
      .polygon([]), .multiPolygon([]), .collection([]),
      // Wider than half the Earth.
      .polygon([ring([(-170, -80), (170, -80), (170, 80), (-170, 80), (-170, -80)])]),
      .polygon([ring([(-180, -80), (180, -80), (180, 80), (-180, 80), (-180, -80)])]),
      .multiPolygon([
        [ring([(170, 0), (180, 0), (180, 5), (170, 0)])],
        [ring([(-180, 0), (-170, 0), (-180, 5), (-180, 0)])],
      ]),
    ]
    for shape in shapes { #expect(shape.cutAtAntimeridian() == shape) }
    #expect(GeoFeature.Geometry.point(at(540, 3)).cutAtAntimeridian() == .point(at(-180, 3)))
    #expect(GeoFeature.Geometry.point(at(-190, 3)).cutAtAntimeridian() == .point(at(170, 3)))
  }

  @Test func ringsAreClosedAndOriented() {
    let clockwise = ring([(0, 0), (0, 10), (10, 10), (10, 0)])
    let hole = ring([(2, 2), (4, 2), (4, 4), (2, 4), (2, 2)])
    let turned = GeoFeature.Geometry.polygon([clockwise, hole]).cutAtAntimeridian()
    #expect(
      turned
        == .polygon([
          ring([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]),
          ring([(2, 2), (2, 4), (4, 4), (4, 2), (2, 2)]),
        ]))
    expectValidForm(turned, "turned")
  }

  @Test func linesAreCutAtEachCrossing() {
    let line = [
      at(170, 0, 100), at(-170, 10, 200), at(170, 20), at(180, 30), at(-180, 40), at(-175, 50),
    ]
    guard
      case .multiLineString(let parts) = GeoFeature.Geometry.lineString(line).cutAtAntimeridian()
    else {
      Issue.record("not cut")
      return
    }
    #expect(
      parts == [
        [at(170, 0, 100), at(180, 5, 150)], [at(-180, 5, 150), at(-170, 10, 200), at(-180, 15)],
        [at(180, 15), at(170, 20), at(180, 30), at(180, 40)], [at(-180, 40), at(-175, 50)],
      ])
    // To the seam and back, and along it.
    let touching = GeoFeature.Geometry.lineString([at(179, 0), at(-180, 1), at(179, 2)])
    #expect(touching.cutAtAntimeridian() == .lineString([at(179, 0), at(180, 1), at(179, 2)]))
    let uncut = GeoFeature.Geometry.lineString([at(170, 0), at(190, 0)])
    #expect(uncut.cutAtAntimeridian(false) == .lineString([at(170, 0), at(-170, 0)]))
    let zone = GeoFeature.Geometry.polygon([ring([(170, 0), (190, 0), (190, 9), (170, 0)])])
    #expect(zone.cutAtAntimeridian(false) == zone)
  }

  @Test func polesAreEnclosed() {
    for sign in [1.0, -1] {
      for reverses in [false, true] {
        // Around the pole from Greenwich, closed along the pole.
        let coast = stride(from: 0.0, through: 360, by: 60).map {
          ($0, sign * (70 + ($0 == 180 ? 5 : 0)))
        }
        var corners = coast + [(360, sign * 90), (0, sign * 90)]
        if reverses { corners.reverse() }
        let cap = GeoFeature.Geometry.polygon([ring(corners)]).cutAtAntimeridian()
        expectValidForm(cap, "cap \(sign) \(reverses)")
        let parts = polygons(cap)
        #expect(parts.count == 2)
        for longitude in stride(from: -179.5, to: 180, by: 7) {
          #expect(isInside(Coordinate(latitude: sign * 89, longitude: longitude), parts))
          #expect(isInside(Coordinate(latitude: sign * 76, longitude: longitude), parts))
          #expect(!isInside(Coordinate(latitude: sign * 69, longitude: longitude), parts))
          #expect(!isInside(Coordinate(latitude: sign * -80, longitude: longitude), parts))
        }
        #expect(cap.boundingBox.spansAllLongitudes)
        #expect((sign > 0 ? cap.boundingBox.north : cap.boundingBox.south) == sign * 90)
        // A band without the pole.
        let inner = ring([(0, 85), (360, 85), (360, 90), (0, 90)].map { ($0.0, sign * $0.1) })
        let band = GeoFeature.Geometry.polygon([ring(corners), inner]).cutAtAntimeridian()
        for longitude in stride(from: -179.5, to: 180, by: 7) {
          #expect(!isInside(Coordinate(latitude: sign * 87, longitude: longitude), polygons(band)))
          #expect(isInside(Coordinate(latitude: sign * 80, longitude: longitude), polygons(band)))
          #expect(!isInside(Coordinate(latitude: sign * 60, longitude: longitude), polygons(band)))
        }
      }
    }
  }

  @Test func holesAcross180AreCutAsWell() {
    let world = ring([(-180, -90), (180, -90), (180, 90), (-180, 90)])
    let outer = ring([(160, -20), (200, -20), (200, 20), (160, 20)])
    let hole = ring([(175, -5), (185, -5), (185, 5), (175, 5)])
    let turned = ring([(-185, -5), (-175, -5), (-175, 5), (-185, 5)])
    let away = ring([(165, 10), (170, 10), (170, 15), (165, 15)])
    let wide = ring([(0, -25), (360, -25), (360, 25), (0, 25)])
    for rings in [
      [outer, hole, away], [world, hole], [world, hole, away], [world, outer], [outer, turned],
      [wide, hole, away], [wide, turned], [world, wide],
    ] {
      let cut = GeoFeature.Geometry.polygon(rings).cutAtAntimeridian()
      if rings != [world, wide] { expectValidForm(cut, "holes") }
      let parts = polygons(cut)
      let region = GeoFeature.Geometry.polygon(rings).region()
      for latitude in stride(from: -31.5, to: 32, by: 3) {
        for longitude in stride(from: -179.5, to: 180, by: 1) {
          let place = Coordinate(latitude: latitude, longitude: longitude)
          // By the rings themselves, each treated as a box.
          func isIn(_ ring: [GeoFeature.Position]) -> Bool {
            let (west, east) = (ring[0].coordinate.longitude, ring[1].coordinate.longitude)
            let high = ring[2].coordinate.latitude
            let low = ring[0].coordinate.latitude
            guard latitude > low, latitude < high else { return false }
            return [-360, 0, 360.0].contains { longitude + $0 > west && longitude + $0 < east }
          }
          let expected = isIn(rings[0]) && !rings.dropFirst().contains(where: isIn)
          #expect(isInside(place, parts) == expected, "\(place)")
          #expect(region?.contains(place) == expected, "\(place)")
        }
      }
    }
  }

  @Test func cutPolygonsContainTheSamePlaces() {
    var random = SeededGenerator(seed: 11)
    for number in 0..<rounds(40, inDebug: 12) {
      // Stars around a place near 180 degrees, some with a hole, some extending far beyond the
      // meridian.
      let center = Coordinate(
        latitude: Double.random(in: -60...60, using: &random),
        longitude: 180 + Double.random(in: -12...12, using: &random))
      let count = Int.random(in: 3...40, using: &random)
      func star(_ radius: ClosedRange<Double>) -> [GeoFeature.Position] {
        (0..<count).map { index in
          let angle = Double(index) / Double(count) * 2 * Double.pi
          let size = Double.random(in: radius, using: &random)
          // Sometimes a vertex exactly on the meridian.
          var longitude = center.longitude + size * unit(angle).x
          if index % 7 == 3 { longitude = longitude.rounded() }
          return at(longitude, center.latitude + size * unit(angle).y)
        }
      }
      var rings = [star(5...25)]
      if number % 3 == 0 { rings.append(star(1...4)) }
      if number % 2 == 0 { rings[0].reverse() }
      let geometry = GeoFeature.Geometry.polygon(rings)
      let cut = geometry.cutAtAntimeridian()
      expectValidForm(cut, "star \(number)")
      let parts = polygons(cut)
      let whole = GeoPolygon(
        straightInDegrees: rings[0].map(\.coordinate),
        holes: rings.dropFirst().map { $0.map(\.coordinate) }, tolerance: 2)
      let pieces = GeoMultiPolygon(
        parts.map { rings in
          GeoPolygon(
            straightInDegrees: rings[0].map(\.coordinate),
            holes: rings.dropFirst().map { $0.map(\.coordinate) }, tolerance: 2)
        })
      #expect(abs(pieces.area() / whole.area() - 1) < 1e-4, "\(number)")
      var differences = 0
      for _ in 0..<200 {
        let place = Coordinate(
          latitude: center.latitude + Double.random(in: -27...27, using: &random),
          longitude: center.longitude + Double.random(in: -27...27, using: &random)
        ).normalized
        if isInside(place, parts) != whole.contains(place) { differences += 1 }
      }
      // The great circles of the uncut polygon are within 2 meters of the straight edges.
      #expect(differences == 0, "\(number)")
    }
  }

  private func unit(_ angle: Double) -> (x: Double, y: Double) {
    let place = Coordinate(latitude: 0, longitude: 0)
      .destination(bearing: angle * 180 / Double.pi, distance: 1_000)
    let scale = 1 / 0.008993
    return (place.longitude * scale, place.latitude * scale)
  }

  @Test func invalidRingsDoNotTrap() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 3...30, using: &random)).map { _ in
          at(
            [180, -180, 0, 179.5, 540].randomElement(using: &random).map {
              $0 + (Bool.random(using: &random) ? Double.random(in: -180...180, using: &random) : 0)
            } ?? 0,
            [90, -90, 0, 45].randomElement(using: &random) ?? 0)
        }
      }
      let cut = GeoFeature.Geometry.polygon(rings).cutAtAntimeridian()
      for position in polygons(cut).joined().joined() {
        #expect(position.coordinate.longitude.magnitude <= 180)
      }
    }
    // A spiral around the Earth many times.
    let spiral = (0..<30_000).map { at(Double($0) * 100, Double($0) / 400) }
    let back = (0..<30_000).reversed().map { at(Double($0) * 100, Double($0) / 400 + 0.1) }
    for rings in [
      [spiral + back], [ring([(0, 0), (1e9, 0), (5, 5)])], [ring([(-540, 0), (540, 1), (0, 5)])],
    ] {
      let cut = GeoFeature.Geometry.polygon(rings).cutAtAntimeridian()
      for position in polygons(cut).joined().joined() {
        #expect(position.coordinate.longitude.magnitude <= 180)
      }
    }
    guard
      case .multiLineString(let lines) = GeoFeature.Geometry.lineString(spiral).cutAtAntimeridian()
    else {
      Issue.record("not cut")
      return
    }
    #expect(lines.count > 8_000)
  }
}
