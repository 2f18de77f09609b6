import TestSupport

@testable import CairnRoutes

/// Asymmetric costs of the kinds caused by one-way streets, slopes, precedence and blocks.
enum DirectedCases: String, CaseIterable {
  case ranking, threeValues, pairs, partialOrder, precedence, blocks, hills, shifted, uniform, near
  case targets, zeros

  /// The costs of this kind.
  func costs(_ count: Int, seed: UInt64) throws -> CostMatrix {
    var random = SeededGenerator(seed: seed &* 31 &+ UInt64(count))
    let ranks = (0..<count).shuffled(using: &random)
    let places = (0..<count).map { _ in
      SIMD2(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
    }
    let heights = (0..<count).map { _ in Double.random(in: 0...1_000, using: &random) }
    let potentials = (0..<count).map { _ in Double(Int.random(in: 0...1_000_000, using: &random)) }
    let isCheap = (0..<count).map { _ in (0..<count).map { _ in Bool.random(using: &random) } }
    func distance(_ a: Int, _ b: Int) -> Double {
      let way = places[a] - places[b]
      return ((way * way).sum().squareRoot() * 1_000).rounded()
    }
    return try CostMatrix(count: count) { from, to in
      switch self {
      case .ranking: return ranks[from] < ranks[to] ? 1 : 100
      case .threeValues: return [1, 10, 100][Int.random(in: 0..<3, using: &random)]
      case .pairs:
        let cheap = isCheap[min(from, to)][max(from, to)] == (from < to)
        return Double(Int.random(in: cheap ? 1...10 : 50...1_000, using: &random))
      case .partialOrder: return all(places[from] .< places[to]) ? 1 : 100
      case .precedence:
        let isForbidden = ranks[from] > ranks[to] && ranks[to] > 0 && isCheap[from][to]
        return isForbidden ? 1e9 : distance(from, to)
      case .blocks:
        let (here, there) = (ranks[from] / 5, ranks[to] / 5)
        if here == there { return Double(Int.random(in: 1...5, using: &random)) }
        return here + 1 == there || there == 0 ? 20 : 200
      case .hills: return distance(from, to) + max(0, 3 * (heights[to] - heights[from])).rounded()
      case .shifted: return distance(from, to) + 1e6 + potentials[from] - potentials[to]
      case .uniform: return Double(Int.random(in: 1...100_000, using: &random))
      case .near: return distance(from, to) + Double(Int.random(in: 0...20, using: &random))
      case .targets: return heights[to].rounded() + Double(Int.random(in: 0...2, using: &random))
      case .zeros: return isCheap[from][to] ? 0 : Double(Int.random(in: 0...3, using: &random))
      }
    }
  }
}
