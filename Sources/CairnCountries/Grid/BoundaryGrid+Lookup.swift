internal import CairnMemory

/// A point and the leaf that contains it.
internal struct LeafPoint {
  /// The block with the leaf, and the word at which the leaf starts.
  let block: WordBlock
  let start: Int
  /// The southwestern corner of the leaf in units.
  let cornerX: Int
  let cornerY: Int
  /// The integer part of the distance, in units, of the point east of the corner.
  let wholeX: Float
  /// The point in units from the corner, rounded.
  let x: Float
  let y: Float
}

extension BoundaryGrid {
  /// The result of a lookup in the grid.
  enum Place {
    /// The whole cell, or the whole part of it, has the same state.
    case state(UInt32)
    /// Boundaries are near.
    case leaf(LeafPoint)
  }

  /// Locates a point; `nil` for a point outside all cells.
  @inline(__always)
  func place(of point: GridPoint) -> Place? {
    let frame = frame
    let (wholeX, restX) = frame.units.floor(point.longitude)
    let (wholeY, restY) = frame.units.floor(point.latitude)
    let x = wholeX &- frame.originX
    let y = wholeY &- frame.originY
    let column = x &>> frame.cellShift
    let row = y &>> frame.cellShift
    // Negative numbers become large ones.
    guard UInt(bitPattern: column) < UInt(bitPattern: frame.columns),
      UInt(bitPattern: row) < UInt(bitPattern: frame.rows)
    else { return nil }
    let cell = row &* frame.columns &+ column
    // The row and the column are in bounds, and the initializer has checked the number of cells.
    var entry = unsafe words.cell(unchecked: cell)
    if entry & Entry.isReference == 0 { return .state(entry) }
    if entry & Entry.isPending != 0 { entry = entryOfPending(cell) }
    let halvings = Int(entry >> UInt32(Entry.halvingsShift)) & 7
    let shift = frame.cellShift &- halvings
    let mask = 1 &<< halvings &- 1
    let number = ((y &>> shift) & mask) &<< halvings | (x &>> shift) & mask
    let block = words.block(Int(entry & Entry.blockMask))
    let part = block[number]
    if part & Entry.isReference == 0 { return .state(part) }
    if part & Entry.isCutAgain != 0 {
      return place(wholeX, restX, wholeY, restY, in: block, cutAgain: part, shift: shift)
    }
    let inside = 1 &<< shift &- 1
    let insideX = x & inside
    let insideY = y & inside
    let floorX = Float(insideX)
    return .leaf(
      LeafPoint(
        block: block, start: Int(part & ~Entry.isReference), cornerX: wholeX &- insideX,
        cornerY: wholeY &- insideY, wholeX: floorX, x: floorX + Float(restX),
        y: Float(insideY) + Float(restY)))
  }

  /// Locates a point in a part that is subdivided.
  @inline(never)
  private func place(
    _ wholeX: Int, _ restX: Double, _ wholeY: Int, _ restY: Double, in block: WordBlock,
    cutAgain part: UInt32, shift: Int
  ) -> Place {
    let x = wholeX &- frame.originX
    let y = wholeY &- frame.originY
    var part = part
    var shift = shift
    while part & Entry.isCutAgain != 0 {
      let halvings = Int(part >> UInt32(Entry.halvingsAgainShift)) & 7
      shift -= halvings
      let mask = 1 << halvings - 1
      let number = ((y >> shift) & mask) << halvings | (x >> shift) & mask
      part = block[Int(part & Entry.blockMask) + number]
      if part & Entry.isReference == 0 { return .state(part) }
    }
    let insideX = x & (1 << shift - 1)
    let insideY = y & (1 << shift - 1)
    return .leaf(
      LeafPoint(
        block: block, start: Int(part & Entry.blockMask), cornerX: wholeX - insideX,
        cornerY: wholeY - insideY, wholeX: Float(insideX), x: Float(insideX) + Float(restX),
        y: Float(insideY) + Float(restY)))
  }

