internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnIndex

extension PlaceBook {
  /// The places that satisfy a query, in its order.
  ///
  /// ```swift
  /// book.places(.init(words: "museum", center: here, radius: 2_000, order: .distance, limit: 10))
  /// ```
  ///
  /// - Parameter query: what is asked.
  /// - Returns: the places, each once.
  /// - Complexity: with a center and a limit by relevance or distance, and no importances, O(the
  ///   limit × n / m) for m places that have the words and satisfy the conditions, or O(m) where
  ///   that is less: places are asked outwards from the center, or those with the words one by
  ///   one. Otherwise O(m), of which only the limit is sorted, and O(n), quick, where no words and
  ///   no region are asked for. Typing errors are looked for only where there are fewer places
  ///   than the limit without.
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
    Search(self, query)?.answer() ?? []
  }
}
