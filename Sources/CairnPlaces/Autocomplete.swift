public import CairnCountryFacts
public import CairnGeodesy
internal import CairnText

/// The completions of a text that a user is typing, updated with each keystroke.
///
/// The contract, beyond that of ``Gazetteer/matches(_:kind:in:near:limit:)``, whose places and
/// scores it uses:
/// - **Speed.** Most keystrokes take less than a millisecond with 240,000 names, even if a word is
///   unknown; texts of several common words take some milliseconds, and the first keystroke takes
///   more. Misspelled names are only found if their first letter is right, and with two errors the
///   first two.
/// - **Stable order.** While letters are added, the places that were shown before keep their order
///   among themselves, except that a place whose whole name is typed comes first.
/// - **Cancellation.** A superseded update ends early and returns `nil`.
/// - **Recent places.** The app passes places that the user searched or visited, with factors for
///   their scores. Before a letter is typed, these are the completions.
/// - **Incomplete letters.** The last Korean syllable may be incomplete: 서울 is found by each text
///   on the way to it, ㅅ, 서, 성 and 서우.
/// - **Highlighting.** Each completion has the ranges of its name that match the text.
///
/// ```swift
/// var autocomplete = Autocomplete(near: here)
/// autocomplete.boosts = recents.map { Autocomplete.Boost($0, factor: 20) }
/// autocomplete.update("mun")   // München, Münster, …
/// ```
///
/// It is a value with a few numbers as its state; keep it with the text field, one for each.
public struct Autocomplete: Sendable {
  /// A place that the app prefers, such as one that the user has chosen before.
  public struct Boost: Hashable, Sendable {
    /// A place of the gazetteer; other places are ignored.
    public var place: Place
    /// The factor of its score: 10 outweighs a whole name against its beginning.
    public var factor: Double

    /// Creates a boost.
    public init(_ place: Place, factor: Double = 10) {
      self.place = place
      self.factor = factor
    }
  }

  /// A place with the name that matches.
  public struct Completion: Hashable, Sendable {
    /// The place.
    public let place: Place
    /// The name to show: the one that matches, which may be another name of the place.
    public let name: String
    /// The kind of match of the name.
    public let kind: Gazetteer.Match.Kind
    /// The parts of the name that match the typed text, in order; empty before a letter is typed.
    ///
    /// For a misspelled name, the part that is most similar to the text.
    public let ranges: [Range<String.Index>]

    /// Creates a completion.
    ///
    /// - Parameters:
    ///   - place: the place.
    ///   - name: the name to show.
    ///   - kind: how the name matches.
    ///   - ranges: the parts of the name that match the typed text, in order.
    public init(
      place: Place, name: String, kind: Gazetteer.Match.Kind, ranges: [Range<String.Index>] = []
    ) {
      self.place = place
      self.name = name
      self.kind = kind
      self.ranges = ranges
    }
  }

  /// The places.
  public let gazetteer: Gazetteer
  /// Only places of this kind are completions, if given.
  public var kind: Place.Kind?
  /// Only places in this country are completions, if given.
  public var country: Country?
  /// The center of the search, if given.
  public var center: Coordinate?
  /// The maximum number of completions.
  public var limit: Int
  /// Places that are preferred; of several boosts of a place, the largest counts.
  ///
  /// A boost applies to every name of its place. Factors that are not positive and finite are
  /// ignored.
  public var boosts: [Boost] = [] {
    didSet { updateBoosts() }
  }

  /// The factors of the boosted rows.
  private var factors: [Int: Double] = [:]
  /// The key of the last text, and the rows that were found.
  private var lastKey = SearchKey("")
  private var lastRows: [Int] = []
  /// The number of names that the last update examined, as a measure of its work.
  package private(set) var examined = 0
  /// The number of these names whose score was computed.
  package private(set) var scored = 0
  /// The number of these names whose keys were compared with all words of the text.
  package private(set) var compared = 0