  /// Whether the group's lines toggle the state between the corner and the point.
  @inline(__always)
  func toggles(_ group: LeafGroup, of leaf: LeafPoint, at point: GridPoint) -> Bool {
    let words = leaf.block
    if !group.isBroad {
      var count = CrossingCount(leaf, bound: group.bound)
      var vertex = group.vertices
      // Checked as a whole: each of the blocks reads four words and the one after them.
      let vertices = words.suffix(from: vertex).prefix(group.vertexCount)
      vertex = 0
      for _ in 0..<group.blocks {
        unsafe count.addNarrow(
          vertices.lanes(uncheckedAt: vertex), vertices.lanes(uncheckedAt: vertex &+ 1))
        vertex &+= 4
      }
      if let isOdd = count.isOdd { return isOdd }
    } else if !group.isWide {
      var count = CrossingCount(leaf, bound: group.bound)
      // Checked as a whole: each of the blocks reads four words and the one after them.
      let vertices = words.suffix(from: group.vertices)
      let (xs, ys) = (
        vertices.prefix(group.vertexCount),
        vertices.suffix(from: group.vertexCount).prefix(group.vertexCount)
      )
      var vertex = 0
      for _ in 0..<group.blocks {
        unsafe count.add(
          SIMD4(bits: xs.lanes(uncheckedAt: vertex)),
          SIMD4(bits: xs.lanes(uncheckedAt: vertex &+ 1)),
          SIMD4(bits: ys.lanes(uncheckedAt: vertex)),
          SIMD4(bits: ys.lanes(uncheckedAt: vertex &+ 1)))
        vertex &+= 4
      }
      if let isOdd = count.isOdd { return isOdd }
    }
    return togglesExactly(group, of: leaf, at: point)
  }

  /// ``toggles(_:of:at:)`` in integers, without rounding.
  @inline(never)
  private func togglesExactly(
    _ group: LeafGroup, of leaf: LeafPoint, at point: GridPoint
  ) -> Bool {
    var x = frame.units.exact(point.longitude)
    var y = frame.units.exact(point.latitude)
    x.high = x.high - WideInteger(Int64(leaf.cornerX)) << 60
    y.high = y.high - WideInteger(Int64(leaf.cornerY)) << 60
    let wholeX = Int64(bitPattern: (x.high >> 60).low)
    var isOdd = false
    var start = leaf.block.vertex(0, of: group)
    for index in 1..<group.vertexCount {
      let end = leaf.block.vertex(index, of: group)
      if (start.x <= wholeX) != (end.x <= wholeX) {
        let (width, height) = (end.x - start.x, end.y - start.y)
        // Twice the area of the line with the point; the low bits are only used if they may decide.
        var area =
          (y.high - WideInteger(start.y) << 60) * width
          - (x.high - WideInteger(start.x) << 60) * height
        if area.fits(bits: 40) { area = area << 60 + y.low * width - x.low * height }
        if start.x <= wholeX ? area >= .zero : area <= .zero { isOdd.toggle() }
      }
      start = end
    }
    return isOdd
  }
}

/// A group of lines of a leaf with the same toggle.
internal struct LeafGroup {
  /// The first word, with the flags.
  let header: UInt32
  /// The number of blocks of four lines.
  let blocks: Int
  /// If an orientation determinant in `Float` exceeds this, its sign is correct.
  let bound: Float
  /// The word at which the vertices start.
  let vertices: Int

  @inline(__always)
  var toggle: UInt16 { UInt16(truncatingIfNeeded: header) }
  @inline(__always)
  var isLast: Bool { header & BoundaryGrid.Leaf.isLast != 0 }
  @inline(__always)
  var isBroad: Bool { header & BoundaryGrid.Leaf.isBroad != 0 }
  @inline(__always)
  var isWide: Bool { header & BoundaryGrid.Leaf.isWide != 0 }
  @inline(__always)
  var vertexCount: Int { 4 &* blocks &+ 1 }
  /// The word at which the next group starts.
  @inline(__always)
  var end: Int {
    vertices &+ vertexCount &* (isBroad ? isWide ? 4 : 2 : 1)
  }
}

