public import CairnGeodesy
internal import CairnText

extension Country {
  /// The short English name in common use, such as `South Korea`, from CLDR.
  public var name: String { text(.name) }

  /// Other English names, abbreviations and former names: `UK`, `Holland`, `Burma`, and the name in
  /// ISO 3166-1 if it differs.
  public var otherNames: [String] {
    names(inColumn: 1)
  }

  /// Other names in the languages of ``nameLanguages``, some of them formal or outdated, which a
  /// search also finds.
  internal var otherForeignNames: [String] {
    names(inColumn: 2 + Self.nameLanguageCount)
  }

  /// The names of a cell, separated by semicolons.
  private func names(inColumn column: Int) -> [String] {
    let names = CountryTable.shared.names.optionalString(column: column, row: row + 1) ?? ""
    var found: [String] = []
    var rest = Substring(names)
    while !rest.isEmpty {
      let name = rest.prefix { $0 != ";" }
      found.append(String(name))
      rest = rest[name.endIndex...].dropFirst(2)
    }
    return found
  }

  /// The languages that ``name(in:)`` supports, as BCP 47 tags.
  ///
  /// `ar bn de el en es fa fr he hi hu id it ja ko nl pl pt ru sv tr uk ur vi zh zh-Hant`
  public static var nameLanguages: [String] {
    let table = CountryTable.shared.names
    return (2..<(2 + nameLanguageCount)).map { table.string(column: $0, row: 0) }
  }

  /// The short name in a language, from CLDR.
  ///
  /// ```swift
  /// Country.japan.name(in: "fr")       // "Japon"
  /// Country.japan.name(in: "de-AT")    // "Japan"
  /// ```
  ///
  /// - Parameter language: a BCP 47 tag, ignoring case. If the tag is not supported, its first part
  ///   is used.
  /// - Returns: the name, or `nil` if the language is not supported.
  public func name(in language: String) -> String? {
    let tag = language.lowercased()
    let tags = Self.nameLanguages.map { $0.lowercased() }
    let main = tag.prefix { $0 != "-" && $0 != "_" }
    guard let column = tags.firstIndex(of: tag) ?? tags.firstIndex(of: String(main)) else {
      return nil
    }
    return CountryTable.shared.names.optionalString(column: column + 2, row: row + 1)
  }

  internal static let nameLanguageCount = 26
}

extension Country {
  /// The seat of a country's government.
  public struct Capital: Hashable, Sendable {
    /// The English name, or the local one if there is no English one.
    public let name: String
    /// The coordinate of its center.
    public let coordinate: Coordinate

    /// Creates a capital.
    ///
    /// - Parameters:
    ///   - name: the English name, or the local one if there is no English one.
    ///   - coordinate: the coordinate of its center.
    public init(name: String, coordinate: Coordinate) {
      self.name = name
      self.coordinate = coordinate
    }
  }

  /// The capital; `nil` if none exists, as in Antarctica.
  public var capital: Capital? {
    guard let name = optionalText(.capital), let latitude = degrees(.capitalLatitude),
      let longitude = degrees(.capitalLongitude)
    else { return nil }
    return Capital(
      name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude))
  }

  /// The continent that contains most of the country, from GeoNames.
  ///
  /// Russia and Cyprus are in Europe, Turkey and Kazakhstan in Asia.
  public var continent: Continent {
    // The table's codes are the raw values of the cases; a test verifies every row.
    Continent(rawValue: text(.continent)) ?? .antarctica
  }

  /// The region in the United Nations M49 scheme, such as `Eastern Asia`.
  public var region: String { text(.region) }

  /// The telephone code with its plus sign, such as `+81`.
  ///
  /// A code that several countries share is followed by the country's own area code: `+1 809`. If
  /// there are several area codes this is the first; ``dialCodes`` has all of them.
  public var dialCode: String { dialCodes.first ?? "" }

  /// All telephone codes, each with its plus sign; never empty.
  public var dialCodes: [String] {
    text(.dialCodes).split(separator: " ").map { code in
      "+" + code.split(separator: "-").joined(separator: " ")
    }
  }

  /// The three-letter ISO 4217 code of the currency, such as `JPY`; `nil` for Antarctica.
  public var currencyCode: String? { optionalText(.currency) }

  /// The English name of the currency from CLDR, such as `Japanese Yen`; `nil` for Antarctica.
  public var currencyName: String? { optionalText(.currencyName) }

  /// The languages spoken, the main ones first, as BCP 47 tags such as `fr-CH`.
  public var languages: [String] {
    optionalText(.languages)?.split(separator: ",").map(String.init) ?? []
  }

  /// The population from a recent census or estimate; 0 if the country is uninhabited.
  public var population: Int { integer(.population) ?? 0 }

  /// The smallest box that contains the whole country in the usual view, in degrees.
  ///
  /// It crosses the antimeridian (`west > east`) if that is the shorter way around, as for Fiji,
  /// Russia and New Zealand. It contains every island, however far: that of France extends to
  /// Clipperton in the Pacific; that of Norway does not include Svalbard, which has its own code.
  public var boundingBox: BoundingBox {
    guard let south = degrees(.south), let west = degrees(.west), let north = degrees(.north),
      let east = degrees(.east)
    else { return .empty }
    return BoundingBox(south: south, west: west, north: north, east: east)
  }

  /// The position of the country's name on a map.
  ///
  /// It is inside the country in the usual view, usually well inside its main part.
  public var labelPoint: Coordinate {
    Coordinate(
      latitude: degrees(.labelLatitude) ?? .nan, longitude: degrees(.labelLongitude) ?? .nan)
  }

  /// The countries with a common border on land in the usual view, in the order of their codes.
  public var neighbors: [Country] {
    optionalText(.neighbors)?.split(separator: " ").map { Country(verified: $0) } ?? []
  }
}

/// One of seven continents.
public enum Continent: String, Hashable, Sendable, CaseIterable {
  case africa = "AF"
  case antarctica = "AN"
  case asia = "AS"
  case europe = "EU"
  case northAmerica = "NA"
  case oceania = "OC"
  case southAmerica = "SA"
}

#if !hasFeature(Embedded)
  extension Continent: Codable {}
#endif

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
