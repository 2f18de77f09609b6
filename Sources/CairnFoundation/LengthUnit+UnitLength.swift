public import CairnGeodesy
public import Foundation

extension LengthUnit {
  /// Foundation's unit for the same length.
  public var unitLength: UnitLength {
    switch self {
    case .meters: .meters
    case .kilometers: .kilometers
    case .miles: .miles
    case .nauticalMiles: .nauticalMiles
    case .feet: .feet
    case .yards: .yards
    }
  }

  /// Creates the unit that corresponds to one of Foundation, or nil if this library does not have
  /// it.
  ///
  /// - Parameter unit: Foundation's unit.
  public init?(_ unit: UnitLength) {
    let match = LengthUnit.allCases.first { $0.unitLength == unit }
    guard let match else { return nil }
    self = match
  }
}

extension Measurement where UnitType == UnitLength {
  /// Creates a length from meters, in a unit of your choice.
  ///
  /// The conversion is that of ``LengthUnit``, whose factors are exact.
  ///
  /// ```swift
  /// Measurement(meters: 42_195, in: .miles)   // 26.21875... mi
  /// ```
  ///
  /// - Parameters:
  ///   - meters: the length in meters.
  ///   - unit: the unit of the measurement.
  public init(meters: Double, in unit: LengthUnit = .meters) {
    self.init(value: unit.value(fromMeters: meters), unit: unit.unitLength)
  }

  /// The length in meters.
  ///
  /// Foundation's own factors are used for units that ``LengthUnit`` does not have.
  public var meters: Double {
    LengthUnit(unit)?.meters(value) ?? converted(to: .meters).value
  }
}
