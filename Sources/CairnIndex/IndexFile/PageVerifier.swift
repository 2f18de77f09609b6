internal import CairnMemory

/// Verifies each page of an index file at its first use and records the result.
///
/// A query skips parts that fail and checks ``failure`` at its end. So nothing is used before it is
/// verified, and the hot loops test one bit for each node instead of throwing. A node of level 1
/// (256 points) that passes is also semantically valid, whoever wrote it: its points and boxes
/// follow from its coordinates, and its offsets are below the number of elements. The boxes of a
/// node of a higher level match those that its children store, unless these are of level 1.
///
/// A page is compared with its checksum before the checksums themselves are verified: a damaged
/// checksum does not match either. So opening a file reads only the header and the first page of
/// the tree.
final class PageVerifier: Sendable {
  let layout: IndexFileLayout
  private let memory: PackedMemory
  private let words: UnsafeBuffer<UInt64>
  private let checksums: UnsafeBuffer<UInt64>
  /// The checksums of the sections, from the header.
  private let sectionChecksums: [UInt64]
  /// The tree in the file, without verification.
  private let tree: PackedTree
  private let treeLayout: PackedLayout
  /// The pages that match their checksums.
  private let validPages: AtomicBits
  /// The pages of checksums that have been requested, counted from the first of them.
  private let requestedChecksums: AtomicBits
  /// The valid nodes, in the order of the file.
  private let validNodes: AtomicBits
  /// 0 without a failure; else the first invalid page, or the complement of the first invalid node
  /// in the order of the file.
  private let firstFailure = AtomicNumber(0)
  /// 0 without a failure; else the offset of the first invalid record plus one, or -1 for invalid
  /// contents.
  private let firstRecordFailure = AtomicNumber(0)
  /// The number of failures of all files.
  private static let failureCount = AtomicNumber(0)

  /// Whether a part of any file was invalid: if not, no file has to be tested for a failure.
  static var hasAnyFailed: Bool { failureCount.value != 0 }

  /// Verifies the headers of a file in memory and of its tree.
  init(_ memory: PackedMemory) throws(IndexFileError) {
    let page = IndexFileLayout.pageBytes
    let length = memory.byteCount
    self.memory = memory
    // Reading ahead would read many times the needed pages, which are requested below.
    memory.expect(.scattered)
    guard length >= page, length % page == 0 else {
      throw PageVerifier.error(forIrregular: memory)
    }
    unsafe words = UnsafeBuffer(memory, byteOffset: 0, count: length / 8)
    let (layout, sums) = try IndexFileLayout.read(header: words[0..<(page / 8)], fileBytes: length)
    self.layout = layout
    sectionChecksums = sums
    treeLayout = PackedLayout(count: layout.pointCount)
    tree = PackedTree(memory: memory.part(layout.tree), layout: treeLayout)
    unsafe checksums = UnsafeBuffer(
      memory, byteOffset: layout.checksums.lowerBound, count: layout.checksums.count / 8)
    validPages = AtomicBits(count: length >> IndexFileLayout.pageShift)
    requestedChecksums = AtomicBits(count: IndexFileLayout.pages(of: layout.checksums).count)
    validNodes = AtomicBits(count: treeLayout.nodeCount)

    let header = layout.tree.prefix(PackedLayout.headerBytes)
    guard admits(bytes: header) else { throw failure ?? .damaged(section: .tree, page: 1) }
    guard treeLayout.matches(header: tree.header) else {
      throw .malformed(section: .tree, reason: "its header does not match the number of points")
    }
  }

  /// The tree, which verifies each node before it is read.
  var guardedTree: PackedTree {
    PackedTree(memory: tree.memory, layout: treeLayout, verifier: self)
  }

