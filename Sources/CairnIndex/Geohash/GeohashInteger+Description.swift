// As the characters whose bits they hold, which is how people tell cells apart. Those of 64 and of
// 52 bits have some bits beyond the last whole character.

extension Geohash64: CustomStringConvertible {
  /// The geohash of 12 characters that the cell lies in, and its last four bits: `u2edk8kb1xjm+5`.
  public var description: String {
    Geohash(bits: leadingBits, precision: 12).description + "+"
      + String(rawValue & 15, radix: 16)
  }
}

extension Geohash60: CustomStringConvertible {
  /// The geohash of 12 characters with the same bits: `u2edk8kb1xjm`.
  public var description: String { Geohash(bits: leadingBits, precision: 12).description }
}

extension Geohash52: CustomStringConvertible {
  /// The geohash of 10 characters that the cell lies in, and its last two bits: `u2edk8kb1x+2`.
  public var description: String {
    Geohash(bits: leadingBits, precision: 10).description + "+" + String(rawValue & 3, radix: 16)
  }
}
