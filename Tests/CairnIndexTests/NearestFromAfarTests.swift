import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

/// Places so close together, seen from the center, that their chords are equal in single precision:
/// a search must measure them exactly and match brute force.
@Suite struct NearestFromAfarTests {
  enum Crowd: CaseIterable {
    case withinOneMeter, withinTenMeters, onOneMeridian, atThePole, equal, alternating
    case atTheAntipode, twoHouses, farthestFirst, aroundTheCenter

    func places(_ count: Int, around center: Coordinate, using random: inout SeededGenerator)
      -> [Coordinate]
    {
      let house = center.destination(bearing: 70, distance: 4_260_000)
      func disc(_ radius: Double, around place: Coordinate) -> [Coordinate] {
        (0..<count).map { _ in
          place.destination(
            bearing: random.double(in: 0...360),
            distance: radius * random.double(in: 0...1).squareRoot())
        }
      }
      switch self {
      case .withinOneMeter: return disc(1, around: house)
      case .withinTenMeters: return disc(10, around: house)
      case .onOneMeridian:
        return (0..<count).map {
          Coordinate(latitude: house.latitude + 1e-9 * Double($0), longitude: house.longitude)
        }
      case .atThePole:
        return (0..<count).map {
          Coordinate(latitude: 90, longitude: Double($0 % 360) - 180)
        }
      case .equal: return Array(repeating: house, count: count)
      case .alternating:
        return (0..<count).map {
          Coordinate(
            latitude: house.latitude, longitude: house.longitude + ($0.isMultiple(of: 2) ? 1e-8 : 0)
          )
        }
      case .atTheAntipode:
        return disc(
          1, around: Coordinate(latitude: -center.latitude, longitude: center.longitude - 180))
      case .twoHouses:
        let other = center.destination(bearing: 250, distance: 4_260_000)
        return Array(
          disc(1, around: house).prefix(count / 2) + disc(1, around: other).prefix(count / 2))
      case .farthestFirst:
        return disc(1, around: house)
          .sorted { center.distance(to: $0) > center.distance(to: $1) }
      case .aroundTheCenter: return disc(3, around: center)
      }
    }
  }

  struct Numbered {
    let number: Int
    let coordinate: Coordinate
  }

  @Test(arguments: Crowd.allCases)
  func matchesBruteForce(_ crowd: Crowd) throws {
    var random = SeededGenerator(seed: 32)
    for size in [40, 360, 700].prefix(rounds(3, inDebug: 2)) {
      let center = Coordinate(
        latitude: random.double(in: -60...60), longitude: -random.double(in: 10...100))
      let places = crowd.places(size, around: center, using: &random)
      let expected = BruteForce(points: places).ordered(from: center)
      let packed = try PlaceIndex(places, coordinate: \.self)
      var dynamic = DynamicPlaceIndex<Int, Numbered>(id: \.number, coordinate: \.coordinate)
      for (number, coordinate) in places.enumerated() {
        _ = try dynamic.insert(Numbered(number: number, coordinate: coordinate))
      }
      let radius = expected[expected.count / 2].distance

      for wanted in [1, 2, 10, 12, 13, 32, 33, 100, places.count, places.count + 1] {
        let answer = Array(expected.prefix(wanted))
        #expect(BruteForce.answers(packed.nearest(to: center, count: wanted)) == answer)
        #expect(
          dynamic.nearest(to: center, count: wanted).map(\.distance) == answer.map(\.distance))
        let near = Array(expected.prefix { $0.distance <= radius }.prefix(wanted))
        #expect(
          BruteForce.answers(packed.nearest(to: center, count: wanted, within: radius)) == near)
        #expect(
          dynamic.nearest(to: center, count: wanted, within: radius).map(\.distance)
            == near.map(\.distance))
      }
      // The same with a predicate that includes a third of the places.
      var asked = 0
      let numbered = try PlaceIndex(
        places.enumerated().map { Numbered(number: $0.offset, coordinate: $0.element) },
        coordinate: \.coordinate)
      for wanted in [1, 12, 40] {
        asked = 0
        let found = numbered.nearest(to: center, count: wanted) {
          asked += 1
          return $0.number.isMultiple(of: 3)
        }
        let offsets = expected.map(\.offset).filter { $0.isMultiple(of: 3) }
        #expect(found.map(\.offset) == Array(offsets.prefix(wanted)))
        #expect(asked <= places.count)
      }
      // The lazy sequence.
      #expect(BruteForce.answers(packed.nearest(to: center)) == expected)
      #expect(dynamic.nearest(to: center).map(\.distance) == expected.map(\.distance))
    }
  }
}
