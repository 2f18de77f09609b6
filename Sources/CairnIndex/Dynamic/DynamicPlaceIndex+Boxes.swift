public import CairnGeodesy

extension DynamicPlaceIndex {
  /// The elements in a box of latitudes and longitudes, in the order in which they came.
  ///
  /// Exactly those for which ``BoundingBox/contains(_:)`` holds, so bounds are included, boxes
  /// may cross the antimeridian, and a box that reaches a pole contains it.
  ///
  /// - Complexity: O(√n + k log k) for k results.
  @inlinable
  public func elements(in box: BoundingBox) -> [Element] {
    core.slots(in: box).compactMap { entries[$0]?.element }
  }

  /// How many elements are in a box, without listing them.
  ///
  /// - Complexity: O(√n) at worst.
  @inlinable
  public func count(in box: BoundingBox) -> Int {
    core.count(in: box)
  }

  /// Calls a closure for each element in a box, without making a list, in an unspecified order.
  @inlinable
  public func forEach(in box: BoundingBox, _ body: (Element) -> Void) {
    core.forEachSlot(in: box) { slot in
      if let entry = entries[slot] { body(entry.element) }
      return true
    }
  }

  /// The elements in a cap, in the order in which they came: those for which
  /// ``Cap/contains(_:)`` holds.
  ///
  /// For their distances see ``within(_:of:)``.
  @inlinable
  public func elements(in cap: Cap) -> [Element] {
    core.slots(in: cap).compactMap { entries[$0]?.element }
  }

  /// How many elements are in a cap, without listing them.
  @inlinable
  public func count(in cap: Cap) -> Int {
    core.count(within: cap.radius, of: cap.center)
  }
}
