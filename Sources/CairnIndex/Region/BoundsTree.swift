internal import CairnMemory

/// A tree of vector boxes with a fan-out of eight, to find which of many shapes may be at or near a
/// place.
///
/// A packed (bulk-loaded) R-tree in k-d order like that of `PlaceIndex`: halved along the longest
/// axis (J. L. Bentley, doi:10.1145/361002.361007) with full nodes (I. Kamel and C. Faloutsos,
/// doi:10.1145/170088.170403). A child is found by its position, so nodes store no pointers.
package struct BoundsTree: Sendable {
  /// The identifiers of the boxes, in the order of the leaves.
  @usableFromInline package private(set) var tags: [UInt32]
  /// The boxes themselves, eight per node, then the boxes of nodes and so on, up to a single root
  /// node.
  @usableFromInline package private(set) var levels: [ContiguousArray<BoundsNode>] = []

  /// The maximum number of boxes per node.
  @inlinable package static var fanOut: Int { 8 }

  /// Builds the tree of nonempty boxes in O(*n* log *n*).
  package init(_ boxes: [(tag: UInt32, box: VectorBox)]) {
    var entries = boxes.map { Entry(tag: $0.tag, box: $0.box, center: $0.box.center) }
    entries.withUnsafeBuffer { Self.order($0) }
    self.init(packed: entries.map { (tag: $0.tag, box: $0.box) })
  }

  /// Builds the tree of boxes that are already in leaf order in O(*n*).
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

  /// Sorts the boxes in k-d order, so that near boxes are close together.
  private static func order(_ entries: UnsafeBuffer<Entry>) {
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
    // The size of the left part is a multiple of full nodes.
    var size = fanOut
    while size * fanOut < entries.count { size *= fanOut }
    let middle = max((entries.count / 2) / size, 1) * size
    entries.select(middle) { $0.center[axis] }
    order(entries[0..<middle])
    order(entries[middle..<entries.count])
  }

  /// The number of boxes.
  package var count: Int { tags.count }

  /// The level of the root.
  @inlinable package var top: Int { levels.count - 1 }

  /// Calls a closure with the tags of the boxes that a filter selects, until it returns false.
  ///
  /// - Parameters:
  ///   - judge: returns the selected lanes of a node as bits.
  ///   - body: called with each tag, in an unspecified order.
  /// - Returns: false if the closure returned false.
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
      let continues =
        level > 0 ? visit(child, ofLevel: level - 1, judge, body) : body(tags[child])
      guard continues else { return false }
    }
    return true
  }
}

/// Eight vector boxes; unused lanes contain an empty box.
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

  /// The lanes whose box contains a place.
  @inlinable @inline(__always)
  package func lanes(holding place: SIMD3<Float>) -> UInt32 {
    laneBits(
      outside(place.x, leastX, greatestX) .<= SIMD8<Float>()
        .& (outside(place.y, leastY, greatestY) .<= SIMD8<Float>())
        .& (outside(place.z, leastZ, greatestZ) .<= SIMD8<Float>()))
  }

  /// The lanes whose box intersects another box.
  @inlinable @inline(__always)
  package func lanes(meeting box: VectorBox) -> UInt32 {
    laneBits(
      (leastX .<= box.greatest.x) .& (greatestX .>= box.least.x)
        .& (leastY .<= box.greatest.y) .& (greatestY .>= box.least.y)
        .& (leastZ .<= box.greatest.z) .& (greatestZ .>= box.least.z))
  }

  /// The squared chords from a place to the nearest point of each box; infinite for unused lanes.
  @inlinable @inline(__always)
  package func squaredChords(to place: SIMD3<Float>) -> SIMD8<Float> {
    let x = outside(place.x, leastX, greatestX)
    let y = outside(place.y, leastY, greatestY)
    let z = outside(place.z, leastZ, greatestZ)
    return x * x + y * y + z * z
  }

  /// The distances from a value to intervals, 0 inside.
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
