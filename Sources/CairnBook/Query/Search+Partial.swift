extension Search {
  /// The rank of places with some of the words, after those with typing errors.
  private static var partialGroup: Int { 1_000 }
  /// The minimum length in bytes of the longest matching word: nearly every place has a word that
  /// begins with one or two given letters.
  private static var leastLength: Int { 3 }
  /// The maximum number of words; a longer text is unlikely to be a name.
  private static var greatestWordCount: Int { 16 }

  /// The places that have some of the words, those that lack the fewest letters first.
  ///
  /// They are searched only if no place has all words. The name of a country or an area is required
  /// if places in it have some of the other words.
  func partialPlaces(inside: Int) -> [Ranked] {
    let wanted = WantedWord.words(of: key).distinct
    guard allowsMissingWords, (2...Self.greatestWordCount).contains(wanted.count) else { return [] }
    var found: [Ranked] = []
    for reading in placeReadings(Reading(key: key)) where !reading.key.isEmpty {
      if limit.map({ found.count >= $0 }) ?? !found.isEmpty { return found }
      exclude(found, reading)
      let words = WantedWord.words(of: reading.key).distinct
      found += places(withSomeOf: words, limit.map { $0 - found.count }, inside)
    }
    guard found.isEmpty else { return found }
    exclude(found)
    return places(withSomeOf: wanted, limit, inside)
  }

  /// The places that have some words, at least one of them with three letters.
  private func places(
    withSomeOf wanted: [WantedWord], _ limit: Int?, _ inside: Int
  ) -> [Ranked] {
    var candidates = SlotBitSet(limit: words.slotLimit)
    var known: [(slots: SlotBitSet, length: Int)] = []
    var length = 0
    for word in wanted {
      length += word.bytes.count
      let slots = words.slots(with: word).all
      known.append((slots, word.bytes.count))
      if word.bytes.count >= Self.leastLength { candidates.formUnion(slots) }
    }
    var best = emptyResult(limit: limit)
    func consider(_ slot: Int, isInside: Bool) {
      var missing = wanted.count
      var group = Self.partialGroup + length
      for word in known where word.slots.contains(slot) {
        missing -= 1
        group -= word.length
      }
      guard mayKeep(slot, group, best), satisfies(slot), isInside || self.isInside(slot) else {
        return
      }
      offer(slot, missing == 0 ? .word : .partial(missing: missing), group, to: &best)
    }
    if isEverywhere || inside > candidates.count {
      for slot in candidates { consider(slot, isInside: isEverywhere) }
    } else {
      for slot in slotsInside() where candidates.contains(slot) { consider(slot, isInside: true) }
    }
    return best.sorted()
  }
}
