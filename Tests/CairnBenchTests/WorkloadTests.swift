import CairnGeodesy
import Foundation
import Testing

@testable import cairn_bench

@Suite struct WorkloadTests {
  @Test(arguments: Workload.Shape.allCases)
  func theSameSeedGivesTheSameValidPlaces(shape: Workload.Shape) {
    let first = Workload(shape: shape, count: 500, queryCount: 60, seed: 7)
    let second = Workload(shape: shape, count: 500, queryCount: 60, seed: 7)
    let other = Workload(shape: shape, count: 500, queryCount: 60, seed: 8)
    #expect(first.places == second.places)
    #expect(first.queries == second.queries)
    #expect(first.places != other.places)
    #expect(first.places.count == 500)
    #expect(first.queries.count == 60)
    #expect((first.places + first.queries).allSatisfy { $0.isValid })
    #expect((first.places + first.queries).allSatisfy { abs($0.longitude) <= 180 })
  }

  @Test func everyOtherQueryIsNearAPlace() {
    let workload = Workload(shape: .uniform, count: 50, queryCount: 400, seed: 1)
    for (number, query) in workload.queries.enumerated() where number.isMultiple(of: 2) {
      let nearest = workload.places.map { $0.distance(to: query) }.min() ?? .infinity
      // Five standard deviations of 0.05 degrees in each axis are less than 50 km.
      #expect(nearest < 50_000)
    }
  }

  @Test func adversarialPlacesHaveExtremeCases() {
    let places = Workload(shape: .adversarial, count: 4_000, queryCount: 1, seed: 1).places
    #expect(places.contains { $0.latitude == 90 })
    #expect(places.contains { $0.latitude == -90 })
    #expect(places.contains { $0.longitude == 180 })
    #expect(places.contains { $0.longitude == -180 })
    #expect(Set(places).count < places.count - 400)
    #expect(places.contains { $0.longitude == 0 && $0.latitude != $0.latitude.rounded() })
  }

  @Test func filesStorePlacesAndQueries() throws {
    let workload = Workload(shape: .adversarial, count: 33, queryCount: 5, seed: 3)
    let bytes = WorkloadFile.encode(workload)
    let read = try #require(WorkloadFile.decode(bytes))
    #expect(read.places == workload.places)
    #expect(read.queries == workload.queries)
    for length in 0..<bytes.count {
      #expect(WorkloadFile.decode(Array(bytes[..<length])) == nil)
    }
    var hostile = bytes
    for index in 8..<24 { hostile[index] = 0xFF }
    #expect(WorkloadFile.decode(hostile) == nil)
  }
}

@Suite struct OptionsTests {
  @Test func optionsAreRead() throws {
    let options = try Options([
      "index", "--count", "10k", "--shape=uniform", "--seed", "9", "--format", "jsonl",
      "--repetitions", "2", "--filter", "count",
    ])
    #expect(options.command == "index")
    #expect(options.count == 10_000)
    #expect(options.shape == .uniform)
    #expect(options.seed == 9)
    #expect(options.format == .jsonl)
    #expect(options.repetitions == 2)
    #expect(options.filter == "count")
    let growth = try Options(["growth", "dynamic", "--sizes", "1M,10k,100k"])
    #expect(growth.command == "growth")
    #expect(growth.suite == "dynamic")
    #expect(growth.sizes == [10_000, 100_000, 1_000_000])
    let grouped = try Options(["index", "--count", "1_000_000"])
    #expect(grouped.count == 1_000_000)
  }

  @Test(arguments: [
    (["index", "--count"], "--count needs a value"),
    (["index", "--count", "0"], "--count takes a whole number from 1 to 1000000000, not '0'"),
    (
      ["index", "--count", "9999M"],
      "--count takes a whole number from 1 to 1000000000, not '9999M'"
    ),
    (
      ["index", "--shape", "flat"], "--shape takes one of cities, uniform, adversarial, not 'flat'"
    ),
    (["growth", "index", "twice"], "unexpected argument 'twice' after 'growth'"),
    (
      ["growth", "index", "--sizes", "10k"],
      "--sizes takes at least two sizes such as 10k,100k,1M, not '10k'"
    ),
    (["growth", "index", "--sizes", "1k,1000"], "--sizes has 1000 twice"),
    (["index", "twice"], "unexpected argument 'twice' after 'index'"),
    (["--fast"], "unknown option --fast; see cairn-bench --help"),
  ])
  func badOptionsAreReportedWithARemedy(words: [String], message: String) {
    do throws(UsageError) {
      _ = try Options(words)
      Issue.record("accepted \(words)")
    } catch {
      #expect(error.message == message)
    }
  }
}

@Suite struct GrowthTests {
  @Test func exponentsFitPowersOfTheCount() throws {
    let counts = [1_000, 20_000, 300_000]
    for (exponent, factor) in [(0.0, 5.0), (0.5, 1e-3), (1, 7), (2, 1e6)] {
      let amounts = counts.map { factor * pow(Double($0), exponent) }
      let found = try #require(Growth.exponent(of: amounts, counts: counts))
      #expect(abs(found - exponent) < 1e-9)
    }
  }

  @Test func nothingFitsMissingOrEqualOrNegativeValues() {
    #expect(Growth.exponent(of: [], counts: []) == nil)
    #expect(Growth.exponent(of: [4], counts: [10]) == nil)
    #expect(Growth.exponent(of: [4, 5], counts: [10, 10]) == nil)
    #expect(Growth.exponent(of: [4], counts: [10, 20]) == nil)
    #expect(Growth.exponent(of: [4, 0], counts: [10, 20]) == nil)
    #expect(Growth.exponent(of: [4, .infinity], counts: [10, 20]) == nil)
  }

  @Test func rowsKeepTheOrderOfTheSuite() throws {
    var growth = Growth()
    func values(_ scale: Double) -> [Growth.Value] {
      [
        Growth.Value(name: "build", amount: 100 * scale, unit: "ns"),
        Growth.Value(name: "count", amount: 3 * scale, unit: "ns", hitsPerCall: scale * scale),
      ]
    }
    growth.add(values(1), count: 10)
    growth.add(
      values(10) + [Growth.Value(name: "late", amount: 1, unit: "MB")], count: 100)
    #expect(growth.rows.map(\.name) == ["build", "count", "late"])
    let exponents = growth.rows.map(\.exponent)
    #expect(abs(try #require(exponents[0]) - 1) < 1e-9)
    #expect(abs(try #require(growth.rows[1].hitsExponent) - 2) < 1e-9)
    #expect(growth.rows[0].hitsExponent == nil)
    #expect(exponents[2] == nil)
  }
}
