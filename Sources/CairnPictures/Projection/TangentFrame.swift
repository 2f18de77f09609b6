internal import CairnGeodesy

/// The directions east, north and up at a place, as seen from the centre of the sphere.
internal struct TangentFrame: Hashable, Sendable {
  private let sine: Double
  private let cosine: Double
  private let longitude: Double

  init(center: Coordinate) {
    (sine, cosine) = sineAndCosine(degrees: center.latitude)
    longitude = center.longitude
  }

  /// A direction of the sphere in the frame; `up` is 1 at the place itself, -1 at its antipode.
  struct Local: Sendable {
    var east: Double
    var north: Double
    var up: Double

    /// The distance from the place as an angle in degrees.
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
