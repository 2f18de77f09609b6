internal import CairnGeodesy

/// A cap that is not empty.
internal struct CapShape: DepthShape {
  let cap: Cap

  var everything: Void { () }
  var tolerance: Double { 0.001 }
  var slack: Double { 0.001 }
  var innerPlaces: [Coordinate] { [cap.center] }

  /// The place opposite to the centre, unless that is in the cap.
  var outerPlaces: [Coordinate] {
    let place = Coordinate(
      latitude: -cap.center.latitude, longitude: cap.center.longitude + 180)
    return cap.contains(place) ? [] : [place]
  }

  init?(_ cap: Cap) {
    guard !cap.isEmpty else { return nil }
    self.cap = Cap(center: cap.center.normalized, radius: cap.radius)
  }

  func depth(at place: Coordinate, near: Void) -> Double {
    cap.radius - cap.center.distance(to: place)
  }

  func narrowed(_ near: Void, around place: Coordinate, within reach: Double) {}

  /// The distance along a part deviates from a straight course between those of its ends by at
  /// most an eighth of its second derivative times the squared length: the curvature of circles
  /// around the centre and that of the line.
  func relation(ofPart part: LinePart, near: Void) -> LineRelation? {
    let start = cap.center.distance(to: part.start)
    let end = cap.center.distance(to: part.end)
    let nearest = min(start, end) - part.length
    let farthest = max(start, end) + part.length
    let room = min(nearest, Sphere.mean.radius * .pi - farthest)
    guard room > 0 else { return nil }
    let deviation = part.length * part.length / 8 * (2 / room + part.bend)
    guard deviation <= tolerance / 2 else { return nil }
    return LineRelation(
      meets: min(start, end) <= cap.radius + tolerance,
      leaves: max(start, end) > cap.radius + slack)
  }
}
