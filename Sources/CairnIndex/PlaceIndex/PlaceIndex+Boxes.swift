public import CairnGeodesy

extension PlaceIndex {
  /// The places in a box of latitudes and longitudes, in input order.
  ///
  /// Exactly those for which ``BoundingBox/contains(_:)`` holds, so bounds are included, boxes
  /// may cross the antimeridian, and a box that reaches a pole contains it.
  ///
  /// - Complexity: O(√n + k) for k results.
  @inlinable
  public func elements(in box: BoundingBox) -> [Element] {
    core.offsets(in: box).map { elements[$0] }
  }

  /// The offsets of the places in a box, ascending.
  @inlinable
  public func offsets(in box: BoundingBox) -> [Int] {
    core.offsets(in: box)
  }

  /// How many places are in a box, without listing them.
  ///
  /// - Complexity: O(√n) at worst.
  @inlinable
  public func count(in box: BoundingBox) -> Int {
    core.count(in: box)
  }

  /// Calls a closure for each place in a box, without making a list, in an unspecified order.
  @inlinable
  public func forEach(in box: BoundingBox, _ body: (_ offset: Int, Element) -> Void) {
    core.forEachOffset(in: box) { offset in
      body(offset, elements[offset])
      return true
    }
  }

  /// The places in a cap, in input order: those for which ``Cap/contains(_:)`` holds.
  ///
  /// For their distances see ``within(_:of:)``.
  @inlinable
  public func elements(in cap: Cap) -> [Element] {
    core.offsets(in: cap).map { elements[$0] }
  }

  /// The offsets of the places in a cap, ascending.
  @inlinable
  public func offsets(in cap: Cap) -> [Int] {
    core.offsets(in: cap)
  }

  /// How many places are in a cap, without listing them.
  @inlinable
  public func count(in cap: Cap) -> Int {
    core.count(within: cap.radius, of: cap.center)
  }
}
