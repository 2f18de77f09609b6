import CairnText
import Foundation
import Testing

/// Keys of Japanese text: its punctuation, its marks, and letters in both widths.
@Suite struct JapaneseKeyTests {
  private func key(_ text: String) -> String {
    String(decoding: SearchKey(text).bytes, as: UTF8.self)
  }

  @Test func punctuationSeparatesWords() {
    for mark in "、。・「」『』【】〈〉《》〔〕〜〝〟〰！？（）［］｛｝，．：；～／＋＝＠＿｡｢｣､･\u{3000}﹁﹂﹏" {
      #expect(key("東京\(mark)駅\(mark)") == "東京 駅", "\(mark)")
      #expect(key("\(mark)\(mark)").isEmpty, "\(mark)")
    }
    #expect(key("ニューヨーク・シティ（米国）") == "ニューヨーク シティ 米国")
  }

  @Test func lettersAreKept() {
    for text in ["佐々木", "〆切", "〇", "スーパー", "イスヾ", "ヷ", "〱"] {
      #expect(key(text) == text)
    }
  }

  @Test func hiraganaAndKatakanaAreTheSame() {
    for (hiragana, katakana) in [
      ("いすゞ", "イスヾ"), ("ゔ", "ヴ"), ("ゟ", "ヨリ"), ("ヿ", "コト"), ("すし", "スシ"), ("らーめん", "ラーメン"),
    ] {
      #expect(key(hiragana) == katakana)
      #expect(key(katakana) == katakana)
    }
  }

  /// Compared with Foundation's normalization form KC.
  @Test func marksAndWidthsMakeNoDifference() throws {
    func katakana(_ text: String) -> String {
      var scalars = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        let isHiragana = 0x3041...0x3096 ~= scalar.value || 0x309D...0x309E ~= scalar.value
        scalars.append(isHiragana ? Unicode.Scalar(scalar.value + 0x60) ?? scalar : scalar)
      }
      return String(scalars)
    }
    var composed = 0
    for value in UInt32(0x3041)...0x30FF where !(0x3097...0x309C ~= value) {
      let kana = String(try #require(Unicode.Scalar(value)))
      guard ![0x309F, 0x30A0, 0x30FB, 0x30FF].contains(value) else { continue }
      for (mark, spacing) in [("\u{3099}", "\u{309B}"), ("\u{309A}", "\u{309C}")] {
        let marked = (katakana(kana) + mark).precomposedStringWithCanonicalMapping
        let has = marked.unicodeScalars.count == 1
        composed += has ? 1 : 0
        #expect(key("あ" + kana + mark) == katakana("あ" + (has ? marked : kana)))
        #expect(key("あ" + kana + spacing) == katakana("あ" + (has ? marked : kana)))
      }
    }
    #expect(composed == 62)
    for value in UInt32(0xFF10)...0xFF9D where !(0xFF5F...0xFF65 ~= value) {
      let letter = String(try #require(Unicode.Scalar(value)))
      let wide = letter.precomposedStringWithCompatibilityMapping
      #expect(key(letter) == key(wide), "\(letter)")
      for mark in ["\u{FF9E}", "\u{FF9F}"] where value >= 0xFF66 && value != 0xFF70 {
        let both = (letter + mark).precomposedStringWithCompatibilityMapping
        #expect(key(letter + mark) == key(both), "\(letter)\(mark)")
      }
    }
    #expect(key("ＪＲ　ﾊﾟﾘ　１") == "jr パリ 1")
  }

  @Test func isolatedMarksAreDropped() {
    #expect(key("\u{3099}か") == "カ")
    #expect(key("か \u{3099}き") == "カ キ")
    #expect(key("漢\u{3099}a\u{309A}") == "漢a")
    var bytes = Array("カ".utf8)
    SearchKey.append("\u{3099}", to: &bytes)
    #expect(bytes == Array("カ".utf8))
  }
}
