internal import CairnIndex
internal import CairnMemory

/// The kinds of columns in a file, with the number of their sections.
internal enum ColumnKind: UInt32 {
  case number = 1
  case flag = 2
  case category = 3
  case tags = 4

  var sectionCount: Int {
    switch self {
    case .number, .flag: 1
    case .category: 2
    case .tags: 3
    }
  }

  var name: String {
    switch self {
    case .number: "a number"
    case .flag: "a flag"
    case .category: "a category"
    case .tags: "tags"
    }
  }
}

/// The sections of a column in an open file.
internal struct ColumnSections<Element: Sendable> {
  /// The sections, as many as the kind has.
  let views: [RecordView]
  /// The number of places.
  let count: Int
  /// Reads an element; nil if its record is damaged.
  let element: (Int) -> Element?

  /// One number for each place; nil if they are damaged.
  func values<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) -> [Number]? {
    let values = views[0].numbers(0..<count, as: type)
    return values.count == count ? values : nil
  }

  /// Records that the contents are impossible.
  func failure<Value>() -> Value? {
    views[0].fail()
    return nil
  }
}

// Categories are values of the app, of which a file has no form: it contains an example for each, a
// place with the category, from whose element the category is read again.
extension CategoryNumbers {
  /// Adds the categories of examples with their counts.
  ///
  /// - Returns: the number of each example's category; nil if one of them cannot be read.
  mutating func restore(_ counts: [Int], _ category: (Int) -> Category?) -> [Int32]? {
    var numbers: [Int32] = []
    numbers.reserveCapacity(counts.count)
    for example in counts.indices {
      guard counts[example] > 0, let category = category(example) else { return nil }
      numbers.append(add(category, count: counts[example]))
    }
    return numbers
  }
}

/// New numbers for the categories that occur, in the same order, without gaps.
internal struct Renumbering {
  /// The old numbers in ascending order, each with the first place that has it and its index among
  /// the numbers of that place.
  let examples: [(old: Int32, place: Int, index: Int)]
  private let numbers: [Int32: UInt32]

  /// - Parameter lists: the old numbers of each place.
  init(_ lists: some Sequence<[Int32]>) {
    var first: [Int32: (place: Int, index: Int)] = [:]
    for (place, list) in lists.enumerated() {
      for (index, old) in list.enumerated() where first[old] == nil { first[old] = (place, index) }
    }
    examples = first.sorted { $0.key < $1.key }.map { ($0.key, $0.value.place, $0.value.index) }
    var numbers: [Int32: UInt32] = [:]
    for example in examples { numbers[example.old] = UInt32(truncatingIfNeeded: numbers.count) }
    self.numbers = numbers
  }

  subscript(old: Int32) -> UInt32 { numbers[old] ?? 0 }

  /// The number of occurrences of each new number; nil if one is not below the limit.
  static func counts(_ numbers: [UInt32], below limit: Int) -> [Int]? {
    var counts = [Int](repeating: 0, count: limit)
    for number in numbers {
      guard number < limit else { return nil }
      counts[Int(number)] += 1
    }
    return counts
  }

  /// The lists of all places, given the end of each among the new numbers.
  ///
  /// - Parameters:
  ///   - ends: the end of the list of each place.
  ///   - numbers: the new numbers of all places, each with an entry in `restored`.
  ///   - restored: the value of each new number.
  /// - Returns: the list of each place; nil if the ends are impossible.
  static func lists(
    _ ends: [UInt32], of numbers: [UInt32], _ restored: [Int32]
  ) -> PagedArray<[Int32]>? {
    var lists: ContiguousArray<[Int32]> = []
    lists.reserveCapacity(ends.count)
    var start = 0
    for end in ends {
      guard start <= end, end <= numbers.count else { return nil }
      lists.append(numbers[start..<Int(end)].map { restored[Int($0)] })
      start = Int(end)
    }
    return PagedArray(lists)
  }
}

extension NumberColumn {
  static var kind: ColumnKind { .number }

  func write(_ slots: [Int], to sections: inout [[UInt8]]) {
    sections.append([UInt8](littleEndian: slots.lazy.map { values[$0].bitPattern }))
  }

