/// A number of about 106 bits: the unevaluated sum of two doubles.
///
/// Only the operations that a predicate needs if a double cannot decide. Sources: T. J. Dekker, "A
/// floating-point technique for extending the available precision", Numer. Math. 18 (1971),
/// doi:10.1007/BF01397083; D. E. Knuth, "The Art of Computer Programming", vol. 2, 4.2.2.
internal struct DoubleDouble {
  let high: Double
  let low: Double

  init(_ value: Double) {
    high = value
    low = 0
  }

  init(high: Double, low: Double) {
    self.high = high
    self.low = low
  }

  /// Creates the exact sum of two doubles.
  init(sum a: Double, _ b: Double) {
    (high, low) = exactSum(a, b)
  }

  /// π/180 and 2π.
  static var radian: DoubleDouble {
    DoubleDouble(high: 0.017453292519943295, low: 2.9486522708701687e-19)
  }
  static var twoPi: DoubleDouble { DoubleDouble(high: 2 * .pi, low: 2.4492935982947064e-16) }

  /// Creates the exact product of two doubles.
  init(product a: Double, _ b: Double) {
    let product = a * b
    high = product
    low = (-product).addingProduct(a, b)
  }

  /// Creates the sum of a large and a small part, normalized so that the parts do not overlap.
  private init(renormalizing a: Double, _ b: Double) {
    let sum = a + b
    high = sum
    low = b - (sum - a)
  }

  static prefix func - (a: DoubleDouble) -> DoubleDouble {
    DoubleDouble(high: -a.high, low: -a.low)
  }

  static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let highs = DoubleDouble(sum: a.high, b.high)
    let lows = DoubleDouble(sum: a.low, b.low)
    let first = DoubleDouble(renormalizing: highs.high, highs.low + lows.high)
    return DoubleDouble(renormalizing: first.high, first.low + lows.low)
  }

  static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + -b }

  static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble(product: a.high, b.high)
    return DoubleDouble(
      renormalizing: product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  static func / (a: DoubleDouble, b: Double) -> DoubleDouble {
    let quotient = a.high / b
    let rest = a - DoubleDouble(product: quotient, b)
    return DoubleDouble(renormalizing: quotient, (rest.high + rest.low) / b)
  }

  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let quotient = a.high / b.high
    let rest = a - b * DoubleDouble(quotient)
    return DoubleDouble(renormalizing: quotient, (rest.high + rest.low) / b.high)
  }

  /// The square root of a positive number.
  var squareRoot: DoubleDouble {
    let first = root(high)
    let rest = self - DoubleDouble(product: first, first)
    return DoubleDouble(renormalizing: first, rest.high / (2 * first))
  }

  var magnitude: DoubleDouble { high < 0 ? -self : self }

  /// The sine and the cosine of an angle in degrees of at most 180 in magnitude.
  ///
  /// The error is below 1e-30; multiples of 90 are exact.
  static func sineAndCosine(degrees: DoubleDouble) -> (sine: DoubleDouble, cosine: DoubleDouble) {
    let quarters = (degrees.high / 90).rounded()
    let rest = degrees + DoubleDouble(-90 * quarters)
    let x = rest * radian
    let square = x * x
    // Taylor series to x^29 / 29!, below 1e-34 for x up to pi / 4.
    var sine = DoubleDouble(1)
    var cosine = DoubleDouble(1)
    for k in stride(from: 28.0, through: 2, by: -2) {
      sine = DoubleDouble(1) - square * sine / (k * (k + 1))
      cosine = DoubleDouble(1) - square * cosine / (k * (k - 1))
    }
    sine = sine * x
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}

/// A sum that keeps the digits lost in single additions.
///
/// Source: A. Neumaier, Z. Angew. Math. Mech. 54 (1974), doi:10.1002/zamm.19740540106.
package struct CompensatedSum: Sendable {
  private var sum = 0.0
  private var lost = 0.0

  package init() {}

  package mutating func add(_ term: Double) {
    let next = sum + term
    lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  /// The sum; infinite or NaN like a plain one if a term is.
  package var value: Double { sum.isFinite ? sum + lost : sum }
}
