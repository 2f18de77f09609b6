public import CairnCountryFacts
public import CairnGeodesy
public import CairnIndex

/// What is asked of a book: words, conditions, where, in which order and how many.
///
/// Everything that is given must hold; what is left as it is holds for all places.
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
  /// What places are ordered by.
  public enum Order: Sendable {
    /// How well the words match, and then how near and important a place is.
    ///
    /// A place comes before another that is nearer where it is that much more important: with
    /// distances from the center to which 100 metres are added, one more of importance is worth
    /// twice the distance. Without a center the importance alone counts.
    case relevance
    /// The distance from the center; without one the order in which the places came.
    case distance
    /// A number, the least first; places without it come last.
    case ascending(PlaceMeasure<Element>)
    /// A number, the greatest first; places without it come last.
    case descending(PlaceMeasure<Element>)
    /// Any other order: whether the first of two places comes before the second.
    case by(@Sendable (Element, Element) -> Bool)

    /// A number, the least first; places without it come last.
    public static func ascending<Number: PlaceNumber>(
      _ path: any KeyPath<Element, Number> & Sendable
    ) -> Order {
      .ascending(.value(path))
    }

    /// A number, the greatest first; places without it come last.
    public static func descending<Number: PlaceNumber>(
      _ path: any KeyPath<Element, Number> & Sendable
    ) -> Order {
      .descending(.value(path))
    }

    /// Any key that can be compared, the least first.
    public static func by<Key: Comparable & SendableMetatype>(
      _ path: any KeyPath<Element, Key> & Sendable
    ) -> Order {
      .by { $0[keyPath: path] < $1[keyPath: path] }
    }
  }

  /// Words of the texts of a place, in any order, each whole or the beginning of one.
  ///
  /// They are compared without regard to case, accents and punctuation, as ``PlaceMatchKind``
  /// tells. A text without letters and digits asks for nothing.
  public var words: String
  /// Whether places are found in whose words there are typing errors; they come behind all others,
  /// in every order, those with fewer errors first.
  public var allowsTypingErrors = true
  /// Conditions, all of which must hold.
  public var filters: [PlaceFilter<Element>]
  /// The countries that a place must be in one of, by the atlas of the book; nil for anywhere.
  public var countries: Set<Country>?
  /// Where distances are counted from.
  ///
  /// With one that is no valid coordinate nothing is found.
  public var center: Coordinate?
  /// Metres from the center, the edge included; nil for any distance.
  ///
  /// Nothing is found with one
  /// that is negative or NaN, or without a center.
  public var radius: Double?
  /// The part of the Earth that a place must lie in: a box, a polygon, a `PathCorridor`, a country.
  public var region: (any PlaceRegion)?
  /// What places are ordered by; equal ones come in the order in which they came into the book.
  public var order: Order
  /// How many places at most; nil for all.
  public var limit: Int?

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - words: words of the texts of a place.
  ///   - filters: conditions, all of which must hold.
  ///   - countries: the countries that a place must be in one of.
  ///   - center: where distances are counted from.
  ///   - radius: metres from the center.
  ///   - region: the part of the Earth that a place must lie in.
  ///   - order: what places are ordered by.
  ///   - limit: how many at most.
  public init(
    words: String = "", filters: [PlaceFilter<Element>] = [], countries: Set<Country>? = nil,
    center: Coordinate? = nil, radius: Double? = nil, region: (any PlaceRegion)? = nil,
    order: Order = .relevance, limit: Int? = nil
  ) {
    self.words = words
    self.filters = filters
    self.countries = countries
    self.center = center
    self.radius = radius
    self.region = region
    self.order = order
    self.limit = limit
  }
}

/// How the words of a query match the texts of a place, the best first.
public enum PlaceMatchKind: Hashable, Sendable, Comparable {
  /// A text is what was asked for: "café rivoire" for "Café Rivoire".
  case exact
  /// A text begins with it: "cafe riv".
  case prefix
  /// Each of the words is one of a text's, or begins one: "rivoire cafe", "riv".
  case word
  /// Each of the words is or begins one but for typing errors, so many in all: "rivoier".
  ///
  /// One error is a letter too many, too few or wrong, or two exchanged. A word of four letters may
  /// have one and a word of eight two; shorter ones none, nor those of more than 64 letters, nor
  /// those in scripts whose letters take three bytes, as Chinese. A letter that takes two bytes, as
  /// in Greek or Cyrillic, counts as two.
  case misspelled(errors: Int)
}

/// A place that a query of a book found.
public struct PlaceBookMatch<ID: Hashable & Sendable, Element: Sendable>: Identifiable, Sendable {
  /// The ID of the element.
  public let id: ID
  /// The element.
  public let element: Element
  /// Metres from the query's center, as `Coordinate.distance(to:)` gives; nil without one.
  public let distance: Double?
  /// How the words match; nil where none were asked for.
  public let kind: PlaceMatchKind?
}

extension PlaceBookMatch: Equatable where Element: Equatable {}
extension PlaceBookMatch: Hashable where Element: Hashable {}
