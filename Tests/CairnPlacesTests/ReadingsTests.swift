import CairnText
import TestSupport
import Testing

/// The readings of keys, against the words of the key.
@Suite struct ReadingsTests {
  private static let words = [
    "a", "b", "é", "u", "and", "st", "saint", "ste", "sainte", "mt", "mount", "ft", "fort", "at",
    "frost", "sat", "market", "m", "me", "東", "7", "andy", "stet", "sankt", "sint", "port", "pt",
    "point", "santa", "spot",
  ]

  @Test func readingsOfRandomWords() {
    var source = SeededGenerator(seed: 82)
    for _ in 0..<20_000 {
      let words = (0..<Int(source.next() % 7)).map { _ in
        Self.words[Int(source.next() % UInt64(Self.words.count))]
      }
      let key = Array(words.joined(separator: " ").utf8)
      let exchanged = SearchReadings.exchangingAbbreviations(key[...]).map {
        String(decoding: $0, as: UTF8.self)
      }
      let all = Self.exchanged(words)
      #expect(exchanged == Array(all.prefix(8)), "\(words)")
      let joined = SearchReadings.joiningInitials(key[...])
      #expect(joined.map { String(decoding: $0, as: UTF8.self) } == Self.joined(words), "\(words)")
    }
  }

  @Test(arguments: [
    ("zuerichsee", "zurichsee"), ("toukyou", "tokyo"), ("aarhus", "arhus"), ("ooue", "o"),
    ("vienna", nil), ("", nil), ("o e", nil), ("東京ou", "東京o"),
  ])
  func vowelsAreShortened(_ key: String, _ short: String?) {
    let found = SearchReadings.shorteningVowels(Array(key.utf8)[...])
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == short)
  }

  /// The texts with other forms of all words but the last, those of the last of them first.
  private static func exchanged(_ words: [String]) -> [String] {
    let groups = [
      ["st", "saint", "sankt", "sint"], ["ste", "sainte"], ["sta", "santa"], ["mt", "mount"],
      ["ft", "fort"], ["pt", "port", "point"],
    ]
    guard let last = words.last else { return [] }
    var texts: [[String]] = [[]]
    for word in words.dropLast() {
      let others = (groups.first { $0.contains(word) } ?? []).filter { $0 != word }
      texts = texts.flatMap { text in (others + [word]).map { text + [$0] } }
    }
    let all = texts.map { ($0 + [last]).joined(separator: " ") }
    return all.filter { $0 != words.joined(separator: " ") }
  }

  /// Initials that follow each other become one word, even with "and" between two.
  private static func joined(_ words: [String]) -> String? {
    func isInitial(_ word: String) -> Bool { ["a", "b", "é", "u", "m"].contains(word) }
    var result: [String] = []
    var rest = words[...]
    while let word = rest.first {
      rest = rest.dropFirst()
      guard isInitial(word) else {
        result.append(word)
        continue
      }
      var all = word
      while true {
        if let next = rest.first, isInitial(next) {
          all += next
          rest = rest.dropFirst()
        } else if rest.count > 1, rest.first == "and", isInitial(rest[rest.startIndex + 1]) {
          all += rest[rest.startIndex + 1]
          rest = rest.dropFirst(2)
        } else {
          break
        }
      }
      result.append(all)
    }
    return result.count == words.count ? nil : result.joined(separator: " ")
  }
}
