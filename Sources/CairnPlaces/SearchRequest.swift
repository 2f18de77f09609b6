internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnText

/// The conditions of a search.
internal struct SearchRequest {
  var query: PlaceQuery
  var kind: Place.Kind?
  var country: Country?
  var center: Coordinate?
  /// The factors of the scores of some rows.
  var boosts: [Int: Double] = [:]
  /// Whether misspelled names must begin with one more exact letter, to take less time.
  var isQuick = false
  /// Whether only whole names and beginnings are results.
  var isStrict = false
  var isCancelled: () -> Bool = { false }

  /// The places that match, and the work of the search.
  struct Answer {
    var hits: [GazetteerSearch.Hit] = []
    /// The number of names that were examined, and of those whose score was computed.
    var examined = 0
    var scored = 0
    /// The number of names that were compared with all words of the query.
    var compared = 0
    var isCancelled = false

    /// Adds the work of another search.
    mutating func addWork(of other: Answer) {
      examined += other.examined
      scored += other.scored
      compared += other.compared
    }
  }

  /// The places that match.
  func answer(in gazetteer: Gazetteer, limit: Int) -> Answer {
    guard limit > 0, !query.key.isEmpty, center?.isValid ?? true else { return Answer() }
    // Unknown words after a comma are left out only if nothing matches them.
    let qualifiers = query.qualifiers.filter { !$0.key.isEmpty }
    var answer = answer(in: gazetteer, qualifiers, limit)
    // The names of countries take a millisecond to open.
    if !answer.isCancelled, !answer.hits.contains(where: { $0.kind == .exact }),
      let country = gazetteer.countryRow(namedInParts: query),
      gazetteer.isOfKind(kind, in: self.country, row: country)
    {
      let name = FoundName(row: country, source: .main, position: country)
      answer.hits.removeAll { $0.name.row == country }
      answer.hits.insert(.init(name: name, kind: .exact, group: 0, score: 0), at: 0)
      answer.hits = Array(answer.hits.prefix(limit))
    }
    if let other = answerUnderAnotherReading(in: gazetteer, limit: limit, after: answer) {
      return other
    }
    guard answer.hits.allSatisfy(\.isPart), !qualifiers.isEmpty, !answer.isCancelled, !isStrict
    else { return answer }
    if let other = answerInAnotherOrder(in: gazetteer, limit: limit) { return other }
    if let first = answer.hits.first {
      // Words of the first part are a whole name: "C1002 Buenos Aires, Argentina".
      let isNamed = query.key.contains(gazetteer.key(of: first.name))
      guard !isNamed, gazetteer.rows(named: query).isEmpty else { return answer }
      return answerWithoutFirstParts(in: gazetteer, limit: limit) ?? answer
    }
    let known = qualifiers.filter { words($0).areKnown(in: gazetteer) }
    var other = Answer()
    if known.count < qualifiers.count { other = self.answer(in: gazetteer, known, limit) }
    if !other.hits.contains(where: \.isName), gazetteer.rows(named: query).isEmpty {
      // A place is better than a misspelled name: "Stephansplatz 1, Wien".
      if let place = answerWithoutFirstParts(in: gazetteer, limit: limit) { return place }
    }
    if known.count == qualifiers.count { return answer }
    for index in other.hits.indices {
      other.hits[index].kind = .partial(missing: qualifiers.count - known.count)
    }
    other.addWork(of: answer)
    return other
  }

  /// The places named in an address or after a word such as "city of"; nil if the text can be read
  /// otherwise, or no place has the name.
  private func answerUnderAnotherReading(
    in gazetteer: Gazetteer, limit: Int, after answer: Answer
  ) -> Answer? {
    guard !answer.isCancelled, !answer.hits.contains(where: { $0.kind == .exact }) else {
      return nil
    }
    if let airports = airports(in: gazetteer, limit: limit, after: answer) { return airports }
    let address = AddressReading(query)
    let name = address == nil ? AreaWords.name(in: query.key) : nil
    guard let reading = address?.query ?? name.map({ query.named($0.key) }) else { return nil }
    var request = self
    request.query = reading
    var other = request.answer(in: gazetteer, limit: limit)
    other.hits.removeAll { hit in
      let isPart = !reading.qualifiers.isEmpty && hit.isPart
      return hit.kind != .exact && !isPart
        || !(address?.matches(hit.name.row, in: gazetteer) ?? true)
    }
    if other.hits.isEmpty { return nil }
    if let address, address.code != .province {
      for index in other.hits.indices where !other.hits[index].isPart {
        other.hits[index].kind = .partial(missing: 1)
      }
    }
    if let name, !name.isCity, let first = other.hits.first?.name.row {
      let isRegion = { (hit: GazetteerSearch.Hit) in
        gazetteer.isRegion(hit.name.row, ratherThan: first)
      }
      other.hits = other.hits.filter(isRegion) + other.hits.filter { !isRegion($0) }
    }
    other.addWork(of: answer)
    return other
  }

