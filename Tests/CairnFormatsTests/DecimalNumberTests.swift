import CairnGeodesy
import TestSupport
import Testing

@testable import CairnFormats

@Suite struct DecimalNumberTests {
  private func parse(_ text: String, commaIsPoint: Bool = false) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalNumber.parse(bytes, in: bytes.indices, commaIsPoint: commaIsPoint)
  }

  @Test func agreesWithTheStandardLibraryToTheLastBit() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<60_000 {
      let digits = String(generator.next() >> UInt64.random(in: 0..<64, using: &generator))
      let point = Int.random(in: 0...digits.count, using: &generator)
      var text = String(digits.prefix(point)) + "." + digits.dropFirst(point)
      if Bool.random(using: &generator) { text = "0." + String(repeating: "0", count: 7) + digits }
      if generator.next() % 4 == 0 { text += "e\(Int.random(in: -40...40, using: &generator))" }
      if generator.next() % 2 == 0 { text = "-" + text }
      #expect(parse(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func coordinatesReadBackAsTheSameBits() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<60_000 {
      let number = Double.random(in: -180...180, using: &generator)
      #expect(parse(number.description)?.bitPattern == number.bitPattern)
    }
  }

  @Test func halfwayCasesRoundToEven() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      // A 54-bit odd number is halfway between two doubles; its decimal form has 16-17 digits.
      let halfway = 1 << 53 | generator.next() >> 11 | 1
      for text in ["\(halfway)", "\(halfway).0", "\(halfway)0e-1", "\(halfway).1"] {
        #expect(parse(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
      }
    }
  }

  @Test(arguments: ["0", "-0", "+7", "007.50", ".5", "5.", "1e3", "1E+3", "25e-2", "1e-400"])
  func acceptsDecimalForms(text: String) {
    #expect(parse(text)?.bitPattern == Double(text)?.bitPattern)
  }

  @Test(arguments: [
    "", "-", "+", ".", "e5", "1e", "1e+", "nan", "inf", "-infinity", "0x10", "1_000", "1,5",
    "1.2.3",
    "1 2", "12abc", "1e400", "-1e400", "--1", "٣",
  ])
  func rejectsOtherTexts(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func aCommaMayBeTheDecimalPoint() {
    #expect(parse("48,8566", commaIsPoint: true) == 48.8566)
    #expect(parse("48,12345678901234567890123", commaIsPoint: true) == 48.12345678901234567890123)
    #expect(parse("1,234,5", commaIsPoint: true) == nil)
  }

  /// Every double is read back from its shortest text, and from 17 digits and more.
  @Test func anyDoubleReadsBackAsTheSameBits() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<rounds(20_000, inDebug: 4_000) {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      #expect(parse(number.description)?.bitPattern == number.bitPattern)
      let digits = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
      let exponent = Int.random(in: -350...310, using: &generator)
      for text in [
        "\(digits)e\(exponent)", "\(digits)\(generator.next())e\(exponent - 20)",
        "0.\(generator.next())\(digits)", "\(digits).\(generator.next())\(generator.next())",
        Double(bitPattern: generator.next() >> 12).description, "\(digits)e-\(310 + digits % 35)",
      ] {
        let expected = Double(text).flatMap { $0.isFinite ? $0.bitPattern : nil }
        #expect(parse(text)?.bitPattern == expected, "\(text)")
      }
    }
  }

  /// Digits far beyond a number halfway between two doubles are significant.
  @Test func theLastOfManyDigitsDecides() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<1_000 {
      let halfway = 1 << 53 | generator.next() >> 11 | 1
      let zeros = String(repeating: "0", count: Int.random(in: 1...60, using: &generator))
      let nines = zeros.map { _ in "9" }.joined()
      for text in [
        "\(halfway).\(zeros)", "\(halfway).\(zeros)1", "\(halfway - 1).\(nines)",
        "0.\(halfway)\(zeros)1e16", "\(halfway)\(zeros)1e-\(zeros.utf8.count + 1)",
      ] {
        #expect(parse(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
      }
    }
  }

  /// The forms that are parsed eight and sixteen bytes at a time, at any position.
  @Test func readsNumbersBetweenOtherBytes() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<30_000 {
      var text = ["", "-", "+"].randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...4, using: &generator) { text += "\(generator.next() % 10)" }
      text += ["", ".", ".", "."].randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...18, using: &generator) { text += "\(generator.next() % 10)" }
      if generator.next() % 20 == 0 {
        let place = text.index(
          text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &generator))
        text.insert(".- /:e,".randomElement(using: &generator) ?? ".", at: place)
      }
      let before = String(repeating: "9.", count: Int.random(in: 0...10, using: &generator))
      let bytes = Array("\(before)\(text)5.5".utf8)
      let range = before.utf8.count..<bytes.count - 3
      let found = DecimalNumber.parse(bytes, in: range, commaIsPoint: true)
      let expected = Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
      #expect(found?.bitPattern == expected?.bitPattern, "\(text)")
    }
  }

  @Test func readsTenThousandDigits() {
    let long = "1." + String(repeating: "3", count: 10_000)
    #expect(parse(long) == 4.0 / 3.0)
    #expect(parse(String(repeating: "9", count: 10_000)) == nil)
    #expect(parse("1e" + String(repeating: "9", count: 10_000)) == nil)
  }
}
