internal import CairnGeodesy
internal import CairnIndex
internal import CairnText

/// The approximate costs per place in nanoseconds; only their ratios matter.
private enum Cost {
  /// Visiting the next place outward.
  static let visit = 80
  /// Examining a place that has the words.
  static let look = 4
  /// Visiting a place within the radius or the region.
  static let inside = 10
  /// Testing whether the region contains a place.
  static let region = 60
  /// Collecting a place that has the words.
  static let collect = 40
}

/// The number of places that are examined without estimating costs.
private let fewPlaces = 256

extension Search {
  /// The places that have the words, followed by those with typing errors; if there are none, those
  /// that have some of the words.
  ///
  /// There are two strategies to find the first places of a kind. One examines every place that has
  /// the words, first by its approximate distance (``Reach``), which takes a few nanoseconds. The
  /// other moves outward from the center and checks the words of each place it reaches; if nearly
  /// every place has them, as for a single letter, it soon finds enough. The strategy is chosen by
  /// the estimated work if places with the words were evenly distributed; if they are not, the
  /// second one stops early.
  func placesWithWords() -> [Ranked] {
    let inside = isEverywhere ? core.count : countInside()
    var found = places(withKey: key, inside: inside)
    for reading in isFull(found) ? [] : otherReadings() {
      exclude(found, reading)
      found += places(withKey: reading.key, limit: rest(found), inside: inside)
    }
    if !isFull(found), let abbreviated = AbbreviatedWords(text, key: SearchKey(bytes: key)) {
      exclude(found)
      found += placesWithAbbreviations(abbreviated, limit: rest(found), inside: inside)
    }
    if allowsTypingErrors, !isFull(found) {
      exclude(found)
      found += misspelledPlaces(
        WantedWord.words(of: key).distinct, limit: rest(found), inside: inside)
    }
    return found.isEmpty ? partialPlaces(inside: inside) : found
  }

  /// The number of places that are still needed; nil for all.
  private func rest(_ found: [Ranked]) -> Int? { limit.map { $0 - found.count } }

  private func isFull(_ found: [Ranked]) -> Bool { rest(found).map { $0 <= 0 } ?? false }

  /// The places that have the words of a key.
  private func places(withKey key: [UInt8], limit: Int?, inside: Int) -> [Ranked] {
    if key.isEmpty { return placesOfReading(limit: limit) }
    var having = WordMatches(words, WantedWord.words(of: key))
    if let found = firstPlaces(having, key, limit: limit, inside: inside) { return found }
    having.collect(words)
    return firstPlaces(having, key, limit: limit, inside: inside) ?? []
  }

  private func places(withKey key: [UInt8], inside: Int) -> [Ranked] {
    places(withKey: key, limit: limit, inside: inside)
  }

  /// The places that satisfy the condition of a reading without further words.
  private func placesOfReading(limit: Int?) -> [Ranked] {
    var best = emptyResult(limit: limit)
    source.used.forEach { slot in
      guard mayKeep(slot, 2, best), satisfies(slot), isInside(slot) else { return }
      offer(slot, .word, 2, to: &best)
    }
    return best.sorted()
  }

  /// The first places with the words; nil if that requires collecting the places.
  private func firstPlaces(
    _ having: WordMatches, _ key: [UInt8], limit: Int?, inside: Int
  ) -> [Ranked]? {
    let share = shareOfSatisfying()
    let words = words
    let isCollected = having.common.isEmpty
    guard isByRelevance else {
      return firstPlaces(
        limit, of: isCollected ? having.all : nil, count: having.maximumCount, share,
        inside: inside, group: 0
      ) { slot in
        isCollected || having.contains(slot, words) ? words.match(slot, key) : nil
      }
    }
    var found: [Ranked] = []
    /// Adds the first places of a kind; returns false if that requires collecting the places.
    func add(
      _ group: Int, of slots: SlotBitSet?, count: Int, _ kind: (Int) -> PlaceMatchKind?
    ) -> Bool {
      guard limit.map({ $0 > found.count }) ?? true, count > 0 else { return true }
      guard
        let next = firstPlaces(
          limit.map { $0 - found.count }, of: slots, count: count, share, inside: inside,
          group: group, kind: kind)
      else { return false }
      found += next
      return true
    }
    let exact = having.slotsWithText(words)
    guard
      add(0, of: exact, count: exact.count, { words.match($0, key) == .exact ? .exact : nil })
    else { return nil }
    let starting = having.starting
    // A text that begins with the only word begins with the whole key.
    let isOne = having.isOneWord
    guard
      add(
        1, of: starting, count: having.startingCount,
        { slot in
          if let starting {
            guard starting.contains(slot) else { return nil }
            if isOne, !exact.contains(slot) { return .prefix }
          }
          return words.match(slot, key) == .prefix ? .prefix : nil
        })
    else { return nil }
    guard
      add(
        2, of: isCollected ? having.all : nil, count: having.maximumCount,
        { slot in
          guard isCollected || having.contains(slot, words) else { return nil }
          guard starting?.contains(slot) ?? true else { return .word }
          return isOne && starting != nil || words.match(slot, key) != .word ? nil : .word
        })
    else { return nil }
    return found
  }