  /// The error of the first invalid part that was used, nil if none exists.
  var failure: IndexFileError? {
    let failure = firstFailure.value
    if failure == 0 {
      let record = firstRecordFailure.value
      if record < 0 { return .malformed(section: .records, reason: Self.impossibleContents) }
      return record == 0 ? nil : Self.impossible(record: record - 1)
    }
    if failure > 0 { return .damaged(section: layout.section(ofPage: failure), page: failure) }
    return .malformed(section: .tree, reason: "node \(~failure) is invalid")
  }

  /// Records that a record ends beyond its section.
  func fail(record offset: Int) {
    _ = Self.failureCount.add(1)
    firstRecordFailure.change(from: 0, to: offset + 1)
  }

  private static let impossibleContents =
    "impossible contents, or records without the values of the fields"

  /// Records that the contents of a record are impossible.
  func failContents() {
    _ = Self.failureCount.add(1)
    firstRecordFailure.change(from: 0, to: -1)
  }

  /// The error for a record that ends beyond its section.
  static func impossible(record offset: Int) -> IndexFileError {
    .malformed(section: .recordLengths, reason: "record \(offset) ends beyond its section")
  }

  /// Verifies all pages and all nodes.
  func checkEverything() throws(IndexFileError) {
    expectAll()
    guard areChecksumsValid else { throw .damaged(section: .checksums, page: firstChecksumPage) }
    for (index, section) in layout.sections.dropLast().enumerated()
    where PageVerifier.checksum(checksums, of: section.bytes) != sectionChecksums[index] {
      throw .malformed(section: section.name, reason: "the checksum in the header does not match")
    }
    for page in layout.checkedPages where !admits(page: page) { break }
    for level in 1...treeLayout.rootLevel {
      for node in 0..<treeLayout.nodes(atLevel: level).count
      where !admits(node: node, atLevel: level) { break }
    }
    if let failure { throw failure }
  }

  private var firstChecksumPage: Int { layout.checkedPages.upperBound }

  /// Whether the checksums of the pages are those that were written; the header contains one
  /// checksum of all of them.
  private var areChecksumsValid: Bool {
    let pages = IndexFileLayout.pages(of: layout.checksums)
    return PageVerifier.checksum(words, pages: pages) == sectionChecksums[3]
  }

  /// Lets the system read the file ahead, before all of it is used in order.
  func expectAll() { memory.expect(.sequential) }

  /// Whether the pages of a byte range are valid.
  @inline(__always)
  func admits(bytes: Range<Int>) -> Bool {
    let first = bytes.lowerBound >> IndexFileLayout.pageShift
    let last = (bytes.upperBound &- 1) >> IndexFileLayout.pageShift
    return first == last && validPages.contains(first) || inspect(bytes: bytes)
  }

  @inline(never)
  private func inspect(bytes: Range<Int>) -> Bool {
    if !validPages.contains(bytes.lowerBound >> IndexFileLayout.pageShift) { expect(bytes) }
    for page in IndexFileLayout.pages(of: bytes) where !admits(page: page) { return false }
    return true
  }

  /// Whether a page is valid.
  @inline(__always)
  func admits(page: Int) -> Bool {
    validPages.contains(page) || inspect(page: page)
  }

  @inline(never)
  private func inspect(page: Int) -> Bool {
    guard checksums[page - 1] == PageVerifier.checksum(words, pages: page..<(page + 1)) else {
      // All checksums are read once, for the first failure.
      if firstFailure.value == 0 { fail(areChecksumsValid ? page : firstChecksumPage) }
      return false
    }
    validPages.insert(page)
    return true
  }

  /// Whether a node and, at level 1, the points below it are valid.
  @inline(__always)
  func admits(node: Int, atLevel level: Int) -> Bool {
    validNodes.contains(tree.place(ofNode: node, atLevel: level))
      || inspect(node: node, atLevel: level, isExpected: false)
  }

