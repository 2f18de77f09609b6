internal import CairnMemory

/// Finds the most likely path of a track with a hidden Markov model, whose states are positions on
/// roads.
///
/// Source: P. Newson and J. Krumm, "Hidden Markov map matching through noise and sparseness"
/// (2009), doi:10.1145/1653771.1653818.
///
/// The cost of a path is the sum of the squared distances from the points, scaled by their
/// variance, and of the length of the path. Newson and Krumm subtract the distance between
/// consecutive points from the length, which is the same for all paths. Since this cost is
/// additive, a single search from all candidates of a layer finds the best path to each candidate
/// of the next one.
struct TrackMatcher<Space: MatchSpace>: ~Copyable {
  let space: Space
  let graph: RoadGraphView
  let profile: RoadProfileView
  let labels: SearchLabels
  let layers: [TrackLayer]
  let options: RoadMatchOptions
  let model: MatchModel
  var finder: CandidateFinder
  var targets = MatchTargets()
  /// The candidates of all layers.
  var candidates = GrowableArray<MatchCandidate>(capacity: 1024)
  /// The candidates of each layer.
  var ranges: [Range<Int>] = []
  /// The arcs of the paths between candidates.
  var arcs = GrowableArray<UInt32>(capacity: 1024)

  init(
    _ space: Space, _ boxes: EdgeBoxes, _ labels: SearchLabels, _ layers: [TrackLayer],
    _ options: RoadMatchOptions
  ) {
    self.space = space
    graph = space.graph
    profile = space.profile
    self.labels = labels
    self.layers = layers
    self.options = options
    model = MatchModel(space.profile)
    finder = CandidateFinder(space.graph, boxes)
    ranges.reserveCapacity(layers.count)
  }

  // MARK: Candidates

  /// Adds the candidates of the next layer.
  mutating func addCandidates(_ layer: TrackLayer) {
    let start = candidates.count
    let given = options.snapRadius ?? .nan
    let radius = given.isNaN ? max(60, 5 * layer.sigma) : max(given, 0)
    let reach = MatchModel.reach * layer.sigma + 8
    find(layer, min(radius, reach))
    if finder.found.count == 0, radius > reach {
      find(layer, radius)
      // The nearest road, and those that are nearly as near.
      if let nearest = finder.nearest { finder.keep(within: nearest + reach) }
    }
    finder.keep(nearest: MatchModel.candidateLimit)
    for index in 0..<finder.found.count { add(finder.found[index], layer.sigma) }
    ranges.append(start..<candidates.count)
  }

  private mutating func find(_ layer: TrackLayer, _ radius: Double) {
    let (graph, profile) = (graph, profile.index)
    finder.find(latitude: layer.latitude, longitude: layer.longitude, radius: radius) { edge in
      let index = 2 * (Int(graph.edgeClasses[edge]) * graph.profileCount + profile)
      return graph.classSpeeds[index] > 0 || graph.classSpeeds[index + 1] > 0
    }
  }

  private mutating func add(_ found: CandidateFinder.Found, _ sigma: Double) {
    let emission = model.emission(squaredDistance: found.squaredDistance, sigma: sigma)
    for direction in 0...1 {
      let arc = Int(graph.edgeArcs[2 * found.edge + direction])
      guard graph.speed(arc, profile.index) > 0 else { continue }
      let weight = profile.weights[arc]
      let cost = cost(arc, weight)
      let part = found.length > 0 ? found.along / found.length : 0
      let before = UInt32(Double(cost) * (direction == 0 ? part : 1 - part))
      candidates.append(
        MatchCandidate(
          arc: UInt32(arc), segment: UInt32(found.segment), fraction: found.fraction,
          squaredDistance: found.squaredDistance, before: before, after: cost - min(before, cost),
          emission: emission))
    }
  }

  /// The cost of a whole arc.
  @inline(__always)
  func cost(_ arc: Int, _ weight: UInt32) -> UInt32 {
    let speed = graph.speed(arc, profile.index)
    guard weight < RoadGeometry.impassable else {
      let time = graph.fullTime(arc, profile.index) ?? 0
      return model.cost(milliseconds: time, speed: speed)
        &+ MatchModel.privateCost
    }
    return model.cost(milliseconds: weight, speed: speed)
  }

  // MARK: Steps between layers

  /// Computes the scores of a layer's candidates at the beginning of a piece.
  mutating func begin(_ layer: Int) {
    for index in ranges[layer] {
      candidates[index].score = candidates[index].emission
      candidates[index].previous = -1
      candidates[index].isTurn = false
    }
    finish(layer)
  }

  /// Computes the scores of a layer's candidates from those of an earlier layer.
  ///
  /// - Returns: whether a path leads to any of them.
  mutating func advance(from source: Int, to target: Int) -> Bool {
    targets.removeAll()
    let range = ranges[target]
    for index in range {
      candidates[index].score = MatchCandidate.unreached
      candidates[index].isTurn = false
      targets.append(arc: Int(candidates[index].arc))
    }
    let distance = distance(layers[source], layers[target])
    let sigma = max(layers[source].sigma, layers[target].sigma)
    let limit =
      UInt32(min(100 * (3 * distance + 300 + 6 * sigma), 1e9)) &+ model.beam
    var best = UInt32.max - model.beam
    defer { labels.reset() }
    for index in ranges[source] where candidates[index].score < model.beam {
      seed(index, range, backward: UInt32(100 * (3 * sigma)), &best)
    }
    search(range, limit: limit, &best)
    guard best < UInt32.max - model.beam else { return false }
    storePaths(range, best &+ model.beam)
    finish(target)
    return true
  }

