/// The length and the reduced length of a segment of a geodesic, in units of the polar radius.
///
/// The symbols are those of the table at ``AuxiliarySphere``. Source: Karney (2013), section 3,
/// doi:10.1007/s00190-012-0578-z.
internal struct GeodesicLengths {
  /// s₁₂ / b - σ₁₂; their sum would lose a digit of it.
  var lengthBeyondArc: Double
  /// m₁₂ / b: the distance at the second end between neighboring geodesics from the first end, per
  /// radian between them.
  var reducedLength: Double
  /// J(σ₂) - J(σ₁), the part of the reduced length that the scales M₁₂ and M₂₁ share.
  var j12: Double

  /// Computes the lengths between two points of a geodesic.
  ///
  /// - Parameters:
  ///   - epsilon: the expansion parameter of the geodesic.
  ///   - sigma12: the arc on the auxiliary sphere, in radians.
  ///   - sigma1: the arc from the node to the first end, as a vector of length 1.
  ///   - dn1: √(1 + e'² sin²β) there.
  ///   - sigma2: the arc from the node to the second end.
  ///   - dn2: √(1 + e'² sin²β) there.
  @inline(__always)
  init(
    epsilon: Double, sigma12: Double,
    _ sigma1: AngleVector, _ dn1: Double, _ sigma2: AngleVector, _ dn2: Double
  ) {
    let a1Excess = LengthSeries.scaleExcess(epsilon)
    let a2Excess = ReducedLengthSeries.scaleExcess(epsilon)
    let b112 = LengthSeries.series(epsilon).difference(sigma1, sigma2)
    let b212 = ReducedLengthSeries.series(epsilon).difference(sigma1, sigma2)
    lengthBeyondArc = b112 + a1Excess * (sigma12 + b112)
    j12 = lengthBeyondArc - (b212 + a2Excess * (sigma12 + b212))
    reducedLength =
      dn2 * (sigma1.cosine * sigma2.sine) - dn1 * (sigma1.sine * sigma2.cosine)
      - sigma1.cosine * sigma2.cosine * j12
  }
}

extension GeodesicProblem {
  /// The spread of the geodesics beside a shortest line.
  struct Scales {
    /// m₁₂ in meters: the distance at the end between geodesics, per radian between them at the
    /// start.
    var reducedLength: Double
    /// M₁₂: the distance at the end between geodesics that are parallel at the start, per unit of
    /// their distance there.
    var scale: Double
  }

  /// The maximum length, in equatorial radii, on which the surface counts as flat: a few meters,
  /// for which m₁₂ differs from the length by 2e-13 of it and M₁₂ from 1 by 5e-13.
  private static var flatLength: Double { 1e-6 }

  /// The reduced length and the geodesic scale of a solution, as seen from its start.
  func scales(of solution: GeodesicSolution) -> Scales {
    if solution.length < Self.flatLength * constants.equatorialRadius {
      return Scales(reducedLength: solution.length, scale: 1)
    }
    if beta1.sine == 0 && solution.alpha1.cosine == 0 {
      // Along the equator, which has no node.
      let arc = AngleVector(radians: lambda12Radians / constants.axisRatio)
      return Scales(reducedLength: constants.polarRadius * arc.sine, scale: arc.cosine)
    }
    let kSquared =
      AuxiliarySphere.cosSquaredAlpha0(alpha: solution.alpha1, beta: beta1)
      * constants.secondEccentricitySquared
    let sigma1 = AuxiliarySphere.sigma(alpha: solution.alpha1, beta: beta1).normalized
    let sigma2 = AuxiliarySphere.sigma(alpha: solution.alpha2, beta: beta2).normalized
    let sigma12 = sigma2 - sigma1
    let lengths = GeodesicLengths(
      epsilon: AuxiliarySphere.epsilon(kSquared: kSquared),
      sigma12: sigma12.notNegative.radians, sigma1, dn1, sigma2, dn2)
    // dn₂ - dn₁ from the difference of their squares.
    let t =
      kSquared * (sigma2.sine - sigma1.sine) * (sigma2.sine + sigma1.sine) / (dn1 + dn2)
    let scale =
      isSwapped
      ? sigma12.cosine - (t * sigma1.sine - sigma1.cosine * lengths.j12) * sigma2.sine / dn2
      : sigma12.cosine + (t * sigma2.sine - sigma2.cosine * lengths.j12) * sigma1.sine / dn1
    return Scales(
      reducedLength: lengths.reducedLength * constants.polarRadius, scale: scale)
  }
}
