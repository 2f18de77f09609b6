public import CairnCountryFacts
public import CairnGeodesy
internal import CairnText

extension Gazetteer {
  /// The places whose name equals or begins with the given words, the likeliest first.
  ///
  /// The quality of the match comes first, in five groups:
  /// 1. the airport with an IATA code in uppercase
  /// 2. cities and destinations with exactly that name
  /// 3. airports with exactly that name, or with that code in any case
  /// 4. places whose name begins with the text
  /// 5. airports and destinations with words that begin with it
  ///
  /// Within each group the largest city comes first, and a place with this main name precedes one
  /// up to a hundred times as large with such an alternative name. Destinations count as cities of
  /// the size given at ``place(named:kind:)``, and as a tenth of that in the fourth group. If you
  /// pass a `center`, the nearest place comes first instead, whatever its size. A region or a
  /// country may follow after a comma, as in ``place(named:kind:)``. An empty result is not an
  /// error.
  ///
  /// ```swift
  /// Gazetteer.embedded.search("springfield", limit: 3).map(\.description)
  /// // ["Springfield, Missouri, US", "Springfield, Massachusetts, US", …]
  /// Gazetteer.embedded.search("london", near: toronto, limit: 1)    // London, Ontario
  /// Gazetteer.embedded.search("san", in: .chile)                    // Santiago, San Bernardo, …
  /// ```
  ///
  /// - Parameters:
  ///   - text: the start of a name; case and accents are ignored.
  ///   - kind: only places of this kind, if given.
  ///   - country: only places that are recorded in this country, if given; near a border, a
  ///     `CountryAtlas` may return another country for their coordinates.
  ///   - center: the center of the search, on the mean sphere, if given; if it is not a valid
  ///     coordinate, the result is empty.
  ///   - limit: the maximum number of places.
  /// - Returns: distinct places; an empty array for an empty text.
  /// - Complexity: O(log n + m log m) for m names that begin with the text; one letter takes about
  ///   a millisecond. From four letters on O(airports + destinations) more, if there are not enough
  ///   such names.
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

  /// The rows by increasing distance; equally distant ones keep their order.
  private func byDistance(_ rows: [Int], from center: Coordinate) -> [Int] {
    let distances = rows.map { tables.coordinates[$0].distance(to: center) }
    return rows.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { rows[$0] }
  }

  /// The places whose name begins with the key, by decreasing weight.
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
