internal import CairnGeodesy
internal import CairnIndex

/// A search for the greatest circle inside of polygons.
///
/// A circle that touches the border at p in the direction n, a unit vector perpendicular to p, has
/// its center at cos ρ p + sin ρ n. It has a place q on its rim if tan ρ = (1 − p · q) / (n · q),
/// and touches a great circle with the unit normal m on the side of p if tan ρ = p · m / (1 − n ·
/// m).
struct LabelSearch {
  private let shape: PreparedShape
  private let tree: PathTree
  /// Radians.
  private let tolerance: Double
  private var contacts: [Contact] = []
  private var waiting = BinaryHeap<Family>()
  private var best: (coordinate: Coordinate, distance: Double)?

  /// Circles that touch one side of an edge, or a corner.
  private struct Contact {
    /// The direction that is turned by the parameter, from `first` toward `second`, which is
    /// perpendicular to it.
    let first: UnitVector
    let second: UnitVector
    /// Of an edge its normal, of a corner its place.
    let fixed: UnitVector
    let isCorner: Bool
    let length: Double

    func at(_ parameter: Double) -> Touch {
      let (sine, cosine) = sineAndCosine(radians: parameter)
      let moved = first * cosine + second * sine
      return isCorner ? Touch(place: fixed, normal: moved) : Touch(place: moved, normal: fixed)
    }

    /// The parameter at which the turned direction is nearest to a given one.
    func parameter(of direction: UnitVector) -> Double {
      polarAngle(radiansOfX: first.dot(direction), y: second.dot(direction))
    }
  }

  /// A point at which a circle touches the border, and the direction to its center.
  private struct Touch {
    let place: UnitVector
    let normal: UnitVector

    func center(_ radius: Double) -> UnitVector {
      let (sine, cosine) = sineAndCosine(radians: radius)
      return place * cosine + normal * sine
    }

    /// The radius of the circle with another place on its rim; nil if that is the place itself.
    func radius(reaching other: UnitVector) -> Double? {
      let squared = place.squaredChord(to: other)
      guard squared > 1e-26 else { return nil }
      return polarAngle(radiansOfX: normal.dot(other - place), y: squared / 2)
    }

    /// The radius of the circle that touches an edge, or has one of its ends on its rim; nil if the
    /// circle touches the edge here, and 0 if the edge runs into it from here.
    func radius(reaching edge: Edge) -> Double? {
      if edge.normal.dot(place).magnitude < 1e-13 {
        for (end, other) in [(edge.from, edge.to), (edge.to, edge.from)]
        where place.squaredChord(to: end) < 1e-26 {
          let way = other - end
          let isInward = normal.dot(way) > 1e-9 * way.dot(way).squareRoot()
          return isInward ? 0 : radius(reaching: other)
        }
        if edge.hasFoot(of: place) {
          let tilt = normal.cross(edge.normal)
          return tilt.dot(tilt) < 1e-18 ? nil : 0
        }
      }
      let normal = edge.normal(towards: place)
      if let radius = radius(touching: normal), edge.hasFoot(of: center(radius)) { return radius }
      let radii = [edge.from, edge.to].compactMap { radius(reaching: $0) }
      return radii.min()
    }

    /// The radius of the circle that touches a great circle; nil if that touches here itself.
    func radius(touching circle: UnitVector) -> Double? {
      let height = max(place.dot(circle), 0)
      let squared = normal.squaredChord(to: circle)
      guard squared > 1e-26 || height > 1e-15 else { return nil }
      return polarAngle(radiansOfX: squared / 2, y: height)
    }
  }

  private struct Edge {
    let from: UnitVector
    let to: UnitVector
    /// Of its great circle, at its left.
    let normal: UnitVector

    /// Nil for an edge without a direction.
    init?(_ from: UnitVector, _ to: UnitVector) {
      // With the difference, so that short edges keep their digits.
      guard let normal = from.cross(to - from).direction else { return nil }
      (self.from, self.to, self.normal) = (from, to, normal)
    }

    func normal(towards place: UnitVector) -> UnitVector {
      normal.dot(place) < 0 ? normal * -1 : normal
    }

    /// Whether the place of the great circle that is nearest to another is on the edge.
    func hasFoot(of place: UnitVector) -> Bool {
      normal.dot(from.cross(place)) >= 0 && normal.dot(place.cross(to)) >= 0
    }
  }

  /// Some circles of a contact.
  private struct Family: HeapElement {
    let contact: Int
    let low: Double
    let high: Double
    /// No circle of it is larger, in radians.
    var bound = Double.pi
    /// Edges that circles of it touch.
    var edges: [Int] = []
    /// Whether a center of it was inside, so that others are examined only if they are better.
    var isInside = false

