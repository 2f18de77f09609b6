import CairnText
import TestSupport
import Testing

@testable import CairnBook

/// The word index, compared with a rebuilt one.
struct WordIndexTests {
  private func key(_ texts: String...) -> [UInt8] {
    Array(texts.map { SearchKey($0).bytes }.joined(separator: [WordParts.separator]))
  }

  private func index(_ keys: [[UInt8]]) -> WordIndex {
    var ends: [Int] = []
    for key in keys { ends.append((ends.last ?? 0) + key.count) }
    return WordIndex(Array(keys.joined()), ends: ends)
  }

  @Test func changesMatchARebuild() {
    var random = SeededGenerator(seed: 3)
    var maker = SpotMaker(seed: 4)
    var keys = [[UInt8]](repeating: [], count: 300)
    var index = index(keys)
    for step in 0..<rounds(20_000, inDebug: 4_000) {
      let slot = random.integer(in: 0...299)
      // Includes rare words, so that the list grows over many chunks.
      let rare = step % 2 == 0 ? " w\(random.integer(in: 0...5_000)) v\(step % 900)" : ""
      let new = step % 5 == 4 ? [] : key(maker.text(3) + rare, maker.text(2) + rare)
      index.set(slot, new)
      keys[slot] = new
      guard step % 2_000 == 1_999 else { continue }
      let fresh = self.index(keys)
      let (now, wanted) = (index.contents, fresh.contents)
      #expect(now.map(\.word) == wanted.map(\.word))
      #expect(now.map(\.shared) == wanted.map(\.shared))
      #expect(now.map(\.entries) == wanted.map(\.entries))
      #expect(keys.indices.allSatisfy { index.keys.key($0) == keys[$0] })
    }
  }

  @Test func listIsSortedWithSharedPrefixes() {
    var maker = SpotMaker(seed: 9)
    var keys: [[UInt8]] = []
    for number in 0..<3_000 { keys.append(key(maker.text(3) + " n\(number * 7_919 % 3_001)")) }
    let contents = index(keys).contents
    #expect(contents.count > 3_000)
    for (word, next) in zip(contents, contents.dropFirst()) {
      #expect(word.word.lexicographicallyPrecedes(next.word))
      let shared = zip(word.word, next.word).prefix { $0 == $1 }.count
      #expect(next.shared == min(shared, 255))
    }
    var all = Set<[UInt8]>()
    for key in keys {
      for word in key.split(whereSeparator: { $0 == 0x20 || $0 == 0 }) {
        for part in BookOracle.parts(of: Array(word)) { all.insert(BookOracle.indexed(part)) }
      }
    }
    #expect(Set(contents.map(\.word)) == all)
  }

  @Test func eightLetterWordsDifferFromLongerOnes() {
    var index = index([key("abcdefghij")])
    index.set(1, key("abcdefgh"))
    #expect(index.contents.map(\.word) == [Array("abcdefgh".utf8), Array("abcdefghij".utf8)])
    index.set(0, [])
    index.set(2, key("abcdefgh abcdefgh"))
    #expect(index.contents.map(\.entries) == [[1 << 2 | 3, 2 << 2 | 3]])
  }

  /// A word in such a number of slots that bits replace the list of slots, and then in few again.
  @Test func frequentWordMatchesARebuild() {
    var random = SeededGenerator(seed: 48)
    let texts = [
      key("hotel"), key("hotel adler"), key("adler hotel"), key("a hotel b"), key("", "hotel"),
    ]
    var keys = (0..<2_300).map { _ in texts[random.integer(in: 0...4)] }
    var index = index(keys)
    func change(_ slot: Int, _ key: [UInt8]) {
      index.set(slot, key)
      keys[slot] = key
    }
    func check() {
      let (now, wanted) = (index.contents, self.index(keys).contents)
      #expect(now.map(\.word) == wanted.map(\.word))
      #expect(now.map(\.entries) == wanted.map(\.entries))
    }
    for _ in 0..<300 {
      let slot = random.integer(in: 0...2_299)
      change(slot, [])
      if slot % 3 > 0 { change(slot, texts[random.integer(in: 0...4)]) }
    }
    check()
    for slot in 0..<1_400 { change(slot, []) }
    check()
    for slot in 0..<1_300 { change(slot, texts[random.integer(in: 0...4)]) }
    check()
  }

