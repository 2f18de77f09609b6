internal import CairnIndex
internal import CairnMemory

/// The values of a field by slot.
internal protocol PlaceColumn<Element>: Sendable {
  associatedtype Element: Sendable

  /// The key path by which queries name the field.
  var path: PartialKeyPath<Element> { get }

  /// A column of the same field without slots.
  var empty: Self { get }

  /// Sets the value of a slot from an element; the slot may be one past the last.
  mutating func set(_ slot: Int, _ element: Element)

  /// Clears the value of a slot.
  mutating func clear(_ slot: Int)

  /// Creates a column whose slots are the offsets of elements.
  func filled(with elements: [Element]) -> Self

  /// Calls a closure with the number of each category of a slot and its number of places; does
  /// nothing for columns without categories.
  func forEachCategory(_ slot: Int, _ body: (_ category: Int, _ count: Int) -> Void)

  /// Whether the categories are tags, of which a place may have several.
  var hasTags: Bool { get }

  /// Whether a category is nil.
  func isNil(_ category: Int) -> Bool

  /// The kind of the column in a file.
  static var kind: ColumnKind { get }

  /// Appends the values of slots to the sections of a file.
  func write(_ slots: [Int], to sections: inout [[UInt8]])

  /// Returns the column with the values of a file; nil if they are damaged or impossible.
  func read(_ sections: ColumnSections<Element>) -> Self?
}

extension PlaceColumn {
  internal func forEachCategory(_ slot: Int, _ body: (_ category: Int, _ count: Int) -> Void) {}

  internal var hasTags: Bool { false }

  internal func isNil(_ category: Int) -> Bool { false }

  internal func filled(with elements: [Element]) -> Self {
    var column = empty
    for slot in elements.indices { column.set(slot, elements[slot]) }
    return column
  }
}

/// A number for each slot, NaN if none exists.
internal struct NumberColumn<Element: Sendable, Number: PlaceNumber>: PlaceColumn {
  let typedPath: any KeyPath<Element, Number> & Sendable
  internal var values = PagedArray<Double>()

  init(_ path: any KeyPath<Element, Number> & Sendable) { typedPath = path }

  var path: PartialKeyPath<Element> { typedPath }
  var empty: Self { Self(typedPath) }

  mutating func set(_ slot: Int, _ element: Element) {
    values.set(slot, element[keyPath: typedPath].placeNumber, missing: .nan)
  }

  func filled(with elements: [Element]) -> Self {
    var column = empty
    column.values.reserveCapacity(elements.count)
    elements.forEachValue(at: typedPath) { column.values.append($0.placeNumber) }
    return column
  }

  mutating func clear(_ slot: Int) { values[slot] = .nan }
}

/// A Boolean for each slot.
internal struct FlagColumn<Element: Sendable>: PlaceColumn {
  let typedPath: any KeyPath<Element, Bool> & Sendable
  internal var values = PagedArray<Bool>()

  init(_ path: any KeyPath<Element, Bool> & Sendable) { typedPath = path }

  var path: PartialKeyPath<Element> { typedPath }
  var empty: Self { Self(typedPath) }

  mutating func set(_ slot: Int, _ element: Element) {
    values.set(slot, element[keyPath: typedPath], missing: false)
  }

  func filled(with elements: [Element]) -> Self {
    var column = empty
    column.values.reserveCapacity(elements.count)
    elements.forEachValue(at: typedPath) { column.values.append($0) }
    return column
  }

  mutating func clear(_ slot: Int) { values[slot] = false }
}

/// Categories numbered in insertion order, with their numbers of places.
///
/// Values that differ from themselves, such as NaN, are one category if they have the same hash.
/// Otherwise each would be another one, and could be neither counted nor removed.
internal struct CategoryNumbers<Category: Hashable & Sendable>: Sendable {
  private(set) var categories = PagedArray<Category>()
  private(set) var counts = PagedArray<Int>()
  private var numbers = DynamicSlotTable()
  /// Numbers of categories that no place has any longer, for reuse.
  private var free = PagedStack()

  /// The number of a category in a condition, which no NaN satisfies.
  func number(of category: Category) -> Int32? {
    category == category ? storedNumber(of: category) : nil
  }

  func storedNumber(of category: Category) -> Int32? {
    find(category, category.hashValue).map { Int32(truncatingIfNeeded: $0.slot) }
  }

