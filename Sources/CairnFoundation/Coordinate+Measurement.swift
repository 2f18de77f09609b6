public import CairnGeodesy
public import Foundation

extension Coordinate {
  /// The distance to another place as a measurement in meters.
  ///
  /// A measurement costs a few hundred nanoseconds more than ``Coordinate/distance(to:on:)``:
  /// create one for display, not for comparisons.
  ///
  /// ```swift
  /// paris.measuredDistance(to: tokyo).converted(to: .kilometers)
  /// ```
  ///
  /// - Parameters:
  ///   - other: the other place.
  ///   - surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: meters.
  public func measuredDistance(
    to other: Coordinate, on surface: Surface = .sphere
  ) -> Measurement<UnitLength> {
    Measurement(meters: distance(to: other, on: surface))
  }

  /// The place at a bearing and a measured distance from this one.
  ///
  /// - Parameters:
  ///   - bearing: degrees clockwise from north.
  ///   - distance: the distance in any unit of length.
  ///   - surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: the place, its longitude in -180..<180.
  public func destination(
    bearing: Double, distance: Measurement<UnitLength>, on surface: Surface = .sphere
  ) -> Coordinate {
    destination(bearing: bearing, distance: distance.meters, on: surface)
  }
}

extension GeoPath {
  /// The length of the path as a measurement in meters.
  ///
  /// - Parameter surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: meters.
  public func measuredLength(on surface: Surface = .sphere) -> Measurement<UnitLength> {
    Measurement(meters: length(on: surface))
  }
}

extension GeoPolygon {
  /// The area of the polygon as a measurement in square meters.
  ///
  /// - Parameter surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: square meters.
  public func measuredArea(on surface: Surface = .sphere) -> Measurement<UnitArea> {
    Measurement(value: area(on: surface), unit: .squareMeters)
  }
}

extension Cap {
  /// Creates a cap from a center and a measured radius.
  ///
  /// - Parameters:
  ///   - center: the center of the circle.
  ///   - radius: the radius in any unit of length.
  public init(center: Coordinate, radius: Measurement<UnitLength>) {
    self.init(center: center, radius: radius.meters)
  }
}
