internal import CairnMemory

/// A priority queue of states by cost: a heap with four children per node, in one array.
///
/// A state may be in the queue several times; entries that are no longer current are skipped by the
/// search.
struct RoadHeap: ~Copyable {
  private var entries = GrowableArray<UInt64>(capacity: 256)

  var isEmpty: Bool { entries.count == 0 }

  /// The least cost; the maximum value if the queue is empty.
  @inline(__always)
  var least: UInt32 { entries.count == 0 ? .max : UInt32(truncatingIfNeeded: entries[0] &>> 32) }

  mutating func removeAll() { entries.truncate(0) }

  @inline(__always)
  mutating func push(_ cost: UInt32, _ state: Int) {
    let entry = UInt64(cost) &<< 32 | UInt64(truncatingIfNeeded: state)
    var index = entries.count
    entries.append(entry)
    while index > 0 {
      let parent = (index &- 1) &>> 2
      guard entries[parent] > entry else { break }
      entries[index] = entries[parent]
      index = parent
    }
    entries[index] = entry
  }

  /// Removes an entry with the least cost; the queue must not be empty.
  @inline(__always)
  mutating func pop() -> (cost: UInt32, state: Int) {
    let least = entries[0]
    let last = entries[entries.count &- 1]
    entries.truncate(entries.count &- 1)
    let count = entries.count
    if count > 0 {
      var index = 0
      while true {
        let first = index &* 4 &+ 1
        guard first < count else { break }
        var child = first
        var value = entries[first]
        let end = min(first &+ 4, count)
        var other = first &+ 1
        while other < end {
          let candidate = entries[other]
          if candidate < value {
            value = candidate
            child = other
          }
          other &+= 1
        }
        guard value < last else { break }
        entries[index] = value
        index = child
      }
      entries[index] = last
    }
    return (UInt32(truncatingIfNeeded: least &>> 32), Int(least & 0xFFFF_FFFF))
  }
}
