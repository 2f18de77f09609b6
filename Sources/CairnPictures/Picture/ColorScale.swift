internal import CairnGeodesy

extension MapPicture {
  /// Classes of numbers, each with a color: the categories of markers whose color shows a quantity.
  ///
  /// The classes contain about equally many places (quantiles). Their limits are rounded as long as
  /// this moves at most one place in twenty to another class.
  ///
  /// ```swift
  /// let scale = MapPicture.ColorScale(quantilesOf: hotels.map(\.price), title: "price in €")
  /// map.colorScale = scale
  /// map.markers = hotels.map {
  ///   .init($0.coordinate, name: $0.name, category: scale.category(of: $0.price))
  /// }
  /// ```
  ///
  /// The colors get darker with the number, or lighter in dark colors, in even steps of lightness,
  /// so they are distinguishable for people with color vision deficiencies and in grayscale. Places
  /// without a number are gray rings.
  public struct ColorScale: Hashable, Sendable {
    /// The quantity, for the legend; empty for none.
    public let title: String
    /// The limits between the classes, ascending; a class includes its lower limit.
    public let limits: [Double]
    /// The categories of the classes, ascending, such as "under 5,000", "5,000 to 20,000".
    public let categories: [String]

    /// The category of places without a number.
    public static let missing = "no number"
    /// The maximum number of classes.
    public static let maximumClassCount = PicturePalette.quantities.count

    /// Creates classes with about equally many numbers.
    ///
    /// - Parameters:
    ///   - values: the numbers in any order; those that are nil or not finite are ignored.
    ///   - classCount: the number of classes, clamped to 1...5; fewer if there are fewer different
    ///     numbers.
    ///   - title: the quantity, for the legend.
    /// - Complexity: O(*n* log *n*).
    public init(
      quantilesOf values: some Sequence<Double?>, classCount: Int = 5, title: String = ""
    ) {
      let sorted = values.compactMap { $0 }.filter(\.isFinite).sorted()
      let count = min(max(classCount, 1), Self.maximumClassCount)
      var limits: [Double] = []
      var lower = sorted[...]
      for number in 1..<max(count, 1) {
        guard let limit = Self.limit(sorted, number, of: count) else { continue }
        // No class is empty.
        let next = lower.drop { $0 < limit }
        if next.count < lower.count { limits.append(limit) }
        lower = next
      }
      self.title = title
      self.limits = limits
      categories = Self.names(limits, of: sorted)
    }

    /// Creates classes with given limits.
    ///
    /// - Parameters:
    ///   - limits: the limits between the classes in any order; repeated ones and those that are
    ///     not finite are ignored, and so are the largest if there are more than four.
    ///   - title: the quantity, for the legend.
    /// - Complexity: O(*n* log *n*) for *n* limits.
    public init(limits: some Sequence<Double>, title: String = "") {
      let sorted = Set(limits.filter(\.isFinite)).sorted()
      self.title = title
      self.limits = Array(sorted.prefix(Self.maximumClassCount - 1))
      categories = Self.names(self.limits, of: [])
    }

    /// Returns the category of a number; ``missing`` if it is nil or not finite.
    ///
    /// - Parameter value: the number.
    /// - Returns: one of ``categories``, or ``missing``.
    /// - Complexity: O(1).
    public func category(of value: Double?) -> String {
      guard let value, value.isFinite else { return Self.missing }
      return categories[limits.count { $0 <= value }]
    }

    /// A round limit near a quantile that has numbers on both sides; nil if all numbers are equal.
    private static func limit(_ sorted: [Double], _ number: Int, of count: Int) -> Double? {
      guard let least = sorted.first, let greatest = sorted.last, least < greatest else {
        return nil
      }
      let rank = sorted.count * number / count
      let slack = sorted.count / 20
      var exact = sorted[rank]
      // The lowest class must not be empty.
      if exact == least { exact = sorted.first { $0 > least } ?? greatest }
      let low = max(sorted[max(rank - slack, 0)], least.nextUp)
      let high = max(sorted[min(rank + slack, sorted.count - 1)], exact)
      return rounded(exact, within: low...high)
    }

    /// The number of fewest decimal digits in a range, the one closest to a number in it.
    private static func rounded(_ value: Double, within range: ClosedRange<Double>) -> Double {
      guard range.contains(value) else { return value }
      let greatest = max(range.lowerBound.magnitude, range.upperBound.magnitude)
      guard greatest > 1e-9, greatest < 1e15 else { return value }
      var exponent = 0
      var power = 1.0
      while power <= greatest {
        power *= 10
        exponent += 1
      }
      while exponent > -9 {
        // A power of ten, or its inverse, which a decimal fraction must be divided by.
        let unit = tenTo(exponent.magnitude)
        func multiple(_ count: Double) -> Double { exponent < 0 ? count / unit : count * unit }
        let count = (exponent < 0 ? value * unit : value / unit).rounded()
        let choices = [count, count - 1, count + 1].map(multiple).filter(range.contains)
        if let best = choices.min(by: { ($0 - value).magnitude < ($1 - value).magnitude }) {
          return best
        }
        exponent -= 1
      }
      return value
    }

    private static func tenTo(_ exponent: UInt) -> Double {
      (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// The texts of ascending numbers; with all digits if fewer would be equal or inaccurate.
    private static func texts(_ values: [Double]) -> [String] {
      let short = values.map { value in
        let size = value.magnitude
        let digits = size < 1e6 ? 9 : size < 1e12 ? 3 : 0
        return decimalText(size, digits: digits, trimsZeros: true)
      }
      func isAccurate(_ text: String, _ value: Double) -> Bool {
        let size = value.magnitude
        return Double(text).map { ($0 - size).magnitude <= 1e-9 * size } ?? false
      }
      let signed = zip(short, values).map { ($1 < 0 ? "−" : "") + grouped($0) }
      let isClear =
        zip(signed, signed.dropFirst()).allSatisfy { $0 != $1 }
        && zip(short, values).allSatisfy(isAccurate)
      return isClear
        ? signed : values.map { ($0 < 0 ? "−" : "") + grouped($0.magnitude.description) }
    }

    /// The names of the classes.
    private static func names(_ limits: [Double], of sorted: [Double]) -> [String] {
      let texts = texts(limits)
      guard let first = texts.first, let last = texts.last else {
        guard let least = sorted.first, let greatest = sorted.last else { return ["all"] }
        let ends = Self.texts(least == greatest ? [least] : [least, greatest])
        return [ends.joined(separator: " to ")]
      }
      let between = zip(texts, texts.dropFirst()).map { "\($0) to \($1)" }
      return ["under \(first)"] + between + ["\(last) or more"]
    }

    /// The number of the color of each category in ``PicturePalette/quantities``, spread evenly.
    internal func color(ofCategory number: Int) -> Int? {
      guard number < categories.count else { return nil }
      let steps = PicturePalette.quantities.count - 1
      guard categories.count > 1 else { return steps / 2 }
      return (2 * number * steps + categories.count - 1) / (2 * (categories.count - 1))
    }
  }
}
