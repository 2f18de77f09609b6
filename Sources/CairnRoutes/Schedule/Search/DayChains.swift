/// The visits of all days as linked chains of nodes, from the start of each day to its end.
///
/// Tables beside the chains show in O(1) whether another visit fits, and a log allows changes to be
/// rolled back.
///
/// A change to a chain takes O(1), plus the update of the departures after it and the latest
/// arrivals before it, which stops as soon as the values do not change. On an *unconstrained* day
/// (`isLoose`), where no window binds, only the arrival at the end is updated.
struct DayChains: Sendable {
  let model: ScheduleModel
  /// Whether only windows and travel count.
  let isPlain: Bool
  /// Whether only windows, travel and breaks count.
  let countsTravelAlone: Bool
  /// Whether only windows and the load of each day count: its travel and visits.
  let countsLoadAlone: Bool
  /// The feasibility tables for days with breaks.
  private(set) var tables: BreakTables
  /// For each day, whether no window binds except that of the day itself.
  let isLoose: [Bool]
  /// The transposed travel table: the travel time *to* each node from every other, row by row.
  ///
  /// Trying positions for a stop reads a single row of each table; reading a column would be a
  /// cache miss each.
  let toward: [Ticks]
  var nodes: [Node]
  var days: [Day]
  /// The stops that are left out, in no order.
  private(set) var absent: [Int32]
  /// The index of each stop in `absent`.
  private var absentIndex: [Int32]

  private var log: [(node: Int32, Node)] = []
  private var dayLog: [(day: Int32, Day)] = []
  private var isLogged: [Bool]
  private var isDayLogged: [Bool]
  /// For each node, whether it is a booked stop in a fixed position; empty if none exist.
  private var isPinned: [Bool] = []
  /// The number of booked stops in fixed positions.
  private(set) var pinnedCount = 0

  /// Creates days that contain only those booked stops that are among `stops`.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - stops: the nodes that may be visited.
  init(_ model: ScheduleModel, stops: [Int]) {
    self.model = model
    let isPlain = model.isPlain
    self.isPlain = isPlain
    countsTravelAlone = model.countsTravelAlone
    countsLoadAlone = model.countsLoadAlone
    toward = model.travelToward
    tables = BreakTables(model)
    isLoose = (0..<model.dayCount).map { day in
      isPlain
        && model.bookings(on: day).isEmpty
        && stops.allSatisfy { stop in
          let slot = day * model.nodeCount
          return model.closes[slot + stop] == -.never
            || model.breakStart[slot + stop] < 0
              && model.opens[slot + stop] <= model.opens[slot + model.start(of: day)]
              && model.closes[slot + stop] >= model.closes[slot + model.end(of: day)]
        }
    }
    nodes = [Node](repeating: Node(), count: model.nodeCount)
    days = [Day](repeating: Day(), count: model.dayCount)
    absent = stops.map { Int32($0) }
    absentIndex = [Int32](repeating: -1, count: model.nodeCount)
    isLogged = [Bool](repeating: false, count: model.nodeCount)
    isDayLogged = [Bool](repeating: false, count: model.dayCount)
    for (index, stop) in absent.enumerated() { absentIndex[Int(stop)] = Int32(index) }
    for day in days.indices {
      let (start, end) = (model.start(of: day), model.end(of: day))
      nodes[start].day = Int32(day)
      nodes[end].day = Int32(day)
      nodes[start].next = Int32(end)
      nodes[end].previous = Int32(start)
      nodes[end].leg = model.travel(from: start, to: end)
      link(model.bookings(on: day), behind: start)
      refresh(day)
    }
    commit()
  }

  // MARK: Queries

  @inline(__always)
  func next(_ node: Int) -> Int { Int(nodes[node].next) }

  @inline(__always)
  func previous(_ node: Int) -> Int { Int(nodes[node].previous) }

  /// The day of a stop, or -1 if it is left out.
  @inline(__always)
  func day(of stop: Int) -> Int { Int(nodes[stop].day) }

  // MARK: Changes

  /// Inserts a stop that is left out after a node.
  ///
  /// - Returns: false, without a change, if the stop is already visited or the node is on no day.
  @discardableResult
  mutating func insert(_ stop: Int, behind node: Int) -> Bool {
    let day = Int(nodes[node].day)
    guard day >= 0, nodes[stop].day < 0 else { return false }
    let next = Int(nodes[node].next)
    link(stop, behind: node)
    settle(from: node, to: next, day)
    return true
  }