  /// The airports of the city that the text names together with a word for an airport, before other
  /// places.
  private func airports(in gazetteer: Gazetteer, limit: Int, after answer: Answer) -> Answer? {
    // "Kennedy airport" means the one in New York, not an airport near a town named Kennedy.
    let isFound = answer.hits.contains { !$0.isPart && gazetteer.isAirport(row: $0.name.row) }
    if isFound, answer.hits.contains(where: { $0.kind == .word || $0.kind == .prefix }) {
      return nil
    }
    let rows = gazetteer.airportRows(ofCityIn: query).filter {
      gazetteer.isOfKind(kind, in: country, row: $0)
    }
    guard !rows.isEmpty else { return nil }
    let found = rows.map { row in
      GazetteerSearch.Hit(
        name: FoundName(row: row, source: .main, position: row), kind: .word, group: 1,
        score: Double(GazetteerSearch.airportFame))
    }
    var other = answer
    let rest = answer.hits.filter { !$0.isPart && !rows.contains($0.name.row) }
    other.hits = Array((found + rest).prefix(limit))
    return other
  }

  /// The places whose name is a later part of the text and which the other parts qualify: "japan,
  /// kyoto".
  private func answerInAnotherOrder(in gazetteer: Gazetteer, limit: Int) -> Answer? {
    let parts = query.parts
    guard parts.count <= Self.mostParts else { return nil }
    for index in parts.indices.dropFirst() {
      var others = parts
      let name = others.remove(at: index)
      if let found = strictAnswer(to: [name] + others, in: gazetteer, limit: limit) {
        return found
      }
    }
    return nil
  }

  /// The places named by the last parts, using as many parts as possible: "Hotel Sacher, Wien".
  private func answerWithoutFirstParts(in gazetteer: Gazetteer, limit: Int) -> Answer? {
    let parts = query.parts
    guard parts.count <= Self.mostParts else { return nil }
    for missing in 1..<parts.count {
      let rest = Array(parts.dropFirst(missing))
      guard var found = strictAnswer(to: rest, in: gazetteer, limit: limit) else { continue }
      found.hits.removeAll { $0.kind != .exact }
      if found.hits.isEmpty { continue }
      for index in found.hits.indices { found.hits[index].kind = .partial(missing: missing) }
      return found
    }
    return nil
  }

  /// The maximum number of parts that are tried in other orders.
  private static let mostParts = 5

  /// The places with the first part as their name or its beginning and all others as qualifiers;
  /// nil if there are none.
  private func strictAnswer(
    to parts: [String], in gazetteer: Gazetteer, limit: Int
  ) -> Answer? {
    var request = self
    request.query = PlaceQuery(parts.joined(separator: ", "))
    request.isStrict = true
    var found = request.answer(in: gazetteer, limit: limit)
    found.hits.removeAll { !$0.isName }
    return found.hits.isEmpty ? nil : found
  }

  private func words(_ qualifier: PlaceQuery.Qualifier) -> QualifierWords {
    QualifierWords(qualifier.name, query.phrases)
  }

  private func answer(
    in gazetteer: Gazetteer, _ qualifiers: [PlaceQuery.Qualifier], _ limit: Int
  ) -> Answer {
    let words = qualifiers.map(words)
    let search = GazetteerSearch(
      query, in: gazetteer, kind: kind, country: country, near: center, boosts: boosts,
      isQuick: isQuick, isStrict: isStrict, isCancelled: isCancelled
    ) { row in
      zip(qualifiers, words).allSatisfy { qualifier, words in
        gazetteer.matches(qualifier, row: row)
          || words.match(row, in: gazetteer, isUnfinished: true)
      }
    }
    let found = search.results(limit: limit)
    return Answer(
      hits: found, examined: search.examined, scored: search.scored,
      compared: search.compared, isCancelled: search.isStopped)
  }
}

extension SearchKey {
  /// Whether the words of another key are among those of this one, side by side.
  fileprivate func contains(_ other: SearchKey) -> Bool {
    let (words, wanted) = (words, other.words)
    guard !wanted.isEmpty, wanted.count <= words.count else { return false }
    return (0...(words.count - wanted.count)).contains { first in
      zip(words[first...], wanted).allSatisfy { $0 == $1 }
    }
  }
}

extension GazetteerSearch.Hit {
  /// Whether the text is a name or the beginning of one.
  fileprivate var isName: Bool { kind == .exact || kind == .prefix }

  /// Whether only some of the words are a name.
  fileprivate var isPart: Bool {
    if case .partial = kind { true } else { false }
  }
}