  /// Starts the search at a candidate, and goes along its arc to the targets on it.
  private mutating func seed(
    _ index: Int, _ range: Range<Int>, backward: UInt32, _ best: inout UInt32
  ) {
    let source = candidates[index]
    let arc = Int(source.arc)
    _ = labels.lower(
      space.entered(arc), to: source.score &+ source.after,
      code: SearchLabels.seedBit | UInt32(truncatingIfNeeded: index))
    var entry = targets.first(arc: arc)
    while entry >= 0 {
      let target = range.lowerBound + entry
      if candidates[target].arc == source.arc {
        let (from, to) = (source.before, candidates[target].before)
        // Noise may move a traveler backward by a few meters; only larger distances are turns.
        if to >= from || from - to <= backward {
          let cost = source.score &+ (to >= from ? to - from : from - to)
          reach(target, cost, previous: index, isDirect: true, &best)
        }
      }
      entry = targets.next(entry)
    }
  }

  /// Records a path to a target if it is the best one.
  @inline(__always)
  private mutating func reach(
    _ target: Int, _ cost: UInt32, previous: Int, isDirect: Bool, _ best: inout UInt32
  ) {
    let score = cost &+ candidates[target].emission
    guard score < candidates[target].score else { return }
    candidates[target].score = score
    candidates[target].previous = Int32(truncatingIfNeeded: previous)
    candidates[target].isDirect = isDirect
    if score < best { best = score }
  }

  private mutating func search(_ range: Range<Int>, limit: UInt32, _ best: inout UInt32) {
    while let (cost, state) = labels.popCurrent() {
      guard cost <= limit, cost < best &+ model.beam else { break }
      // Copies, since the closure cannot borrow this value while it changes it.
      var nearest = best
      step(cost, state, range, &nearest)
      best = nearest
    }
  }

  @inline(__always)
  private mutating func step(
    _ cost: UInt32, _ state: Int, _ range: Range<Int>, _ best: inout UInt32
  ) {
    let space = space
    space.steps(from: state) { arc, weight, next, code in
      var entry = targets.first(arc: arc)
      while entry >= 0 {
        let target = range.lowerBound + entry
        if Int(candidates[target].arc) == arc {
          reach(
            target, cost &+ candidates[target].before, previous: state, isDirect: false, &best)
        }
        entry = targets.next(entry)
      }
      _ = labels.lower(next, to: cost &+ self.cost(arc, weight), code: code)
    }
  }

  /// Replaces the states before the targets by candidates of the earlier layer and arcs.
  private mutating func storePaths(_ range: Range<Int>, _ bound: UInt32) {
    for index in range {
      guard candidates[index].score < bound else {
        candidates[index].score = MatchCandidate.unreached
        continue
      }
      candidates[index].firstArc = Int32(truncatingIfNeeded: arcs.count)
      candidates[index].arcCount = 0
      guard !candidates[index].isDirect else { continue }
      var state = Int(candidates[index].previous)
      while labels.codes[state] & SearchLabels.seedBit == 0 {
        let step = space.stepBack(state, labels.codes[state])
        arcs.append(UInt32(step.arc))
        state = step.state
      }
      let start = Int(candidates[index].firstArc)
      candidates[index].arcCount = Int32(arcs.count - start)
      candidates[index].previous = Int32(labels.codes[state] & ~SearchLabels.seedBit)
    }
  }

  /// Lets travelers turn around at the candidates of a layer, and makes the least score 0.
  private mutating func finish(_ layer: Int) {
    let range = ranges[layer]
    let penalty = model.turnCost
    var least = UInt32.max
    for index in range { least = min(least, candidates[index].score) }
    guard least < UInt32.max else { return }
    // The candidates of the two directions of an edge are neighbors.
    for index in range.dropFirst()
    where candidates[index].arc == UInt32(graph.reverse(Int(candidates[index - 1].arc)))
      && candidates[index].segment == candidates[index - 1].segment
      && candidates[index].fraction == candidates[index - 1].fraction
    {
      turn(index - 1, index, penalty)
      turn(index, index - 1, penalty)
    }
    for index in range where candidates[index].score < UInt32.max {
      candidates[index].score -= least
    }
  }

  private mutating func turn(_ from: Int, _ to: Int, _ penalty: UInt32) {
    guard candidates[from].score < UInt32.max - penalty, !candidates[from].isTurn,
      candidates[from].score + penalty < candidates[to].score
    else { return }
    candidates[to].score = candidates[from].score + penalty
    candidates[to].previous = Int32(truncatingIfNeeded: from)
    candidates[to].isTurn = true
  }

  private func distance(_ first: TrackLayer, _ second: TrackLayer) -> Double {
    RoadGeometry.distance(
      Int32(first.latitude), Int32(first.longitude), Int32(second.latitude),
      Int32(second.longitude))
  }
}
