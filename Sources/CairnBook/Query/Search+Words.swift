internal import CairnGeodesy
internal import CairnIndex
internal import CairnText

extension Search {
  /// The places that have the words, and behind them those with typing errors.
  ///
  /// There are two ways to the first places with words. One takes the slots of each word that
  /// begins as asked, and ranks what is in all of these. The other goes outwards from the center
  /// and looks for the words in the keys of the places; where nearly every place has them, as of a
  /// single letter, it has soon found enough. The way is chosen by how much work each would be if
  /// places with the words were spread evenly; where they are not, the second gives up in time.
  func placesWithWords() -> [Ranked] {
    let having = PlacesHavingWords(words, WantedWord.words(of: key))
    var found = placesOutwards(having) ?? allPlaces(having)
    if allowsTypingErrors {
      found += misspelledPlaces(having.wanted, limit: limit.map { $0 - found.count })
    }
    return found
  }

  // MARK: Outwards from the center

  /// The costs of a place in nanoseconds, or thereabouts: only their ratio counts.
  private enum Cost {
    /// Of coming to the next place outwards.
    static let visit = 80
    /// Of ranking one of those that have the words.
    static let offer = 40
  }

  /// How many places are ranked without thinking.
  private static let few = 256

  /// The first places with the words, as far as that is known to be less work than to rank them
  /// all; nil where it is not.
  private func placesOutwards(_ having: PlacesHavingWords) -> [Ranked]? {
    guard let limit, isByDistance, center != nil, having.greatestCount > Self.few else {
      return nil
    }
    let share = shareOfSatisfying()
    let inside = radius == nil && region == nil ? core.count : countInside()
    guard isByRelevance else {
      return placesOutwards(
        limit, among: having.greatestCount, share, inside: inside, group: 0
      ) { slot in
        having.contains(slot, words) ? words.match(slot, key) : nil
      }
    }
    var found: [Ranked] = []
    let starting = having.starting
    // What begins a text with the only word begins it with the key.
    let isOne = having.wanted.count == 1 && having.wanted.allSatisfy { !$0.isCut }
    var mayBeExact = false
    // Texts that are the key have each of its words as a whole.
    let wholes = having.wanted.map { words.slots(withWhole: $0) }
    if !wholes.contains(where: { $0 == nil }),
      let rarest = wholes.compactMap({ $0 }).min(by: { $0.count < $1.count })
    {
      mayBeExact = true
      guard
        let exact = placesOutwards(
          limit, among: rarest.count, share, inside: inside, group: 0,
          all: rarest.set(limit: core.slotLimit),
          kind: { words.match($0, key) == .exact ? .exact : nil })
      else { return nil }
      found = exact
      if found.count >= limit { return found }
    }
    guard
      let prefix = placesOutwards(
        limit - found.count, among: having.startingCount, share,
        inside: inside, group: 1, all: starting,
        kind: { slot in
          if let starting {
            guard starting.contains(slot) else { return nil }
            if isOne, !mayBeExact { return .prefix }
          }
          return words.match(slot, key) == .prefix ? .prefix : nil
        })
    else { return nil }
    found += prefix
    if found.count >= limit { return found }
    guard
      let word = placesOutwards(
        limit - found.count, among: having.greatestCount, share, inside: inside, group: 2,
        all: having.common.isEmpty ? having.all : nil,
        kind: { slot in
          guard having.contains(slot, words) else { return nil }
          guard starting?.contains(slot) ?? true else { return .word }
          return isOne && starting != nil || words.match(slot, key) != .word ? nil : .word
        })
    else { return nil }
    return found + word
  }

  /// The first places of a kind, outwards from the center or by a look at all that may be of it;
  /// nil where both would be much work.
  private func placesOutwards(
    _ limit: Int, among count: Int, _ share: Double, inside: Int, group: Int,
    all: SlotSet? = nil, kind: (Int) -> PlaceMatchKind?
  ) -> [Ranked]? {
    guard let center else { return nil }
    let expected = Double(core.count) * Double(limit) / (Double(max(1, count)) * share)
    let visits = Int(min(expected, Double(inside)))
    if count <= Self.few || visits * Cost.visit > count * Cost.offer {
      guard let all else { return nil }
      var best = BestRanked(limit: limit)
      all.forEach { slot in
        guard satisfies(slot), mayKeep(slot, group, best), let kind = kind(slot), isInside(slot)
        else { return }
        offer(slot, kind, group, to: &best)
      }
      return best.sorted()
    }
    // Where places with the words are not where the center is, the search ends with any places.
    var rest = 4 * visits + Self.few
    let found = core.nearestTags(limit, to: center, within: radius ?? .infinity) { tag in
      rest -= 1
      if rest < 0 { return true }
      let slot = _DynamicCore.slot(inTag: tag)
      return kind(slot) != nil && satisfies(slot)
        && region?.contains(core.coordinate(inSlot: slot)) ?? true
    }
    if rest < 0 { return nil }
    return found.map { tag, distance in
      let slot = _DynamicCore.slot(inTag: tag)
      return Ranked(
        group: group, key: distance, tag: tag, slot: slot, distance: distance, kind: kind(slot))
    }
  }

  /// The share of places that satisfy the conditions, by a look at some of them.
  private func shareOfSatisfying() -> Double {
    guard !tests.isEmpty else { return 1 }
    var seen = 0
    var satisfying = 0
    let sample = min(128, core.slotLimit)
    for number in 0..<sample {
      let slot = number * core.slotLimit / sample
      guard used.contains(slot) else { continue }
      seen += 1
      if satisfies(slot) { satisfying += 1 }
    }
    return (Double(satisfying) + 0.5) / (Double(seen) + 1)
  }

