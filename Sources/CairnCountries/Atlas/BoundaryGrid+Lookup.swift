/// A point and the leaf that it lies in.
internal struct LeafPoint {
  /// Where the leaf's words start.
  let leaf: Int
  /// The south-west corner of the leaf in units.
  let cornerX: Int
  let cornerY: Int
  /// The whole units of the point east of the corner.
  let wholeX: Float
  /// The point in units from the corner, rounded.
  let x: Float
  let y: Float
}

extension BoundaryGrid {
  /// What a look-up comes to.
  enum Place {
    /// The whole cell, or the whole part of it, has one state.
    case state(UInt32)
    /// Boundaries run nearby.
    case leaf(LeafPoint)
  }

  /// Where a point lies; `nil` for one outside of all cells.
  @inline(__always)
  func place(of point: GridPoint) -> Place? {
    let (wholeX, restX) = units.floor(point.longitude)
    let (wholeY, restY) = units.floor(point.latitude)
    let x = wholeX &- originX
    let y = wholeY &- originY
    let column = x &>> cellShift
    let row = y &>> cellShift
    // Negative numbers become large ones.
    guard UInt(bitPattern: column) < UInt(bitPattern: columns),
      UInt(bitPattern: row) < UInt(bitPattern: rows)
    else { return nil }
    let entry = words.cell(row &* columns &+ column)
    if entry & Entry.isReference == 0 { return .state(entry) }
    let halvings = Int(entry >> UInt32(Entry.halvingsShift)) & 7
    let shift = cellShift &- halvings
    let mask = 1 &<< halvings &- 1
    let number = ((y &>> shift) & mask) &<< halvings | (x &>> shift) & mask
    let part = words.part(Int(entry & Entry.partsMask) &+ number)
    if part & Entry.isReference == 0 { return .state(part) }
    let inside = 1 &<< shift &- 1
    let insideX = x & inside
    let insideY = y & inside
    let floorX = Float(insideX)
    return .leaf(
      LeafPoint(
        leaf: Int(part & ~Entry.isReference), cornerX: wholeX &- insideX,
        cornerY: wholeY &- insideY, wholeX: floorX, x: floorX + Float(restX),
        y: Float(insideY) + Float(restY)))
  }

  /// Whether an odd number of the lines of a group lie between the corner of the leaf and the
  /// point; `nil` when that is in doubt.
  ///
  /// - Parameters:
  ///   - group: where the group's words start.
  ///   - blocks: how many blocks of four lines it has.
  @inline(__always)
  func isOdd(group: Int, blocks: Int, from point: LeafPoint) -> Bool? {
    let wholeX = SIMD4<Float>(repeating: point.wholeX)
    let x = SIMD4<Float>(repeating: point.x)
    let y = SIMD4<Float>(repeating: point.y)
    let bound = SIMD4<Float>(repeating: words.number(group &+ 2))
    let zero = SIMD4<Float>(repeating: 0)
    var odd = zero .< zero
    var doubtful = zero .< zero
    var startX = group &+ Leaf.groupHeaderCount
    var startY = startX &+ 4 &* blocks &+ 1
    for _ in 0..<blocks {
      let x0 = words.numbers(startX)
      let x1 = words.numbers(startX &+ 1)
      let y0 = words.numbers(startY)
      let y1 = words.numbers(startY &+ 1)
      let startsWest = x0 .<= wholeX
      let spans = startsWest .^ (x1 .<= wholeX)
      // Twice the area of the line with the point; positive when the point is at its left.
      let area = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
      let isLeft = area .>= zero
      let size = area.replacing(with: zero - area, where: area .< zero)
      odd = odd .^ (spans .& (isLeft .^ startsWest))
      odd = odd .^ spans
      doubtful = doubtful .| (spans .& (size .<= bound))
      startX &+= 4
      startY &+= 4
    }
    if any(doubtful) { return nil }
    let ones = SIMD4<UInt32>(repeating: 0).replacing(with: SIMD4(repeating: 1), where: odd)
    let pair = ones.lowHalf ^ ones.highHalf
    return pair.x ^ pair.y != 0
  }

  /// ``isOdd(group:blocks:from:)`` in whole numbers, which leaves no doubt.
  @inline(never)
  func isOddExactly(group: Int, of leaf: LeafPoint, at point: GridPoint) -> Bool {
    let isWide = words.leaf(group) & Leaf.isWide != 0
    let count = 4 * Int(words.leaf(group + 1)) + 1
    let xs = group + Leaf.groupHeaderCount
    let ys = xs + (isWide ? 2 * count : count)
    func number(_ start: Int, _ index: Int) -> Int {
      isWide ? words.wide(start + 2 * index) : Int(words.number(start + index))
    }
    let x = units.fixed(point.longitude) - Int128(leaf.cornerX) << 60
    let y = units.fixed(point.latitude) - Int128(leaf.cornerY) << 60
    let wholeX = Int(leaf.wholeX)
    var isOdd = false
    var x0 = number(xs, 0)
    var y0 = number(ys, 0)
    for index in 1..<count {
      let x1 = number(xs, index)
      let y1 = number(ys, index)
      if (x0 <= wholeX) != (x1 <= wholeX) {
        let rise = Int128(x1 - x0) * (y - Int128(y0) << 60)
        let run = Int128(y1 - y0) * (x - Int128(x0) << 60)
        if x0 <= wholeX ? rise >= run : rise <= run { isOdd.toggle() }
      }
      x0 = x1
      y0 = y1
    }
    return isOdd
  }

  /// Where the words of the next group start.
  @inline(__always)
  func end(ofGroup group: Int) -> Int {
    let vertices = 2 &* (4 &* Int(words.leaf(group &+ 1)) &+ 1)
    let isWide = words.leaf(group) & Leaf.isWide != 0
    return group &+ Leaf.groupHeaderCount &+ (isWide ? 2 &* vertices : vertices)
  }

  /// Whether the group's lines toggle the state between the corner and the point.
  @inline(__always)
  func toggles(group: Int, of leaf: LeafPoint, at point: GridPoint) -> Bool {
    if words.leaf(group) & Leaf.isWide == 0,
      let isOdd = isOdd(group: group, blocks: Int(words.leaf(group &+ 1)), from: leaf)
    {
      return isOdd
    }
    return isOddExactly(group: group, of: leaf, at: point)
  }
}
