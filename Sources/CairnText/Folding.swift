internal import CairnMemory

/// The folding of one text; its state is whether a space is pending.
internal struct Folding {
  /// The index at which the key starts in the bytes.
  var start = 0
  var spaceIsDue = false

  mutating func append(ascii byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      letter(byte, to: &bytes)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter(byte | 0x20, to: &bytes)
    case UInt8(ascii: "'"), UInt8(ascii: "`"): break
    case UInt8(ascii: "&"):
      spaceIsDue = true
      for letter in "and".utf8 { self.letter(letter, to: &bytes) }
      spaceIsDue = true
    default: spaceIsDue = true
    }
  }

  /// Appends a run of ASCII without `&` from a place, assembled in scratch memory: most texts are
  /// ASCII only.
  ///
  /// - Returns: the place after the run.
  mutating func appendRun(of text: UnsafeSpan<UInt8>, from first: Int, to bytes: inout [UInt8])
    -> Int
  {
    let isBehind = bytes.count > start
    var isDue = spaceIsDue
    var place = first
    // Each space replaces a skipped byte, except for one that may be pending.
    withScratch(of: UInt8.self, count: text.count - first + 1) { key in
      var end = 0
      while place < text.count, text[place] < 0x80 {
        let byte = text[place]
        // Digits also have the bit of lowercase letters.
        let small = byte | 0x20
        if small &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 {
          if isDue, isBehind || end > 0 {
            key[end] = UInt8(ascii: " ")
            end &+= 1
          }
          isDue = false
          key[end] = small
          end &+= 1
        } else if byte == UInt8(ascii: "&") {
          break
        } else if byte != UInt8(ascii: "'"), byte != UInt8(ascii: "`") {
          isDue = true
        }
        place &+= 1
      }
      bytes.append(key.span, 0..<end)
    }
    spaceIsDue = isDue
    return place
  }

  mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    case ..<0x80: append(ascii: UInt8(truncatingIfNeeded: scalar.value), to: &bytes)
    case 0xC0..<0x2B0: table(FoldTable.from00C0, 0xC0, scalar.value, to: &bytes)
    case 0x306: breve(to: &bytes)
    case 0x2B0..<0x370: break  // modifier letters, combining marks
    case 0x1E00..<0x1F00: table(FoldTable.from1E00, 0x1E00, scalar.value, to: &bytes)
    case 0x1100..<0x1200: jamo(scalar.value, to: &bytes)
    case 0x3099, 0x309B, 0xFF9E: mark(KanaTable.voiced, to: &bytes)
    case 0x309A, 0x309C, 0xFF9F: mark(KanaTable.halfVoiced, to: &bytes)
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: append(unchanged: scalar.value, to: &bytes)
    default: script(scalar.value, to: &bytes)
    }
  }

  private mutating func table(
    _ table: StaticString, _ first: UInt32, _ value: UInt32, to bytes: inout [UInt8]
  ) {
    switch ConstantText(table)[Int(value - first)] {
    case UInt8(ascii: "_"): spaceIsDue = true
    case UInt8(ascii: "*"):
      let (first, second) = FoldTable.pair(value)
      letter(first, to: &bytes)
      letter(second, to: &bytes)
    case UInt8(ascii: "?"): script(value, to: &bytes)
    case let folded: letter(folded, to: &bytes)
    }
  }

  /// Appends the form of a scalar of any other script.
  private mutating func script(_ value: UInt32, to bytes: inout [UInt8]) {
    switch ScriptTable.form(of: value) {
    case .same: append(unchanged: value, to: &bytes)
    case .dropped: break
    case .space: spaceIsDue = true
    case .scalar(let form): append(unchanged: form, to: &bytes)
    case .text(let range):
      let texts = ConstantText(ScriptTable.texts)
      for place in range {
        let byte = texts[place]
        if byte == UInt8(ascii: " ") { spaceIsDue = true } else { letter(byte, to: &bytes) }
      }
    }
  }

  /// Appends a scalar unchanged.
  private mutating func append(unchanged value: UInt32, to bytes: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift & 0x3F) | 0x80 }
    switch value {
    case ..<0x80: letter(UInt8(truncatingIfNeeded: value), to: &bytes)
    case ..<0x800:
      letter(UInt8(truncatingIfNeeded: value >> 6) | 0xC0, to: &bytes)
      bytes.append(tail(0))
    case ..<0x10000:
      letter(UInt8(truncatingIfNeeded: value >> 12) | 0xE0, to: &bytes)
      bytes.append(tail(6))
      bytes.append(tail(0))
    default:
      letter(UInt8(truncatingIfNeeded: value >> 18) | 0xF0, to: &bytes)
      bytes.append(tail(12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    }
  }

  /// The last scalar of the key if it takes three bytes and no space is pending; 0 otherwise.
  private func lastOfThreeBytes(_ bytes: [UInt8]) -> UInt32 {
    guard !spaceIsDue, bytes.count >= start + 3, bytes[bytes.count - 3] & 0xF0 == 0xE0 else {
      return 0
    }
    return UInt32(bytes[bytes.count - 3] & 0xF) << 12 | UInt32(bytes[bytes.count - 2] & 0x3F) << 6
      | UInt32(bytes[bytes.count - 1] & 0x3F)
  }

  /// Adds a mark to the last kana; a mark after any other letter is ignored.
  private mutating func mark(_ marked: (UInt32) -> UInt32?, to bytes: inout [UInt8]) {
    let last = lastOfThreeBytes(bytes)
    guard 0x30A0..<0x3100 ~= last, let composed = marked(last) else { return }
    bytes.removeLast(3)
    append(unchanged: composed, to: &bytes)
  }

  /// Turns и into й, a letter of its own; the mark after any other letter is ignored.
  private func breve(to bytes: inout [UInt8]) {
    guard !spaceIsDue, bytes.count >= start + 2, bytes[bytes.count - 2] == 0xD0,
      bytes[bytes.count - 1] == 0xB8
    else { return }
    bytes[bytes.count - 1] = 0xB9
  }

  /// Appends a conjoining jamo, composed to a Hangul syllable with the one before it.
  private mutating func jamo(_ value: UInt32, to bytes: inout [UInt8]) {
    let last = lastOfThreeBytes(bytes)
    var composed: UInt32?
    if 0x1161...0x1175 ~= value, 0x1100...0x1112 ~= last {
      composed = 0xAC00 + ((last - 0x1100) * 21 + (value - 0x1161)) * 28
    } else if 0x11A8...0x11C2 ~= value, 0xAC00..<0xD7A4 ~= last, (last - 0xAC00) % 28 == 0 {
      composed = last + (value - 0x11A7)
    }
    if composed != nil { bytes.removeLast(3) }
    append(unchanged: composed ?? value, to: &bytes)
  }

  private mutating func letter(_ byte: UInt8, to bytes: inout [UInt8]) {
    if spaceIsDue, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
    spaceIsDue = false
    bytes.append(byte)
  }
}

