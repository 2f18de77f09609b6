/// The state of a Lin–Kernighan search.
///
/// A step takes an edge out and looks for exchanges of two to five edges that shorten the tour,
/// along a chain in which every edge that is put in is followed by one that is taken out and the
/// gain so far stays positive. The tour itself is only touched when an exchange is found: until
/// then the path is a short list of pieces of the tour.
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
  /// What a gain must exceed to be one.
  let tolerance: Double
  /// The mean of the edges of the first tour, as far as they cost anything.
  let meanEdge: Double

  let width: Int
  let neighbors: WorkArray<Int32>
  let distances: WorkArray<Double>

  // The cities that a search has yet to begin from, first in, first out.
  private let queue: WorkArray<Int32>
  private let isQueued: WorkArray<Bool>
  private var queueHead = 0
  private(set) var queueCount = 0

  // The open path of the search under way: pieces of the tour, for each depth a row of them.
  // Pieces are told by their distance along the tour from where the path was opened.
  let pieces: WorkArray<Piece>
  let steps: WorkArray<Step>
  var origin = 0
  var isForward = true
  var last: Int32 = 0

  let effort: SearchEffort
  /// False when there was no time to prepare; then nothing must be searched.
  let isComplete: Bool
  /// How many places of the tour were written since it was last asked.
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

  /// One step: an edge put in and one taken out, or two of each.
  struct Step: BitwiseCopyable {
    /// The gain if the tour stays open.
    var value = 0.0
    var kind = Kind.none
    /// The piece and offset where the new edge ends.
    var piece: Int32 = 0
    var offset: Int32 = 0
    /// The same of the second new edge.
    var secondPiece: Int32 = 0
    var secondOffset: Int32 = 0

    enum Kind: UInt8, BitwiseCopyable {
      case none, turn, splitAndForward, splitAndBackward
    }
  }

  static var stride: Int { 12 }

  init(
    _ costs: Costs, order: [Int32], candidates: NeighborLists,
    effort: SearchEffort = SearchEffort()
  ) {
    var watch = SearchWatch()
    self.init(costs, order: order, candidates: candidates, effort: effort, until: &watch)
  }

  /// The same; when the watch is over, the search must be as well.
  init(
    _ costs: Costs, order: [Int32], candidates: NeighborLists, effort: SearchEffort,
    until watch: inout SearchWatch
  ) {
    self.costs = costs
    count = order.count
    width = candidates.width
    self.effort = effort
    tour = TourArray(order)
    neighbors = WorkArray(candidates.ids)
    distances = WorkArray(repeating: 0, count: candidates.ids.count)
    var least = 0.0
    var isComplete = true
    for city in 0..<count {
      guard watch.goesOn(10 * width) else {
        isComplete = false
        break
      }
      // In order of cost, which need not be the order of the lists.
      let row = city * width
      for index in row..<(row + width) {
        let other = neighbors[index]
        let distance = costs.cost(Int32(city), other)
        least = min(least, distance)
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
    // Where an edge costs far less than nothing, sums are rounded to parts of that.
    tolerance = max(longest * 1e-12, -least * 0x1p-46)
    queue = WorkArray(repeating: 0, count: count)
    isQueued = WorkArray(repeating: false, count: count)
    pieces = WorkArray(repeating: Piece(from: 0, to: 0), count: 12 * Self.stride)
    steps = WorkArray(repeating: Step(), count: 12 * Self.stride)
  }

  // MARK: The queue

  /// Puts a city at the end of the queue unless it is in it.
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

  /// Takes the first city out of the queue, which must not be empty.
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

  /// How far along the tour a city lies from where the path was opened.
  @inline(__always)
  func offset(_ city: Int32) -> Int32 {
    let place = Int(tour.place[city])
    let distance = isForward ? place &- origin : origin &- place
    return Int32(truncatingIfNeeded: distance < 0 ? distance &+ count : distance)
  }

  /// The place in the tour that belongs to an offset.
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