  private func find(_ category: Category, _ hash: Int) -> (slot: Int, place: Int)? {
    var found = numbers.candidate(hash, after: nil)
    let differsFromItself = category != category
    while let candidate = found {
      let other = categories[candidate.slot]
      if other == category || differsFromItself && other != other { return candidate }
      found = numbers.candidate(hash, after: candidate.place)
    }
    return nil
  }

  mutating func add(_ category: Category, count: Int = 1) -> Int32 {
    let hash = category.hashValue
    if let found = find(category, hash) {
      counts[found.slot] += count
      return Int32(truncatingIfNeeded: found.slot)
    }
    let number: Int
    if let last = free.pop() {
      number = last
      categories[number] = category
      counts[number] = count
    } else {
      number = categories.count
      categories.append(category)
      counts.append(count)
    }
    numbers.insert(hash, slot: number)
    return Int32(truncatingIfNeeded: number)
  }

  mutating func remove(_ number: Int32) {
    let number = Int(number)
    counts[number] -= 1
    guard counts[number] == 0 else { return }
    let category = categories[number]
    if let found = find(category, category.hashValue) { numbers.remove(at: found.place) }
    free.push(number)
  }
}

/// A category number for each slot, -1 for a free slot.
internal struct CategoryColumn<Element: Sendable, Category: Hashable & Sendable>: PlaceColumn {
  let typedPath: any KeyPath<Element, Category> & Sendable
  internal var numbers = CategoryNumbers<Category>()
  internal var values = PagedArray<Int32>()

  init(_ path: any KeyPath<Element, Category> & Sendable) { typedPath = path }

  var path: PartialKeyPath<Element> { typedPath }
  var empty: Self { Self(typedPath) }

  mutating func set(_ slot: Int, _ element: Element) {
    let category = element[keyPath: typedPath]
    let isKnown = slot < values.count && values[slot] >= 0
    if isKnown, numbers.storedNumber(of: category) == values[slot] { return }
    if isKnown { numbers.remove(values[slot]) }
    values.set(slot, numbers.add(category), missing: -1)
  }

  func filled(with elements: [Element]) -> Self {
    var column = empty
    column.values.reserveCapacity(elements.count)
    elements.forEachValue(at: typedPath) { column.values.append(column.numbers.add($0)) }
    return column
  }

  mutating func clear(_ slot: Int) {
    numbers.remove(values[slot])
    values[slot] = -1
  }

  func forEachCategory(_ slot: Int, _ body: (_ category: Int, _ count: Int) -> Void) {
    let number = Int(values[slot])
    body(number, numbers.counts[number])
  }

  func isNil(_ category: Int) -> Bool {
    (numbers.categories[category] as? any OptionalValue)?.isNil ?? false
  }
}

/// A value that may be nil, to test a generic value for nil.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}

/// A list of distinct category numbers for each slot.
internal struct TagColumn<Element: Sendable, Tags: Collection & Sendable>: PlaceColumn
where Tags.Element: Hashable & Sendable {
  let typedPath: any KeyPath<Element, Tags> & Sendable
  internal var numbers = CategoryNumbers<Tags.Element>()
  internal var values = PagedArray<[Int32]>()

  init(_ path: any KeyPath<Element, Tags> & Sendable) { typedPath = path }

  var path: PartialKeyPath<Element> { typedPath }
  var empty: Self { Self(typedPath) }
  var hasTags: Bool { true }

  mutating func set(_ slot: Int, _ element: Element) {
    if slot < values.count { clear(slot) }
    var list: [Int32] = []
    // The same numbers as in the list, if there are many.
    var listed: Set<Int32> = []
    for tag in element[keyPath: typedPath] {
      if let number = numbers.storedNumber(of: tag) {
        if list.count < 16 ? list.contains(number) : listed.contains(number) { continue }
      }
      list.append(numbers.add(tag))
      if list.count == 16 { listed.formUnion(list) }
      if list.count > 16 { listed.insert(list[list.count - 1]) }
    }
    values.set(slot, list, missing: [])
  }

  mutating func clear(_ slot: Int) {
    for number in values[slot] { numbers.remove(number) }
    values[slot] = []
  }

  func forEachCategory(_ slot: Int, _ body: (_ category: Int, _ count: Int) -> Void) {
    for number in values[slot] { body(Int(number), numbers.counts[Int(number)]) }
  }
}
