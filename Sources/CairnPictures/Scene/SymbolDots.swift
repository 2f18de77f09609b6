internal import CairnGeodesy

/// Places that are too many to be drawn one by one: of those of a category in a pixel one.
internal struct SymbolDots: Sendable {
  /// How many places there are on the map.
  let count: Int
  /// For each category its dots, those of the most important places first.
  private(set) var points: [[PlanePoint]]
  /// Where the symbols of all of them would stand.
  let field: SymbolField

  /// - Parameters:
  ///   - crowd: the places.
  ///   - frame: the map.
  ///   - legend: the number of a category in the legend by that in the crowd.
  ///   - categoryCount: how many categories the legend has.
  ///   - pixel: where a place is on the map; nil for one outside.
  init(
    _ crowd: any MapCrowd, _ frame: MapFrame, _ legend: [Int], _ categoryCount: Int,
    at pixel: (Coordinate) -> PlanePoint?
  ) {
    points = Array(repeating: [], count: max(categoryCount, 1))
    let found = CrowdWinners(of: crowd, legend, at: pixel) { Self.cell($0, $1) }
    count = found.count
    for winner in found.winners { points[winner.category].append(winner.point) }
    field = SymbolField(frame.box, radius: PictureScene.symbolRadius) { take in
      crowd.forEach { place in
        if place.importance >= 0, let point = pixel(place.coordinate) { take(point) }
      }
    }
  }

  /// - Parameters:
  ///   - places: the places, the most important ones first.
  ///   - frame: the map.
  ///   - categoryCount: how many categories there are.
  init(_ places: [PictureSymbols.Symbol], _ frame: MapFrame, _ categoryCount: Int) {
    count = places.count
    points = Array(repeating: [], count: max(categoryCount, 1))
    var taken: Set<Int64> = []
    for place in places where taken.insert(Self.cell(place.point, place.category)).inserted {
      points[place.category].append(place.point)
    }
    field = SymbolField(frame.box, radius: PictureScene.symbolRadius) { take in
      for place in places where place.marker.importance >= 0 { take(place.point) }
    }
  }

  /// What places of a category in one pixel have in common.
  private static func cell(_ point: PlanePoint, _ category: Int) -> Int64 {
    let pixel = Int64(point.y.rounded()) << 20 + Int64(point.x.rounded())
    return pixel << 4 + Int64(category)
  }
}

/// Where symbols of one radius stand, as far as it decides whether a label covers one: any number
/// of them in the memory of the map's area.
///
/// A label with its symbols' radius around it is wider and higher than four cells. So it covers a
/// cell of it whole, or a part of the cell and all of one of its neighbours: of a cell, the points
/// count that lie farthest towards a neighbour without points, and none where all have some.
internal struct SymbolField: Sendable {
  private let box: PixelBox
  private let radius: Double
  private let columns: Int
  private let rows: Int
  private var isTaken: [Bool]
  /// The points that decide where the cell alone does not.
  private var points: [Int: [PlanePoint]] = [:]

  private static let cell = 2.0
  /// More than the roundings of pixels.
  private static let slack = 1e-6

  /// - Parameters:
  ///   - box: where they stand.
  ///   - radius: their radius, 4 or more.
  ///   - places: hands over the middles of all symbols, the same ones each time.
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
    let open = (0..<(columns * rows)).map { number in
      let (column, row) = (number % columns, number / columns)
      return Self.directions.indices.reduce(into: UInt8(0)) { open, direction in
        let x = column + Self.directions[direction].x
        let y = row + Self.directions[direction].y
        let isInside = x >= 0 && y >= 0 && x < columns && y < rows
        if !isInside || !isTaken[y * columns + x] { open |= 1 << UInt8(direction) }
      }
    }
    var points: [Int: [PlanePoint]] = [:]
    places { point in
      let number = number(point)
      if open[number] != 0 { Self.add(point, to: &points[number, default: []], open[number]) }
    }
    self.isTaken = isTaken
    self.points = points
  }

  /// Whether the symbol of a point touches a box.
  func touches(_ label: PixelBox) -> Bool {
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
        let isTouched = points[row * columns + column]?.contains { point in
          PixelBox(left: point.x, top: point.y, right: point.x, bottom: point.y)
            .expanded(by: radius).intersects(label)
        }
        if isTouched ?? false { return true }
      }
    }
    return false
  }

  private static let directions: [(x: Int, y: Int)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  /// Adds a point to those of a cell, unless in each open direction another one lies as far.
  private static func add(
    _ point: PlanePoint, to points: inout [PlanePoint], _ open: UInt8
  ) {
    guard !isHidden(point, by: points, open) else { return }
    points.append(point)
    // It may hide others; to look after each would be slow.
    guard points.count.isMultiple(of: 32) else { return }
    var rest = points
    points = []
    while let next = rest.popLast() {
      if !isHidden(next, by: points, open), !isHidden(next, by: rest, open) { points.append(next) }
    }
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