  /// Whether all nodes of level 1 of a range of points are valid.
  @inline(never)
  func admits(positions: Range<Int>) -> Bool {
    guard !positions.isEmpty else { return true }
    let first = positions.lowerBound >> PackedLayout.levelOneShift
    let end = (positions.upperBound - 1) >> PackedLayout.levelOneShift + 1
    let place = tree.place(ofNode: 0, atLevel: 1)
    for start in stride(from: first, to: end, by: Self.nodesAhead) {
      let nodes = start..<min(start + Self.nodesAhead, end)
      guard nodes.contains(where: { !validNodes.contains(place + $0) }) else { continue }
      expect(nodes: nodes)
      for node in nodes where !validNodes.contains(place + node) {
        guard inspect(node: node, atLevel: 1, isExpected: true) else { return false }
      }
    }
    return true
  }

  /// The number of nodes of level 1 that are requested together: about 9 MB.
  private static let nodesAhead = 1 << 10

  /// Lets the system read the pages of some nodes, all of them at the same time.
  private func expect(nodes: Range<Int>) {
    for range in treeLayout.byteRanges(ofNodes: nodes) {
      let bytes = range.shifted(by: layout.tree.lowerBound)
      if !validPages.contains(bytes.lowerBound >> IndexFileLayout.pageShift) { expect(bytes) }
    }
  }

  /// Lets the system read bytes and their checksums.
  private func expect(_ bytes: Range<Int>) {
    memory.expect(.soon, bytes)
    let pages = IndexFileLayout.pages(of: bytes)
    let sums = ((pages.lowerBound - 1) * 8..<(pages.upperBound - 1) * 8)
      .shifted(by: layout.checksums.lowerBound)
    let page = sums.lowerBound >> IndexFileLayout.pageShift - firstChecksumPage
    guard !requestedChecksums.contains(page) else { return }
    memory.expect(.soon, sums)
    requestedChecksums.insert(page)
  }

  @inline(never)
  private func inspect(node: Int, atLevel level: Int, isExpected: Bool) -> Bool {
    if level == 1, !isExpected { expect(nodes: node..<(node + 1)) }
    // A node is compared with its parent.
    guard
      level == treeLayout.rootLevel
        || admits(node: node >> PackedLayout.fanOutShift, atLevel: level + 1)
    else { return false }
    guard level == 1 ? isValid(levelOne: node) : isValid(upper: node, atLevel: level) else {
      // Has no effect if a page is damaged.
      fail(~tree.place(ofNode: node, atLevel: level))
      return false
    }
    validNodes.insert(tree.place(ofNode: node, atLevel: level))
    return true
  }

  private func isValid(levelOne node: Int) -> Bool {
    let start = layout.tree.lowerBound
    return treeLayout.byteRanges(ofNodes: node..<(node + 1)).allSatisfy {
      admits(bytes: $0.shifted(by: start))
    } && tree.isValidTree(belowNode: node, treeLayout, elementCount: layout.elementCount)
  }

  /// Whether the children of a node above level 1 match it; the node itself matches its parent.
  private func isValid(upper node: Int, atLevel level: Int) -> Bool {
    let isRoot = level == treeLayout.rootLevel
    guard !isRoot || isValid(nodes: 0..<1, atLevel: level) else { return false }
    guard level > 2 else { return true }
    let width = treeLayout.nodes(atLevel: level - 1).count
    let first = node << PackedLayout.fanOutShift
    return isValid(nodes: first..<min(first + PackedLayout.fanOut, width), atLevel: level - 1)
  }

  /// Whether consecutive nodes above level 1 are valid.
  private func isValid(nodes: Range<Int>, atLevel level: Int) -> Bool {
    admits(
      bytes: treeLayout.bytes(ofNodes: nodes, atLevel: level).shifted(by: layout.tree.lowerBound))
      && nodes.allSatisfy { tree.isValidTree(node: $0, atLevel: level, treeLayout) }
  }

  private func fail(_ code: Int) {
    _ = Self.failureCount.add(1)
    firstFailure.change(from: 0, to: code)
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
