internal import CairnMemory

/// Decompresses a deflate stream (RFC 1951) in pieces of any size.
///
/// ```swift
/// var inflater = Inflater()
/// inflater.append(compressed)
/// inflater.finish()
/// while let piece = try inflater.next() { use(piece) }
/// ```
///
/// The stream has no header, as in a ZIP archive; ``GzipReader`` reads gzip files. Memory is
/// bounded by the input pieces, the 32 KiB window of the format, and an output piece of 256 KiB: a
/// small input that expands enormously costs only time.
///
/// Random access and compression are not supported.
///
/// - Complexity: O(input + output), regardless of how the input is split into pieces.
public struct Inflater: Sendable {
  internal var input = BitInput()
  private var state = State.header
  private var isLastBlock = false
  private var literals = PrefixCode(rootBits: 11)
  private var distances = PrefixCode(rootBits: 9)
  /// The output buffer: the window that copies refer to, then the bytes not yet returned.
  private var output: [UInt8] = []
  private var start = 0
  private var end = 0
  /// The error to be thrown after the output.
  private var failure: InflateError?

  private enum State: Equatable {
    case header
    case stored(Int)
    case codes
    case done
  }

  /// The maximum distance of a copy.
  private static let reach = 1 << 15
  /// The approximate size of an output piece.
  private static let pieceSize = 1 << 18
  /// The longest copy, plus the bytes that its last step may write beyond it.
  private static let slack = 258 + 32
  private static let limit = reach + pieceSize

  /// Creates a decompressor without input.
  public init() {}

  /// Adds the next piece of the stream.
  public mutating func append(_ piece: [UInt8]) { input.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { input.finish() }

  /// Whether the stream has ended; the rest of the input is not part of it.
  public var isAtEnd: Bool { state == .done && start == end }

  /// Returns the next bytes, or nil if more input is needed, and at the end.
  ///
  /// - Throws: ``InflateError`` for invalid deflate data, after all output before the fault was
  ///   returned, and if the input is truncated.
  public mutating func next() throws(InflateError) -> [UInt8]? {
    if output.isEmpty { output = [UInt8](repeating: 0, count: Self.limit + Self.slack) }
    do throws(InflateError) {
      while failure == nil, end < Self.limit, state != .done {
        guard try step() else { break }
      }
    } catch {
      failure = error
    }
    if start < end { return takeOutput() }
    if let failure { throw failure }
    if state != .done, input.isFinished {
      throw InflateError(.endsWithin("the compressed data"), byte: input.offset)
    }
    return nil
  }

  /// Starts a new stream after one that has ended.
  internal mutating func restart() {
    state = .header
    (start, end) = (0, 0)
  }

  private mutating func takeOutput() -> [UInt8] {
    let piece = Array(output[start..<end])
    if end >= Self.limit {
      // Copies never reach farther back.
      let kept = end - Self.reach
      output.withUnsafeBuffer { output in
        output.copy(output.span.suffix(from: kept).prefix(Self.reach), to: 0)
      }
      end = Self.reach
    }
    start = end
    return piece
  }

  private func invalid(_ what: String) -> InflateError {
    InflateError(.invalid(what), byte: input.offset)
  }

  /// Processes a block, or as much of it as has arrived.
  ///
  /// - Returns: false if more input is needed, or the output is full.
  private mutating func step() throws(InflateError) -> Bool {
    switch state {
    case .header:
      let place = input.place
      if try readHeader() { return true }
      input.place = place
      return false
    case .stored(let count): return copyStored(count)
    case .codes: return try decode()
    case .done: return false
    }
  }

  private mutating func endBlock() {
    state = isLastBlock ? .done : .header
    if isLastBlock { input.align() }
  }
}

// MARK: Blocks

extension Inflater {
  /// Reads the header of a block and its codes; returns false if it has not arrived completely.
  private mutating func readHeader() throws(InflateError) -> Bool {
    guard let head = input.take(3) else { return false }
    switch head >> 1 {
    case 0:
      input.align()
      guard let count = input.number(ofBytes: 2), let check = input.number(ofBytes: 2) else {
        return false
      }
      guard count == ~check & 0xFFFF else { throw invalid("the length of a stored block is wrong") }
      state = .stored(Int(count))
    case 1:
      guard
        literals.set(
          PrefixCode.fixedLengths[..<288], isComplete: true, meaning: PrefixCode.literalOrLength),
        distances.set(
          PrefixCode.fixedLengths[288...], isComplete: true, meaning: PrefixCode.distance)
      else { throw invalid("a fixed code") }
      state = .codes
    case 2:
      guard try readCodes() else { return false }
      state = .codes
    default: throw invalid("a block of an unknown kind")
    }
    isLastBlock = head & 1 == 1
    return true
  }