  /// The first places of a kind; nil if its candidates are not collected and moving outward costs
  /// more than collecting them.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of places.
  ///   - slots: the candidates; nil if they are not collected.
  ///   - count: an upper bound of the number of candidates.
  ///   - share: the fraction of them that satisfies the conditions.
  ///   - inside: the number of places within the radius and the region.
  ///   - group: the rank of the kind.
  ///   - kind: returns how a candidate matches; nil if it is not of the kind.
  /// - Returns: the places in order.
  @inline(__always)
  func firstPlaces(
    _ limit: Int?, of slots: SlotBitSet?, count: Int, _ share: Double, inside: Int, group: Int,
    kind: (Int) -> PlaceMatchKind?
  ) -> [Ranked]? {
    let cost = slots == nil ? Cost.collect : Cost.look
    if let limit, isByDistance, count > fewPlaces {
      let expected = Double(core.count) * Double(limit) / (Double(max(1, count)) * share)
      let visits = Int(min(expected, Double(inside)))
      if visits * Cost.visit <= count * cost,
        let found = placesOutwards(
          limit, visits, group: group,
          kind: { slots?.contains($0) ?? true ? kind($0) : nil })
      {
        return found
      }
    }
    guard let slots else { return nil }
    if visitsInside(count, inside) { return firstPlacesInside(limit, of: slots, group, kind) }
    var best = emptyResult(limit: limit)
    for slot in slots { consider(slot, group, kind, isInside: isEverywhere, &best) }
    return best.sorted()
  }

  /// The first candidates of a kind in the region and within the radius.
  private func firstPlacesInside(
    _ limit: Int?, of slots: SlotBitSet, _ group: Int, _ kind: (Int) -> PlaceMatchKind?
  ) -> [Ranked] {
    var best = emptyResult(limit: limit)
    for slot in slotsInside() where slots.contains(slot) {
      consider(slot, group, kind, isInside: true, &best)
    }
    return best.sorted()
  }

  /// Offers a candidate to the result, if it is of the kind and inside.
  @inline(__always)
  private func consider(
    _ slot: Int, _ group: Int, _ kind: (Int) -> PlaceMatchKind?, isInside: Bool,
    _ best: inout BestRanked
  ) {
    guard mayKeep(slot, group, best), satisfies(slot), let kind = kind(slot),
      isInside || self.isInside(slot)
    else { return }
    offer(slot, kind, group, to: &best)
  }

  /// Whether visiting the places in the region and within the radius costs less than visiting some
  /// candidates.
  private func visitsInside(_ count: Int, _ inside: Int) -> Bool {
    let cost = region == nil ? Cost.look : Cost.region
    return !isEverywhere && inside * Cost.inside < count * cost
  }

  /// The first places of a kind, moving outward from the center; nil if it takes many more visits
  /// than expected, because places with the words are not near the center.
  private func placesOutwards(
    _ limit: Int, _ visits: Int, group: Int, kind: (Int) -> PlaceMatchKind?
  ) -> [Ranked]? {
    guard let center else { return nil }
    var rest = 4 * visits + fewPlaces
    let found = core.nearestTags(limit, to: center, within: radius ?? .infinity) { tag in
      rest -= 1
      // Returning true for the remaining places ends the search.
      if rest < 0 { return true }
      let slot = source.slot(tag)
      return kind(slot) != nil && satisfies(slot)
        && region?.contains(source.coordinate(slot)) ?? true
    }
    if rest < 0 { return nil }
    return found.map { tag, distance in
      let slot = source.slot(tag)
      return Ranked(
        group: group, key: distance, tag: tag, slot: slot, distance: distance, kind: kind(slot))
    }
  }

  /// The fraction of places that satisfy the conditions, estimated from a sample.
  func shareOfSatisfying() -> Double {
    guard !tests.isEmpty else { return 1 }
    var seen = 0
    var satisfying = 0
    let sample = min(128, words.slotLimit)
    for number in 0..<sample {
      let slot = number * words.slotLimit / sample
      guard source.used.contains(slot) else { continue }
      seen += 1
      if satisfies(slot) { satisfying += 1 }
    }
    return (Double(satisfying) + 0.5) / (Double(seen) + 1)
  }

  @inline(__always)
  func offer(
    _ slot: Int, _ kind: PlaceMatchKind, _ group: Int, to best: inout BestRanked
  ) {
    let (key, distance) = key(of: slot)
    guard best.mayKeep(group, key, slot) else { return }
    best.offer(
      Ranked(
        group: group, key: key, tag: source.tag(slot), slot: slot, distance: distance,
        kind: kind))
  }

