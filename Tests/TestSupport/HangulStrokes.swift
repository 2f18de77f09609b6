/// Korean text as the keys of a keyboard, for comparison with the arithmetic of syllables.
package enum HangulStrokes {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
  private static let finals = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
  private static let pairs: [Character: String] = [
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
  ]
  private static let joined = Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) })

  /// The keys that type a text; other letters are their own keys.
  package static func strokes(of text: String) -> [Character] {
    text.unicodeScalars.flatMap { scalar -> [Character] in
      switch scalar.value {
      case 0xAC00...0xD7A3:
        let number = Int(scalar.value) - 0xAC00
        let letters = [initials[number / 588], vowels[number / 28 % 21], finals[number % 28]]
        return letters.filter { $0 != " " }.flatMap { Array(pairs[$0] ?? String($0)) }
      case 0x1100...0x1112: return [initials[Int(scalar.value) - 0x1100]]
      default: return [Character(scalar)]
      }
    }
  }

  /// Whether the keys of a text begin those of another, both in UTF-8.
  package static func isBeginning(_ typed: [UInt8], of text: [UInt8]) -> Bool {
    if typed.allSatisfy({ $0 < 0xE0 }) { return text.starts(with: typed) }
    return strokes(of: String(decoding: text, as: UTF8.self))
      .starts(with: strokes(of: String(decoding: typed, as: UTF8.self)))
  }

  /// The text on the screen after some keys.
  package static func text(of strokes: some Sequence<Character>) -> String {
    var text = ""
    /// The initial consonant, the vowel and the final consonant of the last syllable.
    var last: [Character] = []
    func syllable() -> String {
      guard last.count > 1, let initial = initials.firstIndex(of: last[0]),
        let vowel = vowels.firstIndex(of: last[1])
      else { return String(last) }
      let final = last.count > 2 ? finals.firstIndex(of: last[2]) ?? 0 : 0
      let value = 0xAC00 + initial * 588 + vowel * 28 + final
      return Unicode.Scalar(UInt32(value)).map { String(Character($0)) } ?? ""
    }
    for stroke in strokes {
      if vowels.contains(stroke) {
        switch last.count {
        case 1 where initials.contains(last[0]): last.append(stroke)
        case 2 where joined[String([last[1], stroke])] != nil:
          last[1] = joined[String([last[1], stroke])] ?? stroke
        case 3:
          // The final consonant, or the second part of it, begins the next syllable.
          let parts = Array(pairs[last[2]] ?? String(last[2]))
          last = parts.count > 1 ? [last[0], last[1], parts[0]] : [last[0], last[1]]
          text += syllable()
          last = [parts[parts.count - 1], stroke]
        default:
          text += syllable()
          last = [stroke]
        }
      } else if last.count == 2, finals.contains(stroke), stroke != " " {
        last.append(stroke)
      } else if last.count == 3, let pair = joined[String([last[2], stroke])] {
        last[2] = pair
      } else {
        text += syllable()
        last = initials.contains(stroke) ? [stroke] : []
        if last.isEmpty { text.append(stroke) }
      }
    }
    return text + syllable()
  }
}
