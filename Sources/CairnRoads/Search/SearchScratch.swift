internal import CairnMemory

/// The costs and predecessors of a search, reused by later searches.
final class SearchLabels {
  static let unreached = UInt32.max
  /// The bit of a predecessor that marks the index of a seed.
  static let seedBit: UInt32 = 0x8000_0000

  let costs: FixedArray<UInt32>
  let codes: FixedArray<UInt32>
  var heap = RoadHeap()
  /// The number of labels that were removed.
  fileprivate var work = 0
  /// The states with a label, in the order in which they were first reached.
  private(set) var reached = GrowableArray<UInt32>(capacity: 256)

  init(stateCount: Int) {
    costs = FixedArray(repeating: Self.unreached, count: stateCount)
    codes = FixedArray(repeating: 0, count: stateCount)
  }

  /// The number of states with a label.
  var reachedCount: Int { reached.count }

  /// The state with a label at an offset.
  func reachedState(_ index: Int) -> Int { Int(reached[index]) }

  /// Removes all labels.
  ///
  /// - Complexity: O(labels).
  func reset() {
    work += reached.count
    for index in 0..<reached.count { costs[Int(reached[index])] = Self.unreached }
    reached.truncate(0)
    heap.removeAll()
  }

  /// Lowers the cost of a state; returns whether it was higher.
  @inline(__always)
  func lower(_ state: Int, to cost: UInt32, code: UInt32) -> Bool {
    let old = costs[state]
    guard cost < old else { return false }
    if old == Self.unreached { reached.append(UInt32(truncatingIfNeeded: state)) }
    costs[state] = cost
    codes[state] = code
    heap.push(cost, state)
    return true
  }

  /// Removes the state with the least cost from the queue; nil if none is left.
  @inline(__always)
  func popCurrent() -> (cost: UInt32, state: Int)? {
    while !heap.isEmpty {
      let (cost, state) = heap.pop()
      if costs[state] == cost { return (cost, state) }
    }
    return nil
  }
}

/// The labels of a search from both ends.
final class SearchScratch {
  let stateCount: Int
  let forward: SearchLabels
  let backward: SearchLabels

  init(stateCount: Int) {
    self.stateCount = stateCount
    forward = SearchLabels(stateCount: stateCount)
    backward = SearchLabels(stateCount: stateCount)
  }

  func reset() {
    forward.reset()
    backward.reset()
  }

  /// Returns the number of labels since the last call, relative to the number of states.
  func takeWork() -> Double {
    reset()
    defer {
      forward.work = 0
      backward.work = 0
    }
    return Double(forward.work + backward.work) / Double(max(stateCount, 1))
  }
}

/// Scratch memory that searches on several threads take and return.
final class SearchPool: Sendable {
  /// Wrapped because ``Lock`` requires a `Sendable` value.
  ///
  /// It is removed from the list while a search uses its scratch memory, so that only one thread at
  /// a time refers to it; this justifies `@unchecked Sendable`.
  private struct Item: @unchecked Sendable { let scratch: SearchScratch }
  private let items = Lock<[Item]>([])
  /// The boxes of the network's edges, prepared when they are first needed.
  let edgeBoxes = Once<EdgeBoxes>()

  /// Calls `body` with scratch memory without labels.
  func withScratch<Result, Failure: Error>(
    stateCount: Int, _ body: (SearchScratch) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let item =
      items.withLock { items in
        items.firstIndex { $0.scratch.stateCount == stateCount }.map { items.remove(at: $0) }
      } ?? Item(scratch: SearchScratch(stateCount: stateCount))
    defer {
      item.scratch.reset()
      items.withLock { items in
        if items.count < 16 { items.append(item) }
      }
    }
    return try body(item.scratch)
  }
}
