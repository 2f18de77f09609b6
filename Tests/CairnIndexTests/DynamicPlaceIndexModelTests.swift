import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// The total number of operations for all classes; the release run performs a million.
private let operationCount = rounds(1_000_000, inDebug: 7_000)

@Suite struct DynamicPlaceIndexModelTests {
  private static let kinds = PointClass.allCases.filter { $0 != .empty && $0 != .twoLevelsPlusOne }

  /// Random insertions, removals, moves and queries match a dictionary and brute force.
  @Test(arguments: kinds)
  func randomOperationsEqualTheModel(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 7)
    var left = operationCount / Self.kinds.count + 1
    while left > 0 {
      let share = min(left, Bool.random(using: &random) ? 400 : 4000)
      var run = DynamicRun(kind, random)
      try run.perform(share)
      random = run.random
      left -= share
    }
  }

  /// The same with enough elements for several levels of nodes.
  @Test func manyElementsEqualTheModel() throws {
    var run = DynamicRun(.clustered, SeededGenerator(seed: 8))
    run.wantedCount = 3000
    run.queryShare = 1
    try run.perform(operationCount / 2)
  }
}

/// One index and its model under a stream of random operations.
private struct DynamicRun {
  var random: SeededGenerator
  let kind: PointClass
  /// The approximate target number of elements; changes from time to time.
  var wantedCount = 40
  /// The number of queries per 64 operations.
  var queryShare = 20
  private var index: DynamicPlaceIndex<Int, Pin>
  private var model = DynamicModel()
  private var pool: [Coordinate]

  init(_ kind: PointClass, _ random: SeededGenerator) {
    self.kind = kind
    self.random = random
    pool = kind.points(using: &self.random)
    index = DynamicPlaceIndex(coordinate: \.coordinate)
  }

  mutating func perform(_ count: Int) throws {
    if Bool.random(using: &random) {
      try load()
    }
    for step in 0..<count {
      let choice = Int.random(in: 0..<64, using: &random)
      if choice < queryShare {
        query(choice)
      } else {
        try change()
      }
      if step % 64 == 0 || model.count < 4 {
        #expect(index._core.tree.violation() == nil)
        #expect(index.count == model.count)
      }
      if step % 512 == 511 && queryShare > 1 {
        wantedCount = [0, 1, 16, 40, 120, 400].randomElement(using: &random) ?? 40
      }
    }
    #expect(index._core.tree.violation() == nil)
    #expect(index.elements == model.inOrder.map(\.pin))
  }

  private mutating func load() throws {
    let pins = pool.enumerated().map { Pin(id: $0.offset, coordinate: $0.element) }
    index = try DynamicPlaceIndex(pins, coordinate: \.coordinate)
    for pin in pins {
      #expect(model.insert(pin) == nil)
    }
    #expect(index._core.tree.violation() == nil)
  }

  private mutating func somewhere() -> Coordinate {
    Int.random(in: 0..<8, using: &random) == 0
      ? kind.center(for: pool, using: &random)
      : pool.randomElement(using: &random)
        ?? Coordinate(latitude: 0, longitude: 0)
  }

  private mutating func change() throws {
    let id = Int.random(in: 0..<max(4, 2 * wantedCount), using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      let place = somewhere()
      #expect(try index.move(id, to: place) == model.move(id, to: place))
    case 2:
      // Mostly a step of any length from its position: within the box of its leaf, slightly
      // outside, or into another leaf.
      let place =
        Int.random(in: 0..<4, using: &random) > 0
        ? index.coordinate(of: id) ?? somewhere() : somewhere()
      let steps: [Double] = [1e-9, 1e-6, 1e-4, 1e-2, 1]
      let step = steps.randomElement(using: &random) ?? 1
      let near = Coordinate(
        latitude: min(90, max(-90, place.latitude + .random(in: -step...step, using: &random))),
        longitude: place.longitude + .random(in: -step...step, using: &random))
      #expect(try index.move(id, to: near) == model.move(id, to: near))
    case 3 where model.count > wantedCount, 4 where model.count > wantedCount,
      5 where model.count > wantedCount, 6:
      #expect(index.remove(id) == model.remove(id))
      #expect(!index.contains(id))
    case 7 where model.count > 2 * wantedCount:
      for id in model.entries.keys.sorted().prefix(model.count - wantedCount) {
        #expect(index.remove(id) == model.remove(id))
      }
    default:
      let version = Int.random(in: 0..<1000, using: &random)
      let pin = Pin(id: id, coordinate: somewhere(), version: version)
      #expect(try index.insert(pin) == model.insert(pin))
      #expect(index[id] == pin)
      #expect(index.coordinate(of: id) == pin.coordinate)
    }
  }

  private mutating func query(_ choice: Int) {
    let live = model.inOrder.map(\.coordinate)
    let center = kind.center(for: live, using: &random)
    let radius = kind.radius(around: center, for: live, using: &random)
    let all = model.ordered(from: center)
    let inside = Array(all.prefix { $0.distance <= radius })
    let isOdd = { (pin: Pin) in pin.version % 2 == 1 }
    let odd = inside.filter { isOdd($0.pin) }
    let wanted = Int.random(in: 0...40, using: &random)
    switch choice % 6 {
    case 0:
      #expect(answers(Array(index.nearest(to: center).prefix(wanted))) == Array(all.prefix(wanted)))
      #expect(
        index.nearest(to: center).first { isOdd($0.element) }?.element
          == all.first { isOdd($0.pin) }?.pin)
    case 5:
      #expect(answers(index.within(radius, of: center)) == inside)
      #expect(answers(index.within(radius, of: center, where: isOdd)) == odd)
    case 1:
      #expect(index.count(within: radius, of: center) == inside.count)
      #expect(index.count(within: radius, of: center, where: isOdd) == odd.count)
    case 2:
      #expect(index.containsAny(within: radius, of: center) == !inside.isEmpty)
      #expect(index.containsAny(within: radius, of: center, where: isOdd) == !odd.isEmpty)
    case 3:
      #expect(answers(index.nearest(to: center, count: wanted)) == Array(all.prefix(wanted)))
      #expect(
        answers(index.nearest(to: center, count: wanted, within: radius))
          == Array(inside.prefix(wanted)))
    default:
      let allOdd = all.filter { isOdd($0.pin) }
      #expect(
        answers(index.nearest(to: center, count: wanted, where: isOdd))
          == Array(allOdd.prefix(wanted)))
      #expect(
        answers(index.nearest(to: center, count: wanted, within: radius, where: isOdd))
          == Array(odd.prefix(wanted)))
    }
  }
}
