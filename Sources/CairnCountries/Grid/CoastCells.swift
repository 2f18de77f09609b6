internal import CairnGeodesy

/// Whose borders and coasts are within reach of a part of the Earth, so that few places at sea
/// need a search for the nearest.
///
/// The cells are those of the grid of countries, cut into 8 × 8 parts of a tenth of a degree where
/// a boundary is within reach. A part knows the one area whose boundaries they all are, and
/// whether each of its places is within reach of that area. Both have a margin of 50 metres, so
/// that close cases are left to the search.
internal struct CoastCells: Sendable {
  /// The common state of all places of a part.
  enum State: Equatable {
    /// No boundary is within reach, so that one area has them all.
    case far
    /// Only boundaries between an area and no land are within reach, and they are so everywhere.
    case near(UInt16)
    /// Only boundaries between an area and no land are within reach of some of the places.
    case perhapsNear(UInt16)
    /// Boundaries of several areas are within reach.
    case several
  }

  private let frame: GridFrame
  /// The number of each cell's block, counted from 1; 0 where no boundary is within reach.
  private let cells: [UInt32]
  /// The codes of the parts of a cell, row by row from the south-west, block after block.
  private let parts: [UInt16]

  private static let partShift = 10
  private static let partsAcross = 8
  private static let partUnits = Double(1 << partShift)
  /// The code of ``State/several``; 0 is ``State/far``, any other an area, perhaps with a flag.
  private static let severalCode = UInt16.max
  /// Set in the code of ``State/near(_:)``.
  private static let isNear: UInt16 = 1 << 15
  /// Metres by which states are kept away from the reach: more than parts are wrong by, since their
  /// bounds are computed in units of 11 metres.
  private static let margin = 50.0

  /// The state of the part that a point lies in.
  func state(at point: GridPoint) -> State {
    let perDegree = frame.units.perDegree
    let x = Int((point.longitude + 180) * perDegree)
    let y = Int((point.latitude + 90) * perDegree)
    let cell = (y >> frame.cellShift) * frame.columns + min(x >> frame.cellShift, frame.columns - 1)
    guard cells.indices.contains(cell), cells[cell] != 0 else { return .far }
    let mask = Self.partsAcross - 1
    return state(ofPart: (y >> Self.partShift) & mask, (x >> Self.partShift) & mask, cells[cell])
  }

  private func state(ofPart row: Int, _ column: Int, _ block: UInt32) -> State {
    let code = parts[(Int(block) - 1) << 6 | row << 3 | column]
    switch code {
    case 0: return .far
    case Self.severalCode: return .several
    default:
      let area = code & ~Self.isNear
      return code & Self.isNear != 0 ? .near(area) : .perhapsNear(area)
    }
  }

  /// Calls a closure with the state of each cell or part of a cell that a range of units touches,
  /// and a place in it; early exit when the closure gives false.
  ///
  /// - Parameters:
  ///   - west: units from 180 degrees west.
  ///   - east: the same; the range does not cross the antimeridian.
  ///   - south: units from 90 degrees south.
  ///   - north: the same.
  ///   - left: how many more calls there may be.
  ///   - body: gives false to end.
  /// - Returns: whether the closure has seen all of them, without ever giving false.
  func seesAll(
    west: Int, east: Int, south: Int, north: Int, left: inout Int,
    _ body: (State, GridPoint) -> Bool
  ) -> Bool {
    guard west <= east, south <= north else { return true }
    func place(_ x: Int, _ y: Int) -> GridPoint? {
      GridPoint(
        Coordinate(
          latitude: min(Double(y) / frame.units.perDegree - 90, 90),
          longitude: Double(x) / frame.units.perDegree - 180))
    }
    for row in south >> frame.cellShift...min(north >> frame.cellShift, frame.rows - 1) {
      for column in west >> frame.cellShift...min(east >> frame.cellShift, frame.columns - 1) {
        let corner = (x: column << frame.cellShift, y: row << frame.cellShift)
        let block = cells[row * frame.columns + column]
        if block == 0 {
          left -= 1
          guard left >= 0, let place = place(max(corner.x, west), max(corner.y, south)),
            body(.far, place)
          else { return false }
          continue
        }
        let last = Self.partsAcross - 1
        let firstRow = max(0, south - corner.y) >> Self.partShift
        let firstColumn = max(0, west - corner.x) >> Self.partShift
        for y in firstRow...min(last, (north - corner.y) >> Self.partShift) {
          for x in firstColumn...min(last, (east - corner.x) >> Self.partShift) {
            left -= 1
            guard left >= 0,
              let place = place(
                max(corner.x + x << Self.partShift, west),
                max(corner.y + y << Self.partShift, south)),
              body(state(ofPart: y, x, block), place)
            else { return false }
          }
        }
      }
    }
    return true
  }
}

