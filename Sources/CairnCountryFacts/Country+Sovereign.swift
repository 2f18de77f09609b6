internal import CairnText

extension Country {
  /// The state that the country or territory belongs to; the country itself if it is a state, and
  /// `nil` for Antarctica and Western Sahara, which belong to none.
  ///
  /// ```swift
  /// Country.greenland.sovereign    // Denmark
  /// Country.denmark.sovereign      // Denmark
  /// ```
  ///
  /// Natural Earth and country-coder agree on all of them except Palestine, which is a state here.
  /// Hong Kong and Macao belong to China, and the Cook Islands and Niue to New Zealand, with which
  /// they are associated.
  public var sovereign: Country? { optionalText(.sovereign).map { Country(verified: $0) } }

  /// Whether the country is a state and not a territory of another one.
  ///
  /// 197 countries are: the members and observers of the United Nations, Kosovo and Taiwan. Use
  /// ``unitedNationsStatus`` to count only the first 195.
  public var isSovereign: Bool { sovereign == self }

  /// The countries and territories that belong to the state, except itself, in the order of their
  /// codes; empty for a territory.
  ///
  /// - Complexity: O(countries).
  public var territories: [Country] {
    Self.all.filter { $0 != self && $0.sovereign == self }
  }

  /// The position of a state in the United Nations.
  public enum UnitedNationsStatus: String, Hashable, Sendable, CaseIterable {
    /// One of the 193 member states.
    case member
    /// Palestine or Vatican City, the two observer states.
    case observer
  }

  /// The position of the state in the United Nations; `nil` for territories, Antarctica, Kosovo,
  /// Taiwan and Western Sahara.
  public var unitedNationsStatus: UnitedNationsStatus? {
    // The table's cells are the raw values of the cases; a test verifies every row.
    optionalText(.unitedNations).flatMap(UnitedNationsStatus.init)
  }

  /// The 193 members and two observers of the United Nations, in the order of their codes.
  ///
  /// ```swift
  /// let visited = [Country.denmark, .greenland, .japan].unitedNationsStates
  /// print("\(visited.count) of \(Country.unitedNations.count) countries")   // 2 of 195
  /// ```
  ///
  /// - Complexity: O(countries).
  public static var unitedNations: [Country] {
    all.filter { $0.unitedNationsStatus != nil }
  }

  /// The day on which the facts that change (capitals, currencies, states and the members of the
  /// United Nations) were last compared with other sources, such as `2026-11-27`.
  public static var factsDate: String { CountryFacts.date.description }
}

#if !hasFeature(Embedded)
  extension Country.UnitedNationsStatus: Codable {}
#endif

extension Sequence<Country> {
  /// The states of the United Nations among the countries, each once, in the order of their codes.
  ///
  /// A territory counts for the state that it belongs to, so Greenland and Denmark are one state.
  ///
  /// ```swift
  /// let states = summary.visitedCountries.unitedNationsStates
  /// print("\(states.count) of \(Country.unitedNations.count) countries visited")
  /// ```
  ///
  /// - Complexity: O(n log n) in the number of countries.
  public var unitedNationsStates: [Country] {
    Set(compactMap(\.sovereign)).filter { $0.unitedNationsStatus != nil }.sorted()
  }
}
