internal import CairnGeodesy

extension MapProjection {
  private static let a1 = 1.340264
  private static let a2 = -0.081106
  private static let a3 = 0.000893
  private static let a4 = 0.003796
  /// √3 / 2, the sine of the parametric latitude of the poles.
  private static let m = 0.866_025_403_784_438_6

  /// The y coordinate of a parametric latitude on a sphere of radius 1.
  private static func height(_ t: Double) -> Double {
    let t2 = t * t
    let t6 = t2 * t2 * t2
    return t * (a1 + a2 * t2 + t6 * (a3 + a4 * t2))
  }

  /// The derivative of ``height(_:)``.
  private static func slope(_ t: Double) -> Double {
    let t2 = t * t
    let t6 = t2 * t2 * t2
    return a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2)
  }

  /// The point of a latitude and a longitude from the central meridian, in degrees; longitudes ±180
  /// are the two edges of the map.
  internal static func equalEarth(eastward: Double, latitude: Double) -> PlanePoint {
    let sine = m * sineAndCosine(degrees: latitude).sine
    let cosine = (1 - sine * sine).squareRoot()
    let t = polarAngle(radiansOfX: cosine, y: sine)
    let radius = Sphere.mean.radius
    let angle = eastward * (.pi / 180)
    return PlanePoint(
      x: radius * angle * cosine / (m * slope(t)), y: radius * height(t))
  }

  internal func inverseEqualEarth(_ point: PlanePoint) -> Coordinate? {
    let radius = Sphere.mean.radius
    let y = point.y / radius
    // The parametric latitude of a pole is 60 degrees.
    let top = Self.height(.pi / 3)
    guard y.magnitude <= top * (1 + 1e-12) else { return nil }
    var t = y / Self.a1
    // Newton's method, which takes at most five steps.
    for _ in 0..<12 {
      let step = (Self.height(t) - y) / Self.slope(t)
      t -= step
      if step.magnitude < 1e-15 { break }
    }
    let (sine, cosine) = sineAndCosine(radians: t)
    let angle = Self.m * point.x / radius * Self.slope(t) / cosine
    guard angle.magnitude <= .pi * (1 + 1e-12) else { return nil }
    let s = min(max(sine / Self.m, -1), 1)
    let latitude = polarAngle(degreesOfX: (1 - s * s).squareRoot(), y: s)
    let longitude = (center.longitude + angle * (180 / .pi)).remainder(dividingBy: 360)
    return Coordinate(latitude: latitude, longitude: longitude == 180 ? -180 : longitude + 0)
  }
}
