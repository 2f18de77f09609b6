extension Place {
  /// What a place is, as a short word.
  ///
  /// The set is open: ``city`` and ``airport`` are what the embedded places have, and any other
  /// word makes a kind of its own. Two kinds are equal when their words are.
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
    /// An airport.
    public static let airport = Kind("airport")
  }
}
