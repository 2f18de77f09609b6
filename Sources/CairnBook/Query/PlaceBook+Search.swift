internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory
internal import CairnText

extension PlaceBook {
  /// The places that satisfy a query, in its order.
  ///
  /// ```swift
  /// book.places(.init(words: "museum", center: here, radius: 2_000, order: .distance, limit: 10))
  /// ```
  ///
  /// - Parameter query: what is asked.
  /// - Returns: the places, each once.
  /// - Complexity: O(m) for m places that have the words and lie in the region, but for a few that
  ///   are sorted; O(n), quick, where neither is asked for. Typing errors are looked for only where
  ///   there are fewer places than the limit without: O(the different words).
  public func places(
    _ query: PlaceBookQuery<Element>
  ) -> [PlaceBookMatch<ID, Element>] {
    search(query).compactMap { found in
      guard let entry = index.entry(inSlot: found.slot) else { return nil }
      return PlaceBookMatch(
        id: entry.id, element: entry.element, distance: found.distance.isNaN ? nil : found.distance,
        kind: found.kind)
    }
  }

  /// How many places satisfy a query, with its limit.
  ///
  /// - Complexity: as ``places(_:)``, without any sorting.
  public func count(_ query: PlaceBookQuery<Element>) -> Int {
    var query = query
    query.order = .distance
    return search(query).count
  }

  internal func search(_ query: PlaceBookQuery<Element>) -> [Ranked] {
    guard let search = Search(self, query) else { return [] }
    return search.answer()
  }
}

/// A query of a book, made ready.
private struct Search<ID: Hashable & Sendable, Element: Sendable> {
  let book: PlaceBook<ID, Element>
  let query: PlaceBookQuery<Element>
  let core: _DynamicCore
  let tests: [(Int) -> Bool]
  let key: [UInt8]
  let limit: Int?
  let rank: Rank

  /// What the key of a place is.
  enum Rank {
    /// The distance, shortened by importances where there are some.
    case nearness(importances: ContiguousArray<Double>)
    case importance(ContiguousArray<Double>)
    case number(ContiguousArray<Double>, sign: Double)
    case measure(PlaceMeasure<Element>, sign: Double)
    case none
  }

  /// Nil where nothing can be found.
  init?(_ book: PlaceBook<ID, Element>, _ query: PlaceBookQuery<Element>) {
    if let radius = query.radius {
      guard radius >= 0, query.center != nil else { return nil }
    }
    guard query.center?.isValid ?? true, !book.isEmpty, query.limit ?? 1 > 0 else { return nil }
    self.book = book
    self.query = query
    core = book.index._core
    limit = query.limit
    key = SearchKey(query.words).bytes
    var tests: [(Int) -> Bool] = []
    if let wanted = query.countries {
      let codes = wanted.map(\.packedCode)
      let countries = book.countries
      guard !countries.isEmpty, !codes.isEmpty else { return nil }
      tests.append { codes.contains(countries[$0]) }
    }
    for filter in query.filters {
      let index = book.index
      let test = filter.test
      tests.append(
        filter.slotTest(book.columns) ?? { index.element(inSlot: $0).map(test) ?? false })
    }
    self.tests = tests
    switch query.order {
    case .relevance where query.center != nil: rank = .nearness(importances: book.importances)
    case .relevance: rank = book.importances.isEmpty ? .none : .importance(book.importances)
    case .distance: rank = query.center == nil ? .none : .nearness(importances: [])
    case .ascending(let measure): rank = Self.rank(measure, book, sign: 1)
    case .descending(let measure): rank = Self.rank(measure, book, sign: -1)
    case .by: rank = .none
    }
  }

  private static func rank(
    _ measure: PlaceMeasure<Element>, _ book: PlaceBook<ID, Element>, sign: Double
  ) -> Rank {
    measure.column(book.columns).map { .number($0, sign: sign) } ?? .measure(measure, sign: sign)
  }

  func answer() -> [Ranked] {
    var best = BestRanked(limit: limit, by: comparison)
    if !key.isEmpty {
      lookForWords(&best)
    } else if let region = query.region {
      let cap = query.radius.flatMap { radius in
        query.center.map { Cap(center: $0, radius: radius) }
      }
      core.forEachTag(in: region._outline) { tag in
        let slot = _DynamicCore.slot(inTag: tag)
        if cap?.contains(core.coordinate(inSlot: slot)) ?? true { offer(slot, to: &best) }
        return true
      }
    } else if let center = query.center, let nearest = nearest(to: center) {
      return nearest
    } else if let center = query.center, let radius = query.radius {
      core.forEachTag(within: radius, of: center) { tag in
        offer(_DynamicCore.slot(inTag: tag), to: &best)
        return true
      }
    } else {
      book.used.forEach { offer($0, to: &best) }
    }
    return best.sorted()
  }

  private var comparison: ((Int, Int) -> Bool)? {
    guard case .by(let areInOrder) = query.order else { return nil }
    let index = book.index
    return { a, b in
      guard let a = index.element(inSlot: a), let b = index.element(inSlot: b) else {
        return false
      }
      return areInOrder(a, b)
    }
  }

