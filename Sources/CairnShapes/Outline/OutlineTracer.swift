internal import CairnGeodesy

/// Traces the borders of a region through the cells of a grid.
///
/// The corners of a cell are numbered southwest, southeast, northeast, northwest, and its sides
/// by the corner at which they start, counterclockwise. A border crosses the sides with exactly one
/// end inside, and has the inside on its left: it enters a cell through a side that starts inside
/// and leaves it through a side that ends inside.
struct OutlineTracer {
  private let grid: OutlineGrid
  private let holds: (Coordinate) -> Bool
  private var corners: [OutlineGrid.Cell: Bool] = [:]
  private var seen: Set<Side> = []
  /// Closed borders, and those that start and end at the boundary of the map.
  private var closed: [[Gate]] = []
  private var open: [[Gate]] = []

  /// A side between two cells, identified by the cell of which it is the southern or western side.
  private struct Side: Hashable {
    var cell: OutlineGrid.Cell
    var isWestern: Bool
  }

  /// A side that a border crosses.
  fileprivate struct Gate {
    /// Its ends, to the left and to the right of the border.
    var inside: OutlinePoint
    var outside: OutlinePoint
    /// The point where the border crosses it.
    var point: OutlinePoint
  }

  private struct Step {
    var cell: OutlineGrid.Cell
    /// The side through which the border enters the cell.
    var entry: Int
  }
}

/// A point of the map in degrees.
struct OutlinePoint: Hashable {
  var x: Double
  var y: Double

  static func - (a: OutlinePoint, b: OutlinePoint) -> OutlinePoint {
    OutlinePoint(x: a.x - b.x, y: a.y - b.y)
  }

  func cross(_ other: OutlinePoint) -> Double { x * other.y - y * other.x }

