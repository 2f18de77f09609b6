internal import CairnGeodesy
internal import CairnPictures

/// Simplifies the lines and areas of a base layer, and leaves out those that are invisible.
struct BaseShapes {
  private let box: BoundingBox
  private let view: MapView
  /// The length of a degree of longitude in degrees of latitude, in the middle of the map.
  private let shrink: Double
  /// The distance of corners in degrees of latitude below which they are left out.
  private let tolerance: Double

  private static let metersPerDegree = Sphere.mean.radius * .pi / 180

  init(_ box: BoundingBox, _ view: MapView) {
    self.box = box
    self.view = view
    shrink = max(sineAndCosine(degrees: box.center.latitude).cosine, 0.01)
    tolerance = view.resolution / Self.metersPerDegree
  }

  /// A line without corners that are closer together than the resolution; its ends are kept.
  func thinned(_ line: [Coordinate]) -> [Coordinate] {
    guard line.count > 2, let first = line.first, let last = line.last else { return line }
    var kept = [first]
    var before = first
    for point in line.dropFirst().dropLast() {
      let dx = (point.longitude - before.longitude) * shrink
      let dy = point.latitude - before.latitude
      guard dx * dx + dy * dy > tolerance * tolerance else { continue }
      kept.append(point)
      before = point
    }
    kept.append(last)
    return kept
  }

  /// A simplified line; nil if it is not on the map.
  func line(_ line: [Coordinate]) -> [Coordinate]? {
    guard line.count > 1, BoundingBox(enclosing: line).intersects(box) else { return nil }
    return thinned(line)
  }

  /// The simplified rings of an area, outer rings counterclockwise and holes clockwise; nil if the
  /// area is not on the map or too small to be seen.
  func area(_ outer: [[Coordinate]], holes: [[Coordinate]], _ kind: MapPicture.BaseFeature.Kind)
    -> [[Coordinate]]?
  {
    guard outer.contains(where: { BoundingBox(enclosing: $0).intersects(box) }) else { return nil }
    let scale = Self.metersPerDegree / view.metersPerPixel
    let pixels = scale * scale
    var rings: [[Coordinate]] = []
    for (ring, isHole) in outer.map({ ($0, false) }) + holes.map({ ($0, true) }) {
      let ring = thinned(ring)
      let size = signedArea(ring)
      guard size.magnitude * pixels >= (isHole ? 1 : kind.leastArea) else { continue }
      rings.append((size < 0) == isHole ? ring : ring.reversed())
    }
    return rings.contains { signedArea($0) > 0 } ? rings : nil
  }

  /// The area of a ring in squares of a degree of latitude, positive if it is counterclockwise.
  private func signedArea(_ ring: [Coordinate]) -> Double {
    guard let origin = ring.first, var before = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum +=
        (before.longitude - origin.longitude) * (point.latitude - origin.latitude)
        - (point.longitude - origin.longitude) * (before.latitude - origin.latitude)
      before = point
    }
    return sum / 2 * shrink
  }
}
