public import CairnGeodesy

extension Place {
  /// The country of ``CairnGeodesy/Place/countryCode``; `nil` where that is no code of ISO 3166-1.
  ///
  /// ```swift
  /// try Gazetteer.embedded.place(named: "Kyoto").country?.currencyCode    // "JPY"
  /// ```
  ///
  /// It is what the place says itself. Where it lies is a question to the `CountryAtlas` of the
  /// module `CairnCountries`.
  ///
  /// - Complexity: O(1).
  public var country: Country? { countryCode.flatMap { Country(alpha2: $0) } }
}
