import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// Arrays that share pages, compared with plain arrays.
struct PagedArrayTests {
  private func check<Value: Equatable>(
    _ seed: UInt64, upTo limit: Int = 3_000, _ make: (Int) -> Value
  ) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<6 {
      let initial = (0..<random.integer(in: 0...limit)).map(make)
      var paged = PagedArray(ContiguousArray(initial))
      var plain = initial
      var held: [(PagedArray<Value>, [Value])] = []
      for step in 0..<1_000 {
        let index = plain.isEmpty ? 0 : random.integer(in: 0...(plain.count - 1))
        switch random.integer(in: 0...99) {
        case 0...45 where !plain.isEmpty:
          paged[index] = make(step)
          plain[index] = make(step)
        case 46...75:
          paged.append(make(step))
          plain.append(make(step))
        case 76...80 where held.count < 4: held.append((paged, plain))
        case 81...84 where !held.isEmpty: held.remove(at: random.integer(in: 0...(held.count - 1)))
        case 85 where round % 2 == 0 && !held.isEmpty:
          // Continues with an older copy.
          let other = random.integer(in: 0...(held.count - 1))
          let older = held[other]
          held[other] = (paged, plain)
          (paged, plain) = older
        case 86:
          let past = plain.count + random.integer(in: 0...100)
          paged.set(past, make(step), missing: make(-1))
          while plain.count < past { plain.append(make(-1)) }
          plain.append(make(step))
        case 87 where round % 3 == 0: held = []
        default: #expect(plain.isEmpty || paged[index] == plain[index])
        }
      }
      for (paged, plain) in held + [(paged, plain)] {
        #expect(paged.count == plain.count)
        #expect(Array(paged.contiguous) == plain)
        #expect(plain.indices.allSatisfy { paged[$0] == plain[$0] })
      }
    }
  }

  @Test func copiesKeepTheirValues() {
    check(1) { $0 }
    check(2) { UInt8(truncatingIfNeeded: $0) }
    check(3) { "a string that is allocated \($0)" }
    // Pages of 32 values, so that several of them are in the table.
    check(4, upTo: 12_000) { SIMD16<Double>(repeating: Double($0)) }
  }

  @Test func pagesMoveBackAfterTheLastCopy() {
    var paged = PagedArray(ContiguousArray(0..<400_000))
    do {
      let held = paged
      for index in stride(from: 0, to: 400_000, by: 14_000) { paged[index] = -1 }
      for _ in 0..<2_000 { paged.append(7) }
      #expect(held.count == 400_000 && held[14_000] == 14_000 && paged.pageCount > 20)
    }
    for _ in 0..<200 { paged[5] += 1 }
    #expect(paged.pageCount == 0 && paged.count == 402_000)
    #expect(paged[14_000] == -1 && paged[5] == 205 && paged[401_999] == 7)
  }
  @Test func manyChangesBesideACopyMoveAllValues() {
    var paged = PagedArray(ContiguousArray(0..<40_000))
    let held = paged
    for index in stride(from: 0, to: 40_000, by: 100) { paged[index] = -1 }
    #expect(paged.pageCount == 0)
    #expect((0..<40_000).allSatisfy { paged[$0] == ($0 % 100 == 0 ? -1 : $0) && held[$0] == $0 })
    paged.append(5)
    #expect(paged.count == 40_001 && held.count == 40_000 && paged[40_000] == 5)
  }
}
