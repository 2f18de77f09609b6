internal import CairnMemory

/// Orders the nodes of an undirected graph by nested dissection with inertial flow.
///
/// A piece of the graph is split by a small separator, whose nodes are last in its order; then the
/// parts are. To find the separator, the nodes are sorted along a line; the first and the last of
/// them are the source and the sink of a maximum flow. The best of four lines is used.
///
/// Source: A. Schild, C. Sommer, "On balanced separators in road networks", SEA 2015,
/// doi:10.1007/978-3-319-20086-6_22.
internal struct NestedDissection: ~Copyable {
  /// The share of the nodes of a piece that are sources, and that are sinks.
  internal static let terminalShare = 0.3
  /// Pieces of at most this size are not split by flow.
  internal static let smallestPiece = 3

  private let graph: UndirectedGraph
  private let x: [Float]
  private let y: [Float]
  /// The nodes in their order; a piece is a range of it.
  private var order: [UInt32]
  /// The pieces that are not ordered yet.
  private var pieces: [Range<Int>]
  private var search: SeparatorSearch
  /// The number of a node in its piece, valid if its position is in the range of the piece.
  private var numbers: [UInt32]
  private var keys: [Float]
  private var sorted: [UInt32]
  /// The parts of the best separator of a piece, and of the current one.
  private let best: FixedArray<UInt8>
  private let parts: FixedArray<UInt8>

  /// Orders the nodes; `x` and `y` are their positions on a plane.
  internal static func order(_ graph: UndirectedGraph, x: [Float], y: [Float]) -> [UInt32] {
    var dissection = NestedDissection(graph, x: x, y: y)
    while let piece = dissection.pieces.popLast() { dissection.split(piece) }
    return dissection.order
  }

  private init(_ graph: UndirectedGraph, x: [Float], y: [Float]) {
    let count = graph.nodeCount
    self.graph = graph
    self.x = x
    self.y = y
    order = (0..<count).map { UInt32(truncatingIfNeeded: $0) }
    pieces = count == 0 ? [] : [0..<count]
    search = SeparatorSearch(nodeCount: count, neighborCount: graph.neighbors.count)
    numbers = [UInt32](repeating: .max, count: count)
    keys = [Float](repeating: 0, count: count)
    sorted = [UInt32](repeating: 0, count: count)
    best = FixedArray(repeating: 0, count: count)
    parts = FixedArray(repeating: 0, count: count)
  }

  /// Splits a piece: into its connected components, or by a separator.
  private mutating func split(_ piece: Range<Int>) {
    guard piece.count > Self.smallestPiece else { return }
    load(piece)
    if splitComponents(piece) { return }
    var bestCost = Double.infinity
    var bestSize = Int.max
    for direction in 0..<4 {
      setSides(piece, direction)
      guard let size = search.separatorSize(limit: bestSize == .max ? .max : bestSize) else {
        continue
      }
      let smaller = search.writeParts(parts)
      let cost = Self.cost(size: size, smaller: smaller, count: piece.count)
      if cost < bestCost {
        bestCost = cost
        bestSize = size
        for node in 0..<piece.count { best[node] = parts[node] }
      }
    }
    arrange(piece)
  }

  /// Rates a separator: its size and, between equal ones, its balance.
  private static func cost(size: Int, smaller: Int, count: Int) -> Double {
    Double(size) - Double(smaller) / Double(count)
  }

  /// Loads the graph of a piece into the search.
  private mutating func load(_ piece: Range<Int>) {
    for position in piece {
      numbers[Int(order[position])] = UInt32(truncatingIfNeeded: position - piece.lowerBound)
    }
    var count: Int32 = 0
    search.nodeCount = piece.count
    for number in 0..<piece.count {
      search.firstNeighbor[number] = count
      let node = Int(order[piece.lowerBound + number])
      for index in Int(graph.firstNeighbor[node])..<Int(graph.firstNeighbor[node + 1]) {
        let neighbor = graph.neighbors[index]
        let other = Int(numbers[Int(neighbor)])
        // The number of a node outside of the piece is out of its range, or that of another node.
        guard other < piece.count, order[piece.lowerBound + other] == neighbor else { continue }
        search.neighbors[Int(count)] = Int32(truncatingIfNeeded: other)
        count &+= 1
      }
    }
    search.firstNeighbor[piece.count] = count
  }

  /// Splits a piece into its connected components, if it has several.
  private mutating func splitComponents(_ piece: Range<Int>) -> Bool {
    let (reached, ends) = search.componentOrder(marks: parts)
    guard ends.count > 1 else { return false }
    let nodes = reached.map { order[piece.lowerBound + Int($0)] }
    var start = 0
    order.replaceSubrange(piece, with: nodes)
    for end in ends {
      pieces.append((piece.lowerBound + start)..<(piece.lowerBound + end))
      start = end
    }
    return true
  }

  /// Assigns the first nodes along a line to the source, and the last to the sink.
  private mutating func setSides(_ piece: Range<Int>, _ direction: Int) {
    let count = piece.count
    for number in 0..<count {
      let node = Int(order[piece.lowerBound + number])
      keys[number] =
        switch direction {
        case 0: x[node]
        case 1: y[node]
        case 2: x[node] + y[node]
        default: x[node] - y[node]
        }
      sorted[number] = UInt32(truncatingIfNeeded: number)
      search.sides[number] = SeparatorSearch.Side.middle
    }
    let terminals = max(Int(Self.terminalShare * Double(count)), 1)
    keys.withUnsafeSpan { keys in
      sorted.withUnsafeBuffer { sorted in
        let sorted = sorted[0..<count]
        sorted.select(terminals, by: { keys[Int($0)] })
        sorted[terminals..<count].select(count - 2 * terminals) { keys[Int($0)] }
        for index in 0..<terminals {
          search.sides[Int(sorted[index])] = SeparatorSearch.Side.source
          search.sides[Int(sorted[count - 1 - index])] = SeparatorSearch.Side.sink
        }
      }
    }
  }

  /// Puts the nodes of the best separator last, and queues the two parts.
  private mutating func arrange(_ piece: Range<Int>) {
    var nodes: [UInt32] = []
    nodes.reserveCapacity(piece.count)
    var bounds = [piece.lowerBound]
    for part: UInt8 in [0, 2, 1] {
      for number in 0..<piece.count where best[number] == part {
        nodes.append(order[piece.lowerBound + number])
      }
      bounds.append(piece.lowerBound + nodes.count)
    }
    order.replaceSubrange(piece, with: nodes)
    for index in 0..<2 where bounds[index] < bounds[index + 1] {
      pieces.append(bounds[index]..<bounds[index + 1])
    }
  }
}

extension SeparatorSearch {
  /// Returns the nodes by connected component, and the end of each component in this order.
  internal func componentOrder(marks: borrowing FixedArray<UInt8>) -> ([Int32], ends: [Int]) {
    for node in 0..<nodeCount { marks[node] = 0 }
    var reached: [Int32] = []
    reached.reserveCapacity(nodeCount)
    var ends: [Int] = []
    for start in 0..<nodeCount where marks[start] == 0 {
      marks[start] = 1
      var next = reached.count
      reached.append(Int32(truncatingIfNeeded: start))
      while next < reached.count {
        let node = Int(reached[next])
        next += 1
        for index in Int(firstNeighbor[node])..<Int(firstNeighbor[node + 1]) {
          let neighbor = Int(neighbors[index])
          if marks[neighbor] != 0 { continue }
          marks[neighbor] = 1
          reached.append(neighbors[index])
        }
      }
      ends.append(reached.count)
    }
    return (reached, ends)
  }
}