extension WordBlock {
  /// The group that starts at a word.
  @inline(__always)
  func group(_ start: Int) -> LeafGroup {
    let header = self[start]
    if header & BoundaryGrid.Leaf.isBroad == 0 {
      let exponent = Int(header >> BoundaryGrid.Leaf.exponentShift & 31)
      let bits = UInt32(truncatingIfNeeded: exponent &+ (127 &- BoundaryGrid.Leaf.exponentBias))
      return LeafGroup(
        header: header, blocks: Int(header >> BoundaryGrid.Leaf.blocksShift),
        bound: Float(bitPattern: bits << 23), vertices: start &+ 1)
    }
    return LeafGroup(
      header: header, blocks: Int(self[start &+ 1]), bound: number(start &+ 2),
      vertices: start &+ 3)
  }

  /// A vertex of a group in units from the corner of the leaf.
  func vertex(_ index: Int, of group: LeafGroup) -> (x: Int64, y: Int64) {
    let x = group.vertices + index
    let y = x + group.vertexCount
    guard group.isBroad else {
      let word = self[x]
      let bias = Int64(BoundaryGrid.Leaf.narrowBias)
      return (Int64(word & 0xFFFF) - bias, Int64(word >> 16) - bias)
    }
    guard group.isWide else { return (Int64(number(x)), Int64(number(y))) }
    return (wide(x + index), wide(y + group.vertexCount + index))
  }
}

/// A counter of the lines between the corner of a leaf and a point, four at a time.
private struct CrossingCount {
  private let wholeX: SIMD4<Float>
  private let x: SIMD4<Float>
  private let y: SIMD4<Float>
  private let bound: SIMD4<Float>
  private var odd = SIMDMask<SIMD4<Int32>>(repeating: false)
  private var doubtful = SIMDMask<SIMD4<Int32>>(repeating: false)

  @inline(__always)
  init(_ point: LeafPoint, bound: Float) {
    wholeX = SIMD4(repeating: point.wholeX)
    x = SIMD4(repeating: point.x)
    y = SIMD4(repeating: point.y)
    self.bound = SIMD4(repeating: bound)
  }

  /// Adds four lines, given by their ends.
  @inline(__always)
  mutating func add(
    _ x0: SIMD4<Float>, _ x1: SIMD4<Float>, _ y0: SIMD4<Float>, _ y1: SIMD4<Float>
  ) {
    let startsWest = x0 .<= wholeX
    let spans = startsWest .^ (x1 .<= wholeX)
    // Twice the area of the line with the point; positive if the point is to its left.
    let area = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
    let zero = SIMD4<Float>(repeating: 0)
    let isLeft = area .>= zero
    let size = area.replacing(with: zero - area, where: area .< zero)
    odd = odd .^ ((spans .& (isLeft .^ startsWest)) .^ spans)
    doubtful = doubtful .| (spans .& (size .<= bound))
  }

  /// Adds four lines whose vertices take one word each.
  @inline(__always)
  mutating func addNarrow(_ start: SIMD4<UInt32>, _ end: SIMD4<UInt32>) {
    let low = SIMD4<UInt32>(repeating: 0xFFFF)
    let shift = SIMD4<UInt32>(repeating: 16)
    // The bits form a number from 2^23 on, with the value below 2^23: subtracting the bias converts
    // it.
    let bias = SIMD4<Float>(repeating: Float(1 << 23 + BoundaryGrid.Leaf.narrowBias))
    add(
      numbersAbove23Bits(start & low) - bias, numbersAbove23Bits(end & low) - bias,
      numbersAbove23Bits(start &>> shift) - bias, numbersAbove23Bits(end &>> shift) - bias)
  }

  /// Whether the count is odd; `nil` when the sign of an area is in doubt.
  @inline(__always)
  var isOdd: Bool? {
    if any(doubtful) { return nil }
    let ones = SIMD4<UInt32>(repeating: 0).replacing(with: SIMD4(repeating: 1), where: odd)
    let pair = ones.lowHalf ^ ones.highHalf
    return pair.x ^ pair.y != 0
  }
}

/// Numbers with the given low 23 bits, plus 2^23.
@inline(__always)
private func numbersAbove23Bits(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
  SIMD4(bits: words | SIMD4(repeating: 0x4B00_0000))
}
