internal import CairnGeodesy
internal import CairnText

extension Gazetteer {
  /// Names that are close to a misspelled one, the likeliest first.
  ///
  /// A name is close if it has one letter more, fewer or different, or two letters exchanged, or if
  /// it begins with the typed text. Names with two such errors are suggested only if none exists
  /// with one. There are no suggestions for fewer than four letters.
  ///
  /// ```swift
  /// Gazetteer.embedded.suggestions(for: "Sydny")  // ["Sydney"]
  /// ```
  ///
  /// - Parameters:
  ///   - name: the typed text.
  ///   - limit: the maximum number of names.
  /// - Returns: distinct names.
  /// - Complexity: O(names), a few tens of milliseconds: for error handling.
  public func suggestions(for name: String, limit: Int = 3) -> [String] {
    suggestions(for: PlaceQuery(name), limit: limit) { _ in true }
  }

  private struct Suggestion {
    var errors: Int
    var weight: Int
    var row: Int
    var name: String
  }

  internal func suggestions(
    for query: PlaceQuery, limit: Int, accepts: (Int) -> Bool
  ) -> [String] {
    let wanted = query.key.bytes
    // Nearly every name is close to one of three letters.
    guard limit > 0, (4...40).contains(wanted.count) else { return [] }
    let allowed = wanted.count < 5 ? 1 : 2
    var distance = EditDistance(to: wanted, limit: allowed)
    var found: [Suggestion] = []

    func consider(_ key: SearchKey, row: Int, weight: (Int) -> Int, name: () -> String) {
      var errors = distance(to: key.bytes)
      if errors ?? 2 > 1, key.hasPrefix(query.key) { errors = 1 }
      if let errors, accepts(row), matches(query, row: row) {
        found.append(Suggestion(errors: errors, weight: weight(row), row: row, name: name()))
      }
    }
    func look(in table: PlaceRows, from first: Int, discount: Int) {
      table.forEach { line, key in
        consider(key, row: first + line, weight: { weight(ofRow: $0) / discount }) {
          table.table.string(column: 0, row: line)
        }
      }
    }
    func look(in names: AlternateNames, discount: Int) {
      names.forEach { position, key in
        guard let row = names.row(at: position) else { return }
        consider(key, row: row, weight: { weight(ofRow: $0) / discount }) {
          names.name(at: position)
        }
      }
    }
    look(in: tables.cities, from: 0, discount: 1)
    for part in tables.airportParts { look(in: part, from: cityCount, discount: 1) }
    look(in: tables.destinations, from: placeCount, discount: Self.beginningDiscount)
    look(in: tables.meanings, discount: 1)
    look(in: tables.alternateNames, discount: Self.otherNameDiscount)
    look(in: tables.destinationNames, discount: Self.otherNameDiscount)

    found.sort { ($0.errors, $1.weight, $0.row) < ($1.errors, $0.weight, $1.row) }
    var rows: Set<Int> = []
    var names: Set<String> = []
    var result: [String] = []
    // Names with two errors are not suggested if there is one with a single error.
    let fewest = found.first?.errors
    for suggestion in found
    where suggestion.errors == fewest && rows.insert(suggestion.row).inserted {
      guard names.insert(suggestion.name).inserted else { continue }
      result.append(suggestion.name)
      if result.count == limit { break }
    }
    return result
  }

  /// The error for a query that no place matches.
  internal func error(
    for query: PlaceQuery, namesakes: [Int], accepts: (Int) -> Bool
  ) -> PlaceNameError {
    let text = query.text
    if !namesakes.isEmpty {
      // A city and its region may have the same description, as in Vienna, AT.
      var suggestions: [String] = []
      for row in namesakes where suggestions.count < 3 {
        let description = place(at: row).description
        if !suggestions.contains(description) { suggestions.append(description) }
      }
      return PlaceNameError(query: text, reason: .elsewhere, suggestions: suggestions)
    }
    return PlaceNameError(
      query: text, reason: .unknown, suggestions: names(like: query, accepts: accepts))
  }

  /// At most three names or codes that a query may have been meant to be: a code in uppercase,
  /// close names, and those of airports with words that begin with it.
  private func names(like query: PlaceQuery, accepts: (Int) -> Bool) -> [String] {
    var names: [String] = []
    if let row = row(code: query), accepts(row), matches(query, row: row) {
      names.append(query.name.uppercased())
    }
    names += suggestions(for: query, limit: 3, accepts: accepts)
    for row in rows(withWords: query.key) where accepts(row) && matches(query, row: row) {
      names.append(place(at: row).name)
      if names.count > 6 { break }
    }
    var known: Set<String> = []
    return Array(names.filter { known.insert($0).inserted }.prefix(3))
  }
}
