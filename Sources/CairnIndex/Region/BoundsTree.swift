internal import CairnMemory

/// Boxes of vectors, eight by eight in larger ones: which of many shapes may be at or near a place.
///
/// A packed (bulk-loaded) R-tree in k-d order, as `PlaceIndex` has it: halves along the longest
/// axis (J. L. Bentley, doi:10.1145/361002.361007) under full nodes (I. Kamel and C. Faloutsos,
/// doi:10.1145/170088.170403). A child is found by its position, so that no node has a pointer.
package struct BoundsTree: Sendable {
  /// What the boxes are known by, in the order of the leaves.
  @usableFromInline package private(set) var tags: [UInt32]
  /// The boxes themselves, eight a node, then the boxes around nodes and so on, up to one node.
  @usableFromInline package private(set) var levels: [ContiguousArray<BoundsNode>] = []

  /// How many boxes a node has.
  @inlinable package static var fanOut: Int { 8 }

  /// Builds the tree of boxes that are not empty in O(*n* log *n*).
  package init(_ boxes: [(tag: UInt32, box: VectorBox)]) {
    var entries = boxes.map { Entry(tag: $0.tag, box: $0.box, center: $0.box.center) }
    entries.withSlab { Self.order($0) }
    self.init(packed: entries.map { (tag: $0.tag, box: $0.box) })
  }

  /// Builds the tree of boxes that are in the order of its leaves in O(*n*).
  package init(packed boxes: [(tag: UInt32, box: VectorBox)]) {
    tags = boxes.map { $0.tag }
    var inner = boxes.map { $0.box }
    repeat {
      let nodes = ContiguousArray(
        stride(from: 0, to: max(inner.count, 1), by: Self.fanOut).map { start in
          BoundsNode(inner[start..<min(start + Self.fanOut, inner.count)])
        })
      levels.append(nodes)
      inner = stride(from: 0, to: inner.count, by: Self.fanOut).map { start in
        inner[start..<min(start + Self.fanOut, inner.count)].reduce(into: .empty) {
          $0.formUnion($1)
        }
      }
    } while inner.count > 1
  }

  private struct Entry: BitwiseCopyable {
    let tag: UInt32
    let box: VectorBox
    let center: SIMD3<Float>
  }

  /// Puts boxes that are near one another side by side.
  private static func order(_ entries: Slab<Entry>) {
    guard entries.count > fanOut else { return }
    var least = SIMD3<Float>(repeating: .infinity)
    var greatest = SIMD3<Float>(repeating: -.infinity)
    for index in 0..<entries.count {
      let center = entries[index].center
      least = least.replacing(with: center, where: center .< least)
      greatest = greatest.replacing(with: center, where: center .> greatest)
    }
    let extent = greatest - least
    let axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2
    // The left part fills its nodes.
    var size = fanOut
    while size * fanOut < entries.count { size *= fanOut }
    let middle = max((entries.count / 2) / size, 1) * size
    entries.select(middle) { $0.center[axis] }
    order(entries[0..<middle])
    order(entries[middle..<entries.count])
  }

  /// How many boxes there are.
  package var count: Int { tags.count }

  /// The root's level.
  @inlinable package var top: Int { levels.count - 1 }

  /// Calls a closure with the tags of boxes that a judge of nodes lets through, until it gives
  /// false.
  ///
  /// - Parameters:
  ///   - judge: the lanes of a node whose boxes matter, as bits.
  ///   - body: is given the tags, in no order.
  /// - Returns: whether the closure has never given false.
  @inlinable @inline(__always)
  @discardableResult
  package func forEach(
    where judge: (BoundsNode) -> UInt32, _ body: (UInt32) -> Bool
  ) -> Bool {
    visit(0, ofLevel: top, judge, body)
  }

  @inlinable
  package func visit(
    _ node: Int, ofLevel level: Int, _ judge: (BoundsNode) -> UInt32, _ body: (UInt32) -> Bool
  ) -> Bool {
    var lanes = judge(levels[level][node])
    while lanes != 0 {
      let child = node * Self.fanOut + lanes.trailingZeroBitCount
      lanes &= lanes - 1
      let goesOn =
        level > 0 ? visit(child, ofLevel: level - 1, judge, body) : body(tags[child])
      guard goesOn else { return false }
    }
    return true
  }
}

/// Eight boxes of vectors; a lane without one has a box that is nowhere.
package struct BoundsNode: Sendable {
  @usableFromInline package private(set) var leastX = SIMD8<Float>(repeating: .infinity)
  @usableFromInline package private(set) var leastY = SIMD8<Float>(repeating: .infinity)
  @usableFromInline package private(set) var leastZ = SIMD8<Float>(repeating: .infinity)
  @usableFromInline package private(set) var greatestX = SIMD8<Float>(repeating: -.infinity)
  @usableFromInline package private(set) var greatestY = SIMD8<Float>(repeating: -.infinity)
  @usableFromInline package private(set) var greatestZ = SIMD8<Float>(repeating: -.infinity)

  init(_ boxes: ArraySlice<VectorBox>) {
    for (lane, box) in boxes.prefix(BoundsTree.fanOut).enumerated() {
      (leastX[lane], leastY[lane], leastZ[lane]) = (box.least.x, box.least.y, box.least.z)
      (greatestX[lane], greatestY[lane], greatestZ[lane]) =
        (box.greatest.x, box.greatest.y, box.greatest.z)
    }
  }

  /// The lanes whose box may have a place.
  @inlinable @inline(__always)
  package func lanes(holding place: SIMD3<Float>) -> UInt32 {
    laneBits(
      outside(place.x, leastX, greatestX) .<= SIMD8<Float>()
        .& (outside(place.y, leastY, greatestY) .<= SIMD8<Float>())
        .& (outside(place.z, leastZ, greatestZ) .<= SIMD8<Float>()))
  }

  /// The lanes whose box meets another.
  @inlinable @inline(__always)
  package func lanes(meeting box: VectorBox) -> UInt32 {
    laneBits(
      (leastX .<= box.greatest.x) .& (greatestX .>= box.least.x)
        .& (leastY .<= box.greatest.y) .& (greatestY .>= box.least.y)
        .& (leastZ .<= box.greatest.z) .& (greatestZ .>= box.least.z))
  }

  /// The squared chords from a place to the nearest point of each box; infinite for a lane without.
  @inlinable @inline(__always)
  package func squaredChords(to place: SIMD3<Float>) -> SIMD8<Float> {
    let x = outside(place.x, leastX, greatestX)
    let y = outside(place.y, leastY, greatestY)
    let z = outside(place.z, leastZ, greatestZ)
    return x * x + y * y + z * z
  }

  /// How far a value is from intervals, 0 within.
  @inlinable @inline(__always)
  package func outside(
    _ value: Float, _ least: SIMD8<Float>, _ greatest: SIMD8<Float>
  ) -> SIMD8<Float> {
    let value = SIMD8(repeating: value)
    let below = least - value
    let above = value - greatest
    let farther = below.replacing(with: above, where: above .> below)
    return SIMD8<Float>().replacing(with: farther, where: farther .> SIMD8<Float>())
  }
}

/// The lanes of a mask as bits.
@inlinable @inline(__always)
package func laneBits(_ mask: SIMDMask<SIMD8<Int32>>) -> UInt32 {
  let lanes = SIMD8<UInt32>().replacing(with: SIMD8(1, 2, 4, 8, 16, 32, 64, 128), where: mask)
  let four = lanes.lowHalf | lanes.highHalf
  let two = four.lowHalf | four.highHalf
  return two.x | two.y
}
