internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnText

/// One search of a gazetteer: collects the names that match and orders their places by score.
///
/// The order, in five lines:
/// 1. Three capitals are the code of an airport, which comes first, unless they are `USA`, or
///    abbreviate a country or a region and the airport has no scheduled service.
/// 2. The score of a place is its fame × match × name, divided by 1 + (distance / 150 km)² if there
///    is a center. Fame is the population; that of a destination is its weight, a tenth of it for
///    the beginning of its name; an airport counts as 10,000 people, without service as 100.
/// 3. Match: 10 for a whole name, 2 for that of an airport without "Airport", 1 for a beginning,
///    1/100 for words within a name; a tenth of the first two after an elided article ("orsay"),
///    half if words after the name qualify it or words of the text abbreviate those of the name.
/// 4. Name: 1 for the main name, 1/100 for another one, but 1 for a whole one in use that no place
///    has as its main name, or only one with less than a hundredth of the people. A name that
///    stands for one particular city counts as ten million people.
/// 5. If at most two places are found, and none by its whole name, misspelled names follow, with
///    fewer errors first; if none is found at all, those of some of the words.
internal final class GazetteerSearch {
  let gazetteer: Gazetteer
  let lists: NameLists
  let query: PlaceQuery
  private let center: Coordinate?
  let accepts: (Int) -> Bool
  private let isCancelled: () -> Bool
  /// Whether misspelled names must begin with one more exact letter, to take less time.
  let isQuick: Bool
  /// Whether only whole names and beginnings are results: no misspelled ones or parts.
  let isStrict: Bool
  /// The factors of places that the app boosts, by row.
  let boosts: [Int: Double]
  /// The rows that may be results, and their country: faster to compare than ``accepts``.
  private let rows: Range<Int>
  private let country: UInt16?
  /// The accepted matches that may be among the best.
  var hits: [Hit] = []
  /// The greatest weight of the possible places whose main name is the typed text.
  var mostPeople = 0
  /// The countries of cities with the typed text as another name in use: such a city precedes the
  /// country, as Tunis does for "Túnez".
  var countriesOfCities: Set<UInt16> = []
  /// The number of best places that are searched.
  private var limit = Int.max
  /// The last of the best places, if there are as many as the limit.
  private var threshold: Hit?
  /// The number of names and keys that were examined, as a measure of the work.
  private(set) var examined = 0
  /// The number of names whose score was computed.
  private(set) var scored = 0
  /// The number of names that were compared with all words of the query.
  var compared = 0
  /// Whether the search ended early because it was cancelled.
  private(set) var isStopped = false

  /// A matching name.
  internal struct Hit {
    var name: FoundName
    var kind: Gazetteer.Match.Kind
    /// The order before the score.
    var group: Int
    var score: Double
  }

  /// The factors of the score.
  enum Factor {
    static let whole = 10.0
    static let beginning = 1.0
    static let word = 0.01
    static let elided = 0.1
    static let qualified = 0.5
    static let variant = 0.5
    /// For the other script of Chinese, so that of equal names the one in the typed script is
    /// shown.
    static let otherScript = 0.999
    static let otherName = 0.01
    /// Multiplies the factor of another name, if it is a whole one in use that no place has as its
    /// main name, or only one with less than a hundredth of the people.
    static let meantName = 100.0
    /// For the name of an airport without "Airport", so that a city by another name precedes it.
    static let airport = 2.0
    /// For a misspelled name that begins with another letter, since the first is seldom wrong.
    static let otherFirstLetter = 0.4
  }

  /// The factor of a name other than the main one.
  internal static let otherNameFactor = Factor.otherName
  /// The fame of an airport with scheduled service, and the bound of it.
  static let airportFame = 10_000
  internal static let airportBound = FameBound.code(of: airportFame)
  /// A lower bound of the number of distance units in a degree of latitude, 111,194 m.
  private static let unitsOfDegree = 111_000 / distanceUnit
  private static let distanceUnit = 150_000.0
  private static let fameOfMeaning = 10_000_000.0
  /// Typing errors are searched if fewer places are found, none of them by its whole name.
  private static let few = 3

