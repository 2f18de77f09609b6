/// Writes ZIP archives of stored files with arbitrary, possibly wrong, directories.
package struct ZipWriter {
  /// A file of an archive, and its entry in the directory.
  package struct Member {
    package var name: String
    package var data: [UInt8]
    /// The lengths in the directory; nil for the correct ones.
    package var byteCount: UInt64?
    package var compressedByteCount: UInt64?
    package var start: UInt64?
    package var checksum: UInt32?
    /// The fields (length, compressed length, start) that are in the ZIP64 extra field.
    package var isLong = (byteCount: false, compressed: false, start: false)
    /// The bytes before and after the ZIP64 extra field.
    package var extra: (before: [UInt8], behind: [UInt8]) = ([], [])
    /// The number of bytes missing at the end of the ZIP64 extra field.
    package var missingExtra = 0

    package init(_ name: String, _ data: String) {
      self.name = name
      self.data = Array(data.utf8)
    }
  }

  /// Writes an archive.
  ///
  /// - Parameters:
  ///   - members: The files.
  ///   - comment: The comment after the directory.
  ///   - isLong: The values (count, size, start of the directory) that are in a ZIP64 record.
  /// - Returns: The bytes of the archive.
  package static func archive(
    _ members: [Member], comment: [UInt8] = [],
    isLong: (count: Bool, size: Bool, start: Bool) = (false, false, false)
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    func add(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
      for index in 0..<count {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
      }
    }
    for member in members {
      let start = UInt64(bytes.count)
      let name = Array(member.name.utf8)
      let count = UInt64(member.data.count)
      var sum = Checksum()
      sum.add(member.data)
      let checksum = UInt64(member.checksum ?? sum.value)
      bytes += [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]
      add(checksum, 4, to: &bytes)
      add(count, 4, to: &bytes)
      add(count, 4, to: &bytes)
      add(UInt64(name.count), 2, to: &bytes)
      add(0, 2, to: &bytes)
      bytes += name + member.data

      let sizes: [(value: UInt64, isLong: Bool)] = [
        (member.byteCount ?? count, member.isLong.byteCount),
        (member.compressedByteCount ?? count, member.isLong.compressed),
        (member.start ?? start, member.isLong.start),
      ]
      var long: [UInt8] = []
      for size in sizes where size.isLong { add(size.value, 8, to: &long) }
      long.removeLast(min(member.missingExtra, long.count))
      var extra = member.extra.before
      if sizes.contains(where: \.isLong) {
        extra += [1, 0]
        add(UInt64(long.count), 2, to: &extra)
        extra += long
      }
      extra += member.extra.behind
      directory += [0x50, 0x4B, 1, 2, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]
      add(checksum, 4, to: &directory)
      for index in [1, 0] {
        add(sizes[index].isLong ? 0xFFFF_FFFF : sizes[index].value, 4, to: &directory)
      }
      add(UInt64(name.count), 2, to: &directory)
      add(UInt64(extra.count), 2, to: &directory)
      add(0, 8, to: &directory)
      add(0, 2, to: &directory)
      add(sizes[2].isLong ? 0xFFFF_FFFF : sizes[2].value, 4, to: &directory)
      directory += name + extra
    }
    let start = UInt64(bytes.count)
    let (size, count) = (UInt64(directory.count), UInt64(members.count))
    bytes += directory
    if isLong.count || isLong.size || isLong.start {
      let place = UInt64(bytes.count)
      bytes += [0x50, 0x4B, 6, 6, 44, 0, 0, 0, 0, 0, 0, 0, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      for number in [count, count, size, start] { add(number, 8, to: &bytes) }
      bytes += [0x50, 0x4B, 6, 7, 0, 0, 0, 0]
      add(place, 8, to: &bytes)
      add(1, 4, to: &bytes)
    }
    bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
    for _ in 0..<2 { add(isLong.count ? 0xFFFF : count, 2, to: &bytes) }
    add(isLong.size ? 0xFFFF_FFFF : size, 4, to: &bytes)
    add(isLong.start ? 0xFFFF_FFFF : start, 4, to: &bytes)
    add(UInt64(comment.count), 2, to: &bytes)
    return bytes + comment
  }
}
