internal import CairnMemory

/// The weights of a hierarchy for the weights of a graph, see ``RoadHierarchy/customized(_:)``.
package final class HierarchyWeights: Sendable {
  /// The weight of an arc that cannot be used, and of a path that does not exist: 2³¹ − 1.
  ///
  /// Weights of at least this value are treated as such. Paths are found only if they are shorter.
  package static let infinity: UInt32 = 1 << 31 - 1

  /// Marks a number as that of an arc of the graph.
  internal static let isInput: UInt32 = 1 << 31

  /// The hierarchy.
  package let hierarchy: RoadHierarchy
  /// The weight of each arc in the direction up.
  internal let up: HierarchySection
  /// The weight of each arc in the direction down.
  internal let down: HierarchySection
  /// The meaning of each arc in the direction up: an arc of the graph, marked by `isInput`, or a
  /// path over a node below, given by the arc from that node to the tail.
  internal let upSources: HierarchySection
  /// The same in the direction down.
  internal let downSources: HierarchySection
  /// The arcs that searches from a start follow.
  internal let upSearch: HierarchySearchArcs
  /// The arcs that searches from an end follow, against their direction.
  internal let downSearch: HierarchySearchArcs

  internal init(
    _ hierarchy: RoadHierarchy, up: HierarchySection, down: HierarchySection,
    upSources: HierarchySection, downSources: HierarchySection,
    upSearch: HierarchySearchArcs? = nil, downSearch: HierarchySearchArcs? = nil
  ) {
    self.upSearch = upSearch ?? HierarchySearchArcs(hierarchy, up)
    self.downSearch = downSearch ?? HierarchySearchArcs(hierarchy, down)
    self.hierarchy = hierarchy
    self.up = up
    self.down = down
    self.upSources = upSources
    self.downSources = downSources
  }
}

/// The upward arcs that a search follows.
internal struct HierarchySearchArcs: Sendable {
  /// The offset of the first arc of each rank, and the number of all.
  internal let first: HierarchySection
  /// The positions of the heads.
  internal let slots: HierarchySection
  internal let weights: HierarchySection
  /// The numbers of the arcs in the hierarchy; nil if they are equal to the offsets.
  internal let arcs: HierarchySection?

  /// All arcs of a hierarchy.
  internal init(_ hierarchy: RoadHierarchy, _ weights: HierarchySection) {
    first = hierarchy.firstUp
    slots = hierarchy.headSlots
    self.weights = weights
    arcs = nil
  }

  /// The arcs for which a condition holds.
  internal init(
    _ hierarchy: RoadHierarchy, _ weights: HierarchySection, where isKept: (_ arc: Int) -> Bool
  ) {
    var first: [UInt32] = [0]
    first.reserveCapacity(hierarchy.nodeCount + 1)
    var arcs: [UInt32] = []
    for rank in 0..<hierarchy.nodeCount {
      for arc in Int(hierarchy.firstUp[rank])..<Int(hierarchy.firstUp[rank + 1]) where isKept(arc) {
        arcs.append(UInt32(truncatingIfNeeded: arc))
      }
      first.append(UInt32(truncatingIfNeeded: arcs.count))
    }
    self.first = HierarchySection(first)
    slots = HierarchySection(arcs.map { hierarchy.headSlots[Int($0)] })
    self.weights = HierarchySection(arcs.map { weights[Int($0)] })
    self.arcs = HierarchySection(arcs)
  }
}

extension RoadHierarchy {
  /// Computes the weights of the hierarchy for weights of the graph.
  ///
  /// - Parameter weights: the weight of each arc of the graph; see ``HierarchyWeights/infinity``.
  /// - Returns: the weights of the arcs of the hierarchy.
  /// - Throws: ``HierarchyError/count(of:expected:actual:)`` if there is not one weight per arc.
  /// - Complexity: O(m + t) for t triangles of the hierarchy, tens per node in a city.
  package func customized(_ weights: [UInt32]) throws(HierarchyError) -> HierarchyWeights {
    guard weights.count == inputArcCount else {
      throw .count(of: "weights", expected: inputArcCount, actual: weights.count)
    }
    let sections = (0..<4).map { _ in PackedMemory(byteCount: 4 * arcCount) }
    let arrays = sections.map { unsafe UnsafeBuffer<UInt32>($0, byteOffset: 0, count: arcCount) }
    let customization = Customization(
      self, up: arrays[0], down: arrays[1], upSources: arrays[2], downSources: arrays[3])
    weights.withUnsafeSpan { customization.assign($0) }
    customization.relaxTriangles()
    extendLifetime(sections)
    let results = sections.map { HierarchySection($0, byteOffset: 0, count: arcCount) }
    return HierarchyWeights(
      self, up: results[0], down: results[1], upSources: results[2], downSources: results[3])
  }
}