  /// Removes consecutive visits of a day, except booked ones; visits that lose the position they
  /// are locked to are removed as well.
  ///
  /// - Parameters:
  ///   - first: the first visit to remove.
  ///   - count: the number of visits to remove.
  mutating func remove(from first: Int, count: Int) {
    let day = Int(nodes[first].day)
    let before = Int(nodes[first].previous)
    var node = first
    for _ in 0..<count where node < model.stopCount {
      let next = Int(nodes[node].next)
      if !pins(node) { unlink(node) }
      node = next
    }
    if !isPlain { removeMisplaced(day) }
    settle(from: before, to: node, day)
    // Without them the leg from the previous visit to the next one may be impossible or too long.
    if !isFeasible(day), days[day].count > 0 { clear(day) }
  }

  /// Removes all visits of a day except booked ones.
  mutating func clear(_ day: Int) {
    let (start, end) = (model.start(of: day), model.end(of: day))
    var node = Int(nodes[start].next)
    while node != end {
      let next = Int(nodes[node].next)
      if !pins(node) { unlink(node) }
      node = next
    }
    settle(from: start, to: end, day)
  }

  /// Sets the visits of a day; each must be left out or on that day already.
  ///
  /// - Returns: false if one of them is on another day or listed twice; it then stays where it is.
  @discardableResult
  mutating func replace(_ day: Int, _ visits: some Sequence<Int>) -> Bool {
    let (start, end) = (model.start(of: day), model.end(of: day))
    while Int(nodes[start].next) != end { unlink(Int(nodes[start].next)) }
    var node = start
    var areAllSet = true
    for visit in visits {
      guard nodes[visit].day < 0 else {
        areAllSet = false
        continue
      }
      link(visit, behind: node)
      node = visit
    }
    refresh(day)
    return areAllSet
  }

  /// Whether a visit has a fixed position.
  @inline(__always)
  func pins(_ node: Int) -> Bool { !isPinned.isEmpty && isPinned[node] }

  /// Links booked stops after a node and fixes their positions.
  private mutating func link(_ booked: [Int], behind node: Int) {
    if booked.isEmpty { return }
    if isPinned.isEmpty { isPinned = [Bool](repeating: false, count: model.nodeCount) }
    var node = node
    for stop in booked where absentIndex[stop] >= 0 {
      link(stop, behind: node)
      isPinned[stop] = true
      pinnedCount += 1
      node = stop
    }
  }

  mutating func link(_ stop: Int, behind node: Int) {
    let next = Int(nodes[node].next)
    let day = nodes[node].day
    note(node)
    note(stop)
    note(next)
    note(day: Int(day))
    let direct = nodes[next].leg
    nodes[stop].next = Int32(next)
    nodes[stop].previous = Int32(node)
    nodes[stop].day = day
    nodes[stop].leg = model.travel(from: node, to: stop)
    nodes[node].next = Int32(stop)
    nodes[next].previous = Int32(stop)
    nodes[next].leg = model.travel(from: stop, to: next)
    days[Int(day)].count += 1
    grow(Int(day), by: nodes[stop].leg &+ nodes[next].leg &- direct, model.visit[stop])
    present(stop)
  }

  mutating func unlink(_ stop: Int) {
    let (before, next) = (Int(nodes[stop].previous), Int(nodes[stop].next))
    let day = Int(nodes[stop].day)
    note(before)
    note(stop)
    note(next)
    note(day: day)
    let detour = nodes[stop].leg &+ nodes[next].leg
    nodes[before].next = Int32(next)
    nodes[next].previous = Int32(before)
    nodes[next].leg = model.travel(from: before, to: next)
    nodes[stop] = Node()
    days[day].count -= 1
    grow(day, by: nodes[next].leg &- detour, -model.visit[stop])
    absentIndex[stop] = Int32(absent.count)
    absent.append(Int32(stop))
  }

  /// Adds travel and visiting time, which determine everything on an unconstrained day.
  @inline(__always)
  private mutating func grow(_ day: Int, by travel: Ticks, _ visit: Ticks) {
    days[day].cost.primary &+= travel
    if isLoose[day] {
      days[day].arrival &+= travel &+ visit
      days[day].cost.secondary = days[day].arrival
    }
  }

  private mutating func present(_ stop: Int) {
    let index = Int(absentIndex[stop])
    let last = absent[absent.count - 1]
    absent[index] = last
    absentIndex[Int(last)] = Int32(index)
    absentIndex[stop] = -1
    absent.removeLast()
  }

  // MARK: Tables