  func read(_ sections: ColumnSections<Element>) -> Self? {
    guard let bits = sections.values(UInt64.self) else { return nil }
    var column = empty
    column.values = PagedArray(ContiguousArray(bits.lazy.map { Double(bitPattern: $0) }))
    return column
  }
}

extension FlagColumn {
  static var kind: ColumnKind { .flag }

  func write(_ slots: [Int], to sections: inout [[UInt8]]) {
    sections.append(slots.map { values[$0] ? 1 : 0 })
  }

  func read(_ sections: ColumnSections<Element>) -> Self? {
    guard let bytes = sections.values(UInt8.self) else { return nil }
    var column = empty
    column.values = PagedArray(ContiguousArray(bytes.lazy.map { $0 != 0 }))
    return column
  }
}

// Section 0: the number of each place's category; section 1: the first place of each category.
extension CategoryColumn {
  static var kind: ColumnKind { .category }

  func write(_ slots: [Int], to sections: inout [[UInt8]]) {
    let renumbering = Renumbering(slots.lazy.map { [values[$0]] })
    let numbers = [UInt8](littleEndian: slots.lazy.map { renumbering[values[$0]] })
    let examples = [UInt8](
      littleEndian: renumbering.examples.lazy.map { UInt32(truncatingIfNeeded: $0.place) })
    sections += [numbers, examples]
  }

  func read(_ sections: ColumnSections<Element>) -> Self? {
    guard let numbers = sections.values(UInt32.self) else { return nil }
    let all = sections.views[1]
    let examples = all.numbers(0..<(all.byteCount / 4), as: UInt32.self)
    guard let counts = Renumbering.counts(numbers, below: examples.count) else {
      return sections.failure()
    }
    var column = empty
    let restored = column.numbers.restore(counts) { example in
      sections.element(Int(examples[example]))?[keyPath: typedPath]
    }
    guard let restored else { return sections.failure() }
    column.values = PagedArray(ContiguousArray(numbers.lazy.map { restored[Int($0)] }))
    return column
  }
}

// Section 0: the end of each place's tags in section 1, the numbers of the tags; section 2: the
// first place of each tag and the tag's index among the distinct tags of that place.
extension TagColumn {
  static var kind: ColumnKind { .tags }

  func write(_ slots: [Int], to sections: inout [[UInt8]]) {
    let renumbering = Renumbering(slots.lazy.map { values[$0] })
    var (ends, numbers) = ([UInt8](), [UInt8]())
    for slot in slots {
      for tag in values[slot] { numbers.append(littleEndian: renumbering[tag]) }
      ends.append(littleEndian: UInt32(truncatingIfNeeded: numbers.count / 4))
    }
    let examples = [UInt8](
      littleEndian: renumbering.examples.lazy.flatMap {
        [UInt32(truncatingIfNeeded: $0.place), UInt32(truncatingIfNeeded: $0.index)]
      })
    sections += [ends, numbers, examples]
  }

  func read(_ sections: ColumnSections<Element>) -> Self? {
    guard let ends = sections.values(UInt32.self) else { return nil }
    let (list, all) = (sections.views[1], sections.views[2])
    let numbers = list.numbers(0..<(list.byteCount / 4), as: UInt32.self)
    let examples = all.numbers(0..<(all.byteCount / 8 * 2), as: UInt32.self)
    guard let counts = Renumbering.counts(numbers, below: examples.count / 2) else {
      return sections.failure()
    }
    var column = empty
    let restored = column.numbers.restore(counts) { example in
      guard let element = sections.element(Int(examples[2 * example])) else { return nil }
      var distinct: [Tags.Element] = []
      for tag in element[keyPath: typedPath] where !distinct.contains(tag) { distinct.append(tag) }
      let index = Int(examples[2 * example + 1])
      return index < distinct.count ? distinct[index] : nil
    }
    guard let restored else { return sections.failure() }
    guard let lists = Renumbering.lists(ends, of: numbers, restored) else {
      return sections.failure()
    }
    column.values = lists
    return column
  }
}
