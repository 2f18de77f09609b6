/// An array whose copies share unchanged pages: the first change of a value after a copy copies the
/// page of the value, not the array.
///
/// The values are in one contiguous *base* as long as no copy exists. A change while copies share
/// the base copies the affected page to a two-level table beside it, and later changes of the page
/// are in place. Once no copy shares the base any longer, each change moves up to two pages back. A
/// value is read from the table only if its page is in it, which is decided by one comparison while
/// the table is empty, and otherwise by a bit. Once a sixteenth of the pages is in the table, the
/// next change copies all values to a separate base, because otherwise, while a copy exists, many
/// changes would all take the longer path through the table.
///
/// - Complexity: O(1) to read; a change copies a page of about 4 KB, a branch of 128 pages and the
///   list of branches, O(1 + n / 2¹⁶). The copy of all values is amortized over the pages that were
///   copied before. Appending takes amortized constant time.
@usableFromInline
package struct PagedArray<Element> {
  /// A reference for uniqueness checks, shared by all copies until one of them is changed.
  @usableFromInline
  internal final class Owner: Sendable {
    @inlinable
    internal init() {}
  }

  @usableFromInline internal typealias Page = ContiguousArray<Element>
  /// The number of pages in a branch.
  @inlinable internal static var branchBits: Int { 7 }
  /// The maximum number of moved pages that a change looks for.
  @inlinable internal static var searchLimit: Int { 16 }

  @usableFromInline internal var owner = Owner()
  /// All values, except those of pages in the table.
  @usableFromInline internal var base: ContiguousArray<Element> = []
  /// The changed pages by branch; an empty page is not in the table.
  @usableFromInline internal var branches: ContiguousArray<ContiguousArray<Page>> = []
  /// A bit for each page that is in the table.
  @usableFromInline internal var pagesInTable: ContiguousArray<UInt64> = []
  /// The number of pages in the table.
  @usableFromInline internal var pageCount = 0
  /// The next page to move back into the base; all pages in the table are at or after it.
  @usableFromInline internal var cursor = 0
  /// The number of values.
  @usableFromInline package internal(set) var count = 0

  @inlinable
  package init() {}

  /// Adopts the values of an array.
  @inlinable
  package init(_ values: ContiguousArray<Element>) {
    base = values
    count = values.count
  }

  /// The logarithm of the number of values per page.
  @inlinable @inline(__always)
  internal static var pageBits: Int {
    let values = 4_096 / max(1, MemoryLayout<Element>.stride)
    return min(max(Int.bitWidth - 1 - values.leadingZeroBitCount, 5), 12)
  }

  @inlinable @inline(__always)
  package var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  package var indices: Range<Int> { 0..<count }

  /// The last value, nil if the array is empty.
  @inlinable
  package var last: Element? { count == 0 ? nil : self[count - 1] }

  /// All values in one array.
  ///
  /// - Complexity: O(1) while no page is in the table, otherwise O(n).
  @inlinable
  package var contiguous: ContiguousArray<Element> {
    if pageCount == 0 { return base }
    var values = ContiguousArray<Element>()
    values.reserveCapacity(max(count, base.capacity))
    values.preferLargePages()
    values.append(contentsOf: base)
    for (number, branch) in branches.enumerated() {
      for (offset, page) in branch.enumerated() where !page.isEmpty {
        let start = (number << Self.branchBits + offset) << Self.pageBits
        let overlap = min(start + page.count, values.count)
        if start < overlap {
          values.replaceSubrange(start..<overlap, with: page[..<(overlap - start)])
        }
        values.append(contentsOf: page[max(0, overlap - start)...])
      }
    }
    return values
  }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    get { hasPage(index >> Self.pageBits) ? valueInTable(index) : base[index] }
    // An assignment needs no coroutine, which would not be inlined.
    set {
      if prepare(index) { base[index] = newValue } else { setInTable(index, newValue) }
    }
    _modify {
      if prepare(index) {
        yield &base[index]
      } else {
        let page = index >> Self.pageBits
        yield &branches[page >> Self.branchBits][page & (1 << Self.branchBits - 1)][
          index & (1 << Self.pageBits - 1)]
      }
    }
  }

  /// Calls a closure with a value, which is read in place: references in it are not counted.
  @inlinable @inline(__always)
  package func read<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
    if !hasPage(index >> Self.pageBits) { return body(base[index]) }
    let page = index >> Self.pageBits
    return body(
      branches[page >> Self.branchBits][page & (1 << Self.branchBits - 1)][
        index & (1 << Self.pageBits - 1)])
  }

  /// Sets a value whose page is in the table.
  @inlinable @inline(never)
  internal mutating func setInTable(_ index: Int, _ value: Element) {
    let page = index >> Self.pageBits
    branches[page >> Self.branchBits][page & (1 << Self.branchBits - 1)][
      index & (1 << Self.pageBits - 1)] = value
  }

  /// Reads a value whose page is in the table.
  @inlinable @inline(never)
  internal func valueInTable(_ index: Int) -> Element {
    let page = index >> Self.pageBits
    return branches[page >> Self.branchBits][page & (1 << Self.branchBits - 1)][
      index & (1 << Self.pageBits - 1)]
  }

  /// Appends a value.
  @inlinable
  package mutating func append(_ value: Element) {
    let page = count >> Self.pageBits
    var isUnique = isKnownUniquelyReferenced(&owner)
    if isUnique, pageCount > 0 { movePagesBack() }
    if !isUnique, isTableFull, !hasPage(page) {
      moveAll()
      isUnique = true
    }
    if isUnique, base.count == count, !hasPage(page) {
      base.append(value)
    } else {
      if !hasPage(page) { takePage(page) }
      branches[page >> Self.branchBits][page & (1 << Self.branchBits - 1)].append(value)
    }
    count += 1
  }

  /// Sets a value, which may be past the last one; missing values in between are filled in.
  @inlinable
  package mutating func set(_ index: Int, _ value: Element, missing: Element) {
    if index < count {
      self[index] = value
    } else {
      while index > count { append(missing) }
      append(value)
    }
  }

  /// Reserves capacity for a number of values, if no copy exists.
  @inlinable
  package mutating func reserveCapacity(_ capacity: Int) {
    if isKnownUniquelyReferenced(&owner) { base.reserveCapacity(capacity) }
  }

  // MARK: Pages

  @inlinable @inline(__always)
  internal func hasPage(_ page: Int) -> Bool {
    pageCount > 0 && page >> 6 < pagesInTable.count
      && pagesInTable[page >> 6] & 1 << UInt64(page & 63) != 0
  }

  /// Whether a value is in the table, and not in the base.
  @inlinable @inline(__always)
  internal func isInTable(_ index: Int) -> Bool { hasPage(index >> Self.pageBits) }

  /// Adds a page to the bits of those in the table, or removes it.
  @inlinable
  internal mutating func mark(_ page: Int, isInTable: Bool) {
    while page >> 6 >= pagesInTable.count { pagesInTable.append(0) }
    let bit: UInt64 = 1 << UInt64(page & 63)
    if isInTable { pagesInTable[page >> 6] |= bit } else { pagesInTable[page >> 6] &= ~bit }
    pageCount += isInTable ? 1 : -1
  }

  /// Whether all values are in the base, and no copy shares it.
  @inlinable @inline(__always)
  internal mutating func isOneUnsharedArray() -> Bool {
    pageCount == 0 && isKnownUniquelyReferenced(&owner)
  }

  /// Prepares for changing a value; returns whether it is in the base, and not in the table.
  @inlinable @inline(__always)
  internal mutating func prepare(_ index: Int) -> Bool {
    let isUnique = isKnownUniquelyReferenced(&owner)
    if isUnique, pageCount == 0 { return true }
    return prepare(index, isUnique: isUnique)
  }

  @inlinable @inline(never)
  internal mutating func prepare(_ index: Int, isUnique: Bool) -> Bool {
    if isUnique { movePagesBack() }
    let page = index >> Self.pageBits
    if hasPage(page) { return false }
    if isUnique { return true }
    if isTableFull {
      moveAll()
      return true
    }
    takePage(page)
    return false
  }

  /// Whether at least a sixteenth of the pages is in the table.
  @inlinable
  internal var isTableFull: Bool { pageCount > 0 && 16 * pageCount >= count >> Self.pageBits }

  /// Moves all values to a base that no copy shares.
  @inlinable @inline(never)
  internal mutating func moveAll() {
    base = contiguous
    (branches, pagesInTable, pageCount, cursor) = ([], [], 0, 0)
    owner = Owner()
  }

  /// Copies a page of the base to the table; it is empty if the next value is the first of it.
  @inlinable
  internal mutating func takePage(_ page: Int) {
    let branch = page >> Self.branchBits
    while branch >= branches.count { branches.append([]) }
    if branches[branch].isEmpty {
      branches[branch] = ContiguousArray(repeating: [], count: 1 << Self.branchBits)
    }
    let start = page << Self.pageBits
    let end = min(start + 1 << Self.pageBits, base.count)
    if start < end {
      branches[branch][page & (1 << Self.branchBits - 1)] = ContiguousArray(base[start..<end])
    }
    mark(page, isInTable: true)
    cursor = min(cursor, page)
  }

  /// Moves up to two pages back into the base, which no copy shares.
  @inlinable
  internal mutating func movePagesBack() {
    var moved = 0
    var looked = 0
    while pageCount > 0, moved < 2, looked < Self.searchLimit {
      looked += 1
      let page = cursor
      cursor += 1
      guard hasPage(page) else { continue }
      let start = page << Self.pageBits
      guard start <= base.count else {
        cursor = page
        return
      }
      var values: Page = []
      swap(&values, &branches[page >> Self.branchBits][page & (1 << Self.branchBits - 1)])
      for offset in values.indices {
        if start + offset < base.count {
          base[start + offset] = values[offset]
        } else {
          base.append(values[offset])
        }
      }
      mark(page, isInTable: false)
      moved += 1
    }
    if pageCount == 0 { (branches, pagesInTable, cursor) = ([], [], 0) }
  }
}

extension PagedArray: Sendable where Element: Sendable {}

/// A stack of numbers whose copies share unchanged pages.
package struct PagedStack: Sendable {
  /// The numbers; those from ``count`` on are unused.
  private var numbers = PagedArray<UInt32>()
  /// The number of elements.
  package private(set) var count = 0

  package init() {}

  /// The top of the stack, nil if it is empty.
  package var last: Int? { count == 0 ? nil : Int(numbers[count - 1]) }

  package mutating func push(_ number: Int) {
    numbers.set(count, UInt32(truncatingIfNeeded: number), missing: 0)
    count += 1
  }

  package mutating func pop() -> Int? {
    guard let last else { return nil }
    count -= 1
    return last
  }
}
