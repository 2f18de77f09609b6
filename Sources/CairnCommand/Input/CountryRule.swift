internal import CairnCountries
internal import CairnCountrySearch
internal import CairnFormats
internal import CairnGeodesy

/// What decides in which country a place is, the same for every command.
enum CountryRule: String, CaseIterable, Sendable {
  /// Where it is: on the land of the country, or in its waters.
  case coast
  /// Where it is: on the land of the country as its outline is drawn.
  case land
  /// The country that it has by its own column, or in the embedded set, and where that says
  /// nothing the coordinate.
  case column

  /// The countries by place.
  var atlas: CountryAtlas { self == .land ? .world.landOnly : .world }
}

extension Option {
  /// The country that places are to be in.
  static let country = Option(
    name: "country", value: "COUNTRY", help: "only places of this country: FR, FRA or France")

  /// What decides in which country places are that may say it themselves.
  static let countryBy = Option(
    name: "country-by", value: "WHAT",
    help: "what decides the country: coast (land and its waters; default of files), land, or "
      + "column (default of embedded places: their own)",
    choices: CountryRule.allCases.map(\.rawValue))

  /// What decides in which country a place is.
  static let countryByPlace = Option(
    name: "country-by", value: "WHAT",
    help: "what decides the country: coast (default: land and its waters) or land",
    choices: [CountryRule.coast, .land].map(\.rawValue))
}

extension Arguments {
  /// The country that was chosen.
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

  /// The country that was chosen, and what decides whether a place is in it.
  var countryFilter: CountryFilter? {
    get throws(Failure) { try country.map { CountryFilter($0, by: countryRule) } }
  }

  /// The same for embedded places, which say themselves in which country they are.
  var ownCountryFilter: CountryFilter? {
    get throws(Failure) {
      has("country-by")
        ? try countryFilter : try country.map { CountryFilter($0, by: .column) }
    }
  }

  /// What decides in which country a place is.
  var countryRule: CountryRule {
    self["country-by"].flatMap(CountryRule.init(rawValue:)) ?? .coast
  }
}

/// The country that places and features are to be in, and what decides whether they are.
struct CountryFilter {
  let country: Country
  let rule: CountryRule
  private let atlas: CountryAtlas
  private let names = CountryNames()

  init(_ country: Country, by rule: CountryRule) {
    self.country = country
    self.rule = rule
    atlas = rule.atlas
  }

  /// The country as a region, where the places' coordinates decide.
  var region: CountryRegion? { rule == .column ? nil : atlas.region(of: country) }

  /// Whether a place is in the country.
  ///
  /// - Parameters:
  ///   - word: its own word for its country, which decides under the rule ``CountryRule/column``
  ///     unless it is empty.
  ///   - coordinate: where it is; not a number is in no country.
  /// - Returns: true for a place in the country.
  func accepts(
    word: @autoclosure () -> String?, at coordinate: @autoclosure () -> Coordinate
  ) -> Bool {
    answer(of: word()) ?? (atlas.country(at: coordinate()) == country)
  }

  /// Whether a feature is in the country: any position of it, or by its own word for that.
  func accepts(_ feature: GeoFeature, word: @autoclosure () -> String?) -> Bool {
    answer(of: word())
      ?? (feature.geometry?.firstPosition { atlas.country(at: $0.coordinate) == country } != nil)
  }

  /// What a place's own word for its country says; nil where it does not decide.
  private func answer(of word: @autoclosure () -> String?) -> Bool? {
    guard rule == .column, let word = word(), !word.isEmpty else { return nil }
    return names.country(word) == country
  }

  /// Refuses to go by a column that a file does not have.
  func check(hasColumn: Bool, of file: String) throws(Failure) {
    guard rule == .column, !hasColumn else { return }
    throw Failure(
      code: .data,
      message: "\(file) has no column for the country; --columns country=NAME tells which it is")
  }
}

/// What words for countries mean, each looked up once.
private final class CountryNames {
  private var known: [String: Country?] = [:]

  func country(_ word: String) -> Country? {
    if let country = known[word] { return country }
    let country = Country(word)
    known[word] = .some(country)
    return country
  }
}
