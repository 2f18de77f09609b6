public import CairnCountryFacts
internal import CairnGeodesy
internal import CairnIndex

/// The statistics of a group of places.
public struct PlaceGroup<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The property that the places have in common.
  public let key: Key
  /// The number of places.
  public let count: Int
  /// The number of places that are visited, by the given condition; 0 without one.
  public let visitedCount: Int
  /// The number of places that have a rating.
  public let ratedCount: Int
  /// The mean of the ratings; nil if none exists.
  public let meanRating: Double?

  /// Creates the statistics of a group.
  ///
  /// - Parameters:
  ///   - key: the property that the places have in common.
  ///   - count: the number of places.
  ///   - visitedCount: the number of places that are visited.
  ///   - ratedCount: the number of places that have a rating.
  ///   - meanRating: the mean of the ratings; nil without ratings.
  public init(
    key: Key, count: Int, visitedCount: Int = 0, ratedCount: Int = 0, meanRating: Double? = nil
  ) {
    self.key = key
    self.count = count
    self.visitedCount = visitedCount
    self.ratedCount = ratedCount
    self.meanRating = meanRating
  }

  /// The share of the places that are visited, from 0 to 1.
  public var visitedShare: Double { Double(visitedCount) / Double(count) }
}

extension PlaceGroup: Identifiable {
  /// The same as ``key``, which is unique among the groups of one grouping.
  public var id: Key { key }
}

extension PlaceBook {
  /// Groups the places by category, such as kind, trip or country, and returns the statistics of
  /// each group.
  ///
  /// ```swift
  /// for kind in book.statistics(by: \.kind, visited: .isTrue(\.visited)) {
  ///   print(kind.key, kind.count, kind.visitedShare)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: the category; fastest if it is a field of the book.
  ///   - visited: the condition for a visited place.
  ///   - rating: the number to average; places without it are not included in the mean.
  ///   - query: the places to count; nil for all.
  /// - Returns: the groups that have places, largest first; groups of equal size are in the order
  ///   of their first places.
  /// - Complexity: O(n).
  public func statistics<Key: Hashable & Sendable>(
    by path: any KeyPath<Element, Key> & Sendable, visited: PlaceFilter<Element>? = nil,
    rating: PlaceNumberKey<Element>? = nil, matching query: PlaceBookQuery<Element>? = nil
  ) -> [PlaceGroup<Key>] {
    groups(by: path, visited, rating, query)
  }

  /// Groups the places by tag; a place counts once for each of its tags.
  ///
  /// - Parameters:
  ///   - path: the tags; fastest if they are a field of the book.
  ///   - visited: the condition for a visited place.
  ///   - rating: the number to average; places without it are not included in the mean.
  ///   - query: the places to count; nil for all.
  /// - Returns: the groups, as ``statistics(by:visited:rating:matching:)``.
  public func statistics<Tags: Collection & Sendable>(
    byEach path: any KeyPath<Element, Tags> & Sendable, visited: PlaceFilter<Element>? = nil,
    rating: PlaceNumberKey<Element>? = nil, matching query: PlaceBookQuery<Element>? = nil
  ) -> [PlaceGroup<Tags.Element>] where Tags.Element: Hashable & Sendable {
    groups(byEach: path, visited, rating, query)
  }

  /// Groups the places by country, using the book's atlas; places in no country are left out.
  ///
  /// - Parameters:
  ///   - visited: the condition for a visited place.
  ///   - rating: the number to average; places without it are not included in the mean.
  ///   - query: the places to count; nil for all.
  /// - Returns: the groups, as ``statistics(by:visited:rating:matching:)``.
  public func statisticsByCountry(
    visited: PlaceFilter<Element>? = nil, rating: PlaceNumberKey<Element>? = nil,
    matching query: PlaceBookQuery<Element>? = nil
  ) -> [PlaceGroup<Country>] {
    groupsByCountry(visited, rating, query)
  }

  /// Returns the countries that contain places, using the book's atlas, in the order in which the
  /// first place of each was inserted.
  ///
  /// ```swift
  /// book.countries(matching: .init(filters: [.isTrue(\.visited)]))   // the visited countries
  /// ```
  ///
  /// - Parameter query: the places to consider, and their order; nil for all in insertion order.
  /// - Returns: the countries, each once.
  /// - Complexity: O(n), and O(n log n) for a query.
  public func countries(matching query: PlaceBookQuery<Element>? = nil) -> [Country] {
    countriesOfPlaces(query)
  }
}

extension BookReading {
  internal func groups<Key: Hashable & Sendable>(
    by path: any KeyPath<Element, Key> & Sendable, _ visited: PlaceFilter<Element>?,
    _ rating: PlaceNumberKey<Element>?, _ query: PlaceBookQuery<Element>?
  ) -> [PlaceGroup<Key>] {
    if let column = columns.column(path, as: CategoryColumn<Element, Key>.self) {
      let values = column.values
      let groups = tally(visited, rating, query) { slot, body in body(Int(values[slot])) }
      return groups.map { $0.group(column.numbers.categories[$0.number]) }
    }
    var numbers = CategoryNumbers<Key>()
    let element = elementReader()
    let groups = tally(visited, rating, query) { slot, body in
      if let element = element(slot) {
        body(Int(numbers.add(element[keyPath: path])))
      }
    }
    return groups.map { $0.group(numbers.categories[$0.number]) }
  }

