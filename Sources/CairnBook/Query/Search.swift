internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnIndex
internal import CairnText

/// A prepared query of a book.
///
/// It accesses elements only through closures, so that the per-slot code is not generic. It is a
/// class, because it is large and the per-slot closures would copy a struct.
internal final class Search<Source: BookSource> {
  let source: Source
  let core: Source.Core
  let words: Source.Words
  let tests: [(Int) -> Bool]
  /// The conjunction of all tests; nil without tests.
  private let test: ((Int) -> Bool)?
  /// For each test, a closure that collects all matching slots; it returns nil if there is no fast
  /// way.
  let collections: [() -> SlotBitSet?]
  /// The typed text and its key.
  let text: String
  let key: [UInt8]
  let limit: Int?
  let center: Coordinate?
  let radius: Double?
  let region: (any PlaceRegion)?
  /// Whether the query has neither a region nor a radius.
  let isEverywhere: Bool
  let allowsTypingErrors: Bool
  let allowsMissingWords: Bool
  /// Whether the quality of the word match takes precedence in the order.
  let isByRelevance: Bool
  let rank: Rank
  /// The importances of the slots for relevance, or the numbers of another order; otherwise empty.
  let numbers: PagedArray<Double>
  /// Reads the number of an element.
  let read: ((Int) -> Double)?
  /// The order of two slots by a closure of the query.
  let areInOrder: ((Int, Int) -> Bool)?
  /// The region of possible places.
  let reach: Reach
  /// An additional condition of the present part of the search.
  var readingTest: ((Int) -> Bool)?

  typealias Rank = SearchOrder.Rank

  /// Returns nil if no place can match.
  init?<Element>(
    _ source: Source, _ book: some BookReading<Element>, _ query: PlaceBookQuery<Element>
  ) {
    if let radius = query.radius {
      guard radius >= 0, query.center != nil else { return nil }
    }
    guard query.center?.isValid ?? true, book.count > 0, query.limit ?? 1 > 0 else { return nil }
    self.source = source
    core = source.core
    words = source.words
    limit = query.limit
    center = query.center
    radius = query.radius
    region = query.region
    isEverywhere = query.region == nil && query.radius == nil
    allowsTypingErrors = query.allowsTypingErrors
    allowsMissingWords = query.allowsMissingWords
    text = query.words
    key = SearchKey(query.words).bytes
    var tests: [(Int) -> Bool] = []
    var collections: [() -> SlotBitSet?] = []
    if let wanted = query.countries {
      let codes = wanted.map(\.packedCode)
      let countries = source.countries
      guard !countries.isEmpty, !codes.isEmpty else { return nil }
      tests.append { codes.contains(countries[$0]) }
      collections.append { nil }
    }
    for filter in query.filters {
      if let test = book.slotTest(filter) { tests.append(test) }
    }
    if !query.filters.isEmpty {
      let columns = book.columns
      for filter in query.filters { collections.append { filter.slots(columns) } }
    }
    self.tests = tests
    test = tests.first.map { first in
      tests.dropFirst().reduce(first) { before, next in { before($0) && next($0) } }
    }
    self.collections = collections
    let order = SearchOrder(
      query.order, book, importances: source.importances, hasCenter: query.center != nil)
    rank = order.rank
    numbers = order.numbers
    read = order.read
    isByRelevance = order.isByRelevance
    areInOrder = order.areInOrder
    reach = Reach(
      from: center, radius: radius,
      rank == .distance ? .distance : rank == .nearness ? .importance : .none)
  }

  func answer() -> [Ranked] {
    if !key.isEmpty { return placesWithWords() }
    if let center, region == nil, let limit, isByDistance {
      return nearest(limit, to: center) { _ in true }
    }
    if region != nil || radius != nil { return placesInside() }
    var best = emptyResult(limit: limit)
    for slot in satisfying() { offerSatisfying(slot, to: &best) }
    return best.sorted()
  }

  /// The places in the region and within the radius.
  ///
  /// A separate function: of two loops in one function, the compiler inlines neither.
  private func placesInside() -> [Ranked] {
    var best = emptyResult(limit: limit)
    for slot in slotsInside() where satisfies(slot) { offerSatisfying(slot, to: &best) }
    return best.sorted()
  }

  /// The slots that satisfy all conditions, using columns if possible and testing the rest one by
  /// one.
  private func satisfying() -> SlotBitSet {
    var slots = SlotBitSet(source.used)
    for (test, collection) in zip(tests, collections) {
      if let found = collection() {
        slots.formIntersection(found)
      } else {
        for slot in slots.list where !test(slot) { slots.remove(slot) }
      }
    }
    return slots
  }