  // MARK: All that have the words

  private func allPlaces(_ having: PlacesHavingWords) -> [Ranked] {
    var best = BestRanked(limit: limit, by: areInOrder)
    if region != nil || radius != nil, 2 * countInside() < having.greatestCount {
      forEachInside { slot in
        if having.contains(slot, words) { offer(slot, mayStart: true, to: &best) }
      }
      return best.sorted()
    }
    let all = having.allSlots(words)
    let starting = having.starting
    forEach(of: all) { slot in
      offer(slot, mayStart: starting?.contains(slot) ?? true, to: &best)
    }
    return best.sorted()
  }

  /// Calls a closure with those of some slots that lie in the region and within the radius.
  private func forEach(of slots: SlotSet, _ body: (Int) -> Void) {
    guard region != nil || radius != nil else { return slots.forEach(body) }
    if countInside() < 4 * slots.count {
      // The index knows better what lies inside than each place.
      forEachInside { if slots.contains($0) { body($0) } }
    } else {
      slots.forEach { if isInside($0) { body($0) } }
    }
  }

  /// Offers a place that has the words.
  @inline(__always)
  private func offer(_ slot: Int, mayStart: Bool, to best: inout BestRanked) {
    guard satisfies(slot), mayKeep(slot, isByRelevance && !mayStart ? 2 : 0, best) else { return }
    let kind = mayStart ? words.match(slot, key) : .word
    let group = !isByRelevance || kind == .exact ? 0 : kind == .prefix ? 1 : 2
    offer(slot, kind, group, to: &best)
  }

  @inline(__always)
  private func offer(
    _ slot: Int, _ kind: PlaceMatchKind, _ group: Int, to best: inout BestRanked
  ) {
    // Of thousands that have a word few are near enough to be measured.
    guard mayKeep(slot, group, best) else { return }
    let (key, distance) = key(of: slot)
    guard best.mayKeep(group, key) else { return }
    best.offer(
      Ranked(
        group: group, key: key, tag: core.tag(inSlot: slot), slot: slot, distance: distance,
        kind: kind))
  }

  // MARK: Typing errors

  /// The places that have the words but for typing errors, at least one.
  private func misspelledPlaces(_ wanted: [WantedWord], limit: Int?) -> [Ranked] {
    let greatest = wanted.reduce(0) { $0 + WordIndex.errorLimit(of: $1.bytes) }
    guard limit ?? 1 > 0, greatest > 0 else { return [] }
    if region != nil || radius != nil, countInside() < Self.few, !wanted.contains(where: \.isCut) {
      return misspelledPlacesInside(wanted, limit)
    }
    // What may have no errors and what many places have is looked for in their keys.
    let common = wanted.filter { WordIndex.errorLimit(of: $0.bytes) == 0 && words.isCommon($0).0 }
    let levels = wanted.filter {
      WordIndex.errorLimit(of: $0.bytes) > 0 || !words.isCommon($0).0
    }.map { words.slots(like: $0) }
    guard var close = levels.first?.last else { return [] }
    for word in levels.dropFirst() {
      if let most = word.last { close.formIntersection(most) }
    }
    /// Nil where there are none, or where the other words are not there.
    func errors(_ slot: Int) -> Int? {
      var errors = 0
      for word in levels { errors += word.firstIndex { $0.contains(slot) } ?? 0 }
      guard errors > 0 else { return nil }
      for word in common where !words.hasWord(slot, word) { return nil }
      return errors
    }
    let count = close.count
    if let limit, isByDistance, center != nil, count > Self.few {
      let share = shareOfSatisfying()
      let inside = radius == nil && region == nil ? core.count : countInside()
      var found: [Ranked] = []
      for wantedErrors in 1...greatest where found.count < limit {
        // Errors become more common the more there may be.
        guard
          let next = placesOutwards(
            limit - found.count, among: count / (1 + greatest - wantedErrors), share,
            inside: inside, group: 2 + wantedErrors,
            kind: { slot in
              close.contains(slot) && errors(slot) == wantedErrors
                ? .misspelled(errors: wantedErrors) : nil
            })
        else { return misspelledPlaces(close, limit, errors) }
        found += next
      }
      return found
    }
    return misspelledPlaces(close, limit, errors)
  }

  /// Those of some places that have errors, all of them looked at.
  private func misspelledPlaces(
    _ close: SlotSet, _ limit: Int?, _ errors: (Int) -> Int?
  ) -> [Ranked] {
    var best = BestRanked(limit: limit, by: areInOrder)
    forEach(of: close) { slot in
      guard satisfies(slot), mayKeep(slot, 3, best), let errors = errors(slot) else { return }
      offer(slot, .misspelled(errors: errors), 2 + errors, to: &best)
    }
    return best.sorted()
  }

  /// Those in the region and within the radius, all of which are compared.
  private func misspelledPlacesInside(_ wanted: [WantedWord], _ limit: Int?) -> [Ranked] {
    var best = BestRanked(limit: limit, by: areInOrder)
    var distances = wanted.map {
      EditDistance(to: Array($0.bytes), limit: WordIndex.errorLimit(of: $0.bytes))
    }
    forEachInside { slot in
      guard satisfies(slot), mayKeep(slot, 3, best), let errors = words.errors(slot, &distances),
        errors > 0
      else { return }
      offer(slot, .misspelled(errors: errors), 2 + errors, to: &best)
    }
    return best.sorted()
  }
}
