internal import CairnGeodesy

/// Angles for the shapes that a cover looks at; the same bits on every platform.
internal enum Trigonometry {
  static let radians = Double.pi / 180

  static func sine(degrees: Double) -> Double { sineAndCosine(degrees: degrees).sine }

  static func tangent(degrees: Double) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return sine / cosine
  }
}
