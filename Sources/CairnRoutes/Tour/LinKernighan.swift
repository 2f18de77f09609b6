internal import CairnMemory

// Notation. The papers call the ends of the edges of one exchange t₁, t₂, …: x₁ = (t₁, t₂)
// is removed, y₁ = (t₂, t₃) is added, x₂ = (t₃, t₄) is removed, and so on; gᵢ = c(xᵢ) − c(yᵢ).
//
// | here                  | Lin and Kernighan, Helsgaun                                           |
// |-----------------------|-----------------------------------------------------------------------|
// | city, edge            | node, edge; a tour is a Hamiltonian cycle                             |
// | `last`                | t₁, the fixed end of the path that is left when x₁ is removed         |
// | `city(first.from)`    | t₂ᵢ, the open end, from which the next edge is added                  |
// | `target`, `second`    | t₂ᵢ₊₁, the other end of the edge yᵢ that is added                     |
// | `put`                 | Gᵢ₋₁ + c(xᵢ) − c(yᵢ): the sum of the gains so far, minus the added    |
// |                       | edge                                                                  |
// | `value`               | Gᵢ* before closing: `put` plus the removed edge xᵢ₊₁                  |
// | `closed`              | the gain if the tour is closed now: `value` − c(t₂ᵢ₊₂, t₁)            |
// | `tolerance`           | the positive gain criterion Gᵢ > 0, above rounding                    |
// | `depth`               | i, the number of removed edges; at most 5 (5-opt sequential moves),   |
// |                       | 7 with `SearchEffort.directed`, or 12 without backtracking            |
// | `breadth`             | the alternatives of yᵢ that are backtracked to, by depth              |
// | `.turn`               | a step that leaves a path (2-opt move: a piece is reversed)           |
// | `.splitAnd…`          | a step that leaves a path and a cycle, which the next edge joins      |
// |                       | again: the or-3opt variants, among them Or-opt (a piece moves to      |
// |                       | another position)                                                     |
// | `candidates`, `width` | candidate set; its size                                               |
// | the queue             | the don't-look bits of Bentley: cities without a set bit              |
// | kick                  | a segment-local double bridge; the search after it is *chained* LK    |

/// The state of a Lin–Kernighan search.
///
/// A step removes an edge and searches for exchanges of two to twelve edges that shorten the tour,
/// along a chain in which every added edge is followed by a removed one and the gain so far stays
/// positive. The tour itself is modified only when an exchange is found; until then the path is a
/// short list of pieces of the tour.
///
/// A search from one city takes about a microsecond, independent of the number of cities; applying
/// a gain rewrites at most half the tour. If all costs are equal nothing is gained and every search
/// ends at once.
///
/// Source: S. Lin and B. W. Kernighan, "An effective heuristic algorithm for the
/// traveling-salesman problem", Operations Research 21 (1973), doi:10.1287/opre.21.2.498; with
/// the sequential steps of K. Helsgaun, "An effective implementation of the Lin–Kernighan
/// traveling salesman heuristic", European Journal of Operational Research 126 (2000),
/// doi:10.1016/S0377-2217(99)00284-2.
struct LinKernighan<Costs: TourCosts>: ~Copyable {
  let costs: Costs
  let count: Int
  var tour: TourArray
  /// The minimum gain, above rounding errors.
  let tolerance: Double
  /// The mean cost of the edges of the first tour, with negative costs counted as 0.
  let meanEdge: Double

  let width: Int
  let neighbors: FixedArray<Int32>
  let distances: FixedArray<Double>

  // The cities from which a search is pending, first in, first out.
  private let queue: FixedArray<Int32>
  private let isQueued: FixedArray<Bool>
  private var queueHead = 0
  private(set) var queueCount = 0

  // The open path of the current search: a row of tour pieces for each depth. The ends of a piece
  // are offsets: distances along the tour from the point where the path was opened.
  let pieces: FixedArray<Piece>
  let steps: FixedArray<Step>
  var origin = 0
  var isForward = true
  var last: Int32 = 0

  var effort: SearchEffort
  /// Whether the preparation finished in time; if false, the search must not be run.
  let isComplete: Bool
  /// The number of tour positions written since this was last set to 0.
  var written = 0

  /// A piece of the tour on the open path.
  struct Piece: BitwiseCopyable {
    var from: Int32
    var to: Int32

    @inline(__always) var low: Int32 { Swift.min(from, to) }
    @inline(__always) var high: Int32 { Swift.max(from, to) }
    @inline(__always) var sign: Int32 { from <= to ? 1 : -1 }
    @inline(__always) var reversed: Piece { Piece(from: to, to: from) }
    @inline(__always) func contains(_ offset: Int32) -> Bool { offset >= low && offset <= high }
  }

  /// One step: an edge added and one removed, or two of each.
  struct Step: BitwiseCopyable {
    /// The gain before closing the tour.
    var value = 0.0
    /// The magnitude of the gain after the first edge of two.
    var peak: Float = 0
    var kind = Kind.none
    /// The piece and offset at which the new edge ends.
    var piece: Int32 = 0
    var offset: Int32 = 0
    /// The piece and offset at which the second new edge ends.
    var secondPiece: Int32 = 0
    var secondOffset: Int32 = 0

    enum Kind: UInt8, BitwiseCopyable {
      case none, turn, splitAndForward, splitAndBackward
    }
  }

