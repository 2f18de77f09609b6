/// A pair of places that lie within some distance of each other.
public struct PlacePair: Hashable, Sendable {
  /// The offset of the place in the index that was asked.
  public let offset: Int
  /// The offset of the place in the other index.
  public let otherOffset: Int
  /// Metres from the other place to the first.
  public let distance: Double

  /// Makes a pair.
  @inlinable
  public init(offset: Int, otherOffset: Int, distance: Double) {
    self.offset = offset
    self.otherOffset = otherOffset
    self.distance = distance
  }

  @inlinable
  internal init(_ pair: OffsetPair) {
    self.init(offset: pair.offset, otherOffset: pair.other, distance: pair.distance)
  }
}
