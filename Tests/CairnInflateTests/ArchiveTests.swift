import CairnInflate
import TestSupport
import Testing

/// The bytes denoted by hexadecimal digits.
private func bytes(_ digits: String) -> [UInt8] {
  var digits = digits.filter { $0 != "\n" && $0 != " " }[...]
  var bytes: [UInt8] = []
  while let byte = UInt8(digits.prefix(2), radix: 16) {
    bytes.append(byte)
    digits = digits.dropFirst(2)
  }
  return bytes
}

private func text(_ bytes: [UInt8], pieces: Int = .max) throws(InflateError) -> String {
  var input = Decompressor()
  var output: [UInt8] = []
  var start = 0
  while start < bytes.count {
    let end = bytes.count - start > pieces ? start + pieces : bytes.count
    input.append(Array(bytes[start..<end]))
    while let piece = try input.next() { output += piece }
    start = end
  }
  input.finish()
  while let piece = try input.next() { output += piece }
  return String(decoding: output, as: UTF8.self)
}

/// Files written by gzip (zlib) and Python's zipfile.
private enum Files {
  static let plain = bytes(
    """
    1f8b08000000000002ff734ecc2cca53284a4d4c295648afca2cd0e3020045452f1912000000
    """)
  static let full = bytes(
    """
    1f8b081f010203040003050061620100786ee46d65006120636f6d6d656e7400f7b473ccc951c8484d4c492d
    5248cb4ccd4929d6e302005773546313000000
    """)
  static let empty = bytes(
    """
    1f8b080000000000020303000000000000000000
    """)
  static let kmz = bytes(
    """
    504b030414000000080000002100a5beeb5b06000000040000000c000000696d616765732f612e706e67eb0c
    f0730700504b0304140000000800000021008da297030600000004000000090000007375622f622e6b6d6cb3
    49d2b70300504b0304140000000800000021004550a2110600000004000000050000007a2e6b6d6cb3a9d2b7
    0300504b03041400000008000000210075186477080000000600000007000000646f632e6b6d6cb3c9cecdd1
    b70300504b0102140314000000080000002100a5beeb5b06000000040000000c000000000000000000000080
    0100000000696d616765732f612e706e67504b01021403140000000800000021008da2970306000000040000
    000900000000000000000000008001300000007375622f622e6b6d6c504b0102140314000000080000002100
    4550a211060000000400000005000000000000000000000080015d0000007a2e6b6d6c504b01021403140000
    00080000002100751864770800000006000000070000000000000000000000800186000000646f632e6b6d6c
    504b05060000000004000400d9000000b30000000000
    """)
  static let stored = bytes(
    """
    504b03041400000000000000210075186477060000000600000007000000646f632e6b6d6c3c6b6d6c2f3e50
    4b01021403140000000000000021007518647706000000060000000700000000000000000000008001000000
    00646f632e6b6d6c504b05060000000001000100350000002b0000000000
    """)
  static let long = bytes(
    """
    504b03042d00000000000000210075186477ffffffffffffffff07001400646f632e6b6d6c01001000060000
    000000000006000000000000003c6b6d6c2f3e504b01022d002d00000000000000210075186477ffffffffff
    ffffff07001c0000000000000000000000ffffffff646f632e6b6d6c01001800060000000000000006000000
    000000000000000000000000504b06062c000000000000002d002d0000000000000000000100000000000000
    010000000000000051000000000000003f00000000000000504b060700000000900000000000000001000000
    504b050600000000ffffffffffffffffffffffff0000
    """)
  static let other = bytes(
    """
    504b030414000000080000002100b7efdc83030000000100000005000000612e736870330400504b03041400
    00000800000021000dbed51a030000000100000005000000612e646266330200504b01021403140000000800
    00002100b7efdc830300000001000000050000000000000000000000800100000000612e736870504b010214
    03140000000800000021000dbed51a0300000001000000050000000000000000000000800126000000612e64
    6266504b05060000000002000200660000004c0000000000
    """)
}

