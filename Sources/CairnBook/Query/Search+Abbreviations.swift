internal import CairnText

extension Search {
  /// The places with a text that begins with the words of the query or words that these abbreviate:
  /// `gral roca` for "General Roca".
  ///
  /// They follow the places found with the typed words and their readings.
  func placesWithAbbreviations(_ typed: AbbreviatedWords, limit: Int?, inside: Int) -> [Ranked] {
    let wanted = WantedWord.words(of: typed.beginning + [UInt8(ascii: " ")] + typed.longest.bytes)
    let slots = WordMatches(words, wanted, collectsCommon: true).starting ?? SlotBitSet(limit: 0)
    func first(
      _ limit: Int?, group: Int, _ kind: (AbbreviatedWords.Extent) -> PlaceMatchKind?
    ) -> [Ranked] {
      firstPlaces(
        limit, of: slots, count: slots.count, shareOfSatisfying(), inside: inside, group: group,
        kind: { extent(ofSlot: $0, typed).flatMap(kind) }) ?? []
    }
    guard isByRelevance else { return first(limit, group: 0) { $0 == .whole ? .exact : .prefix } }
    let whole = first(limit, group: 0) { $0 == .whole ? .exact : nil }
    let rest = limit.map { $0 - whole.count }
    if rest == 0 { return whole }
    return whole + first(rest, group: 1) { $0 == .beginning ? .prefix : nil }
  }

  /// The greatest share of any text of a slot that the words cover.
  private func extent(
    ofSlot slot: Int, _ typed: AbbreviatedWords
  ) -> AbbreviatedWords.Extent? {
    let (bytes, part) = words.place(slot)
    var extent: AbbreviatedWords.Extent?
    var start = part.lowerBound
    while start < part.upperBound, extent != .whole {
      let text = bytes[start..<part.upperBound].prefix { $0 != WordParts.separator }
      if text.starts(with: typed.beginning) {
        extent = typed.extent(in: SearchKey(bytes: Array(text))) ?? extent
      }
      start = text.endIndex + 1
    }
    return extent
  }
}
