import CairnGeodesy

@testable import CairnIndex

/// The parameters of all queries, with the results of a loop over all pins.
struct Asked {
  let center: Coordinate
  let radius: Double
  let limit: Int
  let divisor: Int
  let region: any PlaceRegion
  let path: GeoPath
  let width: Double
  /// The centers of a batch.
  let centers: [Coordinate]

  /// All pins in order of distance.
  let all: [Reply]
  /// The pins within the radius.
  let inside: [Reply]
  /// The pins in the region, in input order, with their distances from the center.
  let within: [Reply]
  /// The pins along the path, in order of distance from it.
  let along: [Reply]
  /// The pins along the path, in path order, with their distances from it.
  let passed: [Reply]
  /// All pins in order of distance from each of the centers.
  private let around: [[Reply]]

  init(
    _ pins: [Pin], center: Coordinate, radius: Double, limit: Int, divisor: Int,
    region: any PlaceRegion, path: GeoPath, width: Double, centers: [Coordinate]
  ) {
    self.center = center
    self.radius = radius
    self.limit = limit
    self.divisor = divisor
    self.region = region
    self.path = path
    self.width = width
    self.centers = centers
    around = centers.map { center in Self.ordered(pins) { center.distance(to: $0) } }
    all = Self.ordered(pins) { center.distance(to: $0) }
    inside = Array(all.prefix { $0.distance <= radius })
    within = pins.filter { region.contains($0.coordinate) }
      .map { Reply($0.id, center.distance(to: $0.coordinate)) }
    along = Self.ordered(pins) { path.distance(to: $0) }.filter { $0.distance <= width }
    passed = pins.compactMap { pin in path.nearestPoint(to: pin.coordinate).map { (pin.id, $0) } }
      .filter { $0.1.distance <= width }
      .sorted {
        ($0.1.distanceAlong, $0.1.distance, $0.0) < ($1.1.distanceAlong, $1.1.distance, $1.0)
      }
      .map { Reply($0.0, $0.1.distance) }
  }

  /// The predicate of the queries.
  func accepts(_ pin: Pin) -> Bool { pin.id % divisor == 0 }

  func accepted(_ replies: [Reply]) -> [Reply] { replies.filter { $0.id % divisor == 0 } }

  /// The replies of a batch: those for each center, preceded by their count.
  func batch(_ replies: ([Reply]) -> [Reply]) -> [Reply] {
    around.flatMap { all in
      let found = replies(all)
      return [Reply(count: found.count)] + found
    }
  }

  /// Pins by distance, then by input order, which is the order of their IDs.
  static func ordered(_ pins: [Pin], _ distance: (Coordinate) -> Double) -> [Reply] {
    pins.map { Reply($0.id, distance($0.coordinate)) }.sorted()
  }
}

/// A pin in a result, or a number.
struct Reply: Hashable, Comparable, CustomStringConvertible {
  let id: Int
  let distance: Double

  init(_ id: Int, _ distance: Double = 0) {
    self.id = id
    self.distance = distance
  }

  init(count: Int) { self.init(count, -1) }
  init(_ answer: Bool) { self.init(answer ? 1 : 0, -2) }

  static func < (a: Reply, b: Reply) -> Bool { (a.distance, a.id) < (b.distance, b.id) }

  var description: String { "\(id)@\(distance)" }
}

/// A query of any kind of index, with its expected result by brute force.
///
/// There is one table for all kinds of index: an index that lacks a query does not compile.
struct Question<Places: SearchablePlaces> where Places.Element == Pin {
  let name: String
  let ask: (Sample<Places>, Asked) throws -> [Reply]
  let expected: (Asked) -> [Reply]

}

extension Array {
  /// Adds a query.
  ///
  /// Each is a separate statement, because the compiler takes minutes for a single literal of all.
  fileprivate mutating func ask<Places: SearchablePlaces>(
    _ name: String, _ ask: @escaping (Sample<Places>, Asked) throws -> [Reply],
    is expected: @escaping (Asked) -> [Reply]
  ) where Element == Question<Places> {
    append(Question(name: name, ask: ask, expected: expected))
  }
}

extension Sample {
  /// Returns the pins of neighbors, whose keys must match.
  private func replies(_ found: some Sequence<Places.Neighbor>) -> [Reply] {
    found.map { Reply($0.key == key($0.element) ? $0.element.id : -1, $0.distance) }
  }

  /// Returns the pins with the given keys.
  private func replies(_ keys: [Places.Key]) -> [Reply] { keys.map { Reply(ids[$0] ?? -1) } }

