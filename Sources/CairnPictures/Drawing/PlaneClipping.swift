// Cutting of flat shapes. A ring cut to a half-plane keeps running along the cut where it is
// outside, so that fills by the even-odd rule stay right however often it leaves and returns.

/// A side of a box to cut to.
internal struct HalfPlane: Sendable {
  /// A point is inside when `x * a + y * b <= limit`.
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
      // Always cut from the inner point, so that both directions give the same one.
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

/// The part of a closed ring in a box; empty where nothing is left.
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
