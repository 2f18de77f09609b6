internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory
internal import CairnText

/// A query of a book, made ready.
///
/// It knows no element but through closures, so that the compiler knows all types of what is done
/// for each slot.
internal struct Search {
  let core: _DynamicCore
  let words: WordIndex
  let used: SlotSet
  let latitudes: ContiguousArray<Float>
  let tests: [(Int) -> Bool]
  /// What collects all slots that satisfy a test; gives nil where there is no quick way.
  let collections: [() -> SlotSet?]
  let key: [UInt8]
  let limit: Int?
  let center: Coordinate?
  let radius: Double?
  let region: (any PlaceRegion)?
  let allowsTypingErrors: Bool
  /// Whether how well words match comes before all else.
  let isByRelevance: Bool
  let rank: Rank
  /// Another order of two slots.
  let areInOrder: ((Int, Int) -> Bool)?

  /// What the key of a place is.
  enum Rank {
    /// The distance, shortened by importances where there are some.
    case nearness(importances: ContiguousArray<Double>)
    case importance(ContiguousArray<Double>)
    case number(ContiguousArray<Double>, sign: Double)
    case measure((Int) -> Double, sign: Double)
    case none
  }

  /// Nil where nothing can be found.
  init?<ID, Element>(_ book: PlaceBook<ID, Element>, _ query: PlaceBookQuery<Element>) {
    if let radius = query.radius {
      guard radius >= 0, query.center != nil else { return nil }
    }
    guard query.center?.isValid ?? true, !book.isEmpty, query.limit ?? 1 > 0 else { return nil }
    let index = book.index
    core = index._core
    words = book.words
    used = book.used
    latitudes = book.latitudes
    limit = query.limit
    center = query.center
    radius = query.radius
    region = query.region
    allowsTypingErrors = query.allowsTypingErrors
    key = SearchKey(query.words).bytes
    var tests: [(Int) -> Bool] = []
    var collections: [() -> SlotSet?] = []
    if let wanted = query.countries {
      let codes = wanted.map(\.packedCode)
      let countries = book.countries
      guard !countries.isEmpty, !codes.isEmpty else { return nil }
      tests.append { codes.contains(countries[$0]) }
      collections.append { nil }
    }
    for filter in query.filters {
      let test = filter.test
      tests.append(
        filter.slotTest(book.columns) ?? { index.element(inSlot: $0).map(test) ?? false })
    }
    for filter in query.filters { collections.append { filter.slots(book.columns) } }
    self.tests = tests
    self.collections = collections
    func rank(_ measure: PlaceMeasure<Element>, sign: Double) -> Rank {
      if let values = measure.column(book.columns) { return .number(values, sign: sign) }
      return .measure({ index.element(inSlot: $0).map(measure.read) ?? .nan }, sign: sign)
    }
    var isByRelevance = false
    var areInOrder: ((Int, Int) -> Bool)?
    switch query.order {
    case .relevance:
      isByRelevance = true
      if center != nil {
        self.rank = .nearness(importances: book.importances)
      } else {
        self.rank = book.importances.isEmpty ? .none : .importance(book.importances)
      }
    case .distance: self.rank = center == nil ? .none : .nearness(importances: [])
    case .ascending(let measure): self.rank = rank(measure, sign: 1)
    case .descending(let measure): self.rank = rank(measure, sign: -1)
    case .by(let precedes):
      self.rank = .none
      areInOrder = { a, b in
        guard let a = index.element(inSlot: a), let b = index.element(inSlot: b) else {
          return false
        }
        return precedes(a, b)
      }
    }
    self.isByRelevance = isByRelevance
    self.areInOrder = areInOrder
  }

  func answer() -> [Ranked] {
    if !key.isEmpty { return placesWithWords() }
    if let center, region == nil, let limit, isByDistance {
      return nearest(limit, to: center) { _ in true }
    }
    var best = BestRanked(limit: limit, by: areInOrder)
    if region != nil || radius != nil {
      forEachInside { offer($0, to: &best) }
    } else {
      satisfying().forEach { offerSatisfying($0, to: &best) }
    }
    return best.sorted()
  }

