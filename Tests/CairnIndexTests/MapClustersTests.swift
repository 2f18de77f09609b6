import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

/// The same clusters by comparing all pairs.
private struct PlainClusters {
  struct Node {
    var point: MercatorPoint
    var members: [Int]
  }

  /// The nodes of each zoom, from the maximum zoom down.
  private(set) var nodes: [Int: [Node]] = [:]

  init(_ places: [(offset: Int, coordinate: Coordinate)], _ options: MapClusters.Options) {
    var present = places.map { Node(point: MercatorPoint($0.coordinate), members: [$0.offset]) }
    for zoom in options.zooms.reversed() {
      let radius = options.radius / (options.worldSize * Double(1 << zoom))
      var isFree = present.map { _ in true }
      var merged: [Node] = []
      for seed in present.indices where isFree[seed] {
        isFree[seed] = false
        let center = present[seed].point
        let near = present.indices.filter {
          let dx = MercatorPoint.eastward(from: center.x, to: present[$0].point.x)
          let dy = present[$0].point.y - center.y
          return isFree[$0] && dx * dx + dy * dy <= radius * radius
        }
        let group = [seed] + near
        let members = group.flatMap { present[$0].members }
        guard !near.isEmpty, members.count >= options.minimumCount else {
          merged.append(present[seed])
          continue
        }
        for candidate in near { isFree[candidate] = false }
        var dx = 0.0
        var dy = 0.0
        for node in group.map({ present[$0] }) {
          let weight = Double(node.members.count)
          dx += MercatorPoint.eastward(from: center.x, to: node.point.x) * weight
          dy += (node.point.y - center.y) * weight
        }
        let x = center.x + dx / Double(members.count)
        let y = center.y + dy / Double(members.count)
        merged.append(
          Node(point: MercatorPoint(x: x - x.rounded(.down), y: y), members: members))
      }
      present = merged
      nodes[zoom] = present
    }
  }
}

@Suite struct MapClustersTests {
  private func order(_ index: PlaceIndex<Coordinate>) -> [(offset: Int, coordinate: Coordinate)] {
    let tree = index._core.tree
    return (0..<tree.count).map { (Int(tree.offsets[$0]), tree.degrees[$0]) }
  }