  internal func groups<Tags: Collection & Sendable>(
    byEach path: any KeyPath<Element, Tags> & Sendable, _ visited: PlaceFilter<Element>?,
    _ rating: PlaceNumberKey<Element>?, _ query: PlaceBookQuery<Element>?
  ) -> [PlaceGroup<Tags.Element>] where Tags.Element: Hashable & Sendable {
    if let column = columns.column(path, as: TagColumn<Element, Tags>.self) {
      let values = column.values
      let groups = tally(visited, rating, query) { slot, body in
        for number in values[slot] { body(Int(number)) }
      }
      return groups.map { $0.group(column.numbers.categories[$0.number]) }
    }
    var numbers = CategoryNumbers<Tags.Element>()
    let element = elementReader()
    let groups = tally(visited, rating, query) { slot, body in
      guard let element = element(slot) else { return }
      for number in Set(element[keyPath: path].map { numbers.add($0) }) { body(Int(number)) }
    }
    return groups.map { $0.group(numbers.categories[$0.number]) }
  }

  internal func groupsByCountry(
    _ visited: PlaceFilter<Element>?, _ rating: PlaceNumberKey<Element>?,
    _ query: PlaceBookQuery<Element>?
  ) -> [PlaceGroup<Country>] {
    tallyCountries(visited, rating, query).map { $0.tally.group($0.country) }
  }

  internal func countriesOfPlaces(_ query: PlaceBookQuery<Element>?) -> [Country] {
    let countries = source.countries
    guard let query, !countries.isEmpty else {
      return tallyCountries(nil, nil, nil, inInsertionOrder: true).sorted {
        $0.tally.firstTag < $1.tally.firstTag
      }
      .map(\.country)
    }
    var seen: Set<UInt16> = [0]
    return search(query).filter { seen.insert(countries[$0.slot]).inserted }
      .compactMap { Country(packedCode: countries[$0.slot]) }
  }

  private func tallyCountries(
    _ visited: PlaceFilter<Element>?, _ rating: PlaceNumberKey<Element>?,
    _ query: PlaceBookQuery<Element>?, inInsertionOrder: Bool = false
  ) -> [(tally: GroupTally, country: Country)] {
    let codes = source.countries
    guard !codes.isEmpty else { return [] }
    var numbers = ContiguousArray<Int32>(repeating: -1, count: 1 << 16)
    var found: [Country] = []
    for code in codes.contiguous where numbers[Int(code)] < 0 {
      guard let country = Country(packedCode: code) else { continue }
      numbers[Int(code)] = Int32(found.count)
      found.append(country)
    }
    let groups = tally(visited, rating, query, inInsertionOrder: inInsertionOrder) { slot, body in
      let number = numbers[Int(codes[slot])]
      if number >= 0 { body(Int(number)) }
    }
    return groups.map { ($0, found[$0.number]) }
  }

  /// Computes the statistics of groups, whose numbers a closure returns for each slot.
  ///
  /// With `inInsertionOrder`, every group gets the insertion number of its first place.
  private func tally(
    _ visited: PlaceFilter<Element>?, _ rating: PlaceNumberKey<Element>?,
    _ query: PlaceBookQuery<Element>?, inInsertionOrder: Bool = false,
    _ forEachGroup: (_ slot: Int, _ body: (Int) -> Void) -> Void
  ) -> [GroupTally] {
    let slots = query.map { search($0).map(\.slot) }
    let source = source
    return GroupTally.groups(
      of: slots, orAllOf: source.used, tag: source.tag, inInsertionOrder: inInsertionOrder,
      isVisited: slotTest(visited), rating: slotNumber(rating), forEachGroup)
  }
}

/// The accumulated statistics of a group.
private struct GroupTally {
  let number: Int
  var count = 0
  var firstTag = Int.max
  private var visitedCount = 0
  private var ratedCount = 0
  private var ratings = CompensatedSum()

  init(number: Int) { self.number = number }

  /// Computes the statistics of groups; accesses elements only through closures, so that it is
  /// compiled once.
  ///
  /// The insertion number of the first place is looked up only if it affects the order, because it
  /// causes a cache miss.
  static func groups(
    of slots: [Int]?, orAllOf used: StoredSlots, tag: @escaping (Int) -> Int,
    inInsertionOrder: Bool, isVisited: ((Int) -> Bool)?, rating: ((Int) -> Double)?,
    _ forEachGroup: (_ slot: Int, _ body: (Int) -> Void) -> Void
  ) -> [GroupTally] {
    func forEachSlot(_ body: (Int) -> Void) {
      if let slots { slots.forEach(body) } else { used.forEach(body) }
    }
    var groups: [GroupTally] = []
    forEachSlot { slot in
      let hasBeen = isVisited?(slot) ?? false
      let value = rating?(slot) ?? .nan
      forEachGroup(slot) { number in
        while number >= groups.count { groups.append(GroupTally(number: groups.count)) }
        groups[number].add(isVisited: hasBeen, rating: value)
      }
    }
    let alike = Dictionary(grouping: groups.lazy.filter { $0.count > 0 }, by: \.count)
    let wanted = groups.map { inInsertionOrder || (alike[$0.count]?.count ?? 0) > 1 }
    if wanted.contains(true) {
      forEachSlot { slot in
        forEachGroup(slot) { number in
          if wanted[number] {
            groups[number].firstTag = min(groups[number].firstTag, tag(slot))
          }
        }
      }
    }
    return groups.filter { $0.count > 0 }
      .sorted { ($1.count, $0.firstTag) < ($0.count, $1.firstTag) }
  }

  private mutating func add(isVisited: Bool, rating: Double) {
    count += 1
    if isVisited { visitedCount += 1 }
    guard !rating.isNaN else { return }
    ratedCount += 1
    ratings.add(rating)
  }

  func group<Key: Hashable & Sendable>(_ key: Key) -> PlaceGroup<Key> {
    PlaceGroup(
      key: key, count: count, visitedCount: visitedCount, ratedCount: ratedCount,
      meanRating: ratedCount == 0 ? nil : ratings.value / Double(ratedCount))
  }
}
