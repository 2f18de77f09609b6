internal import CairnGeodesy

/// Trigonometric functions of degrees for the cover shapes; bit-identical on every platform.
internal enum Trigonometry {
  static let radians = Double.pi / 180

  static func sine(degrees: Double) -> Double { sineAndCosine(degrees: degrees).sine }

  static func tangent(degrees: Double) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return sine / cosine
  }
}
