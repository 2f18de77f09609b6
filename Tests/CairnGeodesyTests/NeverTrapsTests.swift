import CairnGeodesy
import TestSupport
import Testing

/// Calls every public function with numbers that are not valid for places, bearings or lengths: it
/// returns, and the result is NaN, empty or within its documented range.
@Suite struct NeverTrapsTests {
  static let surfaces: [Surface] = [
    .sphere, .wgs84, .sphere(radius: .nan), .sphere(radius: -1), .sphere(radius: .infinity),
    .sphere(radius: 1e300), .sphere(radius: 0), .sphere(radius: .leastNonzeroMagnitude),
    .ellipsoid(Ellipsoid(equatorialRadius: .nan, flattening: 0)),
    .ellipsoid(Ellipsoid(equatorialRadius: 1, flattening: 1)),
    .ellipsoid(Ellipsoid(equatorialRadius: 6e6, flattening: -1e300)),
    .ellipsoid(Ellipsoid(equatorialRadius: 6e6, flattening: 0.999)),
    .ellipsoid(Ellipsoid(equatorialRadius: 6e6, flattening: -20)),
    .ellipsoid(Ellipsoid(equatorialRadius: 1e300, flattening: .infinity)),
    .ellipsoid(Ellipsoid(equatorialRadius: 0, flattening: 0.1)),
  ]

  /// Whether a surface is the Earth, so that ranges can be checked.
  private func isEarth(_ surface: Surface) -> Bool { surface == .sphere || surface == .wgs84 }

  @Test(arguments: surfaces)
  func twoPlaces(surface: Surface) {
    var random = SeededGenerator(seed: 62)
    for a in Hostile.coordinates {
      let b = Hostile.some(1, using: &random)[0]
      let way = a.inverse(to: b, on: surface)
      let valid = a.isValid && b.isValid
      #expect(way.distance.isNaN || valid, "\(a) \(b)")
      #expect(a.distance(to: b, on: surface).isNaN || valid)
      #expect(a.initialBearing(to: b, on: surface).isNaN || valid)
      #expect(a.finalBearing(to: b, on: surface).isNaN || valid)
      #expect(a.rhumbDistance(to: b, on: surface).isNaN || valid)
      #expect(a.rhumbBearing(to: b, on: surface).isNaN || valid)
      let middle = a.midpoint(to: b, on: surface)
      let rhumbMiddle = a.rhumbMidpoint(to: b, on: surface)
      let line = GeodesicLine(from: a, to: b, on: surface)
      if isEarth(surface) {
        #expect(way.distance.isLengthOrNaN && way.distance.isNaN != valid, "\(a) \(b)")
        #expect(way.initialBearing.isBearingOrNaN && way.finalBearing.isBearingOrNaN)
        #expect(a.rhumbDistance(to: b, on: surface).isLengthOrNaN, "\(a) \(b)")
        #expect(a.rhumbBearing(to: b, on: surface).isBearingOrNaN)
        #expect(middle.isPlaceOrNaN && rhumbMiddle.isPlaceOrNaN)
        #expect(line.length.isLengthOrNaN)
      }
      let c = Hostile.some(1, using: &random)[0]
      let all = valid && c.isValid
      #expect(c.crossTrackDistance(fromLineThrough: a, and: b, on: surface).isNaN || all)
      #expect(c.alongTrackDistance(onLineThrough: a, and: b, on: surface).isNaN || all)
      let away = c.distance(toSegmentFrom: a, to: b, on: surface)
      #expect(away.isNaN || (all && (away >= 0 || !isEarth(surface))), "\(a) \(b) \(c)")
      let nearest = c.nearestPoint(onSegmentFrom: a, to: b, on: surface)
      #expect(nearest.latitude.isNaN || all)
    }
  }

