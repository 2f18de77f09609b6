public import CairnCountryFacts
public import CairnGeodesy
internal import CairnText

extension Gazetteer {
  /// The places whose name is or begins with the given words, the likeliest first.
  ///
  /// How well the name fits comes first, in five groups:
  /// 1. the airport of an IATA code in capitals
  /// 2. cities and destinations of exactly that name
  /// 3. airports of exactly that name, or of that code in any case
  /// 4. places whose name begins with it
  /// 5. airports and destinations with words that begin so
  ///
  /// In each group the largest city is the first, and one that has the name as its main name comes
  /// before one a hundred times as large that only has another name like it. Destinations count as
  /// cities of the size that ``place(named:kind:)`` tells, and as a tenth of that in the fourth
  /// group. Or, with `center`, the nearest place is the first, whatever its size. Behind commas may
  /// follow a region or a country, as in ``place(named:kind:)``. An empty result is no error.
  ///
  /// ```swift
  /// Gazetteer.embedded.search("springfield", limit: 3).map(\.description)
  /// // ["Springfield, Missouri, US", "Springfield, Massachusetts, US", …]
  /// Gazetteer.embedded.search("london", near: toronto, limit: 1)    // London, Ontario
  /// Gazetteer.embedded.search("san", in: .chile)                    // Santiago, San Bernardo, …
  /// ```
  ///
  /// - Parameters:
  ///   - text: the start of a name; case and accents do not matter.
  ///   - kind: only places of this kind, if given.
  ///   - country: only places that say that they are in this country, if given; what a
  ///     `CountryAtlas` says of their coordinates may differ at a border.
  ///   - center: where to look for the nearest, on the mean sphere, if given; for one that is no
  ///     valid coordinate there is no result.
  ///   - limit: how many places at most.
  /// - Returns: different places, none for an empty text.
  /// - Complexity: O(log n + m log m) for m names that begin so; one letter is about a millisecond.
  ///   From four letters on O(airports + destinations) more, where there are not enough such names.
  public func search(
    _ text: String, kind: Place.Kind? = nil, in country: Country? = nil,
    near center: Coordinate? = nil, limit: Int = 10
  ) -> [Place] {
    let query = PlaceQuery(text)
    guard limit > 0, !query.key.isEmpty, center?.isValid ?? true else { return [] }
    let code = country.map { Array($0.alpha2.lowercased().utf8) }
    var result: [Int] = []
    var seen: Set<Int> = []
    func add(_ rows: [Int]) {
      for row in center.map({ byDistance(rows, from: $0) }) ?? rows where result.count < limit {
        guard isOfKind(kind, row: row), code.map({ isInCountry($0, row: row) }) ?? true,
          matches(query, row: row), seen.insert(row).inserted
        else { continue }
        result.append(row)
      }
    }
    let coded = row(code: query).map { [$0] } ?? []
    if query.isWrittenAsCode, query.name.utf8.count == 3 { add(coded) }
    let named = rows(named: query)
    add(named.filter { !isAirport(row: $0) })
    add(named.filter { isAirport(row: $0) } + coded)
    if result.count < limit { add(rows(beginningWith: query.key)) }
    if result.count < limit { add(rows(withWords: query.key)) }
    return result.map(place(at:))
  }

  /// The rows by rising distance; those equally far in the given order.
  private func byDistance(_ rows: [Int], from center: Coordinate) -> [Int] {
    let distances = rows.map { tables.coordinates[$0].distance(to: center) }
    return rows.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { rows[$0] }
  }

  /// The places whose name begins with the key, by falling weight.
  private func rows(beginningWith key: SearchKey) -> [Int] {
    var candidates: [(weight: Int, row: Int)] = []
    tables.cities.forEach(withPrefix: key) { row, _ in
      candidates.append((population(ofRow: row), row))
    }
    func add(_ names: AlternateNames, discount: Int) {
      names.forEach(withPrefix: key) { position, _ in
        guard let row = names.row(at: position) else { return }
        candidates.append((weight(ofRow: row) / discount, row))
      }
    }
    add(tables.meanings, discount: 1)
    add(tables.alternateNames, discount: Self.otherNameDiscount)
    add(tables.destinationNames, discount: Self.otherNameDiscount)
    tables.destinations.forEach(withPrefix: key) { line, _ in
      let weight = tables.destinations.weight(ofLine: line) / Self.beginningDiscount
      candidates.append((weight, placeCount + line))
    }
    for part in tables.airportParts {
      part.forEach(withPrefix: key) { row, _ in candidates.append((0, cityCount + row)) }
    }
    candidates.sort { ($1.weight, $0.row) < ($0.weight, $1.row) }
    return candidates.map { $0.row }
  }
}
