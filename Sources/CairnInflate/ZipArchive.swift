internal import CairnMemory

/// The members of a ZIP archive, which is in memory or read on demand.
///
/// ```swift
/// let archive = try ZipArchive(bytes)   // or byteCount and a closure, of a file
/// if let member = archive.mainKML {
///   var reader = archive.reader(of: member)
///   while let piece = try reader.next() { use(piece) }
/// }
/// ```
///
/// The central directory at the end of the archive lists the members, including those of archives
/// larger than 4 GB (ZIP64). Members are stored or deflated; reading others, and encrypted ones,
/// throws an error. Multi-part archives are not supported.
public struct ZipArchive: Sendable {
  /// A file in an archive.
  public struct Member: Hashable, Sendable {
    /// The path as UTF-8; bytes of other encodings become U+FFFD.
    public let name: String
    /// The uncompressed size in bytes.
    public let byteCount: Int

    fileprivate let flags: Int
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    /// The compressed size in bytes.
    public let compressedByteCount: Int
    fileprivate let headerStart: Int
  }

  /// The files of the archive in the order of its directory.
  public let members: [Member]
  private let source: Source

  /// The first bytes of a nonempty archive.
  internal static let magic: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// Reads the directory of an archive that is completely in memory.
  ///
  /// - Throws: ``InflateError`` if it is not an archive, or is truncated.
  /// - Complexity: O(the directory).
  public init(_ bytes: [UInt8]) throws(InflateError) {
    try self.init(byteCount: bytes.count) { Array(bytes[$0]) }
  }

  /// Reads the directory of an archive whose bytes are read on demand.
  ///
  /// ```swift
  /// let archive = try ZipArchive(byteCount: file.count) { file.read($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - byteCount: the length of the archive in bytes.
  ///   - bytes: returns a range of bytes within the archive: its end and its directory at once, and
  ///     members in pieces of 256 KiB. If it returns fewer bytes, the archive is treated as
  ///     truncated there.
  /// - Throws: ``InflateError`` if it is not an archive, or is truncated.
  /// - Complexity: O(the directory).
  public init(
    byteCount: Int, bytes: @escaping @Sendable (_ range: Range<Int>) -> [UInt8]
  ) throws(InflateError) {
    source = Source(byteCount: byteCount, read: bytes)
    let directory = try ZipDirectory(source)
    let bytes = try source.bytes(directory.range, of: "the directory of the archive")
    var members: [Member] = []
    var at = 0
    for _ in 0..<directory.count {
      guard at + 46 <= bytes.count, bytes.number(at, 4) == 0x0201_4B50 else {
        throw directory.error(at: at)
      }
      let nameCount = bytes.number(at + 28, 2)
      let extraCount = bytes.number(at + 30, 2)
      let next = at + 46 + nameCount + extraCount + bytes.number(at + 32, 2)
      guard next <= bytes.count else { throw directory.error(at: at) }
      var sizes = [
        bytes.number(at + 24, 4), bytes.number(at + 20, 4), bytes.number(at + 42, 4),
      ]
      let extra = at + 46 + nameCount..<at + 46 + nameCount + extraCount
      bytes.takeLongSizes(&sizes, from: extra)
      let name = String(decoding: bytes[at + 46..<at + 46 + nameCount], as: UTF8.self)
      if !name.hasSuffix("/") {
        members.append(
          Member(
            name: name, byteCount: sizes[0], flags: bytes.number(at + 8, 2),
            method: bytes.number(at + 10, 2),
            checksum: UInt32(truncatingIfNeeded: bytes.number(at + 16, 4)),
            compressedByteCount: sizes[1],
            headerStart: sizes[2].addingReportingOverflow(directory.shift).partialValue))
      }
      at = next
    }
    self.members = members
  }

  /// The main document of a KMZ archive: `doc.kml`, or else the first KML file in the root
  /// directory, or else the first KML file; nil if none exists.
  public var mainKML: Member? { mainIndex.map { members[$0] } }