  @Test(arguments: surfaces)
  func onePlaceAndNumbers(surface: Surface) {
    var random = SeededGenerator(seed: 63)
    for x in Hostile.numbers {
      for y in Hostile.numbers {
        let place = Hostile.some(1, using: &random)[0]
        let other = Hostile.some(1, using: &random)[0]
        let end = place.direct(bearing: x, distance: y, on: surface)
        let rhumb = place.rhumbDestination(bearing: x, distance: y, on: surface)
        let part = place.interpolated(to: other, fraction: y, on: surface)
        let line = GeodesicLine(from: place, bearing: x, on: surface)
        let there = line.place(at: y)
        _ = place.destination(bearing: x, distance: y, on: surface)
        _ = GeodesicLine(from: place, to: other, on: surface).coordinate(at: x)
        if isEarth(surface) {
          let isSane = place.isValid && x.isFinite && y.isFinite
          #expect(end.coordinate.isPlaceOrNaN && rhumb.isPlaceOrNaN, "\(place) \(x) \(y)")
          #expect(end.coordinate.isValid == isSane && rhumb.isValid == isSane, "\(place) \(x) \(y)")
          #expect(end.finalBearing.isBearingOrNaN && there.finalBearing.isBearingOrNaN)
          #expect(there.coordinate.isPlaceOrNaN && line.coordinate(at: y).isPlaceOrNaN)
          // The ends are returned exactly as stored, whatever they are.
          #expect(part.isPlaceOrNaN || part == place || part == other, "\(place) \(other) \(y)")
        }
      }
    }
  }

  @Test(arguments: surfaces)
  func batches(surface: Surface) {
    let places = Hostile.coordinates
    for count in [0, 1, 7, 8, 9, places.count] {
      let some = Array(places.prefix(count))
      let one = places[60].distances(to: some, on: surface)
      #expect(one.count == count)
      #expect(Coordinate.distances(from: some, to: some.reversed(), on: surface).count == count)
    }
    let vectors = UnitVectors(places)
    #expect(vectors.count == places.count)
    for number in Hostile.numbers {
      for center in [places[0], places[60]] {
        let within = vectors.count(within: number, of: center.unitVector)
        let offsets = vectors.offsets(within: number, of: center.unitVector)
        #expect(within == offsets.count)
        #expect(offsets.allSatisfy { places[$0].isValid } && (center.isValid || within == 0))
      }
    }
  }

  @Test func numbersAlone() {
    for x in Hostile.numbers {
      for sphere in [Sphere.mean, Sphere(radius: x)] {
        for y in Hostile.numbers {
          _ = sphere.squaredChord(ofDistance: y)
          _ = sphere.distance(ofSquaredChord: y)
        }
      }
      #expect((CompassPoint(bearing: x) == nil) == !x.isFinite)
      for unit in LengthUnit.allCases {
        _ = (unit.meters(x), unit.value(fromMeters: x))
        for other in LengthUnit.allCases {
          #expect(unit.convert(x, to: other).isNaN == x.isNaN)
        }
        for digits in Hostile.counts {
          let text = DistanceFormat.fixed(unit, fractionDigits: digits).string(fromMeters: x)
          #expect(text.hasSuffix(" " + unit.symbol))
        }
      }
      for format in [DistanceFormat.metric, .imperial, .british, .nautical] {
        #expect(!format.string(fromMeters: x).isEmpty)
        for digits in Hostile.counts {
          #expect(!format.fractionDigits(digits).string(fromMeters: x).isEmpty)
        }
      }
      for y in Hostile.numbers {
        for z in Hostile.numbers.prefix(12) {
          let place = UnitVector(x: x, y: y, z: z).coordinate
          #expect(place.isPlaceOrNaN, "\(x) \(y) \(z)")
        }
        let ellipsoid = Ellipsoid(equatorialRadius: x, flattening: y)
        _ = (ellipsoid.polarRadius, ellipsoid.area, ellipsoid.flattening, ellipsoid.hashValue)
      }
    }
  }

  @Test func textAndNormalization() {
    for place in Hostile.coordinates {
      #expect(place.normalized.isPlaceOrNaN || !place.isValid, "\(place)")
      let checked = try? Coordinate(validLatitude: place.latitude, longitude: place.longitude)
      #expect((checked != nil) == place.isValid)
      for digits in Hostile.counts {
        for style in [
          CoordinateFormat.decimal(digits: digits), .decimalWithHemispheres(digits: digits),
          .degreesMinutes(digits: digits), .degreesMinutesSeconds(digits: digits),
          .iso6709(digits: digits),
        ] {
          let text = place.formatted(style)
          #expect(!text.isEmpty)
          if place.isValid { #expect((try? Coordinate(parsing: text)) != nil, "\(text)") }
        }
      }
      _ = try? Coordinate(parsing: place.description)
    }
  }
}
