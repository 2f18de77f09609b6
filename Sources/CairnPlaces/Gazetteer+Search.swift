public import CairnCountryFacts
public import CairnGeodesy
internal import CairnText

extension Gazetteer {
  /// A result of a search, with the name that matched.
  public struct Match: Hashable, Sendable {
    /// The kind of match between a name and a text, best first.
    public enum Kind: Hashable, Sendable {
      /// The text is the code of an airport or the abbreviation of a region in uppercase; the code
      /// in any case if no name matches: after the likeliest misspelled name if the airport has no
      /// scheduled service.
      case code
      /// The text is the whole name, possibly without an elided article: "aquila" for L'Aquila.
      case exact
      /// The name begins with the text.
      case prefix
      /// Each word of the text begins a word of the name.
      case word
      /// The name, or a word of it, begins with the text except for some typing errors.
      case misspelled(errors: Int)
      /// Some words of the text are a name or begin one; the others are unknown.
      case partial(missing: Int)
    }

    /// The place.
    public let place: Place
    /// The name that matched, such as "Munich" or "München"; the main name for a code.
    public let name: String
    /// The kind of match of the name.
    public let kind: Kind

    /// Creates a match.
    public init(place: Place, name: String, kind: Kind) {
      self.place = place
      self.name = name
      self.kind = kind
    }

    /// Whether the name that matched is the name of the place, not another name of it.
    public var isMainName: Bool { name == place.name }
  }

  /// The places whose name equals, begins with or contains the given words, the likeliest first.
  ///
  /// The places of ``matches(_:kind:in:near:limit:)``, which also returns the names that matched.
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
  /// - Complexity: O(log n + m) for m names with words that begin with the text.
  public func search(
    _ text: String, kind: Place.Kind? = nil, in country: Country? = nil,
    near center: Coordinate? = nil, limit: Int = 10
  ) -> [Place] {
    hits(text, kind: kind, in: country, near: center, limit: limit).map { place(at: $0.name.row) }
  }

  /// The places whose name equals, begins with or contains the given words, the likeliest first,
  /// each with the name that matched.
  ///
  /// The text is compared ignoring case, accents, vowel signs and punctuation in any script, with
  /// `st` for `saint` or `sankt` and "&" for "and". It may be a part of a name: "aires" finds
  /// Buenos Aires, "orsay" Musée d'Orsay. If no name begins with it, its words may abbreviate those
  /// of a name ("Frankfurt a.M.", "gt malvern"), its Arabic articles may have another form
  /// ("Al Oued", "es salt"), and in a whole main name two letters may stand for an umlaut or a long
  /// vowel ("vaesteraas", "toukyou"). The country, region or city may follow or precede the name,
  /// with or without a comma: "paris texas", "los angeles ca", "Bethlehem Palestine", "japan,
  /// kyoto". If the part before a comma names no place, the part after it is used: "hotel sacher,
  /// wien". A word for an airport in many languages stands for the airports of a city: "Flughafen
  /// München". Chinese names are found in simplified and in traditional characters.
  ///
  /// The order is by one score:
  /// 1. An airport whose IATA code is the text, in uppercase, comes first, unless it abbreviates a
  ///    country or a region, as at ``place(named:kind:)``.
  /// 2. The score is fame × match × name, divided by 1 + (distance / 150 km)² if there is a center.
  ///    Fame is the population; that of a destination is the one at ``place(named:kind:)``, a tenth
  ///    of it for the beginning of its name; an airport counts as 10,000 people, or 100 without
  ///    scheduled service. Of equal airports, large ones come first, then those of larger cities.
  /// 3. Match is 10 for a whole name, 2 for that of an airport without "Airport", 1 for a beginning
  ///    and 1/100 for words within a name.
  /// 4. Name is 1 for the main name and 1/100 for another one, such as "Monaco" for München. It is
  ///    also 1 for a whole name in another language and for initials if no place has that main
  ///    name, or only one with less than a hundredth of the people: "Gand" is Ghent, unless a place
  ///    with ten times as many people begins with it. A city precedes its country if the name is
  ///    the main one of both, as Singapore, or of neither: "Túnez" is Tunis, but "Mexico" the
  ///    country.
  /// 5. Misspelled names follow only if at most two places are found, none by its whole name; names
  ///    of some of the words only if none is found at all, by the square of their share of the
  ///    text. The score of a misspelled name is multiplied by 0.4 if its first letter differs. For
  ///    a text of three letters these are main names of two to four letters.
  ///
  /// ```swift
  /// let found = Gazetteer.embedded.matches("sidney")[0]
  /// found.place.name  // "Sydney"
  /// found.kind        // .misspelled(errors: 1) if no place is called Sidney
  /// ```
  ///
  /// - Parameters:
  ///   - text: the start of a name, or words of it.
  ///   - kind: only places of this kind, if given; `aerodrome` stands for all airports.
  ///   - country: only places that are recorded in this country, if given.
  ///   - center: the center of the search, on the mean sphere, if given; if it is not a valid
  ///     coordinate, the result is empty.
  ///   - limit: the maximum number of places.
  /// - Returns: distinct places with names; an empty array for an empty text.
  /// - Complexity: O(log n + m) for m names with words that begin with the text, plus a few hundred
  ///   microseconds for misspelled names. These searches store the beginnings of the names that
  ///   they read, eight bytes each.
  public func matches(
    _ text: String, kind: Place.Kind? = nil, in country: Country? = nil,
    near center: Coordinate? = nil, limit: Int = 10
  ) -> [Match] {
    hits(text, kind: kind, in: country, near: center, limit: limit).map { hit in
      Match(place: place(at: hit.name.row), name: string(of: hit.name), kind: hit.kind)
    }
  }