    var middle: Double { low + (high - low) / 2 }

    static func precedes(_ a: Family, _ b: Family) -> Bool { a.bound > b.bound }
  }

  /// Nil when there is no border.
  init?(_ shape: PreparedShape, tolerance: Double) {
    guard let tree = shape.border.tree, !shape.isEmpty else { return nil }
    self.shape = shape
    self.tree = tree
    self.tolerance = tolerance > 0 ? tolerance / Sphere.mean.radius : 0
    for line in shape.border.lines { addContacts(ofRing: line) }
  }

  private mutating func addContacts(ofRing ring: [Coordinate]) {
    let places = ring.map(\.unitVector)
    let edges = zip(places, places.dropFirst()).compactMap { Edge($0, $1) }
    guard var last = edges.last else { return }
    for edge in edges {
      guard let forward = edge.normal.cross(edge.from).unit else { continue }
      let length = polarAngle(
        radiansOfX: edge.from.dot(edge.to), y: forward.dot(edge.to - edge.from))
      for normal in [edge.normal, edge.normal * -1] {
        contacts.append(
          Contact(
            first: edge.from, second: forward, fixed: normal, isCorner: false, length: length))
      }
      // At the outer side of a corner, from the normal of one edge to that of the next.
      if let before = last.normal.cross(edge.from).unit {
        let turn = polarAngle(radiansOfX: before.dot(forward), y: last.normal.dot(forward))
        if turn.magnitude > 1e-9 {
          contacts.append(
            Contact(
              first: turn > 0 ? last.normal * -1 : last.normal, second: before, fixed: edge.from,
              isCorner: true, length: turn.magnitude))
        }
      }
      last = edge
    }
  }

  mutating func run() -> (coordinate: Coordinate, distance: Double)? {
    for (number, contact) in contacts.enumerated() {
      examine(Family(contact: number, low: 0, high: contact.length))
    }
    // Far more than any border needs that is not constructed to slow down the search.
    var left = 200_000 + 64 * contacts.count
    // If no place has been found by then, the shape is a line or as thin as one.
    let last = left - 4_000 - 64 * contacts.count
    while let family = waiting.removeFirst(), family.bound > enough, left > 0 {
      if best == nil, left < last { break }
      left -= 1
      let halves = [(family.low, family.middle), (family.middle, family.high)]
      for (low, high) in halves {
        examine(
          Family(
            contact: family.contact, low: low, high: high, bound: family.bound,
            edges: family.edges, isInside: family.isInside))
      }
    }
    return best
  }

  /// The radius of the best circle in radians.
  private var found: Double { (best?.distance ?? 0) / Sphere.mean.radius }

  /// Radians; a circle must be larger to be of interest.
  private var enough: Double {
    best == nil ? Self.least : found + max(tolerance, 1e-6 * found, Self.least)
  }

  /// Radians, some 60 nm: a few times the error of rounded degrees.
  private static let least = 1e-14

  private func edge(_ number: Int) -> Edge? {
    let ends = tree.ends(ofEdge: number)
    return Edge(ends.start.unitVector, ends.end.unitVector)
  }

  /// Examines the circle in the middle of a family and keeps it if there may be a larger one.
  private mutating func examine(_ family: Family) {
    let contact = contacts[family.contact]
    var family = family
    let touch = contact.at(family.middle)
    var radius = family.bound
    for number in family.edges {
      guard let edge = edge(number) else { continue }
      family.bound = min(family.bound, bound(of: family, by: edge))
      if let reaching = touch.radius(reaching: edge) { radius = min(radius, reaching) }
    }
    // Circles are tried that are a little larger than is of interest, since those through half of
    // the border are near to many edges. They shrink until no edge is in them, and grow otherwise.
    var tried = best == nil ? radius : min(radius, 2 * enough)
    for _ in 0..<100 {
      guard family.bound > enough else { return }
      // Smaller circles are not examined: of those that touch many edges each costs as much as all.
      guard radius > found * (1 + 1e-9) else { break }
      let center = touch.center(tried).coordinate
      let (number, meters) = tree.nearestEdge(to: center)
      if meters / Sphere.mean.radius >= tried * (1 - 1e-12) - Self.least {
        if tried > 1e-13, !family.isInside || meters > best?.distance ?? 0 {
          family.isInside = keep(center, meters)
          // All circles of the family are on the same side of the border.
          if !family.isInside, contact.isCorner || !isCrossed(family) { return }
        }
        guard tried < radius else { break }
        tried = min(radius, 4 * tried)
        continue
      }
      // A circle that touches an edge here is on one side of it if it is not larger than half the
      // Earth.
      guard let edge = edge(number),
        let smaller = touch.radius(reaching: edge) ?? (tried > .pi / 2 ? .pi / 2 : nil),
        smaller < tried
      else { break }
      radius = smaller
      tried = smaller
      family.bound = min(family.bound, bound(of: family, by: edge))
      family.edges.append(number)
    }
    if family.edges.count > 3 { family.edges.removeFirst(family.edges.count - 3) }
    // Narrower families are equal after rounding.
    guard family.bound > enough, family.high - family.low > 1e-14 else { return }
    waiting.insert(family)
  }

