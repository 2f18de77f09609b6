internal import CairnCountries
internal import CairnGeodesy
internal import CairnMemory
internal import CairnText
internal import CairnWaterData

/// The embedded lakes and rivers, in blocks of neighboring waters of similar size.
///
/// A map checks the headers of the blocks, some hundreds, and decodes only the blocks it shows.
/// Opening the data unpacks the text, which takes about a tenth of a millisecond. The source is
/// Natural Earth 1:10 million; lines deviate by up to 300 m in small countries and up to 1.8 km in
/// the largest.
internal struct WaterShapes: Sendable {
  /// A run of bits that is decoded as a whole.
  struct Block: Sendable {
    let isLakes: Bool
    /// The size class of lakes, from 0 for the largest; the rank of rivers, from 1 for the largest.
    let rank: Int
    /// The base-2 logarithm of the grid step of its vertices.
    fileprivate let doublings: Int
    /// Its bounding box, in whole degrees.
    let box: BoundingBox
    fileprivate var start: Int
    fileprivate let length: Int
  }

  /// The blocks, first lakes, then rivers, each in descending order of size.
  let blocks: [Block]
  private let bits: Bits

  init() {
    let bits = Bits(WaterData.waters)
    self.bits = bits
    blocks = bits.read { cursor in
      cursor.require(bits: 40)
      var blocks: [Block] = []
      var start = 0
      for _ in 0..<cursor.number() {
        cursor.require(bits: 42 + 40)
        let isRivers = cursor.number(width: 1) == 1
        let rank = cursor.number(width: 4)
        let doublings = cursor.number(width: 3)
        let west = Double(cursor.number(width: 9) - 180)
        let south = Double(cursor.number(width: 8) - 90)
        let east = Double(cursor.number(width: 9) - 180)
        let north = Double(cursor.number(width: 8) - 90)
        let length = cursor.number()
        let box = BoundingBox(south: south, west: west, north: north, east: east)
        blocks.append(
          Block(
            isLakes: !isRivers, rank: rank, doublings: doublings, box: box, start: start,
            length: length))
        start += length
      }
      // The bits of the blocks follow the last header.
      for index in blocks.indices { blocks[index].start += cursor.position }
      return blocks
    }
  }

  /// The minimum area of the lakes of a class, in square kilometers; the maximum is that of the
  /// class before it.
  static func leastArea(ofClass rank: Int) -> Double {
    rank < WaterData.lakeClasses.count ? Double(WaterData.lakeClasses[rank]) : 0
  }

  /// Decodes the shapes of a block, with edges straight in degrees: for each lake its open rings,
  /// the shore first and then its islands; for each river one line.
  ///
  /// - Complexity: O(vertices), some nanoseconds each.
  func shapes(of block: Block) -> [[[Coordinate]]] {
    bits.read { cursor in
      cursor.move(to: block.start)
      cursor.require(bits: block.length)
      let scale = Double(1 << block.doublings) / WaterData.unitsPerDegree
      var x = 0
      var y = 0
      return (0..<cursor.number()).map { _ in
        let lineCount = block.isLakes ? cursor.number() : 1
        return (0..<lineCount).map { _ in
          let stepCount = cursor.number()
          x += cursor.signedNumber()
          y += cursor.signedNumber()
          return Self.line(&cursor, from: (x, y), steps: stepCount, scale: scale)
        }
      }
    }
  }

  /// Decodes a line: each four steps share a bit width for each axis, and each step is stored as
  /// the difference from half of the previous step.
  private static func line(
    _ cursor: inout BitCursor, from first: (x: Int, y: Int), steps: Int, scale: Double
  ) -> [Coordinate] {
    // Check the number of steps against the data before allocating memory for it.
    cursor.require(bits: steps * 2)
    var line: [Coordinate] = []
    line.reserveCapacity(steps + 1)
    var position = first
    var step = (x: 0, y: 0)
    line.append(
      Coordinate(latitude: Double(position.y) * scale, longitude: Double(position.x) * scale))
    var left = steps
    while left > 0 {
      let widths = cursor.pair(widths: (4, 4))
      let count = min(left, 4)
      cursor.require(bits: count * (widths.0 + widths.1))
      for _ in 0..<count {
        let codes = cursor.pair(widths: widths)
        step.x = (step.x + 1) >> 1 + BitCursor.signed(codes.0)
        step.y = (step.y + 1) >> 1 + BitCursor.signed(codes.1)
        position.x += step.x
        position.y += step.y
        line.append(
          Coordinate(latitude: Double(position.y) * scale, longitude: Double(position.x) * scale))
      }
      left -= count
    }
    return line
  }
}

/// The names of the embedded lakes and rivers, in English where they have an English name.
internal struct WaterNames: Sendable {
  private let lines = TextTable(WaterData.names, expectedRowLength: 48)

  /// The number of blocks with names.
  var blockCount: Int { lines.count }

  /// The names of the shapes of a block of ``WaterShapes/blocks``, empty for shapes without a name.
  ///
  /// - Parameter number: the number of the block.
  /// - Returns: a name for each shape.
  func names(ofBlock number: Int) -> [String] {
    let line = lines.text.string(lines.range(ofRow: number))
    var names: [String] = []
    for name in line.split(separator: "\t", omittingEmptySubsequences: false) {
      names.append(name == "=" ? names.last ?? "" : String(name))
    }
    return names
  }
}
