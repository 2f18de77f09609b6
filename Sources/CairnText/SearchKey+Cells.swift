package import CairnMemory

/// The order of two keys.
package enum KeyOrder: Int8, Sendable {
  case less = -1
  case equal, greater
}

extension SearchKey {
  /// Compares the key of a cell of a table with this key.
  ///
  /// Latin letters are folded up to the first difference, so most comparisons read a few bytes and
  /// allocate nothing.
  ///
  /// - Parameters:
  ///   - text: the table; the cell ends before a tab, a line feed or the end of the text.
  ///   - start: the start of the cell, or of a word in it.
  /// - Returns: whether the key of the cell is less than this key, equal or greater.
  package func order(ofCell text: ConstantText, at start: Int) -> KeyOrder {
    bytes.withUnsafeSpan { key in
      var cell = LatinCell(text, at: start)
      // The number of equal bytes.
      var equal = 0
      while let letter = cell.next() {
        if cell.isAfterSpace, equal > 0 {
          guard equal < key.count else { return .greater }
          if key[equal] != UInt8(ascii: " ") { return .less }
          equal &+= 1
        }
        guard equal < key.count else { return .greater }
        if key[equal] != letter { return letter < key[equal] ? .less : .greater }
        equal &+= 1
      }
      if cell.isOther {
        // A letter of another alphabet follows all Latin letters.
        if cell.isOtherAlphabet, !cell.isAfterSpace || equal == 0,
          equal == key.count || key[equal] < 0x80
        {
          return .greater
        }
        return orderOfFolded(text, start)
      }
      return equal < key.count ? .less : .equal
    }
  }

  private func orderOfFolded(_ text: ConstantText, _ start: Int) -> KeyOrder {
    let key = SearchKey(text, start..<TextTable.Reader(text, at: start).endOfCell())
    return key < self ? .less : key == self ? .equal : .greater
  }

  /// The first eight bytes of the key of a cell as a number with the same order, padded with zeros.
  ///
  /// No key contains a zero byte.
  package static func head(ofCell text: ConstantText, at start: Int) -> UInt64 {
    var cell = LatinCell(text, at: start)
    var head: UInt64 = 0
    var shift: UInt64 = 64
    while shift > 0, let letter = cell.next() {
      if cell.isAfterSpace, shift < 64 {
        shift &-= 8
        head |= UInt64(UInt8(ascii: " ")) &<< shift
        if shift == 0 { break }
      }
      shift &-= 8
      head |= UInt64(letter) &<< shift
    }
    guard cell.isOther else { return head }
    return Self(text, start..<TextTable.Reader(text, at: start).endOfCell()).head
  }

  /// The first eight bytes as a number with the same order, padded with zeros.
  package var head: UInt64 {
    var head: UInt64 = 0
    for (place, byte) in bytes.prefix(8).enumerated() {
      head |= UInt64(byte) &<< UInt64(56 &- 8 &* place)
    }
    return head
  }

  /// Replaces the key by the first bytes of the key of a cell, reusing its memory.
  ///
  /// - Parameters:
  ///   - text: the table.
  ///   - start: the start of the cell, or of a word in it.
  ///   - limit: the maximum number of bytes.
  package mutating func assign(cell text: ConstantText, at start: Int, atMost limit: Int) {
    bytes.removeAll(keepingCapacity: true)
    var cell = LatinCell(text, at: start)
    bytes.append(atMost: limit) { key in
      var count = 0
      while count < key.count, let letter = cell.next() {
        if cell.isAfterSpace, count > 0 {
          key[count] = UInt8(ascii: " ")
          count &+= 1
          if count == key.count { break }
        }
        key[count] = letter
        count &+= 1
      }
      return count
    }
    guard cell.isOther else { return }
    assign(text, start..<TextTable.Reader(text, at: start).endOfCell())
    if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
  }
}

/// The letters of the key of a cell, one after the other, up to a letter that is not folded to one
/// Latin letter or digit.
private struct LatinCell {
  private let text: UnsafeSpan<UInt8>
  private var place: Int
  /// Whether a space precedes the last letter, unless it is the first one.
  private(set) var isAfterSpace = false
  /// Whether the letters ended before the end of the cell, so that it must be folded otherwise.
  private(set) var isOther = false

  @inline(__always)
  init(_ text: ConstantText, at start: Int) {
    self.text = text.span
    place = start
  }

  /// Whether the next letter is Cyrillic or Chinese: its key begins with the same byte, or with the
  /// other one of Cyrillic, whatever follows.
  var isOtherAlphabet: Bool {
    guard text.isInBounds(place) else { return false }
    return 0xD0...0xD1 ~= text[place] || 0xE5...0xE9 ~= text[place]
  }

  /// The next letter; nil at the end of the cell or before another letter.
  @inline(__always)
  mutating func next() -> UInt8? {
    isAfterSpace = false
    while place < text.count {
      let byte = text[place]
      if byte >= 0x80 {
        switch FoldTable.latin(text, at: place) {
        case .letter(let letter, let length):
          place &+= length
          return letter
        case .dropped(let length):
          place &+= length
          continue
        case .space(let length):
          place &+= length
          isAfterSpace = true
          continue
        case nil:
          isOther = true
          return nil
        }
      }
      let small = byte | 0x20
      if small &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 {
        place &+= 1
        return small
      }
      if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") { return nil }
      if byte == UInt8(ascii: "&") {
        isOther = true
        return nil
      }
      if byte != UInt8(ascii: "'"), byte != UInt8(ascii: "`") { isAfterSpace = true }
      place &+= 1
    }
    return nil
  }
}

extension FoldTable {
  /// The folded form of a Latin letter, with its length in UTF-8.
  fileprivate enum Latin {
    case letter(UInt8, length: Int)
    case dropped(length: Int)
    case space(length: Int)
  }

  /// The form of the scalar at a place after Latin letters only; nil if it is not folded to at most
  /// one letter or a space.
  @inline(__always)
  fileprivate static func latin(_ text: UnsafeSpan<UInt8>, at place: Int) -> Latin? {
    guard place &+ 1 < text.count else { return nil }
    let (first, second) = (text[place], text[place &+ 1] & 0x3F)
    let folded: UInt8
    let length: Int
    switch first {
    case 0xC3...0xC9:
      // U+00C0 to U+027F.
      folded = ConstantText(from00C0).span[Int(first &- 0xC3) &<< 6 | Int(second)]
      length = 2
    case 0xCA where second >= 0x30, 0xCB, 0xCC,
      0xCD where second < 0x30:
      // Modifier letters and combining marks.
      return .dropped(length: 2)
    case 0xE2:
      // The quotation marks that are apostrophes.
      guard second == 0, place &+ 2 < text.count, text[place &+ 2] & 0xFE == 0x98 else {
        return nil
      }
      return .dropped(length: 3)
    case 0xE1:
      // U+1E00 to U+1EFF.
      guard second >= 0x38, second < 0x3C, place &+ 2 < text.count else { return nil }
      let third = text[place &+ 2] & 0x3F
      folded = ConstantText(from1E00).span[Int(second &- 0x38) &<< 6 | Int(third)]
      length = 3
    default: return nil
    }
    switch folded {
    case UInt8(ascii: "_"): return .space(length: length)
    case UInt8(ascii: "*"), UInt8(ascii: "?"): return nil
    default: return .letter(folded, length: length)
    }
  }
}
