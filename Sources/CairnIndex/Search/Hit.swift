/// A point that a query found.
@usableFromInline
struct Hit: BitwiseCopyable, Sendable {
  // In the order of a ``Neighbor``, so that both are copied as one.
  @usableFromInline let offset: Int
  @usableFromInline let distance: Double

  @inline(__always)
  init(offset: Int, distance: Double) {
    self.distance = distance
    self.offset = offset
  }

  /// The order of all results: by distance, equal ones by offset.
  @inline(__always)
  static func precedes(_ a: Hit, _ b: Hit) -> Bool {
    a.distance < b.distance || (a.distance == b.distance && a.offset < b.offset)
  }
}
