internal import CairnMemory

/// Decompresses zlib streams (RFC 1950) that are completely in memory, such as the blocks of a PBF
/// file.
///
/// ```swift
/// let bytes = try ZlibStream.decompress(block, limit: 32 << 20)
/// ```
///
/// The header and the Adler-32 checksum are verified. Preset dictionaries are not supported.
public enum ZlibStream {
  /// Returns the data of a stream.
  ///
  /// - Parameters:
  ///   - bytes: the stream, with nothing after it.
  ///   - limit: the maximum length of the data in bytes.
  ///   - capacity: the expected length of the data.
  /// - Returns: the data.
  /// - Throws: ``InflateError`` if the stream is invalid or truncated, if its data does not match
  ///   the checksum, or if the data is longer than `limit`; decompression ends there.
  /// - Complexity: O(input + output).
  public static func decompress(
    _ bytes: [UInt8], limit: Int, capacity: Int = 0
  ) throws(InflateError) -> [UInt8] {
    guard bytes.count >= 6 else { throw InflateError(.endsWithin("the zlib data"), byte: 0) }
    let header = Int(bytes[0]) << 8 | Int(bytes[1])
    guard bytes[0] & 15 == 8, bytes[0] >> 4 <= 7, header % 31 == 0 else {
      throw InflateError(.expected("zlib data", found: "other data"), byte: 0)
    }
    guard bytes[1] & 0x20 == 0 else {
      throw InflateError(.unsupported("zlib data with a preset dictionary"), byte: 1)
    }
    var inflater = Inflater()
    inflater.append(Array(bytes[2..<(bytes.count - 4)]))
    inflater.finish()
    var data: [UInt8] = []
    data.reserveCapacity(min(max(capacity, 0), limit))
    var sum = AdlerSum()
    do throws(InflateError) {
      while let piece = try inflater.next() {
        guard data.count + piece.count <= limit else {
          throw InflateError(.invalid("the data is longer than \(limit) bytes"), byte: 0)
        }
        sum.add(piece)
        data += piece
      }
    } catch {
      throw InflateError(error.reason, byte: error.byte + 2)
    }
    let end = bytes.count - 4
    guard inflater.input.offset + 2 == end else {
      let found = InflateError.Reason.expected("the end of the zlib data", found: "other data")
      throw InflateError(found, byte: inflater.input.offset + 2)
    }
    let expected = bytes[end...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard sum.value == expected else {
      throw InflateError(.damaged("the data does not match its checksum"), byte: end)
    }
    return data
  }
}

/// The Adler-32 checksum of zlib (RFC 1950, 8.2), computed sixteen bytes at a time.
internal struct AdlerSum: Sendable {
  private var low: UInt32 = 1
  private var high: UInt32 = 0
  /// The maximum number of rows of sixteen bytes whose weighted sums fit in 32 bits.
  private static let rows = 340
  private static let modulus: UInt32 = 65_521

  /// The checksum of the bytes so far.
  internal var value: UInt32 { high << 16 | low }

  internal mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeSpan { bytes in
      var index = 0
      while index &+ 16 <= bytes.count {
        let rows = min((bytes.count &- index) / 16, Self.rows)
        add(bytes, from: index, rows: rows)
        index &+= 16 &* rows
      }
      while index < bytes.count {
        low = (low + UInt32(bytes[index])) % Self.modulus
        high = (high + low) % Self.modulus
        index &+= 1
      }
    }
  }

  /// Adds rows of sixteen bytes.
  ///
  /// A byte in column *j* of a row with *r* rows after it is followed by 16 *r* + 15 − *j* bytes,
  /// so it is added to the high sum once more than that: the running sums of the columns count the
  /// rows, the totals of the columns correct for *j*.
  private mutating func add(_ bytes: UnsafeByteSpan, from start: Int, rows: Int) {
    var totals = SIMD16<UInt32>.zero
    var running = SIMD16<UInt32>.zero
    for row in 0..<rows {
      totals &+= SIMD16<UInt32>(
        truncatingIfNeeded: bytes.lanes(at: start &+ 16 &* row, as: SIMD16<UInt8>.self))
      running &+= totals
    }
    var sum: UInt64 = 0
    var weighted: UInt64 = 0
    for column in 0..<16 {
      sum += UInt64(totals[column])
      weighted += 16 * UInt64(running[column]) - UInt64(column) * UInt64(totals[column])
    }
    let modulus = UInt64(Self.modulus)
    high = UInt32((UInt64(high) + UInt64(16 * rows) * UInt64(low) + weighted) % modulus)
    low = UInt32((UInt64(low) + sum) % modulus)
  }
}
