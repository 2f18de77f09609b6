internal import CairnCountries
internal import CairnGeodesy

/// Which places are wanted.
struct PlaceFilter {
  var kind: String?
  var country: CountryFilter?

  var isEmpty: Bool { kind == nil && country == nil }

  /// Whether a place is in the country.
  func accepts(_ place: Place) -> Bool {
    country?.accepts(word: place.countryCode, at: place.coordinate) ?? true
  }

  /// Whether a place of a list is in the country.
  func accepts(_ row: PlaceList.Row) -> Bool { accepts(row.place) }

  /// The word for such places, and of which country they are.
  func noun(count: Int, of source: PlaceSource) -> String {
    var text: String
    if let kind, source.roles != nil {
      text = PlaceList.noun(nil, count: count) + " of kind \(Text.line(kind))"
    } else {
      text = PlaceList.noun(kind.map { Place.Kind($0) }, count: count)
    }
    if let country { text += " of \(country.country.name)" }
    return text
  }
}

extension Option {
  /// The kind of places, where they may be one's own.
  static let anyKind = Option(
    name: "kind", value: "KIND",
    help: "only this kind: city, district, airport, aerodrome (airports without service, too), "
      + "town, island, landmark, region, country, your own word",
    hints: embeddedKinds)
  /// Only how many there are.
  static let count = Option(name: "count", help: "print only how many there are")

  /// How many places are listed.
  static func limit(preset: Int?) -> Option {
    let most = NearQuery.limits.upperBound
    let range = preset.map { "1 to \(most) (default \($0))" } ?? "1 to \(most) (default all)"
    return Option(name: "limit", value: "COUNT", help: "how many places at most, \(range)")
  }

  /// The kinds that the embedded places have.
  static let embeddedKinds = [
    Place.Kind.city, .district, .airport, .aerodrome, .town, .island, .landmark, .region, .country,
  ].map(\.rawValue)
}

extension Arguments {
  /// Which places are wanted: of a kind, of a country.
  func filter(hasOwnPlaces: Bool) throws(Failure) -> PlaceFilter {
    let filter = PlaceFilter(
      kind: self["kind"], country: hasOwnPlaces ? try countryFilter : try ownCountryFilter)
    if !hasOwnPlaces, let kind = filter.kind, !Option.embeddedKinds.contains(kind) {
      let hint = Spelling.suggestion(for: kind, among: Option.embeddedKinds)
      throw .usage(
        "--kind is \(Spelling.list(Option.embeddedKinds)), not \(Spelling.quoted(kind))\(hint)")
    }
    return filter
  }
}