@Suite struct GzipReaderTests {
  @Test(arguments: [1, 3, .max])
  func readsFilesOfOtherPrograms(pieces: Int) throws {
    #expect(try text(Files.plain, pieces: pieces) == "Cairn reads gzip.\n")
    #expect(try text(Files.full, pieces: pieces) == "All header fields.\n")
    #expect(try text(Files.empty, pieces: pieces) == "")
    #expect(
      try text(Files.plain + Files.empty + Files.full, pieces: pieces)
        == "Cairn reads gzip.\nAll header fields.\n")
    // Tapes are padded with zeros.
    #expect(try text(Files.plain + [0, 0, 0, 0, 0], pieces: pieces) == "Cairn reads gzip.\n")
  }

  @Test(arguments: [1, .max])
  func reportsErrors(pieces: Int) {
    func reason(_ bytes: [UInt8]) -> InflateError.Reason? {
      do {
        _ = try text(bytes, pieces: pieces)
        return nil
      } catch {
        return error.reason
      }
    }
    var file = Files.plain
    for count in 4..<file.count {
      guard case .endsWithin = reason(Array(file.prefix(count))) else {
        Issue.record("truncated to \(count)")
        continue
      }
    }
    #expect(reason(file + [0x1F, 0x8B]) == .endsWithin("the header of the gzip data"))
    #expect(
      reason(file + [7])
        == .expected("the end of the gzip data or another member", found: "other data"))
    #expect(
      reason(file + Array("a line that follows\n".utf8))
        == .expected("the end of the gzip data or another member", found: "other data"))
    file[file.count - 1] ^= 1
    #expect(reason(file) == .damaged("the data does not match its length"))
    file = Files.plain
    file[file.count - 5] ^= 1
    #expect(reason(file) == .damaged("the data does not match its checksum"))
    file = Files.full
    file[4] ^= 1
    #expect(reason(file) == .damaged("the header of the gzip data does not match its checksum"))
    file = Files.plain
    file[2] = 7
    #expect(reason(file) == .unsupported("gzip with the method 7"))
    file = Files.plain
    file[3] = 0x80
    #expect(reason(file) == .unsupported("gzip with flags that RFC 1952 reserves"))
  }

  @Test func uncompressedInputIsPassedThrough() throws {
    #expect(try text(Array("lat,lon\n".utf8), pieces: 1) == "lat,lon\n")
    #expect(try text(Array("a".utf8)) == "a")
    #expect(try text([]) == "")
  }
}

@Suite struct ZipArchiveTests {
  @Test(arguments: [1, 100, .max])
  func readsTheDocumentOfAKMZ(pieces: Int) throws {
    for file in [Files.kmz, Files.stored, Files.long] {
      #expect(try text(file, pieces: pieces) == "<kml/>")
      // A self-extracting program may precede the archive.
      #expect(try ZipArchive(Array("#!/bin/sh\n".utf8) + file).mainKML != nil)
    }
    let archive = try ZipArchive(Files.kmz)
    #expect(archive.members.map(\.name) == ["images/a.png", "sub/b.kml", "z.kml", "doc.kml"])
  }

  @Test func reportsErrors() throws {
    #expect(throws: InflateError.self) { try text(Files.other) }
    do {
      _ = try text(Files.other)
    } catch {
      #expect(error.description.contains("found one of a.shp, a.dbf"))
    }
    for count in 4..<Files.kmz.count {
      #expect(throws: InflateError.self) { try text(Array(Files.kmz.prefix(count))) }
    }
    for index in Files.kmz.indices.dropFirst(4) {
      var file = Files.kmz
      file[index] ^= 0xFF
      // Reading always terminates, with the document or an error.
      if let text = try? text(file) {
        #expect(text == "<kml/>" || text == "<z/>" || text == "<b/>")
      }
    }
    var encrypted = Files.stored
    let directory = encrypted.count - 22 - 46 - 7
    encrypted[directory + 8] = 1
    do {
      _ = try text(encrypted)
      Issue.record("an encrypted member")
    } catch {
      #expect(error.description.hasSuffix("doc.kml, which is encrypted, is not supported"))
    }
    encrypted[directory + 8] = 0
    encrypted[directory + 10] = 12
    do {
      _ = try text(encrypted)
      Issue.record("another method")
    } catch {
      #expect(error.reason == .unsupported("doc.kml, compressed by the method 12,"))
    }
  }

