public import CairnGeodesy
public import Foundation

extension DistanceFormat {
  /// Creates the format with the units of a locale's road signs: miles and feet in the United
  /// States, miles and yards in the United Kingdom, otherwise kilometers and meters.
  ///
  /// The number is written with a decimal point, whatever the locale's decimal separator. If that
  /// matters, display a `Measurement` with `formatted()`.
  ///
  /// ```swift
  /// DistanceFormat(Locale(identifier: "en_GB")).string(fromMeters: 1_850)  // "1.1 mi"
  /// DistanceFormat(Locale(identifier: "en_GB")).string(fromMeters: 150)    // "150 yd"
  /// DistanceFormat(.current).string(fromMeters: neighbor.distance)
  /// ```
  ///
  /// - Parameter locale: the locale whose units to use.
  public init(_ locale: Locale) {
    switch locale.measurementSystem {
    case .us: self = .imperial
    case .uk: self = .british
    default: self = .metric
    }
  }
}
