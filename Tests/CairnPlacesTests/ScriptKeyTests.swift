import CairnText
import Testing

/// Keys of text in other scripts: their punctuation is treated like that of Latin.
@Suite struct ScriptKeyTests {
  private func key(_ text: String) -> String {
    String(decoding: SearchKey(text).bytes, as: UTF8.self)
  }

  @Test(arguments: ["،؛؟٪٫٬٭۔", "־׀׃׆״", "।॥॰", "։՛՜՝՞", "።፣፤", "๏๚๛", "་།"])
  func punctuationSeparatesWords(marks: String) {
    for mark in marks.unicodeScalars {
      #expect(key("مكة\(mark)דרך\(mark)दिल्ली\(mark)") == "مكة דרך दिल्ली", "U+\(mark.value)")
      #expect(key("\(mark)\(mark)").isEmpty, "U+\(mark.value)")
    }
  }

  /// The geresh is treated like the apostrophe that it is, and the tatweel is dropped.
  @Test func otherMarksAreIgnored() {
    #expect(key("צ׳ילה") == key("צ'ילה") && key("צ׳ילה") == "צילה")
    #expect(key("مـــكة") == "مكة")
  }

  @Test func lettersAndTheirMarksAreKept() {
    for text in ["القاهرة", "ירושלים", "יְרוּשָׁלַיִם", "नई दिल्ली", "กรุงเทพ", "תל אביב", "北京"] {
      #expect(key(text) == text)
    }
  }
}
