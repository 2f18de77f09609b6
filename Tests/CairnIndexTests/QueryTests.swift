import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// Every query of the table on every kind of index matches brute force bit for bit.
@Suite struct QueryTests {
  @Test(arguments: PointClass.allCases)
  func packed(_ kind: PointClass) throws {
    try ask(kind, seed: 1) { $0.packed }
  }

  @Test(arguments: PointClass.allCases)
  func dynamic(_ kind: PointClass) throws {
    try ask(kind, seed: 2) { $0.dynamic }
  }

  /// A file has the same tree as the index in memory, so a tenth of the queries is enough.
  @Test(arguments: PointClass.allCases)
  func mapped(_ kind: PointClass) throws {
    try ask(kind, seed: 3, share: shareOfMapped) { $0.mapped }
  }

  /// Several files return the same as one index of all places.
  @Test(arguments: PointClass.allCases)
  func set(_ kind: PointClass) throws {
    try ask(kind, seed: 4, share: shareOfMapped) { $0.set }
  }

  /// Runs random queries on random points until there are enough results of each kind.
  private func ask<Places: SearchablePlaces>(
    _ kind: PointClass, seed: UInt64, share: Int = 1, _ sample: (IndexTrio) -> Sample<Places>
  ) throws {
    var random = SeededGenerator(seed: seed)
    let questions = Sample<Places>.questions
    var answers = 0
    var round = 0
    while answers * share < kind.queries * RegionKind.allCases.count {
      let sample = sample(try IndexTrio(kind, using: &random))
      for _ in 0..<rounds(24, inDebug: 6) {
        let region = RegionKind.allCases[round % RegionKind.allCases.count]
        round += 1
        let asked = Asked(sample.pins, kind, region, using: &random)
        for question in questions {
          #expect(
            try question.ask(sample, asked) == question.expected(asked),
            "\(question.name): \(asked.center), \(asked.radius) m, \(asked.region)")
        }
        answers += questions.count
      }
    }
  }

  /// A join of any two kinds matches two loops, on any number of threads.
  @Test(arguments: PointClass.allCases, [1, 3])
  func joins(_ kind: PointClass, _ threads: Int) throws {
    var random = SeededGenerator(seed: 11)
    var asked = 0
    while asked < kind.queries {
      let here = try IndexTrio(kind, using: &random)
      let there = try IndexTrio(
        Array(kind.points(using: &random).prefix(50)) + here.points.prefix(5),
        movingTo: { kind.center(for: here.points, using: &$0) }, using: &random)
      let radius = min(
        kind.radius(
          around: there.points.first ?? .init(latitude: 0, longitude: 0), for: here.points,
          using: &random), 50_000)
      try join(here.packed, there.packed, radius, threads)
      try join(here.packed, there.dynamic, radius, threads)
      try join(here.dynamic, there.packed, radius, threads)
      try join(here.mapped, there.mapped, radius, threads)
      try join(here.set, there.set, radius, threads)
      #expect(
        try here.mapped.places.pairs(within: radius, with: there.packed.places)
          == here.packed.places.pairs(within: radius, with: there.packed.places))
      #expect(
        try here.mapped.places.pairs(within: radius, with: there.dynamic.places) { $0.id < $1.id }
          == here.packed.places.pairs(within: radius, with: there.dynamic.places) { $0.id < $1.id })
      asked += 10 * (here.points.count + 1)
    }
  }

  private func join<Here: SearchablePlaces, There: SearchablePlaces>(
    _ here: Sample<Here>, _ there: Sample<There>, _ radius: Double, _ threads: Int
  ) throws where Here.Failure == There.Failure {
    var expected: [(Pin, Pin, PlacePair<Here.Key, There.Key>)] = []
    for pin in here.pins {
      for other in there.pins {
        let distance = other.coordinate.distance(to: pin.coordinate)
        guard distance <= radius else { continue }
        expected.append(
          (
            pin, other,
            PlacePair(key: here.key(pin), otherKey: there.key(other), distance: distance)
          )
        )
      }
    }
    #expect(
      try here.places.pairs(within: radius, with: there.places, threads: threads)
        == expected.map(\.2))
    #expect(
      try here.places.pairs(within: radius, with: there.places, threads: threads) { $0.id <= $1.id }
        == expected.filter { $0.0.id <= $0.1.id }.map(\.2))
  }

  /// Queries with invalid centers or radii find nothing, in every form.
  @Test func invalidQueriesFindNothing() throws {
    var random = SeededGenerator(seed: 13)
    let trio = try IndexTrio(.uniform, using: &random)
    try askNothing(trio.packed)
    try askNothing(trio.dynamic)
    try askNothing(trio.mapped)
    try askNothing(trio.set)
  }

  private func askNothing<Places: SearchablePlaces>(_ sample: Sample<Places>) throws {
    let place = Coordinate(latitude: 1, longitude: 2)
    let nowhere = [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
      Coordinate(latitude: 90.5, longitude: 0),
    ]
    let places = sample.places
    for center in nowhere {
      #expect(try places.within(.infinity, of: center).isEmpty)
      #expect(try places.count(within: .infinity, of: center) == 0)
      #expect(try !places.containsAny(within: .infinity, of: center))
      #expect(try places.nearest(to: center, count: 1).isEmpty)
      #expect(try places.nearest(to: center, count: 1, in: .world).isEmpty)
      #expect(try places.counts(within: .infinity, ofEach: [center, place])[0] == 0)
      var nearest = places.nearest(to: center).makeIterator()
      #expect(try nearest.next() == nil)
    }
    for radius: Double in [-1, -.infinity, .nan] {
      #expect(try places.within(radius, of: place).isEmpty)
      #expect(try places.count(within: radius, of: place) == 0)
      #expect(try places.nearest(to: place, count: 1, within: radius).isEmpty)
      #expect(try places.elements(within: radius, of: GeoPath([place])).isEmpty)
    }
    #expect(try places.within(.infinity, of: place).count == sample.pins.count)
    #expect(try places.nearest(to: place, count: 0).isEmpty)
    #expect(try places.nearest(to: place, count: -3).isEmpty)
    #expect(try places.nearest(to: place, count: -3, in: .world).isEmpty)
    #expect(try places.elements(in: .world, limit: -1).isEmpty)
    #expect(try places.nearest(toEach: [], count: 4, threads: 2).isEmpty)
    #expect(try places.counts(within: 1, ofEach: [], threads: 2).isEmpty)
  }
}

extension Asked {
  /// A query that is likely to be difficult for some pins.
  init(
    _ pins: [Pin], _ kind: PointClass, _ region: RegionKind, using random: inout SeededGenerator
  ) {
    let points = pins.map(\.coordinate)
    let center = kind.center(for: points, using: &random)
    let (path, width) = kind.corridor(for: points, using: &random)
    self.init(
      pins, center: center, radius: kind.radius(around: center, for: points, using: &random),
      limit: [0, 1, 2, 7, 20, 60, .max].randomElement(using: &random) ?? 1,
      divisor: .random(in: 1...5, using: &random),
      region: region.region(kind, for: points, using: &random), path: path, width: width,
      centers: (0..<4).map { _ in kind.center(for: points, using: &random) })
  }
}
