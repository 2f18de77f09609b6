extension GeoPath {
  /// The path with fewer vertices; all removed vertices are within a tolerance of the new line.
  ///
  /// The first and the last vertex stay; all kept vertices keep their exact bits. If the tolerance
  /// is not positive, the path is unchanged. Distances are those to the great-circle arcs on the
  /// mean sphere. The result may cross itself even if the path did not.
  ///
  /// Source: D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of
  /// points required to represent a digitized line or its caricature", Cartographica 10 (1973),
  /// doi:10.3138/FM57-6770-U75U-7727; implemented with an explicit stack instead of recursion.
  ///
  /// A path for which this method would take O(*n*²), such as a long zigzag, is halved in the
  /// middle after 64 passes over its vertices, and may keep some more of them than needed.
  ///
  /// - Parameter tolerance: meters.
  /// - Returns: a path of at least two vertices, or the path itself.
  /// - Complexity: O(*n* log *n*).
  public func simplified(tolerance: Double) -> GeoPath {
    guard tolerance > 0, coordinates.count > 2 else { return self }
    var line = SimplifiedLine(coordinates, tolerance: tolerance)
    line.keepNeeded(from: 0, to: coordinates.count - 1)
    return GeoPath(line.kept)
  }
}

/// The vertices of a line or ring, with the marks of those to keep.
internal struct SimplifiedLine {
  private let coordinates: [Coordinate]
  private let vectors: [UnitVector]
  private let limit: Double
  private var isKept: [Bool]

  /// The number of passes over the vertices before parts are halved in the middle: most lines need
  /// fewer, and long ones about twice the logarithm of their vertices.
  private static let passes = 64

  init(_ coordinates: [Coordinate], tolerance: Double) {
    self.coordinates = coordinates
    vectors = coordinates.map { $0.unitVector }
    limit = Sphere.mean.squaredChord(ofDistance: tolerance)
    isKept = Array(repeating: false, count: coordinates.count)
  }

  var kept: [Coordinate] {
    zip(coordinates, isKept).filter { $0.1 }.map { $0.0 }
  }

  /// Marks the ends and the vertices needed between them.
  mutating func keepNeeded(from start: Int, to end: Int) {
    isKept[start] = true
    isKept[end] = true
    var open = [(start, end)]
    // Where the farthest vertices are next to the ends, each pass would find only one of them.
    var budget = Self.passes * (end - start)
    while let (first, last) = open.popLast() {
      guard let (index, squared) = farthest(between: first, and: last), !(squared <= limit)
      else { continue }
      budget -= last - first
      let next = budget > 0 || squared.isNaN ? index : first + (last - first) / 2
      isKept[next] = true
      open.append((first, next))
      open.append((next, last))
    }
  }

  /// The vertex strictly between two others that is farthest from their arc, as a squared chord.
  func farthest(between first: Int, and last: Int) -> (index: Int, squared: Double)? {
    guard last - first > 1 else { return nil }
    let arc = VectorArc(vectors[first], vectors[last])
    var best = (index: first + 1, squared: -1.0)
    for index in (first + 1)..<last {
      let squared = arc.squaredChord(to: vectors[index])
      // An invalid vertex is kept, so that the error is not hidden.
      if squared.isNaN { return (index, .nan) }
      if squared > best.squared { best = (index, squared) }
    }
    return best
  }

  /// The vertex farthest from another.
  func farthest(from index: Int) -> Int? {
    var best = (index: index, squared: 0.0)
    for other in vectors.indices {
      let squared = vectors[index].squaredChord(to: vectors[other])
      if squared > best.squared { best = (other, squared) }
    }
    return best.squared > 0 ? best.index : nil
  }
}

/// A great-circle arc between unit vectors, for many distance queries.
private struct VectorArc {
  private let start: UnitVector
  private let end: UnitVector
  /// The unit normal; nil if the ends are too close to determine one.
  private let normal: UnitVector?

  init(_ start: UnitVector, _ end: UnitVector) {
    self.start = start
    self.end = end
    // start x end from difference and sum, whose rounding does not grow for close ends.
    let cross = (end + start).cross(end - start)
    let length = cross.length
    // Ends that are closer, or more nearly opposite, differ only by the rounding of the vectors.
    normal = length > 1e-14 ? cross / length : nil
  }

  func squaredChord(to point: UnitVector) -> Double {
    let toEnds = min(start.squaredChord(to: point), end.squaredChord(to: point))
    guard let normal, normal.cross(start).dot(point) >= 0, end.cross(normal).dot(point) >= 0
    else { return point.x.isNaN ? .nan : toEnds }
    let sine = normal.dot(point - start)
    let square = min(sine * sine, 1)
    return min(toEnds, 2 * square / (1 + root(1 - square)))
  }
}

extension GeoPolygon {
  /// The polygon with fewer vertices; all removed vertices are within a tolerance of the new rings.
  ///
  /// Each ring keeps its first vertex and the one farthest from it, and all vertices that
  /// ``GeoPath/simplified(tolerance:)`` keeps on both paths between them; a closed ring stays
  /// closed. The outer ring keeps at least three distinct vertices. A hole that shrinks to fewer is
  /// removed: it was narrower than the tolerance. Each ring is simplified on its own, so rings may
  /// afterward cross themselves or one another by less than twice the tolerance, and borders shared
  /// by two polygons may separate by as much.
  ///
  /// - Parameter tolerance: meters; if it is not positive, the polygon is unchanged.
  /// - Returns: the polygon with the same interior sides.
  /// - Complexity: O(*n* log *n*).
  public func simplified(tolerance: Double) -> GeoPolygon {
    guard tolerance > 0 else { return self }
    return GeoPolygon(
      (simplifiedRing(outer, tolerance: tolerance) ?? outer, interior),
      holes: zip(holes, holeInteriors).compactMap { hole, interior in
        simplifiedRing(hole, tolerance: tolerance, dropsNarrow: true).map { ($0, interior) }
      })
  }

  /// The ring with fewer vertices, or nil if it vanishes.
  private func simplifiedRing(
    _ ring: [Coordinate], tolerance: Double, dropsNarrow: Bool = false
  ) -> [Coordinate]? {
    let isClosed = ring.count > 1 && ring.first == ring.last
    let open = isClosed ? Array(ring.dropLast()) : ring
    guard open.count >= 3 else { return dropsNarrow ? nil : ring }
    // Repeats the first vertex at the end, so that the way back is a line as well.
    var line = SimplifiedLine(open + [open[0]], tolerance: tolerance)
    guard let far = line.farthest(from: 0) else { return dropsNarrow ? nil : ring }
    line.keepNeeded(from: 0, to: far)
    line.keepNeeded(from: far, to: open.count)
    var kept = line.kept
    if kept.count < 4 {
      if dropsNarrow { return nil }
      let sides = [
        line.farthest(between: 0, and: far), line.farthest(between: far, and: open.count),
      ]
      guard let third = sides.compactMap({ $0 }).max(by: { $0.squared < $1.squared }) else {
        return ring
      }
      line.keepNeeded(from: third.index, to: third.index)
      kept = line.kept
    }
    return isClosed ? kept : Array(kept.dropLast())
  }
}