  /// All that satisfy the conditions: by the columns at once, and of the rest one by one.
  private func satisfying() -> SlotSet {
    var slots = used
    for (test, collection) in zip(tests, collections) {
      if let found = collection() {
        slots.formIntersection(found)
      } else {
        for slot in slots.list where !test(slot) { slots.remove(slot) }
      }
    }
    return slots
  }

  /// Whether places come in the order in which the index gives them outwards from the center.
  var isByDistance: Bool {
    if case .nearness(let importances) = rank { importances.isEmpty } else { false }
  }

  /// The first places outwards from the center that satisfy all conditions and one more.
  private func nearest(
    _ limit: Int, to center: Coordinate, where isIncluded: (Int) -> Bool
  ) -> [Ranked] {
    let found = core.nearestTags(limit, to: center, within: radius ?? .infinity) { tag in
      let slot = _DynamicCore.slot(inTag: tag)
      return isIncluded(slot) && satisfies(slot)
    }
    return found.map { tag, distance in
      Ranked(
        group: 0, key: distance, tag: tag, slot: _DynamicCore.slot(inTag: tag), distance: distance,
        kind: nil)
    }
  }

  // MARK: Where

  /// The part of the Earth that is asked for within metres of the center.
  private var cap: Cap? {
    guard let center, let radius else { return nil }
    return Cap(center: center, radius: radius)
  }

  /// Calls a closure with the slots that lie in the region and within the radius; one of the two is
  /// there.
  func forEachInside(_ body: (Int) -> Void) {
    let cap = cap
    if let region {
      core.forEachTag(in: region._outline) { tag in
        let slot = _DynamicCore.slot(inTag: tag)
        if cap?.contains(core.coordinate(inSlot: slot)) ?? true { body(slot) }
        return true
      }
    } else if let center, let radius {
      core.forEachTag(within: radius, of: center) { tag in
        body(_DynamicCore.slot(inTag: tag))
        return true
      }
    }
  }

  /// How many places lie in the region, or within the radius, at most.
  func countInside() -> Int {
    var count = core.count
    if let region { count = min(count, core.count(in: region._outline)) }
    if let center, let radius { count = min(count, core.count(within: radius, of: center)) }
    return count
  }

  /// Whether a place lies in the region and within the radius.
  func isInside(_ slot: Int) -> Bool {
    guard region != nil || radius != nil else { return true }
    let place = core.coordinate(inSlot: slot)
    return (cap?.contains(place) ?? true) && (region?.contains(place) ?? true)
  }

  // MARK: Ranks

  @inline(__always)
  func satisfies(_ slot: Int) -> Bool {
    for test in tests where !test(slot) { return false }
    return true
  }

  @inline(__always)
  private func offer(_ slot: Int, to best: inout BestRanked) {
    if satisfies(slot) { offerSatisfying(slot, to: &best) }
  }

  @inline(__always)
  private func offerSatisfying(_ slot: Int, to best: inout BestRanked) {
    guard mayKeep(slot, 0, best) else { return }
    let (key, distance) = key(of: slot)
    guard best.mayKeep(0, key) else { return }
    best.offer(
      Ranked(
        group: 0, key: key, tag: core.tag(inSlot: slot), slot: slot, distance: distance, kind: nil))
  }

  /// Whether a place that is as near as its latitude lets it be could be among the first: what is
  /// too far north or south needs no distance.
  @inline(__always)
  func mayKeep(_ slot: Int, _ group: Int, _ best: BestRanked) -> Bool {
    guard case .nearness(let importances) = rank, let center, best.isFull else { return true }
    // A little less than the length of a degree, and than what was rounded to 24 bits, so that
    // rounding takes nothing away.
    let least = max(0, abs(Double(latitudes[slot]) - center.latitude) - 1e-5) * 111_194.9
    return best.mayKeep(group, importances.isEmpty ? least : nearness(least, importances[slot]))
  }

  @inline(__always)
  func key(of slot: Int) -> (key: Double, distance: Double) {
    let distance = center.map { $0.distance(to: core.coordinate(inSlot: slot)) } ?? Double.nan
    switch rank {
    case .nearness(let importances):
      return (importances.isEmpty ? distance : nearness(distance, importances[slot]), distance)
    case .importance(let importances): return (-importances[slot], distance)
    case .number(let values, let sign): return (Self.key(values[slot], sign), distance)
    case .measure(let read, let sign): return (Self.key(read(slot), sign), distance)
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