  /// The row length of pieces and steps: a path of depth d has d pieces, one step adds at most two,
  /// and the depth is at most ``SearchEffort/maximumDepth``.
  static var stride: Int { SearchEffort.maximumDepth + 2 }
  /// More than the relative rounding error of a sum of the edges of one exchange: 24 additions.
  static var rounding: Double { 0x1p-48 }

  /// Prepares a search; if the watch ends, ``isComplete`` is false.
  init(
    _ costs: Costs, order: [Int32], candidates: TourNeighbors, effort: SearchEffort,
    until watch: inout SearchWatch
  ) {
    self.costs = costs
    count = order.count
    width = candidates.width
    precondition(effort.depth <= SearchEffort.maximumDepth)
    self.effort = effort
    tour = TourArray(order)
    neighbors = FixedArray(candidates.ids)
    distances = FixedArray(repeating: 0, count: candidates.ids.count)
    var least = 0.0
    var isComplete = true
    for city in 0..<count {
      guard watch.hasTime(after: 10 * width) else {
        isComplete = false
        break
      }
      // Sort by cost, which may differ from the order of the lists.
      let row = city * width
      for index in row..<(row + width) {
        let other = neighbors[index]
        let distance = costs.cost(Int32(city), other)
        if !costs.isFixed(Int32(city), other) { least = min(least, distance) }
        var into = index
        while into > row, distances[into - 1] > distance {
          distances[into] = distances[into - 1]
          neighbors[into] = neighbors[into - 1]
          into -= 1
        }
        distances[into] = distance
        neighbors[into] = other
      }
    }
    var longest = 0.0
    var sum = 0.0
    if var last = order.last {
      for city in order {
        let edge = max(0, costs.cost(last, city))
        longest = max(longest, edge)
        sum += edge
        last = city
      }
    }
    self.isComplete = isComplete
    meanEdge = sum / Double(max(count, 1))
    // If an edge has a large negative cost (a fixed end of `DummyCityCosts`), sums are rounded
    // relative to that cost.
    tolerance = max(longest * 1e-12, -least * 0x1p-46)
    queue = FixedArray(repeating: 0, count: count)
    isQueued = FixedArray(repeating: false, count: count)
    pieces = FixedArray(repeating: Piece(from: 0, to: 0), count: Self.stride * Self.stride)
    steps = FixedArray(repeating: Step(), count: Self.stride * Self.stride)
  }

  // MARK: Queue

  /// Appends a city to the queue unless it is already in it.
  @inline(__always)
  mutating func enqueue(_ city: Int32) {
    let index = Int(truncatingIfNeeded: city)
    guard !isQueued[index] else { return }
    isQueued[index] = true
    var slot = queueHead &+ queueCount
    if slot >= count { slot &-= count }
    queue[slot] = city
    queueCount &+= 1
  }

  /// Removes and returns the first city of the queue, which must not be empty.
  @inline(__always)
  mutating func dequeue() -> Int32 {
    let city = queue[queueHead]
    queueHead &+= 1
    if queueHead == count { queueHead = 0 }
    queueCount &-= 1
    isQueued[Int(truncatingIfNeeded: city)] = false
    return city
  }

  // MARK: Offsets

  /// The distance of a city along the tour from the point where the path was opened.
  @inline(__always)
  func offset(_ city: Int32) -> Int32 {
    let place = Int(tour.place[city])
    let distance = isForward ? place &- origin : origin &- place
    return Int32(truncatingIfNeeded: distance < 0 ? distance &+ count : distance)
  }

  /// The position in the tour for an offset.
  @inline(__always)
  func place(_ offset: Int32) -> Int {
    let offset = Int(offset)
    if isForward {
      let place = origin &+ offset
      return place >= count ? place &- count : place
    }
    let place = origin &- offset
    return place < 0 ? place &+ count : place
  }

  /// The city at an offset.
  @inline(__always)
  func city(_ offset: Int32) -> Int32 {
    tour.order[place(offset)]
  }
}

extension LinKernighan {
  /// Replaces the tour by the path of a depth, closed.
  mutating func apply(_ depth: Int) {
    let row = depth &* Self.stride
    var longest = 0
    var length: Int32 = 0
    for index in 0..<depth {
      let piece = pieces[row &+ index]
      enqueue(city(piece.from))
      enqueue(city(piece.to))
      let size = piece.high &- piece.low &+ 1
      if size > length {
        length = size
        longest = index
      }
    }
    let stay = pieces[row &+ longest]
    let moved = count &- Int(length)
    written &+= moved
    let start = place(stay.high == Int32(count &- 1) ? 0 : stay.high &+ 1)
    let end = isForward ? start : start &- moved &+ 1
    let lowest = end < 0 ? end &+ count : end
    if depth == 2 {
      tour.reverse(start: lowest, length: moved)
      return
    }
    var gathered = 0
    var index = longest
    let continues = stay.from <= stay.to
    for _ in 1..<depth {
      var piece: Piece
      if continues {
        index = index == depth &- 1 ? 0 : index &+ 1
        piece = pieces[row &+ index]
      } else {
        index = index == 0 ? depth &- 1 : index &- 1
        piece = pieces[row &+ index].reversed
      }
      let size = Int(piece.high &- piece.low) &+ 1
      tour.gather(
        from: place(piece.from), step: (piece.from <= piece.to) == isForward ? 1 : -1,
        length: size, at: gathered)
      gathered &+= size
    }
    tour.rewrite(start: lowest, step: isForward ? 1 : -1, length: moved)
  }
}