  /// The matches with their scores, to rank regions among them that are not in the gazetteer.
  ///
  /// - Returns: the matches of ``matches(_:kind:in:near:limit:)``; the group precedes the score: 0
  ///   for a code, 1 for the names that match, more for misspelled ones.
  package func rankedMatches(
    _ text: String, kind: Place.Kind?, near center: Coordinate?
  ) -> [(match: Match, group: Int, score: Double)] {
    hits(text, kind: kind, in: nil, near: center, limit: .max).map { hit in
      let name = string(of: hit.name)
      let match = Match(place: place(at: hit.name.row), name: name, kind: hit.kind)
      return (match, hit.group, hit.score)
    }
  }

  /// The words of a text that are neither in the name that matched nor qualify the place.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - match: a match of the text.
  /// - Returns: the words as they were typed, in order.
  package func unusedWords(of text: String, in match: Match) -> [String] {
    let place = match.place
    let names = [match.name, place.name, place.region, place.country?.name, place.locality]
    let keys = names.compactMap { $0.map { SearchKey($0) } }
    let row = row(of: place)
    let words = text.split { $0.isWhitespace || ",，、،;()".contains($0) }
    return words.filter { word in
      let key = SearchKey(word)
      if key.isEmpty || keys.contains(where: { $0.hasWord(beginningWith: key.bytes[...]) }) {
        return false
      }
      return row.map { !matches(PlaceQuery.Qualifier(String(word)), row: $0) } ?? true
    }.map(String.init)
  }

  /// The score of a region that is not in the gazetteer.
  ///
  /// - Parameters:
  ///   - people: the people of its cities; its fame is a tenth, as that of the regions of the
  ///     gazetteer, at least that of an airport, and a tenth of that for the beginning of its name.
  ///   - isWhole: whether the text is its whole name.
  ///   - isLocal: whether the name is its own or one in a language of its country.
  /// - Returns: a score as of ``rankedMatches(_:kind:near:)``.
  package static func score(ofRegionWith people: Double, isWhole: Bool, isLocal: Bool) -> Double {
    let fame =
      max(Double(GazetteerSearch.airportFame), people / 10)
      * (isLocal ? 1 : GazetteerSearch.Factor.otherName)
    return isWhole
      ? fame * GazetteerSearch.Factor.whole
      : fame * GazetteerSearch.Factor.beginning / Double(beginningDiscount)
  }

  /// The divisor of the score of a place for its distance from the center of a search.
  package static func divisor(of place: Coordinate, near center: Coordinate?) -> Double {
    GazetteerSearch.divisor(of: place, near: center)
  }

  private func hits(
    _ text: String, kind: Place.Kind?, in country: Country?, near center: Coordinate?, limit: Int
  ) -> [GazetteerSearch.Hit] {
    let request = SearchRequest(
      query: PlaceQuery(text), kind: kind, country: country, center: center)
    return request.answer(in: self, limit: limit).hits
  }
}
