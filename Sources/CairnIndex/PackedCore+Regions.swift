public import CairnGeodesy

extension PackedCore {
  @usableFromInline @inline(never)
  func count(in box: BoundingBox) -> Int {
    guard let region = BoxRegion(box) else { return 0 }
    return tree.count(in: region)
  }

  @usableFromInline @inline(never)
  func offsets(in box: BoundingBox) -> [Int] {
    guard let region = BoxRegion(box) else { return [] }
    return tree.offsets(in: region)
  }

  /// Hands the offsets in a box to a closure until that gives false; in no order.
  @usableFromInline @inline(never)
  func forEachOffset(in box: BoundingBox, _ body: (Int) -> Bool) {
    guard let region = BoxRegion(box) else { return }
    tree.forEachOffset(in: region, body)
  }

  @usableFromInline @inline(never)
  func offsets(in cap: Cap) -> [Int] {
    guard let region = DiscRegion(center: cap.center, radius: cap.radius) else { return [] }
    return tree.offsets(in: region)
  }
}
