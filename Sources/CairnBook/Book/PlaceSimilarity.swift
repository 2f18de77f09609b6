/// A measure of the similarity of two places of a book; see ``PlaceBook/alike(_:limit:where:by:)``.
///
/// The similarity of two places is the sum of
/// - the weights of the words, categories and tags that both have: each weighs log₂(1 + n / k),
///   where n is the number of places and k the number of those that have it, so that one that all
///   places have weighs 1 and a rare one more; a category that is nil does not count;
/// - `nearness` / (1 + d / `halfDistance`) for places at distance d;
/// - `agreement` / (1 + |a − b|) for places with the ratings a and b.
///
/// Places that share no word, category or tag are not similar, however near they are.
///
/// In scripts in which a word begins at every letter (see ``PlaceBook``), each of these words
/// counts, compared by its first four letters. The further readings of a text (see
/// ``PlaceField/words(_:)``) count as words too.
public struct PlaceSimilarity<Element: Sendable>: Sendable {
  /// The factor of the weights of shared words.
  public var words: Double
  /// The factor of the weights of shared categories.
  public var categories: Double
  /// The factor of the weights of shared tags.
  public var tags: Double
  /// The weight of two places at the same location.
  public var nearness: Double
  /// The distance in meters at which the nearness weighs half.
  public var halfDistance: Double
  /// The rating of places, such as `.value(\.rating)`; nil if it does not matter.
  public var rating: PlaceNumberKey<Element>?
  /// The weight of equal ratings.
  public var agreement: Double

  /// Creates a similarity.
  ///
  /// - Parameters:
  ///   - words: the factor of the weights of shared words.
  ///   - categories: the factor of the weights of shared categories.
  ///   - tags: the factor of the weights of shared tags.
  ///   - nearness: the weight of two places at the same location.
  ///   - halfDistance: the distance in meters at which the nearness weighs half; if it is not
  ///     positive, nearness does not count.
  ///   - rating: the rating of places; nil if it does not matter.
  ///   - agreement: the weight of equal ratings.
  public init(
    words: Double = 1, categories: Double = 1, tags: Double = 1, nearness: Double = 1,
    halfDistance: Double = 10_000, rating: PlaceNumberKey<Element>? = nil, agreement: Double = 1
  ) {
    self.words = words
    self.categories = categories
    self.tags = tags
    self.nearness = nearness
    self.halfDistance = halfDistance
    self.rating = rating
    self.agreement = agreement
  }
}
