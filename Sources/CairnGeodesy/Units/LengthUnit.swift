/// A unit of length, with its exact relation to the metre.
///
/// ```swift
/// LengthUnit.miles.metres(26.2)                       // 42164.8128
/// LengthUnit.nauticalMiles.value(fromMetres: 1852)    // 1
/// LengthUnit.feet.convert(5280, to: .miles)           // 1
/// ```
///
/// Foot, yard and mile are the international ones of 1959 (1 yd = 0.9144 m), the nautical mile is
/// that of 1929 (1852 m); each is a whole number of tenths of a millimetre, so every factor
/// between two units is a ratio of whole numbers and a conversion rounds at most twice.
public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  /// The metre.
  case metres = "m"
  /// 1,000 metres.
  case kilometres = "km"
  /// 1,609.344 metres.
  case miles = "mi"
  /// 1,852 metres.
  case nauticalMiles = "NM"
  /// 0.3048 metres.
  case feet = "ft"
  /// 0.9144 metres.
  case yards = "yd"

  /// The abbreviation: m, km, mi, NM, ft, yd.
  public var symbol: String { rawValue }

  /// The length of one unit in metres.
  public var inMetres: Double { Double(tenthsOfMillimetre) / 10_000 }

  private var tenthsOfMillimetre: Int {
    switch self {
    case .metres: 10_000
    case .kilometres: 10_000_000
    case .miles: 16_093_440
    case .nauticalMiles: 18_520_000
    case .feet: 3_048
    case .yards: 9_144
    }
  }

  /// A length in this unit, in metres.
  public func metres(_ value: Double) -> Double { convert(value, to: .metres) }

  /// A length in metres, in this unit.
  public func value(fromMetres metres: Double) -> Double {
    LengthUnit.metres.convert(metres, to: self)
  }

  /// A length in this unit, in another unit.
  ///
  /// Where the factor is a whole number or one over it, as from feet to miles, the result is
  /// correctly rounded.
  public func convert(_ value: Double, to other: LengthUnit) -> Double {
    var (a, b) = (tenthsOfMillimetre, other.tenthsOfMillimetre)
    while b != 0 { (a, b) = (b, a % b) }
    return value * Double(tenthsOfMillimetre / a) / Double(other.tenthsOfMillimetre / a)
  }
}
