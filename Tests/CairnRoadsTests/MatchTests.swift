import CairnGeodesy
import CairnOSM
import TestSupport
import Testing

@testable import CairnRoads

/// Map matching on simulated tracks and small maps.
@Suite struct MatchTests {
  /// A coordinate in hundreds of meters from the origin of ``RoadMap``.
  private static func at(_ x: Double, _ y: Double) -> Coordinate {
    Coordinate(latitude: 47 + y * 0.000_899_3, longitude: 9 + x * 0.001_318_6)
  }

  private static func match(
    _ map: RoadMap, _ points: [(Double, Double)], by profile: String = "car",
    times: [Double] = [], accuracy: Double = 5
  ) throws -> RoadMatch {
    try map.network().match(
      points.map { at($0.0, $0.1) }, seconds: times, accuracy: accuracy, by: profile)
  }

  /// Two parallel one-way streets in opposite directions, 15 meters apart, with links.
  private static var dualCarriageway: RoadMap {
    var map = RoadMap()
    for (index, x) in [0.0, 5, 10].enumerated() {
      map.node(Int64(1 + index), x, 0)
      map.node(Int64(11 + index), x, 0.15)
    }
    map.way(1, [1, 2, 3], ["highway": "primary", "oneway": "yes", "name": "East"])
    map.way(2, [13, 12, 11], ["highway": "primary", "oneway": "yes", "name": "West"])
    map.way(3, [1, 11], ["highway": "residential"])
    map.way(4, [3, 13], ["highway": "residential"])
    return map
  }

  // MARK: Simulated tracks

  private static let path =
    "\(#filePath)".split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    + "/Extracts/vaduz-roads.osm.pbf"

  @Test(arguments: [(5.0, 8.0), (5.0, 60.0), (10.0, 3.0), (10.0, 40.0)])
  func simulatedTracksGiveTheirRoutes(_ sigma: Double, _ step: Double) throws {
    let network = try RoadNetwork(extract: OSMFile(path: Self.path))
    var random = SeededGenerator(seed: UInt64(sigma * 100 + step))
    for profile in network.profileNames {
      var scores: [Double] = []
      while scores.count < rounds(6, inDebug: 3) {
        let ends = (0..<2).map { _ in
          Coordinate(
            latitude: Double.random(in: 47.134...47.144, using: &random),
            longitude: Double.random(in: 9.518...9.526, using: &random))
        }
        guard let route = try? network.route(from: ends[0], to: ends[1], by: profile),
          route.distance > 400
        else { continue }
        let track = Self.samples(route.path, step).map { point in
          let (east, north) = Self.noise(sigma, &random)
          return Coordinate(
            latitude: point.latitude + north / 111_195,
            longitude: point.longitude + east / 111_195 / 0.6802)
        }
        let match = try network.match(track, accuracy: sigma, by: profile)
        #expect(match.points.allSatisfy { $0.position != nil })
        #expect(match.pieces.count == 1)
        let length = match.pieces.reduce(0) { sum, piece in
          sum + piece.roads.reduce(0) { $0 + $1.distance }
        }
        #expect((length - match.distance).magnitude < 1e-6)
        scores.append(Self.score(route.path, match.pieces.map(\.path)))
      }
      #expect(scores.reduce(0, +) / Double(scores.count) > 0.93, "\(profile) \(scores)")
    }
  }

  /// Points at equal distances along a line.
  private static func samples(_ line: [Coordinate], _ step: Double) -> [Coordinate] {
    var samples = [line[0]]
    var rest = step
    for (first, second) in zip(line, line.dropFirst()) {
      let length = first.distance(to: second)
      while rest <= length {
        let part = rest / length
        samples.append(
          Coordinate(
            latitude: first.latitude + part * (second.latitude - first.latitude),
            longitude: first.longitude + part * (second.longitude - first.longitude)))
        rest += step
      }
      rest -= length
    }
    return samples
  }

