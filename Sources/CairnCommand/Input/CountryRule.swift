internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFormats
internal import CairnGeodesy

/// The rule that decides in which country a place is, the same for every command.
enum CountryRule: String, CaseIterable, Sendable {
  /// By coordinate: on the land of the country, or in its waters.
  case coast
  /// By coordinate: on the land of the country as its outline is drawn.
  case land
  /// By the place's country column or its country in the embedded data, or by coordinate if that is
  /// empty.
  case column

  /// The atlas that looks up the country of a coordinate under this rule.
  var atlas: CountryAtlas { self == .land ? .world.landOnly : .world }
}

extension Option {
  /// The option that restricts places to a country.
  static let country = Option(
    name: "country", value: "COUNTRY", help: "only places of this country: FR, FRA or France")

  /// The option for the country rule of places that may have a country of their own.
  static let countryBy = Option(
    name: "country-by", value: "WHAT",
    help: "the rule for the country: coast (land and its waters; default for files), land, or "
      + "column (the place's own country; default for embedded places)",
    choices: CountryRule.allCases.map(\.rawValue))

  /// The option for the country rule of coordinates.
  static let countryByPlace = Option(
    name: "country-by", value: "WHAT",
    help: "the rule for the country: coast (default: land and its waters) or land",
    choices: [CountryRule.coast, .land].map(\.rawValue))
}

extension Arguments {
  /// The country of the option `--country`.
  var country: Country? {
    get throws(Failure) {
      guard let text = self["country"] else {
        if has("country-by") { throw .usage("--country-by goes with --country") }
        return nil
      }
      guard let country = Country(text) else {
        let names = Country.search(text, limit: 3).map(\.name)
        let hint = names.isEmpty ? "" : "; did you mean \(Spelling.list(names))?"
        throw .usage("there is no country \(Spelling.quoted(text))\(hint)")
      }
      return country
    }
  }

  /// The filter for the country of the option `--country`, with the rule of `--country-by`.
  var countryFilter: CountryFilter? {
    get throws(Failure) { try country.map { CountryFilter($0, by: countryRule) } }
  }

  /// The same filter for embedded places, whose own country decides by default.
  var embeddedCountryFilter: CountryFilter? {
    get throws(Failure) {
      has("country-by")
        ? try countryFilter : try country.map { CountryFilter($0, by: .column) }
    }
  }

  /// The rule of the option `--country-by`.
  var countryRule: CountryRule {
    self["country-by"].flatMap(CountryRule.init(rawValue:)) ?? .coast
  }
}

/// A filter by country, for places and features.
struct CountryFilter {
  let country: Country
  let rule: CountryRule
  private let atlas: CountryAtlas
  private let names = CountryWordCache()

  init(_ country: Country, by rule: CountryRule) {
    self.country = country
    self.rule = rule
    atlas = rule.atlas
  }

  /// The country as a region, if coordinates decide.
  var region: CountryRegion? { rule == .column ? nil : atlas.region(of: country) }

  /// Whether a place is in the country.
  ///
  /// - Parameters:
  ///   - word: the country that the place itself names, which decides under the rule
  ///     ``CountryRule/column`` unless it is empty.
  ///   - coordinate: its coordinate; NaN is in no country.
  /// - Returns: true if the place is in the country.
  func accepts(
    word: @autoclosure () -> String?, at coordinate: @autoclosure () -> Coordinate
  ) -> Bool {
    answer(of: word()) ?? (atlas.country(at: coordinate()) == country)
  }

  /// Whether a feature is in the country: by the country that it names, or if any of its positions
  /// is.
  func accepts(_ feature: GeoFeature, word: @autoclosure () -> String?) -> Bool {
    answer(of: word())
      ?? (feature.geometry?.firstPosition { atlas.country(at: $0.coordinate) == country } != nil)
  }

  /// Whether the country that a place names is the wanted one; nil if that does not decide.
  private func answer(of word: @autoclosure () -> String?) -> Bool? {
    guard rule == .column, let word = word(), !word.isEmpty else { return nil }
    return names.country(word) == country
  }

  /// Throws if the rule needs a country column and the file has none.
  func check(hasColumn: Bool, of file: String) throws(Failure) {
    guard rule == .column, !hasColumn else { return }
    throw Failure(
      code: .data,
      message: "\(file) has no column for the country; name it with --columns country=NAME")
  }
}

/// A cache of the countries that words name.
private final class CountryWordCache {
  private var known: [String: Country?] = [:]

  func country(_ word: String) -> Country? {
    if let country = known[word] { return country }
    let country = Country(word)
    known[word] = .some(country)
    return country
  }
}