/// The computation of the weights of a hierarchy, in arrays that outlive it.
internal struct Customization {
  private let firstUp: UnsafeSpan<UInt32>
  private let tails: UnsafeSpan<UInt32>
  private let firstBelow: UnsafeSpan<UInt32>
  private let arcsBelow: UnsafeSpan<UInt32>
  private let headSlots: UnsafeSpan<UInt32>
  private let arcs: UnsafeSpan<UInt32>
  private let height: Int
  private let nodeCount: Int
  private let up: UnsafeBuffer<UInt32>
  private let down: UnsafeBuffer<UInt32>
  private let upSources: UnsafeBuffer<UInt32>
  private let downSources: UnsafeBuffer<UInt32>

  internal init(
    _ hierarchy: RoadHierarchy, up: UnsafeBuffer<UInt32>, down: UnsafeBuffer<UInt32>,
    upSources: UnsafeBuffer<UInt32>, downSources: UnsafeBuffer<UInt32>
  ) {
    firstUp = hierarchy.firstUp.values
    tails = hierarchy.tails.values
    firstBelow = hierarchy.firstBelow.values
    arcsBelow = hierarchy.arcsBelow.values
    headSlots = hierarchy.headSlots.values
    arcs = hierarchy.arcs.values
    height = hierarchy.height
    nodeCount = hierarchy.nodeCount
    self.up = up
    self.down = down
    self.upSources = upSources
    self.downSources = downSources
  }

  /// Assigns the least weight of its arcs of the graph to each arc of the hierarchy.
  internal func assign(_ weights: UnsafeSpan<UInt32>) {
    for arc in 0..<up.count {
      up[arc] = HierarchyWeights.infinity
      down[arc] = HierarchyWeights.infinity
      upSources[arc] = .max
      downSources[arc] = .max
    }
    for input in 0..<weights.count {
      let arc = arcs[input]
      guard arc != .max else { continue }
      let index = Int(arc &>> 1)
      let source = UInt32(truncatingIfNeeded: input) | HierarchyWeights.isInput
      if arc & 1 == 0 {
        if weights[input] < up[index] {
          up[index] = weights[input]
          upSources[index] = source
        }
      } else if weights[input] < down[index] {
        down[index] = weights[input]
        downSources[index] = source
      }
    }
  }

  /// Replaces weights by those of shorter paths over a node below both ends, for all nodes in
  /// ascending order.
  ///
  /// The arcs of a node are final once all triangles with it as the middle node are relaxed. Until
  /// then, they are stored by the positions of their heads, with the source in the lower half of a
  /// word, so that taking the minimum needs no branch.
  internal func relaxTriangles() {
    withScratch(of: UInt64.self, count: 2 * max(height, 1)) { least in
      for middle in 0..<nodeCount {
        let below = Int(firstBelow[middle])..<Int(firstBelow[middle &+ 1])
        let above = Int(firstUp[middle])..<Int(firstUp[middle &+ 1])
        if below.isEmpty || above.isEmpty { continue }
        for arc in above {
          let slot = 2 &* Int(headSlots[arc])
          least[slot] = Self.word(up[arc], upSources[arc])
          least[slot &+ 1] = Self.word(down[arc], downSources[arc])
        }
        for index in below {
          relax(Int(arcsBelow[index]), least)
        }
        for arc in above {
          let slot = 2 &* Int(headSlots[arc])
          up[arc] = UInt32(truncatingIfNeeded: least[slot] &>> 32)
          upSources[arc] = UInt32(truncatingIfNeeded: least[slot])
          down[arc] = UInt32(truncatingIfNeeded: least[slot &+ 1] &>> 32)
          downSources[arc] = UInt32(truncatingIfNeeded: least[slot &+ 1])
        }
      }
    }
  }

  /// Relaxes the triangles of the arc from a node below to the middle node.
  @inline(__always)
  private func relax(_ side: Int, _ least: UnsafeBuffer<UInt64>) {
    let source = UInt32(truncatingIfNeeded: side)
    let toLowest = Self.word(down[side], source)
    let fromLowest = Self.word(up[side], source)
    for other in (side &+ 1)..<Int(firstUp[Int(tails[side]) &+ 1]) {
      let slot = 2 &* Int(headSlots[other])
      let upward = toLowest &+ Self.word(up[other], 0)
      let downward = fromLowest &+ Self.word(down[other], 0)
      let first = least[slot]
      let second = least[slot &+ 1]
      least[slot] = upward < first ? upward : first
      least[slot &+ 1] = downward < second ? downward : second
    }
  }

  @inline(__always)
  private static func word(_ weight: UInt32, _ source: UInt32) -> UInt64 {
    UInt64(weight) &<< 32 | UInt64(source)
  }
}
