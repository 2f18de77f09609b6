internal import CairnCountries
internal import CairnGeodesy
internal import CairnMemory
internal import CairnText
internal import CairnWaterData

/// The names of the seas on a grid of degrees.
///
/// The limits of seas are accurate to about a degree. On land, a cell has an arbitrary sea.
internal struct SeaCells: Sendable {
  /// A sea with its name in English.
  struct Sea: Sendable {
    var name: String
    /// The rank: 0 for oceans, 5 for small bays.
    var rank: Int
  }

  let seas: [Sea]
  /// The number of the sea of each cell, from south to north, in each row from 180° west.
  private let cells: [UInt8]

  private static let (columns, rows) = (360, 180)

  /// Decodes the grid, which takes about a tenth of a millisecond.
  init() {
    let lines = TextTable(WaterData.seaNames, expectedRowLength: 16)
    seas = (0..<lines.count).map { row in
      let cells = lines.text.string(lines.range(ofRow: row)).split(separator: "\t")
      return Sea(name: String(cells.last ?? ""), rank: Int(cells.first ?? "") ?? 0)
    }
    cells = Bits(WaterData.seas).read { cursor in
      var cells: [UInt8] = []
      cells.reserveCapacity(Self.columns * Self.rows)
      for row in 1...Self.rows {
        cursor.require(bits: 40)
        for _ in 0..<cursor.number() {
          cursor.require(bits: 48)
          let sea = UInt8(cursor.number(width: 8))
          let count = min(cursor.number(), row * Self.columns - cells.count)
          cells += repeatElement(sea, count: count)
        }
        // A row without a sea.
        cells += repeatElement(0, count: row * Self.columns - cells.count)
      }
      return cells
    }
  }

  /// The number of the sea at a place on water, in ``seas``.
  func sea(at place: Coordinate) -> Int {
    func cell(_ degrees: Double, from first: Double, _ count: Int) -> Int {
      min(max(Int((degrees - first).rounded(.down)), 0), count - 1)
    }
    let column = cell(place.longitude, from: -180, Self.columns)
    let row = cell(place.latitude, from: -90, Self.rows)
    return min(Int(cells[row * Self.columns + column]), seas.count - 1)
  }
}
