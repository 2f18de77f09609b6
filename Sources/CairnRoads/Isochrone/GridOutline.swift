internal import CairnGeodesy
internal import CairnMemory

/// The outline of the cells of a grid within a time.
///
/// The outline passes between the centers of the cells inside and outside, at 3/4 of the way, so
/// that it contains nearly the whole area of the cells inside. Diagonal neighbors are connected. A
/// larger set of cells has an outline that contains that of a smaller one, since the same holds for
/// each square of four centers. (W. E. Lorensen and H. E. Cline, "Marching cubes", 1987,
/// doi:10.1145/37402.37422, in two dimensions.)
struct GridOutline: ~Copyable {
  private let width: Int
  private let height: Int
  private let west: Int
  private let south: Int
  private let stepEast: Int
  private let stepNorth: Int
  /// Whether each cell is inside.
  private let inside: FixedArray<UInt8>

  /// A ring of vertices in 10⁻⁷ degrees.
  private struct Ring {
    var points: [(x: Int, y: Int)] = []
    /// Twice the area, positive for outer rings.
    var area = 0
    var box = (left: Int.max, bottom: Int.max, right: Int.min, top: Int.min)

    mutating func close() {
      guard var last = points.last else { return }
      var sum = 0
      for point in points {
        sum += (last.x - points[0].x) * (point.y - points[0].y)
        sum -= (point.x - points[0].x) * (last.y - points[0].y)
        box.left = min(box.left, point.x)
        box.bottom = min(box.bottom, point.y)
        box.right = max(box.right, point.x)
        box.top = max(box.top, point.y)
        last = point
      }
      area = sum
    }

    /// Whether a point that is not on the ring is inside.
    func contains(_ x: Int, _ y: Int) -> Bool {
      guard x > box.left, x < box.right, y > box.bottom, y < box.top, var last = points.last else {
        return false
      }
      var isInside = false
      for point in points {
        if (point.y > y) != (last.y > y) {
          let side = (last.x - point.x) * (y - point.y) - (x - point.x) * (last.y - point.y)
          if (side > 0) == (last.y < point.y) { isInside.toggle() }
        }
        last = point
      }
      return isInside
    }
  }

  init(_ grid: borrowing TimeGrid, within limit: UInt32) {
    width = grid.width
    height = grid.height
    west = grid.west
    south = grid.south
    stepEast = grid.stepEast
    stepNorth = grid.stepNorth
    inside = FixedArray(repeating: 0, count: grid.times.count)
    for index in 0..<grid.times.count where grid.times[index] <= limit { inside[index] = 1 }
    fillHoles(grid)
  }

  /// Adds enclosed cells without roads, up to an area of 100 squares of the surroundings of roads.
  private func fillHoles(_ grid: borrowing TimeGrid) {
    let limit = 100 * grid.reach * grid.reach
    var open = GrowableArray<UInt32>(capacity: 1024)
    for start in 0..<inside.count where inside[start] == 0 {
      let (x, y) = (start % width, start / width)
      // The margin is outside; a hole begins right of a cell inside.
      guard x > 0, y > 0, x < width - 1, y < height - 1, inside[start - 1] == 1 else { continue }
      open.truncate(0)
      open.append(UInt32(start))
      inside[start] = 2
      var next = 0
      var isHole = true
      while next < open.count {
        let index = Int(open[next])
        next += 1
        let (x, y) = (index % width, index / width)
        if x == 0 || y == 0 || x == width - 1 || y == height - 1 || open.count > limit
          || grid.times[index] != TimeGrid.empty
        {
          isHole = false
          break
        }
        for side in 0..<4 {
          let neighbor =
            side == 0
            ? index - 1 : side == 1 ? index + 1 : side == 2 ? index - width : index + width
          if inside[neighbor] == 3 { isHole = false }
          guard inside[neighbor] == 0 else { continue }
          inside[neighbor] = 2
          open.append(UInt32(neighbor))
        }
      }
      // 3 stands for cells that were found not to be filled, so that they are not visited again.
      for entry in 0..<open.count { inside[Int(open[entry])] = isHole ? 1 : 3 }
    }
  }

  // MARK: Tracing

