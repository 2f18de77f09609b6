/// A value for which series are evaluated: a number, or several in SIMD lanes.
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

  // The standard library's operators are generic over the width. Without optimization each of them
  // is a loop over the lanes through witness tables, twenty times as slow as these, which would be
  // noticeable in every distance in a debug build of an application. With optimization they are the
  // same instruction.

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
