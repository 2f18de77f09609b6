internal import CairnMemory

/// Verifies each page of an index file at its first use and records the result.
///
/// A query skips parts that fail and checks ``failure`` at its end. So nothing is used before it is
/// verified, and the hot loops test one bit for each node of level 1 (256 points) instead of
/// throwing. A node that passes is also semantically valid, whoever wrote it: its points and boxes
/// follow from its coordinates, and its offsets are below the number of elements.
final class PageVerifier: Sendable {
  let layout: IndexFileLayout
  private let memory: PackedMemory
  private let words: UnsafeBuffer<UInt64>
  private let checksums: UnsafeBuffer<UInt64>
  /// The tree in the file, without verification.
  private let tree: PackedTree
  private let treeLayout: PackedLayout
  private let goodPages: AtomicBits
  private let goodNodes: AtomicBits
  /// 0 without a failure; else the first invalid page, or the complement of the first invalid node
  /// of level 1.
  private let verdict = AtomicNumber(0)
  /// 0 without a failure; else the offset of the first invalid record plus one, or -1 for invalid
  /// contents.
  private let recordVerdict = AtomicNumber(0)

  /// Verifies the header, the checksum section and the upper tree of a file in memory.
  init(_ memory: PackedMemory) throws(IndexFileError) {
    let page = IndexFileLayout.pageBytes
    let length = memory.byteCount
    self.memory = memory
    // Reading ahead would read many times what a query needs; what it needs is requested below.
    memory.expect(.scattered)
    guard length >= page, length % page == 0 else {
      throw PageVerifier.error(forIrregular: memory)
    }
    unsafe words = UnsafeBuffer(memory, byteOffset: 0, count: length / 8)
    let (layout, sums) = try IndexFileLayout.read(header: words[0..<(page / 8)], fileBytes: length)
    self.layout = layout
    treeLayout = PackedLayout(count: layout.pointCount)
    tree = PackedTree(memory: memory.part(layout.tree), layout: treeLayout)
    unsafe checksums = UnsafeBuffer(
      memory, byteOffset: layout.checksums.lowerBound, count: layout.checksums.count / 8)
    goodPages = AtomicBits(count: length >> IndexFileLayout.pageShift)
    goodNodes = AtomicBits(count: (layout.pointCount >> PackedLayout.levelOneShift) + 1)
    memory.expect(.soon, layout.checksums)
    memory.expect(.soon, layout.tree.prefix(treeLayout.upperBytes))

    // The pages of the checksum section have no entry in it; the header contains one checksum for
    // all of them.
    let own = IndexFileLayout.pages(of: layout.checksums)
    guard PageVerifier.checksum(words, pages: own) == sums[3] else {
      throw .damaged(section: .checksums, page: own.lowerBound)
    }
    for (index, section) in layout.sections.dropLast().enumerated()
    where PageVerifier.checksum(checksums, of: section.bytes) != sums[index] {
      throw .malformed(section: section.name, reason: "the checksum in the header does not match")
    }
    try checkUpperTree()
  }

  /// The tree, which verifies each node of level 1 before it is read.
  var guardedTree: PackedTree {
    PackedTree(memory: tree.memory, layout: treeLayout, verifier: self)
  }

  /// The error of the first invalid part that was used, nil if none exists.
  var failure: IndexFileError? {
    let verdict = verdict.value
    if verdict == 0 {
      let record = recordVerdict.value
      if record < 0 { return .malformed(section: .records, reason: Self.impossibleContents) }
      return record == 0 ? nil : Self.impossible(record: record - 1)
    }
    if verdict > 0 { return .damaged(section: layout.section(ofPage: verdict), page: verdict) }
    return .malformed(section: .tree, reason: "node \(~verdict) of level 1 is invalid")
  }

  /// Records that a record ends beyond its section.
  func fail(record offset: Int) {
    recordVerdict.change(from: 0, to: offset + 1)
  }

  private static let impossibleContents =
    "impossible contents, or records without the values of the fields"

  /// Records that the contents of a record are impossible.
  func failContents() {
    recordVerdict.change(from: 0, to: -1)
  }

  /// The error for a record that ends beyond its section.
  static func impossible(record offset: Int) -> IndexFileError {
    .malformed(section: .recordLengths, reason: "record \(offset) ends beyond its section")
  }

  /// Verifies all pages and all nodes of level 1.
  func checkEverything() throws(IndexFileError) {
    expectAll()
    for page in layout.checkedPages where !admits(page: page) { break }
    for node in 0..<treeLayout.nodes(atLevel: 1).count where !admits(node: node) { break }
    if let failure { throw failure }
  }

  /// Lets the system read the file ahead, before all of it is used in order.
  func expectAll() { memory.expect(.sequential) }

  /// Whether the pages of a byte range are valid.
  @inline(__always)
  func admits(bytes: Range<Int>) -> Bool {
    let first = bytes.lowerBound >> IndexFileLayout.pageShift
    let last = (bytes.upperBound &- 1) >> IndexFileLayout.pageShift
    return first == last && goodPages.contains(first) || inspect(bytes: bytes)
  }

  @inline(never)
  private func inspect(bytes: Range<Int>) -> Bool {
    if !goodPages.contains(bytes.lowerBound >> IndexFileLayout.pageShift) {
      memory.expect(.soon, bytes)
    }
    for page in IndexFileLayout.pages(of: bytes) where !admits(page: page) { return false }
    return true
  }

  /// Whether a page is valid.
  @inline(__always)
  func admits(page: Int) -> Bool {
    goodPages.contains(page) || inspect(page: page)
  }

