public import CairnIndex
internal import CairnText

extension Gazetteer {
  /// The places whose name is or begins with the given words, the likeliest first.
  ///
  /// First come places of exactly that name or code, then those whose name begins with it, each
  /// group by falling population; places of an exact main name come before those that only have
  /// another name like it. Behind commas may follow a region or a country, as in
  /// ``place(named:kind:)``. An empty result is no error.
  ///
  /// ```swift
  /// Gazetteer.embedded.search("springfield", limit: 3).map(\.description)
  /// // ["Springfield, Missouri, US", "Springfield, Massachusetts, US", …]
  /// ```
  ///
  /// - Parameters:
  ///   - text: the start of a name; case and accents do not matter.
  ///   - kind: only places of this kind, if given.
  ///   - limit: how many places at most.
  /// - Returns: different places, none for an empty text.
  /// - Complexity: O(log n + names that begin so); one letter is about a millisecond.
  public func search(_ text: String, kind: Place.Kind? = nil, limit: Int = 10) -> [Place] {
    let query = PlaceQuery(text)
    guard limit > 0, !query.key.isEmpty else { return [] }
    var result: [Int] = []
    var seen: Set<Int> = []
    func add(_ rows: [Int]) {
      for row in rows where result.count < limit {
        if isOfKind(kind, row: row), matches(query, row: row), seen.insert(row).inserted {
          result.append(row)
        }
      }
    }
    let coded = row(code: query).map { [$0] } ?? []
    if query.isWrittenAsCode, query.name.utf8.count == 3 { add(coded) }
    add(rows(named: query))
    add(coded)
    if result.count < limit { add(rows(beginningWith: query.key)) }
    if result.count < limit { add(rows(withWords: query.key)) }
    return result.map(place(at:))
  }

  /// The places whose name begins with the key, by falling population.
  private func rows(beginningWith key: SearchKey) -> [Int] {
    var candidates: [(weight: Int, row: Int)] = []
    tables.cities.forEach(withPrefix: key) { row, _ in
      candidates.append((population(ofRow: row), row))
    }
    let alternates = AlternateNames(text: tables.alternateNames)
    alternates.forEach(withPrefix: key) { position, _ in
      guard let row = alternates.city(at: position) else { return }
      candidates.append((population(ofRow: row) / Self.otherNameDiscount, row))
    }
    tables.airports.forEach(withPrefix: key) { row, _ in
      candidates.append((0, cityCount + row))
    }
    candidates.sort { ($1.weight, $0.row) < ($0.weight, $1.row) }
    return candidates.map(\.row)
  }
}
