internal import CairnCountries

/// What decides in which country a place is, the same for every command.
enum CountryRule: String, CaseIterable, Sendable {
  /// Where it is: on the land of the country, or off its coast.
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
    help: "what decides the country: coast (default: land and 25 km of sea), land, or column",
    choices: CountryRule.allCases.map(\.rawValue))

  /// What decides in which country a place is.
  static let countryByPlace = Option(
    name: "country-by", value: "WHAT",
    help: "what decides the country: coast (default: land and 25 km of sea) or land",
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

  /// What decides in which country a place is.
  var countryRule: CountryRule {
    self["country-by"].flatMap(CountryRule.init(rawValue:)) ?? .coast
  }
}

/// What words for countries mean, each looked up once.
final class CountryNames {
  private var known: [String: Country?] = [:]

  func country(_ word: String) -> Country? {
    if let country = known[word] { return country }
    let country = Country(word)
    known[word] = .some(country)
    return country
  }
}
