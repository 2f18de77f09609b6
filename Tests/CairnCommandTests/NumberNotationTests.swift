import TestSupport
import Testing

@testable import CairnCommand

/// Numbers as people write them in tables.
@Suite struct NumberNotationTests {
  /// Texts that have one meaning, whatever the others of their column are.
  @Test(arguments: [
    ("4,5", 4.5), ("4.5", 4.5), ("1.234,50", 1234.5), ("1,234.50", 1234.5),
    ("1.234.567", 1_234_567),
    ("1,234,567", 1_234_567), ("12,34,567.5", 1_234_567.5), ("1 234,5", 1234.5),
    ("1\u{202F}234\u{A0}567", 1_234_567), ("1'234.5", 1234.5), ("1’234’567", 1_234_567),
    ("0,125", 0.125),
    ("0.125", 0.125), ("1234,567", 1234.567), ("-4,25", -4.25), ("\u{2212}4.25", -4.25), ("+7", 7),
    (" 12 ", 12), ("950,00", 950), (".5", 0.5), (",5", 0.5), ("5.", 5), ("007", 7), ("1e3", 1000),
  ])
  func meaning(_ text: String, _ number: Double) {
    for others in [["1,5"], ["1.5"], []] {
      #expect(NumberNotation(of: others + [text]).number(text) == number)
    }
  }

  /// `1.234` and `1,234` are read as the others of their column.
  @Test func othersOfTheColumnDecide() {
    let german = NumberNotation(of: ["1.234", "950,00", "12,5", "4.5"])
    #expect(german.number("1.234") == 1234 && german.number("1,234") == 1.234)
    let english = NumberNotation(of: ["1,234", "950.00", "12.5", "4,5"])
    #expect(english.number("1.234") == 1.234 && english.number("1,234") == 1234)
    let unknown = NumberNotation(of: ["1,234", "5"])
    #expect(unknown.number("1.234") == 1.234 && unknown.number("1,234") == 1234)
  }

  @Test(arguments: [
    "", " ", "abc", "4,5 km", "1.2.3", "12.34.5", "1,2,3", "1 23", "1.234,5,6", "--4", "4-",
    "1e999",
    "inf", "nan", ".", ",", "1234.567.890", "1.234'567,8", "e5", String(repeating: "1", count: 80),
  ])
  func otherTextsAreNoNumbers(_ text: String) {
    #expect(NumberNotation.standard.number(text) == nil)
  }

  /// A number that is written in any notation is read again.
  @Test func writtenNumbersAreRead() {
    var random = SeededGenerator(seed: 37)
    for _ in 0..<2_000 {
      let cents = Int.random(in: 0..<10_000_000_000, using: &random)
      var whole = String(cents / 100)
      var grouped: [String] = []
      while whole.count > 3 {
        grouped.insert(String(whole.suffix(3)), at: 0)
        whole.removeLast(3)
      }
      grouped.insert(whole, at: 0)
      let fraction = String(cents % 100 + 100).dropFirst()
      for (mark, decimal) in [(".", ","), (",", "."), (" ", ","), ("'", "."), ("", ","), ("", ".")]
      {
        let text = grouped.joined(separator: mark) + decimal + fraction
        let number = NumberNotation(of: [text]).number(text)
        #expect(number == Double("\(cents / 100).\(fraction)"), "\(text)")
      }
    }
  }

  /// The commands that compare numbers of a column.
  @Test func columnsOfTables() throws {
    let table = "name;lat;lon;rating\nA;48,2;16,3;4,5\nB;48,2;16,3;10,25\nC;48,2;16,3;4,7\n"
    let file = try OwnFile(table, name: "rated.csv")
    let best = Run("dedupe", file.path, "--within", "1km", "--by", "rating")
    #expect(best.output == "name;lat;lon;rating\nB;48,2;16,3;10,25\n")
    for option in ["--color-by", "--size-by"] {
      let map = Run("map", "--in", file.path, option, "rating", "--format", "svg")
      #expect(map.code == .success && !map.errors.contains("no number"), "\(map.errors)")
    }
  }
}
