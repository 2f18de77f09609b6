import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

/// The order of hits compared with the sort of the standard library.
struct HitSortingTests {
  /// The distribution of distances.
  enum Spread: CaseIterable {
    case even, squares, equal, few, oneFarAway, descending, tiny
  }

  private func hits(_ count: Int, _ spread: Spread, seed: UInt64) -> [Hit] {
    var random = SeededGenerator(seed: seed)
    let offsets = (0..<count).shuffled(using: &random)
    return offsets.map { offset in
      let unit = Double.random(in: 0...1, using: &random)
      let distance =
        switch spread {
        case .even: unit * 100_000
        case .squares: unit * unit * unit * unit * 1e7
        case .equal: 12.5
        case .few: (unit * 3).rounded() * 1000
        case .oneFarAway: offset == 0 ? 2e7 : unit * 1e-3
        case .descending: Double(count - offset)
        case .tiny: unit * 1e-300
        }
      return Hit(tag: offset, distance: distance)
    }
  }

  @Test(arguments: Spread.allCases)
  func hitsAreSorted(spread: Spread) {
    for (number, count) in [0, 1, 2, 3, 40, 41, 42, 300, 5_000, 65_537, 65_536]
      .prefix(rounds(.max, inDebug: 9)).enumerated()
    {
      let given = hits(count, spread, seed: UInt64(number))
      var list = GrowableArray<Hit>(capacity: count)
      for hit in given { list.append(hit) }
      list.withValues { $0.sortHits() }
      let expected = given.sorted(by: Hit.precedes)
      var differing = 0
      for index in 0..<count
      where list[index].tag != expected[index].tag
        || list[index].distance != expected[index].distance
      {
        differing += 1
      }
      #expect(differing == 0, "\(count)")
    }
  }
}
