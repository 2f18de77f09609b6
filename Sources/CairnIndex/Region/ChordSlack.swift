internal import CairnGeodesy
internal import CairnMemory

/// How far the fast arithmetic of a search may be from the truth.
///
/// Searches compare straight chords between vectors that are stored as `Float`, as differences from
/// the origin of a ``NodeFrame``. What they cannot decide, `Coordinate.distance(to:)` decides. This
/// is the proof that nothing else slips through. Write u = 2⁻²⁴, R for the mean radius, o for the
/// origin of a node, any vector of doubles, and for a centre q and a point p of the node
///
/// - θ for the true angle between them and d = 2 sin(θ/2) for the true chord, in 0...2,
/// - D̂ for the metres that `q.distance(to: p)` returns, and |D̂ − Rθ| ≤ ε with ε = 1 µm (it is
///   right to 10 nm; the rest is reserve),
/// - q̂, p̂ for their vectors of doubles, each component right to 2⁻⁵¹, so that the distance of q̂
///   and p̂ is within 2⁻⁴⁹ of d,
/// - ρ for a bound of |p̂ − o| for all points p of the node,
/// - δ̃, w̃ for p̂ − o and q̂ − o, computed in double precision and rounded to `Float`. Each
///   component is off by a part of at most u' = u (1 + 2⁻²⁰) of itself, so |δ̃ − (p̂ − o)| ≤ u'ρ,
///   and since
///   |q̂ − o| ≤ ρ + |q̂ − p̂|, |w̃ − (q̂ − o)| ≤ u' (ρ + |q̂ − p̂|). By the triangle inequality
///   |δ̃ − w̃| is within 2u'ρ + u'd + 1.2 · 2⁻⁴⁸ of d,
/// - c for the computed squared chord. Its three differences, three squares and two sums are each
///   rounded once, by a factor within 1 ± u: c = |δ̃ − w̃|² (1 + 6u)^±1. (What underflows is below
///   2⁻¹⁴⁶ and far below the slack.)
///
/// The *slack* of a frame is f = 2u (1 + 2⁻¹⁰) ρ + 2⁻⁴⁶, which is more by 4u'f at least. So u'd
/// is within a factor where d > 2f, in that reserve where it is not, and
///
///     (d − f)² / (1 + 11u) ≤ c ≤ (d + f)² (1 + 11u),   the left one where d ≥ f.
///
/// In the frame of the whole sphere o = 0 and the vectors are below 1 in each component, which then
/// moves by at most u/2: |δ̃ − p̂| and |w̃ − q̂| are at most √3 u/2 < 0.8661 u each, and f = 2u is
/// more than both together.
///
/// *Against a radius r.* Let s = 2 sin(r/2R), r cut to half the circumference. θ ↦ d grows
/// with a slope of at most 1, so θ ≤ (r − ε)/R follows from d ≤ s − ε/R, and θ > (r + ε)/R from
/// d > s + ε/R, up to half the circumference where nothing is farther. So a squared chord c up to
/// (s − ε/R − f)² / `relative` is surely inside and one beyond (s + ε/R + f)² · `relative` surely
/// outside, with `relative` = 1 + 24u: 11u for c and more than 5u for computing these limits as
/// floats, by a sum that is squared and two products. Near the antipode, where d hardly grows, this
/// band is some kilometres wide; elsewhere it is 2 f and two millionths of the chord: micrometres
/// where places stand close together.
///
/// *One point against another.* θ₂ − θ₁ ≥ d₂ − d₁, again since the slope is at most 1. So if
/// d₂ > d₁ + 2ε/R then D̂₂ > D̂₁. Points of different frames are compared by bounds of their true
/// chords that need no root: for all chords d up to some D, with k = f (2D + f),
///
///     (d + f)² ≤ d² + k   and   (√c + f)² ≤ c + k where √c ≤ D.
///
/// With a D that bounds d and √(c (1 + 11u)) alike, ``spread(ofChords:slack:)``,
/// (c − k) / `relative` ≤ d² ≤ (c + k) · `relative`.
///
/// *Boxes* of level 1 bound the δ̃, so their squared distances, least and greatest, which are
/// computed by as many roundings, hold for the points as they stand. The boxes of the nodes above
/// bound the p̂ − o themselves, rounded outwards, and a point that is not rounded is within the
/// same slack.
enum ChordSlack {
  /// 2u: the slack of the whole sphere.
  static let chord = 0x1p-23
  /// 1 + 24u: what a squared chord and a limit that is computed for it may be off by.
  static let relative: Float = 1 + 0x3p-21
  /// ε/R, rounded up: what an exact distance may be off by, as a chord.
  static let exact = 0x1p-42

  /// A squared chord with its lane in the lowest four bits is off by at most 15 · 2⁻²³ of it.
  static let laneKey: Float = 1 + 0x1p-19

  /// The slack of a frame whose points are within a distance of its origin.
  static func slack(within distance: Double) -> Float {
    Float(distance * (0x1p-23 * (1 + 0x1p-10)) + 0x1p-46).nextUp
  }

  /// What is taken from, and added to, the squared chords up to about that of a chord, as they are
  /// computed in a frame, to bound those that are true.
  ///
  /// A point whose chord is at most `chord` = U has c ≤ (U + f)² (1 + 11u), and a D of
  /// (U + 3f) (1 + 32u) is enough for the points with c − k below U² · `relative`.
  @inline(__always)
  static func spread(ofChords chord: Float, slack: Float) -> Float {
    slack * (chord * (2 + 0x1p-17) + 8 * slack)
  }

  /// The chord that no point is nearer than whose squared chord, with its lane in the lowest four
  /// bits, is at least `squared`.
  @inline(__always)
  static func least(ofSquared squared: Float, slack: Float) -> Float {
    squared.magnitude.squareRoot() * (1 - 0x1p-19) - slack
  }

  /// The chord that no point can exceed whose exact distance is at most that of a point with a
  /// squared chord of at most `squared`, roundings included.
  @inline(__always)
  static func limit(notFartherThan squared: Float) -> Float {
    (squared * relative).magnitude.squareRoot() * (1 + 0x1p-21) + Float(2 * exact)
  }

  /// The same as a squared chord, both as they are computed in the frame of the whole sphere.
  @inline(__always)
  static func limitOnSphere(notFartherThan squared: Float) -> Float {
    let slack = NodeFrame.sphere.slack
    return (limit(notFartherThan: squared) + slack).squaredLimit(slack: slack)
  }
}

extension Float {
  /// The squared chord, as it may be computed in a frame, of a point with at most this chord.
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

/// A radius as two chords: what is nearer than one is inside, beyond the other nothing.
struct ChordBand {
  /// Nearer than this a point is inside; negative when no point surely is.
  private let near: Float
  /// Farther than this a point is outside.
  let far: Float

  /// The band of a radius in metres, which is not negative and may be infinite.
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

  /// The squared chord up to which a point is inside, as it is computed in a frame; negative when
  /// no point surely is.
  @inline(__always)
  func inside(slack: Float) -> Float {
    let chord = near - slack
    return chord * chord.magnitude * (2 - ChordSlack.relative)
  }

  /// The squared chord beyond which a point is outside, as it is computed in a frame.
  @inline(__always)
  func possible(slack: Float) -> Float { far.squaredLimit(slack: slack) }
}
