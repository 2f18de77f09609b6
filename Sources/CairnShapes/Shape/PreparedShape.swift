internal import CairnGeodesy
internal import CairnIndex

/// A shape prepared for repeated queries, with a tree of its border edges and its bounds as
/// vectors.
final class PreparedShape: Sendable {
  let shape: GeoShape
  let kind: Kind
  /// The border of polygons, the line of a path, the meridians of a box; empty for a cap.
  let border: ShapeBorder
  /// The tree to find which of many polygons may contain a place; nil for few.
  private let polygonTree: BoundsTree?
  /// A vector box that contains the shape.
  let bounds: VectorBox
  /// A box that contains the shape, expanded by ten times the touch distance.
  let box: BoundingBox

  /// The touch distance in meters, about a hundred times the error of a distance.
  static let touch = 1e-6

  /// The kind of a shape, as used by queries.
  enum Kind: Sendable {
    case empty
    case cap(Cap)
    case box(BoundingBox)
    case line
    /// Polygons that enclose something.
    case areas([GeoPolygon])
  }

  /// The maximum number of polygons that are tested one by one, without a tree.
  private static let fewPolygons = 4

  init(_ shape: GeoShape) {
    self.shape = shape
    switch shape {
    case .point(let place):
      kind = place.isValid ? .cap(Cap(center: place, radius: 0)) : .empty
      border = .none
    case .cap(let cap):
      kind = cap.isEmpty ? .empty : .cap(cap)
      border = .none
    case .box(let box):
      kind = box.isEmpty ? .empty : .box(box)
      border = ShapeBorder(box.sides)
    case .path(let path):
      border = ShapeBorder([path.coordinates])
      kind = border.isEmpty ? .empty : .line
    case .polygon(let polygon): (kind, border) = Self.areas([polygon])
    case .multiPolygon(let region): (kind, border) = Self.areas(region.polygons)
    }
    box = shape.boundingBox.expanded(byMeters: 10 * Self.touch)
    bounds = VectorBox(of: kind, border)
    if case .areas(let polygons) = kind, polygons.count > Self.fewPolygons {
      polygonTree = BoundsTree(
        polygons.enumerated().map {
          (UInt32(truncatingIfNeeded: $0.offset), VectorBox($0.element.boundingBox))
        })
    } else {
      polygonTree = nil
    }
  }

  private static func areas(_ polygons: [GeoPolygon]) -> (Kind, ShapeBorder) {
    let polygons = polygons.filter { !$0.boundingBox.isEmpty }
    let rings = polygons.flatMap { polygon in
      [polygon.outer] + polygon.holes.filter { !GeoPolygon($0).boundingBox.isEmpty }
    }
    return (polygons.isEmpty ? .empty : .areas(polygons), ShapeBorder(rings: rings))
  }

  /// Whether the shape has no points.
  var isEmpty: Bool {
    if case .empty = kind { true } else { false }
  }

  /// Whether a place is inside, as for ``GeoShape/contains(_:)``.
  func contains(_ place: Coordinate) -> Bool {
    switch kind {
    case .empty: return false
    case .cap(let cap): return cap.contains(place)
    case .box(let box): return box.contains(place)
    case .line: return isOnLine(place)
    case .areas(let polygons):
      guard let polygonTree else { return polygons.contains { $0.contains(place) } }
      let vector = place.unitVector.rounded
      return !polygonTree.forEach(where: { $0.lanes(holding: vector) }) { number in
        !polygons[Int(number)].contains(place)
      }
    }
  }

  /// Whether a place is on a path.
  ///
  /// The tree rounds otherwise than ``GeoShape/contains(_:)``, so that decides about a place that
  /// touches the path, in O(n).
  private func isOnLine(_ place: Coordinate) -> Bool {
    distanceToLines(from: place) <= Self.touch && shape.contains(place)
  }

  /// Meters from a place, 0 inside; NaN for an empty shape and an invalid place.
  func distance(to place: Coordinate) -> Double {
    guard place.isValid, !isEmpty else { return .nan }
    if case .cap(let cap) = kind { return max(0, cap.center.distance(to: place) - cap.radius) }
    return contains(place) ? 0 : distance(toBorderFrom: place)
  }

  /// Returns the distance from a place to the border in meters; infinite for the whole Earth, NaN
  /// for an empty shape or an invalid place.
  func distance(toBorderFrom place: Coordinate) -> Double {
    guard place.isValid else { return .nan }
    switch kind {
    case .empty: return .nan
    case .cap(let cap):
      guard cap.radius < Sphere.mean.radius * .pi else { return .infinity }
      return (cap.center.distance(to: place) - cap.radius).magnitude
    case .box(let box):
      var least = distanceToLines(from: place)
      for point in box.pointsOnParallels(nearest: place) {
        least = min(least, place.distance(to: point))
      }
      return least
    case .line, .areas: return distanceToLines(from: place)
    }
  }

  /// Returns the distance to the nearest edge of the border in meters, infinite without edges.
  private func distanceToLines(from place: Coordinate) -> Double {
    border.tree?.nearestEdge(to: place).distance ?? .infinity
  }

  /// Returns the point of the shape nearest to a place; the place itself if it is inside, nil if no
  /// distance is defined.
  func nearestPoint(to place: Coordinate) -> Coordinate? {
    guard place.isValid, !isEmpty else { return nil }
    if contains(place) { return place }
    return nearestPoint(ofBorderTo: place)
  }

  /// Returns the point of the border nearest to a place, nil without a border.
  func nearestPoint(ofBorderTo place: Coordinate) -> Coordinate? {
    guard place.isValid else { return nil }
    var points: [Coordinate] = []
    if let tree = border.tree {
      let (start, end) = tree.ends(ofEdge: tree.nearestEdge(to: place).edge)
      points.append(start == end ? start : place.nearestPoint(onSegmentFrom: start, to: end))
    }
    switch kind {
    case .empty, .line, .areas: break
    case .box(let box): points += box.pointsOnParallels(nearest: place)
    case .cap(let cap):
      guard cap.radius < Sphere.mean.radius * .pi else { return nil }
      if cap.radius == 0 { return cap.center }
      points.append(
        cap.center.destination(
          bearing: cap.center.initialBearing(to: place), distance: cap.radius))
    }
    return points.min { place.distance(to: $0) < place.distance(to: $1) }
  }
}

extension BoundingBox {
  /// The meridians at the sides, each with a vertex in the middle; empty for a box that spans all
  /// longitudes.
  fileprivate var sides: [[Coordinate]] {
    guard !isEmpty, !spansAllLongitudes else { return [] }
    return (west == east ? [west] : [west, east]).map { longitude in
      [south, south + (north - south) / 2, north].map {
        Coordinate(latitude: $0, longitude: longitude)
      }
    }
  }

  /// The points of the southern and northern bounds on the meridian of a place, if the box contains
  /// that meridian.
  ///
  /// Points of a bound on other meridians are farther away; for a place east or west of the box,
  /// the nearest point is on a side.
  fileprivate func pointsOnParallels(nearest place: Coordinate) -> [Coordinate] {
    let middle = Coordinate(latitude: south + (north - south) / 2, longitude: place.longitude)
    guard contains(middle) else { return [] }
    // A bound at a pole is not a border, unless the box is only that pole.
    return [south, north].filter { abs($0) < 90 || south == north }.map {
      Coordinate(latitude: $0, longitude: place.longitude)
    }
  }
}

extension VectorBox {
  /// Creates the box around a shape.
  ///
  /// Within a region, each of the three components is greatest and least on its border, or where
  /// the axis of the component meets the sphere, if the region contains that place.
  init(of kind: PreparedShape.Kind, _ border: ShapeBorder) {
    self = .empty
    switch kind {
    case .empty: return
    case .cap(let cap): add(cap.center.unitVector, reach: chord(ofMeters: cap.radius))
    case .box(let box): self = VectorBox(box)
    case .line, .areas: add(border)
    }
    guard case .areas(let polygons) = kind else { return }
    for place in Self.axes where polygons.contains(where: { $0.contains(place) }) {
      add(place.unitVector)
    }
  }

  /// The points where the axes meet the sphere.
  private static let axes = [
    Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0),
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 90),
    Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: 0, longitude: -90),
  ]

  private mutating func add(_ border: ShapeBorder) {
    guard !border.isEmpty else { return }
    let lines = border.lines
    // The vectors of packed trees take a third of the time. Their components differ by less than
    // 2⁻⁴⁸ from those of the exact vectors, and the rise of an edge of less than 139 degrees by
    // less than 2⁻⁴⁶. If all numbers in between are rounded to the same box, it is the exact one,
    // which files contain.
    let error = 0x1p-45
    let (low, high) = Self.extent(of: lines) { UnitVector(stored: $0) }
    var (lesser, greater) = (self, self)
    lesser.add(low - error, high - error)
    greater.add(low + error, high + error)
    if lesser == greater {
      self = lesser
    } else {
      let (low, high) = Self.extent(of: lines) { $0.unitVector }
      add(low, high)
    }
  }

  private mutating func add(_ low: SIMD3<Double>, _ high: SIMD3<Double>) {
    add(UnitVector(x: low.x, y: low.y, z: low.z))
    add(UnitVector(x: high.x, y: high.y, z: high.z))
  }

  /// The least and the greatest components of the edges of lines.
  @inline(__always)
  private static func extent(
    of lines: [[Coordinate]], _ vector: (Coordinate) -> UnitVector
  ) -> (low: SIMD3<Double>, high: SIMD3<Double>) {
    var (low, high) = (SIMD3(repeating: Double.infinity), SIMD3(repeating: -Double.infinity))
    for line in lines {
      var start = vector(line[0])
      for vertex in line.count == 1 ? line[...] : line.dropFirst() {
        let end = vector(vertex)
        // The maximum height of an arc above its chord is the radius minus the distance to the
        // midpoint of the chord.
        let rise = 1 - (1 - start.squaredChord(to: end) / 4).magnitude.squareRoot()
        let (from, to) = (SIMD3(start.x, start.y, start.z), SIMD3(end.x, end.y, end.z))
        let least = from.replacing(with: to, where: to .< from) - rise
        let greatest = from.replacing(with: to, where: to .> from) + rise
        low = low.replacing(with: least, where: least .< low)
        high = high.replacing(with: greatest, where: greatest .> high)
        start = end
      }
    }
    return (low, high)
  }
}
