internal import CairnGeodesy
internal import CairnIndex

/// A shape that knows how deep inside of it a place is.
///
/// The depth changes by no more than the way between two places, so that one place tells about
/// all that are near to it; a line is halved until that decides.
internal protocol DepthShape: BorderShape {
  /// Metres outside of the shape at which a line still meets it.
  var tolerance: Double { get }

  /// Metres to the rim of the shape, negative outside.
  func depth(at place: Coordinate, near: Near) -> Double
  /// What of `near` is nearest to some place within metres of this one.
  func narrowed(_ near: Near, around place: Coordinate, within reach: Double) -> Near
  /// How a part of a line lies, if that follows from its ends; `bend` is that of the line.
  func relation(ofPart part: LinePart, near: Near) -> LineRelation?
}

/// A part of a line.
internal struct LinePart {
  let start: Coordinate
  let end: Coordinate
  /// Metres, at least the length.
  let length: Double
  /// See ``BorderLine/bend``.
  let bend: Double
  /// Whether it is open that the line meets the shape.
  let mayMeet: Bool
  /// Whether it is open that the line leaves the shape.
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