  /// Whether the order is that in which the index visits places outward from the center.
  var isByDistance: Bool { rank == .distance }

  /// The first places outward from the center that satisfy all conditions and an additional one.
  private func nearest(
    _ limit: Int, to center: Coordinate, where isIncluded: (Int) -> Bool
  ) -> [Ranked] {
    let source = source
    let found = core.nearestTags(limit, to: center, within: radius ?? .infinity) { tag in
      let slot = source.slot(tag)
      return isIncluded(slot) && satisfies(slot)
    }
    return found.map { tag, distance in
      Ranked(
        group: 0, key: distance, tag: tag, slot: source.slot(tag), distance: distance,
        kind: nil)
    }
  }

  // MARK: Region

  /// The spherical cap of the radius around the center.
  private var cap: Cap? {
    guard let center, let radius else { return nil }
    return Cap(center: center, radius: radius)
  }

  /// The slots in the region and within the radius; the query must have at least one of them.
  ///
  /// They are listed first, because the compiler does not inline a closure for each of them in a
  /// generic ``Search``.
  func slotsInside() -> ContiguousArray<Int> {
    let source = source
    var slots: ContiguousArray<Int> = []
    if let region {
      core.forEachTag(in: region._outline) { tag in
        slots.append(source.slot(tag))
        return true
      }
      if let cap { slots.removeAll { !cap.contains(source.coordinate($0)) } }
    } else if let center, let radius {
      core.forEachTag(within: radius, of: center) { tag in
        slots.append(source.slot(tag))
        return true
      }
    }
    return slots
  }

  /// An upper bound of the number of places in the region and within the radius.
  func countInside() -> Int {
    var count = core.count
    if let region { count = min(count, core.count(in: region._outline)) }
    if let center, let radius { count = min(count, core.count(within: radius, of: center)) }
    return count
  }

  /// Whether a place is in the region and within the radius.
  func isInside(_ slot: Int) -> Bool {
    if isEverywhere { return true }
    let place = source.coordinate(slot)
    return (cap?.contains(place) ?? true) && (region?.contains(place) ?? true)
  }

  // MARK: Ranks

  /// An empty result that keeps the first places offered to it.
  func emptyResult(limit: Int?) -> BestRanked {
    BestRanked(
      limit: limit, by: areInOrder, within: reach, slotsAreInOrder: source.slotsAreInOrder)
  }

  @inline(__always)
  func satisfies(_ slot: Int) -> Bool {
    guard test?(slot) ?? true else { return false }
    return readingTest?(slot) ?? true
  }

  @inline(__always)
  private func offerSatisfying(_ slot: Int, to best: inout BestRanked) {
    guard mayKeep(slot, 0, best) else { return }
    let (key, distance) = key(of: slot)
    guard best.mayKeep(0, key, slot) else { return }
    best.offer(
      Ranked(
        group: 0, key: key, tag: source.tag(slot), slot: slot, distance: distance, kind: nil))
  }

  /// Whether a place of a group could be among the first, as far as is known without measuring its
  /// distance or reading its element.
  @inline(__always)
  func mayKeep(_ slot: Int, _ group: Int, _ best: BestRanked) -> Bool {
    guard best.mayKeep(group, at: source.approximatePosition(slot)) else { return false }
    switch rank {
    case .distance, .nearness: return true
    case .importance: return best.mayKeep(group, -numbers[slot], slot)
    case .ascending, .descending:
      return numbers.isEmpty || best.mayKeep(group, key(ofNumber: numbers[slot]), slot)
    case .none: return best.mayKeep(group, 0, slot)
    }
  }

  func key(of slot: Int) -> (key: Double, distance: Double) {
    let distance = center.map { $0.distance(to: source.coordinate(slot)) } ?? Double.nan
    switch rank {
    case .distance: return (distance, distance)
    case .nearness: return (nearness(distance, numbers[slot]), distance)
    case .importance: return (-numbers[slot], distance)
    case .ascending, .descending:
      return (key(ofNumber: read?(slot) ?? numbers[slot]), distance)
    case .none: return (0, distance)
    }
  }

  /// The key of a number; missing numbers come last.
  @inline(__always)
  private func key(ofNumber number: Double) -> Double {
    number.isNaN ? .infinity : rank == .descending ? -number : number
  }
}
