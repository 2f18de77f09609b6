internal import CairnMemory

/// The layers of a piece.
struct MatchChain {
  var beginning: RoadMatch.Piece.Beginning
  var layers: [Int] = []
}

/// The most likely path of a chain.
struct MatchPath {
  /// A part of the path along an arc.
  struct Span {
    var arc: Int
    /// The position at which it begins; nil for the beginning of the arc.
    var start: EdgePosition?
    /// The position at which it ends; nil for the end of the arc.
    var end: EdgePosition?
  }

  /// The position of a layer.
  struct Stop {
    var layer: Int
    var span: Int
    var position: EdgePosition
    var confidence: Double
  }

  var spans: [Span] = []
  var stops: [Stop] = []
}

extension TrackMatcher {
  /// The number of consecutive layers without a path after which the piece ends.
  private static var patience: Int { 3 }

  /// Divides the track into pieces, and scores the candidates of all layers.
  mutating func chains() -> [MatchChain] {
    var chains: [MatchChain] = []
    var chain = MatchChain(beginning: .start)
    // Layers without a path from the chain, or without a road, since its last layer.
    var unreached: [Int] = []
    var emptyCount = 0
    var index = 0
    func begin(_ beginning: RoadMatch.Piece.Beginning) {
      if !chain.layers.isEmpty { chains.append(chain) }
      chain = MatchChain(beginning: beginning)
      unreached = []
    }
    while index < layers.count || !unreached.isEmpty {
      if index == layers.count || unreached.count > Self.patience {
        index = unreached[0]
        begin(.noPath)
      }
      if ranges.count == index { addCandidates(layers[index]) }
      if layers[index].isAfterGap, !chain.layers.isEmpty || !unreached.isEmpty {
        if let first = unreached.first {
          // The layers before the gap begin their own piece.
          index = first
          begin(.noPath)
        } else {
          begin(.gap)
        }
      }
      if layers[index].isAfterGap, chain.layers.isEmpty, chain.beginning == .noRoad {
        chain.beginning = .gap
      }
      if ranges[index].isEmpty {
        emptyCount += 1
        if emptyCount > 1, !chain.layers.isEmpty, unreached.isEmpty { begin(.noRoad) }
        if chain.layers.isEmpty { chain.beginning = .noRoad }
        index += 1
        continue
      }
      emptyCount = 0
      if let last = chain.layers.last {
        if advance(from: last, to: index) {
          chain.layers.append(index)
          unreached = []
        } else {
          unreached.append(index)
        }
      } else {
        self.begin(index)
        chain.layers.append(index)
      }
      index += 1
    }
    if !chain.layers.isEmpty { chains.append(chain) }
    return chains
  }

  /// The most likely path of a chain.
  func path(of chain: MatchChain) -> MatchPath {
    guard let last = chain.layers.last else { return MatchPath() }
    var best = ranges[last].lowerBound
    for index in ranges[last] where candidates[index].score < candidates[best].score {
      best = index
    }
    // The candidates of the path, backward.
    var steps: [Int] = [best]
    var owners: [Int] = [chain.layers.count - 1]
    while candidates[best].previous >= 0 {
      let owner = owners[owners.count - 1]
      owners.append(candidates[best].isTurn ? owner : owner - 1)
      best = Int(candidates[best].previous)
      steps.append(best)
    }
    var path = MatchPath()
    for offset in steps.indices.reversed() {
      let candidate = candidates[steps[offset]]
      append(candidate, isFirst: offset == steps.count - 1, to: &path)
      let owner = owners[offset]
      let stop = MatchPath.Stop(
        layer: chain.layers[owner], span: path.spans.count - 1,
        position: candidate.position(graph), confidence: 0)
      if path.stops.count > owner { path.stops[owner] = stop } else { path.stops.append(stop) }
    }
    addConfidence(chain, to: &path)
    return path
  }

  private func append(_ candidate: MatchCandidate, isFirst: Bool, to path: inout MatchPath) {
    let position = candidate.position(graph)
    let arc = Int(candidate.arc)
    let last = path.spans.count - 1
    if isFirst {
      path.spans.append(MatchPath.Span(arc: arc, start: position, end: position))
    } else if candidate.isTurn {
      path.spans.append(MatchPath.Span(arc: arc, start: path.spans[last].end, end: position))
    } else if candidate.isDirect {
      // Noise may have moved the position backward.
      if let end = path.spans[last].end, isBefore(end, position, arc) {
        path.spans[last].end = position
      }
    } else {
      path.spans[last].end = nil
      // The arcs are stored backward, and the last one is that of the previous candidate or one
      // after it.
      for index in 0..<Int(candidate.arcCount) {
        let arc = Int(arcs[Int(candidate.firstArc) + Int(candidate.arcCount) - 1 - index])
        path.spans.append(MatchPath.Span(arc: arc, start: nil, end: nil))
      }
      path.spans.append(MatchPath.Span(arc: arc, start: nil, end: position))
    }
  }

  /// Whether a position is before another one in the direction of an arc.
  private func isBefore(_ first: EdgePosition, _ second: EdgePosition, _ arc: Int) -> Bool {
    let isReversed = graph.arcEdges[arc] & 1 == 1
    let (a, b) = isReversed ? (second, first) : (first, second)
    return (a.segment, a.fraction) < (b.segment, b.fraction)
  }

  /// Estimates how likely the road of each stop is.
  ///
  /// The paths to the candidates two layers later show which candidates here explain the track
  /// best; each path votes for the road that it uses here.
  private func addConfidence(_ chain: MatchChain, to path: inout MatchPath) {
    for index in path.stops.indices {
      let later = ranges[chain.layers[min(index + 2, chain.layers.count - 1)]]
      let range = ranges[chain.layers[index]]
      let edge = path.stops[index].position.edge
      var all = 0.0
      var same = 0.0
      for candidate in later where candidates[candidate].score < model.beam {
        let weight = exponential(-model.nats(candidates[candidate].score))
        var ancestor = candidate
        while ancestor >= range.upperBound { ancestor = Int(candidates[ancestor].previous) }
        all += weight
        if Int(graph.arcEdges[Int(candidates[ancestor].arc)] >> 1) == edge { same += weight }
      }
      let sigma = layers[path.stops[index].layer].sigma
      let nats = model.nats(
        model.emission(
          squaredDistance: path.stops[index].position.squaredDistance, sigma: sigma))
      // Three standard deviations away, the traveler may as well have left the roads.
      let isOnRoad = 1 / (1 + exponential(nats - 4.5))
      path.stops[index].confidence = all > 0 ? same / all * isOnRoad : 0
    }
  }
}
