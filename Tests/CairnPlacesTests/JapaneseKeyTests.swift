import CairnText
import Foundation
import Testing

/// Keys of Japanese text: its punctuation, its marks, and letters in both widths.
@Suite struct JapaneseKeyTests {
  private func key(_ text: String) -> String {
    String(decoding: SearchKey(text).bytes, as: UTF8.self)
  }

  @Test func punctuationSeparatesWords() {
    for mark in "、。・「」『』【】〈〉《》〔〕〜〝〟〰！？（）［］｛｝，．：；～＆／＋＝＠＿｡｢｣､･\u{3000}﹁﹂﹏" {
      #expect(key("東京\(mark)駅\(mark)") == "東京 駅", "\(mark)")
      #expect(key("\(mark)\(mark)").isEmpty, "\(mark)")
    }
    #expect(key("ニューヨーク・シティ（米国）") == "ニューヨーク シティ 米国")
  }

  @Test func lettersAreKept() {
    for text in ["佐々木", "〆切", "〇", "スーパー", "いすゞ", "ゔ", "ヷ", "ゟ", "ヿ", "〱"] {
      #expect(key(text) == text)
    }
  }

  /// Compared with Foundation's normalization form KC.
  @Test func marksAndWidthsMakeNoDifference() throws {
    var composed = 0
    for value in UInt32(0x3041)...0x30FF where !(0x3097...0x309C ~= value) {
      let kana = String(try #require(Unicode.Scalar(value)))
      guard value != 0x30A0, value != 0x30FB else { continue }
      for (mark, spacing) in [("\u{3099}", "\u{309B}"), ("\u{309A}", "\u{309C}")] {
        let marked = (kana + mark).precomposedStringWithCanonicalMapping
        let has = marked.unicodeScalars.count == 1
        composed += has ? 1 : 0
        #expect(key("あ" + kana + mark) == "あ" + (has ? marked : kana))
        #expect(key("あ" + kana + spacing) == "あ" + (has ? marked : kana))
      }
    }
    #expect(composed == 58)
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
    #expect(key("\u{3099}か") == "か")
    #expect(key("か \u{3099}き") == "か き")
    #expect(key("漢\u{3099}a\u{309A}") == "漢a")
    var bytes = Array("か".utf8)
    SearchKey.append("\u{3099}", to: &bytes)
    #expect(bytes == Array("か".utf8))
  }
}
