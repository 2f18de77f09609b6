/// What no route can be shorter than, from minimum spanning trees under node weights.
///
/// A route is a spanning tree with two edges at each stop, or one at an end. Weights on the stops
/// shift the lengths of all routes alike and those of trees with other degrees differently, so
/// the shortest tree under any weights bounds all routes; the weights are chosen to make the tree
/// as much of a route as possible. Held and Karp, "The traveling-salesman problem and minimum
/// spanning trees" (1970, doi:10.1287/opre.18.6.1138; 1971, doi:10.1007/BF01584070), with the
/// steps of Held, Wolfe and Crowder (1974, doi:10.1007/BF01580223).
///
/// Open trips need no detour: the tree over all stops, of which an end that is fixed should have
/// one edge, and of which the ends that are free are those that cost least to be it.
///
/// The bound holds in spite of rounding: what all the roundings can amount to is taken off.
internal struct SpanningTreeBound {
  private let tree: SpanningTree
  private let trip: Trip
  /// The stop of a round trip that is joined to the tree by two edges of its own.
  private let special: Int?
  private var weights: [Double]
  /// The best bound so far.
  internal private(set) var value = 0.0

  /// Begins with no weights.
  ///
  /// - Precondition: the costs are symmetric, and there are at least 3 stops.
  internal init(_ costs: CostMatrix, trip: Trip) {
    self.init(SpanningTree(costs), trip: trip)
  }

  /// Begins with costs that are laid out.
  internal init(_ tree: SpanningTree, trip: Trip) {
    self.tree = tree
    self.trip = trip
    special = trip.isRound ? Self.remotest(tree) : nil
    weights = [Double](repeating: 0, count: tree.count)
  }

  /// The stop whose second cheapest edge is the most expensive.
  private static func remotest(_ tree: SpanningTree) -> Int {
    var remotest = 0
    var most = -1.0
    for stop in 0..<tree.count {
      var first = Double.infinity
      var second = Double.infinity
      for other in 0..<tree.count {
        let cost = tree.cost(stop, other)
        if cost < first {
          second = first
          first = cost
        } else if cost < second {
          second = cost
        }
      }
      if second > most {
        most = second
        remotest = stop
      }
    }
    return remotest
  }

  /// Raises the bound.
  ///
  /// - Parameters:
  ///   - length: the length of a route, as good as can be had.
  ///   - iterations: how many trees are made at most.
  internal mutating func raise(towards length: Double, iterations: Int) {
    var watch = SearchWatch()
    raise(towards: length, iterations: iterations, until: &watch)
  }

  /// The same until a watch is over.
  internal mutating func raise(
    towards length: Double, iterations: Int, until watch: inout SearchWatch
  ) {
    let count = tree.count
    var direction = [Double](repeating: 0, count: count)
    // Long steps and much of the way before: the bound rises twice as fast as with neither.
    var stride = 3.0
    var sinceRise = 0
    var lastLevel = -Double.infinity
    let patience = max(8, min(15, iterations / 12))
    for _ in 0..<iterations {
      guard watch.goesOn(count * count / 3) else { break }
      var slopes = [Double](repeating: 0, count: count)
      let level = evaluate(&slopes)
      if level > lastLevel { value = max(value, level) }
      let steepness = slopes.reduce(0) { $0 + $1 * $1 }
      if steepness == 0 || length - value <= 1e-12 * length { break }
      if level > lastLevel {
        lastLevel = level
        sinceRise = 0
      } else {
        sinceRise += 1
        if sinceRise >= patience {
          stride /= 2
          sinceRise = 0
          if stride < 1e-4 { break }
        }
      }
      let step = stride * max(length - level, 1e-9 * length) / steepness
      for stop in 0..<count {
        direction[stop] = 0.2 * slopes[stop] + 0.8 * direction[stop]
        weights[stop] += step * direction[stop]
      }
    }
  }

  /// The bound under the present weights, rounding taken off.
  ///
  /// - Parameter slopes: becomes how many edges too many each stop has.
  private func evaluate(_ slopes: inout [Double]) -> Double {
    let found = tree.shortest(weights: weights, excluded: special)
    var sum = CompensatedSum()
    sum.add(found.length)
    var greatest = found.greatest
    for (stop, degree) in found.degrees.enumerated() {
      slopes[stop] = Double(degree - 2)
      sum.add(-2 * weights[stop])
    }
    func end(at stop: Int) {
      sum.add(weights[stop])
      slopes[stop] += 1
    }
    if let special {
      let (first, second) = twoLeast(except: special) { tree.cost(special, $0) + weights[$0] }
      for stop in [first, second] {
        let length = tree.cost(special, stop) + weights[stop]
        sum.add(length)
        sum.add(weights[special])
        greatest = max(greatest, length.magnitude)
        slopes[stop] += 1
      }
      slopes[special] = 0
    } else {
      // A fixed end is not the free one as well.
      switch (trip.start, trip.end) {
      case (let start?, let other?):
        end(at: start)
        end(at: other)
      case (let fixed?, nil), (nil, let fixed?):
        end(at: fixed)
        end(at: twoLeast(except: fixed) { weights[$0] }.0)
      case (nil, nil):
        let (first, second) = twoLeast(except: -1) { weights[$0] }
        end(at: first)
        end(at: second)
      }
    }
    let heaviest = weights.reduce(0) { max($0, $1.magnitude) }
    return sum.value - Double(tree.count) * 0x1p-47 * (greatest + 4 * heaviest)
  }

  /// The two stops, but for one, with the least values.
  private func twoLeast(except: Int, _ value: (Int) -> Double) -> (Int, Int) {
    var first = (value: Double.infinity, stop: except == 0 ? 1 : 0)
    var second = first
    for stop in 0..<tree.count where stop != except {
      let here = value(stop)
      if here < first.value {
        second = first
        first = (here, stop)
      } else if here < second.value {
        second = (here, stop)
      }
    }
    return (first.stop, second.stop)
  }
}
