internal import CairnCountryFacts
public import CairnGeodesy
internal import CairnMemory
public import CairnPlaces
internal import CairnText

extension Gazetteer {
  /// The places of ``CairnPlaces/Gazetteer/embedded`` with the names of its cities in other
  /// languages, which its searches also find: "Мюнхен" and "ミュンヘン" for München.
  public static let withNames = Gazetteer.embedded.addingNames()

  /// The same gazetteer whose searches also find the names of its cities in other languages.
  ///
  /// ```swift
  /// let world = Gazetteer.withTowns.addingNames()
  /// world.search("ミュンヘン").first?.name   // "Munich"
  /// ```
  ///
  /// A gazetteer with towns has these names for the cities of the default set, those with at least
  /// 15,000 people.
  ///
  /// - Returns: the gazetteer, which shares its data with this one.
  public func addingNames() -> Gazetteer { adding(CityNames.shared.names) }
}

extension Place {
  /// The languages of the names, as BCP 47 tags.
  public static var nameLanguages: [String] { CityNames.shared.languages.tags }

  /// The name of a city or a country in a language.
  ///
  /// ```swift
  /// let munich = try Gazetteer.embedded.place(named: "Munich")
  /// munich.name(in: "ja")      // "ミュンヘン"
  /// munich.name(in: "de-AT")   // "München"
  /// munich.name(in: "fr") ?? munich.name
  /// ```
  ///
  /// Cities of the default set have names in ``nameLanguages``, about 117,500 in total, and
  /// countries in those of `Country.nameLanguages`.
  ///
  /// - Parameter language: a BCP 47 tag, ignoring case. If the tag is not supported, its first part
  ///   is used.
  /// - Returns: the name; `nil` if none is known, and for places of other kinds. If only the main
  ///   name is known in a language with Latin letters, it is not repeated here.
  /// - Complexity: O(log n).
  public func name(in language: String) -> String? {
    if kind == .country { return country?.name(in: language) }
    guard let digit = CityNames.shared.languages.digit(of: language),
      let row = Gazetteer.embedded.cityRow(of: self)
    else { return nil }
    return CityNames.shared.names.name(ofRow: row, in: digit)
  }
}

/// The tables of names, opened on first use.
internal struct CityNames: Sendable {
  static let shared = CityNames()

  let names = TranslatedNames(NameData.names, order: NameData.order)
  let languages = NameLanguages(NameData.languages)
}
