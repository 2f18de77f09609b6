internal import CairnMemory

/// The unit of copy-on-write in a tree: a node, a leaf or a page of slot locations.
internal struct DynamicUnit: Sendable {
  internal enum Kind: Sendable {
    case node
    case leaf
    /// A page of the locations of slots.
    case page
  }

  internal let kind: Kind
  internal let index: Int32
  /// The version that created it.
  internal let birth: Int32
}

/// The versions of a tree that share one allocation, and the replaced units that older versions
/// still reference.
///
/// Versions are numbered in order of creation, and only the newest one writes, so the history is
/// linear. A version references the units that were created up to it and replaced after it. A
/// replaced unit is recorded with the newest version that references it. When that version ends,
/// the unit passes to the previous version if that one references it too, and is freed otherwise.
/// File systems with snapshots keep their dead-block lists in the same way.
internal final class DynamicHistory: Sendable {
  private struct Entry: Sendable {
    let number: Int32
    var isAlive = true
    /// The replaced units for which this is the newest version that references them.
    var replaced: [DynamicUnit] = []
  }

  /// The live versions in ascending order of number; the last one writes.
  private let entries: Lock<[Entry]>
  private let ended = AtomicNumber(0)

  internal init() {
    entries = Lock([Entry(number: 0)])
  }

  /// The number of versions that have ended.
  internal var endCount: Int { ended.value }

  /// Begins the version after the given one, if that is the newest.
  ///
  /// - Returns: the number of the new version; nil if another version has already begun, or if all
  ///   numbers are used.
  internal func advance(from number: Int32) -> Int32? {
    entries.withLock { entries in
      guard let last = entries.last, last.number == number, number < .max else { return nil }
      entries.append(Entry(number: number + 1))
      return number + 1
    }
  }

  /// Marks a version as ended: nothing references it any longer.
  internal func end(_ number: Int32) {
    entries.withLock { entries in
      if let index = entries.lastIndex(where: { $0.number == number }) {
        entries[index].isAlive = false
      }
    }
    _ = ended.add(1)
  }

  /// Retains a unit that the newest version has replaced until no older version references it.
  internal func keep(_ unit: DynamicUnit) {
    entries.withLock { entries in
      assert(entries.count > 1 && unit.birth <= entries[entries.count - 2].number)
      entries[entries.count - 2].replaced.append(unit)
    }
  }

  /// Removes the versions that have ended; called by the newest one.
  ///
  /// - Returns: the units that no version references any longer, and the number of the newest older
  ///   version, -1 if none exists.
  internal func collect() -> (free: [DynamicUnit], newestLiveVersion: Int32) {
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

  /// The number of units of a kind that are retained for older versions.
  internal func retainedCount(_ kind: DynamicUnit.Kind) -> Int {
    entries.withLock { entries in
      entries.reduce(0) { $0 + $1.replaced.count { $0.kind == kind } }
    }
  }
}

/// One version of a tree, shared by all copies until one of them is changed.
internal final class DynamicVersion: Sendable {
  internal let history: DynamicHistory
  internal let number: Int32
  /// The page table of the slot locations.
  internal let pages: PackedMemory
  private let later = AtomicNumber(0)

  internal init(_ history: DynamicHistory, number: Int32, pageCount: Int) {
    self.history = history
    self.number = number
    pages = PackedMemory(byteCount: pageCount * MemoryLayout<UInt32>.stride)
  }

  /// Whether a newer version has taken over writing.
  @inline(__always)
  internal var isSuperseded: Bool { later.value != 0 }

  internal func supersede() {
    later.change(from: 0, to: 1)
  }

  deinit {
    history.end(number)
  }
}
