internal import CairnGeodesy

/// Boxes, eight by eight in larger ones: which of many are near a place.
///
/// A packed R-tree whose leaves are sorted into strips of meridians and within these by latitude:
/// S. T. Leutenegger, M. A. Lopez and J. Edgington, "STR: A simple and efficient algorithm for
/// R-tree packing" (1997), doi:10.1109/ICDE.1997.582015.
struct BoxTree: Sendable {
  /// The number of each box, in the order of the leaves.
  private let order: [Int]
  /// The boxes in that order, then those around eight of them each and so on, up to a few.
  private let levels: [[BoundingBox]]

  private static let fanOut = 8

  /// Builds the tree of boxes that are not empty in O(*n* log *n*).
  init(_ boxes: [BoundingBox]) {
    let centers = boxes.map(\.center)
    var order = boxes.indices.sorted { centers[$0].longitude < centers[$1].longitude }
    // As many leaves in a strip as there are strips.
    let leaves = max(Double(boxes.count) / Double(Self.fanOut), 1)
    let strip = Int(leaves.squareRoot().rounded(.up)) * Self.fanOut
    for start in stride(from: 0, to: order.count, by: strip) {
      order[start..<min(start + strip, order.count)].sort {
        centers[$0].latitude < centers[$1].latitude
      }
    }
    var levels = [order.map { boxes[$0] }]
    while let last = levels.last, last.count > Self.fanOut {
      levels.append(
        stride(from: 0, to: last.count, by: Self.fanOut).map { start in
          last[start..<min(start + Self.fanOut, last.count)].reduce(.empty) { $0.union($1) }
        })
    }
    self.order = order
    self.levels = levels
  }

  /// Calls a closure with the number of each box that satisfies a condition, until it gives false.
  ///
  /// - Parameters:
  ///   - isNear: the condition; a box around others satisfies it where one of these does.
  ///   - body: is given the numbers, in no order.
  func forEach(where isNear: (BoundingBox) -> Bool, _ body: (Int) -> Bool) {
    let top = levels.count - 1
    _ = visit(0..<levels[top].count, ofLevel: top, isNear, body)
  }

  /// Whether the closure has not given false.
  private func visit(
    _ range: Range<Int>, ofLevel level: Int, _ isNear: (BoundingBox) -> Bool,
    _ body: (Int) -> Bool
  ) -> Bool {
    for index in range where isNear(levels[level][index]) {
      if level == 0 {
        guard body(order[index]) else { return false }
        continue
      }
      let first = index * Self.fanOut
      let inner = first..<min(first + Self.fanOut, levels[level - 1].count)
      guard visit(inner, ofLevel: level - 1, isNear, body) else { return false }
    }
    return true
  }
}
