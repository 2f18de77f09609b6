/// The growth of a suite's figures with the number of places.
///
/// A figure is a time, a number of hits or an amount of memory. Its exponent `e` is that of the
/// power law `n^e` that fits its values best: the slope of the regression line of their logarithms.
struct Growth {
  /// One figure at one number of places.
  struct Value {
    var name: String
    var amount: Double
    var unit: String
    var hitsPerCall: Double?
  }

  /// The values of one figure, by ascending number of places.
  struct Row {
    var name: String
    var unit: String
    var counts: [Int] = []
    var amounts: [Double] = []
    var hits: [Double] = []

    /// The exponent of the amounts.
    var exponent: Double? { Growth.exponent(of: amounts, counts: counts) }

    /// The exponent of the hits per call; nil if the operation has none at some size.
    var hitsExponent: Double? { Growth.exponent(of: hits, counts: counts) }
  }

  /// The rows in the order of the suite.
  private(set) var rows: [Row] = []
  private var positions: [String: Int] = [:]

  /// Adds the values of one run; runs are added by ascending number of places.
  mutating func add(_ values: [Value], count: Int) {
    for value in values {
      let position = positions[value.name] ?? rows.count
      if position == rows.count {
        positions[value.name] = position
        rows.append(Row(name: value.name, unit: value.unit))
      }
      rows[position].counts.append(count)
      rows[position].amounts.append(value.amount)
      if let hits = value.hitsPerCall { rows[position].hits.append(hits) }
    }
  }

  /// The exponent that fits amounts at numbers of places best.
  ///
  /// Nil for fewer than two different numbers of places, and if an amount is missing or not
  /// positive.
  static func exponent(of amounts: [Double], counts: [Int]) -> Double? {
    guard amounts.count == counts.count, amounts.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      return nil
    }
    let abscissas = counts.map { Platform.logarithm(Double($0)) }
    let ordinates = amounts.map { Platform.logarithm($0) }
    let middle = abscissas.reduce(0, +) / Double(max(1, counts.count))
    var numerator = 0.0
    var denominator = 0.0
    for (abscissa, ordinate) in zip(abscissas, ordinates) {
      numerator += (abscissa - middle) * ordinate
      denominator += (abscissa - middle) * (abscissa - middle)
    }
    return denominator > 0 ? numerator / denominator : nil
  }
}