  /// Every zoom of every class of points matches the simple algorithm.
  @Test(arguments: PointClass.allCases)
  func matchesBruteForce(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 31)
    let points = Array(kind.points(using: &random).prefix(rounds(300, inDebug: 60)))
    let index = try PlaceIndex(points, coordinate: { $0 })
    for options in [
      MapClusters.Options(),
      MapClusters.Options(radius: 25, worldSize: 512, zooms: 2...9, minimumCount: 4),
      MapClusters.Options(radius: 200, worldSize: 256, zooms: 0...3),
    ] {
      let clusters = MapClusters(index, options: options)
      let plain = PlainClusters(order(index), options)
      for zoom in options.zooms {
        let found = clusters.clusters(in: .world, zoom: zoom)
        let expected = plain.nodes[zoom] ?? []
        #expect(
          Set(found.map { Set(clusters.leaves(of: $0)) }) == Set(expected.map { Set($0.members) }))
        #expect(found.count == expected.count)
        #expect(found.allSatisfy { $0.count == clusters.leaves(of: $0).count })
        let groups = found.filter { $0.offset == nil }
        #expect(groups.allSatisfy { $0.count >= options.minimumCount })
        let middles = Set(expected.filter { $0.members.count > 1 }.map { $0.point.coordinate })
        #expect(groups.count == middles.count)
        #expect(
          groups.allSatisfy { group in
            middles.contains { group.center.distance(to: $0) < 0.01 }
          })
      }
      let beyond = clusters.clusters(in: .world, zoom: options.zooms.upperBound + 1)
      #expect(Set(beyond.compactMap(\.offset)) == Set(points.indices))
      #expect(beyond.allSatisfy { $0.center == points[$0.offset ?? 0] })
    }
  }

  /// A viewport shows exactly the pins inside it.
  @Test func viewportsAreSubsetsOfTheWorld() throws {
    var random = SeededGenerator(seed: 32)
    for kind in [PointClass.uniform, .clustered, .antimeridian, .northPole, .gridSnapped] {
      let index = try PlaceIndex(kind.points(using: &random), coordinate: { $0 })
      let clusters = MapClusters(index)
      for _ in 0..<200 {
        let south = Double.random(in: -90...90, using: &random)
        let box = BoundingBox(
          south: south, west: .random(in: -180...180, using: &random),
          north: .random(in: south...90, using: &random),
          east: .random(in: -180...180, using: &random))
        let zoom = Int.random(in: -1...18, using: &random)
        let all = clusters.clusters(in: .world, zoom: zoom)
        #expect(clusters.clusters(in: box, zoom: zoom) == all.filter { box.contains($0.center) })
      }
    }
  }

  /// Concatenated lists also test the order: that of a cluster is the order of its places.
  @Test func valuesAreCombinedFromPlaces() throws {
    struct Refusal: Error, Equatable { let offset: Int }
    var random = SeededGenerator(seed: 34)
    for kind in [PointClass.uniform, .clustered, .antimeridian, .gridSnapped] {
      let points = kind.points(using: &random)
      let clusters = MapClusters(try PlaceIndex(points, coordinate: { $0 }))
      let lists = clusters.values {
        [$0]
      } combining: {
        $0 += $1
      }
      let highest = clusters.values {
        points[$0].latitude
      } combining: {
        $0 = max($0, $1)
      }
      for zoom in [0, 3, 8, 17] {
        let pins = clusters.clusters(in: .world, zoom: zoom)
        #expect(pins.allSatisfy { lists[$0] == clusters.leaves(of: $0) })
        #expect(
          pins.allSatisfy { pin in
            highest[pin] == clusters.leaves(of: pin).map { points[$0].latitude }.max()
          })
      }
      #expect(throws: Refusal(offset: 7)) {
        try clusters.values { (offset) throws(Refusal) -> Int in
          if offset == 7 { throw Refusal(offset: offset) }
          return 1
        } combining: { (whole, part) throws(Refusal) in
          whole += part
        }
      }
    }
    let none = MapClusters(try PlaceIndex([Coordinate](), coordinate: { $0 }))
    let stranger = MapCluster(
      id: 0, center: Coordinate(latitude: 0, longitude: 0), count: 1, offset: 0)
    #expect(
      none.values {
        $0
      } combining: {
        $0 += $1
      }[stranger] == nil)
  }

  @Test func clustersFormAcrossTheAntimeridian() throws {
    let index = try PlaceIndex(
      [
        Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -17, longitude: -179.7),
      ], coordinate: { $0 })
    let clusters = MapClusters(index)
    let pins = clusters.clusters(
      in: BoundingBox(south: -20, west: 175, north: -15, east: -175), zoom: 4)
    let pin = try #require(pins.first)
    #expect(pins.count == 1)
    #expect(pin.count == 2)
    #expect(abs(pin.center.longitude + 179.9) < 1e-9)
    let box = clusters.boundingBox(of: pin)
    #expect(box.west == 179.9 && box.east == -179.7)
  }

  /// The expansion zoom of a cluster shows its children.
  @Test func expansionShowsTheChildren() throws {
    var random = SeededGenerator(seed: 33)
    let index = try PlaceIndex(PointClass.clustered.points(using: &random), coordinate: { $0 })
    let clusters = MapClusters(index)
    var seen = 0
    for cluster in clusters.clusters(in: .world, zoom: 1) where cluster.offset == nil {
      let zoom = try #require(clusters.expansionZoom(of: cluster))
      let children = clusters.children(of: cluster)
      #expect(children.count >= 2)
      #expect(children.map(\.count).reduce(0, +) == cluster.count)
      #expect(clusters.clusters(in: .world, zoom: zoom - 1).contains(cluster))
      let shown = clusters.clusters(in: .world, zoom: zoom)
      #expect(!shown.contains(cluster))
      #expect(Set(shown).isSuperset(of: children))
      let box = clusters.boundingBox(of: cluster)
      #expect(clusters.leaves(of: cluster).allSatisfy { box.contains(index.elements[$0]) })
      seen += 1
    }
    #expect(seen > 0)
  }

  @Test func leavesArePaged() throws {
    let index = try PlaceIndex(
      (0..<100).map { Coordinate(latitude: 10, longitude: Double($0) * 1e-4) }, coordinate: { $0 })
    let clusters = MapClusters(index)
    let cluster = try #require(clusters.clusters(in: .world, zoom: 3).first)
    let all = clusters.leaves(of: cluster)
    #expect(all.sorted() == Array(0..<100))
    #expect(
      stride(from: 0, to: 120, by: 30).flatMap {
        clusters.leaves(of: cluster, startingAt: $0, limit: 30)
      } == all)
    #expect(clusters.leaves(of: cluster, limit: 0).isEmpty)
    #expect(clusters.leaves(of: cluster, startingAt: 100).isEmpty)
    #expect(clusters.leaves(of: cluster, startingAt: -5, limit: 2) == Array(all.prefix(2)))
  }

  @Test func zoomShowingABox() throws {
    let clusters = MapClusters(try PlaceIndex([Coordinate](), coordinate: { $0 }))
    #expect(clusters.clusters(in: .world, zoom: 3).isEmpty)
    #expect(clusters.zoom(showing: .world, width: 256) == 0)
    #expect(clusters.zoom(showing: .world, width: 100) == 0)
    let box = BoundingBox(south: 0, west: 170, north: 1, east: -145)
    #expect(clusters.zoom(showing: box, width: 256) == 3)
    #expect(clusters.zoom(showing: box, width: 255) == 2)
    let meridian = BoundingBox(south: 0, west: 5, north: 1, east: 5)
    #expect(clusters.zoom(showing: meridian, width: 256) == 24)
  }
}
