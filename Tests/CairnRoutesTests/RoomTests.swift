import CairnHours
import CairnRoutes
import TestSupport
import Testing

/// Many must-see stops on long days, for which a complete plan is known to exist.
struct RoomTests {
  /// Windows around the times at which a non-optimal tour reaches the stops; each stop is assigned
  /// to one of two days.
  private func request(
    _ random: inout SeededGenerator, count: Int
  ) -> (windows: [ClosedRange<ClockTime>], days: [TripDay], table: [[Double]]) {
    let places = (0...count).map { _ in (random.double(in: 0...60), random.double(in: 0...60)) }
    let table = places.map { a in
      places.map { b in
        let (dx, dy) = (a.0 - b.0, a.1 - b.1)
        return (dx * dx + dy * dy).squareRoot()
      }
    }
    var windows = [(Double, Double)](repeating: (0, 0), count: count + 1)
    var end = 0.0
    for day in 0..<2 {
      var (left, at, time) = ((1...count).filter { $0 % 2 == day }, 0, 0.0)
      while !left.isEmpty {
        left.sort { (table[at][$0], $0) < (table[at][$1], $1) }
        let next = left.remove(at: min(1, left.count - 1))
        time += table[at][next]
        at = next
        windows[next] = (max(0, time - random.double(in: 0...40)), time + random.double(in: 0...40))
      }
      end = max(end, time + table[at][0])
    }
    let day = TripDay(
      from: ClockTime(seconds: 0), to: ClockTime(seconds: end + 1), startPlace: .row(0),
      endPlace: .row(0))
    return (
      windows.dropFirst().map { ClockTime(seconds: $0.0)...ClockTime(seconds: $0.1) }, [day, day],
      table
    )
  }

  @Test func allStopsAreVisitedIfPossible() throws {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<rounds(8, inDebug: 1) {
      let (windows, days, table) = request(&random, count: 120)
      let stops = windows.indices.map {
        VisitStop(
          "\($0)", place: .row($0 + 1),
          hours: .daily(TimeWindow(windows[$0].lowerBound, windows[$0].upperBound)),
          endsByClosing: false)
      }
      let plan = try SchedulePlanner(limit: .work(400_000)).plan(
        stops, days: days, travel: .table(table))
      #expect(plan.leftOut.isEmpty)
      #expect(plan.days.allSatisfy { $0.visits.count > 40 })
      let visits = plan.days.flatMap(\.visits)
      #expect(Set(visits.map(\.stop)).count == stops.count)
      // Times are integer microseconds.
      #expect(
        visits.allSatisfy {
          let window = windows[$0.stop]
          return $0.start >= window.lowerBound - 1e-6 && $0.start <= window.upperBound + 1e-6
        })
    }
  }
}
