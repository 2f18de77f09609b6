import TestSupport
import Testing

@testable import CairnMemory

/// Unsafe buffers, lists, scratch memory and blocks, compared with arrays.
@Suite struct UnsafeBufferTests {
  @Test func selectPartitionsTheValues() {
    var random = SeededGenerator(seed: 1)
    for count in 1...40 {
      for spread in [1, 2, 5, 1_000_000] {
        let drawn = (0..<count).map { _ in Float(random.integer(in: 0...spread)) }
        for values in [drawn, drawn.sorted(), drawn.sorted(by: >)] {
          for wanted in 0..<count {
            var selected = values
            selected.withUnsafeBuffer { $0.select(wanted) { $0 } }
            #expect(selected.sorted() == values.sorted())
            #expect(selected[wanted] == values.sorted()[wanted])
            #expect(selected[..<wanted].allSatisfy { $0 <= selected[wanted] })
            #expect(selected[wanted...].allSatisfy { $0 >= selected[wanted] })
          }
        }
      }
    }
  }

  @Test func selectTerminatesWithEqualValues() {
    let list = FixedArray(repeating: Float(7), count: 100_000)
    list.withUnsafeBuffer { $0.select(50_000) { $0 } }
    #expect(list.values.allSatisfy { $0 == 7 })
  }

  @Test func growingListKeepsItsValues() {
    var list = GrowableArray<Int>(capacity: 0)
    for value in 0..<1_000 { list.append(value) }
    list.truncate(500)
    list.appendUninitialized(2)
    list[500] = -1
    list[501] = -2
    list.reserve(10_000)
    let values = list.withValues { buffer in (0..<buffer.count).map { buffer[$0] } }
    #expect(values == Array(0..<500) + [-1, -2])
  }

  @Test func scratchBuffersDoNotOverlap() {
    for counts in [[0, 1, 2], [3, 1, 7], [100_000, 5, 1]] {
      let bytes = counts.reduce(0) { $0 + ($1 * 8 + 15) & ~15 }
      let sums = withScratchMemory(byteCount: bytes) { memory in
        var memory = memory
        let windows = counts.map { memory.take(Int.self, count: $0) }
        for (number, window) in windows.enumerated() {
          for index in 0..<window.count { window[index] = number + 1 }
        }
        return windows.map { window in (0..<window.count).reduce(0) { $0 + window[$1] } }
      }
      #expect(sums == counts.enumerated().map { ($0.offset + 1) * $0.element })
    }
  }

  @Test func blockBitsMatchTheBytes() {
    var random = SeededGenerator(seed: 2)
    for count in [0, 1, 15, 16, 63, 64, 65, 200] {
      let bytes = (0..<count).map { _ in UInt8(random.integer(in: 0...3)) }
      bytes.withUnsafeSpan { window in
        for start in 0...count {
          let block = window.block(at: start)
          // Bytes after the end are zero.
          let padded = (0..<64).map { start + $0 < count ? bytes[start + $0] : 0 }
          for wanted in UInt8(0)...3 {
            var expected: UInt64 = 0
            for (index, byte) in padded.enumerated() where byte == wanted {
              expected |= 1 << UInt64(index)
            }
            let vector = SIMD16(repeating: wanted)
            #expect(block.bits { $0 .== vector } == expected)
            #expect(block.holds { $0 .== vector } == (expected != 0))
          }
        }
      }
    }
  }

  @Test func lineFeedsAreCounted() {
    var random = SeededGenerator(seed: 3)
    let bytes = (0..<300).map { _ in random.integer(in: 0...4) == 0 ? UInt8(10) : 65 }
    bytes.withUnsafeSpan { window in
      for low in stride(from: 0, through: 300, by: 7) {
        for high in stride(from: low, through: 300, by: 13) {
          let expected = bytes[low..<high].filter { $0 == 10 }.count
          #expect(window.lineFeeds(in: low..<high) == expected)
        }
      }
    }
  }
}
