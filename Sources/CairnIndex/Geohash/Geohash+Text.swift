public import CairnMemory

extension Geohash: LosslessStringConvertible {
  /// The characters of the cell, in lower case.
  public var description: String {
    // Strings of up to 15 bytes are stored inline, without allocation.
    String(capacity: 12) { writeASCII(to: $0) }
  }

  /// Writes the characters as ASCII bytes.
  ///
  /// ```swift
  /// var bytes = [UInt8](repeating: 0, count: 12)
  /// let count = bytes.withUnsafeMutableBytes { hash.writeASCII(to: $0) }
  /// ```
  ///
  /// - Parameter buffer: the destination, at least ``precision`` bytes; 12 bytes are fastest. Of
  ///   the first 12 bytes, those after the characters are overwritten with `0`, the digit.
  /// - Returns: the number of characters; 0 if they do not fit, in which case nothing is written.
  /// - Complexity: O(1).
  @discardableResult
  @inlinable
  public func writeASCII(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    writeASCII(to: unsafe UnsafeBuffer<UInt8>(buffer.bindMemory(to: UInt8.self)))
  }

  /// Writes the characters as ASCII bytes, as ``writeASCII(to:)-(UnsafeMutableRawBufferPointer)``.
  @discardableResult
  @inlinable
  package func writeASCII(to buffer: UnsafeBuffer<UInt8>) -> Int {
    guard buffer.count >= 12 else { return writeASCII(toFew: buffer) }
    GeohashLetters.write(bits, to: buffer)
    return precision
  }

  /// Writes the characters to a buffer of fewer than 12 bytes.
  @inline(never)
  @usableFromInline
  package func writeASCII(toFew buffer: UnsafeBuffer<UInt8>) -> Int {
    guard precision <= buffer.count else { return 0 }
    let letters = Array(description.utf8) + [UInt8](repeating: UInt8(ascii: "0"), count: 12)
    for index in 0..<buffer.count { buffer[index] = letters[index] }
    return precision
  }

  /// Writes the characters of many cells consecutively.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - precision: the number of characters of each cell, in 1...12.
  ///   - letters: the destination; up to 12 bytes after those of a cell are overwritten, too.
  package static func writeASCII(
    _ cells: UnsafeSpan<Geohash64>, precision: Int, to letters: UnsafeBuffer<UInt8>
  ) {
    var start = 0
    for row in 0..<cells.count {
      if letters.count &- start >= 12 {
        GeohashLetters.write(cells[row].rawValue, to: letters[start..<start &+ 12])
      } else {
        Geohash(bits: cells[row].rawValue, precision: precision)
          .writeASCII(to: letters[start..<start &+ precision])
      }
      start &+= precision
    }
  }

  /// Parses a geohash of 1 to 12 characters, in upper or lower case.
  ///
  /// - Returns: nil for any other text; ``init(parsing:)`` reports the reason.
  public init?(_ description: String) {
    let fast = description.withUTF8Span { Geohash.packed($0) }
    // Only bridged strings and invalid text take the slow path.
    if let packed = fast, packed != 0 {
      self.init(packed: packed)
    } else if let parsed = try? Geohash(parsing: description) {
      self = parsed
    } else {
      return nil
    }
  }

  /// Parses the bytes of a geohash; 0 if they are invalid.
  @inline(__always)
  private static func packed(_ bytes: UnsafeSpan<UInt8>) -> UInt64 {
    guard 1...12 ~= bytes.count else { return 0 }
    let count = UInt64(bytes.count)
    return GeohashLetters.values.withUnsafeSpan { values in
      var bits: UInt64 = 0
      var all: UInt8 = 0
      for position in 0..<bytes.count {
        let value = values[Int(bytes[position])]
        all |= value
        bits = bits &<< 5 | UInt64(value)
      }
      return all < 32 ? bits &<< (64 &- 5 &* count) | count : 0
    }
  }

  /// Parses a geohash of 1 to 12 characters, in upper or lower case.
  ///
  /// - Throws: ``GeohashError/empty``, ``GeohashError/tooLong``, or
  ///   ``GeohashError/invalidCharacter(position:)`` for the first byte that is not a geohash
  ///   character, such as `a`, `i`, `l` or `o`, or any byte of a non-ASCII character.
  /// - Complexity: O(1).
  public init(parsing text: some StringProtocol) throws(GeohashError) {
    var bits: UInt64 = 0
    var count: UInt64 = 0
    for byte in text.utf8 {
      guard count < 12 else { throw .tooLong }
      let value = GeohashLetters.values[Int(byte)]
      guard value < 32 else { throw .invalidCharacter(position: Int(count)) }
      bits = bits &<< 5 | UInt64(value)
      count += 1
    }
    guard count > 0 else { throw .empty }
    self.init(packed: bits &<< (64 &- 5 &* count) | count)
  }
}

#if !hasFeature(Embedded)
  extension Geohash: Codable {
    /// Decodes the cell from its string.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      do throws(GeohashError) {
        try self.init(parsing: text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
      }
    }

    /// Encodes the cell as its string.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif
