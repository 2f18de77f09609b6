internal import CairnGeodesy

/// A box in three dimensions around a part of the unit sphere.
///
/// Poles and the antimeridian are no special case of it. Its bounds are rounded outwards by more than
/// a vector that is rounded to floats can be off.
struct VectorBox: Sendable {
  private(set) var least = SIMD3<Float>(repeating: .infinity)
  private(set) var greatest = SIMD3<Float>(repeating: -.infinity)

  /// A box without a point.
  static let empty = VectorBox()

  private init() {}

  /// More than half a unit in the last place of a float below 1, for each of two rounded vectors.
  private static let rim = 0x1p-23

  /// The box around a shape.
  ///
  /// On a region each of the three components is greatest and least on its border, or where the
  /// component's axis meets the sphere, if the region has that place.
  init(of kind: PreparedShape.Kind, _ chains: [ShapeChain]) {
    switch kind {
    case .empty: return
    case .cap(let cap): add(cap.center.unitVector, reach: chord(ofMetres: cap.radius))
    case .box(let box): for corner in box.extremes { add(corner.unitVector) }
    case .line, .areas:
      for chain in chains {
        for number in 0..<chain.edgeCount { add(chain.edge(number)) }
      }
    }
    guard case .areas(let polygons) = kind else { return }
    for place in Self.axes where polygons.contains(where: { $0.contains(place) }) {
      add(place.unitVector)
    }
  }

  /// Where the axes meet the sphere.
  private static let axes = [
    Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0),
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 90),
    Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: 0, longitude: -90),
  ]

  private mutating func add(_ edge: ShapeEdge) {
    // An arc leaves its chord by at most what the radius is longer than the way to the chord's middle.
    let squared = edge.from.squaredChord(to: edge.to)
    let rise = 1 - (1 - squared / 4).magnitude.squareRoot()
    add(edge.from, reach: rise)
    add(edge.to, reach: rise)
  }

  private mutating func add(_ place: UnitVector, reach: Double = 0) {
    let reach = reach + Self.rim
    for (axis, value) in [place.x, place.y, place.z].enumerated() {
      least[axis] = min(least[axis], Float(value - reach).nextDown)
      greatest[axis] = max(greatest[axis], Float(value + reach).nextUp)
    }
  }

  mutating func formUnion(_ other: VectorBox) {
    least = least.replacing(with: other.least, where: other.least .< least)
    greatest = greatest.replacing(with: other.greatest, where: other.greatest .> greatest)
  }

  /// The middle, for a box that is not empty.
  var center: SIMD3<Float> { (least + greatest) * 0.5 }

  /// Whether two boxes have a point in common.
  func intersects(_ other: VectorBox) -> Bool {
    for axis in 0..<3
    where least[axis] > other.greatest[axis] || greatest[axis] < other.least[axis] {
      return false
    }
    return true
  }
}

extension BoundingBox {
  /// Places of a box that have the greatest and the least of each component of a unit vector.
  ///
  /// x = cos φ cos λ and y = cos φ sin λ are greatest and least at the bounds and at the equator, and at
  /// the bounds and at multiples of a quarter turn.
  fileprivate var extremes: [Coordinate] {
    var latitudes = [south, north]
    if south < 0, north > 0 { latitudes.append(0) }
    let longitudes =
      [west, east]
      + [-180, -90, 0, 90].filter { longitude in
        contains(Coordinate(latitude: south + (north - south) / 2, longitude: longitude))
      }
    return latitudes.flatMap { latitude in
      longitudes.map { Coordinate(latitude: latitude, longitude: $0) }
    }
  }
}