  // MARK: Typing errors

  /// The places that have the words with at least one typing error in total.
  private func misspelledPlaces(
    _ wanted: [WantedWord], limit: Int?, inside: Int
  ) -> [Ranked] {
    let greatest = wanted.reduce(0) { $0 + Source.Words.errorLimit(of: $1.bytes) }
    guard limit ?? 1 > 0, greatest > 0 else { return [] }
    if !isEverywhere, inside < fewPlaces, wanted.allSatisfy(\.isComparable) {
      return misspelledPlacesInside(wanted, limit)
    }
    var levels: [[SlotBitSet]] = []
    var compared: [WantedWord] = []
    var candidates: SlotBitSet?
    for word in wanted.sorted(by: { misspellingCost(of: $0) < misspellingCost(of: $1) }) {
      // The words of a few places are compared faster than those of the book, and those that may
      // have no errors and are common are not collected.
      let hasFew = candidates.map { $0.count <= fewPlaces } ?? false
      let isExact = Source.Words.errorLimit(of: word.bytes) == 0
      if hasFew && word.isComparable || isExact && words.isCommon(word).0 {
        compared.append(word)
        continue
      }
      let found = words.slots(like: word)
      levels.append(found)
      if let most = found.last { candidates?.formIntersection(most) }
      if candidates == nil { candidates = found.last }
    }
    guard let close = candidates else { return [] }
    var comparison = WordComparison(compared)
    let comparesWords = !compared.isEmpty
    /// Returns nil if there are no errors, or if the place lacks one of the compared words.
    func errors(_ slot: Int) -> Int? {
      var errors = 0
      for word in levels { errors += word.firstIndex { $0.contains(slot) } ?? 0 }
      if comparesWords {
        guard let others = words.errors(slot, &comparison) else { return nil }
        errors += others
      }
      return errors > 0 ? errors : nil
    }
    let count = close.count
    guard let limit, isByDistance, count > fewPlaces else {
      return misspelledPlaces(close, count, limit, inside: inside, errors)
    }
    let share = shareOfSatisfying()
    var found: [Ranked] = []
    for wantedErrors in 1...greatest where found.count < limit {
      // Places with more errors are more common.
      found +=
        firstPlaces(
          limit - found.count, of: close, count: count / (1 + greatest - wantedErrors), share,
          inside: inside, group: 2 + wantedErrors
        ) { errors($0) == wantedErrors ? .misspelled(errors: wantedErrors) : nil } ?? []
    }
    return found
  }

  /// The order in which the words of a query are looked up with errors, cheap and rare ones first:
  /// two errors take several times as long as one, and many words begin nearly like four letters.
  private func misspellingCost(of word: WantedWord) -> Int {
    switch Source.Words.errorLimit(of: word.bytes) {
    case 0: 0
    case 1: word.bytes.count < 6 ? 40 - word.bytes.count : 20 - word.bytes.count
    default: 30
    }
  }

  /// The candidates with errors, examining all of them.
  private func misspelledPlaces(
    _ close: SlotBitSet, _ count: Int, _ limit: Int?, inside: Int, _ errors: (Int) -> Int?
  ) -> [Ranked] {
    if visitsInside(count, inside) { return misspelledPlacesInside(close, limit, errors) }
    var best = emptyResult(limit: limit)
    for slot in close { consider(slot, errors, isInside: isEverywhere, &best) }
    return best.sorted()
  }

  /// The candidates with errors in the region and within the radius.
  private func misspelledPlacesInside(
    _ close: SlotBitSet, _ limit: Int?, _ errors: (Int) -> Int?
  ) -> [Ranked] {
    var best = emptyResult(limit: limit)
    for slot in slotsInside() where close.contains(slot) {
      consider(slot, errors, isInside: true, &best)
    }
    return best.sorted()
  }

  /// Offers a candidate with errors to the result, if it is inside.
  @inline(__always)
  private func consider(
    _ slot: Int, _ errors: (Int) -> Int?, isInside: Bool, _ best: inout BestRanked
  ) {
    guard mayKeep(slot, 3, best), satisfies(slot), let errors = errors(slot),
      mayKeep(slot, 2 + errors, best), isInside || self.isInside(slot)
    else { return }
    offer(slot, .misspelled(errors: errors), 2 + errors, to: &best)
  }

  /// The places in the region and within the radius with errors, comparing the words of all of
  /// them.
  private func misspelledPlacesInside(_ wanted: [WantedWord], _ limit: Int?) -> [Ranked] {
    var best = emptyResult(limit: limit)
    var comparison = WordComparison(wanted)
    for slot in slotsInside() {
      guard satisfies(slot), mayKeep(slot, 3, best), let errors = words.errors(slot, &comparison),
        errors > 0
      else { continue }
      offer(slot, .misspelled(errors: errors), 2 + errors, to: &best)
    }
    return best.sorted()
  }
}
