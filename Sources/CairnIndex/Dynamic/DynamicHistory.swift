internal import CairnMemory

/// A part of the memory of a tree that is copied as a whole before it is changed.
internal struct DynamicUnit: Sendable {
  internal enum Kind: Sendable {
    case node
    case leaf
    /// A page of the locations of slots.
    case page
  }

  internal let kind: Kind
  internal let index: Int32
  /// The version that wrote it first.
  internal let birth: Int32
}

/// The versions of a tree that share one piece of memory, and what only older ones still see.
///
/// Versions are numbered as they come, and only the newest one writes: a line without branches. A
/// version sees the units that were born up to it and replaced after it. So a replaced unit waits
/// with the newest version that sees it; when that one ends, it goes on to the one before if that
/// sees it too, and is free else. File systems that keep snapshots list their dead blocks alike.
internal final class DynamicHistory: Sendable {
  private struct Entry: Sendable {
    let number: Int32
    var isAlive = true
    /// What was replaced since, and this is the newest version to see.
    var replaced: [DynamicUnit] = []
  }

  /// In ascending order of their numbers; the last one writes.
  private let entries: Lock<[Entry]>
  private let ended = AtomicNumber(0)

  internal init() {
    entries = Lock([Entry(number: 0)])
  }

  /// How many versions have ended.
  internal var endCount: Int { ended.value }

  /// Begins a version after one, if that is the newest.
  ///
  /// - Returns: its number; nil where another one has begun before, or numbers are used up.
  internal func advance(from number: Int32) -> Int32? {
    entries.withLock { entries in
      guard let last = entries.last, last.number == number, number < .max else { return nil }
      entries.append(Entry(number: number + 1))
      return number + 1
    }
  }

  /// Notes that nobody asks a version any more.
  internal func end(_ number: Int32) {
    entries.withLock { entries in
      if let index = entries.lastIndex(where: { $0.number == number }) {
        entries[index].isAlive = false
      }
    }
    _ = ended.add(1)
  }

  /// Keeps what the newest version has replaced until none of the older ones is left that sees it.
  internal func keep(_ unit: DynamicUnit) {
    entries.withLock { entries in
      assert(entries.count > 1 && unit.birth <= entries[entries.count - 2].number)
      entries[entries.count - 2].replaced.append(unit)
    }
  }

  /// Drops the versions that have ended, for the newest one.
  ///
  /// - Returns: what no version sees any more, and the newest of the older versions, -1 for none.
  internal func collect() -> (free: [DynamicUnit], newestKept: Int32) {
    entries.withLock { entries in
      var free: [DynamicUnit] = []
      for index in entries.indices.dropLast().reversed() where !entries[index].isAlive {
        let older = index > 0 ? entries[index - 1].number : -1
        for unit in entries[index].replaced {
          if unit.birth > older {
            free.append(unit)
          } else {
            entries[index - 1].replaced.append(unit)
          }
        }
        entries.remove(at: index)
      }
      return (free, entries.count > 1 ? entries[entries.count - 2].number : -1)
    }
  }

  /// How many units of a kind wait for the end of a version.
  internal func keptCount(_ kind: DynamicUnit.Kind) -> Int {
    entries.withLock { entries in
      entries.reduce(0) { $0 + $1.replaced.count { $0.kind == kind } }
    }
  }
}

/// One version of a tree: all copies that nothing was changed in hold the same one.
internal final class DynamicVersion: Sendable {
  internal let history: DynamicHistory
  internal let number: Int32
  /// Where the pages of its locations are.
  internal let pages: PackedMemory
  private let later = AtomicNumber(0)

  internal init(_ history: DynamicHistory, number: Int32, pageCount: Int) {
    self.history = history
    self.number = number
    pages = PackedMemory(byteCount: pageCount * MemoryLayout<UInt32>.stride)
  }

  /// Whether a newer version has the right to write.
  @inline(__always)
  internal var isOvertaken: Bool { later.value != 0 }

  internal func overtake() {
    later.change(from: 0, to: 1)
  }

  deinit {
    history.end(number)
  }
}