  /// Normally distributed numbers by the polar method.
  private static func noise(
    _ sigma: Double, _ random: inout SeededGenerator
  ) -> (Double, Double) {
    // The sum of twelve uniform numbers has nearly a normal distribution.
    let numbers = (0..<2).map { _ in
      (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
    }
    return (numbers[0] * sigma, numbers[1] * sigma)
  }

  /// The F1 score of lengths within 8 meters.
  private static func score(_ truth: [Coordinate], _ lines: [[Coordinate]]) -> Double {
    func share(_ points: [Coordinate], near lines: [[Coordinate]]) -> Double {
      let count = points.count { point in
        lines.contains { line in
          zip(line, line.dropFirst()).contains { distance(point, $0, $1) <= 8 }
        }
      }
      return Double(count) / Double(max(points.count, 1))
    }
    let recall = share(samples(truth, 5), near: lines)
    let precision = share(lines.flatMap { samples($0, 5) }, near: [truth])
    return 2 * recall * precision / max(recall + precision, 1e-9)
  }

  private static func distance(_ point: Coordinate, _ a: Coordinate, _ b: Coordinate) -> Double {
    let east = 111_195 * 0.6802
    let (x, y) = ((a.longitude - point.longitude) * east, (a.latitude - point.latitude) * 111_195)
    let (dx, dy) = ((b.longitude - a.longitude) * east, (b.latitude - a.latitude) * 111_195)
    let square = dx * dx + dy * dy
    let part = square > 0 ? max(0, min(1, -(x * dx + y * dy) / square)) : 0
    let (u, v) = (x + part * dx, y + part * dy)
    return (u * u + v * v).squareRoot()
  }

  // MARK: Rules

  @Test func aCarKeepsToTheOneWayStreetOfItsDirection() throws {
    // The points are nearer to the street of the other direction.
    let east = stride(from: 0.5, through: 9.5, by: 1).map { ($0, 0.09) }
    let there = try Self.match(Self.dualCarriageway, east)
    #expect(there.pieces.map { $0.roads.map(\.name) } == [["East"]])
    let west = east.reversed().map { ($0.0, 0.06) }
    let back = try Self.match(Self.dualCarriageway, west)
    #expect(back.pieces.map { $0.roads.map(\.name) } == [["West"]])
    #expect(back.points.allSatisfy { $0.position?.name == "West" })
    // Walkers may use both.
    let walk = try Self.match(Self.dualCarriageway, west, by: "foot")
    #expect(walk.pieces.map { $0.roads.map(\.name) } == [["East"]])
  }

  @Test func aForbiddenTurnIsNotMatched() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 3, 0)
    map.node(3, 3, 3)
    map.node(4, 6, 0)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    map.way(2, [2, 3], ["highway": "residential", "name": "B"])
    map.way(3, [2, 4], ["highway": "residential", "name": "C"])
    let track: [(Double, Double)] = [(1, 0), (2, 0), (3, 0.5), (3, 1.5), (3, 2.5)]
    #expect(try Self.match(map, track).pieces.map { $0.roads.map(\.name) } == [["A", "B"]])
    map.restriction("no_left_turn", from: 1, via: 2, to: 2)
    let match = try Self.match(map, track)
    // The driver turns around on C, or the match is split; the turn itself is never used.
    #expect(match.pieces.allSatisfy { $0.roads.map(\.name) != ["A", "B"] })
  }

  @Test func turningRoundIsMatchedWhereTheTrackShowsIt() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 20, 0)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    let there = stride(from: 1.0, through: 10, by: 1).map { ($0, 0.02) }
    let match = try Self.match(map, there + there.reversed().map { ($0.0, -0.02) })
    #expect(match.pieces.count == 1)
    #expect((match.distance - 1800).magnitude < 20)
    #expect(match.points.first?.position?.isReversed != match.points.last?.position?.isReversed)
    // A single step back is noise.
    let noisy = try Self.match(map, [(1, 0), (2, 0), (3, 0), (2.95, 0), (4, 0), (5, 0)])
    #expect((noisy.distance - 400).magnitude < 5)
  }

  @Test func aHairpinBendIsFollowed() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 5, 0)
    map.node(3, 5, 0.4)
    map.node(4, 0, 0.4)
    map.way(1, [1, 2, 3, 4], ["highway": "residential", "name": "A"])
    let there = stride(from: 0.5, through: 4.5, by: 0.5).map { ($0, 0.15) }
    let back = there.reversed().map { ($0.0, 0.25) }
    let match = try Self.match(map, there + back, accuracy: 10)
    #expect((match.distance - 940).magnitude < 25)
  }

  @Test func aLoopIsFollowed() throws {
    var map = RoadMap()
    for (id, x, y) in [(1, 0.0, 0.0), (2, 4, 0), (3, 6, 0), (4, 6, 2), (5, 4, 2), (6, 4, -4)] {
      map.node(Int64(id), x, y)
    }
    // Under a bridge, around, and over it.
    map.way(1, [1, 2, 3, 4, 5, 2, 6], ["highway": "residential", "name": "A"])
    let track: [(Double, Double)] = [
      (1, 0), (3, 0), (5, 0), (6, 1), (5, 2), (4, 1), (4, -1), (4, -3),
    ]
    let match = try Self.match(map, track)
    #expect(match.pieces.count == 1)
    #expect((match.distance - 1400).magnitude < 10)
  }

  // MARK: Breaks

  @Test func gapsSplitTheMatch() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 60, 0)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    let far = try Self.match(map, [(1, 0), (2, 0), (40, 0), (41, 0)])
    #expect(far.pieces.map(\.beginning) == [.start, .gap])
    #expect(far.pieces.map(\.points) == [0..<2, 2..<4])
    let late = try Self.match(map, [(1, 0), (2, 0), (4, 0), (5, 0)], times: [0, 10, 1000, 1010])
    #expect(late.pieces.map(\.beginning) == [.start, .gap])
    // A stop at one place is not a gap.
    let rest = try Self.match(map, [(1, 0), (2, 0), (2.1, 0), (3, 0)], times: [0, 10, 1000, 1010])
    #expect(rest.pieces.count == 1)
  }

  @Test func pointsWithoutARoadAreReported() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 20, 0)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    let away = try Self.match(map, [(1, 0), (2, 0), (4, 5), (6, 5), (8, 5), (10, 0), (11, 0)])
    #expect(away.pieces.map(\.beginning) == [.start, .noRoad])
    #expect(away.points.map { $0 == .noRoad } == [false, false, true, true, true, false, false])
    // A single point off the track does not split the match.
    let aside = try Self.match(map, [(1, 0), (2, 0), (3, 1.5), (4, 0), (5, 0)])
    #expect(aside.pieces.count == 1)
    #expect(aside.points[2].position == nil)
    #expect(try Self.match(map, [(1, 9), (2, 9)]).pieces.isEmpty)
  }

  @Test func roadsWithoutAConnectionSplitTheMatch() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 5, 0)
    map.node(3, 6, 0)
    map.node(4, 20, 0)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    map.way(2, [3, 4], ["highway": "residential", "name": "B"])
    let track = stride(from: 1.0, through: 15, by: 1).map { ($0, 0.0) }
    let match = try Self.match(map, track)
    #expect(match.pieces.map(\.beginning) == [.start, .noPath])
    #expect(match.pieces.map { $0.roads.map(\.name) } == [["A"], ["B"]])
    #expect(match.points.allSatisfy { $0.position != nil })
  }

  @Test func outliersAreReported() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 20, 0)
    map.node(3, 5, 8)
    map.node(4, 6, 8)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    map.way(2, [3, 4], ["highway": "residential", "name": "B"])
    let match = try Self.match(map, [(1, 0), (3, 0), (5, 0), (5.5, 8), (6, 0), (8, 0), (9, 0)])
    #expect(match.pieces.count == 1)
    #expect(match.points[3] == .outlier)
    #expect((match.distance - 800).magnitude < 5)
  }

  @Test func privateRoadsAreMatched() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 5, 0)
    map.node(3, 10, 0)
    map.node(4, 15, 0)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    map.way(2, [2, 3], ["highway": "service", "access": "private", "name": "B"])
    map.way(3, [3, 4], ["highway": "residential", "name": "C"])
    let track = stride(from: 1.0, through: 14, by: 1).map { ($0, 0.0) }
    let match = try Self.match(map, track)
    #expect(match.pieces.map { $0.roads.map(\.name) } == [["A", "B", "C"]])
    #expect((match.distance - 1300).magnitude < 5)
  }

  // MARK: Edge cases

  @Test func emptyAndSinglePointTracks() throws {
    let map = Self.dualCarriageway
    #expect(try Self.match(map, []).points.isEmpty)
    let one = try Self.match(map, [(3, 0.01)])
    #expect(one.pieces.count == 1)
    #expect(one.pieces.first?.path.count == 1)
    #expect(one.distance == 0)
    let position = try #require(one.points.first?.position)
    #expect(position.distance < 2)
    #expect((0...1).contains(position.confidence))
  }

  @Test func invalidCoordinatesHaveNoRoad() throws {
    let network = try Self.dualCarriageway.network()
    let track = [
      Self.at(1, 0), Coordinate(latitude: .nan, longitude: 9), Self.at(3, 0),
      Coordinate(latitude: 91, longitude: 9), Self.at(5, 0),
    ]
    let match = try network.match(track, accuracy: 5, by: "car")
    #expect(match.points.map { $0.position != nil } == [true, false, true, false, true])
    #expect(match.points[1] == .noRoad)
    #expect(match.pieces.map(\.points) == [0..<5])
    #expect(throws: RoadError.self) { try network.match(track, by: "boat") }
  }

  @Test func oddSettingsAreTolerated() throws {
    let network = try RandomMapTests.map(4, size: 8).network()
    let track = (0..<6).map { RoadTrackPoint(Self.at(Double($0), 3), seconds: Double(-$0)) }
    for accuracy in [0, -1, .nan, .infinity, 1e300] {
      for radius in [nil, 0, -1, .nan, .infinity] as [Double?] {
        var options = RoadMatchOptions()
        options.accuracy = accuracy
        options.snapRadius = radius
        options.maximumGap = accuracy
        options.maximumPause = accuracy
        let match = try network.match(track, by: "car", options: options)
        #expect(match.points.count == 6)
        #expect(match.points.allSatisfy { (0...1).contains($0.position?.confidence ?? 0) })
      }
    }
    // Far from all roads, the nearest ones are found within a large radius.
    var options = RoadMatchOptions()
    options.snapRadius = 100_000
    let far = try network.match([RoadTrackPoint(Self.at(50, 50))], by: "foot", options: options)
    #expect(far.points[0].position != nil)
  }

  @Test func tracksAcrossTheAntimeridianAreMatched() throws {
    var map = RoadMap()
    map.nodes[1] = RoadMap.Node(latitude: 0, longitude: 1_799_900_000)
    map.nodes[2] = RoadMap.Node(latitude: 0, longitude: -1_799_900_000)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    let network = try map.network()
    let track = [179.992, 179.995, 179.998, -179.999, -179.996, -179.993].map {
      Coordinate(latitude: 0.00002, longitude: $0)
    }
    let match = try network.match(track, accuracy: 5, by: "car")
    #expect(match.pieces.count == 1)
    #expect((match.distance - 0.015 * 111_195).magnitude < 5)
  }

  @Test func densePointsOfARestAreOnePosition() throws {
    var random = SeededGenerator(seed: 3)
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 20, 0)
    map.node(3, 10, 5)
    map.node(4, 10, -5)
    map.way(1, [1, 2], ["highway": "residential", "name": "A"])
    map.way(2, [3, 4], ["highway": "residential", "name": "B"])
    let track = (0..<300).map { _ in
      let (east, north) = Self.noise(10, &random)
      return (5 + east / 100, north / 100)
    }
    let match = try Self.match(map, track, by: "foot", accuracy: 10)
    #expect(match.pieces.count == 1)
    // A path through each point would have more than two kilometers.
    #expect(match.distance < 100)
    #expect(match.points.allSatisfy { $0.position?.name == "A" })
  }
}