  /// The same archives read on demand, truncated at each byte.
  @Test func readsAnArchiveOnDemand() throws {
    for file in [Files.kmz, Files.stored, Files.long, Array("#!/bin/sh\n".utf8) + Files.kmz] {
      func document(of count: Int) throws(InflateError) -> String {
        let archive = try ZipArchive(byteCount: file.count) { range in
          precondition(range.upperBound <= file.count)
          return Array(file[range.clamped(to: 0..<count)])
        }
        var reader = try archive.mainKMLReader()
        var bytes: [UInt8] = []
        while let piece = try reader.next() { bytes += piece }
        #expect(reader.position == reader.compressedByteCount)
        return String(decoding: bytes, as: UTF8.self)
      }
      #expect(try document(of: file.count) == "<kml/>")
      // The directory is at the end.
      for count in 0..<file.count {
        #expect(throws: InflateError.self, "\(count)") { try document(of: count) }
      }
    }
  }
  /// A few bytes that claim to follow a ZIP64 end record, at any position, although the archive is
  /// too short to contain one.
  @Test func doesNotReadOutsideOfAShortArchive() {
    let end = bytes("504b0506 0000 0000 ffff ffff ffffffff ffffffff 0000")
    for before in 0..<80 {
      for position in [0, 1, 55, 56, Int.max, -1] {
        var file = [UInt8](repeating: 0, count: before) + bytes("504b0607 00000000")
        let number = UInt64(bitPattern: Int64(position))
        file += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        file += bytes("01000000") + end
        #expect(throws: InflateError.self) { try ZipArchive(file) }
      }
    }
  }

