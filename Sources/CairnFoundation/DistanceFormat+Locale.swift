public import CairnGeodesy
public import Foundation

extension DistanceFormat {
  /// The units that people of a locale read on road signs: miles and feet in the United States and
  /// the United Kingdom, else kilometres and metres.
  ///
  /// The number is written with a point, whatever the locale's own mark is: where that matters,
  /// show a `Measurement` by `formatted()`.
  ///
  /// ```swift
  /// DistanceFormat(Locale(identifier: "en_GB")).string(fromMetres: 1_850)  // "1.1 mi"
  /// DistanceFormat(.current).string(fromMetres: neighbor.distance)
  /// ```
  ///
  /// - Parameter locale: whose units.
  public init(_ locale: Locale) {
    switch locale.measurementSystem {
    case .us, .uk: self = .imperial
    default: self = .metric
    }
  }
}
