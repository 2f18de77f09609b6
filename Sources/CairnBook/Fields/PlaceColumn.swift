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
}

extension PlaceColumn {
  internal func forEachCategory(_ slot: Int, _ body: (_ category: Int, _ count: Int) -> Void) {}

  internal func filled(with elements: [Element]) -> Self {
    var column = empty
    for slot in elements.indices { column.set(slot, elements[slot]) }
    return column
  }
}

extension ContiguousArray {
  /// Sets the value of a slot, which may be past the last one.
  @inline(__always)
  fileprivate mutating func set(_ slot: Int, _ value: Element, missing: Element) {
    if slot < count {
      self[slot] = value
    } else {
      while slot > count { append(missing) }
      append(value)
    }
  }
}

/// A number for each slot, NaN if none exists.
internal struct NumberColumn<Element: Sendable, Number: PlaceNumber>: PlaceColumn {
  let typedPath: any KeyPath<Element, Number> & Sendable
  private(set) var values: ContiguousArray<Double> = []

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
  private(set) var values: ContiguousArray<Bool> = []

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
internal struct CategoryNumbers<Category: Hashable & Sendable>: Sendable {
  private(set) var categories: [Category] = []
  private(set) var counts: ContiguousArray<Int> = []
  private var numbers: [Category: Int32] = [:]
  /// Numbers of categories that no place has any more, for reuse.
  private var free: [Int32] = []

  func number(of category: Category) -> Int32? { numbers[category] }

  mutating func add(_ category: Category) -> Int32 {
    if let number = numbers[category] {
      counts[Int(number)] += 1
      return number
    }
    let number: Int32
    if let last = free.popLast() {
      number = last
      categories[Int(number)] = category
      counts[Int(number)] = 1
    } else {
      number = Int32(truncatingIfNeeded: categories.count)
      categories.append(category)
      counts.append(1)
    }
    numbers[category] = number
    return number
  }

  mutating func remove(_ number: Int32) {
    counts[Int(number)] -= 1
    guard counts[Int(number)] == 0 else { return }
    numbers[categories[Int(number)]] = nil
    free.append(number)
  }
}

/// A category number for each slot, -1 for a free slot.
internal struct CategoryColumn<Element: Sendable, Category: Hashable & Sendable>: PlaceColumn {
  let typedPath: any KeyPath<Element, Category> & Sendable
  private(set) var numbers = CategoryNumbers<Category>()
  private(set) var values: ContiguousArray<Int32> = []

  init(_ path: any KeyPath<Element, Category> & Sendable) { typedPath = path }

  var path: PartialKeyPath<Element> { typedPath }
  var empty: Self { Self(typedPath) }

  mutating func set(_ slot: Int, _ element: Element) {
    let category = element[keyPath: typedPath]
    let isKnown = slot < values.count && values[slot] >= 0
    if isKnown, numbers.number(of: category) == values[slot] { return }
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
}

/// A list of distinct category numbers for each slot.
internal struct TagColumn<Element: Sendable, Tags: Collection & Sendable>: PlaceColumn
where Tags.Element: Hashable & Sendable {
  let typedPath: any KeyPath<Element, Tags> & Sendable
  private(set) var numbers = CategoryNumbers<Tags.Element>()
  private(set) var values: ContiguousArray<[Int32]> = []

  init(_ path: any KeyPath<Element, Tags> & Sendable) { typedPath = path }

  var path: PartialKeyPath<Element> { typedPath }
  var empty: Self { Self(typedPath) }

  mutating func set(_ slot: Int, _ element: Element) {
    if slot < values.count { clear(slot) }
    var list: [Int32] = []
    for tag in element[keyPath: typedPath] {
      if let number = numbers.number(of: tag), list.contains(number) { continue }
      list.append(numbers.add(tag))
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
