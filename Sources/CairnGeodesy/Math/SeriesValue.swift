/// What a series is worked out for: a number, or a few of them side by side in lanes.
internal protocol SeriesValue: BitwiseCopyable, Sendable {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func + (a: Double, b: Self) -> Self
  static func - (a: Double, b: Self) -> Self
  static func * (a: Double, b: Self) -> Self
  static var zero: Self { get }
}

extension SeriesValue {
  /// A polynomial of the second degree in this value, by Horner's rule.
  @inline(__always)
  func polynomial(_ a: Double, _ b: Double, _ c: Double) -> Self {
    let rest: Self = b + c * self
    return a + self * rest
  }
}

extension Double: SeriesValue {}

extension SIMD2<Double>: SeriesValue {
  internal static var zero: SIMD2<Double> { SIMD2(0, 0) }

  // The library's operators are generic over the width, and without optimisation each of them is
  // a loop over the lanes by way of tables: twenty times as slow as these, which a debug build
  // of an application would feel in every distance. With optimisation they are the same
  // instruction.

  @inline(__always)
  internal static func + (a: SIMD2<Double>, b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x + b.x, a.y + b.y)
  }
  @inline(__always)
  internal static func - (a: SIMD2<Double>, b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x - b.x, a.y - b.y)
  }
  @inline(__always)
  internal static func * (a: SIMD2<Double>, b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x * b.x, a.y * b.y)
  }
  @inline(__always)
  internal static func / (a: SIMD2<Double>, b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x / b.x, a.y / b.y)
  }
  @inline(__always)
  internal static func + (a: Double, b: SIMD2<Double>) -> SIMD2<Double> { SIMD2(a, a) + b }
  @inline(__always)
  internal static func - (a: Double, b: SIMD2<Double>) -> SIMD2<Double> { SIMD2(a, a) - b }
  @inline(__always)
  internal static func * (a: Double, b: SIMD2<Double>) -> SIMD2<Double> { SIMD2(a, a) * b }
  @inline(__always)
  internal static func * (a: SIMD2<Double>, b: Double) -> SIMD2<Double> { a * SIMD2(b, b) }
}

extension SIMD4<Double>: SeriesValue {
  internal static var zero: SIMD4<Double> { SIMD4(repeating: 0) }
}

extension SIMD8<Double>: SeriesValue {
  internal static var zero: SIMD8<Double> { SIMD8(repeating: 0) }
}
