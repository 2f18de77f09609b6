import Testing

@testable import CairnMemory

// Exit tests, which run on systems that can start processes.
#if os(macOS) || os(Linux)
  /// An access out of bounds ends the process, in debug and in release.
  ///
  /// The accessed values are in the middle of larger memory, so that without a check most of the
  /// accesses would go unnoticed.
  @Suite struct BoundsTests {
    @Test(arguments: Access.allCases)
    func accessesInBoundsSucceed(_ access: Access) {
      access.perform(at: 0)
      access.perform(at: access.last)
    }

    @Test(arguments: Access.allCases)
    func negativeIndexTraps(_ access: Access) async {
      await #expect(processExitsWith: .failure) { [access] in access.perform(at: -access.step) }
      await #expect(processExitsWith: .failure) { [access] in access.perform(at: .min) }
    }

    @Test(arguments: Access.allCases)
    func indexAfterTheLastTraps(_ access: Access) async {
      await #expect(processExitsWith: .failure) { [access] in
        access.perform(at: access.last + access.step)
      }
    }

    @Test(arguments: Access.allCases)
    func overflowingIndexTraps(_ access: Access) async {
      await #expect(processExitsWith: .failure) { [access] in access.perform(at: .max) }
      // The index plus the width is beyond the greatest number.
      await #expect(processExitsWith: .failure) { [access] in access.perform(at: .max & ~63) }
    }

    @Test(arguments: RangeAccess.allCases)
    func rangesInBoundsSucceed(_ access: RangeAccess) {
      access.perform(0..<Access.count)
      access.perform(Access.count..<Access.count)
    }

    @Test(arguments: RangeAccess.allCases)
    func rangeOutOfBoundsTraps(_ access: RangeAccess) async {
      await #expect(processExitsWith: .failure) { [access] in access.perform(-1..<2) }
      await #expect(processExitsWith: .failure) { [access] in access.perform(0..<(Access.count + 1))
      }
      await #expect(processExitsWith: .failure) { [access] in access.perform(.min..<(.min + 2)) }
      await #expect(processExitsWith: .failure) { [access] in access.perform(2..<(.max)) }
    }

    @Test func impossibleCountsTrap() async {
      await #expect(processExitsWith: .failure) {
        PackedMemory(byteCount: 256).withUnsafeBuffer(of: UInt64.self, count: 33) { _ in }
      }
      await #expect(processExitsWith: .failure) {
        PackedMemory(byteCount: 256).withUnsafeBuffer(of: UInt64.self, count: -1) { _ in }
      }
      // The number of bytes overflows.
      await #expect(processExitsWith: .failure) {
        PackedMemory(byteCount: 256).withUnsafeBuffer(of: UInt64.self, count: .max / 4) { _ in }
      }
      await #expect(processExitsWith: .failure) {
        PackedMemory(byteCount: 256).withUnsafeBuffer(of: UInt64.self, byteOffset: 4, count: 1) {
          _ in
        }
      }
      await #expect(processExitsWith: .failure) { _ = PackedMemory(byteCount: -1) }
      await #expect(processExitsWith: .failure) {
        withScratchMemory(byteCount: 64) { memory in
          var memory = memory
          _ = memory.take(UInt64.self, count: 9)
        }
      }
      await #expect(processExitsWith: .failure) {
        withScratchMemory(byteCount: 64) { memory in
          var memory = memory
          _ = memory.take(UInt64.self, count: .max / 4)
        }
      }
      await #expect(processExitsWith: .failure) {
        var list = GrowableArray<Int>(capacity: 16)
        list.append(1)
        list.reserve(.max)
      }
      await #expect(processExitsWith: .failure) {
        var list = GrowableArray<Int>(capacity: 16)
        list.append(1)
        list.appendUninitialized(-1)
      }
      await #expect(processExitsWith: .failure) {
        var list = GrowableArray<Int>(capacity: 16)
        for value in 0..<17 { list.appendReserved(value) }
      }
    }
  }

  /// A kind of access of a memory type at an index.
  enum Access: String, CaseIterable, Codable {
    case bufferGet, bufferSet, bufferCopy, bufferStore, bufferStoreWord
    case copyLong, copyLongTarget, copyShort, copyShortTarget
    case quadGet, quadSet, bytesGet, bytesSet, doublesGet, doublesSet, part
    case spanGet, spanSuffix, spanPrefix, spanLanes, spanPair, spanWord, spanBlock
    case fixedGet, fixedSet, growableGet, growableSet, growableTruncate
    case bitsContain, bitsInsert, wordsGet, wordsSet, cellGet, cellSet, block, blockWord, blockWide,
      blockFour
    case packedWords, packedCopy, sharedGet, columnGet, columnIsValid

    /// The number of accessible values.
    static let count = 128

    /// The number of values that an access reads or writes.
    var width: Int {
      switch self {
      case .bufferCopy: 3
      case .bufferStore, .quadGet, .quadSet, .bytesGet, .bytesSet, .doublesGet, .doublesSet: 4
      case .spanLanes, .blockFour: 4
      case .part, .bufferStoreWord, .spanWord: 8
      case .copyLong, .copyLongTarget: 65
      case .copyShort, .copyShortTarget: 17
      case .spanSuffix, .spanPrefix, .spanBlock, .growableTruncate: 0
      case .spanPair, .blockWide: 2
      case .packedWords: 16
      case .packedCopy: 5
      // The first allocation of the table, of which the first 64 words are cells.
      case .block: 0
      default: 1
      }
    }

    /// The distance of valid indices.
    var step: Int {
      switch self {
      case .quadGet, .quadSet, .bytesGet, .bytesSet, .doublesGet, .doublesSet, .part: 4
      default: 1
      }
    }

    /// The greatest index in bounds.
    var last: Int { Self.count - width }

    func perform(at index: Int) {
      switch self {
      case .bufferGet: withBuffer(of: Int.self) { _ = $0[index] }
      case .bufferSet: withBuffer(of: Int.self) { $0[index] = 1 }
      case .bufferCopy:
        withBuffer(of: Int.self) { buffer in
          [1, 2, 3].withUnsafeSpan { buffer.copy($0, to: index) }
        }
      case .bufferStore:
        withBuffer(of: Int32.self) { $0.store(SIMD4<Int32>(1, 2, 3, 4), at: index) }
      case .bufferStoreWord: withBuffer(of: UInt8.self) { $0.store(UInt64(1), at: index) }
      case .copyLong, .copyLongTarget, .copyShort, .copyShortTarget: copyOverrunning(at: index)
      case .quadGet: withBuffer(of: Float.self) { _ = $0[quad: index] }
      case .quadSet: withBuffer(of: Float.self) { $0[quad: index] = SIMD4() }
      case .bytesGet: withBuffer(of: Float.self) { _ = $0[bytes: index] }
      case .bytesSet: withBuffer(of: Float.self) { $0[bytes: index] = SIMD16() }
      case .doublesGet: withBuffer(of: Float.self) { _ = $0[doubles: index] }
      case .doublesSet: withBuffer(of: Float.self) { $0[doubles: index] = SIMD2() }
      case .part: withBuffer(of: Float.self) { _ = $0.part(at: index, width: 8) }
      case .spanGet: withBuffer(of: Int.self) { _ = $0.span[index] }
      case .spanSuffix: withBuffer(of: Int.self) { _ = $0.span.suffix(from: index) }
      case .spanPrefix: withBuffer(of: Int.self) { _ = $0.span.prefix(index) }
      case .spanLanes: withBuffer(of: Int32.self) { _ = $0.span.lanes(at: index) as SIMD4<Int32> }
      case .spanPair: withBuffer(of: UInt8.self) { _ = $0.span.pair(at: index) }
      case .spanWord: withBuffer(of: UInt8.self) { _ = $0.span.word(at: index) }
      case .spanBlock: withBuffer(of: UInt8.self) { _ = $0.span.block(at: index) }
      case .fixedGet: _ = FixedArray(repeating: 7, count: Self.count)[index]
      case .fixedSet: FixedArray(repeating: 7, count: Self.count)[index] = 8
      case .growableGet, .growableSet, .growableTruncate: accessList(at: index)
      case .bitsContain: _ = AtomicBits(count: Self.count * 64).contains(scaled(index, by: 64))
      case .bitsInsert: AtomicBits(count: Self.count * 64).insert(scaled(index, by: 64))
      case .wordsGet: _ = AtomicWords(count: Self.count)[index]
      case .wordsSet: AtomicWords(count: Self.count)[index] = 1
      case .cellGet, .cellSet, .block, .blockWord, .blockWide, .blockFour: accessTable(at: index)
      case .packedWords: _ = PackedMemory(zeros: Self.count).littleEndianWords(at: index)
      case .packedCopy: PackedMemory(zeros: Self.count).copy([1, 2, 3, 4, 5], to: index)
      case .sharedGet: _ = SharedValues([Int](repeating: 1, count: Self.count))[index]
      case .columnGet, .columnIsValid: accessColumn(at: index)
      }
    }

    /// Calls a closure with a buffer in the middle of an array, aligned to 64 bytes.
    private func withBuffer<Value: BitwiseCopyable & ExpressibleByIntegerLiteral>(
      of type: Value.Type, _ body: (UnsafeBuffer<Value>) -> Void
    ) {
      let width = MemoryLayout<Value>.stride
      let memory = PackedMemory(zeros: 3 * Self.count * width)
      memory.withUnsafeBuffer(of: type, count: 3 * Self.count) {
        body($0[Self.count..<(2 * Self.count)])
      }
    }

    private func copyOverrunning(at index: Int) {
      withBuffer(of: UInt8.self) { buffer in
        // The end is one byte after the start; a wrapping sum is out of bounds, too.
        switch self {
        case .copyLong: buffer.copyOverrunning(from: buffer.span, index, index &+ 1, to: 0)
        case .copyLongTarget: buffer.copyOverrunning(from: buffer.span, 0, 1, to: index)
        case .copyShort: buffer.copyShort(from: buffer.span, index, index &+ 1, to: 0)
        default: buffer.copyShort(from: buffer.span, 0, 1, to: index)
        }
      }
    }

    private func accessList(at index: Int) {
      var list = GrowableArray<Int>(capacity: 2 * Self.count)
      for value in 0..<Self.count { list.append(value) }
      switch self {
      case .growableGet: _ = list[index]
      case .growableSet: list[index] = 1
      default: list.truncate(index)
      }
    }

    private func accessTable(at index: Int) {
      // One allocation, of the cells only.
      let (table, _) = BlockTable.make(cellCount: Self.count, expectedWords: 0)
      switch self {
      case .cellGet: _ = table.cell(index)
      case .cellSet: table.setCell(index, to: 1)
      case .block: _ = table.block(index)
      case .blockWord: _ = table.block(0)[index]
      case .blockWide: _ = table.block(0).wide(index)
      default: _ = table.block(0).four(index)
      }
    }

    private func accessColumn(at index: Int) {
      var values = [Double](repeating: 1, count: 3 * Self.count)
      unsafe values.withUnsafeMutableBufferPointer { values in
        let start = Int(bitPattern: values.baseAddress) + Self.count * 8
        let words: [Int64] = [Int64(start), 8, Int64(start), 0]
        unsafe words.withUnsafeBytes { words in
          guard
            let column = try? ForeignColumn(describedAt: words.baseAddress, rows: Self.count)
          else { return }
          switch self {
          case .columnGet: _ = column[index]
          default: _ = column.hasValue(index)
          }
        }
      }
    }

    /// The product, or the index itself if it overflows.
    private func scaled(_ index: Int, by factor: Int) -> Int {
      let (product, overflows) = index.multipliedReportingOverflow(by: factor)
      return overflows ? index : product
    }
  }

  /// A kind of access of a range.
  enum RangeAccess: String, CaseIterable, Codable {
    case buffer, span, text, hash, append

    func perform(_ range: Range<Int>) {
      let bytes = [UInt8](repeating: 65, count: 3 * Access.count)
      var room = bytes
      bytes.withUnsafeSpan { all in
        let span = all.suffix(from: Access.count).prefix(Access.count)
        switch self {
        case .buffer:
          room.withUnsafeBuffer { _ = $0[Access.count..<(2 * Access.count)][range] }
        case .span: _ = unsafe span.buffer(range)
        case .text: _ = span.text(in: range)
        case .hash: _ = span.hash(range)
        case .append:
          var target: [UInt8] = []
          target.append(span, range)
        }
      }
    }
  }
#endif