  /// Creates an autocomplete without a text.
  ///
  /// - Parameters:
  ///   - gazetteer: the places.
  ///   - kind: only places of this kind, if given.
  ///   - country: only places in this country, if given.
  ///   - center: the center of the search, on the mean sphere, if given.
  ///   - limit: the maximum number of completions.
  public init(
    _ gazetteer: Gazetteer = .embedded, kind: Place.Kind? = nil, in country: Country? = nil,
    near center: Coordinate? = nil, limit: Int = 10
  ) {
    self.gazetteer = gazetteer
    self.kind = kind
    self.country = country
    self.center = center
    self.limit = limit
  }

  /// Updates the text and returns its completions.
  ///
  /// - Parameters:
  ///   - text: the whole text of the field.
  ///   - isCancelled: whether the completions are no longer needed; by default, whether the current
  ///     task is cancelled. Called every few hundred names.
  /// - Returns: the completions, the likeliest first; `nil` if the update was cancelled, which
  ///   leaves the state as it was.
  /// - Complexity: O(log n + m) for m names that begin with the text, of which all but the
  ///   likeliest cost a few nanoseconds each.
  public mutating func update(
    _ text: String, isCancelled: @escaping () -> Bool = { Task.isCancelled }
  ) -> [Completion]? {
    if isCancelled() { return nil }
    let query = PlaceQuery(text)
    guard !query.key.isEmpty else {
      lastKey = query.key
      lastRows = []
      (examined, scored, compared) = (0, 0, 0)
      return preferred()
    }
    let request = SearchRequest(
      query: query, kind: kind, country: country, center: center, boosts: factors,
      isQuick: true, isCancelled: isCancelled)
    let found = request.answer(in: gazetteer, limit: limit)
    if found.isCancelled || isCancelled() { return nil }
    let hits = stable(found.hits, query.key)
    (examined, scored, compared) = (found.examined, found.scored, found.compared)
    lastKey = query.key
    lastRows = hits.map(\.name.row)
    return hits.map { hit in
      let name = gazetteer.string(of: hit.name)
      return Completion(
        place: gazetteer.place(at: hit.name.row), name: name, kind: hit.kind,
        ranges: MatchedRanges(query: query, kind: hit.kind).ranges(in: name))
    }
  }

  /// The boosted places, those with the largest factors first.
  private func preferred() -> [Completion] {
    let rows = factors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let accepted = rows.lazy.filter { gazetteer.isOfKind(kind, in: country, row: $0) }
    return accepted.prefix(max(0, limit)).map { row in
      let place = gazetteer.place(at: row)
      return Completion(place: place, name: place.name, kind: .prefix, ranges: [])
    }
  }

  /// The matches with the places that were shown before in their previous order, unless the typed
  /// text is their whole name.
  private func stable(
    _ hits: [GazetteerSearch.Hit], _ key: SearchKey
  ) -> [GazetteerSearch.Hit] {
    guard !lastRows.isEmpty, key.hasPrefix(lastKey) else { return hits }
    let ranks = Dictionary(
      lastRows.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func isKnown(_ hit: GazetteerSearch.Hit) -> Bool {
      hit.kind != .exact && hit.kind != .code && ranks[hit.name.row] != nil
    }
    var known = hits.filter(isKnown)
    known.sort { (ranks[$0.name.row] ?? 0) < (ranks[$1.name.row] ?? 0) }
    var result = hits
    var next = known.makeIterator()
    for index in hits.indices where isKnown(hits[index]) {
      if let hit = next.next() { result[index] = hit }
    }
    return result
  }

  private mutating func updateBoosts() {
    factors = [:]
    for boost in boosts where boost.factor > 0 && boost.factor.isFinite {
      guard let row = gazetteer.row(of: boost.place) else { continue }
      factors[row] = max(factors[row] ?? 0, boost.factor)
    }
  }
}

extension Gazetteer {
  /// The row of a place of this gazetteer or of another one; nil if this one does not have it.
  internal func row(of place: Place) -> Int? {
    if let city = cityRow(of: place) { return city }
    let key = SearchKey(place.name)
    var found: Int?
    for part in tables.airportParts {
      part.forEach(withKey: key) { line in
        if tables.coordinates[cityCount + line] == place.coordinate { found = cityCount + line }
      }
    }
    tables.destinations.forEach(withKey: key) { line in
      if tables.coordinates[placeCount + line] == place.coordinate { found = placeCount + line }
    }
    return found
  }
}
