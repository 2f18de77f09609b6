import CairnGeodesy
import CairnIndex
import Testing

/// Predicates borrow elements without retaining them: elements of any type are intact afterward,
/// are released with the index, and can be stored by the predicate.
@Suite struct ElementBorrowingTests {
  /// An object that counts its instances.
  private final class Token {
    let number: Int
    let alive: Counter

    init(_ number: Int, _ alive: Counter) {
      self.number = number
      self.alive = alive
      alive.value += 1
    }

    deinit { alive.value -= 1 }
  }

  private final class Counter {
    var value = 0
  }

  /// An element with all kinds of stored properties.
  private struct Wanderer {
    var name: String
    var token: Token?
    weak var friend: Token?
    var notes: [String]
    var anything: any CustomStringConvertible
    var coordinate: Coordinate
  }

  /// The same without a weak reference, which prevents borrowing.
  private struct Settler {
    var name: String
    var token: Token
    var notes: [String]
    var coordinate: Coordinate
  }

  private static let here = Coordinate(latitude: 47, longitude: 8)

  private static func place(_ number: Int) -> Coordinate {
    here.destination(bearing: Double(number * 37), distance: Double(number) * 10)
  }

  private static func name(_ number: Int) -> String {
    number.isMultiple(of: 3) ? "\(number)" : "a name that is stored elsewhere, \(number)"
  }

  private static func settlers(_ counter: Counter) -> [Settler] {
    (0..<300).map {
      Settler(
        name: name($0), token: Token($0, counter), notes: Array(repeating: "note", count: $0 % 4),
        coordinate: place($0))
    }
  }

  /// Runs every query that accepts a predicate, which stores the borrowed elements.
  private func ask<Places: SearchablePlaces<Element>, Element>(
    _ places: Places, number: (Element) -> Int
  ) throws {
    var kept: [Element] = []
    let isOdd = { (element: Element) in
      kept.append(element)
      return number(element) % 2 == 1
    }
    let odd = Array(stride(from: 1, through: 99, by: 2))
    let radius = 995.0
    #expect(try places.count(within: radius, of: Self.here, where: isOdd) == 50)
    #expect(kept.map(number).sorted() == Array(0..<100))
    #expect(
      try places.within(radius, of: Self.here, where: isOdd).map { number($0.element) } == odd)
    #expect(
      try places.nearest(to: Self.here, count: 5, where: isOdd).map { number($0.element) }
        == Array(odd.prefix(5)))
    let box = Cap(center: Self.here, radius: radius).boundingBox
    #expect(try places.count(in: box, where: isOdd) >= 50)
    #expect(try places.containsAny(in: box) { number($0) == 42 })
    #expect(try !places.containsAny(within: 0, of: Self.here) { number($0) == 42 })
    #expect(try places.hits(within: radius, of: Self.here).count == 100)
    #expect(kept.allSatisfy { (0..<300).contains(number($0)) })
  }

  @Test func elementsWithReferences() throws {
    let counter = Counter()
    do {
      let settlers = Self.settlers(counter)
      try ask(PlaceIndex(settlers, coordinate: \.coordinate)) { $0.token.number }
      try ask(
        DynamicPlaceIndex(settlers, id: { $0.token.number }, coordinate: { $0.coordinate })
      ) { $0.token.number }
      for (number, settler) in settlers.enumerated() {
        #expect(settler.name == Self.name(number))
        #expect(settler.notes.count == number % 4)
      }
    }
    #expect(counter.value == 0)
  }

  /// Several threads borrow the same elements concurrently.
  @Test func stringsOnThreads() throws {
    let names = (0..<300).map(Self.name)
    let index = try PlaceIndex(names) { name in
      Self.place(Int(name.filter(\.isNumber)) ?? 0)
    }
    let counts = index.counts(
      within: 995, ofEach: Array(repeating: Self.here, count: 400), threads: 3
    ) { $0.hasPrefix("a") }
    #expect(counts == Array(repeating: 66, count: 400))
    #expect(index.elements == names)
  }

  @Test func objects() throws {
    let counter = Counter()
    do {
      let tokens = (0..<300).map { Token($0, counter) }
      try ask(PlaceIndex(tokens) { Self.place($0.number) }) { $0.number }
    }
    #expect(counter.value == 0)
  }

  @Test func weakReferencesAndExistentials() throws {
    let counter = Counter()
    do {
      var friends = (0..<300).map { Token($0, counter) }
      let index = try PlaceIndex(
        (0..<300).map {
          Wanderer(
            name: Self.name($0), token: $0.isMultiple(of: 2) ? Token($0, counter) : nil,
            friend: friends[$0], notes: [], anything: $0, coordinate: Self.place($0))
        }, coordinate: \.coordinate)
      try ask(index) { Int($0.anything.description) ?? -1 }
      #expect(index.count(within: 995, of: Self.here) { $0.friend?.number == 7 } == 1)
      friends = []
      #expect(index.count(within: 995, of: Self.here) { $0.friend == nil } == 100)
      #expect(index.elements.allSatisfy { $0.friend == nil })
    }
    #expect(counter.value == 0)
  }
}
