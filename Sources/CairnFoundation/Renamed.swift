// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnGeodesy
public import Foundation

extension Measurement where UnitType == UnitLength {
  /// The former name of `init(meters:in:)`.
  @available(*, deprecated, renamed: "init(meters:in:)")
  public init(metres: Double, in unit: CairnGeodesy.LengthUnit = .meters) {
    self.init(meters: metres, in: unit)
  }
  /// The former name of `meters`.
  @available(*, deprecated, renamed: "meters")
  public var metres: Double { meters }
}
