import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

/// The tree of path edges compared with a loop over all edges.
@Suite struct PathTreeTests {
  private func paths(_ random: inout SeededGenerator) -> [GeoPath] {
    func coordinate() -> Coordinate {
      Coordinate(latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
    }
    func walk(_ count: Int, from start: Coordinate, step: Double) -> GeoPath {
      var place = start
      var bearing = 80.0
      return GeoPath(
        (0..<count).map { _ in
          bearing += random.double(in: -50...50)
          place = place.destination(bearing: bearing, distance: step * random.double(in: 0...1))
          return place
        })
    }
    let place = Coordinate(latitude: 12, longitude: 34)
    let antipode = Coordinate(latitude: -12, longitude: -146)
    return [
      GeoPath([place]), GeoPath([Coordinate(latitude: -90, longitude: 0)]),
      GeoPath([Coordinate(latitude: 0, longitude: 123.4)]), GeoPath([place, place, place]),
      GeoPath([place, antipode]),
      GeoPath([place, antipode, Coordinate(latitude: 90, longitude: 0)]),
      GeoPath([
        Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0), place,
      ]),
      GeoPath((0..<7).map { _ in coordinate() }), GeoPath((0..<150).map { _ in coordinate() }),
      walk(9, from: place, step: 1e3), walk(64, from: place, step: 10),
      walk(65, from: Coordinate(latitude: 0, longitude: 179.9), step: 3e4),
      walk(300, from: Coordinate(latitude: 89, longitude: 0), step: 2e4),
      walk(129, from: coordinate(), step: 5e5), walk(100, from: coordinate(), step: 0.01),
    ]
      + [(0.0, 1e5), (37, 1e5), (90, 2e6), (143, 500), (60, 40), (12, 0.5)].map {
        comb(from: place, at: $0.0, $0.1)
      }
      // Vehicles that park: vertices are repeated up to forty times, even at both ends.
      + (0..<4).map { _ in
        let stops = walk(12, from: coordinate(), step: 2_000).coordinates
        return GeoPath(
          stops.flatMap { stop in
            Array(repeating: stop, count: [1, 2, 9, 40][Int(random.double(in: 0...3.99))])
          })
      }
  }

  /// Long parallel edges, at an angle to the meridians.
  private func comb(from start: Coordinate, at bearing: Double, _ length: Double) -> GeoPath {
    GeoPath(
      (0..<200).map { number in
        let foot = start.destination(bearing: bearing, distance: Double(number) * length / 100)
        return number.isMultiple(of: 2)
          ? foot : foot.destination(bearing: bearing + 80, distance: length)
      })
  }

  @Test func distancesMatchThePath() throws {
    var random = SeededGenerator(seed: 72)
    for path in paths(&random) {
      let index = PathIndex(path)
      // The distance to a path of one vertex rarely differs from that to an edge in the last bit.
      for round in 0..<(path.coordinates.count == 1 ? 2000 : 20) {
        let vertex = path.coordinates[random.integer(in: 0...path.coordinates.count - 1)]
        let place =
          switch round % 5 {
          case 0: vertex
          case 1: Coordinate(latitude: -vertex.latitude, longitude: vertex.longitude + 180)
          case 2:
            vertex.destination(
              bearing: random.double(in: 0...360), distance: random.double(in: 0...1e3))
          case 3:
            vertex.destination(
              bearing: random.double(in: 0...360), distance: random.double(in: 0...1e6))
          default:
            Coordinate(
              latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
          }
        #expect(index.distance(to: place) == path.distance(to: place))
        #expect(index.nearestPoint(to: place) == path.nearestPoint(to: place))
      }
    }
  }

  /// All distances along the path, those of the vertices bit for bit, and those beyond both ends.
  @Test func positionsAlongMatchThePath() {
    var random = SeededGenerator(seed: 74)
    for path in paths(&random) {
      let index = PathIndex(path)
      #expect(index.length == path.length())
      var distances = [-1, 0, -0.0, index.length, index.length * 2, .infinity, .nan]
      for last in path.coordinates.indices {
        distances.append(GeoPath(Array(path.coordinates[...last])).length())
      }
      distances += (0..<50).map { _ in random.double(in: 0...1) * index.length }
      for distance in distances {
        #expect(index.coordinate(atDistance: distance) == path.coordinate(atDistance: distance))
      }
    }
    let broken = PathIndex(GeoPath([Coordinate(latitude: .nan, longitude: 0)]))
    #expect(broken.length == 0)
    #expect(broken.distance(to: Coordinate(latitude: 0, longitude: 0)).isNaN)
    #expect(broken.nearestPoint(to: Coordinate(latitude: 0, longitude: 0)) == nil)
    #expect(PathIndex(GeoPath([])).coordinate(atDistance: 1) == nil)
  }

  /// All points of a great circle are equally far from the pole of its plane, so the first edge on
  /// it is the nearest, and distances near that pole differ only in their last bits.
  @Test func edgesAQuarterTurnAwayMatchThePath() {
    var random = SeededGenerator(seed: 45)
    var equal = 0
    for _ in 0..<rounds(20_000, inDebug: 1_000) {
      // Multiples of 15 degrees, whose vectors have simple components, or any numbers.
      let isRound = Bool.random(using: &random)
      func angle(_ greatest: Int) -> Double {
        isRound
          ? Double(15 * .random(in: -greatest / 15...greatest / 15, using: &random))
          : random.double(in: -Double(greatest)...Double(greatest))
      }
      let pole = Coordinate(latitude: angle(90), longitude: angle(180))
      let track = GeoPath(
        (0..<Int.random(in: 2...12, using: &random)).map { _ in
          pole.destination(bearing: angle(180), distance: Sphere.mean.radius * .pi / 2)
        })
      let index = PathIndex(track)
      for way in [0, 1e-9, 1e-3, 0.05, 30] {
        let place = pole.destination(bearing: 40, distance: way)
        let point = track.nearestPoint(to: place)
        #expect(index.nearestPoint(to: place) == point)
        equal += point?.edge == 0 ? 1 : 0
        let distance = track.distance(to: place)
        for (reach, isInside) in [(distance, true), (distance.nextDown, false)] {
          let corridor = CorridorRegion(index, distance: reach)
          #expect(corridor?.contains(place) == isInside)
        }
      }
    }
    #expect(equal > 100)
  }

  @Test func corridorsMatchDistances() throws {
    var random = SeededGenerator(seed: 73)
    for path in paths(&random) {
      var places = (0..<rounds(60, inDebug: 20)).map { _ in
        Coordinate(
          latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
      }
      for vertex in path.coordinates.prefix(rounds(25, inDebug: 8)) {
        for _ in 0..<4 {
          places.append(
            vertex.destination(
              bearing: random.double(in: 0...360),
              distance: random.double(in: 0...40) * random.double(in: 0...2_000)))
        }
      }
      let index = try PlaceIndex(places, coordinate: { $0 })
      let distances = places.map { path.distance(to: $0) }
      for distance in [0, 5, 60_000, 3e6, 3e7] {
        let expected = places.indices.filter { distances[$0] <= distance }
        #expect(index.keys(within: distance, of: path) == expected)
        let hits = index.within(distance, of: path)
        #expect(hits.map(\.offset).sorted() == expected)
        #expect(hits.allSatisfy { $0.distance == distances[$0.offset] })
      }
    }
  }

  @Test func invalidPaths() {
    #expect(PathIndex(GeoPath([])).tree == nil)
    #expect(PathIndex(GeoPath([Coordinate(latitude: .nan, longitude: 0)])).tree == nil)
  }
}
