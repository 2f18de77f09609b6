internal import CairnGeodesy

/// The points of the parts of a set in order of distance.
///
/// The cursor of a part is created when no part that was opened before has a point that is
/// certainly nearer.
struct MergedCursor: Sendable {
  private let core: _SetCore
  private let center: Coordinate
  private let outline: _RegionOutline?
  private let box: VectorBox?
  /// The parts without a cursor.
  private var unopened: PartQueue
  private(set) var opened: [(cursor: _NearestCursor, start: Int)] = []
  /// The next point of each opened part.
  private var heads = BinaryHeap<Head>()

  private struct Head: HeapElement {
    let hit: Hit
    let part: Int

    static func precedes(_ a: Head, _ b: Head) -> Bool { Hit.precedes(a.hit, b.hit) }
  }

  init(_ core: _SetCore, from center: Coordinate, in outline: _RegionOutline?) {
    self.core = core
    self.center = center
    self.outline = outline
    box = outline.map { VectorBox($0.boundingBox) }
    unopened = PartQueue(core.bounds, from: center)
  }

  mutating func next() -> Hit? {
    openNear()
    guard let first = heads.first else { return nil }
    if let head = head(of: first.part) { heads.replaceFirst(head) } else { heads.removeFirst() }
    return first.hit
  }

  /// Opens the parts that may have a point before the first head.
  private mutating func openNear() {
    while !unopened.isEmpty {
      let limit = heads.first.map { PartBounds.limit(within: $0.hit.distance) } ?? .infinity
      guard let number = unopened.next(within: limit) else { return }
      if let box, !core.bounds.intersects(number, box) { continue }
      let part = core.parts[number]
      opened.append((part.core.cursor(from: center, in: outline), part.start))
      if let head = head(of: opened.count - 1) { heads.insert(head) }
    }
  }

  private mutating func head(of part: Int) -> Head? {
    guard let hit = opened[part].cursor.next() else { return nil }
    return Head(
      hit: Hit(tag: hit.tag + opened[part].start, distance: hit.distance), part: part)
  }
}
