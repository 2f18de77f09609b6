import TestSupport
import Testing

@testable import CairnMemory

/// Blocks that are added while other threads read.
@Suite struct BlockTableTests {
  @Test func blocksDoNotMove() throws {
    var (table, cursor) = BlockTable.make(cellCount: 10, expectedWords: 20)
    var random = SeededGenerator(seed: 4)
    var blocks: [(position: Int, words: [UInt32])] = []
    // Some blocks are longer than the default size of the next chunk.
    for length in (0..<200).map({ $0 % 50 == 49 ? 40_000 : $0 }) {
      let words = (0..<length).map { _ in UInt32(truncatingIfNeeded: random.next()) }
      blocks.append((try #require(table.append(words, to: &cursor)), words))
    }
    for (position, words) in blocks {
      let block = table.block(position)
      #expect(words.indices.allSatisfy { block[$0] == words[$0] })
    }
    let (position, words) = blocks[9]
    let block = table.block(position)
    #expect(block.wide(1) == Int64(bitPattern: UInt64(words[1]) | UInt64(words[2]) << 32))
    #expect(block.four(3) == SIMD4(words[3], words[4], words[5], words[6]))
    #expect(block.number(2).bitPattern == words[2])
    for cell in 0..<10 { #expect(table.cell(cell) == 0) }
  }

  @Test func fullTableReturnsNil() throws {
    var (table, cursor) = BlockTable.make(cellCount: 0, expectedWords: 64, mostWords: 20_000)
    let first = try #require(table.append([UInt32](repeating: 1, count: 60), to: &cursor))
    _ = try #require(table.append([UInt32](repeating: 2, count: 16_000), to: &cursor))
    #expect(table.append([UInt32](repeating: 3, count: 8_000), to: &cursor) == nil)
    #expect(table.block(first)[59] == 1)
  }

  @Test func entriesPublishTheirBlocks() async {
    let count = 2_000
    let (table, cursor) = BlockTable.make(cellCount: count, expectedWords: 0)
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        var cursor = cursor
        for cell in 0..<count {
          let words = [UInt32](repeating: UInt32(cell) + 1, count: cell % 40 + 1)
          guard let position = table.append(words, to: &cursor) else { return false }
          table.setCell(cell, to: UInt32(position) + 1)
        }
        return true
      }
      for _ in 0..<2 {
        group.addTask {
          var left = Set(0..<count)
          while !left.isEmpty, !Task.isCancelled {
            for cell in left {
              let entry = table.cell(cell)
              if entry == 0 { continue }
              let block = table.block(Int(entry) - 1)
              for word in 0...cell % 40 where block[word] != UInt32(cell) + 1 { return false }
              left.remove(cell)
            }
            await Task.yield()
          }
          return true
        }
      }
      for await isRight in group {
        #expect(isRight)
        if !isRight { group.cancelAll() }
      }
    }
  }

  @Test func bitsAreSetConcurrently() async {
    let bits = AtomicBits(count: 1_000)
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<3 {
        group.addTask { for index in stride(from: part, to: 1_000, by: 4) { bits.insert(index) } }
      }
    }
    #expect((0..<1_000).allSatisfy { bits.contains($0) == ($0 % 4 < 3) })
  }
}
