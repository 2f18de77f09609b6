import CairnMemory

@testable import CairnIndex

/// An index file with recomputed checksums, as a hostile writer could create it.
enum RechecksummedFile {
  static func bytes(_ bytes: [UInt8], _ layout: IndexFileLayout) -> [UInt8] {
    let memory = PackedMemory(copying: bytes)
    let words = unsafe UnsafeBuffer<UInt64>(memory, byteOffset: 0, count: bytes.count / 8)
    let checksums = unsafe UnsafeBuffer<UInt64>(
      memory, byteOffset: layout.checksums.lowerBound, count: layout.checksums.count / 8)
    for page in layout.checkedPages {
      checksums[page - 1] = PageVerifier.checksum(words, pages: page..<(page + 1))
    }
    for (index, section) in layout.sections.enumerated() {
      words[8 + 4 * index] =
        section.name == .checksums
        ? PageVerifier.checksum(words, pages: IndexFileLayout.pages(of: section.bytes))
        : PageVerifier.checksum(checksums, of: section.bytes)
    }
    words[IndexFileLayout.checksumWord] = PageChecksum.of(
      header: words[0..<(IndexFileLayout.pageBytes / 8)])
    return memory.allBytes
  }
}