  @inline(never)
  private func inspect(page: Int) -> Bool {
    guard checksums[page - 1] == PageVerifier.checksum(words, pages: page..<(page + 1)) else {
      fail(page)
      return false
    }
    goodPages.insert(page)
    return true
  }

  /// Whether a node of level 1 and the points below it are valid.
  @inline(__always)
  func admits(node: Int) -> Bool {
    goodNodes.contains(node) || inspect(node: node, isExpected: false)
  }

  /// Whether all nodes of a range of points are valid.
  @inline(never)
  func admits(positions: Range<Int>) -> Bool {
    guard !positions.isEmpty else { return true }
    let first = positions.lowerBound >> PackedLayout.levelOneShift
    let end = (positions.upperBound - 1) >> PackedLayout.levelOneShift + 1
    for start in stride(from: first, to: end, by: Self.nodesAhead) {
      let nodes = start..<min(start + Self.nodesAhead, end)
      guard nodes.contains(where: { !goodNodes.contains($0) }) else { continue }
      expect(nodes)
      for node in nodes where !goodNodes.contains(node) {
        guard inspect(node: node, isExpected: true) else { return false }
      }
    }
    return true
  }

  /// The number of nodes of level 1 that are requested together: about 9 MB.
  private static let nodesAhead = 1 << 10

  /// Lets the system read the pages of some nodes, all of them at the same time.
  private func expect(_ nodes: Range<Int>) {
    for range in treeLayout.byteRanges(ofNodes: nodes)
    where !goodPages.contains(
      (layout.tree.lowerBound + range.lowerBound) >> IndexFileLayout.pageShift)
    {
      tree.memory.expect(.soon, range)
    }
  }

  @inline(never)
  private func inspect(node: Int, isExpected: Bool) -> Bool {
    let start = layout.tree.lowerBound
    if !isExpected { expect(node..<(node + 1)) }
    for range in treeLayout.byteRanges(ofNodes: node..<(node + 1)) {
      guard admits(bytes: (start + range.lowerBound)..<(start + range.upperBound)) else {
        return false
      }
    }
    guard tree.isValidTree(belowNode: node, treeLayout, elementCount: layout.elementCount) else {
      fail(~node)
      return false
    }
    goodNodes.insert(node)
    return true
  }

  /// Verifies the tree above level 1.
  private func checkUpperTree() throws(IndexFileError) {
    let start = layout.tree.lowerBound
    guard admits(bytes: start..<(start + treeLayout.upperBytes)) else {
      throw failure ?? .damaged(section: .tree, page: 1)
    }
    guard treeLayout.matches(header: tree.header) else {
      throw .malformed(section: .tree, reason: "its header does not match the number of points")
    }
    guard tree.isUpperPartValid(treeLayout) else {
      throw .malformed(section: .tree, reason: "a node does not bound its children")
    }
  }

  private func fail(_ code: Int) {
    verdict.change(from: 0, to: code)
  }
}

extension PageVerifier {
  /// The checksum of a range of pages.
  static func checksum(_ words: UnsafeBuffer<UInt64>, pages: Range<Int>) -> UInt64 {
    let shift = IndexFileLayout.pageShift - 3
    return PageChecksum.of(words[(pages.lowerBound << shift)..<(pages.upperBound << shift)])
  }

  /// The checksum of a section, computed from the checksums of its pages.
  static func checksum(_ checksums: UnsafeBuffer<UInt64>, of section: Range<Int>) -> UInt64 {
    var sum = UInt64(section.count)
    for page in IndexFileLayout.pages(of: section) {
      sum = (sum ^ checksums[page - 1]) &* mixingFactor
      sum ^= sum >> 29
    }
    return sum
  }

  /// Returns the error for a file whose length is not valid for an index file.
  private static func error(forIrregular memory: PackedMemory) -> IndexFileError {
    guard memory.byteCount >= 8 else { return .notAnIndexFile }
    let words = SharedValues<UInt64>(memory, count: memory.byteCount / 8)
    guard words[0] == IndexFileLayout.magic else { return .notAnIndexFile }
    let expected = words.count > 2 ? words[2] : UInt64(IndexFileLayout.pageBytes)
    return .wrongLength(expected: expected, found: UInt64(memory.byteCount))
  }
}

/// The checksum of a page of an index file.
///
/// Four lanes each take every fourth word: `lane = rotated((lane ^ word) * odd)`. Every step is a
/// bijection of the lane and, for a given lane, of the word, so a change within one lane (any
/// single bit, byte or word) always changes the result; other changes go undetected with
/// probability 2⁻⁶⁴. Four independent multiplications keep it near memory bandwidth. It detects
/// accidents, not deliberate changes with a matching checksum; such files are still read safely.
enum PageChecksum {
  /// Returns the checksum of words, whose number must be a multiple of four.
  static func of(_ words: UnsafeBuffer<UInt64>) -> UInt64 {
    precondition(words.count & 3 == 0)
    var lanes = SIMD4<UInt64>(
      0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5)
    var index = 0
    // The index and the count are multiples of four, so the next three words are in bounds.
    while index < words.count {
      unsafe lanes.x = step(lanes.x, words[unchecked: index])
      unsafe lanes.y = step(lanes.y, words[unchecked: index &+ 1])
      unsafe lanes.z = step(lanes.z, words[unchecked: index &+ 2])
      unsafe lanes.w = step(lanes.w, words[unchecked: index &+ 3])
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

/// The multiplier of Pelle Evensen's "rrmxmx" mixer: odd, with pseudo-random bits.
///
/// Multiplication by it diffuses every bit of a word into all higher bits. It is part of the file
/// format.
let mixingFactor: UInt64 = 0x9FB2_1C65_1E98_DF25
