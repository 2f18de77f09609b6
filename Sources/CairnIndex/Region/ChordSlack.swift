internal import CairnGeodesy
internal import CairnMemory

/// How far the fast arithmetic of a search may be from the truth.
///
/// Searches compare straight chords between unit vectors that are stored as `Float`. What they
/// cannot decide, `Coordinate.distance(to:)` decides. This is the proof that nothing else slips
/// through. Write u = 2⁻²⁴, R for the mean radius, and for a centre q and a point p
///
/// - θ for the true angle between them and d = 2 sin(θ/2) for the true chord, in 0...2,
/// - D̂ for the metres that `q.distance(to: p)` returns, and |D̂ − Rθ| ≤ ε with ε = 1 mm (it is
///   right to 10 nm; the rest is reserve),
/// - q̃, p̃ for the vectors rounded to `Float`. A component below 1 moves by at most u/2, a double
///   precision vector is right to 2⁻⁴⁸, so |q̃ − q| and |p̃ − p| are each at most
///   √3 u/2 + 2⁻⁴⁸ < 0.8661 u, and by the triangle inequality |q̃ − p̃| is within 1.7322 u of d,
/// - c for the computed squared chord. Its three differences, three squares and two sums are each
///   rounded once, by a factor within 1 ± u: c = |q̃ − p̃|² (1 + 6u)^±1. (What underflows is below
///   2⁻¹⁴⁸ and far below the slack.)
///
/// *Against a radius r.* Let s = 2 sin(r/2R), r cut to half the circumference. θ ↦ d grows
/// with a slope of at most 1, so θ ≤ (r − ε)/R follows from d ≤ s − ε/R, and θ > (r + ε)/R from
/// d > s + ε/R, up to half the circumference where nothing is farther. With `slack` = 2u, more
/// than 1.7322 u + ε/R = 1.7349 u, a squared chord c up to (s − slack)² / (1 + 16u) is surely
/// inside and one beyond (s + slack)² (1 + 16u) surely outside. Near the antipode, where d hardly
/// grows, this band is some kilometres wide; elsewhere it is about a metre.
///
/// *One point against another.* θ₂ − θ₁ ≥ d₂ − d₁, again since the slope is at most 1. So if
/// d₂ > d₁ + 2ε/R then D̂₂ > D̂₁, and with the roundings above it is enough that
/// √c₂ > √c₁ (1 + 16u) + 2 · slack.
///
/// *Boxes* bound the rounded vectors p̃, and their squared distances, least and greatest, are
/// computed by as many roundings; so each bound holds for the points of a box as it stands.
enum ChordSlack {
  /// 2u: what two rounded vectors and the exact distance may differ by, as a chord.
  static let chord = 0x1p-23
  /// 1 + 16u: the same for the roundings of a squared chord.
  static let relative = 1 + 0x1p-20

  /// A squared chord with its lane in the lowest four bits is off by at most 15 · 2⁻²³ of it.
  static let laneKey: Float = 1 + 0x1p-19

  /// The squared chord that no point can exceed whose exact distance is at most that of a point
  /// with squared chord `squared`.
  @inline(__always)
  static func limit(notFartherThan squared: Float) -> Float {
    let chord = Double(squared).squareRoot() * relative + 2 * Self.chord
    return Float(chord * chord * relative).nextUp
  }
}

/// A radius as two squared chords: up to one everything is inside, beyond the other nothing.
struct ChordBand {
  /// Up to here a point is inside; negative when no point surely is.
  let inside: Float
  /// Beyond here a point is outside.
  let possible: Float

  /// The band of a radius in metres, which is not negative and may be infinite.
  init(radius: Double) {
    if radius == .infinity {
      // Every squared chord is below both.
      inside = 5
      possible = 5
      return
    }
    let halfAngle = min(radius / (2 * Sphere.mean.radius), .pi / 2)
    let chord = 2 * sine(halfAngle)
    let near = chord - ChordSlack.chord
    let far = chord + ChordSlack.chord
    inside = near > 0 ? Float(near * near / ChordSlack.relative).nextDown : -1
    possible = Float(far * far * ChordSlack.relative).nextUp
  }
}
