internal import CairnGeodesy
internal import CairnMemory

/// Error bounds of the single-precision arithmetic of a search.
///
/// Searches compare straight chords between vectors that are stored as `Float`, as differences from
/// the origin of a ``NodeFrame``. If a comparison is undecided, `Coordinate.distance(to:)` decides.
/// This is the proof that all other comparisons are correct. Let u = 2⁻²⁴, R the mean radius, o the
/// origin of a node, any vector of doubles, and for a center q and a point p of the node
///
/// - θ for the true angle between them and d = 2 sin(θ/2) for the true chord, in 0...2,
/// - D̂ for the result of `q.distance(to: p)` in meters, and |D̂ − Rθ| ≤ ε with ε = 1 µm (the
///   actual error is below 10 nm),
/// - q̂, p̂ for their vectors of doubles, each component accurate to 2⁻⁵¹, so that the distance of
///   q̂ and p̂ is within 2⁻⁴⁹ of d,
/// - ρ for a bound of |p̂ − o| for all points p of the node,
/// - δ̃, w̃ for p̂ − o and q̂ − o, computed in double precision and rounded to `Float`. Each
///   component has a relative error of at most u' = u (1 + 2⁻²⁰), so |δ̃ − (p̂ − o)| ≤ u'ρ, and
///   since
///   |q̂ − o| ≤ ρ + |q̂ − p̂|, |w̃ − (q̂ − o)| ≤ u' (ρ + |q̂ − p̂|). By the triangle inequality
///   |δ̃ − w̃| is within 2u'ρ + u'd + 1.2 · 2⁻⁴⁸ of d,
/// - c for the computed squared chord. Its three differences, three squares and two sums are each
///   rounded once, by a factor within 1 ± u: c = |δ̃ − w̃|² (1 + 6u)^±1. (Underflowing terms are
///   below 2⁻¹⁴⁶, far below the slack.)
///
/// The *slack* of a frame is f = 2u (1 + 2⁻¹⁰) ρ + 2⁻⁴⁶, which exceeds that bound without u'd by at
/// least 4u'f. So u'd is covered by a factor if d > 2f and by that reserve otherwise, and
///
///     (d − f)² / (1 + 11u) ≤ c ≤ (d + f)² (1 + 11u), the left inequality if d ≥ f.
///
/// In the frame of the whole sphere o = 0 and the vectors are below 1 in each component, which then
/// moves by at most u/2: |δ̃ − p̂| and |w̃ − q̂| are at most √3 u/2 < 0.8661 u each, and f = 2u
/// exceeds their sum. A search with one center may use the actual |w̃ − q̂| instead of its bound:
/// ``onSphere(from:)``.
///
/// *Against a radius r.* Let s = 2 sin(r/2R), r cut to half the circumference. The slope of θ ↦ d
/// is at most 1, so d ≤ s − ε/R implies θ ≤ (r − ε)/R, and d > s + ε/R implies θ > (r + ε)/R, up to
/// half the circumference, beyond which there are no points. So a point with a squared chord c up
/// to (s − ε/R − f)² / `relative` is certainly inside and one beyond (s + ε/R + f)² · `relative`
/// certainly outside, with `relative` = 1 + 24u: 11u for c and more than 5u for computing these
/// limits as floats, with a squared sum and two products. Near the antipode, where d hardly grows,
/// this band is some kilometers wide; elsewhere its width is 2 f plus two millionths of the chord:
/// micrometers if the places are close together.
///
/// *One point against another.* θ₂ − θ₁ ≥ d₂ − d₁, again because the slope is at most 1. So if d₂ >
/// d₁ + 2ε/R then D̂₂ > D̂₁. Points of different frames are compared by bounds of their true
/// chords, without square roots: for all chords d up to some D, with k = f (2D + f),
///
///     (d + f)² ≤ d² + k   and   (√c + f)² ≤ c + k where √c ≤ D.
///
/// With a D that bounds d and √(c (1 + 11u)) alike, ``spread(ofChords:slack:)``,
/// (c − k) / `relative` ≤ d² ≤ (c + k) · `relative`.
///
/// *Boxes* of level 1 bound the δ̃, so their least and greatest squared distances, which are
/// computed with the same number of roundings, are valid for the stored points. The boxes of higher
/// nodes bound the exact p̂ − o, rounded outward, and an unrounded point is within the same slack.
enum ChordSlack {
  /// 2u, the slack of the whole sphere.
  static let chord = 0x1p-23
  /// 1 + 24u, the relative error bound of a squared chord and its limit together.
  static let relative: Float = 1 + 0x3p-21
  /// ε/R, rounded up: the error bound of an exact distance, as a chord.
  static let exact = 0x1p-42

