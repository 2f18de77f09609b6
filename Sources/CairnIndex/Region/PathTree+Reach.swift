internal import CairnGeodesy
internal import CairnMemory

// MARK: Corridors around paths

extension PathTree {
  /// Appends the parts within reach of a ball to a list: edges, and balls that are not larger than
  /// it.
  ///
  /// - Parameters:
  ///   - part: a part of the path.
  ///   - ball: a ball around a place.
  ///   - reach: the maximum distance from the path, as a chord.
  ///   - list: receives the parts.
  /// - Returns: whether the whole ball is certainly within reach of one edge.
  func narrow(
    _ part: Part, to ball: BoundingBall, within reach: Double, _ list: inout GrowableArray<Part>
  ) -> Bool {
    if part < arcs.count {
      let distance = arcs[Int(part)].distance(from: ball.center)
      if distance.least - ball.radius <= reach + SphereArc.slack { list.append(part) }
      return distance.greatest + ball.radius <= reach - SphereArc.slack
    }
    let own = balls[Int(part) - arcs.count]
    let chord = own.center.squaredChord(to: ball.center).squareRoot()
    guard chord - own.radius - ball.radius <= reach + SphereArc.slack else { return false }
    if own.radius < ball.radius {
      list.append(part)
      return false
    }
    for inner in own.parts where narrow(inner, to: ball, within: reach, &list) { return true }
    return false
  }

  /// The relation of a ball to the points within reach of the path: `crossing` if it is uncertain.
  ///
  /// - Parameters:
  ///   - ball: a ball around a place.
  ///   - reach: the maximum distance from the path, as a chord.
  /// - Returns: `inside` if the whole ball is within reach of one edge.
  func relation(of ball: BoundingBall, within reach: Double) -> RegionRelation {
    relation(of: ball, to: root, within: reach)
  }

  private func relation(
    of ball: BoundingBall, to part: Part, within reach: Double
  ) -> RegionRelation {
    if part < arcs.count {
      let distance = arcs[Int(part)].distance(from: ball.center)
      if distance.greatest + ball.radius <= reach - SphereArc.slack { return .inside }
      return distance.least - ball.radius <= reach + SphereArc.slack ? .crossing : .outside
    }
    let own = balls[Int(part) - arcs.count]
    let chord = own.center.squaredChord(to: ball.center).squareRoot()
    guard chord - own.radius - ball.radius <= reach + SphereArc.slack else { return .outside }
    // A part smaller than the ball rarely decides for the whole ball.
    if own.radius < ball.radius, own.radius < reach { return .crossing }
    var result = RegionRelation.outside
    for inner in own.parts {
      let relation = relation(of: ball, to: inner, within: reach)
      if relation == .inside { return .inside }
      if relation == .crossing { result = .crossing }
    }
    return result
  }

  /// Whether a place is within reach of any of some parts; nil if it is uncertain.
  func isWithin(
    _ reach: Double, of place: UnitVector, _ near: Range<Int>, _ list: borrowing GrowableArray<Part>
  ) -> Bool? {
    var least = Double.infinity
    for index in near where search(list[index], from: place, within: reach, &least) {
      return true
    }
    return least > reach + SphereArc.slack ? false : nil
  }

  /// Whether a place is certainly within reach of an edge of a part; otherwise computes the least
  /// lower bound.
  private func search(
    _ part: Part, from place: UnitVector, within reach: Double, _ least: inout Double
  ) -> Bool {
    if part < arcs.count {
      let distance = arcs[Int(part)].distance(from: place)
      least = min(least, distance.least)
      return distance.greatest <= reach - SphereArc.slack
    }
    let ball = balls[Int(part) - arcs.count]
    let chord = ball.center.squaredChord(to: place).squareRoot()
    guard chord - ball.radius <= reach + SphereArc.slack else { return false }
    for inner in ball.parts where search(inner, from: place, within: reach, &least) {
      return true
    }
    return false
  }
}
