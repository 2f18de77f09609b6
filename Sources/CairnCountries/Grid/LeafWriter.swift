/// The square of a leaf in units.
internal struct LeafBox {
  let west: Int64
  let south: Int64
  let side: Int64

  /// The points of the leaf that a line separates from its corner.
  enum Role {
    /// No points.
    case none
    /// The points north of it.
    case line
    /// The points north of it, and those east of its southern end.
    case lineWithRay
  }

  /// The role of a line, from where it crosses the parallel just south of the leaf.
  func role(of line: GridLine) -> Role {
    let isStartBelow = line.y0 < south
    let isEndBelow = line.y1 < south
    if !isStartBelow && !isEndBelow { return .line }
    if isStartBelow && isEndBelow { return .none }
    let southernX = isStartBelow ? line.x0 : line.x1
    let northernX = isStartBelow ? line.x1 : line.x0
    if line.crossing(ofParallel: south, comparedWith: west) < 0 {
      return northernX > southernX ? .line : .none
    }
    if line.crossing(ofParallel: south, comparedWith: west + side) >= 0 {
      return northernX < southernX ? .line : .none
    }
    return .lineWithRay
  }

  /// Whether the path along the southern side crosses a run an odd number of times.
  ///
  /// Only the first and the last line of a run may have an end outside the square.
  func crossesSouthernSide(_ run: GridRun, of chains: BoundaryChains) -> Bool {
    func crosses(_ index: UInt32) -> Bool {
      let line = chains.line(Int(index))
      return min(line.y0, line.y1) < south && role(of: line) == .lineWithRay
    }
    return crosses(run.first) != (run.count > 1 && crosses(run.first + run.count - 1))
  }
}

/// A writer of the block of a cell: an entry for each part, followed by the leaves.
internal struct LeafWriter: Sendable {
  /// The words of the block so far.
  private(set) var words: [UInt32] = []
  private var xs: [Int64] = []
  private var ys: [Int64] = []
  private var pen = Pen.lifted
  /// The number of lines with a ray in the group.
  private var rayCount = 0
  /// The toggles crossed along the southern side of the last leaf.
  private(set) var southernToggles: [UInt16] = []

  /// The current end of the polyline of a group.
  private enum Pen {
    case lifted
    case onLine
    /// At the southern end of a line, where a ray starts.
    case onRay
  }

  /// Begins a block.
  mutating func begin() {
    words.removeAll(keepingCapacity: true)
  }

  /// Appends the entries of parts, all 0, and returns the index of the first one.
  mutating func appendParts(_ count: Int) -> Int {
    words.append(contentsOf: repeatElement(0, count: count))
    return words.count - count
  }

  /// Sets a word that was written before.
  mutating func set(_ word: Int, to value: UInt32) {
    words[word] = value
  }

  /// Appends a word.
  mutating func append(_ word: UInt32) {
    words.append(word)
  }

  /// Removes words from the end, so that the given number remains.
  mutating func cut(to count: Int) {
    words.removeLast(words.count - count)
  }

  /// Writes the leaf of a part of areas and returns the part's entry, a result if no line has a
  /// role.
  mutating func write(
    _ runs: ArraySlice<GridRun>, of chains: BoundaryChains, box: LeafBox, area: UInt32
  ) -> UInt32 {
    southernToggles.removeAll(keepingCapacity: true)
    let start = words.count
    words.append(area)
    var known: [UInt16] = []
    var lastGroup = start
    for run in runs {
      let toggle = chains.toggles[Int(run.chain)]
      if known.contains(toggle) { continue }
      known.append(toggle)
      beginGroup()
      for run in runs where chains.toggles[Int(run.chain)] == toggle {
        for index in Int(run.first)..<Int(run.first + run.count) {
          let line = chains.line(index)
          draw(line, as: box.role(of: line), in: box)
        }
      }
      for _ in 0..<rayCount { southernToggles.append(toggle) }
      let group = words.count
      if endGroup(toggle, side: box.side) { lastGroup = group }
    }
    if lastGroup == start {
      words.removeLast()
      return area
    }
    words[lastGroup] |= BoundaryGrid.Leaf.isLast
    return BoundaryGrid.Entry.isReference | UInt32(truncatingIfNeeded: start)
  }

  /// Begins the polyline of a group.
  ///
  /// Between two lines that do not meet, the polyline goes up to a parallel north of the leaf,
  /// across and down again: this crosses no meridian, and lines north of a point do not count.
  mutating func beginGroup() {
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
    pen = .lifted
    rayCount = 0
  }

