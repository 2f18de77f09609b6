import CairnGeodesy
import CairnIndex
import CairnMemory
import TestSupport
import Testing

/// Clusters of changing places.
struct DynamicMapClustersTests {
  private func places(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      number % 3 == 0
        ? random.coordinate()
        : Coordinate(
          latitude: 48 + random.double(in: -1...1), longitude: 179.9 + random.double(in: -1...1))
    }
  }

  @Test(arguments: [60.0, 13, 900])
  func changesMatchARebuild(radius: Double) {
    let options = DynamicMapClusters.Options(radius: radius, zooms: 0...14)
    let places = places(600, seed: 5)
    var random = SeededGenerator(seed: 7)
    var clusters = DynamicMapClusters(options: options)
    var present: Set<Int> = []
    for _ in 0..<rounds(4_000, inDebug: 250) {
      let number = random.integer(in: 0...599)
      if present.remove(number) != nil {
        let isRemoved = clusters.remove(number, at: places[number])
        #expect(isRemoved)
      } else {
        let isInserted = clusters.insert(number, at: places[number])
        #expect(isInserted)
        present.insert(number)
      }
    }
    var fresh = DynamicMapClusters(options: options)
    for number in present.sorted() { fresh.insert(number, at: places[number]) }
    #expect(clusters.count == present.count)
    for zoom in stride(from: 0, through: 14, by: rounds(1, inDebug: 2)) {
      let found = clusters.clusters(in: .world, zoom: zoom)
      #expect(found == fresh.clusters(in: .world, zoom: zoom))
      #expect(found.reduce(0) { $0 + $1.count } == present.count)
      for cluster in found {
        let members = present.filter { clusters.contains(places[$0], in: cluster) }
        #expect(members.count == cluster.count)
        #expect(cluster.number == (members.count == 1 ? members.first : nil))
        let box = clusters.boundingBox(of: cluster)
        for member in members { #expect(box.contains(places[member])) }
        if let number = cluster.number, abs(places[number].latitude) < 80 {
          #expect(cluster.center.distance(to: places[number]) < 0.05)
        }
      }
      // The pins of a viewport are the pins of the world inside it.
      let box = BoundingBox(south: 40, west: 178, north: 49, east: -179.5)
      let inside = found.filter { box.contains($0.center) }
      #expect(Set(clusters.clusters(in: box, zoom: zoom)) == Set(inside))
      // No two pins are closer than the radius.
      let reach = radius / (256 * Double(1 << zoom))
      let pins = found.map { MapPoint($0.center) }
      for (index, a) in pins.enumerated() {
        for b in pins[(index + 1)...] { #expect(a.distance(to: b) > reach - 1e-9) }
      }
    }
    for number in present { clusters.remove(number, at: places[number]) }
    #expect(clusters.count == 0 && clusters.clusters(in: .world, zoom: 3).isEmpty)
  }

  /// Insertions, moves and removals, compared with a dictionary; pins compared with a new map,
  /// places and values with a loop over all places.
  @Test func clusteredIndexMatchesModel() throws {
    let pool = places(300, seed: 11)
    var random = SeededGenerator(seed: 12)
    let options = DynamicMapClusters.Options(radius: 40, zooms: 0...9)
    var pins = ClusteredPlaceIndex<Int, Pin>(
      id: \.id, coordinate: \.coordinate, options: options)
    var present: [(id: Int, place: Coordinate)] = []
    for step in 0..<rounds(4_000, inDebug: 400) {
      let id = random.integer(in: 0...99)
      let place = pool[random.integer(in: 0...299)]
      let known = present.firstIndex { $0.id == id }
      switch step % 4 {
      case 0:
        let before = try pins.move(id, to: place)
        #expect(before == known.map { present[$0].place })
        if let known { present[known].place = place }
      case 1:
        let old = pins.remove(id)
        #expect(old?.id == known.map { present[$0].id })
        if let known { present.remove(at: known) }
      default:
        let old = try pins.insert(Pin(id: id, coordinate: place))
        #expect((old == nil) == (known == nil))
        if let known { present[known].place = place } else { present.append((id, place)) }
      }
    }
    #expect(throws: PlaceIndexError.self) {
      try pins.insert(Pin(id: 1, coordinate: Coordinate(latitude: 99, longitude: 0)))
    }
    #expect(pins.count == present.count)
    let rebuilt = ClusteredPlaceIndex(pins.index, options: options)
    for zoom in 0...9 {
      let found = pins.clusters(in: .world, zoom: zoom)
      #expect(found.map(\.center) == rebuilt.clusters(in: .world, zoom: zoom).map(\.center))
      let ids = found.map { pins.elements(of: $0).map(\.id) }
      #expect(ids.map(\.count) == found.map(\.count))
      #expect(ids.joined().sorted() == present.map(\.id).sorted())
      for (cluster, ids) in zip(found, ids) {
        // In insertion order.
        #expect(ids == present.map(\.id).filter(Set(ids).contains))
        #expect(pins.element(of: cluster)?.id == (ids.count == 1 ? ids[0] : nil))
        #expect(pins.boundingBox(of: cluster).contains(cluster.center))
      }
      let values = pins.values(of: found) {
        [$0.id]
      } combining: {
        $0 += $1
      }
      #expect(values == ids)
    }
  }

  @Test func degenerateInput() {
    var clusters = DynamicMapClusters()
    let nowhere = Coordinate(latitude: .nan, longitude: 0)
    let answers = [
      clusters.insert(1, at: nowhere), clusters.remove(1, at: nowhere),
      clusters.remove(1, at: Coordinate(latitude: 0, longitude: 0)),
    ]
    #expect(answers == [false, false, false])
    #expect(clusters.clusters(in: .world, zoom: 0).isEmpty)
    for number in 0..<1_000 {
      clusters.insert(number, at: Coordinate(latitude: 90, longitude: Double(number)))
      clusters.insert(number, at: Coordinate(latitude: -90, longitude: 0))
    }
    for zoom in [-5, 0, 16, 40] {
      let found = clusters.clusters(in: .world, zoom: zoom)
      #expect(found.reduce(0) { $0 + $1.count } == 2_000)
    }
    #expect(clusters.clusters(in: .empty, zoom: 0).isEmpty)
  }
}

/// A point of the Web Mercator square.
private struct MapPoint {
  var x: Double
  var y: Double

  init(_ place: Coordinate) {
    x = place.longitude / 360 + 0.5
    let sine = place.unitVector.z
    y = 0.5 - naturalLogarithm((1 + sine) / (1 - sine)) / (4 * .pi)
  }

  func distance(to other: MapPoint) -> Double {
    var dx = abs(x - other.x)
    dx = min(dx, 1 - dx)
    return (dx * dx + (y - other.y) * (y - other.y)).squareRoot()
  }
}
