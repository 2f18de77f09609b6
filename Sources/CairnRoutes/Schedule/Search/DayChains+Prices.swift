extension DayChains {
  /// The price of inserting a stop after a node: the delay of the later visits (before any
  /// waiting), or the growth of the cost; nil if the stop does not fit.
  @inline(__always)
  func price(of stop: Int, behind node: Int, byTime: Bool) -> Ticks? {
    let day = Int(nodes[node].day)
    let next = Int(nodes[node].next)
    guard isPlain else {
      return model.hasPauses
        ? priceAmongBreaks(of: stop, behind: node, day: day, byTime: byTime)
        : countsLoadAlone && days[day].arrival < .never
          ? priceByLoad(of: stop, behind: node, before: next, day: day, byTime: byTime)
          : priceByCost(of: stop, behind: node, day: day, byTime: byTime)
    }
    let row = stop &* model.nodeCount
    let (there, on) = (toward[row &+ node], model.travel[row &+ next])
    let direct = nodes[next].leg
    let detour = there &+ on &- direct
    if isLoose[day] {
      let shift = detour &+ model.visit[stop]
      let end = model.closes[day &* model.nodeCount &+ model.end(of: day)]
      return days[day].arrival &+ shift > end ? nil : byTime ? shift : detour
    }
    let departs = nodes[node].departs
    let start = model.startOfVisit(stop, day: day, arriving: departs &+ there)
    if start >= .never { return nil }
    let arrival = start &+ model.visit[stop] &+ on
    if arrival > nodes[next].latest { return nil }
    return byTime ? arrival &- departs &- direct : detour
  }

  /// As `priceByCost(of:behind:day:byTime:)`, on a day that is feasible, if only its travel and
  /// visits count: waiting does not change the cost, so nothing after the next node is evaluated.
  @inline(__always)
  private func priceByLoad(
    of stop: Int, behind node: Int, before next: Int, day: Int, byTime: Bool
  ) -> Ticks? {
    let row = stop &* model.nodeCount
    let (there, on) = (toward[row &+ node], model.travel[row &+ next])
    let start = model.startOfVisit(stop, day: day, arriving: nodes[node].departs &+ there)
    if start >= .never || start &+ model.visit[stop] &+ on > nodes[next].latest { return nil }
    let detour = there &+ on &- nodes[next].leg
    let load = nodes[model.end(of: day)].primary &+ detour &+ model.share(of: stop)
    let growth = ScheduleModel.squared(load) &- days[day].cost.primary
    return growth &+ (byTime ? model.visit[stop] : 0)
  }

  /// As `price(of:behind:byTime:)`, if there are penalties, locked positions or another objective:
  /// the cost of the whole day, evaluated from the node on.
  private func priceByCost(of stop: Int, behind node: Int, day: Int, byTime: Bool) -> Ticks? {
    var rank = nodes[node].rank &+ (node < model.stopCount ? 1 : 0)
    let count = Int32(days[day].count)
    guard model.allows(stop, at: rank, of: count + 1),
      node >= model.stopCount || model.position[node] != ScheduleModel.last
    else { return nil }
    var progress = progress(at: node)
    guard let first = model.step(progress, from: node, to: stop, day: day) else { return nil }
    progress = first
    var previous = stop
    var current = next(node)
    while true {
      rank += 1
      if current < model.stopCount, !model.allows(current, at: rank, of: count + 1) { return nil }
      guard let next = model.step(progress, from: previous, to: current, day: day)
      else { return nil }
      progress = next
      previous = current
      if nodes[current].next < 0 { break }
      current = Int(nodes[current].next)
    }
    let growth = model.cost(progress).primary &- days[day].cost.primary
    return growth &+ (byTime ? model.visit[stop] : 0)
  }

  /// As `price(of:behind:byTime:)`, if there are breaks: the tables show whether the stop fits, by
  /// the sets of breaks taken.
  private func priceAmongBreaks(of stop: Int, behind node: Int, day: Int, byTime: Bool) -> Ticks? {
    let next = next(node)
    var rank = nodes[node].rank &+ (node < model.stopCount ? 1 : 0)
    let count = Int32(days[day].count) &+ 1
    guard model.allows(stop, at: rank, of: count),
      node >= model.stopCount || model.position[node] != ScheduleModel.last,
      let shift = tables.shift(stop, behind: node, before: next, day: day, model)
    else { return nil }
    if countsTravelAlone {
      let detour =
        model.travel(from: node, to: stop) &+ model.travel(from: stop, to: next)
        &- nodes[next].leg
      return byTime ? shift : detour
    }
    var rest: [Int] = []
    var current = next
    while current >= 0 {
      rank &+= 1
      if current < model.stopCount, !model.allows(current, at: rank, of: count) { return nil }
      rest.append(current)
      current = self.next(current)
    }
    guard let cost = tables.cost(with: stop, behind: node, rest, day: day, model) else {
      return nil
    }
    return cost.primary &- days[day].cost.primary &+ (byTime ? model.visit[stop] : 0)
  }

  private func progress(at node: Int) -> ScheduleProgress {
    ScheduleProgress(
      time: nodes[node].departs, primary: nodes[node].primary, secondary: nodes[node].secondary)
  }
}
