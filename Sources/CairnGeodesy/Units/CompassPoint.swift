/// One of the sixteen points of the compass.
///
/// ```swift
/// CompassPoint(bearing: 20)?.description   // NNE
/// ```
public enum CompassPoint: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// 0 degrees.
  case north = "N"
  /// 22.5 degrees.
  case northNortheast = "NNE"
  /// 45 degrees.
  case northeast = "NE"
  /// 67.5 degrees.
  case eastNortheast = "ENE"
  /// 90 degrees.
  case east = "E"
  /// 112.5 degrees.
  case eastSoutheast = "ESE"
  /// 135 degrees.
  case southeast = "SE"
  /// 157.5 degrees.
  case southSoutheast = "SSE"
  /// 180 degrees.
  case south = "S"
  /// 202.5 degrees.
  case southSouthwest = "SSW"
  /// 225 degrees.
  case southwest = "SW"
  /// 247.5 degrees.
  case westSouthwest = "WSW"
  /// 270 degrees.
  case west = "W"
  /// 292.5 degrees.
  case westNorthwest = "WNW"
  /// 315 degrees.
  case northwest = "NW"
  /// 337.5 degrees.
  case northNorthwest = "NNW"

  /// Creates the point nearest to a bearing; halfway between two, the one farther clockwise.
  ///
  /// - Parameter bearing: degrees clockwise from north, any finite number; otherwise nil.
  public init?(bearing: Double) {
    guard bearing.isFinite else { return nil }
    // The bounds are exact as doubles, and so is their comparison. The sum of a quotient and a
    // half, or of a negative bearing and a turn, could be rounded up to the next point.
    let angle = withinHalfTurn(bearing)
    let index = Int((angle / 22.5).rounded(.down))
    let isPast = angle >= (Double(index) + 0.5) * 22.5
    self = Self.allCases[((isPast ? index + 1 : index) + 16) % 16]
  }

  /// The bearing of the point in degrees, in 0..<360.
  public var bearing: Double {
    Double(Self.allCases.firstIndex(of: self) ?? 0) * 22.5
  }

  /// One to three letters: N, NNE, NE.
  public var description: String { rawValue }
}

#if !hasFeature(Embedded)
  // Encoded as its letters; other strings are rejected.
  extension CompassPoint: Codable {}
#endif
