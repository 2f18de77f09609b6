internal import CairnGeodesy
internal import CairnIndex
internal import TestSupport

/// The documented costs of CairnIndex.
let indexCases: [GrowthCase] = [
  GrowthCase("PlaceIndex.init, equal places", exponent: 1, size: 10_000) { size in
    let places = Array(repeating: Coordinate(latitude: 1, longitude: 2), count: size)
    return { try PlaceIndex(places, coordinate: { $0 }).count }
  },
  fromAfar("nearest 1", of: packed) { $0.nearest(to: distant, count: 1).count },
  fromAfar("nearest 10", of: packed) { $0.nearest(to: distant, count: 10).count },
  fromAfar("nearest 100", of: packed) { $0.nearest(to: distant, count: 100).count },
  fromAfar("nearest 10 where", of: packed) {
    $0.nearest(to: distant, count: 10) { $0.latitude > 0 }.count
  },
  fromAfar("first of nearest", of: packed) { Array($0.nearest(to: distant).prefix(1)).count },
  fromAfar("nearest 1", of: dynamic) { $0.nearest(to: distant, count: 1).count },
  fromAfar("nearest 100", of: dynamic) { $0.nearest(to: distant, count: 100).count },
]

/// Where the searches from afar begin: 4,260 km from the places.
private let distant = Coordinate(latitude: 40, longitude: -40)

private func packed(_ places: [Coordinate]) throws -> PlaceIndex<Coordinate> {
  try PlaceIndex(places, coordinate: { $0 })
}

private func dynamic(_ places: [Coordinate]) throws -> DynamicPlaceIndex<Int, (Int, Coordinate)> {
  try DynamicPlaceIndex(
    places.enumerated().map { ($0.offset, $0.element) }, id: { $0.0 }, coordinate: { $0.1 })
}

/// A search from far away among places within a meter of each other, which the documentation
/// allows to visit all of them.
private func fromAfar<Index: SearchablePlaces & Sendable>(
  _ name: String, of index: @escaping @Sendable ([Coordinate]) throws -> Index,
  _ search: @escaping @Sendable (Index) throws -> Int
) -> GrowthCase {
  GrowthCase("\(Index.self) \(name), within 1 m from 4,260 km", exponent: 1, size: 10_000) { size in
    var random = SeededGenerator(seed: 8)
    let house = distant.destination(bearing: 70, distance: 4_260_000)
    let places = (0..<size).map { _ in
      house.destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 0...1).squareRoot())
    }
    let index = try index(places)
    return { try search(index) }
  }
}
