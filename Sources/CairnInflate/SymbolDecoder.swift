internal import CairnMemory

/// Decodes the symbols of a block into bytes: the inner loop, with its state in registers.
internal struct SymbolDecoder {
  /// The reason why decoding stopped.
  internal enum Stop { case endOfBlock, needsMore, full, wrongSymbol, wrongDistance }

  internal let bytes: UnsafeByteSpan
  internal let output: UnsafeBuffer<UInt8>
  internal let literals: UnsafeSpan<UInt32>
  internal let distances: UnsafeSpan<UInt32>
  internal let literalMask: UInt64
  internal let distanceMask: UInt64
  internal var position: Int
  internal var bits: UInt64
  internal var bitCount: Int
  /// The end of the output.
  internal var end: Int

  internal init(
    bytes: UnsafeByteSpan, output: UnsafeBuffer<UInt8>, literals: UnsafeSpan<UInt32>,
    distances: UnsafeSpan<UInt32>,
    literalMask: UInt64, distanceMask: UInt64, place: BitInput.Place, end: Int
  ) {
    precondition(
      literalMask < UInt64(literals.count) && distanceMask < UInt64(distances.count))
    self.bytes = bytes
    self.output = output
    self.literals = literals
    self.distances = distances
    self.literalMask = literalMask
    self.distanceMask = distanceMask
    (position, bits, bitCount) = place
    self.end = end
  }

  /// Decodes until the block ends, the input ends, or the output reaches a limit.
  ///
  /// - Parameter limit: the position at which the output is full; there must be capacity for
  ///   another copy after it.
  /// - Returns: the reason why decoding stopped.
  internal mutating func run(limit: Int) -> Stop {
    if let stop = runFast(limit: limit) { return stop }
    while end < limit {
      if let stop = one() { return stop }
    }
    return .full
  }

  /// Fills the word from eight bytes at once, so that it contains at least 56 bits.
  ///
  /// The bits above the count belong to the next byte, which is read again.
  @inline(__always)
  private mutating func refill() {
    // A pass of the loop begins at least 16 bytes before the end and refills at most twice, the
    // first time advancing by at most seven bytes.
    bits |= unsafe bytes.word(uncheckedAt: position) &<< UInt64(truncatingIfNeeded: bitCount)
    position &+= (63 &- bitCount) &>> 3
    bitCount |= 56
  }

  @inline(__always)
  private mutating func drop(_ count: Int) {
    bits = bits &>> UInt64(truncatingIfNeeded: count)
    bitCount &-= count
  }

  /// Consumes the next symbol and returns its entry; usually a literal in the root table.
  @inline(__always)
  private mutating func entry(_ table: UnsafeSpan<UInt32>, _ mask: UInt64) -> UInt32 {
    let root = next(table, mask)
    drop(Int(root & 15))
    guard root & PrefixCode.subtable != 0 else { return root }
    let index = bits & (1 &<< UInt64(root >> 4 & 15) &- 1)
    let entry = table[Int(root >> 16) &+ Int(truncatingIfNeeded: index)]
    drop(Int(entry & 15))
    return entry
  }

  /// Consumes the extra bits of a length or a distance.
  @inline(__always)
  private mutating func value(_ entry: UInt32) -> Int {
    let count = Int(entry >> 4 & 15)
    let extra = bits & (1 &<< UInt64(truncatingIfNeeded: count) &- 1)
    drop(count)
    return Int(entry >> 16) &+ Int(truncatingIfNeeded: extra)
  }

  /// Decodes while neither input nor output can end within a symbol; returns nil when they might.
  private mutating func runFast(limit: Int) -> Stop? {
    // A local copy stays in registers, whereas `self` is in memory.
    var decoder = self
    let stop = decoder.loop(limit: limit)
    decoder.bits &= 1 &<< UInt64(truncatingIfNeeded: decoder.bitCount) &- 1
    self = decoder
    return stop
  }

  /// The root table's entry for the next bits, without consuming them.
  @inline(__always)
  private func next(_ table: UnsafeSpan<UInt32>, _ mask: UInt64) -> UInt32 {
    // The initializer has checked that the mask is in the table.
    unsafe table[unchecked: Int(truncatingIfNeeded: bits & mask)]
  }

  /// Consumes a literal of the root table and writes it.
  @inline(__always)
  private mutating func put(_ symbol: UInt32) {
    drop(Int(symbol & 15))
    // A pass of the loop begins below the limit and writes at most four literals; the loop has
    // checked that they fit.
    unsafe output[unchecked: end] = UInt8(truncatingIfNeeded: symbol >> 16)
    end &+= 1
  }

