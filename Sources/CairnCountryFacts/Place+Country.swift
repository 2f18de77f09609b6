public import CairnGeodesy

extension Place {
  /// The country of ``CairnGeodesy/Place/countryCode``; `nil` if that is not an ISO 3166-1 code.
  ///
  /// ```swift
  /// try Gazetteer.embedded.place(named: "Kyoto").country?.currencyCode    // "JPY"
  /// ```
  ///
  /// This is the country stored with the place. To look up the country of its coordinate, use the
  /// `CountryAtlas` of the module `CairnCountries`.
  ///
  /// - Complexity: O(1).
  public var country: Country? { countryCode.flatMap { Country(alpha2: $0) } }
}
