internal import CairnGeodesy

/// An index of symbols of equal radius, to test whether a label covers any of them.
///
/// Its memory depends on the area of the map, not on the number of symbols.
///
/// The map is divided into cells. A label, expanded by the radius of the symbols, is at least four
/// cells wide and high. If it touches a cell, then it covers the whole cell, or it covers a part of
/// the cell and the next three cells in one of eight directions (for a diagonal direction the next
/// nine). So of each cell only those points are kept that are extreme in a direction in which these
/// neighbors are empty; if all neighbors have points, none are kept. A narrower label counts as
/// seven pixels wide.
internal struct SymbolIndex: Sendable {
  private let box: PixelBox
  private let radius: Double
  private let columns: Int
  private let rows: Int
  private var isTaken: [Bool]
  /// The points needed where the occupancy of the cell alone does not decide.
  private var points: CellPoints

  private static let cell = 4.0
  /// A margin greater than the rounding errors of pixels.
  private static let slack = 1e-6

  /// - Parameters:
  ///   - box: the area of the map.
  ///   - radius: the radius of the symbols, at least 4.5.
  ///   - places: calls its argument with the centers of all symbols, the same ones each time.
  init(_ box: PixelBox, radius: Double, _ places: ((PlanePoint) -> Void) -> Void) {
    self.box = box
    self.radius = radius
    columns = max(Int((box.width / Self.cell).rounded(.up)), 0) + 1
    rows = max(Int((box.height / Self.cell).rounded(.up)), 0) + 1
    var isTaken = [Bool](repeating: false, count: columns * rows)
    let (columns, rows) = (columns, rows)
    func number(_ point: PlanePoint) -> Int {
      let column = min(max(Int((point.x - box.left) / Self.cell), 0), columns - 1)
      let row = min(max(Int((point.y - box.top) / Self.cell), 0), rows - 1)
      return row * columns + column
    }
    places { isTaken[number($0)] = true }
    let open = (0..<(columns * rows)).map { number -> UInt8 in
      guard isTaken[number] else { return 0 }
      let (column, row) = (number % columns, number / columns)
      return Self.directions.indices.reduce(into: UInt8(0)) { open, direction in
        let (x, y) = Self.directions[direction]
        let isOpen = Self.steps(x).allSatisfy { x in
          Self.steps(y).allSatisfy { y in
            let (column, row) = (column + x, row + y)
            let isInside = column >= 0 && row >= 0 && column < columns && row < rows
            return !isInside || !isTaken[row * columns + column]
          }
        }
        if isOpen { open |= 1 << UInt8(direction) }
      }
    }
    var points = CellPoints(cellCount: columns * rows)
    places { point in
      let number = number(point)
      if open[number] != 0 { Self.add(point, to: &points, number, open[number]) }
    }
    self.isTaken = isTaken
    self.points = points
  }

  /// The offsets of the next three cells in a direction along a row or a column.
  private static func steps(_ direction: Int) -> [Int] {
    direction == 0 ? [0] : [direction, 2 * direction, 3 * direction]
  }

  /// Whether any symbol touches the box of a label.
  func touches(_ label: PixelBox) -> Bool {
    let short = max(0, 7 - label.width) / 2
    let label = PixelBox(
      left: label.left - short, top: label.top, right: label.right + short, bottom: label.bottom)
    let reach = label.expanded(by: radius + Self.slack)
    let inner = label.expanded(by: radius - Self.slack)
    func cells(_ low: Double, _ high: Double, _ start: Double, _ count: Int) -> ClosedRange<Int>? {
      let first = max(Int(max((low - start) / Self.cell, 0)), 0)
      let last = min(Int(max((high - start) / Self.cell, -1)), count - 1)
      return high >= start && first <= last ? first...last : nil
    }
    guard let across = cells(reach.left, reach.right, box.left, columns),
      let down = cells(reach.top, reach.bottom, box.top, rows)
    else { return false }
    for row in down {
      for column in across where isTaken[row * columns + column] {
        let left = box.left + Double(column) * Self.cell
        let top = box.top + Double(row) * Self.cell
        let cell = PixelBox(
          left: left, top: top, right: left + Self.cell, bottom: top + Self.cell)
        if inner.contains(cell) { return true }
        let isTouched = points[row * columns + column].contains { point in
          PixelBox(left: point.x, top: point.y, right: point.x, bottom: point.y)
            .expanded(by: radius).intersects(label)
        }
        if isTouched { return true }
      }
    }
    return false
  }

  private static let directions: [(x: Int, y: Int)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  /// Adds a point to a cell, unless in each open direction another point is at least as far.
  private static func add(
    _ point: PlanePoint, to points: inout CellPoints, _ cell: Int, _ open: UInt8
  ) {
    var others = points[cell]
    guard !isHidden(point, by: others, open) else { return }
    points.add(point, to: cell)
    // The new point may hide others; to save time, they are pruned only after every 32 points.
    guard (others.count + 1).isMultiple(of: 32) else { return }
    others.append(point)
    var kept: [PlanePoint] = []
    while let next = others.popLast() {
      if !isHidden(next, by: kept, open), !isHidden(next, by: others, open) { kept.append(next) }
    }
    points.replace(kept, in: cell)
  }

  private static func isHidden(
    _ point: PlanePoint, by others: [PlanePoint], _ open: UInt8
  ) -> Bool {
    directions.indices.allSatisfy { direction in
      guard open & 1 << UInt8(direction) != 0 else { return true }
      let (x, y) = directions[direction]
      return others.contains { other in
        (x == 0 || Double(x) * (other.x - point.x) >= 0)
          && (y == 0 || Double(y) * (other.y - point.y) >= 0)
      }
    }
  }
}

/// Linked lists of points for many cells, most of which have no point or one.
private struct CellPoints {
  private struct Link {
    var point: PlanePoint
    /// The next link of the cell, or negative at the end.
    var next: Int32
  }

  /// The links, in pages: a single array would double its capacity and copy its elements.
  private var pages: [[Link]] = []
  private var count = 0
  private var firsts: [Int32]
  /// The first link of the free list.
  private var free: Int32 = -1

  private static let pageSize = 4096

  init(cellCount: Int) { firsts = Array(repeating: -1, count: cellCount) }

  /// The points of a cell, the most recently added first.
  subscript(cell: Int) -> [PlanePoint] {
    var found: [PlanePoint] = []
    var next = firsts[cell]
    while next >= 0 {
      let link = self[link: next]
      found.append(link.point)
      next = link.next
    }
    return found
  }

  mutating func add(_ point: PlanePoint, to cell: Int) {
    let link = Link(point: point, next: firsts[cell])
    if free >= 0 {
      firsts[cell] = free
      free = self[link: free].next
      self[link: firsts[cell]] = link
    } else if let place = Int32(exactly: count) {
      if count % Self.pageSize == 0 {
        pages.append([])
        pages[pages.count - 1].reserveCapacity(Self.pageSize)
      }
      pages[pages.count - 1].append(link)
      count += 1
      firsts[cell] = place
    }
  }

  private subscript(link number: Int32) -> Link {
    get { pages[Int(number) / Self.pageSize][Int(number) % Self.pageSize] }
    set { pages[Int(number) / Self.pageSize][Int(number) % Self.pageSize] = newValue }
  }

  /// Replaces the points of a cell.
  mutating func replace(_ points: [PlanePoint], in cell: Int) {
    while firsts[cell] >= 0 {
      let link = firsts[cell]
      firsts[cell] = self[link: link].next
      self[link: link].next = free
      free = link
    }
    for point in points { add(point, to: cell) }
  }
}
