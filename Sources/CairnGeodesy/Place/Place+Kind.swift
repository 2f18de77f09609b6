extension Place {
  /// What a place is, as a short word.
  ///
  /// The set is open: the kinds below are what the embedded places have, and any other word makes a
  /// kind of its own. Two kinds are equal when their words are.
  ///
  /// ```swift
  /// extension Place.Kind {
  ///   static let viewpoint = Place.Kind("viewpoint")
  /// }
  /// ```
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word, in lower case by custom.
    public var rawValue: String

    /// Makes a kind from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Makes a kind from its word.
    public init(_ word: String) {
      self.rawValue = word
    }

    /// The word.
    public var description: String { rawValue }

    /// Nothing is known of what it is; the empty word.
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
    /// A town or a village that the embedded places tell from a ``city``: one of fewer than 15,000
    /// people that is no capital.
    public static let town = Kind("town")
    /// A country as a place.
    public static let country = Kind("country")
    /// A part of a country or of several: a province, a coast, a valley people speak of.
    public static let region = Kind("region")
    /// An island or a group of islands.
    public static let island = Kind("island")
    /// What people come to see: a mountain, a lake, a park, a ruin, a building.
    public static let landmark = Kind("landmark")
  }
}
