internal import CairnGeodesy
internal import CairnIndex

/// A shape made ready for many questions: its border in a tree of edges, its bounds as vectors.
final class PreparedShape: Sendable {
  let shape: GeoShape
  let kind: Kind
  /// The border of polygons, the lines of a path, the meridians of a box; none for a cap.
  let border: ShapeBorder
  /// Which of many polygons may have a place; nil for few.
  private let polygonTree: BoundsTree?
  /// All of the shape lies in it.
  let bounds: VectorBox
  /// And in this one, which has a rim of ten times what touches.
  let box: BoundingBox

  /// What is nearer than this touches, in metres: some hundred times what a distance may be wrong
  /// by.
  static let touch = 1e-6

  /// What the questions are answered by.
  enum Kind: Sendable {
    case empty
    case cap(Cap)
    case box(BoundingBox)
    case line
    /// Polygons that enclose something.
    case areas([GeoPolygon])
  }

  /// The greatest number of polygons that are evaluated one after the other, without a tree.
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
      kind = border.tree == nil ? .empty : .line
    case .polygon(let polygon): (kind, border) = Self.areas([polygon])
    case .multiPolygon(let region): (kind, border) = Self.areas(region.polygons)
    }
    bounds = VectorBox(of: kind, border)
    box = shape.boundingBox.expanded(byMetres: 10 * Self.touch)
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

  /// Whether there is no point in the shape.
  var isEmpty: Bool {
    if case .empty = kind { true } else { false }
  }

  /// Whether a place is inside, as ``GeoShape/contains(_:)`` says.
  func contains(_ place: Coordinate) -> Bool {
    switch kind {
    case .empty: return false
    case .cap(let cap): return cap.contains(place)
    case .box(let box): return box.contains(place)
    case .line: return distanceToLines(from: place) <= 0
    case .areas(let polygons):
      guard let polygonTree else { return polygons.contains { $0.contains(place) } }
      let vector = place.unitVector.rounded
      return !polygonTree.forEach(where: { $0.lanes(holding: vector) }) { number in
        !polygons[Int(number)].contains(place)
      }
    }
  }

  /// Metres from a place, 0 inside; NaN for an empty shape and an invalid place.
  func distance(to place: Coordinate) -> Double {
    guard place.isValid, !isEmpty else { return .nan }
    if case .cap(let cap) = kind { return max(0, cap.center.distance(to: place) - cap.radius) }
    return contains(place) ? 0 : distance(toBorderFrom: place)
  }

  /// Metres from a place to the border; infinite for the whole Earth, NaN for an empty shape and an
  /// invalid place.
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

  /// Metres to the nearest edge of the border's lines, infinite without any.
  private func distanceToLines(from place: Coordinate) -> Double {
    border.tree?.nearestEdge(to: place).distance ?? .infinity
  }

  /// The point of the shape that is nearest to a place: the place itself inside; nil where no
  /// distance is defined.
  func nearestPoint(to place: Coordinate) -> Coordinate? {
    guard place.isValid, !isEmpty else { return nil }
    if contains(place) { return place }
    return nearestPoint(ofBorderTo: place)
  }

  /// The point of the border that is nearest to a place, nil without a border.
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
  /// The meridians at the sides, each with a vertex in the middle; none for a box all around.
  fileprivate var sides: [[Coordinate]] {
    guard !isEmpty, !spansAllLongitudes else { return [] }
    return (west == east ? [west] : [west, east]).map { longitude in
      [south, south + (north - south) / 2, north].map {
        Coordinate(latitude: $0, longitude: longitude)
      }
    }
  }

  /// The points of the southern and northern bound on the meridian of a place, where the box has
  /// one.
  ///
  /// Points of a bound on other meridians are farther away; the nearest of a place beside the box
  /// is on a side.
  fileprivate func pointsOnParallels(nearest place: Coordinate) -> [Coordinate] {
    let middle = Coordinate(latitude: south + (north - south) / 2, longitude: place.longitude)
    guard contains(middle) else { return [] }
    // A bound at a pole bounds nothing, but where the box is that pole.
    return [south, north].filter { abs($0) < 90 || south == north }.map {
      Coordinate(latitude: $0, longitude: place.longitude)
    }
  }
}

extension VectorBox {
  /// The box around a shape.
  ///
  /// On a region each of the three components is greatest and least on its border, or where the
  /// component's axis meets the sphere, if the region has that place.
  init(of kind: PreparedShape.Kind, _ border: ShapeBorder) {
    self = .empty
    switch kind {
    case .empty: return
    case .cap(let cap): add(cap.center.unitVector, reach: chord(ofMetres: cap.radius))
    case .box(let box): self = VectorBox(box)
    case .line, .areas:
      for edge in border.edges { add(edge) }
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
    // An arc leaves its chord by at most what the radius is longer than the way to the chord's
    // middle.
    let squared = edge.from.squaredChord(to: edge.to)
    let rise = 1 - (1 - squared / 4).magnitude.squareRoot()
    add(edge.from, reach: rise)
    add(edge.to, reach: rise)
  }
}
