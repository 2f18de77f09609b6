internal import CairnGeodesy

/// The rings of regions, collected as chains, from which their grid is built.
internal struct RegionOutlines {
  private var chains = BoundaryChains()
  private var box: (west: Int64, south: Int64, east: Int64, north: Int64)?

  private static let units = GridUnits.regions
  private static let halfTurn = 180 * Int64(units.perDegree)

  /// Adds a ring whose edges run from longitude to longitude as the numbers are written.
  mutating func add(_ corners: [Coordinate], region: Int, ring: Int) throws(TerritoryError) {
    var west = Double.infinity
    var east = -Double.infinity
    for (number, corner) in corners.enumerated() {
      guard corner.isValid else {
        throw .invalidCorner(territory: region, ring: ring, corner: number)
      }
      west = min(west, corner.longitude)
      east = max(east, corner.longitude)
    }
    if corners.isEmpty { throw .tooFewCorners(territory: region, ring: ring) }
    guard east - west <= 720 else {
      throw .tooWide(territory: region, ring: ring, degrees: east - west)
    }
    // Whole turns move the western end of the ring into -180..<180.
    var start = west >= -180 && west < 180 ? west : west.remainder(dividingBy: 360)
    if start == 180 { start = -180 }
    var vertices: [(x: Int64, y: Int64)] = []
    vertices.reserveCapacity(corners.count + 1)
    for corner in corners {
      let vertex = (
        x: Self.rounded(start == west ? corner.longitude : start + (corner.longitude - west)),
        y: Self.rounded(corner.latitude)
      )
      if let last = vertices.last, last == vertex { continue }
      vertices.append(vertex)
    }
    if vertices.count > 1, vertices[0] == vertices[vertices.count - 1] { vertices.removeLast() }
    guard vertices.count > 2 else { throw .tooFewCorners(territory: region, ring: ring) }
    append(vertices, toggle: UInt16(truncatingIfNeeded: region))
  }

  private static func rounded(_ degrees: Double) -> Int64 {
    Int64((degrees * units.perDegree).rounded())
  }

  /// Adds the lines of a ring, on each of the three turns of the map that it may touch.
  ///
  /// All lines that touch the map are added in full, even beyond its edge, so that both sides of
  /// the antimeridian see the same line. Lines that only touch it in the west are included: they
  /// determine what is inside there.
  private mutating func append(_ ring: [(x: Int64, y: Int64)], toggle: UInt16) {
    let ring = cutWhereWide(ring)
    for turns in 0...2 {
      let shift = -2 * Self.halfTurn * Int64(turns)
      var chain: [(x: Int64, y: Int64)] = []
      func flush(_ outlines: inout RegionOutlines) {
        if chain.count > 1 { outlines.chains.append(chain, toggle: toggle) }
        chain = []
      }
      for (number, corner) in ring.enumerated() {
        let next = ring[number + 1 == ring.count ? 0 : number + 1]
        var start = (x: corner.x + shift, y: corner.y)
        var end = (x: next.x + shift, y: next.y)
        guard min(start.x, end.x) < Self.halfTurn, max(start.x, end.x) >= -Self.halfTurn else {
          flush(&self)
          continue
        }
        // A line that only touches the map in the west may be too long for 32 bits; only its last
        // unit at the edge matters.
        if start.x == -Self.halfTurn, end.x < start.x {
          end = (x: start.x - 1, y: start.y)
        } else if end.x == -Self.halfTurn, start.x < end.x {
          start = (x: end.x - 1, y: end.y)
        }
        cover(start, end)
        if let last = chain.last, last != start { flush(&self) }
        if chain.isEmpty { chain.append(start) }
        chain.append(end)
      }
      flush(&self)
    }
  }

  /// The ring with an additional corner where an edge of more than half a turn crosses the
  /// antimeridian, so that no line extends more than a turn and a half from Greenwich.
  private func cutWhereWide(_ ring: [(x: Int64, y: Int64)]) -> [(x: Int64, y: Int64)] {
    var result: [(x: Int64, y: Int64)] = []
    result.reserveCapacity(ring.count)
    for (number, start) in ring.enumerated() {
      result.append(start)
      let end = ring[number + 1 == ring.count ? 0 : number + 1]
      let (west, east) = start.x < end.x ? (start, end) : (end, start)
      guard east.x - west.x > Self.halfTurn else { continue }
      let seams = [Self.halfTurn, 3 * Self.halfTurn].filter { west.x < $0 && $0 < east.x }
      for x in start.x < end.x ? seams : seams.reversed() {
        // From west to east whatever the direction, so that neighbors get the same corner.
        let fraction = Double(x - west.x) / Double(east.x - west.x)
        result.append((x: x, y: west.y + Int64((Double(east.y - west.y) * fraction).rounded())))
      }
    }
    return result
  }

  /// Extends the box by the part of a line that is on the map.
  private mutating func cover(_ a: (x: Int64, y: Int64), _ b: (x: Int64, y: Int64)) {
    let west = max(min(a.x, b.x), -Self.halfTurn)
    let east = min(max(a.x, b.x), Self.halfTurn)
    let old = box ?? (west, min(a.y, b.y), east, max(a.y, b.y))
    box = (
      min(old.west, west), min(old.south, a.y, b.y), max(old.east, east), max(old.north, a.y, b.y)
    )
  }

  /// Prepares the added rings for lookups.
  ///
  /// - Parameters:
  ///   - regionCount: the number of regions.
  ///   - mostWords: the maximum number of words of memory of each of grid and sets.
  /// - Returns: the grid, and the sets of regions that its states number.
  /// - Throws: ``TerritoryError/tooLarge(territory:latitude:longitude:)``.
  func build(
    regionCount: Int, mostWords: Int
  ) throws(TerritoryError) -> RegionLocator {
    let box = box ?? (0, 0, 0, 0)
    // The number of cells is about that of lines, so that cutting the lines at cells adds few.
    let most = Int64(min(max(chains.x.count, 1_024), 1 << 20))
    let length = RegionGridBuilder.length(of: chains)
    let allowance = RegionGridBuilder.allowance(ofGridWithCorners: chains.x.count)
    var shift = 4
    while shift < 30,
      ((box.east - box.west) >> shift + 1) * ((box.north - box.south) >> shift + 1)
        > most || length >> shift > allowance
    {
      shift += 1
    }
    var cutter = RegionGridBuilder(chains, regionCount: regionCount, mostWords: mostWords)
    let grid = try cutter.grid(GridFrame(units: Self.units, box: box, cellShift: shift))
    return RegionLocator(grid: grid, sets: cutter.sets)
  }
}
