// Clipping of plane shapes. A ring clipped to a half-plane follows the cut where it is outside, so
// that fills by the even-odd rule stay correct however often it leaves and returns.

/// A half-plane to clip to.
internal struct HalfPlane: Sendable {
  /// A point is inside if `x * a + y * b <= limit`.
  let a: Double
  let b: Double
  let limit: Double

  func excess(_ point: PlanePoint) -> Double { point.x * a + point.y * b - limit }
}

extension PixelBox {
  fileprivate var sides: [HalfPlane] {
    [
      HalfPlane(a: -1, b: 0, limit: -left), HalfPlane(a: 1, b: 0, limit: right),
      HalfPlane(a: 0, b: -1, limit: -top), HalfPlane(a: 0, b: 1, limit: bottom),
    ]
  }
}

/// The part of a closed ring in a half-plane.
///
/// Source: I. E. Sutherland and G. W. Hodgman, "Reentrant polygon clipping", Comm. ACM 17 (1974),
/// doi:10.1145/360767.360802.
internal func clipped(ring: [PlanePoint], to side: HalfPlane) -> [PlanePoint] {
  guard let last = ring.last else { return [] }
  var result: [PlanePoint] = []
  result.reserveCapacity(ring.count)
  var previous = last
  var before = side.excess(previous)
  for point in ring {
    let now = side.excess(point)
    if (now > 0) != (before > 0) {
      // Always interpolate from the inner point, so that both directions give the same point.
      result.append(
        now > 0
          ? previous.interpolated(to: point, fraction: before / (before - now))
          : point.interpolated(to: previous, fraction: now / (now - before)))
    }
    if now <= 0 { result.append(point) }
    previous = point
    before = now
  }
  return result
}

/// The part of a closed ring in a box; empty if nothing is left.
internal func clipped(ring: [PlanePoint], to box: PixelBox) -> [PlanePoint] {
  if ring.allSatisfy(box.contains) { return ring }
  var ring = ring
  for side in box.sides {
    ring = clipped(ring: ring, to: side)
    if ring.isEmpty { break }
  }
  return ring
}

/// The parts of an open line in a box.
internal func clipped(line: [PlanePoint], to box: PixelBox) -> [[PlanePoint]] {
  if line.allSatisfy(box.contains) { return line.count > 1 ? [line] : [] }
  var parts: [[PlanePoint]] = []
  var part: [PlanePoint] = []
  for (start, end) in zip(line, line.dropFirst()) {
    var first = 0.0
    var last = 1.0
    // Source: Y.-D. Liang and B. A. Barsky, "A new concept and method for line clipping", ACM
    // Trans. Graph. 3 (1984), doi:10.1145/357332.357333.
    for side in box.sides {
      let (before, now) = (side.excess(start), side.excess(end))
      if before > 0, now > 0 {
        last = -1
      } else if before > 0 {
        first = max(first, before / (before - now))
      } else if now > 0 {
        last = min(last, before / (before - now))
      }
    }
    guard first < last else {
      if part.count > 1 { parts.append(part) }
      part = []
      continue
    }
    if first > 0 || part.isEmpty {
      if part.count > 1 { parts.append(part) }
      part = [first > 0 ? start.interpolated(to: end, fraction: first) : start]
    }
    part.append(last < 1 ? start.interpolated(to: end, fraction: last) : end)
    if last < 1 {
      parts.append(part)
      part = []
    }
  }
  if part.count > 1 { parts.append(part) }
  return parts
}

// Simplification within a tolerance that is not visible.

/// Simplifies a line within a tolerance in pixels; its ends are kept.
///
/// Source: D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points
/// required to represent a digitized line or its caricature", Cartographica 10 (1973),
/// doi:10.3138/FM57-6770-U75U-7727. Implemented with an explicit stack, so that long lines cannot
/// overflow the call stack.
internal func simplified(line: [PlanePoint], tolerance: Double) -> [PlanePoint] {
  let line = thinned(line, by: tolerance / 2)
  guard line.count > 2 else { return line }
  var isKept = [Bool](repeating: false, count: line.count)
  isKept[0] = true
  isKept[line.count - 1] = true
  keepNeeded(line, from: 0, to: line.count - 1, tolerance, &isKept)
  return line.indices.filter { isKept[$0] }.map { line[$0] }
}

/// Simplifies a closed ring within a tolerance in pixels.
///
/// - Returns: an empty ring if fewer than three corners or hardly any area are left.
internal func simplified(ring: [PlanePoint], tolerance: Double) -> [PlanePoint] {
  var ring = thinned(ring, by: tolerance / 2)
  while ring.count > 1, let last = ring.last, last.distance(to: ring[0]) <= tolerance / 2 {
    ring.removeLast()
  }
  guard ring.count > 2, let first = ring.first else { return [] }
  // Two corners are kept: the first and the one farthest from it.
  let far = ring.indices.max { first.distance(to: ring[$0]) < first.distance(to: ring[$1]) } ?? 0
  let closed = ring + [first]
  var isKept = [Bool](repeating: false, count: closed.count)
  isKept[0] = true
  isKept[far] = true
  keepNeeded(closed, from: 0, to: far, tolerance, &isKept)
  keepNeeded(closed, from: far, to: closed.count - 1, tolerance, &isKept)
  let kept = ring.indices.filter { isKept[$0] }.map { ring[$0] }
  guard kept.count > 2, area(of: kept).magnitude > tolerance * tolerance else { return [] }
  return kept
}

/// The signed area of a ring, positive if it is clockwise on the screen.
internal func area(of ring: [PlanePoint]) -> Double {
  guard var previous = ring.last else { return 0 }
  let origin = previous
  var sum = 0.0
  for point in ring {
    sum +=
      (previous.x - origin.x) * (point.y - origin.y)
      - (point.x - origin.x) * (previous.y - origin.y)
    previous = point
  }
  return sum / 2
}

/// Removes corners within a distance of the last one kept; the last corner is kept.
private func thinned(_ line: [PlanePoint], by distance: Double) -> [PlanePoint] {
  guard let first = line.first, let last = line.last, line.count > 2 else { return line }
  var kept = [first]
  kept.reserveCapacity(line.count / 4 + 2)
  var previous = first
  for point in line.dropFirst().dropLast() where previous.distance(to: point) > distance {
    kept.append(point)
    previous = point
  }
  kept.append(last)
  return kept
}

/// Marks the points of a part of a line that are farther than the tolerance from the line through
/// the points marked between them.
///
/// - Complexity: O(*n* log *n*). A line such as a star, whose farthest points are next to the ends
///   of each part, is halved in the middle after 64 passes over it, which keeps some more points.
private func keepNeeded(
  _ line: [PlanePoint], from start: Int, to end: Int, _ tolerance: Double, _ isKept: inout [Bool]
) {
  var open = [(start, end)]
  var budget = 64 * (end - start)
  while let (first, last) = open.popLast() {
    guard last - first > 1 else { continue }
    let (a, b) = (line[first], line[last])
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    var best = (index: first, squared: tolerance * tolerance)
    for index in (first + 1)..<last {
      let (px, py) = (line[index].x - a.x, line[index].y - a.y)
      let fraction = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
      let (ex, ey) = (px - fraction * dx, py - fraction * dy)
      let squared = ex * ex + ey * ey
      if squared > best.squared { best = (index, squared) }
    }
    guard best.index > first else { continue }
    budget -= last - first
    let middle = budget > 0 ? best.index : first + (last - first) / 2
    isKept[middle] = true
    open.append((first, middle))
    open.append((middle, last))
  }
}
