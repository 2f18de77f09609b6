internal import CairnMemory

/// Checks each page of an index file when it is first needed, and remembers what it has seen.
///
/// A query goes on as if a part that does not pass were not there, and asks for ``failure`` at its
/// end; so nothing is used before it is checked, and the hot loops ask one bit for each
/// node of level 1, 256 points, rather than throw. A node that passes is also right, whoever wrote
/// it: its points and boxes follow from its coordinates, and its offsets are below the number of
/// elements.
final class PageSentry: Sendable {
  let layout: IndexFileLayout
  private let words: Slab<UInt64>
  private let checksums: Slab<UInt64>
  /// The tree as it stands in the file, unguarded.
  private let tree: PackedTree
  private let treeLayout: PackedLayout
  private let goodPages: AtomicBits
  private let goodNodes: AtomicBits
  /// 0 while all is well; else the first page that did not pass, or the complement of the first
  /// node of level 1 with invalid contents.
  private let verdict = AtomicNumber(0)
  /// 0 while all is well; else one more than the offset of the first invalid record.
  private let recordVerdict = AtomicNumber(0)

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
    goodNodes = AtomicBits(count: (layout.pointCount >> PackedLayout.levelOneShift) + 1)

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

  /// The tree, which asks before it reads a node of level 1.
  var guardedTree: PackedTree {
    PackedTree(memory: tree.memory, layout: treeLayout, sentry: self)
  }

  /// The error of the first part that was needed and did not pass; nil while there is none.
  var failure: IndexFileError? {
    let verdict = verdict.value
    if verdict == 0 {
      let record = recordVerdict.value
      return record == 0 ? nil : Self.impossible(record: record - 1)
    }
    if verdict > 0 { return .damaged(section: layout.section(ofPage: verdict), page: verdict) }
    return .malformed(section: .tree, reason: "node \(~verdict) of level 1 is invalid")
  }

  /// Remembers that a record ends beyond its section.
  func fail(record offset: Int) {
    recordVerdict.change(from: 0, to: offset + 1)
  }

  /// The error for a record that ends beyond its section.
  static func impossible(record offset: Int) -> IndexFileError {
    .malformed(section: .recordLengths, reason: "record \(offset) ends beyond its section")
  }

  /// Checks all pages and all nodes of level 1.
  func checkEverything() throws(IndexFileError) {
    for page in layout.checkedPages where !admits(page: page) { break }
    for node in 0..<treeLayout.nodes(atLevel: 1).count where !admits(node: node) { break }
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

  /// Whether a node of level 1 and the points below it can be used.
  @inline(__always)
  func admits(node: Int) -> Bool {
    goodNodes.contains(node) || inspect(node: node)
  }

  /// Whether a range of points can be used.
  @inline(never)
  func admits(positions: Range<Int>) -> Bool {
    guard !positions.isEmpty else { return true }
    let first = positions.lowerBound >> PackedLayout.levelOneShift
    let last = (positions.upperBound - 1) >> PackedLayout.levelOneShift
    for node in first...last where !admits(node: node) { return false }
    return true
  }

  @inline(never)
  private func inspect(node: Int) -> Bool {
    let start = layout.tree.lowerBound
    for range in treeLayout.byteRanges(ofNode: node) {
      guard admits(bytes: (start + range.lowerBound)..<(start + range.upperBound)) else {
        return false
      }
    }
    guard tree.isGenuine(belowNode: node, treeLayout, elementCount: layout.elementCount) else {
      fail(~node)
      return false
    }
    goodNodes.insert(node)
    return true
  }

  /// Checks what a search meets before it comes to a node of level 1.
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
    verdict.change(from: 0, to: code)
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
      sum = (sum ^ checksums[page - 1]) &* mixingFactor
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

/// The checksum of a page of an index file.
///
/// Four lanes each take every fourth word: `lane = rotated((lane ^ word) * odd)`. Every step is a
/// bijection of the lane and, for a given lane, of the word, so a change within one lane (any
/// single bit, byte or word) always changes the result; other changes slip through with a chance
/// of 2⁻⁶⁴. Four independent multiplications keep it near the speed of memory. It guards against
/// accidents, not against somebody who writes a matching checksum; whoever does gets a file that
/// is read without harm all the same.
enum PageChecksum {
  /// The checksum of the words of a page; their number is a multiple of four.
  static func of(_ words: Slab<UInt64>) -> UInt64 {
    assert(words.count & 3 == 0)
    var lanes = SIMD4<UInt64>(
      0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5)
    var index = 0
    while index < words.count {
      lanes.x = step(lanes.x, words[index])
      lanes.y = step(lanes.y, words[index &+ 1])
      lanes.z = step(lanes.z, words[index &+ 2])
      lanes.w = step(lanes.w, words[index &+ 3])
      index &+= 4
    }
    return finish(lanes.x) ^ rotated(finish(lanes.y), 16) ^ rotated(finish(lanes.z), 32)
      ^ rotated(finish(lanes.w), 48)
  }

  @inline(__always)
  private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated((lane ^ word) &* mixingFactor, 29)
  }

  @inline(__always)
  private static func finish(_ lane: UInt64) -> UInt64 {
    let mixed = (lane ^ lane &>> 32) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ mixed &>> 32
  }

  @inline(__always)
  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 - bits)
  }
}

/// The factor of Pelle Evensen's "rrmxmx" mixer: odd, and with bits as good as random.
///
/// To multiply by it spreads every bit of a word over all higher ones. Index files depend on it.
let mixingFactor: UInt64 = 0x9FB2_1C65_1E98_DF25
