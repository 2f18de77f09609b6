internal import CairnGeodesy

extension MapProjection {
  /// The point of a direction from the center of the sphere.
  internal func azimuthal(_ local: TangentFrame.Local) -> PlanePoint {
    if kind == .orthographic, local.up < 0 { return PlanePoint(x: .nan, y: .nan) }
    let across = (local.east * local.east + local.north * local.north).squareRoot()
    let length = distance(ofSine: across, cosine: local.up)
    guard across > 0 else { return PlanePoint(x: 0, y: local.up < 0 ? length : 0) }
    return PlanePoint(x: local.east / across * length, y: local.north / across * length)
  }

  /// The distance from the middle of the map at which an angle from the center is drawn, in meters.
  internal func distance(ofAngle degrees: Double) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return distance(ofSine: sine, cosine: cosine)
  }

  private func distance(ofSine sine: Double, cosine: Double) -> Double {
    let radius = Sphere.mean.radius
    switch kind {
    case .azimuthalEqualArea:
      // The chord 2 sin(c / 2), without cancellation on either half of the sphere.
      let square = cosine > 0 ? 2 * sine * sine / (1 + cosine) : 2 * (1 - cosine)
      return radius * square.squareRoot()
    case .azimuthalEquidistant, .equalEarth: return radius * polarAngle(radiansOfX: cosine, y: sine)
    case .orthographic: return radius * sine
    }
  }

  /// The angle from the center, in degrees, that is drawn at a distance in meters from the middle
  /// of the map; nil if the distance is beyond the map.
  internal func angle(ofDistance meters: Double) -> Double? {
    let length = meters / Sphere.mean.radius
    switch kind {
    case .azimuthalEqualArea:
      guard length <= 2 else { return nil }
      return 2 * polarAngle(degreesOfX: (4 - length * length).squareRoot(), y: length)
    case .azimuthalEquidistant, .equalEarth:
      return length <= .pi ? length * (180 / .pi) : nil
    case .orthographic:
      return length <= 1
        ? polarAngle(degreesOfX: (1 - length * length).squareRoot(), y: length) : nil
    }
  }

  internal func inverseAzimuthal(_ point: PlanePoint) -> Coordinate? {
    let length = (point.x * point.x + point.y * point.y).squareRoot()
    guard length > 0 else { return frame.coordinate(.init(east: 0, north: 0, up: 1)) }
    guard let angle = angle(ofDistance: length) else { return nil }
    let (sine, cosine) = sineAndCosine(degrees: angle)
    return frame.coordinate(
      .init(east: point.x / length * sine, north: point.y / length * sine, up: cosine))
  }
}

/// The local frame of a place on the sphere: the directions east, north and up.
internal struct TangentFrame: Hashable, Sendable {
  private let sine: Double
  private let cosine: Double
  private let longitude: Double

  init(center: Coordinate) {
    (sine, cosine) = sineAndCosine(degrees: center.latitude)
    longitude = center.longitude
  }

  /// A direction from the center of the sphere, in the frame; `up` is 1 at the place itself and -1
  /// at its antipode.
  struct Local: Sendable {
    var east: Double
    var north: Double
    var up: Double

    /// The angular distance from the place, in degrees.
    var angle: Double {
      polarAngle(degreesOfX: up, y: (east * east + north * north).squareRoot())
    }
  }

  func local(_ coordinate: Coordinate) -> Local {
    let (s, c) = sineAndCosine(degrees: coordinate.latitude)
    let (sl, cl) = sineAndCosine(degrees: coordinate.longitude - longitude)
    return Local(
      east: c * sl, north: cosine * s - sine * c * cl, up: sine * s + cosine * c * cl)
  }

  func coordinate(_ local: Local) -> Coordinate {
    let axis = cosine * local.north + sine * local.up
    let outward = cosine * local.up - sine * local.north
    let toAxis = (outward * outward + local.east * local.east).squareRoot()
    let east = polarAngle(degreesOfX: outward, y: local.east)
    let sum = (longitude + east).remainder(dividingBy: 360)
    return Coordinate(
      latitude: polarAngle(degreesOfX: toAxis, y: axis), longitude: sum == 180 ? -180 : sum + 0)
  }
}