  private var mainIndex: Int? {
    let documents = members.indices.filter { members[$0].isKML }
    return documents.first { members[$0].name.lowercased() == "doc.kml" }
      ?? documents.first { !members[$0].name.contains("/") } ?? documents.first
  }

  /// All KML files of the archive: the ``mainKML`` first, then the others in the order of the
  /// directory, whether it links to them or not.
  ///
  /// Each file is listed once, so circular links do no harm. The metadata files of macOS
  /// (`__MACOSX/`, `._doc.kml`) are excluded.
  ///
  /// - Throws: ``InflateError`` if their compressed sizes exceed the archive, so that some overlap:
  ///   reading them all could take disproportionate time.
  /// - Complexity: O(members).
  public var documents: [Member] {
    get throws(InflateError) {
      guard let main = mainIndex else { return [] }
      let others = members.indices.filter { $0 != main && members[$0].isKML }
      let documents = ([main] + others).map { members[$0] }
      var rest = source.byteCount
      for document in documents {
        guard document.compressedByteCount <= rest else {
          throw InflateError(
            .damaged("the files of the archive have more bytes than the archive"), byte: 0)
        }
        rest -= document.compressedByteCount
      }
      return documents
    }
  }

  /// Creates a reader for a member.
  public func reader(of member: Member) -> MemberReader { MemberReader(source, member) }

  /// Creates a reader for the ``mainKML``.
  ///
  /// - Throws: ``InflateError`` with the names of the first members, if there is no KML file.
  public func mainKMLReader() throws(InflateError) -> MemberReader {
    if let mainKML { return reader(of: mainKML) }
    let names = members.prefix(3).map(\.name).joined(separator: ", ")
    let isOffice = members.contains {
      ["[Content_Types].xml", "mimetype"].contains($0.name)
    }
    throw InflateError(
      .expected(
        "an archive with a KML file (\(isOffice ? "save a workbook as CSV" : "unzip others") first)",
        found: names.isEmpty ? "an empty one" : "one of \(names)"), byte: 0)
  }
}

extension ZipArchive {
  /// Creates a reader for the first KML file of an archive that ends before its directory.
  ///
  /// - Parameters:
  ///   - byteCount: the length of the archive in bytes.
  ///   - bytes: returns a range of bytes within the archive.
  /// - Returns: a reader that throws an error where the file or the archive ends; nil if there is
  ///   no such file.
  package static func readerOfCutArchive(
    byteCount: Int, bytes: @escaping @Sendable (_ range: Range<Int>) -> [UInt8]
  ) -> MemberReader? {
    let source = Source(byteCount: byteCount, read: bytes)
    var at = 0
    while at >= 0, at <= byteCount - 30, let header = try? source.bytes(at..<at + 30, of: ""),
      header.starts(with: magic)
    {
      let (flags, size) = (header.number(6, 2), header.number(18, 4))
      let nameEnd = at + 30 + header.number(26, 2)
      let first = nameEnd + header.number(28, 2)
      guard first <= byteCount, let name = try? source.bytes(at + 30..<nameEnd, of: "") else {
        return nil
      }
      // The size may follow the data.
      let isKnown = flags & 8 == 0 && size != 0xFFFF_FFFF
      let member = Member(
        name: String(decoding: name, as: UTF8.self), byteCount: .max, flags: flags,
        method: header.number(8, 2), checksum: 0,
        compressedByteCount: isKnown ? min(size, byteCount - first) : byteCount - first,
        headerStart: at)
      if member.isKML { return MemberReader(source, member) }
      guard isKnown else { return nil }
      at = first + size
    }
    return nil
  }
}

extension ZipArchive.Member {
  /// Whether it is a KML file, and not macOS metadata.
  fileprivate var isKML: Bool {
    guard name.lowercased().hasSuffix(".kml") else { return false }
    let last = name.split(separator: "/").last ?? ""
    return !last.hasPrefix("._") && !name.hasPrefix("__MACOSX/")
  }
}

