internal import CairnText

/// The position of a word in the texts of a place.
internal struct TextEnds: OptionSet, Sendable {
  internal let rawValue: UInt32

  /// The word begins a text.
  internal static let first = TextEnds(rawValue: 1)
  /// The word ends a text.
  internal static let last = TextEnds(rawValue: 2)
}

/// Splits keys into words.
///
/// Words end at spaces and at the end of a text. In scripts without spaces (Chinese, Japanese,
/// Korean, Thai, Lao, Khmer and Burmese), a word begins at every letter: 東京塔 gives 東京塔, 京塔 and 塔,
/// so that every part is a prefix of a word and can be found. At a change between such letters and
/// others, as in 東京tower, a word ends and another begins. Combining marks do not begin a word.
///
/// The index stores only the first four letters of such a word, since otherwise a text of n letters
/// would take O(n²) space; longer queries are verified in the keys of the places that have the four
/// letters.
internal enum WordParts {
  /// The separator between the texts of a slot; it occurs in no key.
  internal static let separator: UInt8 = 0
  /// The maximum number of indexed letters of a word without spaces.
  internal static let greatestLength = 4
  /// The maximum number of different words of a query.
  internal static let greatestCount = 64

  /// Calls a closure with the indexed range of each word in a range of bytes, and whether it begins
  /// or ends a text.
  @inline(__always)
  internal static func forEachWord<Bytes: RandomAccessCollection<UInt8>>(
    of bytes: Bytes, in part: Range<Int>, _ body: (_ range: Range<Int>, _ ends: TextEnds) -> Void
  ) where Bytes.Index == Int {
    var start = part.lowerBound
    var first = TextEnds.first
    var isPlain = true
    for index in part.lowerBound...part.upperBound {
      let byte = index < part.upperBound ? bytes[index] : separator
      guard byte == UInt8(ascii: " ") || byte == separator else {
        // Letters of scripts without spaces take at least three bytes.
        if byte >= 0xE0 { isPlain = false }
        continue
      }
      if start < index {
        let last = byte == separator ? TextEnds.last : []
        if isPlain {
          body(start..<index, [first, last])
        } else {
          forEachPart(of: bytes, in: start..<index) { range, _ in
            body(
              range,
              [range.lowerBound == start ? first : [], range.upperBound == index ? last : []])
          }
        }
      }
      start = index + 1
      first = byte == separator ? .first : []
      isPlain = true
    }
  }

  /// Calls a closure with the indexed range of each word within a space-separated word, and with
  /// its full range.
  internal static func forEachPart<Bytes: RandomAccessCollection<UInt8>>(
    of bytes: Bytes, in word: Range<Int>,
    _ body: (_ range: Range<Int>, _ whole: Range<Int>) -> Void
  ) where Bytes.Index == Int {
    var start = word.lowerBound
    while start < word.upperBound {
      let (isUnspaced, _) = kind(of: bytes, at: start)
      var end = start
      while end < word.upperBound, kind(of: bytes, at: end).isUnspaced == isUnspaced {
        end += length(bytes[end])
      }
      end = min(end, word.upperBound)
      if isUnspaced {
        var letter = start
        while letter < end {
          if letter == start || !kind(of: bytes, at: letter).isMark {
            body(letter..<self.end(ofPartFrom: letter, of: bytes, within: end), letter..<end)
          }
          letter += length(bytes[letter])
        }
      } else {
        body(start..<end, start..<end)
      }
      start = end
    }
  }

  /// The end of the indexed part of a word without spaces.
  private static func end<Bytes: RandomAccessCollection<UInt8>>(
    ofPartFrom start: Int, of bytes: Bytes, within end: Int
  ) -> Int where Bytes.Index == Int {
    var place = start
    var count = 0
    while place < end, count < greatestLength {
      place += length(bytes[place])
      count += 1
    }
    return min(place, end)
  }

  /// The length in bytes of a scalar, by its first byte.
  @inline(__always)
  private static func length(_ byte: UInt8) -> Int {
    byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// Whether a letter belongs to a script without spaces, and whether it is a combining mark.
  private static func kind<Bytes: RandomAccessCollection<UInt8>>(
    of bytes: Bytes, at place: Int
  ) -> (isUnspaced: Bool, isMark: Bool) where Bytes.Index == Int {
    let byte = bytes[place]
    guard byte >= 0xE0 else { return (false, false) }
    var value = UInt32(byte & (byte < 0xF0 ? 0xF : 7))
    for offset in 1..<length(byte) where place + offset < bytes.endIndex {
      value = value << 6 | UInt32(bytes[place + offset] & 0x3F)
    }
    switch value {
    case 0xE31, 0xE34...0xE3A, 0xE47...0xE4E,  // Thai
      0xEB1, 0xEB4...0xEBC, 0xEC8...0xECE,  // Lao
      0x102B...0x103E, 0x1056...0x1059,  // Burmese
      0x17B4...0x17D3,  // Khmer
      0x3099...0x309A, 0xFF9E...0xFF9F:  // voiced sound marks of Japanese
      return (true, true)
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF,
      0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF,  // Korean
      0x3005...0x3007, 0x3040...0x30FF, 0x3100...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF:
      return (true, false)
    default: return (false, false)
    }
  }
}

/// A word of a query, with its indexed part.
internal struct WantedWord: Sendable {
  /// All bytes.
  let bytes: ArraySlice<UInt8>
  /// The indexed prefix.
  let indexed: ArraySlice<UInt8>
  /// All bytes as typed, with a last Hangul syllable that may be incomplete.
  let typed: TypedPrefix
  /// The beginning of the indexed words that may match.
  let beginning: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>, indexed: ArraySlice<UInt8>) {
    self.bytes = bytes
    self.indexed = indexed
    typed = TypedPrefix(bytes)
    // The last consonant may belong to a fifth letter, which is not indexed.
    let letterCount = bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
    let isLast = typed.hasFinal && letterCount == WordParts.greatestLength
    beginning = isLast ? indexed.dropLast(3) : indexed
  }

  /// Whether only a part of the word is indexed.
  var isCut: Bool { indexed.count < bytes.count }

  /// Whether results of the index must be verified against all bytes.
  var isVerified: Bool { beginning.count < bytes.count }

  /// Whether the words of a place are compared with it letter by letter to find typing errors.
  var isComparable: Bool { !isVerified && typed.further.isEmpty }

  /// The words of the key of a query.
  static func words(of key: [UInt8]) -> [WantedWord] {
    var words: [WantedWord] = []
    for word in key.split(separator: UInt8(ascii: " ")) {
      // Later parts of a word without spaces are contained in the first one.
      var end = word.startIndex
      WordParts.forEachPart(of: key, in: word.indices) { range, whole in
        guard range.lowerBound >= end else { return }
        words.append(WantedWord(bytes: key[whole], indexed: key[range]))
        end = whole.upperBound
      }
    }
    return words
  }
}

extension Array where Element == WantedWord {
  /// The words, each once, and at most as many as a query may have.
  internal var distinct: [WantedWord] {
    var known: Set<[ArraySlice<UInt8>]> = []
    var distinct: [WantedWord] = []
    for word in self where distinct.count < WordParts.greatestCount {
      if known.insert([word.bytes, word.indexed]).inserted { distinct.append(word) }
    }
    return distinct
  }
}
