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
  /// - Complexity: a few milliseconds: names with a common beginning are compared once.
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
    // Nearly every name is close to a text of three letters.
    guard limit > 0, (4...40).contains(query.key.bytes.count) else { return [] }
    var found: [Suggestion] = []
    for key in query.spellings where found.isEmpty {
      found = closeNames(to: key) { accepts($0) && matches(query, row: $0) }
    }
    if found.isEmpty {
      for (key, qualifiers) in query.divisions where key.bytes.count > 3 {
        guard qualifiers.areKnown(in: self) else { continue }
        found = closeNames(to: key) {
          accepts($0) && matches(query, row: $0)
            && qualifiers.match($0, in: self, isUnfinished: false)
        }
        if !found.isEmpty { break }
      }
    }
    var rows: Set<Int> = []
    var names: Set<String> = []
    var result: [String] = []
    for suggestion in found where rows.insert(suggestion.row).inserted {
      guard names.insert(suggestion.name).inserted else { continue }
      result.append(suggestion.name)
      if result.count == limit { break }
    }
    return result
  }

  /// The names with the fewest errors, at most two, the likeliest first; those that begin with the
  /// key count as having one error.
  private func closeNames(to key: SearchKey, where isIncluded: (Int) -> Bool) -> [Suggestion] {
    let lists = NameLists(of: self)
    var found: [Suggestion] = []
    func add(_ name: FoundName, _ errors: Int) {
      guard name.part == .whole, isIncluded(name.row) else { return }
      var weight = weight(ofRow: name.row)
      switch name.source {
      case .main: if name.row >= placeCount { weight /= Self.beginningDiscount }
      case .meaning: break
      case .cityName, .destinationName, .nativeName, .translation, .countryName:
        weight /= Self.otherNameDiscount
      }
      found.append(
        Suggestion(errors: errors, weight: weight, row: name.row, name: string(of: name)))
    }
    for limit in 1...(key.bytes.count < 5 ? 1 : 2) where found.isEmpty {
      var distance = PrefixDistance(to: key.bytes, limit: limit)
      lists.forEach(like: &distance, includingLater: false) { name, _, whole in
        if let whole { add(name, whole) }
      }
      if limit == 1 {
        lists.forEach(beginningWith: key) { name, isWhole in if !isWhole { add(name, 1) } }
      }
    }
    found.sort { ($0.errors, $1.weight, $0.row) < ($1.errors, $0.weight, $1.row) }
    let fewest = found.first?.errors
    return found.filter { $0.errors == fewest }
  }

  /// The error for a query that no place matches.
  internal func error(
    for query: PlaceQuery, namesakes: [Int], accepts: @escaping (Int) -> Bool
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

  /// At most three names or codes that a query may have meant: a code in uppercase,
  /// close names, and those of airports with words that begin with it.
  private func names(like query: PlaceQuery, accepts: @escaping (Int) -> Bool) -> [String] {
    var names: [String] = []
    if let row = row(code: query), accepts(row), matches(query, row: row) {
      names.append(query.name.uppercased())
    }
    names += suggestions(for: query, limit: 3, accepts: accepts)
    let search = GazetteerSearch(query, in: self, near: nil) { row in
      accepts(row) && matches(query, row: row)
    }
    for row in search.rowsWithWords().prefix(6) { names.append(place(at: row).name) }
    var known: Set<String> = []
    return Array(names.filter { known.insert($0).inserted }.prefix(3))
  }
}
