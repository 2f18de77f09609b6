internal import Synchronization

/// Checks each page of an index file when it is first needed, and remembers what it has seen.
///
/// A query goes on as if a part that does not pass were not there, and asks for ``failure`` at its
/// end; so nothing is believed before it is checked, and the hot loops ask one bit for each
/// *block*, 256 points, rather than throw. A block that passes is also right, whoever wrote it: its
/// points and boxes follow from its coordinates, and its offsets are below the number of elements.
final class PageSentry: Sendable {
  let layout: IndexFileLayout
  private let words: Slab<UInt64>
  private let checksums: Slab<UInt64>
  /// The tree as it stands in the file, unguarded.
  private let tree: PackedTree
  private let treeLayout: PackedLayout
  private let goodPages: AtomicBits
  private let goodBlocks: AtomicBits
  /// 0 while all is well; else the first page that did not pass, or the complement of the first
  /// block with contents that cannot be.
  private let verdict = Atomic<Int>(0)

  /// Opens a file's memory: checks the header, the checksums themselves and the upper tree.
  init(_ memory: PackedMemory) throws(IndexFileError) {
    let page = IndexFileLayout.pageBytes
    let length = memory.byteCount
    guard length >= page, length % page == 0 else {
      throw PageSentry.error(forIrregular: memory)
    }
    words = Slab(memory, byteOffset: 0, count: length / 8)
    let (layout, sums) = try IndexFileLayout.read(header: words[0..<(page / 8)], fileBytes: length)
    self.layout = layout
    treeLayout = PackedLayout(count: layout.pointCount)
    tree = PackedTree(memory: memory.part(layout.tree), layout: treeLayout)
    checksums = Slab(
      memory, byteOffset: layout.checksums.lowerBound, count: layout.checksums.count / 8)
    goodPages = AtomicBits(count: length >> IndexFileLayout.pageShift)
    goodBlocks = AtomicBits(count: (layout.pointCount >> PackedLayout.blockShift) + 1)

    // The last section's own pages have no entry in it: the header vouches for them as a whole.
    let own = IndexFileLayout.pages(of: layout.checksums)
    guard PageSentry.checksum(words, pages: own) == sums[3] else {
      throw .damaged(section: .checksums, page: own.lowerBound)
    }
    for (index, section) in layout.sections.dropLast().enumerated()
    where PageSentry.checksum(checksums, of: section.bytes) != sums[index] {
      throw .malformed(section: section.name, reason: "not the checksum that the header names")
    }
    try checkUpperTree()
  }

  /// The tree, which asks before it reads a block.
  var guardedTree: PackedTree {
    PackedTree(memory: tree.memory, layout: treeLayout, sentry: self)
  }

  /// Why the file cannot be trusted, if anything that was needed so far did not pass.
  var failure: IndexFileError? {
    let verdict = verdict.load(ordering: .relaxed)
    if verdict == 0 { return nil }
    if verdict > 0 { return .damaged(section: layout.section(ofPage: verdict), page: verdict) }
    return .malformed(section: .tree, reason: "block \(~verdict) is not what a builder makes of it")
  }

  /// Checks all pages and blocks.
  func checkEverything() throws(IndexFileError) {
    for page in layout.checkedPages where !admits(page: page) { break }
    for block in 0..<((layout.pointCount + PackedLayout.blockPoints - 1) >> PackedLayout.blockShift)
    where !admits(block: block) { break }
    if let failure { throw failure }
  }

  /// Whether some bytes of the file are as they were written.
  @inline(__always)
  func admits(bytes: Range<Int>) -> Bool {
    let first = bytes.lowerBound >> IndexFileLayout.pageShift
    let last = (bytes.upperBound &- 1) >> IndexFileLayout.pageShift
    return first == last && goodPages.contains(first) || inspect(bytes: bytes)
  }

  @inline(never)
  private func inspect(bytes: Range<Int>) -> Bool {
    for page in IndexFileLayout.pages(of: bytes) where !admits(page: page) { return false }
    return true
  }

  /// Whether a page of the file is as it was written.
  @inline(__always)
  func admits(page: Int) -> Bool {
    goodPages.contains(page) || inspect(page: page)
  }

  @inline(never)
  private func inspect(page: Int) -> Bool {
    guard checksums[page - 1] == PageSentry.checksum(words, pages: page..<(page + 1)) else {
      fail(page)
      return false
    }
    goodPages.insert(page)
    return true
  }

  /// Whether the points of a block and their boxes can be used.
  @inline(__always)
  func admits(block: Int) -> Bool {
    goodBlocks.contains(block) || inspect(block: block)
  }

  /// Whether a range of points can be used.
  @inline(never)
  func admits(positions: Range<Int>) -> Bool {
    guard !positions.isEmpty else { return true }
    let first = positions.lowerBound >> PackedLayout.blockShift
    let last = (positions.upperBound - 1) >> PackedLayout.blockShift
    for block in first...last where !admits(block: block) { return false }
    return true
  }

  @inline(never)
  private func inspect(block: Int) -> Bool {
    let start = layout.tree.lowerBound
    for range in treeLayout.byteRanges(ofBlock: block) {
      guard admits(bytes: (start + range.lowerBound)..<(start + range.upperBound)) else {
        return false
      }
    }
    guard tree.isGenuine(block: block, treeLayout, elementCount: layout.elementCount) else {
      fail(~block)
      return false
    }
    goodBlocks.insert(block)
    return true
  }

  /// What a search meets before it comes to a block is checked to begin with.
  private func checkUpperTree() throws(IndexFileError) {
    let start = layout.tree.lowerBound
    guard admits(bytes: start..<(start + treeLayout.upperBytes)) else {
      throw failure ?? .damaged(section: .tree, page: 1)
    }
    guard treeLayout.matches(header: tree.header) else {
      throw .malformed(section: .tree, reason: "its header does not fit the number of points")
    }
    guard tree.isUpperPartGenuine(treeLayout) else {
      throw .malformed(section: .tree, reason: "a node does not bound its children")
    }
  }

  private func fail(_ code: Int) {
    _ = verdict.compareExchange(expected: 0, desired: code, ordering: .relaxed)
  }
}

extension PageSentry {
  /// The checksum of some pages of a file.
  static func checksum(_ words: Slab<UInt64>, pages: Range<Int>) -> UInt64 {
    let shift = IndexFileLayout.pageShift - 3
    return PageChecksum.of(words[(pages.lowerBound << shift)..<(pages.upperBound << shift)])
  }

  /// The checksum of a section: that of the checksums of its pages.
  static func checksum(_ checksums: Slab<UInt64>, of section: Range<Int>) -> UInt64 {
    var sum = UInt64(section.count)
    for page in IndexFileLayout.pages(of: section) {
      sum = (sum ^ checksums[page - 1]) &* 0x9FB2_1C65_1E98_DF25
      sum ^= sum >> 29
    }
    return sum
  }

  /// Says what a file is whose length no index file can have.
  private static func error(forIrregular memory: PackedMemory) -> IndexFileError {
    guard memory.byteCount >= 8 else { return .notAnIndexFile }
    let words = Slab<UInt64>(memory, byteOffset: 0, count: memory.byteCount / 8)
    guard words[0] == IndexFileLayout.magic else { return .notAnIndexFile }
    let expected = words.count > 2 ? words[2] : UInt64(IndexFileLayout.pageBytes)
    return .wrongLength(expected: expected, found: UInt64(memory.byteCount))
  }
}
