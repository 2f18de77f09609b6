extension Geohash {
  /// The enclosing cell, one character shorter; nil for a cell of one character.
  public var parent: Geohash? { prefix(precision - 1) }

  /// The enclosing cell with the given number of characters.
  ///
  /// - Parameter precision: in 1...this precision.
  /// - Returns: nil for any other precision.
  public func prefix(_ precision: Int) -> Geohash? {
    guard precision >= 1, precision <= self.precision else { return nil }
    return Geohash(bits: bits, precision: precision)
  }

  /// Whether this cell contains or equals another one: the other's string begins with this one.
  public func contains(_ other: Geohash) -> Bool { isPrefix(of: other) }

  /// Whether the other's string begins with this one.
  public func isPrefix(of other: Geohash) -> Bool { other.prefix(precision) == self }

  /// The smallest cell that contains both; nil if the first characters differ.
  public func commonPrefix(with other: Geohash) -> Geohash? {
    let equalBits = (bits ^ other.bits).leadingZeroBitCount
    return prefix(min(equalBits / 5, precision, other.precision))
  }

  /// The 32 cells within this one that are one character longer, in ascending order.
  ///
  /// Empty for a cell of 12 characters.
  public var children: Children { Children(parent: self) }

  /// The cells within a cell, one character longer: a collection of 32 cells, or an empty one.
  public struct Children: RandomAccessCollection, Sendable {
    internal let parent: Geohash

    /// The position of the first child.
    public var startIndex: Int { 0 }
    /// The number of children: 32, or 0 if the parent has 12 characters.
    public var endIndex: Int { parent.precision < 12 ? 32 : 0 }

    /// The child at a position, in ascending order.
    ///
    /// - Parameter position: in 0..<`endIndex`.
    public subscript(position: Int) -> Geohash {
      precondition(position >= 0 && position < endIndex, "geohash child position out of range")
      let precision = parent.precision + 1
      let bits = parent.bits | UInt64(position) << UInt64(64 - 5 * precision)
      return Geohash(bits: bits, precision: precision)
    }
  }
}
