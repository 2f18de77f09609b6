internal import CairnMemory
internal import CairnText

/// Sorted rows whose positions are consecutive numbers.
internal protocol RowOrdered: KeyOrdered {}

extension RowOrdered {
  /// Calls a closure with each row whose key begins with letters within the limit of an edit
  /// distance, with the least number of errors of a beginning, and with that of the whole key if it
  /// is within the limit.
  ///
  /// The rows are traversed like a tree: a common prefix of neighbors is compared once, and the
  /// rows after a prefix that exceeds the limit are skipped by a search.
  ///
  /// - Parameters:
  ///   - distance: the distance to the typed key.
  ///   - heads: the heads of the keys, for all rows with positions below `headCount`; those that
  ///     the search reads are stored there.
  ///   - headCount: the number of heads.
  ///   - rightLetters: the length of the exact prefix, at most eight letters.
  ///   - isStopped: whether to stop; called for each key that is read.
  ///   - body: receives a row.
  func forEach(
    like distance: inout PrefixDistance, heads: Once<AtomicWords>, headCount: Int,
    rightLetters: Int = 0, until isStopped: () -> Bool = { false },
    _ body: (_ position: Int, _ errors: Int, _ whole: Int?) -> Void
  ) {
    let rows = KeyHeads(rows: self, stored: heads { AtomicWords(count: headCount) })
    distance.pop(to: 0)
    var row = positions.lowerBound
    var end = positions.upperBound
    if rightLetters > 0 {
      let right = KeyHead(distance.wanted.prefix(rightLetters))
      row = rows.lowerBound(right.first, row..<end)
      end = rows.lowerBound(right.end, row..<end)
    }
    var last: UInt64 = 0
    while row < end, !isStopped() {
      let head = rows[row]
      distance.pop(to: min((head ^ last).leadingZeroBitCount / 8, distance.depth))
      last = head
      let progress = push(row, head, to: &distance)
      if let errors = distance.nearestPrefixDistance {
        body(row, errors, progress == .atEnd ? distance.distance : nil)
        row += 1
      } else if progress == .beyond {
        row = rows.next(after: row, distance)
      } else {
        row += 1
      }
    }
  }

  /// Pushes the letters of the key of a row that follow those already pushed.
  @inline(__always)
  private func push(
    _ row: Int, _ head: UInt64, to distance: inout PrefixDistance
  ) -> KeyProgress {
    let greatest = distance.greatestDepth
    while distance.depth < min(8, greatest) {
      let letter = KeyHead.letter(distance.depth, of: head)
      if letter == 0 { return .atEnd }
      if !distance.push(letter) { return .beyond }
    }
    if greatest < 8 { return KeyHead.letter(greatest, of: head) == 0 ? .atEnd : .within }
    let (_, text, start) = cell(at: row)
    var key = SearchKey("")
    // One letter more than is compared, to detect whether the key ends there.
    key.assign(cell: text, at: start, atMost: greatest + 1)
    while distance.depth < min(key.bytes.count, greatest) {
      if !distance.push(key.bytes[distance.depth]) { return .beyond }
    }
    return distance.depth == key.bytes.count ? .atEnd : .within
  }
}

/// The position up to which the letters of a key were pushed.
private enum KeyProgress {
  /// To the end of the key.
  case atEnd
  /// To a letter within it.
  case within
  /// To a letter that was rejected.
  case beyond
}

/// The first eight letters of keys as numbers.
private struct KeyHead {
  /// The least head of the keys with a beginning, and the least one after them.
  let first: UInt64
  let end: UInt64

  /// - Parameter letters: one to eight letters.
  init(_ letters: some Collection<UInt8>) {
    first = SearchKey(bytes: Array(letters)).head
    // No key contains the byte 0xFF.
    end = SearchKey(bytes: letters + [0xFF]).head
  }

  /// A letter of a head; 0 past the end of the key.
  @inline(__always)
  static func letter(_ place: Int, of head: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: head &>> UInt64(56 &- 8 &* place))
  }
}

/// The heads of the keys of rows, each stored when it is first read.
///
/// A search for typing errors compares each of thousands of keys with several others, so folding
/// the names again each time took most of its time.
private struct KeyHeads<Rows: RowOrdered> {
  let rows: Rows
  let stored: AtomicWords

  @inline(__always)
  subscript(row: Int) -> UInt64 {
    let head = stored[row]
    return head != 0 ? head : folded(row)
  }

  private func folded(_ row: Int) -> UInt64 {
    let (_, text, start) = rows.cell(at: row)
    let head = SearchKey.head(ofCell: text, at: start)
    stored[row] = head
    return head
  }

  /// The first row of a range whose head is not less than the given one.
  func lowerBound(_ head: UInt64, _ range: Range<Int>) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < head { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first row after a rejected letter of a row whose key may be within the limit.
  func next(after row: Int, _ distance: PrefixDistance) -> Int {
    let count = distance.depth - 1
    if count >= 8 { return next(after: row, distance, count) }
    let head = self[row]
    let shift = UInt64(56 - 8 * count)
    // No key contains the byte 0xFF.
    let letter = distance.letter(after: KeyHead.letter(count, of: head)) ?? 0xFF
    let stem = count == 0 ? 0 : head & ~(UInt64.max &>> UInt64(8 * count))
    let bound = stem | UInt64(letter) &<< shift
    // By exponential search.
    var low = row + 1
    var step = 1
    let end = rows.positions.upperBound
    var high = end
    while low + step < end {
      let middle = low + step
      if self[middle] >= bound {
        high = middle
        break
      }
      low = middle + 1
      step *= 4
    }
    return lowerBound(bound, low..<high)
  }

  /// The same if the rejected letter is past the head.
  private func next(after row: Int, _ distance: PrefixDistance, _ count: Int) -> Int {
    let (_, text, start) = rows.cell(at: row)
    var bound = SearchKey("")
    bound.assign(cell: text, at: start, atMost: count + 1)
    bound.bytes[count] = distance.letter(after: bound.bytes[count]) ?? 0xFF
    let head = self[row]
    var next = row + 1
    // Few rows have the same head.
    while next < rows.positions.upperBound, self[next] == head,
      rows.order(at: next, bound).order == .less
    {
      next += 1
    }
    return next
  }
}
