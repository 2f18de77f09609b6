internal import CairnMemory

/// The sections of a hierarchy that a file stores: numbers of 32 bits in native byte order.
///
/// Instead of the sections, a file can store only ``NodeOrder/nodes``, or number its nodes in that
/// order and store nothing: contraction is fast compared to the order.
package struct StoredHierarchy: Sendable {
  /// The rank of each node.
  package let ranks: HierarchySection
  /// The number of the first upward arc of each rank, and the number of all.
  package let firstUp: HierarchySection
  /// The higher ends of the upward arcs, ascending for each rank.
  package let heads: HierarchySection
  /// The arc of the hierarchy that each arc of the graph belongs to: twice its number, plus 1 if it
  /// points down; `UInt32.max` for a loop.
  package let arcs: HierarchySection

  /// Creates sections from parts of a file; see ``RoadHierarchy/init(_:)``.
  package init(
    ranks: HierarchySection, firstUp: HierarchySection, heads: HierarchySection,
    arcs: HierarchySection
  ) {
    self.ranks = ranks
    self.firstUp = firstUp
    self.heads = heads
    self.arcs = arcs
  }

  /// Verifies everything that queries rely on without further checks.
  ///
  /// - Complexity: O(n + m + a) for a upward arcs.
  internal func verify() throws(HierarchyError) {
    let count = ranks.count
    guard firstUp.count == count + 1 else { throw .section("firstUp: count") }
    guard heads.count < 1 << 31 - 1, arcs.count < 1 << 31 - 1 else { throw .tooLarge }
    do {
      _ = try NodeOrder(nodes: ranks.array)
    } catch {
      throw .section("ranks: not a permutation")
    }
    guard firstUp[0] == 0, Int(firstUp[count]) == heads.count else {
      throw .section("firstUp: bounds")
    }
    for rank in 0..<count where firstUp[rank] > firstUp[rank + 1] {
      throw .section("firstUp: not ascending at \(rank)")
    }
    for rank in 0..<count { try verifyHeads(of: rank) }
    for rank in 0..<count { try verifyParent(of: rank) }
    for arc in 0..<arcs.count where arcs[arc] != .max && Int(arcs[arc] >> 1) >= heads.count {
      throw .section("arcs: no arc \(arcs[arc] >> 1) at \(arc)")
    }
  }

  /// Verifies that the upper neighbors of a rank are greater than it, and ascend.
  private func verifyHeads(of rank: Int) throws(HierarchyError) {
    var last = rank
    for arc in Int(firstUp[rank])..<Int(firstUp[rank + 1]) {
      guard Int(heads[arc]) > last, Int(heads[arc]) < ranks.count else {
        throw .section("heads: not ascending at \(arc)")
      }
      last = Int(heads[arc])
    }
  }

  /// Verifies that the upper neighbors of a rank after the first are upper neighbors of the first.
  ///
  /// It follows that all upper neighbors of a rank are neighbors, and ancestors of it.
  private func verifyParent(of rank: Int) throws(HierarchyError) {
    let first = Int(firstUp[rank])
    guard first < Int(firstUp[rank + 1]) else { return }
    let parent = Int(heads[first])
    var index = Int(firstUp[parent])
    let end = Int(firstUp[parent + 1])
    for arc in (first + 1)..<Int(firstUp[rank + 1]) {
      while index < end && heads[index] < heads[arc] { index += 1 }
      guard index < end, heads[index] == heads[arc] else {
        throw .section("heads: no arc from \(parent) to \(heads[arc])")
      }
    }
  }
}

extension RoadHierarchy {
  /// The sections to store.
  package var stored: StoredHierarchy {
    StoredHierarchy(ranks: ranks, firstUp: firstUp, heads: heads, arcs: arcs)
  }
}