/// The source of an archive's bytes.
private struct Source: Sendable {
  let byteCount: Int
  let read: @Sendable (Range<Int>) -> [UInt8]

  /// Reads a range of bytes within the archive.
  ///
  /// - Throws: ``InflateError`` with the given subject, if fewer bytes are read.
  func bytes(_ range: Range<Int>, of what: String) throws(InflateError) -> [UInt8] {
    let bytes = read(range)
    guard bytes.count == range.count else {
      throw InflateError(.endsWithin(what), byte: range.lowerBound + bytes.count)
    }
    return bytes
  }
}

extension ZipArchive {
  /// Decompresses a member, piece by piece.
  public struct MemberReader: Sendable {
    private let source: Source
    private let member: Member
    private var inflater = Inflater()
    private var checksum = CRC32()
    private var count = 0
    /// The unread range of the member's data; nil until its header has been read.
    private var rest: Range<Int>?
    private var hasEnded = false

    /// The number of bytes read at once.
    private static let pieceSize = 1 << 18

    fileprivate init(_ source: Source, _ member: Member) {
      self.source = source
      self.member = member
    }

    /// The compressed size of the member in bytes.
    public var compressedByteCount: Int { member.compressedByteCount }
    /// The number of compressed bytes read so far.
    public var position: Int { rest.map { member.compressedByteCount - $0.count } ?? 0 }

    /// Returns the next bytes, or nil at the end.
    ///
    /// - Throws: ``InflateError`` for a member that is encrypted or uses another compression
    ///   method, and for one that does not match its directory entry.
    public mutating func next() throws(InflateError) -> [UInt8]? {
      if hasEnded { return nil }
      if self.rest == nil { self.rest = try data() }
      guard var rest = self.rest else { return nil }
      defer { self.rest = rest }
      while true {
        if member.method == 8, let piece = try inflater.next() { return try checked(piece) }
        if inflater.isAtEnd || rest.isEmpty { break }
        let next = rest.lowerBound..<min(rest.lowerBound + Self.pieceSize, rest.upperBound)
        let piece = try source.bytes(next, of: member.name)
        rest = next.upperBound..<rest.upperBound
        if member.method == 0 { return try checked(piece) }
        inflater.append(piece)
        if rest.isEmpty { inflater.finish() }
      }
      hasEnded = true
      if member.byteCount == .max { throw error(.endsWithin("the archive, before its directory")) }
      guard count == member.byteCount, checksum.value == member.checksum else {
        let what = count == member.byteCount ? "checksum" : "length"
        throw error(.damaged("\(member.name) does not match its \(what)"))
      }
      return nil
    }

    private func error(_ reason: InflateError.Reason) -> InflateError {
      InflateError(reason, byte: rest?.lowerBound ?? member.headerStart)
    }

    private mutating func checked(_ piece: [UInt8]) throws(InflateError) -> [UInt8] {
      checksum.add(piece)
      count += piece.count
      // More data than recorded is never correct.
      guard count <= member.byteCount else {
        hasEnded = true
        throw error(.damaged("\(member.name) is longer than the archive says"))
      }
      return piece
    }

    /// The range of the member's data, determined from its local header.
    private func data() throws(InflateError) -> Range<Int> {
      guard member.flags & 1 == 0 else {
        throw error(.unsupported("\(member.name), which is encrypted,"))
      }
      guard member.method == 0 || member.method == 8 else {
        throw error(.unsupported("\(member.name), compressed by the method \(member.method),"))
      }
      let start = member.headerStart
      guard start >= 0, start <= source.byteCount - 30 else {
        throw error(.endsWithin("\(member.name)"))
      }
      let header = try source.bytes(start..<start + 30, of: member.name)
      let first = start + 30 + header.number(26, 2) + header.number(28, 2)
      guard header.starts(with: ZipArchive.magic), first <= source.byteCount,
        member.compressedByteCount <= source.byteCount - first
      else {
        throw error(.endsWithin("\(member.name)"))
      }
      return first..<first + member.compressedByteCount
    }
  }
}

