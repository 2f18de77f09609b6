internal import CairnMemory

/// A closed tour in an array, with the position of each city, that can undo its changes.
///
/// A change keeps the longest part of the tour in place and rewrites the rest, so it costs at most
/// half the tour and usually very little; linked structures (splay trees, two-level lists) pay off
/// from about 100,000 cities, where changes are no longer local. The log stores the overwritten
/// cities; if it would exceed the whole tour, it stores the original tour instead.
struct TourArray: ~Copyable {
  let count: Int
  /// The city at each position.
  let order: FixedArray<Int32>
  /// The position of each city.
  let place: FixedArray<Int32>
  private let scratch: FixedArray<Int32>
  private var changes: [Change] = []
  private var overwritten: [Int32] = []
  /// The whole tour at the last commit if the log has become too long; otherwise empty.
  private var committed: [Int32] = []
  /// The maximum number of logged cities before the whole tour is stored instead.
  var logLimit: Int
  /// Whether changes are logged.
  var isLogging = false

  /// One change: a reversed range (`isReversal`), or a range whose former cities are in the log.
  private struct Change {
    var start: Int32
    var count: Int32
    var isReversal: Bool
  }

  init(_ cities: [Int32]) {
    count = cities.count
    order = FixedArray(cities)
    place = FixedArray(repeating: 0, count: cities.count)
    scratch = FixedArray(repeating: 0, count: cities.count)
    logLimit = max(cities.count, 1 << 16)
    for index in 0..<count { place[cities[index]] = Int32(index) }
  }

  @inline(__always)
  func next(_ city: Int32) -> Int32 {
    let index = Int(place[city]) &+ 1
    return order[index == count ? 0 : index]
  }

  @inline(__always)
  func previous(_ city: Int32) -> Int32 {
    let index = Int(place[city])
    return order[index == 0 ? count &- 1 : index &- 1]
  }

  /// Reverses `length` positions from `start` on, cyclically.
  @inline(__always)
  mutating func reverse(start: Int, length: Int) {
    if isLogging, committed.isEmpty {
      changes.append(
        Change(
          start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: length),
          isReversal: true))
    }
    turn(start, length)
  }

  @inline(__always)
  private func turn(_ start: Int, _ length: Int) {
    var low = start
    var high = start &+ length &- 1
    if high >= count { high &-= count }
    var steps = length / 2
    if low <= high {
      while low < high {
        let a = order[low]
        let b = order[high]
        order[low] = b
        order[high] = a
        place[b] = Int32(truncatingIfNeeded: low)
        place[a] = Int32(truncatingIfNeeded: high)
        low &+= 1
        high &-= 1
      }
      return
    }
    while steps > 0 {
      let a = order[low]
      let b = order[high]
      order[low] = b
      order[high] = a
      place[b] = Int32(truncatingIfNeeded: low)
      place[a] = Int32(truncatingIfNeeded: high)
      low &+= 1
      if low == count { low = 0 }
      high &-= 1
      if high < 0 { high = count &- 1 }
      steps &-= 1
    }
  }

  /// Copies a range of cities to the scratch buffer, in preparation for `rewrite`.
  ///
  /// - Parameters:
  ///   - from: the first position to read.
  ///   - step: 1 or -1.
  ///   - length: the number of cities.
  ///   - offset: the number of cities gathered before.
  @inline(__always)
  func gather(from: Int, step: Int, length: Int, at offset: Int) {
    var index = from
    var into = offset
    let end = offset &+ length
    if step > 0 {
      while into < end {
        scratch[into] = order[index]
        into &+= 1
        index &+= 1
        if index == count { index = 0 }
      }
    } else {
      while into < end {
        scratch[into] = order[index]
        into &+= 1
        index &-= 1
        if index < 0 { index = count &- 1 }
      }
    }
  }

  /// Writes the gathered cities to `length` positions from `start` on, cyclically; a `step` of -1
  /// writes the last gathered city first.
  @inline(__always)
  mutating func rewrite(start: Int, step: Int, length: Int) {
    if isLogging, committed.isEmpty, overwritten.count &+ length > logLimit { keepWholeTour() }
    let isLogged = isLogging && committed.isEmpty
    if isLogged {
      changes.append(
        Change(
          start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: length),
          isReversal: false))
    }
    var index = start
    var from = step > 0 ? 0 : length &- 1
    for _ in 0..<length {
      if isLogged { overwritten.append(order[index]) }
      let city = scratch[from]
      order[index] = city
      place[city] = Int32(truncatingIfNeeded: index)
      from &+= step
      index &+= 1
      if index == count { index = 0 }
    }
  }

  /// Replaces the log by the tour at the last commit.
  @inline(never)
  private mutating func keepWholeTour() {
    let now = order.values
    rollBack()
    committed = order.values
    restore(now)
  }

  /// Sets the order of the cities.
  func restore(_ cities: [Int32]) {
    for (index, city) in cities.enumerated() {
      order[index] = city
      place[city] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Makes the changes so far permanent.
  @inline(__always)
  mutating func commit() {
    if !committed.isEmpty { committed = [] }
    changes.removeAll(keepingCapacity: true)
    overwritten.removeAll(keepingCapacity: true)
  }

  /// Undoes every change since the last commit.
  mutating func rollBack() {
    if !committed.isEmpty {
      restore(committed)
      committed = []
    }
    while let change = changes.popLast() {
      let start = Int(change.start)
      let length = Int(change.count)
      if change.isReversal {
        turn(start, length)
        continue
      }
      let from = overwritten.count &- length
      var index = start
      for offset in 0..<length {
        let city = overwritten[from &+ offset]
        order[index] = city
        place[city] = Int32(truncatingIfNeeded: index)
        index &+= 1
        if index == count { index = 0 }
      }
      overwritten.removeLast(length)
    }
  }
}

extension FixedArray where Element == Int32 {
  /// The element at the index given by a city number.
  @inline(__always)
  subscript(city: Int32) -> Int32 {
    get { self[Int(truncatingIfNeeded: city)] }
    nonmutating set { self[Int(truncatingIfNeeded: city)] = newValue }
  }
}