  func towards(_ other: OutlinePoint, _ share: Double) -> OutlinePoint {
    OutlinePoint(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}

extension OutlineTracer {
  init(_ grid: OutlineGrid, holds: @escaping (Coordinate) -> Bool) {
    self.grid = grid
    self.holds = holds
  }
}

extension OutlineTracer {
  // MARK: Cells

  private mutating func isInside(_ column: Int, _ row: Int) -> Bool {
    let corner = OutlineGrid.Cell(column: column, row: row)
    if let known = corners[corner] { return known }
    let isInside = holds(grid.place(column, row))
    corners[corner] = isInside
    return isInside
  }

  private func corner(_ number: Int, of cell: OutlineGrid.Cell) -> (column: Int, row: Int) {
    switch number & 3 {
    case 0: (cell.column, cell.row)
    case 1: (cell.column + 1, cell.row)
    case 2: (cell.column + 1, cell.row + 1)
    default: (cell.column, cell.row + 1)
    }
  }

  private func side(_ number: Int, of cell: OutlineGrid.Cell) -> Side {
    var other = cell
    if number == 1 { other.column += 1 }
    if number == 2 { other.row += 1 }
    return Side(cell: other, isWestern: number & 1 == 1)
  }

  /// Returns the sides through which borders enter a cell (from inside to outside) and leave it
  /// (from outside to inside), as bits.
  private mutating func gates(of cell: OutlineGrid.Cell) -> (entries: Int, exits: Int) {
    var inside = 0
    for number in 0..<4 {
      let (column, row) = corner(number, of: cell)
      if isInside(column, row) { inside |= 1 << number }
    }
    let next = (inside >> 1 | inside << 3) & 15
    return (inside & ~next, next & ~inside)
  }

  /// Whether the center of a cell with two borders is inside, which connects the corners inside.
  private func isMiddleInside(_ cell: OutlineGrid.Cell) -> Bool {
    holds(
      Coordinate(
        latitude: (grid.latitude(cell.row) + grid.latitude(cell.row + 1)) / 2,
        longitude: (grid.longitude(cell.column) + grid.longitude(cell.column + 1)) / 2))
  }

  /// The side through which a border leaves a cell that it has entered.
  private mutating func exit(of step: Step) -> Int {
    let exits = gates(of: step.cell).exits
    guard exits.nonzeroBitCount == 2 else { return exits.trailingZeroBitCount & 3 }
    return (step.entry + (isMiddleInside(step.cell) ? 1 : 3)) & 3
  }

  /// The side through which a border has entered a cell that it leaves.
  private mutating func entry(of cell: OutlineGrid.Cell, exit: Int) -> Int {
    let entries = gates(of: cell).entries
    guard entries.nonzeroBitCount == 2 else { return entries.trailingZeroBitCount & 3 }
    return (exit + (isMiddleInside(cell) ? 3 : 1)) & 3
  }

  /// The cell beyond a side; nil at the boundary of the map.
  private func neighbor(_ number: Int, of cell: OutlineGrid.Cell) -> OutlineGrid.Cell? {
    var next = cell
    switch number {
    case 0: next.row -= 1
    case 1: next.column += 1
    case 2: next.row += 1
    default: next.column -= 1
    }
    return 0..<grid.columns ~= next.column && 0..<grid.rows ~= next.row ? next : nil
  }

  // MARK: Borders

  /// Traces the borders that cross a cell.
  mutating func trace(from cell: OutlineGrid.Cell) {
    let entries = gates(of: cell).entries
    for entry in 0..<4 where entries >> entry & 1 == 1 && !seen.contains(side(entry, of: cell)) {
      var gates = [gate(entry, of: cell)]
      seen.insert(side(entry, of: cell))
      var step = Step(cell: cell, entry: entry)
      var isClosed = false
      while true {
        let exit = exit(of: step)
        let isNew = seen.insert(side(exit, of: step.cell)).inserted
        guard isNew else {
          isClosed = true
          break
        }
        gates.append(gate(exit, of: step.cell, isExit: true))
        guard let next = neighbor(exit, of: step.cell) else { break }
        step = Step(cell: next, entry: (exit + 2) & 3)
      }
      if isClosed {
        closed.append(gates)
      } else {
        open.append(before(entry, of: cell).reversed() + gates)
      }
    }
  }

  /// Traces a border backward from a side to the boundary of the map.
  private mutating func before(_ entry: Int, of cell: OutlineGrid.Cell) -> [Gate] {
    var gates: [Gate] = []
    var step = Step(cell: cell, entry: entry)
    while let previous = neighbor(step.entry, of: step.cell) {
      step = Step(cell: previous, entry: self.entry(of: previous, exit: (step.entry + 2) & 3))
      guard seen.insert(side(step.entry, of: previous)).inserted else { break }
      gates.append(gate(step.entry, of: previous))
    }
    return gates
  }

  /// A side with the point where the border crosses it, found by bisection.
  private func gate(_ number: Int, of cell: OutlineGrid.Cell, isExit: Bool = false) -> Gate {
    let first = corner(isExit ? number + 1 : number, of: cell)
    let second = corner(isExit ? number : number + 1, of: cell)
    var (inner, outer) = (0.0, 1.0)
    let (from, to) = (
      grid.place(first.column, first.row), grid.place(second.column, second.row)
    )
    for _ in 0..<10 {
      let middle = (inner + outer) / 2
      let place = Coordinate(
        latitude: from.latitude + (to.latitude - from.latitude) * middle,
        longitude: from.longitude + (to.longitude - from.longitude) * middle)
      if holds(place) { inner = middle } else { outer = middle }
    }
    let inside = OutlinePoint(x: grid.longitude(first.column), y: grid.latitude(first.row))
    let outside = OutlinePoint(x: grid.longitude(second.column), y: grid.latitude(second.row))
    // A margin at the corners separates the borders of neighboring cells.
    let rim = 1.0 / 64
    return Gate(
      inside: inside.towards(outside, rim), outside: inside.towards(outside, 1 - rim),
      point: inside.towards(outside, min(max((inner + outer) / 2, rim), 1 - rim)))
  }

  // MARK: Rings

  /// Returns all borders as closed rings with few corners, completed along the boundary of the map.
  ///
  /// - Parameter holdsCorner: called at most once, with a corner of the map, if no border ends at
  ///   its boundary.
  /// - Returns: closed rings, without repeating the first corner at the end.
  func rings(holdsCorner: (Coordinate) -> Bool) -> [[OutlinePoint]] {
    var rings = closed.map { gates in
      Array(Self.line(gates + [gates[0]]).dropLast())
    }
    let lines = open.map(Self.line).sorted { position($0[0]) < position($1[0]) }
    if lines.isEmpty {
      guard holdsCorner(grid.place(0, 0)) else { return rings }
      rings.append(Self.withoutPoleToPole(Self.mapCorners))
      return rings
    }
    // Connect the end of each line counterclockwise along the boundary to the next line that starts
    // there.
    let starts = lines.map { position($0[0]) }
    var unused = UnusedNumbers(lines.count)
    for number in lines.indices.reversed() where unused.contains(number) {
      unused.remove(number)
      var ring = lines[number]
      while let end = ring.last {
        let from = position(end)
        let home = ahead(from, position(ring[0]))
        let next = unused.first(from: Self.firstIndex(in: starts, from)) ?? unused.first(from: 0)
        let start = next.map { ahead(from, starts[$0]) } ?? .infinity
        let way = min(home, start)
        for corner in (0..<8) where Double(corner + 1) > from && Double(corner + 1) < from + way {
          ring.append(Self.mapCorners[(corner + 1) & 3])
        }
        guard let next, start < home else { break }
        ring += lines[next]
        unused.remove(next)
      }
      rings.append(Self.withoutPoleToPole(ring))
    }
    return rings
  }

  /// The first index of an ascending list whose number is at least `least`.
  private static func firstIndex(in numbers: [Double], _ least: Double) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < least { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The corners of the map, counterclockwise.
  private static var mapCorners: [OutlinePoint] {
    [
      OutlinePoint(x: -180, y: -90), OutlinePoint(x: 180, y: -90), OutlinePoint(x: 180, y: 90),
      OutlinePoint(x: -180, y: 90),
    ]
  }

  /// The position of a boundary point along the boundary, counterclockwise, with 1 per side.
  private func position(_ point: OutlinePoint) -> Double {
    if point.y == -90 { return (point.x + 180) / 360 }
    if point.x == 180 { return 1 + (point.y + 90) / 180 }
    if point.y == 90 { return 2 + (180 - point.x) / 360 }
    return 3 + (90 - point.y) / 180
  }

  private func ahead(_ from: Double, _ to: Double) -> Double {
    to >= from ? to - from : to + 4 - from
  }

  /// Returns the ring with a vertex in the middle of each edge from pole to pole, which would have
  /// no direction on the sphere.
  private static func withoutPoleToPole(_ ring: [OutlinePoint]) -> [OutlinePoint] {
    var result: [OutlinePoint] = []
    for (index, point) in ring.enumerated() {
      result.append(point)
      let next = ring[(index + 1) % ring.count]
      if (point.y - next.y).magnitude == 180 { result.append(OutlinePoint(x: point.x, y: 0)) }
    }
    return result
  }

  /// Returns a line with few corners through all gates, from the point of the first to the point of
  /// the last.
  ///
  /// From each corner it runs straight as long as it passes through all gates.
  private static func line(_ gates: [Gate]) -> [OutlinePoint] {
    var corners = [gates[0].point]
    var index = 1
    while index < gates.count {
      let eye = corners[corners.count - 1]
      // The directions visible through all gates so far are between these two.
      var (left, right) = (gates[index].inside - eye, gates[index].outside - eye)
      var last = index
      while last + 1 < gates.count {
        let next = gates[last + 1]
        let (nextLeft, nextRight) = (next.inside - eye, next.outside - eye)
        let newLeft = left.cross(nextLeft) > 0 ? left : nextLeft
        let newRight = right.cross(nextRight) < 0 ? right : nextRight
        // Stop if the next gate is invisible or behind.
        guard newRight.cross(newLeft) > 0, nextRight.cross(nextLeft) > 0 else { break }
        (left, right) = (newLeft, newRight)
        last += 1
      }
      if last == gates.count - 1 {
        // The end is a point and may be invisible even if its gate is visible.
        let end = gates[last].point - eye
        if last == index || left.cross(end) <= 0 && right.cross(end) >= 0 {
          corners.append(gates[last].point)
          return corners
        }
        last -= 1
      }
      corners.append(
        last == index
          ? gates[last].point : Self.seen(gates[last], from: eye, between: right, and: left))
      index = last + 1
    }
    return corners
  }

  /// Returns the visible point of a gate nearest to where the border crosses it.
  private static func seen(
    _ gate: Gate, from eye: OutlinePoint, between right: OutlinePoint, and left: OutlinePoint
  ) -> OutlinePoint {
    let point = gate.point - eye
    let side = left.cross(point) > 0 ? left : right.cross(point) < 0 ? right : nil
    guard let side else { return gate.point }
    let (a, b) = (side.cross(gate.inside - eye), side.cross(gate.outside - eye))
    let share = a == b ? 0.5 : min(max(a / (a - b), 0), 1)
    return gate.inside.towards(gate.outside, share)
  }
}

/// A set of numbers from 0 that supports removal and successor queries (union–find).
private struct UnusedNumbers {
  /// For a removed number, a later number with no remaining numbers in between.
  private var following: [Int]

  init(_ count: Int) { following = Array(0...count) }

  func contains(_ number: Int) -> Bool { following[number] == number }

  mutating func remove(_ number: Int) { following[number] = number + 1 }

  /// Returns the first remaining number that is at least `number`.
  mutating func first(from number: Int) -> Int? {
    var last = number
    while following[last] != last { last = following[last] }
    // Path compression.
    var passed = number
    while following[passed] != passed { (passed, following[passed]) = (following[passed], last) }
    return last + 1 < following.count ? last : nil
  }
}
