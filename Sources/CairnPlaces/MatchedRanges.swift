internal import CairnText

/// The parts of names that match a typed text, for highlighting.
internal struct MatchedRanges {
  private let keys: [SearchKey]
  private let words: [ArraySlice<UInt8>]
  private let isMisspelled: Bool

  init(query: PlaceQuery, kind: Gazetteer.Match.Kind) {
    keys = (query.variants + query.inOtherScripts + [query.withShortVowels].compactMap(\.self))
      .filter { !$0.isEmpty }
    words = query.key.words
    if case .misspelled = kind { isMisspelled = true } else { isMisspelled = false }
  }

  /// The ranges in a name, in order, which do not overlap.
  func ranges(in name: String) -> [Range<String.Index>] {
    guard !keys.isEmpty else { return [] }
    let starts = wordStarts(in: name)
    for key in keys {
      for start in starts {
        if let range = range(of: key.bytes[...], in: name, from: start) { return [range] }
      }
    }
    // Words that are joined in the text: "newyork".
    for start in starts {
      if let range = range(ofJoined: keys[0].compact, in: name, from: start) { return [range] }
    }
    if isMisspelled { return similar(in: name, starts).map { [$0] } ?? [] }
    var found: [Range<String.Index>] = []
    for word in words {
      for start in starts {
        guard let range = range(of: word, in: name, from: start) else { continue }
        if !found.contains(where: { $0.overlaps(range) }) {
          found.append(range)
          break
        }
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The start of the name and of its later words, including those after apostrophes and hyphens.
  private func wordStarts(in name: String) -> [String.Index] {
    var starts: [String.Index] = []
    var isBehindLetter = false
    for index in name.indices {
      let isLetter = !SearchKey(String(name[index])).isEmpty
      if isLetter, !isBehindLetter { starts.append(index) }
      isBehindLetter = isLetter
    }
    return starts
  }

  /// The shortest range from a start on whose key begins with letters.
  private func range(
    of letters: ArraySlice<UInt8>, in name: String, from start: String.Index
  ) -> Range<String.Index>? {
    guard TypedPrefix(letters).begins(SearchKey(name[start...]).bytes[...]) else { return nil }
    var end = start
    while end < name.endIndex, SearchKey(name[start..<end]).bytes.count < letters.count {
      end = name.index(after: end)
    }
    return start..<end
  }

  /// The shortest range from a start on whose key without spaces begins with letters.
  private func range(
    ofJoined letters: [UInt8], in name: String, from start: String.Index
  ) -> Range<String.Index>? {
    guard SearchKey(name[start...]).compact.starts(with: letters) else { return nil }
    var end = start
    while end < name.endIndex, SearchKey(name[start..<end]).compact.count < letters.count {
      end = name.index(after: end)
    }
    return start..<end
  }

  /// The range from a word's start on with the fewest errors.
  private func similar(in name: String, _ starts: [String.Index]) -> Range<String.Index>? {
    var best: (errors: Int, range: Range<String.Index>)?
    for key in keys.prefix(1) {
      var distance = EditDistance(to: key.bytes, limit: 2)
      for start in starts {
        var end = start
        while end < name.endIndex {
          end = name.index(after: end)
          guard let errors = distance(to: SearchKey(name[start..<end]).bytes) else { continue }
          if best.map({ errors < $0.errors }) ?? true { best = (errors, start..<end) }
        }
      }
    }
    return best?.range
  }
}
