import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// The best part of a tour of all stops, if a day is too short for the whole tour.
struct TourPartTests {
  @Test func bestPartIsFound() throws {
    var random = SeededGenerator(seed: 61)
    for round in 0..<rounds(60, inDebug: 20) {
      let count = 1 + round % 9
      // Travel times that violate the triangle inequality, some of them 0, and stops without a
      // duration.
      let table = (0...count).map { _ in
        (0...count).map { _ in Double(Int.random(in: 0...40, using: &random)) }
      }
      let stops = (1...count).map {
        VisitStop(
          "\($0)", place: .row($0),
          duration: .seconds(Double(Int.random(in: 0...20, using: &random))),
          priority: .optional(score: Double(Int.random(in: 0...9, using: &random))))
      }
      let day = TripDay(
        from: ClockTime(0, 0), to: ClockTime(1, 0), startPlace: .row(0), endPlace: .row(0))
      let model = try ScheduleModel(
        stops: stops, days: [day], travel: .table(table), objective: .leastTravel)
      let search = ItinerarySearch(model: model, stops: Array(stops.indices), seed: 1)
      let order = stops.indices.shuffled(using: &random)
      let tour = [model.start(of: 0)] + order + [model.end(of: 0)]
      let price = Double(Int.random(in: 0...30, using: &random)) / 40 / Double(Ticks.second)
      func worth(_ part: [Int]) -> Double {
        part.reduce(-price * Double(search.time(of: part))) {
          $0 + ($1 < stops.count ? search.weights.value[$1] : 0)
        }
      }
      let best = (0..<1 << count).map { set in
        let kept = order.enumerated().filter { set & 1 << $0.offset != 0 }.map(\.element)
        return worth([tour[0]] + kept + [tour[count + 1]])
      }.max()
      let part = search.bestPart(of: tour, price: price)
      #expect(part.first == tour.first && part.last == tour.last)
      #expect(tour.filter { part.contains($0) } == part)
      #expect(try abs(worth(part) - #require(best)) < 1e-9)
    }
  }

  /// Places in clusters, of which only a few can be visited; the score is at least that of the best
  /// single cluster.
  @Test func wholeClustersAreLeftOut() throws {
    var random = SeededGenerator(seed: 62)
    var stops: [VisitStop] = []
    var rows = [(0.0, 0.0)]
    for (x, y, count) in [(100.0, 0.0, 30), (-100, 0, 70), (0, 150, 90), (0, -400, 100)] {
      for _ in 0..<count {
        rows.append((x + random.double(in: 0...12), y + random.double(in: 0...12)))
        stops.append(
          VisitStop("\(rows.count)", place: .row(rows.count - 1), priority: .optional(score: 1)))
      }
    }
    let travel = TravelTimes.table(count: rows.count) { a, b in
      let (dx, dy) = (rows[a].0 - rows[b].0, rows[a].1 - rows[b].1)
      return (dx * dx + dy * dy).squareRoot()
    }
    // Travel to the cluster of 90 places and back takes 300, or 200 to other clusters.
    let day = TripDay(
      from: ClockTime(seconds: 0), to: ClockTime(seconds: 440), startPlace: .row(0),
      endPlace: .row(0))
    let plan = try SchedulePlanner(limit: .work(rounds(2_000_000, inDebug: 400_000))).plan(
      stops, days: [day], travel: travel)
    #expect(plan.score >= 90)
    #expect(plan.days[0].arrival.seconds <= 440)
  }
}
