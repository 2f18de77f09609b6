import CairnMemory
import TestSupport
import Testing

@Suite struct LockTests {
  private final class Token: Sendable {
    let gone: AtomicNumber
    init(_ gone: AtomicNumber) { self.gone = gone }
    deinit { _ = gone.add(1) }
  }

  private struct Refusal: Error, Equatable {}

  @Test func lockIsExclusive() async {
    let rounds = rounds(20_000, inDebug: 2_000)
    let pair = Lock((a: 0, b: 0))
    let tornReads = AtomicNumber(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<rounds {
            pair.withLock { pair in
              if pair.a != pair.b { _ = tornReads.add(1) }
              pair.a += 1
              pair.b += 1
            }
          }
        }
      }
    }
    #expect(pair.withLock { $0.a } == 4 * rounds)
    #expect(tornReads.value == 0)
  }

  @Test func lockIsReleasedOnError() {
    let lock = Lock([1])
    #expect(throws: Refusal()) {
      try lock.withLock { (list: inout [Int]) throws(Refusal) in
        list.append(2)
        throw Refusal()
      }
    }
    #expect(lock.withLock { $0 } == [1, 2])
  }

  @Test func valueIsReleasedWithTheLock() {
    let gone = AtomicNumber(0)
    do {
      let lock = Lock([Token(gone), Token(gone)])
      lock.withLock { _ = $0.removeLast() }
      #expect(gone.value == 1)
    }
    #expect(gone.value == 2)
  }

  @Test func atomicNumberCountsConcurrently() async {
    let number = AtomicNumber(0)
    let first = AtomicNumber(0)
    let seen = await withTaskGroup(of: [Int].self, returning: [Int].self) { group in
      for part in 1...4 {
        group.addTask {
          first.change(from: 0, to: part)
          return (0..<1_000).map { _ in number.add(1) }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(seen.sorted() == Array(0..<4_000))
    #expect((1...4).contains(first.value))
    let winner = first.value
    first.change(from: 0, to: 9)
    #expect(first.value == winner)
    first.change(from: winner, to: -7)
    #expect(first.value == -7)
    let greatest = AtomicNumber(.max)
    #expect(greatest.add(1) == .max && greatest.value == .min)
  }

  @Test func switchReturnsThePreviousValue() {
    let isOn = AtomicSwitch()
    #expect(!isOn.isOn)
    #expect(!isOn.turn(on: true) && isOn.isOn)
    #expect(isOn.turn(on: true) && isOn.turn(on: false) && !isOn.isOn)
  }
}
