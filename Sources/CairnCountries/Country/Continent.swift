/// One of seven continents.
public enum Continent: String, Hashable, Sendable, Codable, CaseIterable {
  case africa = "AF"
  case antarctica = "AN"
  case asia = "AS"
  case europe = "EU"
  case northAmerica = "NA"
  case oceania = "OC"
  case southAmerica = "SA"
}

extension Continent: CustomStringConvertible {
  /// The English name.
  public var description: String {
    switch self {
    case .africa: "Africa"
    case .antarctica: "Antarctica"
    case .asia: "Asia"
    case .europe: "Europe"
    case .northAmerica: "North America"
    case .oceania: "Oceania"
    case .southAmerica: "South America"
    }
  }
}
