import CairnText
import TestSupport
import Testing

@testable import CairnPlaces

/// Korean texts while they are typed, whose last syllable is incomplete.
@Suite struct TypedHangulTests {
  @Test func keysAreComposed() {
    #expect(HangulStrokes.strokes(of: "서울") == Array("ㅅㅓㅇㅜㄹ"))
    let texts = (1...5).map { HangulStrokes.text(of: HangulStrokes.strokes(of: "서울").prefix($0)) }
    #expect(texts == ["ㅅ", "서", "성", "서우", "서울"])
    #expect(HangulStrokes.text(of: HangulStrokes.strokes(of: "닭의 과일")) == "닭의 과일")
  }

  /// Each syllable is a beginning of exactly those texts whose keys begin with its keys.
  @Test func syllablesAreBeginningsLikeTheirKeys() {
    var source = SeededGenerator(seed: 81)
    func syllable(_ number: Int) -> String {
      Unicode.Scalar(UInt32(0xAC00 + number)).map { String(Character($0)) } ?? ""
    }
    func check(_ typed: String, _ text: String) {
      let (typedKey, key) = (SearchKey(typed), SearchKey(text))
      let wanted = HangulStrokes.isBeginning(typedKey.bytes, of: key.bytes)
      #expect(key.hasPrefix(typedKey) == wanted, "\(typed) \(text)")
    }
    for _ in 0..<rounds(30_000, inDebug: 2_000) {
      let number = Int(source.next() % 11_172)
      // Syllables that differ in the vowel or in the final consonant, with the next one.
      let other = number / 588 * 588 + Int(source.next() % 588)
      let near = number / 28 * 28 + Int(source.next() % 28)
      let next = syllable(Int(source.next() % 11_172))
      for text in [syllable(other), syllable(near), syllable(near) + next] {
        check(syllable(number), text)
        check("a " + syllable(number), "a " + text)
        check(syllable(number), "a" + text)
      }
      for (place, jamo) in "ㄱㄴㅅㅇㅎ".enumerated() where number % 5 == place {
        check(String(jamo), syllable(other))
        check(next + String(jamo), next + syllable(other))
      }
    }
  }

  /// The text after each key begins the key of the whole text.
  @Test func everyTextOnTheWayIsABeginning() {
    for name in ["서울", "부산", "닭갈비", "과천", "앉은뱅이", "값어치", "의왕시 왕곡", "꽃나라", "강원도"] {
      let strokes = HangulStrokes.strokes(of: name)
      for count in 1...strokes.count {
        let typed = SearchKey(HangulStrokes.text(of: strokes.prefix(count)))
        #expect(SearchKey(name).hasPrefix(typed), "\(name) \(count)")
        #expect(SearchKey("가 " + name).hasWord(beginningWith: typed.bytes[...]), "\(name)")
      }
    }
  }

  /// With each key, the completions contain the city.
  @Test(arguments: ["서울특별시", "부산", "인천광역시", "대구", "광주"])
  func citiesAreCompleted(name: String) throws {
    let whole = try #require(Gazetteer.embedded.matches(String(name.prefix(2)), limit: 1).first)
    let strokes = HangulStrokes.strokes(of: whole.name)
    var autocomplete = Autocomplete(limit: 30)
    for count in 1...strokes.count {
      let text = HangulStrokes.text(of: strokes.prefix(count))
      let updated = autocomplete.update(text)
      let found = try #require(updated)
      let completion = try #require(found.first { $0.place == whole.place }, "\(text)")
      #expect(!completion.ranges.isEmpty, "\(text)")
      #expect(count < strokes.count || completion.kind == .exact, "\(text)")
    }
  }
}