/// The position of an archive's central directory.
private struct ZipDirectory {
  /// The recorded number of members.
  var count: Int
  /// The byte range of the directory.
  private(set) var range: Range<Int>
  /// The number of bytes before the archive, which its positions do not include.
  private(set) var shift: Int

  /// The maximum length of the comment after the end record.
  private static let commentLimit = 65_535
  /// The lengths of the end record, of the ZIP64 locator, and of the ZIP64 end record.
  private static let (endLength, placeLength, longLength) = (22, 20, 56)

  func error(at position: Int) -> InflateError {
    InflateError(.endsWithin("the directory of the archive"), byte: range.lowerBound + position)
  }

  init(_ source: Source) throws(InflateError) {
    let most = Self.commentLimit + Self.endLength + Self.placeLength + Self.longLength
    let tailStart = max(source.byteCount - most, 0)
    let tail = try source.bytes(tailStart..<source.byteCount, of: "the archive")
    let last = tail.count - Self.endLength
    guard last >= 0,
      let end = stride(from: last, through: max(0, last - Self.commentLimit), by: -1).first(where: {
        tail.number($0, 4) == 0x0605_4B50
          && $0 + Self.endLength + tail.number($0 + 20, 2) <= tail.count
      })
    else {
      throw InflateError(
        .endsWithin("the archive, before its directory"), byte: source.byteCount)
    }
    count = tail.number(end + 10, 2)
    var size = tail.number(end + 12, 4)
    var start = tail.number(end + 16, 4)
    var stop = tailStart + end
    let error = InflateError(.endsWithin("the directory of the archive"), byte: stop)
    let isLong = count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF
    let place = end - Self.placeLength
    if isLong, place >= 0, tail.number(place, 4) == 0x0706_4B50 {
      let most = stop - Self.placeLength - Self.longLength
      // Usually it directly precedes the locator, even if there are bytes before the archive.
      var long: (start: Int, record: [UInt8])?
      for start in [most, tail.number(place + 8, 8)]
      where long == nil && start >= 0 && start <= most {
        let record = try source.bytes(start..<start + Self.longLength, of: "the archive")
        if record.number(0, 4) == 0x0606_4B50 { long = (start, record) }
      }
      guard let long else { throw error }
      count = long.record.number(32, 8)
      size = long.record.number(40, 8)
      start = long.record.number(48, 8)
      stop = long.start
    }
    // Other bytes may precede the archive, such as a self-extracting program.
    guard size >= 0, size <= stop, start >= 0, start <= stop - size, count >= 0,
      count <= size / 46
    else { throw error }
    range = stop - size..<stop
    shift = stop - size - start
  }
}

extension [UInt8] {
  /// Reads a little-endian number of up to eight bytes; it is negative beyond 63 bits.
  fileprivate func number(_ start: Int, _ count: Int) -> Int {
    var number: UInt64 = 0
    for index in 0..<count { number |= UInt64(self[start + index]) << UInt64(8 * index) }
    return Int(truncatingIfNeeded: number)
  }

  /// Replaces sizes that do not fit into 32 bits by those in the ZIP64 extra field: the
  /// uncompressed size, the compressed size, and the start of the header, in this order.
  fileprivate func takeLongSizes(_ sizes: inout [Int], from extra: Range<Int>) {
    var at = extra.lowerBound
    while at + 4 <= extra.upperBound {
      var value = at + 4
      let end = Swift.min(value + number(at + 2, 2), extra.upperBound)
      if number(at, 2) == 1 {
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF && value + 8 <= end {
          sizes[index] = Swift.max(0, number(value, 8))
          value += 8
        }
      }
      at = end
    }
  }
}