  @inline(__always)
  private mutating func loop(limit: Int) -> Stop? {
    let lastStart = bytes.count &- 16
    precondition(position >= 0 && end >= 0 && limit <= output.count - 4)
    while position <= lastStart, end < limit {
      refill()
      var symbol = next(literals, literalMask)
      if symbol & PrefixCode.literal != 0 {
        // Each of the root table has at most 11 bits.
        put(symbol)
        symbol = next(literals, literalMask)
        if symbol & PrefixCode.literal != 0 {
          put(symbol)
          symbol = next(literals, literalMask)
          if symbol & PrefixCode.literal != 0 {
            put(symbol)
            symbol = next(literals, literalMask)
            if symbol & PrefixCode.literal != 0 {
              put(symbol)
              continue
            }
          }
        }
        refill()
      }
      symbol = entry(literals, literalMask)
      if symbol & (PrefixCode.literal | PrefixCode.end) != 0 {
        if symbol & PrefixCode.end != 0 { return .endOfBlock }
        output[end] = UInt8(truncatingIfNeeded: symbol >> 16)
        end &+= 1
        continue
      }
      let length = value(symbol)
      // At this point at most 20 of 56 bits are consumed, and a distance has at most 28.
      let distance = value(entry(distances, distanceMask))
      guard length > 0, distance > 0 else { return .wrongSymbol }
      guard distance <= end else { return .wrongDistance }
      copy(length, from: distance)
    }
    return nil
  }

  /// Copies earlier output; may write up to 31 bytes beyond the end.
  @inline(__always)
  private mutating func copy(_ length: Int, from distance: Int) {
    let stop = end &+ length
    var source = end &- distance
    var target = end
    let span = output.span
    // Each store begins before the stop, and each load before its store and not before the start.
    precondition(source >= 0 && distance > 0 && length >= 0 && stop <= output.count &- 16)
    if distance >= 16 {
      repeat {
        unsafe output.store(
          span.lanes(uncheckedAt: source, as: SIMD16<UInt8>.self), uncheckedAt: target)
        source &+= 16
        target &+= 16
      } while target < stop
    } else if distance == 1 {
      let byte = SIMD16<UInt8>(repeating: output[source])
      repeat {
        unsafe output.store(byte, uncheckedAt: target)
        target &+= 16
      } while target < stop
    } else if distance >= 8 {
      repeat {
        unsafe output.store(
          span.lanes(uncheckedAt: source, as: SIMD8<UInt8>.self), uncheckedAt: target)
        source &+= 8
        target &+= 8
      } while target < stop
    } else {
      repeat {
        unsafe output[unchecked: target] = output[unchecked: source]
        source &+= 1
        target &+= 1
      } while target < stop
    }
    end = stop
  }

  /// Decodes a single symbol near the end of the input; returns nil to continue.
  private mutating func one() -> Stop? {
    while bitCount < 56, position < bytes.count {
      bits |= UInt64(bytes[position]) &<< UInt64(truncatingIfNeeded: bitCount)
      position &+= 1
      bitCount &+= 8
    }
    let (savedBits, savedCount) = (bits, bitCount)
    let stop = symbol()
    // Bits consumed beyond the input were not valid.
    guard bitCount >= 0 else {
      (bits, bitCount) = (savedBits, savedCount)
      return .needsMore
    }
    return stop
  }

  /// Decodes a symbol; ``bitCount`` becomes negative, without output, if not all of its bits have
  /// arrived.
  private mutating func symbol() -> Stop? {
    let symbol = entry(literals, literalMask)
    guard bitCount >= 0 else { return nil }
    if symbol & PrefixCode.literal != 0 {
      output[end] = UInt8(truncatingIfNeeded: symbol >> 16)
      end &+= 1
      return nil
    }
    if symbol & PrefixCode.end != 0 { return .endOfBlock }
    guard symbol >> 16 > 0 else { return .wrongSymbol }
    let length = value(symbol)
    guard bitCount >= 0 else { return nil }
    let distanceSymbol = entry(distances, distanceMask)
    guard bitCount >= 0 else { return nil }
    guard distanceSymbol >> 16 > 0 else { return .wrongSymbol }
    let distance = value(distanceSymbol)
    guard bitCount >= 0 else { return nil }
    guard distance <= end else { return .wrongDistance }
    copy(length, from: distance)
    return nil
  }
}
