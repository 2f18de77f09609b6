/// C4: the area between a geodesic and the equator beyond the spherical excess.
///
/// A sum of c0 cos x, c1 cos 3x to c5 cos 11x; each coefficient is a polynomial in epsilon.
internal struct AreaSeries: BitwiseCopyable, Sendable {
  let c00, c01, c02, c03, c04, c05: Double
  let c11, c12, c13, c14, c15: Double
  let c22, c23, c24, c25: Double
  let c33, c34, c35: Double
  let c44, c45: Double
  let c55: Double

  init(thirdFlattening n: Double) {
    c00 =
      2.0 / 3
      + n * (-4.0 / 15 + n * (8.0 / 105 + n * (4.0 / 315 + n * (16.0 / 3465 + n * 20 / 9009))))
    c01 = -1.0 / 5 + n * (16.0 / 35 + n * (-32.0 / 105 + n * (16.0 / 385 + n * 64 / 15015)))
    c02 = -2.0 / 105 + n * (-32.0 / 315 + n * (1088.0 / 3465 + n * (-1184.0 / 5005)))
    c03 = 11.0 / 315 + n * (-368.0 / 3465 + n * (-32.0 / 6435))
    c04 = 4.0 / 1155 + n * (1088.0 / 45045)
    c05 = 97.0 / 15015
    c11 =
      1.0 / 45
      + n * (-16.0 / 315 + n * (32.0 / 945 + n * (-16.0 / 3465 + n * (-64.0 / 135135))))
    c12 = -2.0 / 105 + n * (64.0 / 945 + n * (-128.0 / 1485 + n * (1984.0 / 45045)))
    c13 = -1.0 / 105 + n * (16.0 / 2079 + n * (5792.0 / 135135))
    c14 = 4.0 / 1155 + n * (-2944.0 / 135135)
    c15 = 1.0 / 9009
    c22 = 4.0 / 525 + n * (-32.0 / 1575 + n * (64.0 / 3465 + n * (-32.0 / 5005)))
    c23 = -8.0 / 1575 + n * (128.0 / 5775 + n * (-256.0 / 6825))
    c24 = -8.0 / 1925 + n * (1856.0 / 225225)
    c25 = 8.0 / 10725
    c33 = 8.0 / 2205 + n * (-256.0 / 24255 + n * (512.0 / 45045))
    c34 = -16.0 / 8085 + n * (1024.0 / 105105)
    c35 = -136.0 / 63063
    c44 = 64.0 / 31185 + n * (-512.0 / 81081)
    c45 = -128.0 / 135135
    c55 = 128.0 / 99099
  }

  /// The sum at `y` less the sum at `x`, for the geodesic with expansion parameter `e`.
  func difference(_ e: Double, _ x: AngleVector, _ y: AngleVector) -> Double {
    let e2 = e * e
    let e4 = e2 * e2
    let k0 = c00 + e * (c01 + e * (c02 + e * (c03 + e * (c04 + e * c05))))
    let k1 = e * (c11 + e * (c12 + e * (c13 + e * (c14 + e * c15))))
    let k2 = e2 * (c22 + e * (c23 + e * (c24 + e * c25)))
    let k3 = e2 * e * (c33 + e * (c34 + e * c35))
    let k4 = e4 * (c44 + e * c45)
    let k5 = e4 * e * c55
    let s = SIMD2(x.sine, y.sine)
    let c = SIMD2(x.cosine, y.cosine)
    let t = 2 * (c - s) * (c + s)
    let b4 = k4 + t * k5
    let b3 = k3 + t * b4 - k5
    let b2 = k2 + t * b3 - b4
    let b1 = k1 + t * b2 - b3
    // The last step of the recurrence for odd multiples: cos x (b0 - b1).
    let sums = c * (k0 + t * b1 - b2 - b1)
    return sums.y - sums.x
  }
}
