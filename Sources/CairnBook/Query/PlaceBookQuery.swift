public import CairnCountryFacts
public import CairnGeodesy
public import CairnIndex

/// A query of a book: words, filters, location, order and limit.
///
/// All given conditions must hold; defaults match all places.
///
/// ```swift
/// var query = PlaceBookQuery<Spot>(words: "cafe riv")
/// query.filters = [.isFalse(\.visited), .within(\.rating, 4...)]
/// query.center = here
/// query.radius = 5_000
/// query.limit = 20
/// let found = book.places(query)
/// ```
public struct PlaceBookQuery<Element: Sendable>: Sendable {
  /// The order of the results.
  public enum Order: Sendable {
    /// By the quality of the word match, then by distance and importance.
    ///
    /// Importance is weighed against distance: after adding 100 meters to the distances from the
    /// center, an importance higher by 1 is worth twice the distance. Without a center only the
    /// importance counts.
    case relevance
    /// By distance from the center; without a center, in insertion order.
    case distance
    /// By a number, ascending; places without it come last.
    case ascending(PlaceNumberKey<Element>)
    /// By a number, descending; places without it come last.
    case descending(PlaceNumberKey<Element>)
    /// By a closure that returns whether the first of two places comes before the second.
    case by(@Sendable (Element, Element) -> Bool)

    /// By a number, ascending; places without it come last.
    public static func ascending<Number: PlaceNumber>(
      _ path: any KeyPath<Element, Number> & Sendable
    ) -> Order {
      .ascending(.value(path))
    }

    /// By a number, descending; places without it come last.
    public static func descending<Number: PlaceNumber>(
      _ path: any KeyPath<Element, Number> & Sendable
    ) -> Order {
      .descending(.value(path))
    }

    /// By any comparable key, ascending.
    public static func by<Key: Comparable & SendableMetatype>(
      _ path: any KeyPath<Element, Key> & Sendable
    ) -> Order {
      .by { $0[keyPath: path] < $1[keyPath: path] }
    }
  }

  /// Words in the texts of a place, in any order, each complete or a prefix.
  ///
  /// They are compared ignoring case, accents, vowel signs and punctuation in any script, hiragana
  /// and katakana, and the digits of scripts; "&" is "and". See ``PlaceMatchKind``. Places found by
  /// another reading, such as "Gral. Roca" for "General Roca" or "al oued" for "El Oued", come
  /// after those with the words as typed. A text without letters and digits matches all places. A
  /// repeated word counts once, and of more than 64 different words only the first 64.
  public var words: String
  /// Whether misspelled words are matched; such places come after all others in every order, those
  /// with fewer errors first.
  public var allowsTypingErrors: Bool
  /// Whether places with only some of the words are matched if no place has all of them.
  ///
  /// Those that lack the fewest letters come first. At least one word of three letters must match
  /// without typing errors; in a book with countries or areas, a name of one in the text is
  /// required if places there have other words of it.
  public var allowsMissingWords: Bool
  /// The filters, all of which must hold.
  public var filters: [PlaceFilter<Element>]
  /// The countries to search, using the book's atlas; nil for all places.
  public var countries: Set<Country>?
  /// The point from which distances are measured.
  ///
  /// If it is not a valid coordinate, no place matches.
  public var center: Coordinate?
  /// The maximum distance from the center in meters, inclusive; nil for any distance.
  ///
  /// If it is negative or NaN, or there is no center, no place matches.
  public var radius: Double?
  /// The region that must contain a place: a box, a polygon, a `PathCorridor`, a country.
  public var region: (any PlaceRegion)?
  /// The order of the results; ties are in insertion order.
  public var order: Order
  /// The maximum number of results; nil for all.
  public var limit: Int?

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - words: words in the texts of a place.
  ///   - allowsTypingErrors: whether misspelled words are matched.
  ///   - allowsMissingWords: whether places with some of the words are matched if none has all.
  ///   - filters: the filters, all of which must hold.
  ///   - countries: the countries to search; nil for all places.
  ///   - center: the point from which distances are measured.
  ///   - radius: the maximum distance from the center in meters.
  ///   - region: the region that must contain a place.
  ///   - order: the order of the results.
  ///   - limit: the maximum number of results.
  public init(
    words: String = "", allowsTypingErrors: Bool = true, allowsMissingWords: Bool = true,
    filters: [PlaceFilter<Element>] = [], countries: Set<Country>? = nil,
    center: Coordinate? = nil, radius: Double? = nil, region: (any PlaceRegion)? = nil,
    order: Order = .relevance, limit: Int? = nil
  ) {
    self.words = words
    self.allowsTypingErrors = allowsTypingErrors
    self.allowsMissingWords = allowsMissingWords
    self.filters = filters
    self.countries = countries
    self.center = center
    self.radius = radius
    self.region = region
    self.order = order
    self.limit = limit
  }
}

/// The quality of a word match, best first.
public enum PlaceMatchKind: Hashable, Sendable, Comparable {
  /// A text equals the query: "café rivoire" for "Café Rivoire".
  case exact
  /// A text begins with the query: "cafe riv".
  case prefix
  /// Each word of the query equals or begins a word of a text: "rivoire cafe", "riv".
  case word
  /// Each word of the query equals or begins a word, with this total number of typing errors:
  /// "rivoier".
  ///
  /// An error is an additional, missing or wrong letter, or two exchanged letters. A word of at
  /// least four letters may have one error, and a word of at least eight letters two. Words of more
  /// than 64 letters, and words in scripts with three-byte letters such as Chinese, may have none.
  /// A two-byte letter, as in Greek or Cyrillic, counts as two letters.
  case misspelled(errors: Int)
  /// This number of words of the query is missing, and no place has all of them: "surf" in
  /// "bondi surf" for "Bondi Beach".
  ///
  /// The name of a country or an area that contains the place is not missing.
  case partial(missing: Int)
}

/// A result of a query.
public struct PlaceBookMatch<ID: Hashable & Sendable, Element: Sendable>: Identifiable, Sendable {
  /// The ID of the element.
  public let id: ID
  /// The element.
  public let element: Element
  /// The distance from the query's center in meters, as by `Coordinate.distance(to:)`; nil without
  /// one.
  public let distance: Double?
  /// The quality of the word match; nil without words in the query.
  public let kind: PlaceMatchKind?

  /// Creates a match.
  ///
  /// - Parameters:
  ///   - id: the ID of the element.
  ///   - element: the element.
  ///   - distance: the distance from the query's center in meters, as by
  ///     `Coordinate.distance(to:)`.
  ///   - kind: the quality of the word match.
  public init(id: ID, element: Element, distance: Double? = nil, kind: PlaceMatchKind? = nil) {
    self.id = id
    self.element = element
    self.distance = distance
    self.kind = kind
  }
}

extension PlaceBookMatch: Equatable where Element: Equatable {}
extension PlaceBookMatch: Hashable where Element: Hashable {}
