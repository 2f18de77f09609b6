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
  /// The smallest box that contains all places; empty for an empty book.
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
    summaryOfPlaces(visited, rating, query)
  }
}

extension BookReading {
  internal func summaryOfPlaces(
    _ visited: PlaceFilter<Element>?, _ rating: PlaceNumberKey<Element>?,
    _ query: PlaceBookQuery<Element>?
  ) -> PlaceSummary {
    var summary = PlaceSummary()
    let source = source
    let countries = source.countries
    var slots = query.map { search($0).map(\.slot) } ?? SlotBitSet(source.used).list
    if !source.slotsAreInOrder || query != nil {
      slots = slots.map { (source.tag($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
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
    summary.boundingBox = BoundingBox(enclosing: slots.map { source.coordinate($0) })
    return summary
  }
}
