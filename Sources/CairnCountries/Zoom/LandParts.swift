internal import CairnGeodesy

/// A piece of land of one area, surrounded by water or other areas.
internal struct LandPart: Sendable {
  /// The smallest box around it, slightly enlarged on all sides.
  let box: BoundingBox
  /// Its area, as a fraction of the sphere.
  let size: Double
}

/// The pieces of land of each area of the embedded boundaries.
internal struct LandParts: Sendable {
  /// The pieces of each area.
  let parts: [[LandPart]]

  /// The pieces of the embedded boundaries; the first use computes them, in a few milliseconds.
  static let world = LandParts(WorldBoundaries.sharedArcs)

  init(_ arcs: BoundaryArcs) {
    var arcsOfAreas = [[Int]](repeating: [], count: arcs.areaCount)
    for arc in 0..<arcs.count {
      arcsOfAreas[Int(arcs.left[arc])].append(arc)
      arcsOfAreas[Int(arcs.right[arc])].append(arc)
    }
    let sines = SineTable()
    parts = arcsOfAreas.indices.map { area in
      // Area 0 is the sea.
      area == 0
        ? []
        : Self.rings(of: arcsOfAreas[area], arcs).compactMap { ring in
          LandPart(ring, of: area, arcs, sines)
        }
    }
  }

  /// The pieces of the areas for which `isMember` is true.
  func parts(of isMember: [Bool]) -> [LandPart] {
    zip(parts, isMember).flatMap { $1 ? $0 : [] }
  }

  /// Arcs in connected groups, including across the antimeridian.
  private static func rings(of list: [Int], _ arcs: BoundaryArcs) -> [[Int]] {
    var sets = DisjointSets(count: list.count)
    var arcAtEnd: [UInt64: Int] = [:]
    for (index, arc) in list.enumerated() {
      let vertices = arcs.vertices(of: arc)
      for end in [vertices.lowerBound, vertices.upperBound - 1] {
        let x = arcs.x[end] == 1_800_000 ? -1_800_000 : arcs.x[end]
        let key =
          UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: arcs.y[end]))
        if let other = arcAtEnd[key] {
          sets.join(other, index)
        } else {
          arcAtEnd[key] = index
        }
      }
    }
    var groups: [Int: [Int]] = [:]
    for index in list.indices { groups[sets.leader(of: index), default: []].append(list[index]) }
    return groups.sorted { $0.key < $1.key }.map { $0.value }
  }
}

extension LandPart {
  /// Creates the land that a ring of arcs encloses; nil for the edge of a hole in an area.
  fileprivate init?(_ ring: [Int], of area: Int, _ arcs: BoundaryArcs, _ sines: SineTable) {
    var cover = LongitudeCover()
    var south = Int32.max
    var north = Int32.min
    for arc in ring {
      let vertices = arcs.vertices(of: arc)
      let x = arcs.x[vertices]
      let y = arcs.y[vertices]
      guard let west = x.min(), let east = x.max(), let low = y.min(), let high = y.max() else {
        continue
      }
      cover.add(west: Int(west), east: Int(east))
      south = min(south, low)
      north = max(north, high)
    }
    let (west, width) = cover.shortest()
    // Green's theorem: the area is the integral of the longitude over the sine of the latitude,
    // along the edge with the area to its left.
    var sum = 0.0
    for arc in ring {
      let sign = Int(arcs.left[arc]) == area ? 1.0 : -1.0
      let vertices = arcs.vertices(of: arc)
      let isBeyond = Int(arcs.x[vertices].min() ?? 0) < west
      let turn = isBeyond ? 3_600_000.0 : 0
      for vertex in vertices.dropLast() {
        let middle = Double(arcs.x[vertex]) + Double(arcs.x[vertex + 1])
        let rise = sines[Int(arcs.y[vertex + 1])] - sines[Int(arcs.y[vertex])]
        sum += sign * (middle / 2 + turn) * rise
      }
    }
    let goesAround = width >= LongitudeCover.wholeTurn
    // A ring around a pole is not closed in degrees; the land there is large in any case.
    let size = goesAround ? 0.02 : sum / 3_600_000 / 2
    guard size > 0 else { return nil }
    self.init(box: cover.box(south: Int(south), north: Int(north)), size: size)
  }
}

/// Sines of latitudes, accurate to a millionth.
internal struct SineTable: Sendable {
  private let sines: [Double]
  private static let step = 1_000

  init() {
    sines = (-900...901).map { sineAndCosine(degrees: Double($0) / 10).sine }
  }