  /// - Parameters:
  ///   - query: the typed text.
  ///   - gazetteer: the places.
  ///   - kind: only places of this kind, which `accepts` need not compare, if given.
  ///   - country: only places in this country, likewise.
  ///   - center: the center of the search.
  ///   - boosts: factors of the scores of some rows.
  ///   - isQuick: whether misspelled names must begin with one more exact letter.
  ///   - isStrict: whether to leave out misspelled names and parts of the text.
  ///   - isCancelled: whether the results are no longer needed; called every few hundred names.
  ///   - accepts: whether a row may be a result.
  init(
    _ query: PlaceQuery, in gazetteer: Gazetteer, kind: Place.Kind? = nil,
    country: Country? = nil, near center: Coordinate?, boosts: [Int: Double] = [:],
    isQuick: Bool = false, isStrict: Bool = false, isCancelled: @escaping () -> Bool = { false },
    accepts: @escaping (Int) -> Bool
  ) {
    self.isQuick = isQuick
    self.isStrict = isStrict
    rows = gazetteer.rows(ofKind: kind)
    self.country = country?.letters
    self.boosts = boosts
    self.isCancelled = isCancelled
    self.query = query
    self.gazetteer = gazetteer
    self.center = center
    self.accepts = { gazetteer.isOfKind(kind, row: $0) && accepts($0) }
    lists = NameLists(of: gazetteer)
  }

  /// The first results; incomplete if the search was cancelled.
  func results(limit: Int) -> [Hit] {
    self.limit = limit
    let coded = query.isWrittenAsCode ? gazetteer.row(code: query) : nil
    if let coded {
      let isCode =
        query.name.utf8.count == 3 && !gazetteer.isAbbreviation(query, beforeAirport: coded)
      addCode(coded, group: isCode ? 0 : 1)
    }
    let isAbbreviation = addAbbreviatedRegions()
    addBoosted()
    var hasNames = false
    let variants = query.variants
    for (number, key) in variants.enumerated() where !key.isEmpty {
      if addNames(beginningWith: key, number == 0 ? 1 : Factor.variant) { hasNames = true }
    }
    for key in query.inOtherScripts where addNames(beginningWith: key, Factor.otherScript) {
      hasNames = true
    }
    if !hasNames { hasNames = addNamesWithOtherArticles() }
    // Words after a name qualify it, unless the whole text is a name or the beginning of one that
    // does not end with a code: "Bern BE" is not the beginning of Bern Belp.
    if !hasNames || query.endsWithCode { addQualified(isUnfinished: false) }
    let hasHits = hasNames || !hits.isEmpty
    addNamesWithAllWords(hasHits ? nil : AbbreviatedWords(query.name, key: query.key))
    if hits.isEmpty { addNamesWithShortVowels() }
    if hits.isEmpty { addNamesWithSeparatedArticle() }
    if hits.isEmpty { addCountriesWithWords() }
    if hits.isEmpty { addQualified(isUnfinished: true) }
    var seen: Set<Int> = []
    var found = best(limit, &seen)
    guard found.count < min(limit, Self.few), !isAbbreviation, !isStrict,
      !found.contains(where: { $0.kind == .exact })
    else { return found }
    addSplitWord()
    let lowercase = coded == nil ? gazetteer.row(code: query) : nil
    if let lowercase, gazetteer.isServed(row: lowercase) { addCode(lowercase, group: 2) }
    found += best(limit - found.count, &seen)
    if found.count < limit {
      addMisspelled()
      var misspelled = best(limit - found.count, &seen)
      if let lowercase, !gazetteer.isServed(row: lowercase) {
        // Letters are more often a misspelled name than the code of an airfield.
        addCode(lowercase, group: 2)
        misspelled.insert(contentsOf: best(1, &seen), at: min(1, misspelled.count))
      }
      found += misspelled.prefix(limit - found.count)
    }
    if found.isEmpty {
      addNamesOfSomeWords()
      found = best(limit, &seen)
    }
    return found
  }

  /// The rows whose names have words that begin with each word of the query, the likeliest first.
  func rowsWithWords() -> [Int] {
    limit = 20
    addNamesWithAllWords(isForError: true)
    var seen: Set<Int> = []
    return best(20, &seen).map(\.name.row)
  }

  /// Counts an examined name and returns whether the search is cancelled.
  func isDone() -> Bool {
    examined += 1
    if examined.isMultiple(of: 256), !isStopped { isStopped = isCancelled() }
    return isStopped
  }

  // MARK: Scores

  private func addCode(_ row: Int, group: Int) {
    let name = FoundName(row: row, source: .main, position: row)
    add(name, .code, group: group, Factor.whole, isWhole: true)
  }

