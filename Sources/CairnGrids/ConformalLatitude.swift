internal import CairnGeodesy
internal import CairnMemory

/// The conformal latitude of WGS 84, which maps the ellipsoid to a sphere while preserving angles:
/// conversions between its tangent and that of the geographic latitude.
///
/// Source: C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers", Journal of
/// Geodesy 85 (2011), doi:10.1007/s00190-011-0445-3, equations 7 to 9 and 19 to 21.
internal enum ConformalLatitude {
  static let equatorialRadius = 6_378_137.0
  static let flattening = 1 / 298.257223563
  static let eccentricitySquared = flattening * (2 - flattening)
  /// The eccentricity of WGS 84, 0.0818191908426215.
  static let eccentricity = eccentricitySquared.squareRoot()

  /// e artanh(e s), for a sine s; seven terms of its series leave an error of 10⁻¹⁹.
  @inline(__always)
  static func eccentricArea(_ sine: Double) -> Double {
    let e2 = eccentricitySquared
    let x = e2 * sine * sine
    let high = (1.0 / 9 + x * (1.0 / 11 + x * (1.0 / 13 + x * (1.0 / 15))))
    return e2 * sine * (1 + x * (1.0 / 3 + x * (0.2 + x * (1.0 / 7 + x * high))))
  }

  /// The tangent of the conformal latitude, from that of the geographic one.
  @inline(__always)
  static func tauPrime(_ tau: Double) -> Double {
    let secant = (1 + tau * tau).squareRoot()
    let area = eccentricArea(tau / secant)
    // sinh of at most 0.0067: three terms leave an error of 10⁻²⁰.
    let square = area * area
    let sigma = area * (1 + square * (1.0 / 6 + square * (1.0 / 120)))
    return (1 + sigma * sigma).squareRoot() * tau - sigma * secant
  }

  /// The geographic latitude in degrees, from the tangent of the conformal one, by Newton's method.
  static func latitude(tauPrime: Double) -> Double {
    // Beyond this the distance to the pole is less than the size of an atom.
    guard tauPrime.magnitude < 1e30 else { return tauPrime < 0 ? -90 : 90 }
    let rest = 1 - eccentricitySquared
    var tau = tauPrime / rest
    // Two steps from here are exact to rounding; for large tangents the start is closer still.
    if tau.magnitude > 70 { tau = tauPrime * exponential(eccentricArea(1)) }
    for _ in 0..<5 {
      let value = Self.tauPrime(tau)
      let step =
        (tauPrime - value) * (1 + rest * tau * tau)
        / (rest * ((1 + tau * tau) * (1 + value * value)).squareRoot())
      tau += step
      guard step.magnitude > 1e-9 * max(1, tau.magnitude) else { break }
    }
    return polarAngle(degreesOfX: 1, y: tau)
  }
}
