extension EditableRoute {
  /// Puts a stop where it lengthens the route least: not before a fixed start, not behind a fixed
  /// end, and into no locked leg.
  ///
  /// - Returns: its position; of equally good ones the first.
  /// - Throws: ``RouteError/invalidCost(_:from:to:)`` when a way to or from it costs NaN, less than 0
  ///   or too much; the new stop is named by the position it would have had. Where it has no valid
  ///   coordinate, the cost is NaN. The route is then unchanged.
  /// - Complexity: O(n).
  @discardableResult
  public mutating func insert(_ stop: Stop) throws(RouteError) -> Int {
    var best = stops.isEmpty ? 0 : -1
    var least = Double.infinity
    for position in (isStartFixed && !stops.isEmpty ? 1 : 0)...stops.count {
      guard canInsert(at: position) else { continue }
      let growth = try self.growth(by: stop, at: position)
      if growth < least {
        least = growth
        best = position
      }
    }
    // Every leg is locked and both ends are fixed: behind the start is as good as anywhere.
    if best < 0 { best = isEndFixed ? stops.count - 1 : stops.count }
    place(stop, at: best)
    return best
  }

  /// Puts a stop at a position; a locked leg that it comes to stand in is no longer locked.
  ///
  /// A stop put before a fixed start becomes the start, one put behind a fixed end the end.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func insert(_ stop: Stop, at position: Int) throws(RouteError) {
    guard (0...stops.count).contains(position) else {
      throw .noSuchPosition(position..<position, count: stops.count)
    }
    place(stop, at: position)
  }

  private mutating func place(_ stop: Stop, at position: Int) {
    if position > 0 { locks[position - 1] = false }
    stops.insert(stop, at: position)
    locks.insert(false, at: position)
  }

  private func canInsert(at position: Int) -> Bool {
    if stops.isEmpty { return true }
    if position == 0 { return !isStartFixed }
    if position == stops.count { return isRound || !isEndFixed }
    return !locks[position - 1]
  }

  /// How much longer a stop makes the route.
  private func growth(by stop: Stop, at position: Int) throws(RouteError) -> Double {
    let before = position > 0 ? position - 1 : isRound ? stops.count - 1 : nil
    let after = position < stops.count ? position : isRound ? 0 : nil
    var growth = 0.0
    if let before, stops.indices.contains(before) {
      growth += try checked(cost(stops[before], stop), from: before, to: position)
    }
    if let after, stops.indices.contains(after) {
      growth += try checked(cost(stop, stops[after]), from: position, to: after)
    }
    if let before, let after, before != after, stops.indices.contains(before),
      stops.indices.contains(after)
    {
      growth -= cost(stops[before], stops[after])
    }
    return growth
  }

  private func checked(_ cost: Double, from: Int, to: Int) throws(RouteError) -> Double {
    guard cost >= 0, cost <= CostMatrix.greatestCost else {
      throw .invalidCost(cost, from: from, to: to)
    }
    return cost
  }

  /// Takes a stop out; its neighbours are joined, and their leg is locked if both of its were.
  ///
  /// When the start or the end that was fixed is taken out, its neighbour takes its place.
  ///
  /// - Returns: the stop.
  /// - Precondition: there is such a position.
  @discardableResult
  public mutating func remove(at position: Int) -> Stop {
    precondition(stops.indices.contains(position), "There is no such position.")
    if position > 0 { locks[position - 1] = locks[position - 1] && locks[position] }
    locks.remove(at: position)
    return stops.remove(at: position)
  }

  /// Turns the route round: the last stop becomes the first; a round trip keeps its first.
  ///
  /// What was fixed and locked stays so at its new place, but for the first leg of a round trip,
  /// which becomes the one that leads back and is no longer locked.
  public mutating func reverse() {
    guard stops.count > 1 else { return }
    // A lock belongs to the stop that its leg leaves, which is now the one that it reached.
    let legs = Array(locks.dropLast())
    if isRound {
      stops[1...].reverse()
      locks = [false] + legs.dropFirst().reversed() + [false]
    } else {
      stops.reverse()
      locks = legs.reversed() + [false]
      swap(&isStartFixed, &isEndFixed)
    }
  }

  /// Keeps the stops at some positions together, in this order and direction.
  ///
  /// A run that includes the first stop stays at the beginning, one that includes the last stop of
  /// an open trip at the end; others may move as a whole.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func lock(_ positions: Range<Int>) throws(RouteError) {
    guard positions.lowerBound >= 0, positions.upperBound <= stops.count else {
      throw .noSuchPosition(positions, count: stops.count)
    }
    for position in positions.dropLast() { locks[position] = true }
  }

  /// Lets the stops at some positions go their own ways again.
  ///
  /// - Throws: ``RouteError/noSuchPosition(_:count:)``.
  public mutating func unlock(_ positions: Range<Int>) throws(RouteError) {
    guard positions.lowerBound >= 0, positions.upperBound <= stops.count else {
      throw .noSuchPosition(positions, count: stops.count)
    }
    for position in positions.dropLast() { locks[position] = false }
  }

  /// Whether the way from a position to the next is locked.
  public func isLocked(at position: Int) -> Bool {
    locks.indices.contains(position) && locks[position]
  }
}