  /// Keeps a place if it is the best one; false if it is outside.
  private mutating func keep(_ center: Coordinate, _ meters: Double) -> Bool {
    guard shape.contains(center) else { return false }
    if meters > best?.distance ?? 0 {
      let place = center.normalized
      let distance = shape.distance(toBorderFrom: place)
      if distance > best?.distance ?? 0 { best = (place, distance) }
    }
    return true
  }

  /// The greatest radius of circles of a family that do not have an edge inside of them.
  ///
  /// As a function of the parameter, the radius at which a circle reaches the edge has its greatest
  /// value at an end of the family, where the edge's end is touched at a right angle, or where the
  /// radius at which it reaches the great circle or an end is greatest.
  private func bound(of family: Family, by edge: Edge) -> Double {
    let contact = contacts[family.contact]
    func isWithin(_ parameter: Double) -> Bool {
      parameter > family.low && parameter < family.high
    }
    var greatest = 0.0
    for parameter in [family.low, family.high] {
      guard let radius = contact.at(parameter).radius(reaching: edge) else { return .pi }
      greatest = max(greatest, radius)
    }
    for normal in [edge.normal, edge.normal * -1] {
      let peak = contact.parameter(of: normal)
      if isWithin(peak), let radius = contact.at(peak).radius(touching: normal) {
        greatest = max(greatest, radius)
      }
      for end in [edge.from, edge.to] {
        if contact.isCorner {
          guard let radius = Touch(place: end, normal: normal).radius(reaching: contact.fixed)
          else { return .pi }
          let center = Touch(place: end, normal: normal).center(radius)
          let direction = center - contact.fixed * sineAndCosine(radians: radius).cosine
          if isWithin(contact.parameter(of: direction)) { greatest = max(greatest, radius) }
        } else {
          // The end's mirror image in the great circle of all centers.
          let axis = contact.fixed - normal
          let squared = axis.dot(axis)
          guard squared > 1e-26 else { continue }
          let image = end - axis * (2 * end.dot(axis) / squared)
          let parameter = contact.parameter(of: image)
          if isWithin(parameter), let radius = contact.at(parameter).radius(reaching: end) {
            greatest = max(greatest, radius)
          }
        }
      }
    }
    if contact.isCorner {
      for end in [edge.from, edge.to] {
        let trough = contact.parameter(of: end * -1)
        if isWithin(trough), let radius = contact.at(trough).radius(reaching: end) {
          greatest = max(greatest, radius)
        }
      }
    }
    // More than the rounding errors.
    return greatest * (1 + 1e-12) + 1e-15
  }

  /// Whether the border crosses an edge within a family, or a ring has a corner there, so that not
  /// all of one side of it is on the same side of the border.
  private func isCrossed(_ family: Family) -> Bool {
    let contact = contacts[family.contact]
    let rim = 1e-12
    guard family.high - family.low > 2 * rim,
      let own = Edge(contact.at(family.low).place, contact.at(family.high).place),
      let ownTree = PathTree(GeoPath([own.from.coordinate, own.to.coordinate]))
    else { return false }
    func isWithin(_ place: UnitVector) -> Bool {
      let parameter = contact.parameter(of: place)
      return parameter > family.low + rim && parameter < family.high - rim
    }
    var isCrossed = false
    var reach = 1e-11
    ownTree.forEachPair(with: tree, within: &reach) { _, number, reach in
      guard let edge = edge(number) else { return }
      let heights = (own.normal.dot(edge.from), own.normal.dot(edge.to))
      let crossing = edge.from * heights.1.magnitude + edge.to * heights.0.magnitude
      if heights.0.magnitude < rim && isWithin(edge.from)
        || heights.1.magnitude < rim && isWithin(edge.to)
        || heights.0 * heights.1 < 0 && isWithin(crossing)
      {
        isCrossed = true
        reach = -1
      }
    }
    return isCrossed
  }
}

extension UnitVector {
  /// The same direction with length 1, however short; nil without a direction.
  fileprivate var direction: UnitVector? {
    let size = dot(self).squareRoot()
    return size > 1e-160 ? self * (1 / size) : nil
  }
}
