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
  func refusesWhatIsNoDecimalNumber(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func aCommaCanBeThePoint() {
    #expect(parse("48,8566", commaIsPoint: true) == 48.8566)
    #expect(parse("48,12345678901234567890123", commaIsPoint: true) == 48.12345678901234567890123)
    #expect(parse("1,234,5", commaIsPoint: true) == nil)
  }

  @Test func tenThousandDigitsAreNoTrouble() {
    let long = "1." + String(repeating: "3", count: 10_000)
    #expect(parse(long) == 4.0 / 3.0)
    #expect(parse(String(repeating: "9", count: 10_000)) == nil)
    #expect(parse("1e" + String(repeating: "9", count: 10_000)) == nil)
  }
}
