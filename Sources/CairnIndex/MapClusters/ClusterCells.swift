/// The places in a cell of a zoom, aggregated.
internal struct ClusterCell: Sendable {
  internal var count: UInt32 = 0
  /// The sums of the distances from the cell's corner, in 2⁻³² of the map width; integers, so that
  /// removals are exact.
  internal var x: UInt64 = 0
  internal var y: UInt64 = 0
  /// The sum of the numbers of the places; for a single place, its number.
  internal var numbers: UInt64 = 0
}

/// The nonempty cells of a map by key; copies share what neither has changed, see ``PagedArray``.
internal struct ClusterCells: Sendable {
  private struct Entry: Sendable {
    var key: UInt64
    var cell: ClusterCell
  }

  /// The cells; one with a count of 0 is free, and its `numbers` is the next free one plus 1.
  private var entries = PagedArray<Entry>()
  private var table = DynamicSlotTable()
  /// The first free cell plus 1, 0 if none exists.
  private var firstFree = 0
  /// The number of nonempty cells.
  internal private(set) var count = 0

  internal init() {}

  private func find(_ key: UInt64) -> (slot: Int, place: Int)? {
    let hash = key.hashValue
    var found = table.candidate(hash, after: nil)
    while let candidate = found {
      if entries[candidate.slot].key == key { return candidate }
      found = table.candidate(hash, after: candidate.place)
    }
    return nil
  }

  /// The cell with a key, nil if it is empty.
  internal subscript(key: UInt64) -> ClusterCell? {
    find(key).map { entries[$0.slot].cell }
  }

  /// The keys of the nonempty cells, in no particular order.
  internal var keys: [UInt64] {
    entries.indices.compactMap { entries[$0].cell.count > 0 ? entries[$0].key : nil }
  }

  /// Adds a place to a cell.
  internal mutating func add(_ key: UInt64, x: UInt64, y: UInt64, number: UInt64) {
    let slot = find(key)?.slot ?? insert(key)
    var cell = entries[slot].cell
    cell.count += 1
    cell.x &+= x
    cell.y &+= y
    cell.numbers &+= number
    entries[slot].cell = cell
  }

  /// Removes a place from a nonempty cell.
  internal mutating func subtract(_ key: UInt64, x: UInt64, y: UInt64, number: UInt64) {
    guard let found = find(key) else { return }
    var cell = entries[found.slot].cell
    cell.count -= 1
    cell.x &-= x
    cell.y &-= y
    cell.numbers &-= number
    if cell.count == 0 {
      cell.numbers = UInt64(firstFree)
      firstFree = found.slot + 1
      count -= 1
      table.remove(at: found.place)
    }
    entries[found.slot].cell = cell
  }

  private mutating func insert(_ key: UInt64) -> Int {
    count += 1
    let slot: Int
    if firstFree > 0 {
      slot = firstFree - 1
      firstFree = Int(entries[slot].cell.numbers)
      entries[slot] = Entry(key: key, cell: ClusterCell())
    } else {
      slot = entries.count
      entries.append(Entry(key: key, cell: ClusterCell()))
    }
    table.insert(key.hashValue, slot: slot)
    return slot
  }
}
