/// A unit of length, with its exact ratio to the meter.
///
/// ```swift
/// LengthUnit.miles.meters(26.2)                       // 42164.8128
/// LengthUnit.nauticalMiles.value(fromMeters: 1852)    // 1
/// LengthUnit.feet.convert(5280, to: .miles)           // 1
/// ```
///
/// Foot, yard and mile are the international ones of 1959 (1 yd = 0.9144 m), the nautical mile is
/// that of 1929 (1852 m). Each is an integer number of tenths of a millimeter, so every factor
/// between two units is a ratio of integers and a conversion rounds at most twice.
public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  /// The meter.
  case meters = "m"
  /// 1,000 meters.
  case kilometers = "km"
  /// 1,609.344 meters.
  case miles = "mi"
  /// 1,852 meters.
  case nauticalMiles = "NM"
  /// 0.3048 meters.
  case feet = "ft"
  /// 0.9144 meters.
  case yards = "yd"

  /// The abbreviation: m, km, mi, NM, ft, yd.
  public var symbol: String { rawValue }

  /// The length of one unit in meters.
  public var inMeters: Double { Double(tenthsOfMillimeter) / 10_000 }

  private var tenthsOfMillimeter: Int {
    switch self {
    case .meters: 10_000
    case .kilometers: 10_000_000
    case .miles: 16_093_440
    case .nauticalMiles: 18_520_000
    case .feet: 3_048
    case .yards: 9_144
    }
  }

  /// Converts a length in this unit to meters.
  public func meters(_ value: Double) -> Double { convert(value, to: .meters) }

  /// Converts a length in meters to this unit.
  public func value(fromMeters meters: Double) -> Double {
    LengthUnit.meters.convert(meters, to: self)
  }

  /// Converts a length in this unit to another unit.
  ///
  /// If the factor is an integer or the reciprocal of one, as from feet to miles, the result is
  /// correctly rounded.
  public func convert(_ value: Double, to other: LengthUnit) -> Double {
    var (a, b) = (tenthsOfMillimeter, other.tenthsOfMillimeter)
    while b != 0 { (a, b) = (b, a % b) }
    return value * Double(tenthsOfMillimeter / a) / Double(other.tenthsOfMillimeter / a)
  }
}

extension LengthUnit: CustomStringConvertible {
  /// The name in English: `meters`, `nautical miles`.
  public var description: String {
    switch self {
    case .meters: "meters"
    case .kilometers: "kilometers"
    case .miles: "miles"
    case .nauticalMiles: "nautical miles"
    case .feet: "feet"
    case .yards: "yards"
    }
  }
}