  /// The answer that the index can give step by step, outwards from the center; nil where it
  /// cannot.
  private func nearest(to center: Coordinate) -> [Ranked]? {
    guard let limit, case .nearness(let importances) = rank, importances.isEmpty else {
      return nil
    }
    let found = core.nearestTags(limit, to: center, within: query.radius ?? .infinity) { tag in
      satisfies(_DynamicCore.slot(inTag: tag))
    }
    return found.map { tag, distance in
      Ranked(
        group: 0, key: distance, tag: tag, slot: _DynamicCore.slot(inTag: tag), distance: distance,
        kind: nil)
    }
  }

  // MARK: Words

  private func lookForWords(_ best: inout BestRanked) {
    let wanted = SearchKey(bytes: key).words
    let (all, starting) = book.words.slots(with: wanted)
    let isRelevance = if case .relevance = query.order { true } else { false }
    restricted(all).forEach { slot in
      let kind = starting.contains(slot) ? nil : PlaceMatchKind.word
      offer(slot, to: &best, isRelevance: isRelevance, kind: kind)
    }
    // Those with errors come last, so that they make no difference to a full list.
    guard query.allowsTypingErrors, best.wanted != 0,
      wanted.contains(where: { WordIndex.errorLimit(of: $0) > 0 })
    else { return }
    let levels = book.words.slots(like: wanted)
    guard var close = levels[0].last else { return }
    for word in levels.dropFirst() {
      if let most = word.last { close.formIntersection(most) }
    }
    close.subtract(all)
    restricted(close).forEach { slot in
      let errors = levels.reduce(0) { sum, word in
        sum + (word.firstIndex { $0.contains(slot) } ?? 0)
      }
      offer(slot, to: &best, errors: errors)
    }
  }

  /// Those of some slots that lie in the region and within the radius.
  private func restricted(_ slots: SlotSet) -> SlotSet {
    var slots = slots
    if let center = query.center, let radius = query.radius {
      let cap = Cap(center: center, radius: radius)
      restrict(&slots, to: cap) { cap.contains($0) }
    }
    if let region = query.region { restrict(&slots, to: region) { region.contains($0) } }
    return slots
  }

  /// Asks the index where that is less work than to ask about each place.
  private func restrict(
    _ slots: inout SlotSet, to region: any PlaceRegion, contains: (Coordinate) -> Bool
  ) {
    let count = slots.count
    let outline = region._outline
    guard count > 64, core.count(in: outline) < 4 * count else {
      slots.forEach { slot in
        if !contains(core.coordinate(inSlot: slot)) { slots.remove(slot) }
      }
      return
    }
    var inside = SlotSet(limit: core.slotLimit)
    core.forEachTag(in: outline) { tag in
      inside.insert(_DynamicCore.slot(inTag: tag))
      return true
    }
    slots.formIntersection(inside)
  }

  // MARK: Ranks

  @inline(__always)
  private func satisfies(_ slot: Int) -> Bool {
    for test in tests where !test(slot) { return false }
    return true
  }

  private func offer(_ slot: Int, to best: inout BestRanked) {
    guard satisfies(slot) else { return }
    let (key, distance) = key(of: slot)
    guard best.mayKeep(0, key) else { return }
    best.offer(
      Ranked(
        group: 0, key: key, tag: core.tag(inSlot: slot), slot: slot, distance: distance, kind: nil))
  }

  /// Offers a place that has the words; how well they match is nil where that is yet to be seen.
  private func offer(
    _ slot: Int, to best: inout BestRanked, isRelevance: Bool, kind: PlaceMatchKind?
  ) {
    guard satisfies(slot) else { return }
    let (key, distance) = key(of: slot)
    guard best.mayKeep(isRelevance && kind == .word ? 2 : 0, key) else { return }
    let kind = kind ?? book.words.match(slot, self.key)
    let group = !isRelevance || kind == .exact ? 0 : kind == .prefix ? 1 : 2
    best.offer(
      Ranked(
        group: group, key: key, tag: core.tag(inSlot: slot), slot: slot, distance: distance,
        kind: kind))
  }

  private func offer(_ slot: Int, to best: inout BestRanked, errors: Int) {
    guard satisfies(slot) else { return }
    let (key, distance) = key(of: slot)
    best.offer(
      Ranked(
        group: 2 + errors, key: key, tag: core.tag(inSlot: slot), slot: slot, distance: distance,
        kind: .misspelled(errors: errors)))
  }

  @inline(__always)
  private func key(of slot: Int) -> (key: Double, distance: Double) {
    let distance =
      query.center.map { $0.distance(to: core.coordinate(inSlot: slot)) } ?? Double.nan
    switch rank {
    case .nearness(let importances):
      return (importances.isEmpty ? distance : nearness(distance, importances[slot]), distance)
    case .importance(let importances): return (-importances[slot], distance)
    case .number(let values, let sign): return (Self.key(values[slot], sign), distance)
    case .measure(let measure, let sign):
      let value = book.index.element(inSlot: slot).map(measure.read) ?? .nan
      return (Self.key(value, sign), distance)
    case .none: return (0, distance)
    }
  }

  /// What is missing comes last.
  private static func key(_ value: Double, _ sign: Double) -> Double {
    value.isNaN ? .infinity : sign * value
  }
}

/// What a distance counts for a place of some importance: one more halves it.
private func nearness(_ distance: Double, _ importance: Double) -> Double {
  // Whole numbers of importance halve exactly.
  let whole = importance.rounded(.down)
  let rest = importance == whole ? 1 : exponential((whole - importance) * 0.693_147_180_559_945_3)
  return (distance + 100) * rest * Double(sign: .plus, exponent: -Int(whole), significand: 1)
}
