internal import CairnMemory

/// Decompresses a gzip file (RFC 1952) in pieces of any size.
///
/// ```swift
/// var reader = GzipReader()
/// reader.append(bytes)
/// reader.finish()
/// while let piece = try reader.next() { use(piece) }
/// ```
///
/// A file may have several concatenated members, whose data is concatenated as well. The checksums
/// of the data and the header and the length are verified, so all damage is detected: the error is
/// thrown after the data, which is then not reliable. Zeros after the last member, as on tapes, are
/// ignored; anything else there is an error.
public struct GzipReader: Sendable {
  private var inflater = Inflater()
  private var state = State.start
  private var checksum = CRC32()
  private var count: UInt32 = 0
  private var hasMember = false

  private enum State { case start, data, trailer, end }

  /// The first bytes of a gzip file.
  internal static let magic: [UInt8] = [0x1F, 0x8B]
  /// The maximum length of a header, whose name and comment may have any length.
  private static let headerLimit = 1 << 18

  /// Creates a reader without input.
  public init() {}

  /// Adds the next piece of the file.
  public mutating func append(_ piece: [UInt8]) { inflater.append(piece) }

  /// Marks the end of the input.
  public mutating func finish() { inflater.finish() }

  /// Returns the next bytes, or nil if more input is needed, and at the end.
  ///
  /// - Throws: ``InflateError`` if the input is not gzip, if data does not match its checksum or
  ///   its length, and if the input is truncated.
  public mutating func next() throws(InflateError) -> [UInt8]? {
    while true {
      switch state {
      case .start:
        guard try readHeader() else { return nil }
      case .data:
        if let piece = try inflater.next() {
          checksum.add(piece)
          count &+= UInt32(truncatingIfNeeded: piece.count)
          return piece
        }
        guard inflater.isAtEnd else { return nil }
        state = .trailer
      case .trailer:
        guard try readTrailer() else { return nil }
      case .end: return nil
      }
    }
  }

  private var input: BitInput { inflater.input }

  private func error(_ reason: InflateError.Reason) -> InflateError {
    InflateError(reason, byte: input.offset)
  }

  private mutating func readTrailer() throws(InflateError) -> Bool {
    guard input.waitingCount >= 8 else {
      if input.isFinished { throw error(.endsWithin("the checksum of the gzip data")) }
      return false
    }
    let sum = inflater.input.number(ofBytes: 4)
    let length = inflater.input.number(ofBytes: 4)
    guard sum == checksum.value else {
      throw error(.damaged("the data does not match its checksum"))
    }
    guard length == count else { throw error(.damaged("the data does not match its length")) }
    hasMember = true
    state = .start
    return true
  }

  /// Reads the header of a member (RFC 1952, 2.3); returns false if it has not arrived completely.
  private mutating func readHeader() throws(InflateError) -> Bool {
    if hasMember {
      inflater.input.skipZeros()
      if input.waitingCount == 0 {
        if input.isFinished { state = .end }
        return false
      }
    }
    let bytes = input.bytes
    let start = input.position
    var end = start
    /// Skips a number of bytes; returns false if they have not arrived.
    func pass(_ count: Int) -> Bool {
      end += count
      return end <= bytes.count
    }
    func isWhole() throws(InflateError) -> Bool {
      guard zip(bytes[start...], Self.magic).allSatisfy({ $0 == $1 }) else {
        throw hasMember
          ? error(.expected("the end of the gzip data or another member", found: "other data"))
          : error(.expected("gzip", found: "other data"))
      }
      guard pass(10) else { return false }
      let flags = bytes[start + 3]
      guard bytes[start + 2] == 8 else {
        throw error(.unsupported("gzip with the method \(bytes[start + 2])"))
      }
      guard flags & 0xE0 == 0 else {
        throw error(.unsupported("gzip with flags that RFC 1952 reserves"))
      }
      if flags & 4 != 0 {
        guard pass(2), pass(Int(bytes[end - 2]) | Int(bytes[end - 1]) << 8) else { return false }
      }
      for flag: UInt8 in [8, 16] where flags & flag != 0 {
        guard let zero = bytes[end...].firstIndex(of: 0) else { return false }
        end = zero + 1
      }
      if flags & 2 != 0 {
        var sum = CRC32()
        sum.add(bytes, in: start..<end)
        guard pass(2) else { return false }
        guard UInt32(bytes[end - 2]) | UInt32(bytes[end - 1]) << 8 == sum.value & 0xFFFF else {
          throw error(.damaged("the header of the gzip data does not match its checksum"))
        }
      }
      return true
    }
    guard try isWhole() else {
      if input.isFinished || bytes.count - start > Self.headerLimit {
        throw error(.endsWithin("the header of the gzip data"))
      }
      return false
    }
    inflater.input.position = end
    inflater.restart()
    checksum = CRC32()
    count = 0
    state = .data
    return true
  }
}

extension BitInput {
  /// Skips zero bytes; the word must be empty.
  fileprivate mutating func skipZeros() {
    while position < bytes.count, bytes[position] == 0 { position += 1 }
  }
}