  private func replies(_ hits: [PlaceHit<Places.Key>]) -> [Reply] {
    hits.map { Reply(ids[$0.key] ?? -1, $0.distance) }
  }

  private func replies(_ lists: NeighborLists<Places.Neighbor>) -> [Reply] {
    lists.flatMap { [Reply(count: $0.count)] + replies($0) }
  }

  /// Returns the pins of an unordered result, sorted.
  private static func elements(_ pins: [Pin]) -> [Reply] { pins.map { Reply($0.id) } }

  /// Returns replies without their distances.
  private static func ids(_ replies: [Reply]) -> [Reply] { replies.map { Reply($0.id) } }

  // MARK: The table

  static var questions: [Question<Places>] {
    var table: [Question<Places>] = []
    askAroundACenter(&table)
    askForTheNearest(&table)
    askForARegion(&table)
    askAlongAPath(&table)
    askForMany(&table)
    return table
  }

  private static func askAroundACenter(_ table: inout [Question<Places>]) {
    table.ask("within") { sample, asked in
      sample.replies(try sample.places.within(asked.radius, of: asked.center))
    } is: {
      $0.inside
    }
    table.ask("within, where") { sample, asked in
      sample.replies(
        try sample.places.within(asked.radius, of: asked.center, where: asked.accepts))
    } is: {
      $0.accepted($0.inside)
    }
    table.ask("hits") { sample, asked in
      sample.replies(try sample.places.hits(within: asked.radius, of: asked.center))
    } is: {
      $0.inside
    }
    table.ask("hits, limit") { sample, asked in
      sample.replies(
        try sample.places.hits(within: asked.radius, of: asked.center, limit: asked.limit))
    } is: {
      Array($0.inside.prefix($0.limit))
    }
    table.ask("within, unspecified order") { sample, asked in
      sample.replies(
        try sample.places.within(asked.radius, of: asked.center, order: .unspecified)
      ).sorted()
    } is: {
      $0.inside
    }
    table.ask("within, unspecified order, where") { sample, asked in
      sample.replies(
        try sample.places.within(
          asked.radius, of: asked.center, order: .unspecified, where: asked.accepts)
      ).sorted()
    } is: {
      $0.accepted($0.inside)
    }
    table.ask("count") { sample, asked in
      [Reply(count: try sample.places.count(within: asked.radius, of: asked.center))]
    } is: {
      [Reply(count: $0.inside.count)]
    }
    table.ask("count, where") { sample, asked in
      [
        Reply(
          count: try sample.places.count(
            within: asked.radius, of: asked.center, where: asked.accepts))
      ]
    } is: {
      [Reply(count: $0.accepted($0.inside).count)]
    }
    table.ask("containsAny") { sample, asked in
      [Reply(try sample.places.containsAny(within: asked.radius, of: asked.center))]
    } is: {
      [Reply(!$0.inside.isEmpty)]
    }
    table.ask("containsAny, where") { sample, asked in
      [
        Reply(
          try sample.places.containsAny(
            within: asked.radius, of: asked.center, where: asked.accepts))
      ]
    } is: {
      [Reply(!$0.accepted($0.inside).isEmpty)]
    }
    table.ask("forEach") { sample, asked in
      var found: [Places.Neighbor] = []
      try sample.places.forEach(within: asked.radius, of: asked.center) { found.append($0) }
      return sample.replies(found).sorted()
    } is: {
      $0.inside
    }
    table.ask("isEmpty, count of all") { sample, asked in
      [Reply(sample.places.isEmpty), Reply(count: sample.places.count)]
    } is: {
      [Reply($0.all.isEmpty), Reply(count: $0.all.count)]
    }
  }

