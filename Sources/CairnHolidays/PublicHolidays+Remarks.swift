extension PublicHolidays {
  /// Countries in whose lists the festivals of the Hindu calendar end with ``lastHinduYear``.
  private static let hinduCountries: Set<String> = ["BT", "FJ", "GY", "IN", "MU", "NP", "SR"]
  /// The last year of which the source computes festivals of the Hindu calendar.
  private static let lastHinduYear = 2035
  /// The first year with suspended holidays in Ukraine.
  private static let firstYearOfMartialLaw = 2022

  /// Explains why the list of some years is empty, or shorter than usual.
  ///
  /// ```swift
  /// try PublicHolidays(country: "UA").remark(in: 2026...2026)
  /// // "public holidays are working days under martial law, by Law 2136-IX of 15 March 2022"
  /// ```
  ///
  /// - Parameter years: the years.
  /// - Returns: a sentence without a period at the end; nil if nothing is known to be missing.
  public func remark(in years: ClosedRange<Int>) -> String? {
    if isUnknown { return "no public holidays are known, as nobody lives there permanently" }
    if country == "UA", years.upperBound >= Self.firstYearOfMartialLaw {
      return "public holidays are working days under martial law, by Law 2136-IX of 15 March 2022"
    }
    if Self.hinduCountries.contains(country), years.upperBound > Self.lastHinduYear {
      return "festivals of the Hindu calendar are known until \(Self.lastHinduYear)"
    }
    return nil
  }
}
