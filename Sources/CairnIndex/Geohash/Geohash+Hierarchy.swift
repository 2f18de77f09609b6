extension Geohash {
  /// The cell around this one, with one character less; nil for a cell of one character.
  public var parent: Geohash? { prefix(precision - 1) }

  /// The cell around this one with the given number of characters.
  ///
  /// - Parameter precision: in 1...this precision.
  /// - Returns: nil for any other precision.
  public func prefix(_ precision: Int) -> Geohash? {
    guard precision >= 1, precision <= self.precision else { return nil }
    return Geohash(bits: bits, precision: precision)
  }

  /// Whether another cell lies in this one or is the same: its string begins with this one.
  public func contains(_ other: Geohash) -> Bool { isPrefix(of: other) }

  /// Whether the other's string begins with this one.
  public func isPrefix(of other: Geohash) -> Bool { other.prefix(precision) == self }

  /// The smallest cell that holds both; nil when the first characters differ already.
  public func commonPrefix(with other: Geohash) -> Geohash? {
    let equalBits = (bits ^ other.bits).leadingZeroBitCount
    return prefix(min(equalBits / 5, precision, other.precision))
  }

  /// The 32 cells within this one that have one character more, in ascending order.
  ///
  /// There are none below 12 characters.
  public var children: Children { Children(parent: self) }

  /// The cells within a cell, one character longer: a collection of 32, or of none.
  public struct Children: RandomAccessCollection, Sendable {
    internal let parent: Geohash

    /// The position of the first child.
    public var startIndex: Int { 0 }
    /// The number of children: 32, or 0 when the parent has 12 characters.
    public var endIndex: Int { parent.precision < 12 ? 32 : 0 }

    /// The child with a number.
    ///
    /// - Parameter position: in 0..<`endIndex`.
    public subscript(position: Int) -> Geohash {
      precondition(position >= 0 && position < endIndex, "no such child of a geohash")
      let precision = parent.precision + 1
      let bits = parent.bits | UInt64(position) << UInt64(64 - 5 * precision)
      return Geohash(bits: bits, precision: precision)
    }
  }
}
