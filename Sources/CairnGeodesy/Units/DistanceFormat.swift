/// A format for distances in user interfaces: `350 m`, `1.2 km`, `0.8 mi`, `500 ft`.
///
/// ```swift
/// DistanceFormat.metric.string(fromMeters: 1234)       // 1.2 km
/// DistanceFormat.imperial.string(fromMeters: 152.4)    // 500 ft
/// DistanceFormat.british.string(fromMeters: 150)       // 150 yd
/// DistanceFormat.nautical.string(fromMeters: 18_520)   // 10.0 NM
/// DistanceFormat.fixed(.miles, fractionDigits: 2).string(fromMeters: 1234)   // 0.77 mi
/// ```
///
/// Numbers are rounded as decimals, halves away from zero, with a point and without grouping
/// separators, so the text is the same on every platform and in every locale. For the user's own
/// language and separators use `Measurement` and its formatter, through the module
/// `CairnFoundation`.
public struct DistanceFormat: Hashable, Sendable {
  internal enum Choice: Hashable, Sendable {
    case metric
    case imperial
    case british
    case nautical
    case fixed(LengthUnit)
  }

  internal let choice: Choice
  internal let fractionDigits: Int?

  internal init(choice: Choice, fractionDigits: Int?) {
    self.choice = choice
    self.fractionDigits = fractionDigits
  }

  /// Meters below one kilometer, then kilometers: one digit after the point below 100.
  public static let metric = DistanceFormat(choice: .metric, fractionDigits: nil)
  /// Feet below half a mile, then miles, as on road signs in the United States: one digit after the
  /// point below 100 miles.
  ///
  /// Feet are rounded to multiples of ten, from 100 on to multiples of fifty, unless
  /// ``fractionDigits(_:)`` is set. Source: CLDR, unit preferences of the usage "road".
  public static let imperial = DistanceFormat(choice: .imperial, fractionDigits: nil)
  /// Yards below half a mile, then miles, as on road signs in the United Kingdom: one digit after
  /// the point below 100 miles.
  ///
  /// Yards are rounded to multiples of ten, from 100 on to multiples of fifty, unless
  /// ``fractionDigits(_:)`` is set. Source: CLDR, unit preferences of the usage "road".
  public static let british = DistanceFormat(choice: .british, fractionDigits: nil)
  /// Meters below a tenth of a nautical mile, then nautical miles: one digit below 100.
  public static let nautical = DistanceFormat(choice: .nautical, fractionDigits: nil)

  /// A format that always uses the same unit.
  ///
  /// - Parameters:
  ///   - unit: the unit to write in.
  ///   - fractionDigits: digits after the point, clamped to 0...15.
  /// - Returns: the format.
  public static func fixed(_ unit: LengthUnit, fractionDigits: Int = 1) -> DistanceFormat {
    DistanceFormat(choice: .fixed(unit), fractionDigits: fractionDigits)
  }

  /// The same choice of unit with another number of digits after the point, clamped to 0...15.
  public func fractionDigits(_ digits: Int) -> DistanceFormat {
    DistanceFormat(choice: choice, fractionDigits: digits)
  }

  /// The text of a distance in meters; a negative one keeps its sign.
  ///
  /// A number that is not finite is written as in Swift: `nan m`, `inf km`.
  public func string(fromMeters meters: Double) -> String {
    switch choice {
    case .metric:
      return string(meters, small: .meters, upTo: 1000, large: .kilometers)
    case .imperial:
      return string(meters, small: .feet, upTo: 2640, large: .miles, inSteps: true)
    case .british:
      return string(meters, small: .yards, upTo: 880, large: .miles, inSteps: true)
    case .nautical:
      return string(meters, small: .meters, upTo: 185.2, large: .nauticalMiles)
    case .fixed(let unit):
      return string(meters, unit, fractionDigits ?? 1)
    }
  }

  private func string(
    _ meters: Double, small: LengthUnit, upTo limit: Double, large: LengthUnit,
    inSteps: Bool = false
  ) -> String {
    let smallValue = small.value(fromMeters: meters)
    // A distance that rounds to the limit or more is written in the larger unit.
    if inSteps, fractionDigits == nil {
      let step = Self.roadStep(of: smallValue.magnitude)
      let rounded = (smallValue / step).rounded(.toNearestOrAwayFromZero) * step
      if meters.isNaN || rounded.magnitude < limit {
        return decimalText(rounded, digits: 0) + " " + small.symbol
      }
    } else {
      let half = 0.5 / power(of: 10, fractionDigits ?? 0)
      if meters.isNaN || smallValue.magnitude < limit - half {
        return string(meters, small, fractionDigits ?? 0)
      }
    }
    let digits = large.value(fromMeters: meters).magnitude < 99.95 ? 1 : 0
    return string(meters, large, fractionDigits ?? digits)
  }

  /// The step to which a number of feet or yards is rounded.
  private static func roadStep(of value: Double) -> Double {
    value < 9.5 ? 1 : value < 95 ? 10 : 50
  }

  private func power(of base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<min(max(exponent, 0), 15) { result *= base }
    return result
  }

  private func string(_ meters: Double, _ unit: LengthUnit, _ digits: Int) -> String {
    decimalText(unit.value(fromMeters: meters), digits: digits) + " " + unit.symbol
  }
}
