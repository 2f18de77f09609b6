// Integers are described by their geohash characters, which people recognize; 64-bit and 52-bit
// cells append the bits after the last whole character.

extension Geohash64: CustomStringConvertible {
  /// The enclosing geohash of 12 characters and the last four bits: `u2edk8kb1xjm+5`.
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
  /// The enclosing geohash of 10 characters and the last two bits: `u2edk8kb1x+2`.
  public var description: String {
    Geohash(bits: leadingBits, precision: 10).description + "+" + String(rawValue & 3, radix: 16)
  }
}
