/// The relations between a geodesic and the great circle that represents it.
///
/// Karney's method maps a geodesic of the ellipsoid to a great circle of an auxiliary sphere:
/// latitudes become parametric, bearings stay, and the length and the longitude follow from
/// series in the arc. The files of this folder use the symbols of C. F. F. Karney, "Algorithms
/// for geodesics", Journal of Geodesy 87 (2013), doi:10.1007/s00190-012-0578-z:
///
/// | here | paper | meaning |
/// |---|---|---|
/// | `equatorialRadius`, `polarRadius` | a, b | the semi-axes in meters |
/// | `axisRatio` | b / a = 1 − f | the ratio of the axes, f being the flattening |
/// | `thirdFlattening` | n | (a − b) / (a + b) |
/// | `eccentricitySquared` | e² | (a² − b²) / a² |
/// | `secondEccentricitySquared` | e'² | (a² − b²) / b² |
/// | `beta1`, `beta2` | β₁, β₂ | the parametric latitudes: tan β = (1 − f) tan φ |
/// | `dn1`, `dn2` | √(1 + k² sin²σ) | the same as √(1 + e'² sin²β), at both ends |
/// | `lambda12` | λ₁₂ | the longitude difference on the ellipsoid |
/// | `omega`, `omega1`, `omega12` | ω | the longitude on the auxiliary sphere, from the node |
/// | `sigma`, `sigma1`, `sigma12` | σ | the arc on the auxiliary sphere, from the node |
/// | `alpha1`, `alpha2` | α₁, α₂ | the bearings at both ends, in the direction of travel |
/// | `alpha0` | α₀ | the bearing at the node, where the line crosses the equator northward |
/// | `kSquared` | k² | e'² cos²α₀ |
/// | `epsilon` | ε | the expansion parameter, (√(1 + k²) − 1) / (√(1 + k²) + 1) |
/// | `tau`, `tau1` | τ | the arc in proportion to the length: s / (b A₁) = σ + Σ C₁ₗ sin 2lσ |
/// | `a1`, `a2`, `a3` | A₁, A₂, A₃ | the scales of the length, the reduced length, the longitude |
/// | `c1`, `c1Prime`, `c2`, `c3`, `c4` | C₁, C₁′, C₂, C₃, C₄ | the sine series that go with them |
/// | `b11`, `b31` | | the sums of C₁ and C₃ at the first end |
/// | `j12` | J(σ₂) − J(σ₁) | the part that the reduced length and the scales share |
/// | `reducedLength`, `scale` | m₁₂, M₁₂ | how neighboring geodesics spread |
///
/// An angle is represented by its sine and cosine, an ``AngleVector``, unless its name contains a
/// unit. A trailing 12 is a difference, end minus start.
///
/// Do not use these for great circles of the sphere itself: ``Sphere`` has closed formulas.
internal enum AuxiliarySphere {
  /// cos²α₀ of the line with a bearing at a parametric latitude, without cancellation.
  ///
  /// By Clairaut's relation sin α₀ = sin α cos β.
  @inline(__always)
  static func cosSquaredAlpha0(alpha: AngleVector, beta: AngleVector) -> Double {
    alpha.cosine * alpha.cosine + alpha.sine * alpha.sine * beta.sine * beta.sine
  }

  /// The arc from the node, of any length: tan σ = tan β / cos α.
  @inline(__always)
  static func sigma(alpha: AngleVector, beta: AngleVector) -> AngleVector {
    AngleVector(sine: beta.sine, cosine: alpha.cosine * beta.cosine)
  }

  /// The longitude from the node, of any length: tan ω = sin α₀ tan σ.
  @inline(__always)
  static func omega(sinAlpha0: Double, sigma: AngleVector) -> AngleVector {
    AngleVector(sine: sinAlpha0 * sigma.sine, cosine: sigma.cosine)
  }

  /// ε of a geodesic from its k², without cancellation if that is small.
  @inline(__always)
  static func epsilon(kSquared: Double) -> Double {
    kSquared / (2 * (1 + root(1 + kSquared)) + kSquared)
  }
}