  private static func askForTheNearest(_ table: inout [Question<Places>]) {
    table.ask("nearest") { sample, asked in
      sample.replies(try sample.places.nearest(to: asked.center, count: asked.limit))
    } is: {
      Array($0.all.prefix($0.limit))
    }
    table.ask("nearest, within") { sample, asked in
      sample.replies(
        try sample.places.nearest(to: asked.center, count: asked.limit, within: asked.radius))
    } is: {
      Array($0.inside.prefix($0.limit))
    }
    table.ask("nearest, where") { sample, asked in
      sample.replies(
        try sample.places.nearest(to: asked.center, count: asked.limit, where: asked.accepts))
    } is: {
      Array($0.accepted($0.all).prefix($0.limit))
    }
    table.ask("nearest, within, where") { sample, asked in
      sample.replies(
        try sample.places.nearest(
          to: asked.center, count: asked.limit, within: asked.radius, where: asked.accepts))
    } is: {
      Array($0.accepted($0.inside).prefix($0.limit))
    }
    table.ask("nearest, lazily") { sample, asked in
      var nearest = sample.places.nearest(to: asked.center).makeIterator()
      var found: [Places.Neighbor] = []
      while found.count < asked.limit, let next = try nearest.next() { found.append(next) }
      return sample.replies(found)
    } is: {
      Array($0.all.prefix($0.limit))
    }
    table.ask("nearest, lazily, in a region") { sample, asked in
      var nearest = sample.places.nearest(to: asked.center, in: asked.region).makeIterator()
      var found: [Places.Neighbor] = []
      while let next = try nearest.next() { found.append(next) }
      return sample.replies(found)
    } is: {
      $0.within.sorted()
    }
    table.ask("nearest, in a region") { sample, asked in
      sample.replies(
        try sample.places.nearest(to: asked.center, count: asked.limit, in: asked.region))
    } is: {
      Array($0.within.sorted().prefix($0.limit))
    }
  }

  private static func askForARegion(_ table: inout [Question<Places>]) {
    table.ask("elements in a region") { sample, asked in
      elements(try sample.places.elements(in: asked.region))
    } is: {
      ids($0.within)
    }
    table.ask("elements in a region, limit") { sample, asked in
      elements(try sample.places.elements(in: asked.region, limit: asked.limit))
    } is: {
      ids(Array($0.within.prefix($0.limit)))
    }
    table.ask("elements in a region, limit, where") { sample, asked in
      elements(
        try sample.places.elements(in: asked.region, limit: asked.limit, where: asked.accepts))
    } is: {
      ids(Array($0.accepted($0.within).prefix($0.limit)))
    }
    table.ask("keys in a region") { sample, asked in
      sample.replies(try sample.places.keys(in: asked.region))
    } is: {
      ids($0.within)
    }
    table.ask("keys in a region, limit") { sample, asked in
      sample.replies(try sample.places.keys(in: asked.region, limit: asked.limit))
    } is: {
      ids(Array($0.within.prefix($0.limit)))
    }
    table.ask("keys in a region, limit, where") { sample, asked in
      sample.replies(
        try sample.places.keys(in: asked.region, limit: asked.limit, where: asked.accepts))
    } is: {
      ids(Array($0.accepted($0.within).prefix($0.limit)))
    }
    table.ask("count in a region") { sample, asked in
      [Reply(count: try sample.places.count(in: asked.region))]
    } is: {
      [Reply(count: $0.within.count)]
    }
    table.ask("count in a region, where") { sample, asked in
      [Reply(count: try sample.places.count(in: asked.region, where: asked.accepts))]
    } is: {
      [Reply(count: $0.accepted($0.within).count)]
    }
    table.ask("containsAny in a region") { sample, asked in
      [Reply(try sample.places.containsAny(in: asked.region))]
    } is: {
      [Reply(!$0.within.isEmpty)]
    }
    table.ask("containsAny in a region, where") { sample, asked in
      [Reply(try sample.places.containsAny(in: asked.region, where: asked.accepts))]
    } is: {
      [Reply(!$0.accepted($0.within).isEmpty)]
    }
    table.ask("forEach in a region") { sample, asked in
      var found: [Reply] = []
      try sample.places.forEach(in: asked.region) { key, pin in
        found.append(Reply(key == sample.key(pin) ? pin.id : -1))
      }
      return found.sorted()
    } is: {
      ids($0.within)
    }
  }

