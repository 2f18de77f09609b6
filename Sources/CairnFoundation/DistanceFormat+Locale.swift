public import CairnGeodesy
public import Foundation

extension DistanceFormat {
  /// The units that people of a locale read on road signs: miles and feet in the United States, miles
  /// and yards in the United Kingdom, else kilometers and meters.
  ///
  /// The number is written with a point, whatever the locale's own mark is: where that matters,
  /// show a `Measurement` by `formatted()`.
  ///
  /// ```swift
  /// DistanceFormat(Locale(identifier: "en_GB")).string(fromMetres: 1_850)  // "1.1 mi"
  /// DistanceFormat(Locale(identifier: "en_GB")).string(fromMetres: 150)    // "150 yd"
  /// DistanceFormat(.current).string(fromMetres: neighbor.distance)
  /// ```
  ///
  /// - Parameter locale: whose units.
  public init(_ locale: Locale) {
    switch locale.measurementSystem {
    case .us: self = .imperial
    case .uk: self = .british
    default: self = .metric
    }
  }
}