  /// The error factor of a squared chord with its lane in the lowest four bits, which is off by at
  /// most 15 · 2⁻²³ of it.
  static let laneKey: Float = 1 + 0x1p-19

  /// Returns the slack of a frame whose points are within a distance of its origin.
  static func slack(within distance: Double) -> Float {
    Float(distance * (0x1p-23 * (1 + 0x1p-10)) + 0x1p-46).nextUp
  }

  /// Returns k for chords up to about `chord`: the value to subtract from and add to squared chords
  /// computed in a frame to bound the true ones.
  ///
  /// A point whose chord is at most `chord` = U has c ≤ (U + f)² (1 + 11u), and a D of
  /// (U + 3f) (1 + 32u) is enough for the points with c − k below U² · `relative`.
  @inline(__always)
  static func spread(ofChords chord: Float, slack: Float) -> Float {
    slack * (chord * (2 + 0x1p-17) + 8 * slack)
  }

  /// Returns a lower bound of the chord of all points whose squared chord, with its lane in the
  /// lowest four bits, is at least `squared`.
  @inline(__always)
  static func least(ofSquared squared: Float, slack: Float) -> Float {
    squared.magnitude.squareRoot() * (1 - 0x1p-19) - slack
  }

  /// Returns an upper bound of the chord of all points whose exact distance is at most that of a
  /// point with a squared chord of at most `squared`, rounding errors included.
  @inline(__always)
  static func limit(notFartherThan squared: Float) -> Float {
    (squared * relative).magnitude.squareRoot() * (1 + 0x1p-21) + Float(2 * exact)
  }

  /// Returns the slack of the frame of the whole sphere for a center: between 0.87 u and 1.74 u.
  ///
  /// It exceeds |δ̃ − p̂| + |w̃ − q̂| + 1.2 · 2⁻⁴⁸ by more than 4u'f, as that of another frame.
  static func onSphere(from center: UnitVector) -> Float {
    let x = center.x - Double(Float(center.x))
    let y = center.y - Double(Float(center.y))
    let z = center.z - Double(Float(center.z))
    let rounding = (x * x + y * y + z * z).magnitude.squareRoot()
    return Float(0.8661 * 0x1p-24 + rounding + 0x1p-46).nextUp
  }

  /// Returns the same as a squared chord, both as computed in the frame of the whole sphere with a
  /// slack.
  @inline(__always)
  static func limitOnSphere(notFartherThan squared: Float, slack: Float) -> Float {
    (limit(notFartherThan: squared) + slack).squaredLimit(slack: slack)
  }
}

extension Float {
  /// An upper bound of the squared chord computed in a frame for a point with at most this chord.
  @inline(__always)
  func squaredLimit(slack: Float) -> Float {
    let chord = self + slack
    return chord * chord * ChordSlack.relative
  }

  /// The same with a lane in the lowest four bits.
  @inline(__always)
  func squaredKeyLimit(slack: Float) -> Float {
    let chord = self + slack
    return chord * chord * (ChordSlack.relative * ChordSlack.laneKey)
  }
}

/// A radius as two chords: points nearer than the first are inside, points beyond the second
/// outside.
struct ChordBand {
  /// Points nearer than this are inside; negative if no point certainly is.
  private let near: Float
  /// Points farther than this are outside.
  let far: Float

  /// Creates the band of a nonnegative, possibly infinite radius in meters.
  init(radius: Double) {
    if radius == .infinity {
      // Every chord is below both.
      near = 3
      far = 3
      return
    }
    let halfAngle = min(radius / (2 * Sphere.mean.radius), .pi / 2)
    let chord = 2 * sine(halfAngle)
    near = Float(chord - ChordSlack.exact).nextDown
    far = Float(chord + ChordSlack.exact).nextUp
  }

  /// The computed squared chord in a frame up to which a point is inside; negative if no point
  /// certainly is.
  @inline(__always)
  func inside(slack: Float) -> Float {
    let chord = near - slack
    return chord * chord.magnitude * (2 - ChordSlack.relative)
  }

  /// The computed squared chord in a frame beyond which a point is outside.
  @inline(__always)
  func possible(slack: Float) -> Float { far.squaredLimit(slack: slack) }
}