  private static func askAlongAPath(_ table: inout [Question<Places>]) {
    table.ask("within, of a path") { sample, asked in
      sample.replies(try sample.places.within(asked.width, of: asked.path))
    } is: {
      $0.along
    }
    table.ask("within, of a path, limit, where") { sample, asked in
      sample.replies(
        try sample.places.within(
          asked.width, of: asked.path, limit: asked.limit, where: asked.accepts))
    } is: {
      Array($0.accepted($0.along).prefix($0.limit))
    }
    table.ask("places along a path") { sample, asked in
      try sample.places.places(along: asked.path, within: asked.width).map {
        Reply($0.element.id, $0.distance)
      }
    } is: {
      $0.passed
    }
    table.ask("places along a path, limit, where") { sample, asked in
      try sample.places.places(
        along: asked.path, within: asked.width, limit: asked.limit, where: asked.accepts
      ).map { Reply($0.element.id, $0.distance) }
    } is: {
      Array($0.accepted($0.passed).prefix($0.limit))
    }
    table.ask("elements along a path") { sample, asked in
      elements(try sample.places.elements(within: asked.width, of: asked.path))
    } is: {
      ids($0.along).sorted()
    }
    table.ask("elements along a path, limit, where") { sample, asked in
      elements(
        try sample.places.elements(
          within: asked.width, of: asked.path, limit: asked.limit, where: asked.accepts))
    } is: {
      Array(ids($0.accepted($0.along)).sorted().prefix($0.limit))
    }
    table.ask("keys along a path") { sample, asked in
      sample.replies(
        try sample.places.keys(within: asked.width, of: asked.path, limit: asked.limit))
    } is: {
      Array(ids($0.along).sorted().prefix($0.limit))
    }
    table.ask("count along a path") { sample, asked in
      [
        Reply(count: try sample.places.count(within: asked.width, of: asked.path)),
        Reply(
          count: try sample.places.count(
            within: asked.width, of: asked.path, where: asked.accepts)),
      ]
    } is: {
      [Reply(count: $0.along.count), Reply(count: $0.accepted($0.along).count)]
    }
    table.ask("containsAny along a path") { sample, asked in
      [
        Reply(try sample.places.containsAny(within: asked.width, of: asked.path)),
        Reply(
          try sample.places.containsAny(
            within: asked.width, of: asked.path, where: asked.accepts)),
      ]
    } is: {
      [Reply(!$0.along.isEmpty), Reply(!$0.accepted($0.along).isEmpty)]
    }
  }

  private static func askForMany(_ table: inout [Question<Places>]) {
    table.ask("counts of each") { sample, asked in
      try [1, 3].flatMap { threads in
        try sample.places.counts(
          within: asked.radius, ofEach: asked.centers, threads: threads
        ).map { Reply(count: $0) }
      }
    } is: { asked in
      let counts = asked.batch { $0.filter { $0.distance <= asked.radius } }
        .filter { $0.distance == -1 }
      return counts + counts
    }
    table.ask("counts of each, where") { sample, asked in
      let divisor = asked.divisor
      return try sample.places.counts(
        within: asked.radius, ofEach: asked.centers, threads: 2,
        where: { $0.id % divisor == 0 }
      ).map { Reply(count: $0) }
    } is: { asked in
      asked.batch { asked.accepted($0.filter { $0.distance <= asked.radius }) }
        .filter { $0.distance == -1 }
    }
    table.ask("within, of each") { sample, asked in
      sample.replies(
        try sample.places.within(asked.radius, ofEach: asked.centers, threads: 2))
    } is: { asked in
      asked.batch { $0.filter { $0.distance <= asked.radius } }
    }
    table.ask("within, of each, where") { sample, asked in
      let divisor = asked.divisor
      return sample.replies(
        try sample.places.within(
          asked.radius, ofEach: asked.centers, where: { $0.id % divisor == 0 }))
    } is: { asked in
      asked.batch { asked.accepted($0.filter { $0.distance <= asked.radius }) }
    }
    table.ask("nearest, to each") { sample, asked in
      sample.replies(
        try sample.places.nearest(
          toEach: asked.centers, count: asked.limit, within: asked.radius, threads: 3))
    } is: { asked in
      asked.batch { Array($0.filter { $0.distance <= asked.radius }.prefix(asked.limit)) }
    }
    table.ask("nearest, to each, where") { sample, asked in
      let divisor = asked.divisor
      return sample.replies(
        try sample.places.nearest(
          toEach: asked.centers, count: asked.limit, where: { $0.id % divisor == 0 }))
    } is: { asked in
      asked.batch { Array(asked.accepted($0).prefix(asked.limit)) }
    }
    table.ask("clusters") { sample, asked in
      let clusters = try MapClusters(sample.places, options: .init(zooms: 0...2))
      return [Reply(count: clusters.clusters(in: .world, zoom: 1).reduce(0) { $0 + $1.count })]
    } is: {
      [Reply(count: $0.all.count)]
    }
    table.ask("index file") { sample, asked in
      let bytes = try sample.places.encoded(record: IndexTrio.record)
      let file = try MappedPlaceIndex(bytes: bytes, decode: IndexTrio.id)
      return try file.within(asked.radius, of: asked.center).map {
        Reply($0.element, $0.distance)
      }
    } is: {
      $0.inside
    }
  }
}
