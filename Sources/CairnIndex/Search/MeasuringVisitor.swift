internal import CairnGeodesy

/// Hands each point with its distance to a closure, until that is content.
struct MeasuringVisitor<Tree: NearestTree>: SearchVisitor {
  static var readsPoints: Bool { true }

  let tree: Tree
  let center: Coordinate
  let body: (Hit) -> Bool

  mutating func visit(all positions: Range<Int>) -> Bool {
    for position in positions where !visit(position) { return false }
    return true
  }

  mutating func visit(some bits: UInt32, from start: Int) -> Bool {
    var rest = bits
    while rest != 0 {
      guard visit(start &+ rest.trailingZeroBitCount) else { return false }
      rest &= rest &- 1
    }
    return true
  }

  @inline(__always)
  private func visit(_ position: Int) -> Bool {
    body(tree.hit(at: position, from: center))
  }
}
