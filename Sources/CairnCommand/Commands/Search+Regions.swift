internal import CairnCountries
internal import CairnGeodesy
internal import CairnPlaces
internal import CairnRegionNames
internal import CairnRegions
internal import CairnText

/// The places and the regions that a search finds, the likeliest first.
///
/// The gazetteer has only regions with many people. The others are ranked among its places by the
/// same score, and get a coordinate only if they are printed.
struct SearchResults {
  /// A place of the gazetteer, or a region that it does not have.
  private enum Result {
    case place(Gazetteer.Match)
    case region(AdministrativeArea.Match)

    /// Whether the result is a region.
    func isRegion(_ region: AdministrativeArea) -> Bool {
      switch self {
      case .place(let match):
        [.region, .island, .country].contains(match.place.kind)
          && match.place.name == region.name && match.place.country == region.country
      case .region(let match): match.area == region
      }
    }

    /// Whether the result is a region, or the city that has nearly all of its people: Vienna.
    func stands(for region: AdministrativeArea) -> Bool {
      if isRegion(region) { return true }
      guard case .place(let match) = self, match.place.kind == .city else { return false }
      let place = match.place
      return place.country == region.country && place.region == region.name
        && Double(place.population ?? 0) > 0.9 * region.cityPopulation
    }
  }

  private var results: [Result]
  private let text: String

  /// The number of results.
  var count: Int { results.count }

  /// The maximum number of regions that are ranked.
  private static let mostRegions = 20

  /// Searches the places and the regions.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - kind: only places of this kind, if given.
  ///   - filter: the filter by country.
  ///   - center: the center of the search, if given.
  init(_ text: String, kind: Place.Kind?, _ filter: PlaceCriteria, near center: Coordinate?) {
    self.text = text
    let found = Gazetteer.embedded(for: text).rankedMatches(text, kind: kind, near: center)
      .filter { filter.accepts($0.match.place) }
    results = found.map { .place($0.match) }
    guard kind == nil || kind == .region, center?.isValid ?? true else { return }
    let regions = AdministrativeArea.matches(called: text, wholeOnly: false).lazy.filter { match in
      filter.country.map { $0.country == match.area.country } ?? true
    }
    let hasKind = AreaWords.name(in: SearchKey(text)).map { !$0.isCity } ?? false
    var scores = found.map { (group: $0.group, score: $0.score) }
    var hasWhole = false
    for match in regions.prefix(Self.mostRegions) {
      // A word for the kind that is not typed is a part of the name.
      let isWhole = match.isWhole && (hasKind || !match.differsInKind)
      hasWhole = hasWhole || isWhole
      let score = Self.score(of: match, isWhole: isWhole, near: center)
      if let known = results.firstIndex(where: { $0.stands(for: match.area) }) {
        // A misspelled name of the region, such as Hesse for "Hessen".
        guard isWhole, scores[known].group > 1 else { continue }
        results.remove(at: known)
        scores.remove(at: known)
      }
      let index = scores.firstIndex { $0.group > 1 || $0.group == 1 && $0.score < score }
      scores.insert((1, score), at: index ?? scores.endIndex)
      results.insert(.region(match), at: index ?? results.endIndex)
    }
    // Misspelled names do not follow a whole one.
    if hasWhole, let end = scores.firstIndex(where: { $0.group > 1 }) {
      results.removeSubrange(end...)
    }
    if center == nil { preferRegion(called: text) }
  }

  /// The score of a region, divided as that of a place for its distance from the center.
  private static func score(
    of match: AdministrativeArea.Match, isWhole: Bool, near center: Coordinate?
  ) -> Double {
    let score = Gazetteer.score(
      ofRegionWith: match.area.cityPopulation, isWhole: isWhole, isLocal: match.isLocal)
    guard let center, let place = Place(match.area) else { return score }
    return score / Gazetteer.divisor(of: place.coordinate, near: center)
  }

  /// Puts the region first that precedes the first place of the name, as in `cairn where`.
  private mutating func preferRegion(called text: String) {
    guard case .place(let first)? = results.first,
      let region = AdministrativeArea.meant(by: text, ratherThan: first.place),
      first.kind.isName || first.kind == .prefix && first.place.region == region.name,
      let index = results.firstIndex(where: { $0.isRegion(region) })
    else { return }
    results.insert(results.remove(at: index), at: 0)
  }

  /// A row of the list of results; in a table, the name of the place includes the one that matched
  /// if it is another one.
  func row(_ number: Int, isTable: Bool) -> PlaceList.Row {
    let name: String
    var place: Place
    let kind: Gazetteer.Match.Kind
    switch results[number] {
    case .place(let match):
      place = match.place
      kind = match.kind
      name = match.kind == .code ? place.code ?? match.name : match.name
    case .region(let match):
      let region = match.area
      // Every region has an outline.
      place =
        Place(region)
        ?? Place(name: region.name, coordinate: Coordinate(latitude: 0, longitude: 0))
      name = match.name
      kind = match.isWhole ? .exact : .prefix
    }
    if isTable, kind != .code, SearchKey(name) != SearchKey(place.name) {
      place.name += " (\(name))"
    }
    return PlaceList.Row(place: place, match: .init(name: name, kind: kind.word))
  }

  /// The remark in the heading if the first result is not by the typed name.
  var remark: String {
    guard case .place(let match)? = results.first else { return "" }
    return switch match.kind {
    case .code, .exact, .prefix, .word: ""
    case .misspelled: "; similar names"
    case .partial: "; some of the words are unknown\(unusedWords(in: match))"
    }
  }

  /// The words that the first result does not use, in parentheses.
  private func unusedWords(in match: Gazetteer.Match) -> String {
    let words = Gazetteer.embedded(for: text).unusedWords(of: text, in: match)
    return words.isEmpty
      ? "" : ": " + Text.line(DisplayWidth.truncated(words.joined(separator: ", "), to: 60))
  }
}

extension Gazetteer.Match.Kind {
  /// The kind as a word of JSON and CSV.
  fileprivate var word: String {
    switch self {
    case .code: "code"
    case .exact: "exact"
    case .prefix: "prefix"
    case .word: "word"
    case .misspelled: "misspelled"
    case .partial: "partial"
    }
  }

  /// Whether the text is a whole name, besides unknown words.
  fileprivate var isName: Bool {
    switch self {
    case .exact, .partial: true
    case .code, .prefix, .word, .misspelled: false
    }
  }
}
