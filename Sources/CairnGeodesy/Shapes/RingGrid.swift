/// The edges of a large ring sorted into the cells of a grid of longitudes and latitudes.
///
/// Each cell records whether its reference point is inside. For another point of the cell, a query
/// walks from the reference point along the parallel and then along the meridian, and counts the
/// edges that it crosses: a few, whatever the size of the ring.
///
/// The grid uses about two cells per edge; long edges make it coarser, so that its memory stays
/// linear in the number of edges.
internal struct RingGrid: Sendable {
  let origin: Double
  private let longitudeScale: Double
  let columns: Int
  private let south: Double
  private let latitudeScale: Double
  let rows: Int
  /// The reference longitude of each column.
  private var longitudes: ContiguousArray<Double> = []
  /// The reference latitude of each row, its southern bound, with one more at the end.
  private var latitudes: ContiguousArray<Double> = []
  /// Twice the offset at which the list of each cell starts, plus one if its reference point is
  /// inside.
  private(set) var starts: ContiguousArray<Int32> = []
  private(set) var members: ContiguousArray<Int32> = []

  /// Creates a grid, or nil if the edges are so long that a grid would not help.
  init?(_ edges: ContiguousArray<RingEdge>, containsSouthPole: Bool) {
    guard edges.count < Int(Int32.max) / 16 else { return nil }
    var run = LongitudeArcs()
    var low = 90.0
    var high = -90.0
    for edge in edges {
      run.addArc(from: edge.west, to: edge.east)
      low = min(low, edge.low)
      high = max(high, edge.high)
    }
    let (west, east) = run.bounds
    let isFull = west == -180 && east == 180
    let width = isFull ? 360 : eastward(from: west, to: east)
    // The southernmost reference points must have no edge below them.
    let height = high - low + 2e-6
    guard width > 0 else { return nil }
    let aspect = (width * max(0.05, sineAndCosine(degrees: (low + high) / 2).cosine) / height)
      .squareRoot()
    // Two cells per edge.
    let side = (Double(edges.count) * 2).squareRoot()
    var columnCount = Self.clampedCount(side * aspect, edges.count)
    var rowCount = Self.clampedCount(side / aspect, edges.count)

    var grid = Self(
      origin: west, width: width, columns: columnCount, south: low - 1e-6, height: height,
      rows: rowCount)
    while true {
      guard columnCount * rowCount > 4 else { return nil }
      var total = 0
      for edge in edges {
        let (columns, rows) = grid.extent(of: edge)
        total += columns.count * rows.count
      }
      // If a grid suits the ring, an edge is in three or four cells on average.
      if total <= 6 * edges.count { break }
      columnCount = max(1, columnCount * 2 / 3)
      rowCount = max(1, rowCount * 2 / 3)
      grid = Self(
        origin: west, width: width, columns: columnCount, south: low - 1e-6, height: height,
        rows: rowCount)
    }
    guard grid.placeReferences() else { return nil }
    grid.fill(edges)
    grid.walk(edges, containsSouthPole: containsSouthPole)
    self = grid
  }

  private static func clampedCount(_ wanted: Double, _ limit: Int) -> Int {
    wanted >= 1 ? Int(min(wanted, Double(limit))) : 1
  }

  private init(
    origin: Double, width: Double, columns: Int, south: Double, height: Double, rows: Int
  ) {
    self.origin = origin
    self.columns = columns
    self.south = south
    self.rows = rows
    longitudeScale = Double(columns) / width
    latitudeScale = Double(rows) / height
  }

  /// The column of a longitude; it never decreases eastward from the origin.
  @inline(__always)
  func column(_ longitude: Double) -> Int {
    min(Int(eastward(from: origin, to: longitude) * longitudeScale), columns - 1)
  }

  /// The row of a latitude; it never decreases northward.
  @inline(__always)
  func row(_ latitude: Double) -> Int {
    min(max(Int((latitude - south) * latitudeScale), 0), rows - 1)
  }