  private func content(of member: ZipArchive.Member, in archive: ZipArchive) throws -> String {
    var reader = archive.reader(of: member)
    var bytes: [UInt8] = []
    while let piece = try reader.next() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The sizes and the start of a member are in the ZIP64 extra field if they do not fit, in this
  /// order and each only if needed; there may be other extra fields around it.
  @Test func zip64SizesAreRead() throws {
    for choice in 0..<8 {
      for before in [
        [], [0x55, 0x54, 5, 0, 3, 1, 2, 3, 4], [2, 0, 0, 0], [10, 0, 8, 0, 9, 9, 9, 9, 9, 9, 9, 9],
      ] as [[UInt8]] {
        for behind in [[], [0x75, 0x78, 2, 0, 1, 0], [1, 0, 8, 0, 9, 9, 9, 9, 9, 9, 9, 9], [7]]
          as [[UInt8]]
        {
          var member = ZipWriter.Member("doc.kml", "<kml/>")
          member.isLong = (choice & 1 != 0, choice & 2 != 0, choice & 4 != 0)
          member.extra = (before, behind)
          let file = ZipWriter.archive([.init("a.txt", "something"), member])
          let archive = try ZipArchive(file)
          #expect(archive.members.map(\.byteCount) == [9, 6])
          #expect(archive.members.map(\.compressedByteCount) == [9, 6])
          #expect(try content(of: archive.members[1], in: archive) == "<kml/>", "\(choice)")
        }
      }
    }
    // Sizes beyond 63 bits, and a truncated field, are errors.
    for size: UInt64 in [1 << 63, .max, 1 << 62] {
      var member = ZipWriter.Member("doc.kml", "<kml/>")
      member.isLong = (true, true, true)
      member.byteCount = size
      member.compressedByteCount = size
      let archive = try ZipArchive(ZipWriter.archive([member]))
      #expect(throws: InflateError.self) { try content(of: archive.members[0], in: archive) }
      member.compressedByteCount = nil
      member.start = size
      let other = try ZipArchive(ZipWriter.archive([member]))
      #expect(throws: InflateError.self) { try content(of: other.members[0], in: other) }
    }
    for missing in 1...24 {
      var member = ZipWriter.Member("doc.kml", "<kml/>")
      member.isLong = (true, true, true)
      member.missingExtra = missing
      let archive = try ZipArchive(ZipWriter.archive([member]))
      #expect(throws: InflateError.self) { try content(of: archive.members[0], in: archive) }
    }
  }

  /// Count, size and start of the directory, each separately in the ZIP64 end record.
  @Test func zip64DirectoriesAreFound() throws {
    for choice in 0..<8 {
      let file = ZipWriter.archive(
        [.init("a.kml", "<a/>"), .init("doc.kml", "<kml/>")], comment: Array("a comment".utf8),
        isLong: (choice & 1 != 0, choice & 2 != 0, choice & 4 != 0))
      for prefix in ["", "#!/bin/sh\n"] {
        let archive = try ZipArchive(Array(prefix.utf8) + file)
        #expect(archive.members.map(\.name) == ["a.kml", "doc.kml"], "\(choice)")
        #expect(try content(of: archive.members[1], in: archive) == "<kml/>")
      }
    }
  }

  /// A member with more or fewer bytes than the directory records, or another checksum.
  @Test func lengthAndChecksumOfMembersAreChecked() throws {
    func reason(_ change: (inout ZipWriter.Member) -> Void) throws -> InflateError.Reason? {
      var member = ZipWriter.Member("doc.kml", "<kml/>")
      change(&member)
      let archive = try ZipArchive(ZipWriter.archive([member]))
      do {
        _ = try content(of: archive.members[0], in: archive)
        return nil
      } catch {
        return (error as? InflateError)?.reason
      }
    }
    #expect(try reason { _ in } == nil)
    #expect(try reason { $0.byteCount = 7 } == .damaged("doc.kml does not match its length"))
    #expect(
      try reason { $0.byteCount = 5 } == .damaged("doc.kml is longer than the archive says"))
    #expect(try reason { $0.byteCount = 0 } == .damaged("doc.kml is longer than the archive says"))
    #expect(try reason { $0.checksum = 1 } == .damaged("doc.kml does not match its checksum"))
    #expect(
      try reason { $0.compressedByteCount = 5 } == .damaged("doc.kml does not match its length"))
    #expect(try reason { $0.compressedByteCount = 1 << 20 } == .endsWithin("doc.kml"))
  }

  /// A comment may contain bytes that look like the end record.
  @Test func commentsThatLookLikeAnEndRecordAreIgnored() throws {
    let fake = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0xFF, count: 30)
    for comment in [fake, Array("x".utf8) + fake, fake + fake] {
      let file = ZipWriter.archive([.init("doc.kml", "<kml/>")], comment: comment)
      #expect(try ZipArchive(file).members.map(\.name) == ["doc.kml"])
    }
  }

  @Test func allDocumentsAreListedOnce() throws {
    let names = [
      "sub/b.kml", "__MACOSX/._doc.kml", "sub/._b.kml", "doc.kml", "image.png", "A.KML",
      "__MACOSX/sub/c.kml", "c.kml/",
    ]
    let archive = try ZipArchive(ZipWriter.archive(names.map { .init($0, "x") }))
    #expect(try archive.documents.map(\.name) == ["doc.kml", "sub/b.kml", "A.KML"])
    #expect(archive.mainKML?.name == "doc.kml")
    #expect(try ZipArchive(ZipWriter.archive([.init("a.png", "x")])).documents.isEmpty)
    // The macOS metadata of a document is not the main document.
    let mac = try ZipArchive(
      ZipWriter.archive([.init("__MACOSX/._my.kml", "x"), .init("my.kml", "<kml/>")]))
    #expect(mac.mainKML?.name == "my.kml")
    var decompressor = Decompressor()
    decompressor.append(ZipWriter.archive(names.map { .init($0, "x") }))
    decompressor.finish()
    while try decompressor.next() != nil {}
    #expect(decompressor.unreadDocuments == ["sub/b.kml", "A.KML"])
  }

  /// Many members with the same data: reading them all could take disproportionate time.
  @Test func overlappingDocumentsAreRejected() throws {
    var members = (0..<100).map { ZipWriter.Member("\($0).kml", "") }
    members[0].data = [UInt8](repeating: 0x20, count: 10_000)
    for index in members.indices.dropFirst() {
      members[index].start = 0
      members[index].byteCount = 10_000
      members[index].compressedByteCount = 10_000
    }
    let archive = try ZipArchive(ZipWriter.archive(members))
    let error = #expect(throws: InflateError.self) { try archive.documents }
    #expect(error?.reason == .damaged("the files of the archive have more bytes than the archive"))
  }
}
