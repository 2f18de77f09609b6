/// The beginning of a key that is being typed, whose last Hangul syllable may be incomplete.
///
/// A Korean syllable is composed of two or three letters, and its last consonant moves to the next
/// syllable if a vowel follows: 서울 is typed as ㅅ, 서, 성, 서우, 서울. Each of these texts begins the
/// key of 서울. Other texts begin only keys with the same bytes.
package struct TypedPrefix: Sendable {
  /// The keys from a first one on, before an end.
  package struct Keys: Sendable {
    package let first: [UInt8]
    package let end: [UInt8]
  }

  /// The bytes as typed.
  package let letters: ArraySlice<UInt8>
  /// The further keys that the letters begin; empty unless a Hangul letter is the last one.
  package let further: [Keys]

  package init(_ letters: ArraySlice<UInt8>) {
    self.letters = letters
    further = Hangul.last(of: letters).map { Self.further(letters.dropLast(3), $0) } ?? []
  }

  /// Whether the last letter is a syllable with a final consonant, which may move to the next one.
  package var hasFinal: Bool {
    Hangul.last(of: letters).map { $0 >= Hangul.firstSyllable && $0 % 28 != Hangul.open } ?? false
  }

  /// Whether a key, or the rest of one, begins with the letters.
  @inline(__always)
  package func begins(_ key: ArraySlice<UInt8>) -> Bool {
    key.starts(with: letters) || (!further.isEmpty && isAmongFurther(key))
  }

  /// Whether a key, or the rest of one, is one of the further keys.
  package func isAmongFurther(_ key: ArraySlice<UInt8>) -> Bool {
    further.contains { keys in
      !key.lexicographicallyPrecedes(keys.first) && key.lexicographicallyPrecedes(keys.end)
    }
  }

  private static func further(_ stem: ArraySlice<UInt8>, _ last: UInt32) -> [Keys] {
    func keys(_ scalars: Range<UInt32>, behind stem: [UInt8]) -> Keys {
      Keys(
        first: stem + Hangul.bytes(scalars.lowerBound), end: stem + Hangul.bytes(scalars.upperBound)
      )
    }
    let stem = Array(stem)
    guard last >= Hangul.firstSyllable else {
      return [keys(Hangul.syllables(withInitial: last - Hangul.firstInitial), behind: stem)]
    }
    let (vowel, final) = (
      (last - Hangul.firstSyllable) / 28 % 21, (last - Hangul.firstSyllable) % 28
    )
    // A vowel that begins compound ones precedes them.
    if final == 0 {
      return [keys((last + 1)..<(last + 28 * (1 + Hangul.compounds(ofVowel: vowel))), behind: stem)]
    }
    let (rest, initial) = Hangul.parts(ofFinal: final)
    let open = stem + Hangul.bytes(last - final + rest)
    let moved = keys(Hangul.syllables(withInitial: initial), behind: open)
    guard let compounds = Hangul.compounds(ofFinal: final) else { return [moved] }
    let syllable = last - final
    return [
      moved,
      keys((syllable + compounds.lowerBound)..<(syllable + compounds.upperBound), behind: stem),
    ]
  }
}

/// The arithmetic of Hangul syllables: 19 initial consonants, 21 vowels, and 27 final consonants or
/// none.
private enum Hangul {
  static let firstSyllable: UInt32 = 0xAC00
  static let firstInitial: UInt32 = 0x1100
  /// The remainder by 28 of the syllables without a final consonant.
  static let open = firstSyllable % 28

  /// The last letter of a key if it is a syllable or an initial consonant.
  static func last(of key: ArraySlice<UInt8>) -> UInt32? {
    guard key.count >= 3, key[key.endIndex - 3] >= 0xE1, key[key.endIndex - 3] <= 0xED else {
      return nil
    }
    let scalar =
      UInt32(key[key.endIndex - 3] & 0xF) << 12 | UInt32(key[key.endIndex - 2] & 0x3F) << 6
      | UInt32(key[key.endIndex - 1] & 0x3F)
    return 0x1100...0x1112 ~= scalar || 0xAC00...0xD7A3 ~= scalar ? scalar : nil
  }

  /// The three bytes of a scalar in UTF-8.
  static func bytes(_ scalar: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0,
      UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F) | 0x80,
      UInt8(truncatingIfNeeded: scalar & 0x3F) | 0x80,
    ]
  }

  /// The syllables with an initial consonant.
  static func syllables(withInitial initial: UInt32) -> Range<UInt32> {
    let first = firstSyllable + initial * 588
    return first..<(first + 588)
  }

  /// The number of compound vowels that are typed by continuing a vowel; they follow it.
  static func compounds(ofVowel vowel: UInt32) -> UInt32 {
    switch vowel {
    case 8, 13: 3  // ㅗ: ㅘ, ㅙ, ㅚ; ㅜ: ㅝ, ㅞ, ㅟ
    case 18: 1  // ㅡ: ㅢ
    default: 0
    }
  }

  /// The compound final consonants that are typed by continuing one; nil if there are none.
  static func compounds(ofFinal final: UInt32) -> Range<UInt32>? {
    switch final {
    case 1: 3..<4  // ㄱ: ㄳ
    case 4: 5..<7  // ㄴ: ㄵ, ㄶ
    case 8: 9..<16  // ㄹ: ㄺ to ㅀ
    case 17: 18..<19  // ㅂ: ㅄ
    default: nil
    }
  }

  /// The final consonant that is left and the initial consonant of the next syllable if a vowel
  /// follows a final consonant.
  static func parts(ofFinal final: UInt32) -> (rest: UInt32, initial: UInt32) {
    // By final consonant, from ㄱ on.
    let initials: [UInt32] = [
      0, 1, 9, 2, 12, 18, 3, 5, 0, 6, 7, 9, 16, 17, 18, 6, 7, 9, 9, 10, 11, 12, 14, 15, 16, 17, 18,
    ]
    let rest: UInt32 =
      switch final {
      case 3: 1
      case 5, 6: 4
      case 9...15: 8
      case 18: 17
      default: 0
      }
    return (rest, initials[Int(final) - 1])
  }
}
