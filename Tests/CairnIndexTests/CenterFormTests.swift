import CairnGeodesy
import Testing

@testable import CairnIndex

/// What is around a centre, asked in every form, equals brute force bit for bit: with conditions,
/// limits, closures, in order and in none, of all three indexes.
@Suite struct CenterFormTests {
  /// A question with what a loop over all points says.
  private struct Asked {
    let center: Coordinate
    let radius: Double
    let limit: Int
    let divisor: Int
    /// All points in order.
    let all: [BruteForce.Answer]

    var inside: [BruteForce.Answer] { Array(all.prefix { $0.distance <= radius }) }

    /// Those that satisfy the condition.
    func accepted(_ answers: [BruteForce.Answer]) -> [BruteForce.Answer] {
      answers.filter { IndexTrio.accepts($0.offset, divisor) }
    }
  }

  /// Asks random questions about random points until there are enough answers.
  ///
  /// - Parameter points: the points of the index that is asked, with their numbers.
  private func ask(
    _ kind: PointClass, _ points: (IndexTrio) -> [(Int, Coordinate)],
    _ check: (IndexTrio, Asked) throws -> Int
  ) throws {
    var random = SeededGenerator(seed: 6)
    var count = 0
    while count < kind.queries {
      let trio = try IndexTrio(kind, using: &random)
      let numbered = points(trio)
      let places = numbered.map(\.1)
      for _ in 0..<(queriesPerClass > 1000 ? 24 : 4) {
        let center = kind.center(for: places, using: &random)
        let radius = kind.radius(around: center, for: places, using: &random)
        let all = BruteForce(points: places).ordered(from: center)
          .map { BruteForce.Answer(offset: numbered[$0.offset].0, distance: $0.distance) }
        count += try check(
          trio,
          Asked(
            center: center, radius: radius,
            limit: [0, 1, 2, 7, 20, 60, .max].randomElement(using: &random) ?? 1,
            divisor: .random(in: 1...5, using: &random), all: all))
      }
    }
  }

  private func sorted(_ answers: [BruteForce.Answer]) -> [BruteForce.Answer] {
    answers.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
  }

