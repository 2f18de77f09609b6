internal import CairnGeodesy

/// A point of the square that web maps show at zoom 0: x eastwards from the antimeridian, y
/// southwards from 85.05° N, both in 0...1.
struct MercatorPoint {
  var x: Double
  var y: Double

  /// Projects a coordinate; latitudes beyond the map's edge are taken at the edge.
  init(_ coordinate: Coordinate) {
    let turns = coordinate.longitude / 360 + 0.5
    x = turns - turns.rounded(.down)
    // A tiny negative longitude rounds to a whole turn.
    if x >= 1 { x = 0 }
    let sine = coordinate.unitVector.z
    let stretched =
      abs(sine) < 1
      ? naturalLogarithm((1 + sine) / (1 - sine)) / (4 * .pi) : sine * Double.infinity
    y = min(max(0.5 - stretched, 0), 1)
  }

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The coordinate that is shown here.
  var coordinate: Coordinate {
    // The Gudermannian function: 2 atan(e^v) - 90°.
    let latitude =
      2 * polarAngle(degreesOfX: 1, y: exponential((0.5 - y) * 2 * .pi)) - 90
    return Coordinate(latitude: latitude, longitude: (x - 0.5) * 360)
  }

  /// The shorter way round from one x to another, in -0.5..<0.5.
  @inline(__always)
  static func eastward(from a: Double, to b: Double) -> Double {
    let way = b - a
    return way >= 0.5 ? way - 1 : way < -0.5 ? way + 1 : way
  }
}