  /// Adds a line to the polyline.
  mutating func draw(_ line: GridLine, as role: LeafBox.Role, in box: LeafBox) {
    if role == .lineWithRay { rayCount += 1 }
    if role == .none || line.x0 == line.x1 && role == .line {
      // A line along a meridian spans no meridian, so it is never crossed.
      lift(in: box)
      return
    }
    let startsWithRay = role == .lineWithRay && line.y0 < line.y1
    let endsWithRay = role == .lineWithRay && line.y1 < line.y0
    let x = line.x0 - box.west
    let y = line.y0 - box.south
    if pen == .lifted || (pen == .onRay) != startsWithRay || xs.last != x || ys.last != y {
      lift(in: box)
      if startsWithRay, x < box.side {
        if !xs.isEmpty { append(box.side, 2 * box.side) }
        append(box.side, y)
      } else if !xs.isEmpty {
        append(x, 2 * box.side)
      }
      append(x, y)
    }
    append(line.x1 - box.west, line.y1 - box.south)
    pen = endsWithRay ? .onRay : .onLine
  }

  private mutating func lift(in box: LeafBox) {
    guard pen != .lifted, let x = xs.last, let y = ys.last else { return }
    let top = 2 * box.side
    if pen == .onRay, x < box.side {
      append(box.side, y)
      append(box.side, top)
    } else {
      append(x, top)
    }
    pen = .lifted
  }

  /// Writes the polyline with its toggle; returns false and writes nothing if it toggles nowhere in
  /// the leaf.
  mutating func endGroup(_ toggle: UInt16, side: Int64) -> Bool {
    // After the last vertex, only a ray may remain to be drawn.
    if pen == .onRay, let x = xs.last, let y = ys.last, x < side { append(side, y) }
    guard xs.count > 1 else { return false }
    appendGroup(toggle, side: side)
    return true
  }

  private mutating func append(_ x: Int64, _ y: Int64) {
    xs.append(x)
    ys.append(y)
  }

  /// Writes the polyline that was collected.
  private mutating func appendGroup(_ toggle: UInt16, side: Int64) {
    let blocks = (xs.count - 1 + 3) / 4
    while xs.count < 4 * blocks + 1 {
      // Padding: lines along a meridian, which are never crossed.
      append(xs[xs.count - 1], ys[ys.count - 1])
    }
    var reach = side
    var longest: Int64 = 0
    for index in xs.indices {
      reach = max(reach, abs(xs[index]), abs(ys[index]))
      if index > 0 {
        longest = max(longest, abs(xs[index] - xs[index - 1]) + abs(ys[index] - ys[index - 1]))
      }
    }
    // The rounding error of the determinant: differences of vertices are exact; those with the
    // point have an error of 2^-24 of the side and the reach together, as have each product and
    // their difference. That amounts to about 4 · 2^-24; 2^-21 is twice that.
    let bound = Float(longest) * Float(side + reach) * 0x1p-21
    var header = UInt32(toggle)
    let exponent = max(Int(bound.exponent) + 1 + BoundaryGrid.Leaf.exponentBias, 0)
    if reach < BoundaryGrid.Leaf.narrowBias, blocks < 256, exponent < 32 {
      header |= UInt32(exponent) << BoundaryGrid.Leaf.exponentShift
      header |= UInt32(blocks) << BoundaryGrid.Leaf.blocksShift
      words.append(header)
      let bias = Int64(BoundaryGrid.Leaf.narrowBias)
      for index in xs.indices {
        let x = UInt32(truncatingIfNeeded: xs[index] + bias)
        let y = UInt32(truncatingIfNeeded: ys[index] + bias)
        words.append(x | y << 16)
      }
      return
    }
    let isWide = max(reach, 2 * side) > 1 << 23
    header |= BoundaryGrid.Leaf.isBroad
    if isWide { header |= BoundaryGrid.Leaf.isWide }
    words.append(header)
    words.append(UInt32(truncatingIfNeeded: blocks))
    words.append(bound.bitPattern)
    for values in [xs, ys] {
      for value in values {
        if isWide {
          let bits = UInt64(bitPattern: value)
          words.append(UInt32(truncatingIfNeeded: bits))
          words.append(UInt32(truncatingIfNeeded: bits >> 32))
        } else {
          words.append(Float(value).bitPattern)
        }
      }
    }
  }
}
