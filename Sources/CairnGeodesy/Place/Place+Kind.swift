extension Place {
  /// The kind of a place, as a short word.
  ///
  /// The set is open: the kinds below are used by the embedded places, and any other word defines a
  /// new kind. Two kinds are equal if their words are.
  ///
  /// ```swift
  /// extension Place.Kind {
  ///   static let viewpoint = Place.Kind("viewpoint")
  /// }
  /// ```
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word, lowercase by convention.
    public var rawValue: String

    /// Creates a kind from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a kind from its word.
    public init(_ word: String) {
      self.rawValue = word
    }

    /// The word.
    public var description: String { rawValue }

    /// An unknown kind; the empty word.
    public static let unspecified = Kind("")
    /// A city, a town or a village.
    public static let city = Kind("city")
    /// A district, borough, ward or suburb of a city, whose name is the place's ``Place/locality``.
    public static let district = Kind("district")
    /// An airport that passengers can use: one with scheduled service.
    public static let airport = Kind("airport")
    /// An airfield, air base, heliport or seaplane base without scheduled service.
    ///
    /// A search among the embedded places for this kind finds every aerodrome, those of the kind
    /// ``airport`` too.
    public static let aerodrome = Kind("aerodrome")
    /// In the embedded places, a town or village with fewer than 15,000 people that is not a
    /// capital; see ``city``.
    public static let town = Kind("town")
    /// A country as a place.
    public static let country = Kind("country")
    /// A part of one or more countries, such as a province, a coast or a well-known valley.
    public static let region = Kind("region")
    /// An island or a group of islands.
    public static let island = Kind("island")
    /// A sight, such as a mountain, a lake, a park, a ruin or a building.
    public static let landmark = Kind("landmark")
  }
}
