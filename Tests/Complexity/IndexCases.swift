internal import CairnGeodesy
internal import CairnIndex
internal import TestSupport

/// The documented costs of CairnIndex.
let indexCases: [GrowthCase] =
  crowdCases + changeCases + [
    fromAfar("nearest 1", of: packed) { $0.nearest(to: distant, count: 1).count },
    fromAfar("nearest 10", of: packed) { $0.nearest(to: distant, count: 10).count },
    fromAfar("nearest 100", of: packed) { $0.nearest(to: distant, count: 100).count },
    fromAfar("nearest 10 where", of: packed) {
      $0.nearest(to: distant, count: 10) { $0.latitude > 0 }.count
    },
    fromAfar("first of nearest", of: packed) { Array($0.nearest(to: distant).prefix(1)).count },
    fromAfar("nearest 1", of: dynamic) { $0.nearest(to: distant, count: 1).count },
    fromAfar("nearest 100", of: dynamic) { $0.nearest(to: distant, count: 100).count },
    GrowthCase("PlaceIndex.nearest 2 to each, equal places", exponent: 1, size: 10_000) { size in
      let places = Array(repeating: Coordinate(latitude: 1, longitude: 2), count: size)
      let index = try packed(places)
      return { index.nearest(toEach: places, count: 2).count }
    },
    GrowthCase("PlaceIndex.nearest 100 to each, equal places", exponent: 1, size: 5_000) { size in
      let places = Array(repeating: Coordinate(latitude: 1, longitude: 2), count: size)
      let index = try packed(places)
      let centers = places.prefix(size / 100)
      return { index.nearest(toEach: centers, count: 100).count }
    },
    GrowthCase("GeohashIndex.init, equal places", exponent: 1, size: 10_000) { size in
      let places = Array(repeating: Coordinate(latitude: 1, longitude: 2), count: size)
      return { try GeohashIndex(places, coordinate: { $0 }).count }
    },
    GrowthCase("GeohashCover.contains, by the number of cells", exponent: 0, size: 1_000) { size in
      let cover = GeohashCover(
        Cap(center: Coordinate(latitude: 48, longitude: 16), radius: 100_000), maximumCells: size)
      let place = Coordinate(latitude: 48.1, longitude: 16.1)
      return { cover.contains(place) ? 1 : 0 }
    },
    GrowthCase("PlaceIndexSet.nearest, by the number of parts", exponent: 0, size: 64) { size in
      let set = try partsSideBySide(size)
      return { try set.nearest(to: Coordinate(latitude: 11, longitude: 1), count: 1).count }
    },
    GrowthCase("PlaceIndexSet.count, by the number of parts", exponent: 0, size: 64) { size in
      let set = try partsSideBySide(size)
      return { try set.count(within: 1_000, of: Coordinate(latitude: 11, longitude: 1)) }
    },
    GrowthCase("PathIndex.nearestPoint, long edges side by side", exponent: 0.5, size: 4_000) {
      size in
      let path = PathIndex(GeoPath(comb(vertices: size)))
      let place = Coordinate(latitude: 0.4, longitude: 0.31)
      return { Int(path.nearestPoint(to: place)?.distance ?? 0) }
    },
  ]

/// A set of parts that divide the Earth by longitude.
private func partsSideBySide(_ count: Int) throws -> PlaceIndexSet<RecordBytes> {
  let width = 360 / Double(count)
  return PlaceIndexSet(
    try (0..<count).map { number in
      let west = -180 + width * Double(number)
      let places = (0..<100).map {
        Coordinate(latitude: Double($0 / 10), longitude: west + width * Double($0 % 10) / 10)
      }
      return (
        name: "\(number)",
        index: try MappedPlaceIndex(bytes: PlaceIndex(places, coordinate: { $0 }).encoded()) { $0 }
      )
    })
}