  /// The sine of a latitude in 1e-4 degrees.
  subscript(y: Int) -> Double {
    let (index, rest) = (y + 900_000).quotientAndRemainder(dividingBy: Self.step)
    return sines[index] + (sines[index + 1] - sines[index]) * Double(rest) / Double(Self.step)
  }
}

/// Pieces of land that are near each other.
internal struct PartGroup: Sendable {
  /// A box around all of them.
  var box: BoundingBox
  /// The sum of their areas, as a fraction of the sphere.
  var size: Double
}

extension PartGroup {
  /// Groups of pieces connected by steps of at most a distance between the boxes of two pieces
  /// (single-linkage clusters).
  ///
  /// - Parameters:
  ///   - parts: the pieces, in any order.
  ///   - distance: in degrees of latitude; degrees of longitude count by their length.
  /// - Returns: the groups, largest first.
  /// - Complexity: O(n²) in the worst case.
  static func groups(of parts: [LandPart], within distance: Double) -> [PartGroup] {
    let parts = parts.sorted { $0.box.south < $1.box.south }
    var sets = DisjointSets(count: parts.count)
    for index in parts.indices {
      let box = parts[index].box
      for next in parts[(index + 1)...].indices {
        if parts[next].box.south - box.north > distance { break }
        if sets.leader(of: index) != sets.leader(of: next),
          box.isNear(parts[next].box, within: distance)
        {
          sets.join(index, next)
        }
      }
    }
    var groups: [Int: PartGroup] = [:]
    for (index, part) in parts.enumerated() {
      groups[sets.leader(of: index), default: PartGroup(box: .empty, size: 0)]
        .add(part.box, part.size)
    }
    return groups.sorted { ($1.value.size, $0.key) < ($0.value.size, $1.key) }.map { $0.value }
  }

  private mutating func add(_ box: BoundingBox, _ size: Double) {
    self.box = self.box.union(box)
    self.size += size
  }

  /// Joins pieces and groups until all boxes are farther apart than a distance, the largest group
  /// first; faster than ``groups(of:within:)``, but coarser.
  static func boxes(of parts: [LandPart], within distance: Double) -> [PartGroup] {
    var groups: [PartGroup] = []
    for part in parts.sorted(by: { $0.size > $1.size }) {
      var joined = PartGroup(box: part.box, size: part.size)
      // A joined group may be near further groups.
      while let near = groups.firstIndex(where: { $0.box.isNear(joined.box, within: distance) }) {
        let other = groups.remove(at: near)
        joined.add(other.box, other.size)
      }
      groups.append(joined)
    }
    return groups.sorted { $0.size > $1.size }
  }
}

extension BoundingBox {
  /// Whether two boxes are within a number of degrees of each other.
  fileprivate func isNear(_ other: BoundingBox, within distance: Double) -> Bool {
    let south = max(self.south, other.south)
    let north = min(self.north, other.north)
    guard south - north <= distance else { return false }
    // Degrees of longitude are longest at the latitude nearest to the equator among those of both
    // boxes or between them.
    let latitude = south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
    let length = sineAndCosine(degrees: latitude).cosine
    return longitudeGap(to: other) * length <= distance
  }

  /// The gap in degrees of longitude between two boxes; 0 if they overlap.
  private func longitudeGap(to other: BoundingBox) -> Double {
    func east(_ from: Double, _ to: Double) -> Double {
      let gap = (to - from).truncatingRemainder(dividingBy: 360)
      return gap < 0 ? gap + 360 : gap
    }
    // The start of one is inside the other, or the gap is from the end of one to the start of the
    // next.
    if east(west, other.west) <= longitudeSpan || east(other.west, west) <= other.longitudeSpan {
      return 0
    }
    return min(east(self.east, other.west), east(other.east, west))
  }
}

/// Disjoint sets that are joined one by one (union-find with path halving).
private struct DisjointSets {
  /// Each element points to another element of its set, the least element to itself.
  private var leaders: [Int]

  /// Starts with one set for each of the numbers 0..<count.
  init(count: Int) {
    leaders = Array(0..<count)
  }

  /// The least element of the set of an element.
  mutating func leader(of element: Int) -> Int {
    var found = element
    while leaders[found] != found {
      leaders[found] = leaders[leaders[found]]
      found = leaders[found]
    }
    return found
  }

  /// Joins the sets of two elements.
  mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (leader(of: one), leader(of: other))
    leaders[max(a, b)] = min(a, b)
  }
}