  @Test(arguments: PointClass.allCases)
  func packed(_ kind: PointClass) throws {
    try ask(kind) { trio in
      trio.points.enumerated().map { ($0.offset, $0.element) }
    } _: { trio, asked in
      let index = trio.packed
      let (center, radius, limit) = (asked.center, asked.radius, asked.limit)
      let accepts = { (offset: Int) in IndexTrio.accepts(offset, asked.divisor) }
      let inside = asked.inside
      let accepted = asked.accepted(inside)
      func answers(_ found: some Sequence<Neighbor<Int>>) -> [BruteForce.Answer] {
        BruteForce.answers(found)
      }
      #expect(answers(index.within(radius, of: center, where: accepts)) == accepted)
      #expect(
        answers(index.within(radius, of: center, limit: limit)) == Array(inside.prefix(limit)))
      #expect(
        answers(index.within(radius, of: center, limit: limit, where: accepts))
          == Array(accepted.prefix(limit)))
      let unsorted = answers(index.unsorted(within: radius, of: center))
      #expect(sorted(unsorted) == inside)
      #expect(
        sorted(answers(index.unsorted(within: radius, of: center, where: accepts))) == accepted)
      #expect(
        answers(index.unsorted(within: radius, of: center, limit: limit))
          == Array(unsorted.prefix(limit)))
      #expect(
        answers(index.unsorted(within: radius, of: center, limit: limit, where: accepts))
          == Array(asked.accepted(unsorted).prefix(limit)))
      #expect(index.count(within: radius, of: center, where: accepts) == accepted.count)
      #expect(index.containsAny(within: radius, of: center, where: accepts) == !accepted.isEmpty)
      #expect(
        answers(index.nearest(to: center, count: limit, where: accepts))
          == Array(asked.accepted(asked.all).prefix(limit)))
      #expect(
        answers(index.nearest(to: center, count: limit, within: radius, where: accepts))
          == Array(accepted.prefix(limit)))
      var visited: [BruteForce.Answer] = []
      index.forEach(within: radius, of: center) { found in
        visited.append(
          .init(offset: found.offset, distance: found.element == found.offset ? found.distance : -1)
        )
      }
      #expect(visited == unsorted)
      #expect(
        answers(index.nearest(to: center).lazy.filter { accepts($0.element) }.prefix(7))
          == Array(asked.accepted(asked.all).prefix(7)))
      return 13
    }
  }

  @Test(arguments: PointClass.allCases)
  func mapped(_ kind: PointClass) throws {
    try ask(kind) { trio in
      trio.points.enumerated().map { ($0.offset, $0.element) }
    } _: { trio, asked in
      let index = trio.mapped
      let (center, radius, limit) = (asked.center, asked.radius, asked.limit)
      let accepts = { (offset: Int) in IndexTrio.accepts(offset, asked.divisor) }
      let inside = asked.inside
      let accepted = asked.accepted(inside)
      func answers(_ found: [Neighbor<Int>]) -> [BruteForce.Answer] {
        #expect(found.allSatisfy { $0.element == $0.offset })
        return BruteForce.answers(found)
      }
      #expect(try answers(index.within(radius, of: center)) == inside)
      #expect(try answers(index.within(radius, of: center, where: accepts)) == accepted)
      #expect(
        try answers(index.within(radius, of: center, limit: limit)) == Array(inside.prefix(limit)))
      #expect(
        try answers(index.within(radius, of: center, limit: limit, where: accepts))
          == Array(accepted.prefix(limit)))
      let unsorted = try answers(index.unsorted(within: radius, of: center))
      #expect(sorted(unsorted) == inside)
      #expect(
        try sorted(answers(index.unsorted(within: radius, of: center, where: accepts))) == accepted
      )
      #expect(
        try answers(index.unsorted(within: radius, of: center, limit: limit))
          == Array(unsorted.prefix(limit)))
      #expect(
        try answers(index.unsorted(within: radius, of: center, limit: limit, where: accepts))
          == Array(asked.accepted(unsorted).prefix(limit)))
      #expect(try index.count(within: radius, of: center) == inside.count)
      #expect(try index.count(within: radius, of: center, where: accepts) == accepted.count)
      #expect(try index.containsAny(within: radius, of: center) == !inside.isEmpty)
      #expect(
        try index.containsAny(within: radius, of: center, where: accepts) == !accepted.isEmpty)
      #expect(
        try answers(index.nearest(to: center, count: limit)) == Array(asked.all.prefix(limit)))
      #expect(
        try answers(index.nearest(to: center, count: limit, within: radius, where: accepts))
          == Array(accepted.prefix(limit)))
      var cursor = index.nearest(to: center)
      var found: [Neighbor<Int>] = []
      while found.count < 9, let next = try cursor.next() { found.append(next) }
      #expect(answers(found) == Array(asked.all.prefix(9)))
      return 15 * shareOfMapped
    }
  }

  @Test(arguments: PointClass.allCases)
  func dynamic(_ kind: PointClass) throws {
    try ask(kind) { trio in
      trio.pins.map { ($0.id, $0.coordinate) }
    } _: { trio, asked in
      let index = trio.dynamic
      let (center, radius, limit) = (asked.center, asked.radius, asked.limit)
      let accepts = { (pin: Pin) in IndexTrio.accepts(pin.id, asked.divisor) }
      let inside = asked.inside
      let accepted = asked.accepted(inside)
      func answers(
        _ found: some Sequence<DynamicPlaceIndex<Int, Pin>.Neighbor>
      ) -> [BruteForce.Answer] {
        found.map { .init(offset: $0.id == $0.element.id ? $0.id : -1, distance: $0.distance) }
      }
      #expect(answers(index.within(radius, of: center)) == inside)
      #expect(answers(index.within(radius, of: center, where: accepts)) == accepted)
      #expect(
        answers(index.within(radius, of: center, limit: limit)) == Array(inside.prefix(limit)))
      #expect(
        answers(index.within(radius, of: center, limit: limit, where: accepts))
          == Array(accepted.prefix(limit)))
      let unsorted = answers(index.unsorted(within: radius, of: center))
      #expect(sorted(unsorted) == inside)
      #expect(
        sorted(answers(index.unsorted(within: radius, of: center, where: accepts))) == accepted)
      #expect(
        answers(index.unsorted(within: radius, of: center, limit: limit))
          == Array(unsorted.prefix(limit)))
      #expect(
        answers(index.unsorted(within: radius, of: center, limit: limit, where: accepts))
          == Array(asked.accepted(unsorted).prefix(limit)))
      #expect(index.count(within: radius, of: center) == inside.count)
      #expect(index.count(within: radius, of: center, where: accepts) == accepted.count)
      #expect(index.containsAny(within: radius, of: center) == !inside.isEmpty)
      #expect(index.containsAny(within: radius, of: center, where: accepts) == !accepted.isEmpty)
      #expect(answers(index.nearest(to: center, count: limit)) == Array(asked.all.prefix(limit)))
      #expect(
        answers(index.nearest(to: center, count: limit, within: radius, where: accepts))
          == Array(accepted.prefix(limit)))
      #expect(answers(index.nearest(to: center).prefix(9)) == Array(asked.all.prefix(9)))
      var visited: [BruteForce.Answer] = []
      index.forEach(within: radius, of: center) {
        visited.append(.init(offset: $0.id, distance: $0.distance))
      }
      #expect(visited == unsorted)
      return 16
    }
  }
}