  /// Updates the tables after a change between two nodes of a day.
  mutating func settle(from before: Int, to behind: Int, _ day: Int) {
    guard isPlain else { return refresh(day) }
    if isLoose[day] { return }
    var node = Int(nodes[before].next)
    var time = nodes[before].departs
    var isPast = false
    while true {
      isPast = isPast || node == behind
      let start = model.startOfVisit(node, day: day, arriving: time &+ nodes[node].leg)
      time = start >= .never ? .never : start &+ model.visit[node]
      if isPast, time == nodes[node].departs { break }
      note(node)
      nodes[node].departs = time
      if nodes[node].next < 0 {
        days[day].arrival = time
        days[day].cost.secondary = time
        break
      }
      node = Int(nodes[node].next)
    }
    node = Int(nodes[behind].previous)
    var latest = nodes[behind].latest
    var leg = nodes[behind].leg
    isPast = false
    while true {
      isPast = isPast || node == before
      latest = model.latestStartOfVisit(
        node, day: day, by: latest &- leg &- model.visit[node])
      if isPast, latest == nodes[node].latest { break }
      note(node)
      nodes[node].latest = latest
      if nodes[node].previous < 0 { break }
      leg = nodes[node].leg
      node = Int(nodes[node].previous)
    }
  }

  /// Computes all tables of a day.
  mutating func refresh(_ day: Int) {
    let (start, end) = (model.start(of: day), model.end(of: day))
    note(day: day)
    note(start)
    if model.hasPauses { return refreshWithBreaks(day) }
    var progress = model.departure(on: day)
    nodes[start].departs = progress.time
    var node = start
    var rank: Int32 = 0
    var travel: Ticks = 0
    while node != end {
      let next = Int(nodes[node].next)
      note(next)
      travel &+= nodes[next].leg
      // Once impossible, the rest stays impossible: no window is open at `.never`.
      progress =
        model.step(progress, from: node, to: next, day: day) ?? ScheduleProgress(time: .never)
      nodes[next].departs = progress.time
      nodes[next].primary = progress.primary
      nodes[next].secondary = progress.secondary
      nodes[next].rank = rank
      rank += 1
      node = next
    }
    days[day].arrival = progress.time
    days[day].cost =
      progress.time < .never
      ? model.cost(progress) : ScheduleCost(primary: isPlain ? travel : .noWay, secondary: 0)
    var latest = model.latestStartOfVisit(end, day: day, by: .never)
    nodes[end].latest = latest
    while node != start {
      let before = Int(nodes[node].previous)
      latest = model.latestStartOfVisit(
        before, day: day, by: latest &- nodes[node].leg &- model.visit[before])
      nodes[before].latest = latest
      node = before
    }
  }

  /// As `refresh(_:)`, for requests with breaks.
  private mutating func refreshWithBreaks(_ day: Int) {
    let order = nodes(on: day)
    tables.fill(order, day: day, model)
    for (index, node) in order.enumerated() {
      note(node)
      nodes[node].departs = tables.departure(node)
      nodes[node].rank = Int32(max(0, index - 1))
    }
    let end = model.end(of: day)
    days[day].arrival = nodes[end].departs
    days[day].cost =
      tables.cost(at: end, model) ?? ScheduleCost(primary: .noWay, secondary: 0)
  }

  // MARK: Rollback

  /// Calls `body` for each stop that was added or removed since the last commit.
  @inline(__always)
  func changes(_ body: (_ stop: Int, _ isAbsent: Bool) -> Void) {
    for (node, old) in log where Int(node) < model.stopCount {
      let isAbsent = nodes[Int(node)].day < 0
      if isAbsent != (old.day < 0) { body(Int(node), isAbsent) }
    }
  }

  @inline(__always)
  mutating func note(_ node: Int) {
    if isLogged[node] { return }
    isLogged[node] = true
    log.append((Int32(node), nodes[node]))
  }

  @inline(__always)
  mutating func note(day: Int) {
    if isDayLogged[day] { return }
    isDayLogged[day] = true
    dayLog.append((Int32(day), days[day]))
  }

  /// Commits all changes.
  mutating func commit() {
    for (node, _) in log { isLogged[Int(node)] = false }
    for (day, _) in dayLog { isDayLogged[Int(day)] = false }
    log.removeAll(keepingCapacity: true)
    dayLog.removeAll(keepingCapacity: true)
  }

  /// Rolls back all changes since the last commit.
  mutating func rollBack() {
    for (node, old) in log {
      let stop = Int(node)
      if stop < model.stopCount, (old.day < 0) != (nodes[stop].day < 0) {
        if old.day >= 0 {
          present(stop)
        } else {
          absentIndex[stop] = Int32(absent.count)
          absent.append(node)
        }
      }
      nodes[stop] = old
    }
    for (day, old) in dayLog { days[Int(day)] = old }
    if model.hasPauses {
      for (day, _) in dayLog { tables.fill(nodes(on: Int(day)), day: Int(day), model) }
    }
    commit()
  }
}
