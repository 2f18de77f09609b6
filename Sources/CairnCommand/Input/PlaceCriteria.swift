internal import CairnCountries
internal import CairnGeodesy

/// A filter of places by kind and country.
struct PlaceCriteria {
  var kind: String?
  var country: CountryFilter?

  var isEmpty: Bool { kind == nil && country == nil }

  /// Whether a place is in the country.
  func accepts(_ place: Place) -> Bool {
    country?.accepts(word: place.countryCode, at: place.coordinate) ?? true
  }

  /// Whether a place of a list is in the country.
  func accepts(_ row: PlaceList.Row) -> Bool { accepts(row.place) }

  /// A noun for the filtered places, with their country.
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
  /// The option for the kind of places, which may be the user's own places.
  static let anyKind = Option(
    name: "kind", value: "KIND",
    help: "only this kind: city, district, airport, aerodrome (also airports without service), "
      + "town, island, landmark, region, country, or a kind of your own places",
    hints: embeddedKinds)
  /// The option to print only the number of places.
  static let count = Option(name: "count", help: "print only the number of places")

  /// The option for the maximum number of places listed.
  static func limit(preset: Int?) -> Option {
    let most = NearQuery.limits.upperBound
    let range = preset.map { "1 to \(most) (default \($0))" } ?? "1 to \(most) (default all)"
    return Option(name: "limit", value: "COUNT", help: "the maximum number of places, \(range)")
  }

  /// The kinds that the embedded places have.
  static let embeddedKinds = [
    Place.Kind.city, .district, .airport, .aerodrome, .town, .island, .landmark, .region, .country,
  ].map(\.rawValue)
}

extension Arguments {
  /// The filter of the options `--kind`, `--country` and `--country-by`.
  func filter(hasOwnPlaces: Bool) throws(Failure) -> PlaceCriteria {
    let filter = PlaceCriteria(
      kind: self["kind"], country: hasOwnPlaces ? try countryFilter : try embeddedCountryFilter)
    if !hasOwnPlaces, let kind = filter.kind, !Option.embeddedKinds.contains(kind) {
      let hint = Spelling.suggestion(for: kind, among: Option.embeddedKinds)
      throw .usage(
        "--kind is \(Spelling.list(Option.embeddedKinds)), not \(Spelling.quoted(kind))\(hint)")
    }
    return filter
  }
}
