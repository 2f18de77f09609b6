import CairnText
import TestSupport
import Testing

/// The readings of keys, against the words of the key.
@Suite struct ReadingsTests {
  private static let words = [
    "a", "b", "é", "u", "and", "st", "saint", "ste", "sainte", "mt", "mount", "ft", "fort", "at",
    "frost", "sat", "market", "m", "me", "東", "7", "andy", "stet",
  ]

  @Test func readingsOfRandomWords() {
    var source = SeededGenerator(seed: 82)
    for _ in 0..<20_000 {
      let words = (0..<Int(source.next() % 7)).map { _ in
        Self.words[Int(source.next() % UInt64(Self.words.count))]
      }
      let key = Array(words.joined(separator: " ").utf8)
      let exchanged = SearchReadings.exchangingAbbreviations(key[...])
      #expect(exchanged.map { String(decoding: $0, as: UTF8.self) } == Self.exchanged(words))
      let joined = SearchReadings.joiningInitials(key[...])
      #expect(joined.map { String(decoding: $0, as: UTF8.self) } == Self.joined(words), "\(words)")
    }
  }

  private static func exchanged(_ words: [String]) -> String? {
    let pairs = ["st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"]
    let others = words.map { word in
      pairs[word] ?? pairs.first { $0.value == word }?.key ?? word
    }
    return others == words ? nil : others.joined(separator: " ")
  }

  /// Initials that follow each other become one word, also with "and" between two.
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
