import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnRoads

/// The scores of matching, compared with a plain Viterbi algorithm on small maps: all pairs of
/// candidates, each with a plain search.
@Suite struct MatchOracleTests {
  @Test(arguments: 0..<8)
  func scoresEqualThoseOfAPlainViterbiAlgorithm(_ seed: Int) throws {
    let map = RandomMapTests.map(UInt64(seed) + 50)
    let network = try map.network()
    var random = SeededGenerator(seed: UInt64(seed))
    for name in network.profileNames {
      let context = try RoadContext(network, name)
      for _ in 0..<3 {
        let points = (0..<5).map { step in
          RoadTrackPoint(
            Coordinate(
              latitude: 47.0005 + 0.0006 * Double(step)
                + Double.random(in: -0.0004...0.0004, using: &random),
              longitude: 9.001 + Double.random(in: -0.001...0.001, using: &random)))
        }
        let layers = TrackThinner(points, RoadMatchOptions()).layers()
        if context.profile.isPlain {
          compare(NodeSpace(graph: context.graph, profile: context.profile), layers)
        } else {
          compare(TurnSpace(graph: context.graph, profile: context.profile), layers)
        }
      }
    }
  }

  private func compare<Space: MatchSpace>(_ space: Space, _ layers: [TrackLayer]) {
    let labels = SearchLabels(stateCount: space.stateCount)
    var matcher = TrackMatcher(space, EdgeBoxes(space.graph), labels, layers, RoadMatchOptions())
    for layer in layers { matcher.addCandidates(layer) }
    guard !matcher.ranges.contains(where: \.isEmpty) else { return }
    matcher.begin(0)
    var expected = normalized(
      matcher.ranges[0].map { Int(matcher.candidates[$0].emission) }, matcher, 0)
    for layer in layers.indices.dropFirst() {
      guard matcher.advance(from: layer - 1, to: layer) else { return }
      var scores: [Int] = []
      for target in matcher.ranges[layer] {
        var best = Int.max
        for (source, score) in zip(matcher.ranges[layer - 1], expected)
        where score < Int(matcher.model.beam) {
          if let cost = cost(space, matcher, source, target, layers[layer - 1], layers[layer]) {
            best = min(best, score + cost)
          }
        }
        let emission = Int(matcher.candidates[target].emission)
        scores.append(best == .max ? .max : best + emission)
      }
      expected = normalized(scores, matcher, layer)
      for (offset, index) in matcher.ranges[layer].enumerated()
      where expected[offset] < Int(matcher.model.beam) {
        #expect(Int(matcher.candidates[index].score) == expected[offset])
      }
      // Paths beyond the beam may have been dropped.
      for (offset, index) in matcher.ranges[layer].enumerated()
      where expected[offset] >= Int(matcher.model.beam) {
        #expect(matcher.candidates[index].score >= matcher.model.beam)
      }
    }
  }

  /// Scores with turns at the candidates, less the least one.
  private func normalized<Space: MatchSpace>(
    _ scores: [Int], _ matcher: borrowing TrackMatcher<Space>, _ layer: Int
  ) -> [Int] {
    var turned = scores
    let range = matcher.ranges[layer]
    for (offset, index) in range.enumerated() {
      for (other, candidate) in range.enumerated() where scores[other] < .max {
        let (a, b) = (matcher.candidates[index], matcher.candidates[candidate])
        let isReverse = Int(a.arc) == matcher.graph.reverse(Int(b.arc))
        if isReverse, a.segment == b.segment, a.fraction == b.fraction {
          turned[offset] = min(turned[offset], scores[other] + Int(matcher.model.turnCost))
        }
      }
    }
    let least = turned.min() ?? 0
    return turned.map { $0 == .max ? .max : $0 - least }
  }

  /// The cost between two candidates by a search without a queue; nil if there is no path.
  private func cost<Space: MatchSpace>(
    _ space: Space, _ matcher: borrowing TrackMatcher<Space>, _ source: Int, _ target: Int,
    _ first: TrackLayer, _ second: TrackLayer
  ) -> Int? {
    let (from, to) = (matcher.candidates[source], matcher.candidates[target])
    var best = Int.max
    if from.arc == to.arc {
      let move = Int(to.before) - Int(from.before)
      let backward = 300 * max(first.sigma, second.sigma)
      if move >= 0 || Double(-move) <= backward { best = abs(move) }
    }
    var costs = [Int](repeating: .max, count: space.stateCount)
    costs[space.entered(Int(from.arc))] = Int(from.after)
    var changes = true
    while changes {
      changes = false
      for state in costs.indices where costs[state] < .max {
        let cost = costs[state]
        space.steps(from: state) { arc, weight, next, _ in
          let sum = cost + Int(matcher.cost(arc, weight))
          if sum < costs[next] {
            costs[next] = sum
            changes = true
          }
          if arc == Int(to.arc) { best = min(best, cost + Int(to.before)) }
        }
      }
    }
    return best == .max ? nil : best
  }

  @Test(arguments: 0..<4)
  func candidatesAreAllRoadsWithinTheRadius(_ seed: Int) throws {
    let network = try RandomMapTests.map(UInt64(seed), size: 7).network()
    let graph = try network.graph()
    var random = SeededGenerator(seed: UInt64(seed))
    var finder = CandidateFinder(graph, EdgeBoxes(graph))
    for _ in 0..<50 {
      let point = Coordinate(
        latitude: 47 + Double.random(in: -0.001...0.007, using: &random),
        longitude: 9 + Double.random(in: -0.001...0.009, using: &random))
      let radius = Double.random(in: 5...200, using: &random)
      finder.find(latitude: point.latitude * 1e7, longitude: point.longitude * 1e7, radius: radius)
      {
        $0 % 5 > 0
      }
      let snapper = RoadSnapper(graph, at: point)
      var found: [Int: Double] = [:]
      for index in 0..<finder.found.count {
        let position = finder.found[index]
        found[position.edge] = min(found[position.edge] ?? .infinity, position.squaredDistance)
        #expect(position.along <= position.length * (1 + 1e-12))
      }
      for edge in 0..<graph.edgeCount {
        let expected = snapper.nearest(on: edge).squaredDistance
        if edge % 5 > 0, expected <= radius * radius {
          #expect(((found[edge] ?? .infinity) - expected).magnitude < 1e-6)
        } else {
          #expect(found[edge] == nil)
        }
      }
    }
  }
}