/// Queries of places that are equal, on one meridian, and around a pole.
private let crowdCases: [GrowthCase] = Crowd.allCases.flatMap { crowd in
  [
    GrowthCase("PlaceIndex.init, \(crowd)", exponent: 1, size: 10_000) { size in
      let places = crowd.places(size)
      return { try packed(places).count }
    },
    GrowthCase("DynamicPlaceIndex.init, \(crowd)", exponent: 1, size: 5_000) { size in
      let places = crowd.places(size)
      return { try dynamic(places).count }
    },
    GrowthCase("PlaceIndex.within, \(crowd)", exponent: 1, size: 10_000) { size in
      let index = try packed(crowd.places(size))
      return { index.within(1_000_000, of: crowd.center).count }
    },
    GrowthCase("PlaceIndex.nearest 10, \(crowd)", exponent: 1, size: 10_000) { size in
      let index = try packed(crowd.places(size))
      return { index.nearest(to: crowd.center, count: 10).count }
    },
    GrowthCase("PlaceIndex.nearest all, \(crowd)", exponent: 1, size: 2_500) { size in
      let index = try packed(crowd.places(size))
      return { index.nearest(to: crowd.center, count: size).count }
    },
    GrowthCase("PlaceIndex.count in a box, \(crowd)", exponent: 0.5, size: 10_000) { size in
      let index = try packed(crowd.places(size))
      let box = BoundingBox(south: 10, west: 10, north: 10.5, east: 10.5)
      return { index.count(in: box) }
    },
    GrowthCase("PlaceIndex.count in a radius, \(crowd)", exponent: 0.5, size: 10_000) { size in
      let index = try packed(crowd.places(size))
      return { index.count(within: 500, of: crowd.center) }
    },
    GrowthCase("MapClusters.init, \(crowd)", exponent: 1, size: 5_000) { size in
      let index = try packed(crowd.places(size))
      return { MapClusters(index).clusters(in: .world, zoom: 3).count }
    },
  ]
}

/// Changes of a dynamic index, one by one.
private let changeCases: [GrowthCase] = Crowd.allCases.flatMap { crowd in
  [
    GrowthCase("DynamicPlaceIndex.insert, \(crowd)", exponent: 1, size: 2_000) { size in
      let places = crowd.places(size)
      return {
        var index = try dynamic([])
        for (number, place) in places.enumerated() { try index.insert((number, place)) }
        return index.count
      }
    },
    GrowthCase("DynamicPlaceIndex.remove, \(crowd)", exponent: 1, size: 2_000) { size in
      let places = crowd.places(size)
      return {
        var index = try dynamic(places)
        for number in places.indices { index.remove(number) }
        return index.count
      }
    },
    GrowthCase("DynamicPlaceIndex.move, \(crowd)", exponent: 1, size: 2_000) { size in
      let places = crowd.places(size)
      let index = try dynamic(places)
      return {
        var index = index
        for number in places.indices {
          try index.move(number, to: places[places.count - 1 - number])
        }
        return index.count
      }
    },
  ]
}

/// Sets of places that are hard for a tree.
private enum Crowd: CaseIterable {
  case equal, meridian, pole, grid

  /// The center of queries.
  var center: Coordinate {
    switch self {
    case .equal: Coordinate(latitude: 1, longitude: 2)
    case .meridian: Coordinate(latitude: 0.5, longitude: 2)
    case .pole: Coordinate(latitude: 89.99, longitude: 2)
    case .grid: Coordinate(latitude: 1, longitude: 1)
    }
  }

  func places(_ size: Int) -> [Coordinate] {
    let side = Int(Double(size).squareRoot())
    return (0..<size).map { number in
      switch self {
      case .equal: Coordinate(latitude: 1, longitude: 2)
      case .meridian: Coordinate(latitude: Double(number) / Double(size), longitude: 2)
      case .pole: Coordinate(latitude: 90, longitude: Double(number % 360) - 180)
      case .grid:
        Coordinate(
          latitude: Double(number / side) / Double(side) * 2,
          longitude: Double(number % side) / Double(side) * 2)
      }
    }
  }
}

/// The center of the searches from far away: 4,260 km from the places.
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