// MARK: Finding the states

extension CoastCells {
  /// Finds what is within reach of boundaries, in O(*n*) for *n* vertices.
  ///
  /// - Parameters:
  ///   - arcs: the boundaries.
  ///   - frame: the cells, eight of whose parts are 1024 units wide.
  ///   - reach: metres.
  init(_ arcs: BoundaryArcs, frame: GridFrame, reach: Double) {
    let perMetre = frame.units.perDegree / metresPerDegree
    let far = (reach + Self.margin) * perMetre
    let near = (reach - Self.margin) * perMetre
    let pieces = CoastPiece.all(of: arcs, length: 1 << Self.partShift)
    // A dilation in two passes: along the parallels, and the result of that along the meridians.
    let cosines = CoastMap.cosines(frame, rowsBeyond: Int(far) >> Self.partShift + 1)
    var middles = CoastMap(frame: frame)
    for piece in pieces { middles.mark(piece, within: far, cosines) }
    var map = middles.spread(byRows: Int(far) >> Self.partShift + 1)
    for piece in pieces where piece.code != Self.severalCode {
      map.markNear(piece, within: near, cosines)
    }
    self.frame = frame
    cells = map.cells
    parts = map.parts
  }

  /// Some lines of a boundary in a row.
  private struct CoastPiece {
    /// The area at one side where no land is at the other, else that there are several.
    let code: UInt16
    /// A vertex of it, in units from the south-west corner of the world.
    let x: Int32
    let y: Int32
    let box: UnitBox

    /// All boundaries in pieces of about `length` units at most.
    static func all(of arcs: BoundaryArcs, length: Int32) -> [CoastPiece] {
      var pieces: [CoastPiece] = []
      pieces.reserveCapacity(arcs.x.count / 4 + arcs.count)
      for arc in 0..<arcs.count {
        let (left, right) = (arcs.left[arc], arcs.right[arc])
        let isCoast = (left == 0 || right == 0) && left | right < CoastCells.isNear
        let code = isCoast ? left | right : CoastCells.severalCode
        let vertices = arcs.vertices(of: arc)
        var first = vertices.lowerBound
        while first < vertices.upperBound - 1 {
          var box = UnitBox()
          box.add(x: arcs.x[first], y: arcs.y[first])
          box.add(x: arcs.x[first + 1], y: arcs.y[first + 1])
          var next = first + 2
          while next < vertices.upperBound {
            var grown = box
            grown.add(x: arcs.x[next], y: arcs.y[next])
            guard grown.east - grown.west <= length, grown.north - grown.south <= length else {
              break
            }
            box = grown
            next += 1
          }
          pieces.append(
            CoastPiece(
              code: code, x: arcs.x[first] + 1_800_000, y: arcs.y[first] + 900_000, box: box))
          first = next - 1
        }
      }
      return pieces
    }
  }

  /// Bounds of the cosines of the latitudes of a row of parts.
  private struct RowCosines {
    /// An upper bound.
    let greatest: Double
    /// A lower bound for the row and those within reach.
    let leastAround: Double
  }

  /// The codes of all parts while they are found.
  private struct CoastMap {
    let frame: GridFrame
    private(set) var cells: [UInt32]
    private(set) var parts: [UInt16] = []

    private static let width = 3_600_000
    /// How many whole parts there are from west to east, and how many rows of them.
    private static let columns = width >> CoastCells.partShift
    private static let rows = 1_800_000 >> CoastCells.partShift + 1

    init(frame: GridFrame) {
      self.frame = frame
      cells = [UInt32](repeating: 0, count: frame.cellCount)
    }

    static func cosines(_ frame: GridFrame, rowsBeyond: Int) -> [RowCosines] {
      func cosine(_ y: Int) -> Double {
        sineAndCosine(degrees: min(Double(abs(y)) / frame.units.perDegree, 90)).cosine
      }
      return (0..<rows).map { row in
        let south = row << CoastCells.partShift - 900_000
        let north = south + 1 << CoastCells.partShift
        let beyond = rowsBeyond << CoastCells.partShift
        let nearest = south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
        return RowCosines(
          greatest: cosine(nearest) + 1e-9,
          leastAround: max(min(cosine(south - beyond), cosine(north + beyond)) - 1e-9, 0))
      }
    }

