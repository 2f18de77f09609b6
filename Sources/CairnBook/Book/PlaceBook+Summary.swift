public import CairnCountryFacts
public import CairnGeodesy
internal import CairnIndex

/// The statistics of all places of a book, or of those that match a query.
public struct PlaceSummary: Hashable, Sendable {
  /// The number of places.
  public internal(set) var count = 0
  /// The number of places that are visited, by the given condition; 0 without one.
  public internal(set) var visitedCount = 0
  /// The number of places that have a rating.
  public internal(set) var ratedCount = 0
  /// The mean of the ratings; nil if none exists.
  public internal(set) var meanRating: Double?
  /// The lowest and the highest rating; nil if none exists.
  public internal(set) var ratings: ClosedRange<Double>?
  /// The countries that contain places, in the order of their first places in the book.
  public internal(set) var countries: [Country] = []
  /// The countries that contain visited places, in the same order.
  public internal(set) var visitedCountries: [Country] = []
  /// The smallest box that contains all places; empty if there are none.
  public internal(set) var boundingBox = BoundingBox.empty

  /// The share of the places that are visited, from 0 to 1; 0 if there are no places.
  public var visitedShare: Double { count == 0 ? 0 : Double(visitedCount) / Double(count) }
}

extension PlaceBook {
  /// Returns the statistics of all places, or of those that match a query.
  ///
  /// ```swift
  /// let all = book.summary(visited: .isTrue(\.visited), rating: .value(\.rating))
  /// print("\(all.visitedCount) of \(all.count) in \(all.visitedCountries.count) countries")
  /// ```
  ///
  /// - Parameters:
  ///   - visited: the condition for a visited place.
  ///   - rating: the number to average; places without it are not included.
  ///   - query: the places to count; nil for all.
  /// - Returns: the statistics.
  /// - Complexity: O(n log n).
  public func summary(
    visited: PlaceFilter<Element>? = nil, rating: PlaceNumberKey<Element>? = nil,
    matching query: PlaceBookQuery<Element>? = nil
  ) -> PlaceSummary {
    var summary = PlaceSummary()
    let core = index._core
    var slots = query.map { search($0).map(\.slot) } ?? SlotBitSet(used).list
    if !slotsAreInOrder || query != nil {
      slots = slots.map { (core.tag(inSlot: $0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    let isVisited = slotTest(visited)
    let ratingOfSlot = slotNumber(rating)
    var mean = CompensatedSum()
    var seen: Set<UInt16> = [0]
    var seenVisited: Set<UInt16> = [0]
    for slot in slots {
      summary.count += 1
      let hasBeen = isVisited?(slot) ?? false
      if hasBeen { summary.visitedCount += 1 }
      let value = ratingOfSlot?(slot) ?? .nan
      if !value.isNaN {
        summary.ratedCount += 1
        mean.add(value)
        let ratings = summary.ratings ?? value...value
        summary.ratings = min(ratings.lowerBound, value)...max(ratings.upperBound, value)
      }
      guard slot < countries.count, let country = Country(packedCode: countries[slot]) else {
        continue
      }
      if seen.insert(countries[slot]).inserted { summary.countries.append(country) }
      if hasBeen, seenVisited.insert(countries[slot]).inserted {
        summary.visitedCountries.append(country)
      }
    }
    if summary.ratedCount > 0 { summary.meanRating = mean.value / Double(summary.ratedCount) }
    summary.boundingBox = BoundingBox(enclosing: slots.map { core.coordinate(inSlot: $0) })
    return summary
  }

  /// The test of a condition for a slot.
  internal func slotTest(_ filter: PlaceFilter<Element>?) -> ((Int) -> Bool)? {
    filter.map { filter in
      filter.slotTest(columns)
        ?? { slot in index.element(inSlot: slot).map(filter.test) ?? false }
    }
  }

  /// Reads the number of a slot; NaN if it has none.
  internal func slotNumber(_ number: PlaceNumberKey<Element>?) -> ((Int) -> Double)? {
    number.map { number -> (Int) -> Double in
      if let values = number.column(columns) { return { values[$0] } }
      return { index.element(inSlot: $0).map(number.read) ?? .nan }
    }
  }
}
