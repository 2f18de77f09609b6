internal import CairnGeodesy

/// A great-circle arc with bounds of its distance from a place.
struct SphereArc {
  private let start: UnitVector
  private let end: UnitVector
  /// The unit normal of the plane of the arc; meaningless for short arcs.
  private let normal: UnitVector
  private let kind: Kind
  /// The length as a chord.
  let length: Double

  private enum Kind {
    /// An arc so short that only its ends and its length are used.
    case short
    case plain
    /// An arc between almost antipodal places, which may run anywhere.
    case unknown
  }

  /// The error of the bounds for a vector rounded to floats: a normal is accurate to
  /// 2⁻⁵¹ over the length of its arc, and no plain arc is shorter than 2⁻¹³.
  static let slack = ChordSlack.chord + rounding
  /// The same for a vector in double precision.
  static let rounding = 0x1p-30

  /// Whether the arc may run anywhere, because its ends are almost antipodal.
  var isUnknown: Bool { kind == .unknown }

  init(_ a: UnitVector, _ b: UnitVector) {
    start = a
    end = b
    let cross = a.cross(b)
    let size = cross.dot(cross).squareRoot()
    length = a.squaredChord(to: b).squareRoot()
    kind = length < 0x1p-13 ? .short : size < 0x1p-13 ? .unknown : .plain
    normal = UnitVector(x: cross.x / size, y: cross.y / size, z: cross.z / size)
  }

  /// A ball that contains the arc.
  var ball: (center: UnitVector, radius: Double) {
    let (x, y, z) = (start.x + end.x, start.y + end.y, start.z + end.z)
    let size = (x * x + y * y + z * z).squareRoot()
    guard kind != .unknown, size > 0x1p-13 else { return (start, 2) }
    let center = UnitVector(x: x / size, y: y / size, z: z / size)
    return (center, center.squaredChord(to: start).squareRoot() + Self.slack)
  }

  /// The unit normal of the plane of the arc; an arbitrary direction for a short arc.
  var direction: UnitVector {
    kind == .plain || normal.dot(normal) > 0.5 ? normal : UnitVector(x: 1, y: 0, z: 0)
  }

  /// The extent of the arc along a unit vector: bounds of the dot product with its points.
  func span(along vector: UnitVector) -> (low: Double, high: Double) {
    if kind == .unknown { return (-.infinity, .infinity) }
    let (first, last) = (vector.dot(start), vector.dot(end))
    // `rise` is the height of the arc above its chord, in the direction of its midpoint.
    let half = length * length / 4
    let rise = half / (1 + max(0, 1 - half).squareRoot())
    let (x, y, z) = (start.x + end.x, start.y + end.y, start.z + end.z)
    let size = (x * x + y * y + z * z).squareRoot()
    let along = abs(first + last) / size
    let slack = rise * along + Self.slack
    return (min(first, last) - slack, max(first, last) + slack)
  }

  /// Bounds of the straight distance from a point of the unit sphere to the nearest point of the
  /// arc.
  func distance(from place: UnitVector) -> (least: Double, greatest: Double) {
    if kind == .unknown { return (0, .infinity) }
    if kind == .short {
      let chord = distance(toChordFrom: place)
      // The arc is less than that from its chord.
      let rise = length * length / 4
      return (chord - rise, chord + rise)
    }
    let toEnds =
      min(place.squaredChord(to: start), place.squaredChord(to: end)).squareRoot()
    // Beside the arc, not beyond one of its ends?
    guard normal.cross(start).dot(place) >= 0, normal.cross(end).dot(place) <= 0 else {
      return (toEnds, toEnds)
    }
    // The height of the place above the plane, and its distance from the normal. The latter does
    // not follow from the former: around the normal, the root of 1 - height² is accurate to 2⁻²⁶
    // only.
    let height = normal.dot(place)
    let level = normal.cross(place)
    let chord = (2 * height * height / (1 + level.dot(level).squareRoot())).squareRoot()
    return (chord, chord)
  }

  /// The distance of a place from the straight line between the ends.
  private func distance(toChordFrom place: UnitVector) -> Double {
    let (x, y, z) = (place.x - start.x, place.y - start.y, place.z - start.z)
    let way = (x: end.x - start.x, y: end.y - start.y, z: end.z - start.z)
    let squared = length * length
    let along = x * way.x + y * way.y + z * way.z
    let share = squared > 0 ? min(max(along / squared, 0), 1) : 0
    let (dx, dy, dz) = (x - share * way.x, y - share * way.y, z - share * way.z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}