  /// Adds the regions that the text abbreviates.
  ///
  /// - Returns: whether there is one.
  private func addAbbreviatedRegions() -> Bool {
    let rows = gazetteer.regionRows(abbreviatedBy: query).filter { isPossible($0) && accepts($0) }
    for row in rows { addCode(row, group: 1) }
    return !rows.isEmpty
  }

  func add(
    _ name: FoundName, _ kind: Gazetteer.Match.Kind, group: Int = 1, _ factor: Double, isWhole: Bool
  ) {
    scored += 1
    var score = fame(of: name, isWhole: isWhole) * factor
    score /= Self.divisor(of: gazetteer.tables.coordinates[name.row], near: center)
    if let boost = boosts[name.row] { score *= boost }
    let hit = Hit(name: name, kind: kind, group: group, score: score)
    if let threshold, !precedes(hit, threshold) { return }
    guard isPossible(name.row), accepts(name.row) else { return }
    hits.append(hit)
    if limit < 1_000, hits.count >= max(64, 4 * limit) { keepBest() }
  }

  /// The divisor of the score of a place for its distance from the center.
  static func divisor(of place: Coordinate, near center: Coordinate?) -> Double {
    guard let center else { return 1 }
    let units = place.distance(to: center) / distanceUnit
    return 1 + units * units
  }

  /// Whether a row is in the range of the kind and in the country.
  func isPossible(_ row: Int) -> Bool {
    rows.contains(row) && country.map { $0 == gazetteer.tables.countries[row] } ?? true
  }

  /// Whether a name may be among the results.
  ///
  /// - Parameters:
  ///   - candidate: the name.
  ///   - factor: the factor of its fame.
  /// - Returns: false if its score cannot be among the best.
  func isNeeded(_ candidate: NameLists.Candidate, _ factor: Double) -> Bool {
    if let row = candidate.row, !isPossible(row) { return false }
    guard let threshold else { return true }
    guard threshold.group <= 1 else { return true }
    let bound = candidate.bound * factor
    guard threshold.group == 1, bound >= threshold.score else { return false }
    guard let center, let row = candidate.row else { return true }
    // The difference of the latitudes is a lower bound of the distance.
    let latitude = gazetteer.tables.coordinates.latitude(row) - center.latitude
    let units = latitude * Self.unitsOfDegree
    return bound >= threshold.score * (1 + units * units)
  }

  /// Keeps the best match of each of the best places.
  private func keepBest() {
    hits.sort(by: precedes)
    var seen: Set<Int> = []
    hits.removeAll { !seen.insert($0.name.row).inserted }
    guard hits.count >= limit else { return }
    hits.removeLast(hits.count - limit)
    threshold = hits.last
  }

  /// The fame of the place of a name, as far as the name is known.
  func fame(of name: FoundName, isWhole: Bool) -> Double {
    let row = name.row
    if gazetteer.isAirport(row: row) {
      guard gazetteer.isServed(row: row) else { return 100 }
      return Double(Self.airportFame) + gazetteer.rank(ofAirport: row)
    }
    var fame = Double(max(1, gazetteer.weight(ofRow: row)))
    if row >= gazetteer.placeCount, !isWhole { fame /= Double(Gazetteer.beginningDiscount) }
    switch name.source {
    case .main: return fame
    case .meaning: return isWhole ? max(fame, Self.fameOfMeaning) : fame
    case .cityName, .destinationName, .nativeName, .translation, .countryName:
      return fame * Factor.otherName
    }
  }

  /// Removes all matches and returns the best ones, each place once.
  private func best(_ limit: Int, _ seen: inout Set<Int>) -> [Hit] {
    hits.sort(by: precedes)
    var found: [Hit] = []
    for hit in hits {
      guard found.count < limit else { break }
      if seen.insert(hit.name.row).inserted { found.append(hit) }
    }
    removeHits()
    return found
  }

  private func removeHits() {
    hits.removeAll()
    threshold = nil
  }

  func precedes(_ a: Hit, _ b: Hit) -> Bool {
    if a.group != b.group { return a.group < b.group }
    if a.score != b.score { return a.score > b.score }
    if a.name.row != b.name.row { return a.name.row < b.name.row }
    // Of the names of a place the main one is shown, of equal ones the first.
    return (a.name.source.rawValue, a.name.position) < (b.name.source.rawValue, b.name.position)
  }
}