extension ScriptTable {
  /// The form of a scalar in a search key.
  internal enum Form {
    case same
    case dropped
    case space
    case scalar(UInt32)
    /// A range of ``texts``.
    case text(Range<Int>)
  }

  private static let width = 14

  /// Finds the form of a scalar among the runs.
  internal static func form(of value: UInt32) -> Form {
    let runs = ConstantText(runs)
    let pages = ConstantText(pages)
    var low = 0
    var high = count
    let page = Int(value >> 8)
    if (page + 1) * 3 < pages.count {
      low = number(pages, page * 3, 3)
      high = min(count, number(pages, (page + 1) * 3, 3) + 1)
    }
    // The last run that does not begin after the scalar. Digits of one width are ordered like their
    // numbers, so they are compared as texts.
    let span = runs.span
    let digits = digits(of: value)
    while low < high {
      let middle = (low + high) / 2
      if span.word(at: middle &* width).byteSwapped >> 24 <= digits {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return .same }
    let run = (low - 1) * width
    let offset = Int(value) - number(runs, run, 5)
    let count = number(runs, run + 5, 3)
    let target = number(runs, run + 9, 5)
    switch runs[run + 8] {
    case UInt8(ascii: "d"): return offset < count ? .dropped : .same
    case UInt8(ascii: "s"): return offset < count ? .space : .same
    case UInt8(ascii: "m"): return offset < count ? scalar(target + offset) : .same
    case UInt8(ascii: "e"):
      return offset < 2 * count && offset % 2 == 0 ? scalar(target + offset) : .same
    default: return offset == 0 ? .text(target..<(target + count)) : .same
    }
  }

  private static func scalar(_ value: Int) -> Form { .scalar(UInt32(truncatingIfNeeded: value)) }

  /// The five hexadecimal digits of a scalar in lowercase, the first one in the highest byte.
  private static func digits(of value: UInt32) -> UInt64 {
    var digits: UInt64 = 0
    for place: UInt32 in 0..<5 {
      let digit = UInt64(value >> (16 &- 4 &* place) & 0xF)
      digits = digits << 8 | (digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
    return digits
  }

  /// A number of hexadecimal digits in lowercase.
  private static func number(_ text: ConstantText, _ place: Int, _ width: Int) -> Int {
    var value = 0
    for index in place..<(place + width) {
      let digit = text[index]
      value = value << 4 | Int(digit < 0x3A ? digit - 0x30 : digit - 0x57)
    }
    return value
  }
}