  /// The order of the code lengths for the code of lengths (RFC 1951, 3.2.7).
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes() throws(InflateError) -> Bool {
    guard let counts = input.take(14) else { return false }
    let literalCount = counts & 31 + 257
    let distanceCount = counts >> 5 & 31 + 1
    guard literalCount <= 286, distanceCount <= 30 else {
      throw invalid("a code has too many symbols")
    }
    var lengths = [UInt8](repeating: 0, count: 19)
    for symbol in Self.order.prefix(counts >> 10 + 4) {
      guard let length = input.take(3) else { return false }
      lengths[symbol] = UInt8(truncatingIfNeeded: length)
    }
    var code = PrefixCode(rootBits: 7)
    guard code.set(lengths[...], isComplete: true, meaning: { UInt32($0) << 16 }) else {
      throw invalid("the code of lengths is invalid")
    }
    lengths = []
    while lengths.count < literalCount + distanceCount {
      input.fill()
      let entry = code.table[Int(input.bits & 127)]
      let length = Int(entry & 15)
      guard length <= input.bitCount else { return false }
      input.drop(length)
      let symbol = Int(entry >> 16)
      if symbol < 16 {
        lengths.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      let (bits, least) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
      guard let more = input.take(bits) else { return false }
      if symbol == 16, lengths.isEmpty { throw invalid("there is no length to repeat") }
      let length2 = symbol == 16 ? lengths[lengths.count - 1] : 0
      lengths += repeatElement(length2, count: least + more)
    }
    guard lengths.count == literalCount + distanceCount else {
      throw invalid("more lengths than symbols")
    }
    guard lengths[256] > 0 else { throw invalid("no code for the end of a block") }
    guard
      literals.set(
        lengths[..<literalCount], isComplete: false, meaning: PrefixCode.literalOrLength)
    else { throw invalid("the code of literals and lengths is invalid") }
    guard
      distances.set(lengths[literalCount...], isComplete: false, meaning: PrefixCode.distance)
    else { throw invalid("the code of distances is invalid") }
    return true
  }

  private mutating func copyStored(_ count: Int) -> Bool {
    let taken = min(count, input.waitingCount, Self.limit - end)
    let (from, to) = (input.position, end)
    if taken > 0 {
      output.withUnsafeBuffer { output in
        input.bytes.withUnsafeSpan { output.copy($0.suffix(from: from).prefix(taken), to: to) }
      }
    }
    input.position += taken
    end += taken
    state = .stored(count - taken)
    if taken == count { endBlock() }
    return taken == count
  }
}

// MARK: Symbols

extension Inflater {
  /// Decodes symbols until the block ends, the output is full, or the input ends.
  private mutating func decode() throws(InflateError) -> Bool {
    var place = input.place
    var end = end
    let (literalBits, distanceBits) = (literals.rootBits, distances.rootBits)
    let stop = output.withUnsafeBuffer { output in
      input.bytes.withUnsafeSpan { bytes in
        literals.table.withUnsafeSpan { literals in
          distances.table.withUnsafeSpan { distances in
            var decoder = SymbolDecoder(
              bytes: bytes, output: output, literals: literals, distances: distances,
              literalMask: 1 << UInt64(literalBits) - 1,
              distanceMask: 1 << UInt64(distanceBits) - 1, place: place, end: end)
            let stop = decoder.run(limit: Self.limit)
            place = (decoder.position, decoder.bits, decoder.bitCount)
            end = decoder.end
            return stop
          }
        }
      }
    }
    input.place = place
    self.end = end
    switch stop {
    case .endOfBlock:
      endBlock()
      return true
    case .needsMore, .full: return false
    case .wrongSymbol: throw invalid("bits that are not a code")
    case .wrongDistance: throw invalid("a distance reaches back before the first byte")
    }
  }
}
