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
extension SIMD4<Double>: SeriesValue {
  @inline(__always)
  internal static var zero: SIMD4<Double> { SIMD4(repeating: 0) }
}
