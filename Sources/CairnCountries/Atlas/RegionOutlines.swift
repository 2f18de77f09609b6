internal import CairnGeodesy

/// Collects the rings of regions as chains and builds their grid.
internal struct RegionOutlines {
  private var chains = BoundaryChains()
  private var box: (west: Int, south: Int, east: Int, north: Int)?

  private static let units = GridUnits.regions
  private static let halfTurn = 180 * Int(units.perDegree)

  /// Adds a ring.
  mutating func add(_ corners: [Coordinate], region: Int, ring: Int) throws(RegionError) {
    var vertices: [(x: Int, y: Int)] = []
    vertices.reserveCapacity(corners.count + 1)
    for (number, corner) in corners.enumerated() {
      guard corner.isValid else {
        throw .invalidCorner(region: region, ring: ring, corner: number)
      }
      var x = Self.rounded(corner.normalized.longitude)
      if x >= Self.halfTurn { x -= 2 * Self.halfTurn }
      let vertex = (x: x, y: Self.rounded(corner.latitude))
      if let last = vertices.last, last == vertex { continue }
      vertices.append(vertex)
    }
    if vertices.count > 1, vertices[0] == vertices[vertices.count - 1] { vertices.removeLast() }
    guard vertices.count > 2 else { throw .tooFewCorners(region: region, ring: ring) }
    append(vertices, toggle: UInt16(truncatingIfNeeded: region))
  }

  private static func rounded(_ degrees: Double) -> Int {
    Int((degrees * units.perDegree).rounded())
  }

  /// Adds the lines of a ring, those that reach the antimeridian on both sides of the map.
  private mutating func append(_ ring: [(x: Int, y: Int)], toggle: UInt16) {
    let turn = 2 * Self.halfTurn
    var turns = 0
    var latitudes = 0
    var chain: [(x: Int, y: Int)] = []
    func flush(_ outlines: inout RegionOutlines) {
      if chain.count > 1 { outlines.chains.append(chain, toggle: toggle) }
      chain = []
    }
    for (number, start) in ring.enumerated() {
      let next = ring[(number + 1) % ring.count]
      var end = next
      if end.x - start.x > Self.halfTurn { end.x -= turn }
      if end.x - start.x < -Self.halfTurn { end.x += turn }
      turns += (end.x - next.x) / turn
      latitudes += start.y
      cover(start, end)
      if chain.isEmpty { chain.append(start) }
      chain.append(end)
      let shift =
        max(start.x, end.x) >= Self.halfTurn
        ? -turn
        : min(start.x, end.x) <= -Self.halfTurn
          ? turn : 0
      if shift != 0 {
        let copy = [(x: start.x + shift, y: start.y), (x: end.x + shift, y: end.y)]
        chains.append(copy, toggle: toggle)
        cover(copy[0], copy[1])
      }
      if end != next { flush(&self) }
    }
    flush(&self)
    guard !turns.isMultiple(of: 2) else { return }
    // The ring goes around a pole. What is north of it is inside unless the other side is.
    let quarter = Self.halfTurn / 2
    cover((-Self.halfTurn, quarter), (Self.halfTurn, quarter))
    if latitudes < 0 {
      let south: [(x: Int, y: Int)] = [(-Self.halfTurn - 1, -quarter), (Self.halfTurn, -quarter)]
      cover(south[0], south[1])
      chains.append(south, toggle: toggle)
    }
  }

  /// Extends the box to a line, as far as it lies on the map.
  private mutating func cover(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int)) {
    let west = max(min(a.x, b.x), -Self.halfTurn)
    let east = min(max(a.x, b.x), Self.halfTurn)
    let old = box ?? (west, min(a.y, b.y), east, max(a.y, b.y))
    box = (
      min(old.west, west), min(old.south, a.y, b.y), max(old.east, east), max(old.north, a.y, b.y)
    )
  }

  /// Builds the grid, and the sets of regions that its states number.
  func build() -> (grid: BoundaryGrid, sets: [[UInt16]]) {
    let box = box ?? (0, 0, 0, 0)
    // About as many cells as lines.
    let most = min(max(chains.x.count, 1_024), 1 << 20)
    var shift = 4
    while ((box.east - box.west) >> shift + 1) * ((box.north - box.south) >> shift + 1) > most {
      shift += 1
    }
    let (grid, states) = BoundaryGrid.cut(
      chains, frame: GridFrame(units: Self.units, box: box, cellShift: shift), leafSize: 24,
      states: RegionStates())
    return (grid, states.sets)
  }
}

/// States that are sets of regions, numbered as they occur.
internal struct RegionStates: GridStates {
  static var outside: UInt32 { 0 }

  /// The regions of each state in ascending order.
  private(set) var sets: [[UInt16]] = [[]]
  private var numbers: [[UInt16]: UInt32] = [[]: 0]

  mutating func toggled(_ state: UInt32, by toggle: UInt16) -> UInt32 {
    var set = sets[Int(state)]
    if let place = set.firstIndex(where: { $0 >= toggle }) {
      if set[place] == toggle { set.remove(at: place) } else { set.insert(toggle, at: place) }
    } else {
      set.append(toggle)
    }
    return number(of: set)
  }

  mutating func remainder(of state: UInt32, without toggles: [UInt16]) -> UInt32 {
    number(of: sets[Int(state)].filter { !toggles.contains($0) })
  }

  func isInside(_ state: UInt32, _ toggle: UInt16) -> Bool {
    sets[Int(state)].contains(toggle)
  }

  private mutating func number(of set: [UInt16]) -> UInt32 {
    if let number = numbers[set] { return number }
    let number = UInt32(truncatingIfNeeded: sets.count)
    sets.append(set)
    numbers[set] = number
    return number
  }
}