  /// The last words of one chunk of the list and the first of the next, removed one at a time.
  @Test func removalAtAChunkBoundaryMatchesARebuild() {
    let keys = (0..<400).map { key(String(512 + $0, radix: 2)) }
    let index = index(keys)
    for slot in 312..<328 {
      var (changed, rest) = (index, keys)
      changed.set(slot, [])
      rest[slot] = []
      #expect(changed.contents.map(\.word) == self.index(rest).contents.map(\.word))
      #expect(changed.contents.map(\.shared) == self.index(rest).contents.map(\.shared))
    }
  }

  @Test func aSnapshotKeepsItsWords() {
    var index = index([key("one two"), key("two three")])
    let snapshot = index
    index.set(0, key("four"))
    index.set(1, [])
    #expect(snapshot.contents.map(\.word) == ["one", "three", "two"].map { Array($0.utf8) })
    #expect(index.contents.map(\.word) == [Array("four".utf8)])
  }

  /// The misspelled words found by the skipping search equal those of a linear scan.
  @Test(arguments: [2, 3, 6])
  func wordsWithErrorsAreThoseOfAScan(letterCount: Int) {
    var random = SeededGenerator(seed: UInt64(letterCount))
    let letters = Array("abcdéж".unicodeScalars.prefix(letterCount))
    func word(_ counts: ClosedRange<Int>) -> String {
      let scalars = (0..<random.integer(in: counts)).map { _ in
        letters[random.integer(in: 0...(letterCount - 1))]
      }
      return String(String.UnicodeScalarView(scalars))
    }
    let words = Set((0..<rounds(20_000, inDebug: 3_000)).map { _ in word(1...14) })
    let index = index(words.sorted().map { Array($0.utf8) })
    for _ in 0..<rounds(2_000, inDebug: 60) {
      let wanted = Array(word(4...12).utf8)
      for limit in 1...2 {
        var distance = EditDistance(to: wanted, limit: limit)
        var expected: [[UInt8]: Int] = [:]
        for word in words { expected[Array(word.utf8)] = distance(toPrefixOf: Array(word.utf8)) }
        var found: [[UInt8]: Int] = [:]
        index.forEach(beginningLike: wanted[...], limit: limit) { number, errors in
          let word = index.readLetters(ofWord: Int(number)) { Array($0) }
          #expect(found.updateValue(errors, forKey: word) == nil)
        }
        #expect(found == expected, "\(String(decoding: wanted, as: UTF8.self)), \(limit)")
      }
    }
  }

  @Test func incrementalDistancesMatch() {
    var random = SeededGenerator(seed: 11)
    func word() -> [UInt8] {
      (0..<random.integer(in: 0...9)).map { _ in UInt8(97 + random.integer(in: 0...2)) }
    }
    for limit in 0...3 {
      for _ in 0..<60 {
        let wanted = word()
        var walking = EditDistance(to: wanted, limit: limit)
        var fresh = EditDistance(to: wanted, limit: limit)
        var last: [UInt8] = []
        var words = (0..<60).map { _ in word() }
        words.sort { $0.lexicographicallyPrecedes($1) }
        for word in words {
          let distance = BookOracle.distance(wanted, word)
          let whole = fresh(to: word)
          #expect(whole == (distance <= limit ? distance : nil))
          let least = (0...word.count).map {
            BookOracle.distance(wanted, Array(word.prefix($0)))
          }.min()
          let nearest = least.flatMap { $0 <= limit ? $0 : nil }
          let beginning = fresh(toPrefixOf: word)
          #expect(beginning == nearest)
          // Letters are pushed even after a prefix that is too far off.
          walking.pop(to: min(walking.depth, zip(last, word).prefix { $0 == $1 }.count))
          while walking.depth < min(word.count, walking.greatestDepth) {
            _ = walking.push(word[walking.depth])
          }
          #expect(walking.nearestPrefixDistance == nearest)
          last = word
        }
      }
    }
  }
}
