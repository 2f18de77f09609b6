internal import CairnInflate
internal import CairnMemory

/// The blobs of a PBF file: their headers and their decompression.
///
/// Source of the format: <https://wiki.openstreetmap.org/wiki/PBF_Format>.
internal struct PBFBlob: Sendable {
  /// The type: `OSMHeader`, `OSMData` or an unknown one, which readers skip.
  internal var type: String
  /// The range of the blob in the file, after its header.
  internal var range: Range<Int>
  /// The offset of its header in the file.
  internal var start: Int

  /// The limits of the format: a blob's header, and a blob before and after decompression.
  internal static let headerLimit = 64 << 10
  internal static let limit = 32 << 20

  /// Reads the header of the blob at an offset; nil at the end of the file.
  internal init?(at start: Int, in source: OSMSource) throws(OSMError) {
    guard start < source.byteCount else { return nil }
    let size = source.bytes(start..<min(start + 4, source.byteCount))
    guard size.count == 4 else { throw OSMError(.endsWithin("the length of a block"), byte: start) }
    let length = size.reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.headerLimit else {
      throw OSMError(.tooLarge("the header of a block", limit: Self.headerLimit), byte: start)
    }
    guard length <= source.byteCount - start - 4 else {
      throw OSMError(.endsWithin("the header of a block"), byte: start)
    }
    let bytes = source.bytes((start + 4)..<(start + 4 + length))
    guard bytes.count == length else {
      throw OSMError(.endsWithin("the header of a block"), byte: start)
    }
    let header = try bytes.withUnsafeSpan { bytes throws(OSMError) in
      try Self.header(ProtobufCursor(bytes, 0..<bytes.count, origin: start))
    }
    let end = start + 4 + length
    guard header.size <= Self.limit else {
      throw OSMError(.tooLarge("a block", limit: Self.limit), byte: start)
    }
    guard header.size <= source.byteCount - end else {
      throw OSMError(.endsWithin("a block"), byte: start)
    }
    type = header.type
    range = end..<(end + header.size)
    self.start = start
  }

  private static func header(
    _ message: ProtobufCursor
  ) throws(OSMError) -> (type: String, size: Int) {
    var cursor = message
    var type: String?
    var size: UInt64?
    while let field = try cursor.field() {
      switch (field.number, field.wire) {
      case (1, ProtobufCursor.delimited): type = try cursor.text()
      case (3, ProtobufCursor.varint): size = try cursor.varint()
      default: try cursor.skip(field)
      }
    }
    guard let type else { throw cursor.invalid("the header of a block has no type") }
    guard let size else { throw cursor.invalid("the header of a block has no size") }
    // A negative size is a large unsigned number.
    return (type, Int(min(size, UInt64(Int32.max))))
  }

  /// Reads and decompresses the blob.
  internal func contents(of source: OSMSource) throws(OSMError) -> [UInt8] {
    let bytes = source.bytes(range)
    guard bytes.count == range.count else { throw OSMError(.endsWithin("a block"), byte: start) }
    let parts = try bytes.withUnsafeSpan { span throws(OSMError) in
      try findParts(ProtobufCursor(span, 0..<span.count, origin: start))
    }
    guard let parts else { throw OSMError(.invalid("a block has no data"), byte: start) }
    let data = Array(bytes[parts.data])
    guard parts.isCompressed else { return data }
    guard parts.size <= Self.limit else {
      throw OSMError(.tooLarge("a decompressed block", limit: Self.limit), byte: start)
    }
    let result: [UInt8]
    do throws(InflateError) {
      result = try ZlibStream.decompress(
        data, limit: parts.size, capacity: min(parts.size, 64 * data.count))
    } catch {
      throw OSMError(.damaged("\(error)"), byte: start)
    }
    guard result.count == parts.size || !parts.hasSize else {
      throw OSMError(.invalid("a block does not have its stated size"), byte: start)
    }
    return result
  }

  /// Finds the data of a blob; nil if it has none.
  private func findParts(
    _ message: ProtobufCursor
  ) throws(OSMError) -> (data: Range<Int>, isCompressed: Bool, size: Int, hasSize: Bool)? {
    var cursor = message
    var data: (range: Range<Int>, isCompressed: Bool)?
    var size: UInt64?
    while let field = try cursor.field() {
      switch (field.number, field.wire) {
      case (1, ProtobufCursor.delimited): data = (try cursor.range(), false)
      case (2, ProtobufCursor.varint): size = try cursor.varint()
      case (3, ProtobufCursor.delimited): data = (try cursor.range(), true)
      case (4...7, ProtobufCursor.delimited):
        let name = ["LZMA", "bzip2", "LZ4", "Zstandard"][field.number - 4]
        throw OSMError(
          .unsupported(
            "compression by \(name)",
            remedy: "convert it: osmium cat -o new.osm.pbf -f pbf,pbf_compression=zlib old.osm.pbf"),
          byte: start)
      default: try cursor.skip(field)
      }
    }
    guard let data else { return nil }
    let limit = UInt64(Int32.max)
    return (
      data.range, data.isCompressed, size.map { Int(min($0, limit)) } ?? Self.limit, size != nil
    )
  }
}
