internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnIndex

extension PlaceBook {
  /// Returns the places that match a query, in its order.
  ///
  /// ```swift
  /// book.places(.init(words: "museum", center: here, radius: 2_000, order: .distance, limit: 10))
  /// ```
  ///
  /// - Parameter query: the query.
  /// - Returns: the places, each once.
  /// - Complexity: With a center and a limit, ordered by relevance or distance, and without
  ///   importances: O(limit × n / m) for m places that match the words and conditions, or O(m) if
  ///   that is less; the search either moves outward from the center or checks the places with the
  ///   words individually. Otherwise O(m), of which only the first `limit` places are sorted, plus
  ///   a fast O(n) scan without words and region. Misspelled words are searched only if there are
  ///   fewer exact results than the limit.
  public func places(
    _ query: PlaceBookQuery<Element>
  ) -> [PlaceBookMatch<ID, Element>] {
    matches(search(query))
  }

  /// The results with their elements.
  internal func matches(_ found: [Ranked]) -> [PlaceBookMatch<ID, Element>] {
    found.compactMap { found in
      guard let entry = index.entry(inSlot: found.slot) else { return nil }
      return PlaceBookMatch(
        id: entry.id, element: entry.element, distance: found.distance.isNaN ? nil : found.distance,
        kind: found.kind)
    }
  }

  /// Returns the number of places that match a query, at most its limit.
  ///
  /// - Complexity: as for ``places(_:)``, without sorting.
  public func count(_ query: PlaceBookQuery<Element>) -> Int {
    var query = query
    query.order = .distance
    return search(query).count
  }
}
