internal import CairnGeodesy

/// A shape with a signed distance: the depth of a place inside it.
///
/// The depth changes by at most the distance between two places (it is 1-Lipschitz), so the depth
/// at the midpoint of a part decides for the whole part if it is large enough; a line is halved
/// until it is.
internal protocol DepthShape: BorderShape {
  /// The distance in meters outside the shape within which a line still meets it.
  var tolerance: Double { get }

  /// The distance in meters to the edge of the shape, negative outside.
  func depth(at place: Coordinate, near: Near) -> Double
  /// Those of `near` that are nearest to some place within `reach` meters of this one.
  func narrowed(_ near: Near, around place: Coordinate, within reach: Double) -> Near
  /// The relation of a part of a line, if it follows from the ends of the part.
  func relation(ofPart part: LinePart, near: Near) -> LineRelation?
}

/// A part of a line.
internal struct LinePart {
  let start: Coordinate
  let end: Coordinate
  /// An upper bound of the length in meters.
  let length: Double
  /// See ``BorderLine/bend``.
  let bend: Double
  /// Whether the line may meet the shape here; also false if it is already known to meet it.
  let mayMeet: Bool
  /// Whether the line may leave the shape here; also false if it is already known to leave it.
  let mayLeave: Bool
}

extension DepthShape {
  func relation(to box: BorderBox, near: Near) -> (RegionRelation, Near) {
    let center = box.center
    let reach = box.reach
    let depth = depth(at: center, near: near)
    if depth >= reach { return (.inside, near) }
    if depth < -reach - tolerance { return (.outside, near) }
    return (.crossing, narrowed(near, around: center, within: reach))
  }

  func relation(to line: BorderLine, near: Near, asksLeaving: Bool) -> LineRelation {
    let length = line.length
    let bend = line.bend
    var result = LineRelation()
    var parts: [(low: Double, high: Double)] = [(0, 1)]
    while let (low, high) = parts.popLast() {
      let middle = (low + high) / 2
      let part = length * (high - low)
      let depth = depth(at: line.place(middle), near: near)
      if depth >= -tolerance { result.meets = true }
      if depth < -slack { result.leaves = true }
      if result.meets, result.leaves || !asksLeaving { break }
      let mayMeet = !result.meets && depth + part / 2 >= -tolerance
      let mayLeave = asksLeaving && !result.leaves && depth - part / 2 < -slack
      guard mayMeet || mayLeave, part > tolerance, middle > low, middle < high else { continue }
      let ends = LinePart(
        start: line.place(low), end: line.place(high), length: part, bend: bend,
        mayMeet: mayMeet, mayLeave: mayLeave)
      if let known = relation(ofPart: ends, near: near) {
        result.meets = result.meets || known.meets
        result.leaves = result.leaves || known.leaves
      } else {
        parts.append((middle, high))
        parts.append((low, middle))
      }
    }
    return result
  }
}

/// A nonempty cap.
internal struct CapShape: DepthShape {
  let cap: Cap

  var everything: Void { () }
  var tolerance: Double { 0.001 }
  var slack: Double { 0.001 }
  var innerPlaces: [Coordinate] { [cap.center] }

  /// The antipode of the center, unless it is in the cap.
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

  /// Along a part, the distance deviates from linear interpolation between its ends by at most an
  /// eighth of its second derivative times the squared length: the curvature of circles around the
  /// center plus that of the line.
  func relation(ofPart part: LinePart, near: Void) -> LineRelation? {
    let start = cap.center.distance(to: part.start)
    let end = cap.center.distance(to: part.end)
    let nearest = min(start, end) - part.length
    let farthest = max(start, end) + part.length
    let clearance = min(nearest, Sphere.mean.radius * .pi - farthest)
    guard clearance > 0 else { return nil }
    let deviation = part.length * part.length / 8 * (2 / clearance + part.bend)
    guard deviation <= tolerance / 2 else { return nil }
    return LineRelation(
      meets: min(start, end) <= cap.radius + tolerance,
      leaves: max(start, end) > cap.radius + slack)
  }
}
