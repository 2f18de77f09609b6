internal import CairnGeodesy

/// A piece of land of one area, with nothing but water or other areas around it.
internal struct LandPart: Sendable {
  /// The smallest box around it, a little larger all round.
  let box: BoundingBox
  /// How large it is, as a share of the sphere.
  let size: Double
}

/// The pieces of land of each area of the embedded boundaries.
internal struct LandParts: Sendable {
  /// By area.
  let parts: [[LandPart]]

  /// Those of the embedded boundaries; the first use finds them, in some milliseconds.
  static let world = LandParts(WorldBoundaries.sharedArcs)

  init(_ arcs: BoundaryArcs) {
    var arcsOfAreas = [[Int]](repeating: [], count: arcs.areaCount)
    for arc in 0..<arcs.count {
      arcsOfAreas[Int(arcs.left[arc])].append(arc)
      arcsOfAreas[Int(arcs.right[arc])].append(arc)
    }
    let sines = SineTable()
    parts = arcsOfAreas.indices.map { area in
      // Area 0 is what is no land.
      area == 0
        ? []
        : Self.rings(of: arcsOfAreas[area], arcs).compactMap { ring in
          LandPart(ring, of: area, arcs, sines)
        }
    }
  }

  /// The parts of areas of which something is true.
  func parts(of isMember: [Bool]) -> [LandPart] {
    zip(parts, isMember).flatMap { $1 ? $0 : [] }
  }

  /// Arcs in groups that hang together, also across the antimeridian.
  private static func rings(of list: [Int], _ arcs: BoundaryArcs) -> [[Int]] {
    // Each arc points to another of its group, the first to itself.
    var leaders = Array(list.indices)
    func leader(_ index: Int) -> Int {
      var found = index
      while leaders[found] != found { found = leaders[found] }
      return found
    }
    var arcAtEnd: [UInt64: Int] = [:]
    for (index, arc) in list.enumerated() {
      let vertices = arcs.vertices(of: arc)
      for end in [vertices.lowerBound, vertices.upperBound - 1] {
        let x = arcs.x[end] == 1_800_000 ? -1_800_000 : arcs.x[end]
        let key =
          UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: arcs.y[end]))
        if let other = arcAtEnd[key] {
          let (a, b) = (leader(other), leader(index))
          leaders[max(a, b)] = min(a, b)
        } else {
          arcAtEnd[key] = index
        }
      }
    }
    var groups: [Int: [Int]] = [:]
    for index in list.indices { groups[leader(index), default: []].append(list[index]) }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension LandPart {
  /// The land that a ring of arcs encloses; nil for the rim of a hole in an area.
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
    // Over an area's left rim the integral of the longitude over the sine of the latitude grows.
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
    // What goes around a pole is no ring in degrees; it is large in any case.
    let size = goesAround ? 0.02 : sum / 3_600_000 / 2
    guard size > 0 else { return nil }
    self.init(box: cover.box(south: Int(south), north: Int(north)), size: size)
  }
}

/// Sines of latitudes, right to a millionth.
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
