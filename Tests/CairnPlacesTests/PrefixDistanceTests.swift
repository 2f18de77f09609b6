import CairnText
import TestSupport
import Testing

/// The automaton for typing errors, compared with the table of edit distances.
struct PrefixDistanceTests {
  @Test func resultsEqualTheTableOfDistances() {
    var random = SeededGenerator(seed: 12)
    func word(_ range: ClosedRange<Int>, _ letters: Int) -> [UInt8] {
      (0..<random.integer(in: range)).map { _ in UInt8(97 + random.integer(in: 0...(letters - 1))) }
    }
    for round in 0..<rounds(20_000, inDebug: 2_000) {
      let wanted = word(round % 9 == 0 ? 60...64 : 4...9, 2 + round % 4)
      let limit = 1 + round % 2
      var table = EditDistance(to: wanted, limit: limit)
      var bits = PrefixDistance(to: wanted, limit: limit)
      #expect(bits.greatestDepth == table.greatestDepth)
      for _ in 0..<3 {
        var other = round % 9 == 0 ? wanted : word(1...12, 2 + round % 4)
        if round % 9 == 0 {
          other.swapAt(random.integer(in: 0...20), random.integer(in: 0...20))
          if round % 2 == 0 { other.remove(at: random.integer(in: 0...59)) }
        }
        let kept = random.integer(in: 0...min(2, table.depth))
        table.pop(to: kept)
        bits.pop(to: kept)
        for letter in other.prefix(wanted.count + limit - kept) {
          let isAlive = table.push(letter)
          #expect(bits.push(letter) == isAlive && bits.depth == table.depth)
          #expect(bits.nearestPrefixDistance == table.nearestPrefixDistance)
          #expect(bits.distance == table.distance)
          if !isAlive {
            // The next letter is the least of those that would be accepted.
            let accepted = (letter...122).dropFirst().first { next in
              var copy = table
              copy.pop(to: table.depth - 1)
              return copy.push(next)
            }
            #expect(bits.letter(after: letter) == accepted)
            break
          }
        }
      }
    }
  }
}
