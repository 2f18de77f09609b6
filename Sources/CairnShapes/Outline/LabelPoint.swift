public import CairnGeodesy
internal import CairnIndex

extension GeoShape {
  /// The place inside that is farthest from the border: where a label goes.
  ///
  /// ```swift
  /// if let (place, distance) = GeoShape(lake).labelPoint(tolerance: 50) {
  ///   label.draw(at: place, width: 2 * distance)
  /// }
  /// ```
  ///
  /// Other than the centroid it is always inside, never in a hole, and well away from the border; for
  /// polygons across 180 degrees and around a pole as for others. It is known as the pole of
  /// inaccessibility. Of a path it is the middle, of a point the point.
  ///
  /// Method: rectangles of degrees, the most promising one first, divided until none can hold a place
  /// that is farther from the border by more than the tolerance.
  ///
  /// - Parameter tolerance: how much farther from the border another place may be, in metres; less
  ///   than a millionth of what was found is not asked for.
  /// - Returns: the place and its distance from the border in metres, infinite for the whole Earth;
  ///   nil for an empty shape, and for one so thin that no place inside is found.
  /// - Complexity: O(log *n*) for each of some hundred rectangles, for *n* corners.
  public func labelPoint(
    tolerance: Double = 1
  ) -> (coordinate: Coordinate, distance: Double)? {
    switch self {
    case .point(let place): return place.isValid ? (place, 0) : nil
    case .path(let path):
      return path.coordinate(atDistance: path.length() / 2).map { ($0, 0) }
    case .cap(let cap):
      if cap.isEmpty { return nil }
      let isWorld = cap.radius >= Sphere.mean.radius * .pi
      return (cap.center, isWorld ? .infinity : cap.radius)
    case .box, .polygon, .multiPolygon: break
    }
    var search = LabelSearch(self, tolerance: tolerance)
    return search.run()
  }
}

/// A search for the place that is farthest from a border.
private struct LabelSearch {
  private let shape: PreparedShape
  private let tolerance: Double
  private var waiting: [Rectangle] = []
  private var best: (coordinate: Coordinate, distance: Double)?

  private struct Rectangle {
    let south: Double
    let west: Double
    let north: Double
    let east: Double
    /// No place of it is farther from the border.
    var greatest = 0.0

    var center: Coordinate {
      Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }

    /// Metres from the middle to the farthest place; those of rectangles of half a turn in width,
    /// at most, are corners.
    var radius: Double {
      max(
        center.distance(to: Coordinate(latitude: south, longitude: west)),
        center.distance(to: Coordinate(latitude: north, longitude: west)))
    }

    /// Two halves, across the longer side.
    var halves: [Rectangle] {
      let middle = center
      let width = (east - west) * sineAndCosine(degrees: middle.latitude).cosine
      return width > north - south
        ? [
          Rectangle(south: south, west: west, north: north, east: middle.longitude),
          Rectangle(south: south, west: middle.longitude, north: north, east: east),
        ]
        : [
          Rectangle(south: south, west: west, north: middle.latitude, east: east),
          Rectangle(south: middle.latitude, west: west, north: north, east: east),
        ]
    }
  }

  /// More rectangles than any border that is not made against the search needs.
  private static var mostRectangles: Int { 200_000 }

  init(_ shape: GeoShape, tolerance: Double) {
    self.shape = PreparedShape(shape)
    self.tolerance = tolerance > 0 ? tolerance : 0
    let box = shape.boundingBox
    guard !box.isEmpty else { return }
    let parts = max(1, (box.longitudeSpan / 90).rounded(.up))
    let width = box.longitudeSpan / parts
    for part in stride(from: 0, to: parts, by: 1) {
      let west = box.west + part * width
      add(Rectangle(south: box.south, west: west, north: box.north, east: west + width))
    }
  }

  mutating func run() -> (coordinate: Coordinate, distance: Double)? {
    var left = Self.mostRectangles
    while let next = removeFirst(), left > 0 {
      left -= 1
      let found = best?.distance ?? 0
      guard next.greatest > found + max(tolerance, 1e-6 * found) || best == nil else { break }
      for half in next.halves { add(half) }
    }
    return best
  }

  /// Looks at the middle of a rectangle and keeps it if there may be more in it.
  private mutating func add(_ rectangle: Rectangle) {
    let center = rectangle.center
    let toBorder = shape.distance(toBorderFrom: center)
    guard !toBorder.isNaN else { return }
    let isInside = shape.contains(center)
    if isInside, toBorder > best?.distance ?? 0 {
      best = (center.normalized, toBorder)
    }
    var rectangle = rectangle
    rectangle.greatest = (isInside ? toBorder : -toBorder) + rectangle.radius
    if rectangle.greatest > best?.distance ?? 0 { insert(rectangle) }
  }

  // A binary heap with the most promising rectangle first.

  private mutating func insert(_ rectangle: Rectangle) {
    waiting.append(rectangle)
    var child = waiting.count - 1
    while child > 0, waiting[(child - 1) / 2].greatest < waiting[child].greatest {
      waiting.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func removeFirst() -> Rectangle? {
    guard let last = waiting.popLast() else { return nil }
    guard let first = waiting.first else { return last }
    waiting[0] = last
    var parent = 0
    while 2 * parent + 1 < waiting.count {
      var child = 2 * parent + 1
      if child + 1 < waiting.count, waiting[child + 1].greatest > waiting[child].greatest {
        child += 1
      }
      guard waiting[child].greatest > waiting[parent].greatest else { break }
      waiting.swapAt(child, parent)
      parent = child
    }
    return first
  }
}
