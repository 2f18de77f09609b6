import Testing

@testable import CairnMemory

/// Words that several threads fill in at once.
@Suite struct AtomicWordsTests {
  @Test func everyThreadReadsZeroOrTheValue() async {
    let words = AtomicWords(count: 10_000)
    #expect(words.count == 10_000 && (0..<words.count).allSatisfy { words[$0] == 0 })
    @Sendable func value(_ index: Int) -> UInt64 { UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15 }
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<4 {
        group.addTask {
          var isRight = true
          for step in 0..<words.count {
            let index = task % 2 == 0 ? step : words.count - 1 - step
            let found = words[index]
            if found != 0, found != value(index) { isRight = false }
            words[index] = value(index)
          }
          return isRight
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect((0..<words.count).allSatisfy { words[$0] == value($0) })
  }
}