  /// The columns and rows of an edge; columns beyond the last wrap around to the first.
  private func extent(of edge: RingEdge) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let first = column(edge.west)
    let last = column(edge.east)
    // The margin far exceeds rounding: an edge on the bound of two rows belongs to both.
    let rows = row(edge.low - 1e-9)...row(edge.high + 1e-9)
    return (first...(last < first || crossesOrigin(edge) ? last + columns : last), rows)
  }

  private func crossesOrigin(_ edge: RingEdge) -> Bool {
    isWest(edge.east, of: edge.west)
  }

  /// Whether a longitude precedes another eastward from the origin.
  @inline(__always)
  private func isWest(_ a: Double, of b: Double) -> Bool {
    (a >= origin) == (b >= origin) ? a < b : a >= origin
  }

  private mutating func placeReferences() -> Bool {
    for index in 0..<columns {
      let longitude = longitudeRange(origin + (Double(index) + 0.5) / longitudeScale)
      guard column(longitude) == index else { return false }
      longitudes.append(longitude)
    }
    for index in 0...rows {
      latitudes.append(south + Double(index) / latitudeScale)
    }
    return true
  }

  private mutating func fill(_ edges: ContiguousArray<RingEdge>) {
    var counts = ContiguousArray<Int32>(repeating: 0, count: columns * rows + 1)
    forEachMembership(edges) { cell, _ in counts[cell + 1] += 1 }
    for cell in 0..<columns * rows { counts[cell + 1] += counts[cell] }
    starts = counts
    members = ContiguousArray(repeating: 0, count: Int(counts[columns * rows]))
    var members = members
    forEachMembership(edges) { cell, index in
      members[Int(counts[cell])] = Int32(index)
      counts[cell] += 1
    }
    self.members = members
    for cell in starts.indices { starts[cell] *= 2 }
  }

  private func forEachMembership(
    _ edges: ContiguousArray<RingEdge>, _ body: (_ cell: Int, _ edge: Int) -> Void
  ) {
    for index in edges.indices {
      let (columnRange, rowRange) = extent(of: edges[index])
      for column in columnRange {
        let base = (column < columns ? column : column - columns) * rows
        for row in rowRange { body(base + row, index) }
      }
    }
  }

  /// Marks the reference points, from south to north in each column.
  private mutating func walk(_ edges: ContiguousArray<RingEdge>, containsSouthPole: Bool) {
    for column in 0..<columns {
      var isInside = containsSouthPole
      let longitude = longitudes[column]
      for row in 0..<rows {
        let cell = column * rows + row
        if isInside { starts[cell] += 1 }
        let from = RingPoint(longitude: longitude, latitude: latitudes[row])
        let to = RingPoint(longitude: longitude, latitude: latitudes[row + 1])
        for member in Int(starts[cell] >> 1)..<Int(starts[cell + 1] >> 1) {
          let edge = edges[Int(members[member])]
          if edge.spans(longitude), edge.isBelow(from) != edge.isBelow(to) { isInside.toggle() }
        }
      }
    }
  }

  /// Whether a point is inside the ring.
  @inline(__always)
  func contains(_ point: RingPoint, edges: ContiguousArray<RingEdge>) -> Bool {
    // East of the ring the last column is used, and the walk is still correct.
    let column = column(point.longitude)
    let row = row(point.latitude)
    let cell = column &* rows &+ row
    let start = starts[cell]
    let end = starts[cell &+ 1]
    let isInside = start & 1 == 1
    // Most cells have no edges.
    guard start &>> 1 != end &>> 1 else { return isInside }
    let isCrossed = isCrossedOddly(
      Int(start &>> 1)..<Int(end &>> 1), edges,
      from: RingPoint(longitude: longitudes[column], latitude: latitudes[row]), to: point)
    return isInside != isCrossed
  }

  /// Whether the walk from the reference point of a cell to another point of the cell crosses an
  /// odd number of edges.
  private func isCrossedOddly(
    _ range: Range<Int>, _ edges: ContiguousArray<RingEdge>, from reference: RingPoint,
    to point: RingPoint
  ) -> Bool {
    let isEastward = isWest(reference.longitude, of: point.longitude)
    let first = isEastward ? reference.longitude : point.longitude
    let last = isEastward ? point.longitude : reference.longitude
    var isOdd = false
    for member in range {
      let edge = edges[Int(members[member])]
      let crossed: Bool
      switch (edge.spans(reference.longitude), edge.spans(point.longitude)) {
      case (true, true):
        crossed = edge.isBelow(reference) != edge.isBelow(point)
      case (true, false):
        crossed =
          edge.isBelow(reference)
          != (reference.latitude >= (isEastward ? edge.eastLatitude : edge.westLatitude))
      case (false, true):
        crossed =
          edge.isBelow(point)
          != (reference.latitude >= (isEastward ? edge.westLatitude : edge.eastLatitude))
      case (false, false):
        // The walk along the parallel passes both ends or neither.
        crossed =
          isWest(first, of: edge.west) && !isWest(last, of: edge.west)
          && (reference.latitude >= edge.westLatitude) != (reference.latitude >= edge.eastLatitude)
      }
      if crossed { isOdd.toggle() }
    }
    return isOdd
  }
}
