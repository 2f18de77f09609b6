internal import CairnIndex
internal import CairnMemory
internal import CairnText

/// The names of the areas that contain the place in each slot.
internal struct PlaceAreas: Sendable {
  /// The search keys of the names, numbered.
  internal var names = CategoryNumbers<[UInt8]>()
  /// The distinct names of each slot.
  internal var slots = PagedArray<[Int32]>()

  internal var isEmpty: Bool { slots.isEmpty }

  /// Sets the names of a slot, which may be past the last one.
  internal mutating func set(_ slot: Int, _ texts: [String]) {
    clear(slot)
    var list: [Int32] = []
    for text in texts {
      let key = SearchKey(text).bytes
      guard !key.isEmpty else { continue }
      if let number = names.number(of: key), list.contains(number) { continue }
      list.append(names.add(key))
    }
    slots.set(slot, list, missing: [])
  }

  /// Removes the names of a slot.
  internal mutating func clear(_ slot: Int) {
    guard slot < slots.count else { return }
    for number in slots[slot] { names.remove(number) }
    slots[slot] = []
  }
}

// In a file: the end of each name in the second section, the names, the end of each place's numbers
// in the fourth section, and the numbers.
extension PlaceAreas {
  internal static let sectionCount = 4

  internal func write(_ order: [Int], to sections: inout [[UInt8]]) {
    func list(_ slot: Int) -> [Int32] { slot < slots.count ? slots[slot] : [] }
    let renumbering = Renumbering(order.lazy.map(list))
    var (ends, keys, slotEnds, numbers) = ([UInt8](), [UInt8](), [UInt8](), [UInt8]())
    for example in renumbering.examples {
      keys += names.categories[Int(example.old)]
      ends.append(littleEndian: UInt32(truncatingIfNeeded: keys.count))
    }
    for slot in order {
      for area in list(slot) { numbers.append(littleEndian: renumbering[area]) }
      slotEnds.append(littleEndian: UInt32(truncatingIfNeeded: numbers.count / 4))
    }
    sections += [ends, keys, slotEnds, numbers]
  }

  /// Reads the sections of a file with a number of places; nil if they are damaged or impossible.
  internal init?(_ views: ArraySlice<RecordView>, count: Int) {
    let views = Array(views)
    let ends = views[0].numbers(0..<(views[0].byteCount / 4), as: UInt32.self)
    let keys = views[1].numbers(0..<views[1].byteCount, as: UInt8.self)
    let slotEnds = views[2].numbers(0..<count, as: UInt32.self)
    let numbers = views[3].numbers(0..<(views[3].byteCount / 4), as: UInt32.self)
    guard slotEnds.count == count else { return nil }
    guard let counts = Renumbering.counts(numbers, below: ends.count) else { return nil }
    let restored = names.restore(counts) { name in
      let start = name == 0 ? 0 : Int(ends[name - 1])
      return start <= Int(ends[name]) && ends[name] <= keys.count
        ? Array(keys[start..<Int(ends[name])]) : nil
    }
    guard let restored, let lists = Renumbering.lists(slotEnds, of: numbers, restored) else {
      return nil
    }
    slots = lists
  }
}
