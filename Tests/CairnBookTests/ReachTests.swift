import CairnGeodesy
import TestSupport
import Testing

@testable import CairnBook

/// The filter that decides on places before their distance is computed.
struct ReachTests {
  /// Pairs of places from adjacent to antipodal; each limit is exactly the key of the place.
  @Test func filterHasNoFalseNegatives() {
    var random = SeededGenerator(seed: 12)
    var tooWide = 0
    let count = rounds(200_000, inDebug: 20_000)
    for step in 0..<count {
      let center = Coordinate(
        latitude: step % 11 == 0 ? 90 : random.double(in: -90...90),
        longitude: step % 7 == 0 ? 180 : random.double(in: -180...180))
      // From fractions of a millimeter to halfway around the Earth.
      var away = 20_015_086.0
      if step % 13 != 0 {
        away *= random.double(in: 0...1)
        for _ in 0..<(step % 12) { away /= 10 }
      }
      let place = center.destination(bearing: random.double(in: 0...360), distance: away)
      let importance = [0, 1, -100, 100, random.double(in: -100...100)][step % 5]
      let distance = center.distance(to: place)
      var rough = ApproximatePosition(place)
      var byDistance = Reach(from: center, .distance)
      byDistance.shrink(to: distance)
      #expect(byDistance.mayContain(rough, keyCounts: true))
      let within = Reach(from: center, radius: distance)
      #expect(within.mayContain(rough, keyCounts: false))
      rough.setImportance(importance)
      var byImportance = Reach(from: center, .importance)
      let key = nearness(distance, importance)
      byImportance.shrink(to: key)
      #expect(byImportance.mayContain(rough, keyCounts: true))
      // Places beyond the limit by 1% and 3 m are rejected, except near the antipode.
      guard distance > 10, distance < 15_000_000 else { continue }
      byDistance.shrink(to: distance * 0.99 - 3)
      byImportance.shrink(to: nearness(distance * 0.99 - 3, importance))
      if byDistance.mayContain(rough, keyCounts: true) { tooWide += 1 }
      if byImportance.mayContain(rough, keyCounts: true) { tooWide += 1 }
    }
    #expect(tooWide == 0)
  }

  @Test func filterWithoutALimitKeepsEverything() {
    let here = Coordinate(latitude: 48, longitude: 16)
    let there = ApproximatePosition(Coordinate(latitude: -48, longitude: -164))
    for kind in [Reach.Kind.none, .distance, .importance] {
      #expect(Reach(from: here, kind).mayContain(there, keyCounts: true))
      #expect(Reach(from: here, radius: 1e300, kind).mayContain(there, keyCounts: true))
      #expect(!Reach(from: here, radius: 1e6, kind).mayContain(there, keyCounts: true))
    }
    #expect(Reach().mayContain(there, keyCounts: true))
  }
}