  /// The polygons, the largest first.
  func polygons() -> [GeoPolygon] {
    var outers: [Ring] = []
    var holes: [Ring] = []
    for ring in rings() { if ring.area > 0 { outers.append(ring) } else { holes.append(ring) } }
    outers.sort { $0.area > $1.area }
    var owned = [[[Coordinate]]](repeating: [], count: outers.count)
    for hole in holes {
      guard let first = hole.points.first else { continue }
      // The smallest ring around a hole is its own.
      if let owner = outers.lastIndex(where: { $0.contains(first.x, first.y) }) {
        owned[owner].append(coordinates(hole))
      }
    }
    return outers.indices.map {
      GeoPolygon(coordinates(outers[$0]), holes: owned[$0])
    }
  }

  private func coordinates(_ ring: Ring) -> [Coordinate] {
    ring.points.map { point in
      let longitude =
        point.x > 1_800_000_000
        ? point.x - 3_600_000_000 : point.x < -1_800_000_000 ? point.x + 3_600_000_000 : point.x
      return Coordinate(
        latitude: Double(min(max(point.y, -900_000_000), 900_000_000)) / 1e7,
        longitude: Double(longitude) / 1e7)
    }
  }

  /// Whether a cell is inside.
  @inline(__always)
  private func isInside(_ x: Int, _ y: Int) -> Bool { inside[y * width + x] == 1 }

  /// The rings around the cells inside, which are to the left of each step.
  private func rings() -> [Ring] {
    var rings: [Ring] = []
    // A ring crosses lines between horizontal neighbors; each crossing is traced once. Bit 0 marks
    // crossings upward (inside on the left), bit 1 downward.
    let traced = FixedArray<UInt8>(repeating: 0, count: inside.count)
    for y in 1..<max(height - 1, 1) {
      for x in 0..<(width - 1) where isInside(x, y) && !isInside(x + 1, y) {
        if traced[y * width + x] & 1 == 0 { rings.append(ring(x, y, traced)) }
      }
    }
    return rings
  }

  /// A crossing of the outline with the line between a cell inside and its neighbor outside.
  private struct Crossing: Equatable {
    var x: Int
    var y: Int
    /// The direction from the cell inside to the neighbor: east, north, west, south.
    var direction: Int
  }

  private static let offsets = [(1, 0), (0, 1), (-1, 0), (0, -1)]

  /// The ring through the crossing east of a cell.
  ///
  /// With the inside on the left, the ring turns around the cell inside or goes on to the next one.
  private func ring(_ x: Int, _ y: Int, _ traced: borrowing FixedArray<UInt8>) -> Ring {
    var ring = Ring()
    let start = Crossing(x: x, y: y, direction: 0)
    var crossing = start
    repeat {
      append(crossing, to: &ring)
      if crossing.direction == 0 { traced[crossing.y * width + crossing.x] |= 1 }
      // Ahead is the direction to the left of the way out: north for east.
      let out = Self.offsets[crossing.direction]
      let ahead = Self.offsets[(crossing.direction + 1) & 3]
      let (nextX, nextY) = (crossing.x + ahead.0, crossing.y + ahead.1)
      let (cornerX, cornerY) = (nextX + out.0, nextY + out.1)
      if isInside(cornerX, cornerY) {
        // The cell diagonally ahead is connected with this one.
        crossing = Crossing(x: cornerX, y: cornerY, direction: (crossing.direction + 3) & 3)
      } else if isInside(nextX, nextY) {
        crossing = Crossing(x: nextX, y: nextY, direction: crossing.direction)
      } else {
        crossing.direction = (crossing.direction + 1) & 3
      }
    } while crossing != start
    // A vertex in the middle of a straight line at the seam is harmless.
    ring.close()
    return ring
  }

  /// Adds the vertex of a crossing; vertices in the middle of horizontal and vertical lines are
  /// left out.
  private func append(_ crossing: Crossing, to ring: inout Ring) {
    let out = Self.offsets[crossing.direction]
    let x = west + crossing.x * stepEast + stepEast / 2 + out.0 * (stepEast / 8 * 6)
    let y = south + crossing.y * stepNorth + stepNorth / 2 + out.1 * (stepNorth / 8 * 6)
    let count = ring.points.count
    if count >= 2 {
      let (a, b) = (ring.points[count - 2], ring.points[count - 1])
      if (a.x == b.x && b.x == x) || (a.y == b.y && b.y == y) {
        ring.points[count - 1] = (x, y)
        return
      }
    }
    ring.points.append((x, y))
  }
}