    /// Marks a boundary in the rows that it runs through, as far as its reach goes in longitude.
    mutating func mark(_ piece: CoastPiece, within units: Double, _ cosines: [RowCosines]) {
      let box = piece.box
      let south = (Int(box.south) + 900_000) >> CoastCells.partShift
      let north = (Int(box.north) + 900_000) >> CoastCells.partShift
      // A circle's half width in longitude is asin(sin r / cos latitude), which is not above
      // s + 0.189 s^3 for an s of at most a half.
      let cosine = min(cosines[south].leastAround, cosines[north].leastAround)
      let share = units / frame.units.perDegree * (.pi / 180) / max(cosine, 1e-9)
      var west = 0
      var east = Self.width - 1
      if share <= 0.5 {
        let width = (share + 0.189 * share * share * share) * (180 / .pi) * frame.units.perDegree
        west = Int(box.west) + 1_800_000 - Int(width) - 1
        east = Int(box.east) + 1_800_000 + Int(width) + 1
        if east - west >= Self.width { (west, east) = (0, Self.width - 1) }
      }
      for row in south...north {
        fill(row, max(west, 0), min(east, Self.width - 1), piece.code)
        // Beyond 180 degrees the map goes on at its other end.
        if west < 0 { fill(row, west + Self.width, Self.width - 1, piece.code) }
        if east >= Self.width { fill(row, 0, east - Self.width, piece.code) }
      }
    }

    private mutating func fill(_ row: Int, _ west: Int, _ east: Int, _ code: UInt16) {
      for column in (west >> CoastCells.partShift)...(east >> CoastCells.partShift) {
        merge(code, into: part(row, column))
      }
    }

    @inline(__always)
    private mutating func merge(_ code: UInt16, into part: Int) {
      let old = parts[part]
      if old != code { parts[part] = old == 0 ? code : CoastCells.severalCode }
    }

    /// The index of a part in ``parts``; its block is added if need be.
    @inline(__always)
    private mutating func part(_ row: Int, _ column: Int) -> Int {
      let cell = (row >> 3) &* frame.columns &+ column >> 3
      return block(ofCell: cell) | (row & 7) << 3 | column & 7
    }

    /// Where the parts of a cell start in ``parts``; they are added if need be.
    @inline(__always)
    private mutating func block(ofCell cell: Int) -> Int {
      if cells[cell] == 0 { addBlock(cell) }
      return (Int(cells[cell]) &- 1) << 6
    }

    @inline(never)
    private mutating func addBlock(_ cell: Int) {
      parts += repeatElement(0, count: CoastCells.partsAcross * CoastCells.partsAcross)
      cells[cell] = UInt32(truncatingIfNeeded: parts.count >> 6)
    }

    /// The same with each code spread over `reach` rows to the south and to the north.
    func spread(byRows reach: Int) -> CoastMap {
      var result = CoastMap(frame: frame)
      for (cell, number) in cells.enumerated() where number != 0 {
        let row = (cell / frame.columns) << 3
        let column = (cell % frame.columns) << 3
        let start = (Int(number) - 1) << 6
        for x in 0..<CoastCells.partsAcross {
          for y in 0..<CoastCells.partsAcross {
            let code = parts[start | y << 3 | x]
            guard code != 0 else { continue }
            for other in max(row + y - reach, 0)...min(row + y + reach, Self.rows - 1) {
              result.merge(code, into: result.part(other, column + x))
            }
          }
        }
      }
      return result
    }

    /// Marks the parts all of whose places are within `units` of a vertex of a coast.
    ///
    /// The way along a straight line in degrees is not longer than the hypotenuse of the
    /// difference in latitude and that in longitude times the greatest cosine on the way.
    mutating func markNear(
      _ piece: CoastPiece, within units: Double, _ cosines: [RowCosines]
    ) {
      let side = 1 << CoastCells.partShift
      let (vertexX, vertexY) = (Int(piece.x), Int(piece.y))
      let own = vertexY >> CoastCells.partShift
      let most = Int(units) >> CoastCells.partShift
      for row in max(own - most, 0)...min(own + most, Self.rows - 1) {
        let south = row << CoastCells.partShift
        let height = Double(max(abs(vertexY - south), abs(vertexY - south - side)))
        guard height < units else { continue }
        let cosine = max(cosines[row].greatest, cosines[own].greatest)
        let width = Int(
          min((units * units - height * height).squareRoot() / cosine, 1_000_000))
        let first = max(vertexX - width + side - 1, 0) >> CoastCells.partShift
        let end = min((vertexX + width) >> CoastCells.partShift, Self.columns)
        guard first < end else { continue }
        for column in first..<end {
          let part = part(row, column)
          if parts[part] == piece.code { parts[part] = piece.code | CoastCells.isNear }
        }
      }
    }
  }
}
