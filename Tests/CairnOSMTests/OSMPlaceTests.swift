import CairnFormats
import CairnGeodesy
import CairnHours
import TestSupport
import Testing

@testable import CairnOSM

@Suite struct OSMPlaceTests {
  /// A map with a square of 0.01 degrees at the equator for each way.
  private func square(_ id: Int64, at east: Int32, size: Int32 = 100_000) -> [MapFixture.Node] {
    [(0, 0), (0, 1), (1, 1), (1, 0)].enumerated().map { number, corner in
      .init(
        id: 10 * id + Int64(number), latitude: corner.0 * size, longitude: east + corner.1 * size)
    }
  }

  private func places(
    _ map: MapFixture, _ categories: [String], tags: [String] = []
  ) throws -> OSMPlaceList {
    let file = try OSMFile(bytes: map.pbf())
    let list = try file.places(
      categories.compactMap { OSMCategory($0) }, tags: tags.compactMap { OSMTagPattern($0) })
    // Neither the format nor the number of threads changes the answer.
    let other = try OSMFile(bytes: Array(map.xml.utf8)).places(
      categories.compactMap { OSMCategory($0) }, tags: tags.compactMap { OSMTagPattern($0) },
      threads: 3)
    #expect(
      list.places.map { [$0.id.description, "\($0.coordinate)"] }
        == other.places.map { [$0.id.description, "\($0.coordinate)"] })
    #expect(list.withoutLocation == other.withoutLocation)
    return list
  }

  @Test func nodesWaysAndMultipolygonsArePlaces() throws {
    var map = MapFixture()
    map.nodes = [
      .init(id: 1, latitude: 5, longitude: 7, tags: ["amenity": "cafe", "name": "A"]),
      .init(id: 2, latitude: 5, longitude: 7, tags: ["amenity": "bench"]),
    ]
    map.nodes +=
      square(1, at: 0) + square(2, at: 1_000_000) + square(3, at: 1_025_000, size: 50_000)
    map.ways = [
      .init(id: 1, nodes: [10, 11, 12, 13, 10], tags: ["amenity": "bar;cafe"]),
      .init(id: 2, nodes: [20, 21, 22]), .init(id: 3, nodes: [20, 23, 22]),
      .init(id: 4, nodes: [30, 31, 32, 33, 30]),
      .init(id: 5, nodes: [10, 11], tags: ["amenity": "cafe"]),
    ]
    map.relations = [
      .init(
        id: 9,
        members: [
          .init(kind: 1, id: 2, role: "outer"), .init(kind: 1, id: 3, role: "outer"),
          .init(kind: 1, id: 4, role: "inner"),
        ], tags: ["type": "multipolygon", "amenity": "cafe"])
    ]
    let found = try places(map, ["cafe"])
    #expect(found.places.map(\.id.description) == ["node/1", "way/1", "way/5", "relation/9"])
    #expect(found.places.allSatisfy { $0.category?.id == "cafe" && !$0.isIncomplete })
    let label = found.places[1].coordinate
    #expect(label.distance(to: Coordinate(latitude: 0.005, longitude: 0.005)) < 2)
    let middle = found.places[2].coordinate
    #expect(middle.distance(to: Coordinate(latitude: 0, longitude: 0.005)) < 0.01)
    // Inside the square, and not in its hole.
    let relation = found.places[3].coordinate
    #expect(relation.latitude > 0 && relation.latitude < 0.01)
    #expect(relation.longitude > 0.1 && relation.longitude < 0.11)
    let isInHole = relation.latitude < 0.005 && (0.1025...0.1075).contains(relation.longitude)
    #expect(!isInHole)
  }

  @Test func missingMembersAndNodesAreReported() throws {
    var map = MapFixture()
    map.nodes = Array(square(1, at: 0).dropLast())
    map.ways = [
      .init(id: 1, nodes: [10, 11, 12, 13, 10], tags: ["tourism": "museum"]),
      .init(id: 2, nodes: [77, 78], tags: ["tourism": "museum"]),
      .init(id: 3, nodes: [], tags: ["tourism": "museum"]),
    ]
    map.relations = [
      .init(
        id: 1, members: [.init(kind: 1, id: 1, role: ""), .init(kind: 1, id: 99, role: "")],
        tags: ["type": "multipolygon", "tourism": "museum"]),
      .init(
        id: 2, members: [.init(kind: 2, id: 3, role: "")],
        tags: ["type": "site", "tourism": "museum"]),
      .init(
        id: 3, members: [.init(kind: 2, id: 2, role: ""), .init(kind: 2, id: 3, role: "")],
        tags: ["type": "site", "tourism": "museum"]),
    ]
    let found = try places(map, ["museum"])
    #expect(found.places.map(\.id.description) == ["way/1", "relation/1"])
    #expect(found.places.allSatisfy { $0.isIncomplete })
    #expect(
      found.withoutLocation.map(\.description) == ["way/2", "way/3", "relation/2", "relation/3"])
  }

  @Test func aLabelMemberIsTheLocationOfASite() throws {
    var map = MapFixture()
    map.nodes = [.init(id: 1, latitude: 1, longitude: 1), .init(id: 2, latitude: 9, longitude: 9)]
    map.relations = [
      .init(
        id: 1, members: [.init(kind: 0, id: 1, role: ""), .init(kind: 0, id: 2, role: "label")],
        tags: ["type": "site", "historic": "ruins"])
    ]
    let found = try places(map, [], tags: ["historic=*"])
    #expect(found.places.map(\.coordinate) == [Coordinate(latitude: 9e-7, longitude: 9e-7)])
    #expect(found.places[0].category?.name == "ruins")
  }

  @Test func ringsAreJoinedInAnyOrderAndDirection() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let size = Int64(generator.integer(in: 3...12))
      let ring = Array(0..<size) + [0]
      var cuts: Set<Int> = [0, ring.count - 1]
      for _ in 0..<generator.integer(in: 0...4) {
        cuts.insert(generator.integer(in: 1...ring.count - 2))
      }
      let sorted = cuts.sorted()
      var ways = zip(sorted, sorted.dropFirst()).map { Array(ring[$0...$1]) }
      ways = ways.map { generator.integer(in: 0...1) == 0 ? $0 : $0.reversed() }
      ways.shuffle(using: &generator)
      let joined = OSMRings.joined(ways)
      #expect(joined.isComplete && joined.closed.count == 1)
      #expect(joined.closed[0].count == ring.count)
      #expect(Set(joined.closed[0]) == Set(ring))
      let missing = OSMRings.joined(Array(ways.dropLast()))
      #expect(!missing.isComplete || ways.count == 1)
    }
  }

  @Test func locationsEqualADictionary() throws {
    var generator = SeededGenerator(seed: 12)
    for isSorted in [true, false] {
      var map = MapFixture.random(&generator, count: 200)
      if !isSorted { map.nodes.shuffle(using: &generator) }
      var options = MapFixture.Options()
      options.blockSize = 37
      let wanted = map.nodes.filter { _ in generator.integer(in: 0...2) == 0 }.map(\.id) + [-99, 5]
      let found = try OSMFile(bytes: map.pbf(options)).locations(ofNodes: wanted + wanted)
      #expect(found.ids == Set(wanted).sorted())
      for id in wanted {
        let node = map.nodes.first { $0.id == id }
        let expected = node.flatMap {
          OSMBlock.coordinate(latitude: $0.latitude, longitude: $0.longitude)
        }
        #expect(found[id] == expected)
      }
      #expect(found[4_711] == nil)
    }
  }

  @Test func factsAreReadFromTags() throws {
    let tags = OSMTags(
      [
        "name": "Café Amann", "name:en": "Cafe Amann", "amenity": "cafe",
        "addr:street": "Äulestrasse", "addr:housenumber": "56", "addr:postcode": "9490",
        "addr:city": "Vaduz", "addr:country": "LI", "opening_hours": "Mo-Fr 07:00-19:00",
        "contact:phone": "+423 1", "wheelchair": "limited", "osm": "x",
      ].sorted(by: <).map { OSMTags.Pair(key: $0, value: $1) })
    let place = OSMPlace(
      id: .init(.node, 7), coordinate: Coordinate(latitude: 47, longitude: 9),
      category: OSMCategory("café"), tags: tags)
    #expect(place.name(in: "en") == "Cafe Amann" && place.name(in: "fr") == "Café Amann")
    #expect(place.names == ["en": "Cafe Amann"])
    #expect(place.address.description == "Äulestrasse 56, 9490 Vaduz")
    #expect(place.phone == "+423 1" && place.website == nil && place.wheelchair == "limited")
    #expect(place.openingHours?.isOpen(at: CivilTime("2026-11-26T08:00")!) == true)
    #expect(place.place.kind.rawValue == "cafe" && place.place.locality == "Vaduz")
    #expect(place.place.countryCode == "LI")
    #expect(place.properties["osm"]?.text == "node/7")
    let all = place.feature(allTags: true).properties
    #expect(all["tag:osm"]?.text == "x" && all["amenity"]?.text == "cafe")
    #expect(all["addr:street"] == nil && all["street"]?.text == "Äulestrasse")
  }

  @Test func everyCategoryHasAUniqueNameAndTags() {
    let categories = OSMCategory.all
    #expect(Set(categories.map(\.id)).count == categories.count)
    for category in categories {
      #expect(!category.patterns.isEmpty)
      #expect(OSMCategory(category.name) == category)
      #expect(OSMCategory(category.id.uppercased() + "s") == category)
      #expect(category.id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (97...122).contains($0) })
    }
    #expect(OSMCategory("Drinking Water")?.id == "drinking-water")
    #expect(OSMCategory("drinking_water")?.id == "drinking-water")
    #expect(OSMCategory("") == nil)
  }

  @Test(arguments: [
    ("amenity=cafe", "amenity", "cafe", true), ("amenity=cafe", "amenity", "bar; cafe", true),
    ("amenity=cafe", "amenity", "cafeteria", false), ("amenity", "amenity", "no", false),
    ("shop=*", "shop", "anything", true), ("a=b", "c", "b", false),
  ])
  func patterns(pattern: String, key: String, value: String, isAccepted: Bool) throws {
    let parsed = try #require(OSMTagPattern(pattern))
    #expect(parsed.accepts(OSMTags([.init(key: key, value: value)])) == isAccepted)
  }

  @Test func emptyPatternsAreInvalid() {
    #expect(OSMTagPattern("") == nil && OSMTagPattern("=x") == nil && OSMTagPattern("a=") == nil)
    #expect(OSMTagPattern("a=b=c")?.value == "b=c")
  }

  @Test func placesOfAnExtract() throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let path = folder.joined(separator: "/") + "/Extracts/vaduz.osm.pbf"
    let file = try OSMFile(path: path)
    let museums = try file.places([try #require(OSMCategory("museum"))], threads: 2)
    #expect(museums.places.count == 5 && museums.withoutLocation.isEmpty)
    #expect(museums.places.allSatisfy { $0.openingHours != nil && $0.name != nil })
    let castle = try file.places([try #require(OSMCategory("castle"))]).places
    #expect(castle.map(\.id.description) == ["relation/1252853"])
    #expect(castle[0].name(in: "uk") == "Замок Вадуц")
    let center = Coordinate(latitude: 47.1395, longitude: 9.5243)
    #expect(castle[0].coordinate.distance(to: center) < 60)
  }
}
