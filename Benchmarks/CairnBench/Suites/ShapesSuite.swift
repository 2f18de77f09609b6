internal import CairnCountries
internal import CairnGeodesy
internal import CairnIndex
internal import CairnShapes
internal import TestSupport

extension Suite {
  /// An index of shapes and geofences, each compared with hand-written code.
  static let shapes = Suite(
    name: "shapes", summary: "an index of shapes, and moving positions with geofences"
  ) { bench in
    var random = SeededGenerator(seed: bench.options.seed)
    let centers = bench.workload.places.prefix(2_000)
    // Polygons of 50 corners, one to ten kilometers in size, around cities.
    let polygons = centers.map { center in
      let size = random.double(in: 1_000...10_000)
      return GeoPolygon(
        (0..<50).map { corner in
          center.destination(
            bearing: 7.2 * Double(corner), distance: size * random.double(in: 0.8...1))
        })
    }
    bench.write(polygons.flatMap(\.outer), to: "polygons.f64")
    let index = ShapeIndex(polygons)
    bench.lookUps(index)
    bench.files(index)
    bench.relations(index, &random)
    bench.unions(polygons)
    bench.distances()
    bench.changes(polygons)
    bench.fences(index, &random)
  }
}

extension Bench {
  /// Finds the polygons that contain a place.
  fileprivate mutating func lookUps(_ index: ShapeIndex<GeoPolygon>) {
    let polygons = index.elements
    measure("build", calls: 1) { Tally(sum: Double(ShapeIndex(polygons).count)) }
    // Half of the places are near a polygon.
    measureQueries("containing") { place in
      Tally(hits: index.keys(containing: place).count, sum: 0)
    }
    measureQueries("containing, count") { place in
      Tally(hits: index.count(containing: place), sum: 0)
    }
    let boxes = polygons.map(\.boundingBox)
    measureQueries("containing, by a loop over boxes") { place in
      var hits = 0
      for number in boxes.indices
      where boxes[number].contains(place) && polygons[number].contains(place) {
        hits += 1
      }
      return Tally(hits: hits, sum: 0)
    }
    let atlas = try? TerritoryAtlas(
      polygons.enumerated().map { (id: $0.offset, shape: GeoMultiPolygon([$0.element])) })
    guard let atlas else {
      report.warn("the polygons cannot be made into an atlas")
      return
    }
    measureQueries("containing, by TerritoryAtlas") { place in
      Tally(hits: atlas.territories(at: place).count, sum: 0)
    }
  }

  /// The same polygons in a file, opened repeatedly, and queries of the file.
  fileprivate mutating func files(_ index: ShapeIndex<GeoPolygon>) {
    guard let bytes = try? index.encoded(),
      let file = try? MappedShapeIndex(bytes: bytes, decode: { $0.count })
    else {
      report.warn("the polygons cannot be written to a file")
      return
    }
    measure("file, encode", calls: 1) { Tally(sum: Double((try? index.encoded().count) ?? 0)) }
    measure("file, open", calls: 1) {
      let file = try? MappedShapeIndex(bytes: bytes, decode: { $0.count })
      return Tally(sum: Double(file?.count ?? 0))
    }
    measure("file, open and load", calls: 1) {
      let file = try? MappedShapeIndex(bytes: bytes, decode: { $0.count }).loaded()
      return Tally(sum: Double(file?.count ?? 0))
    }
    measureQueries("file, containing, count") { place in
      Tally(hits: (try? file.count(containing: place)) ?? -1, sum: 0)
    }
    measure("pairs within 10 km", calls: index.count) {
      let pairs = index.pairs(within: 10_000, with: index)
      return Tally(hits: pairs.count, sum: pairs.reduce(0) { $0 + $1.distance })
    }
  }

  /// Finds the polygons near a place, and those that touch a shape.
  fileprivate mutating func relations(
    _ index: ShapeIndex<GeoPolygon>, _ random: inout SeededGenerator
  ) {
    let polygons = index.elements
    for count in [1, 10] {
      measureQueries("nearest \(count)") { place in
        Tally(
          hits: count,
          sum: index.nearest(to: place, count: count).reduce(0) { $0 + $1.distance })
      }
    }
    measureQueries("within 50 km") { place in
      Tally(hits: index.count(within: 50_000, of: place), sum: 0)
    }
    let few = workload.queries.prefix(20)
    measure("nearest 1, by a loop", calls: few.count) {
      var sum = 0.0
      for place in few {
        sum += polygons.reduce(.infinity) { least, polygon in
          min(
            least,
            polygon.contains(place)
              ? 0 : GeoPath(polygon.outer + polygon.outer.prefix(1)).distance(to: place))
        }
      }
      return Tally(hits: few.count, sum: sum)
    }
    measureQueries("touching a box of 1 deg") { place in
      Tally(hits: index.count(touching: BoundingBox.around(place, side: 1)), sum: 0)
    }
    measureQueries("touching a cap of 50 km") { place in
      Tally(hits: index.count(touching: Cap(center: place, radius: 50_000)), sum: 0)
    }
    let tracks = workload.queries.prefix(200).map { start in
      var place = start
      var bearing = random.double(in: 0...360)
      return GeoPath(
        (0..<100).map { _ in
          bearing += random.double(in: -12...12)
          place = place.destination(bearing: bearing, distance: 1_000)
          return place
        })
    }
    measure("touching a path of 100 edges", calls: tracks.count) {
      Tally(hits: tracks.reduce(0) { $0 + index.count(touching: $1) }, sum: 0)
    }
    measure("touching a path, by boxes and edges", calls: tracks.count) {
      var hits = 0
      for track in tracks {
        let box = track.boundingBox
        for polygon in polygons where polygon.boundingBox.intersects(box) {
          if GeoShape(polygon).intersects(track) { hits += 1 }
        }
      }
      return Tally(hits: hits, sum: 0)
    }
  }

  /// Tests places in and around a union of 100 polygons.
  fileprivate mutating func unions(_ polygons: [GeoPolygon]) {
    let parts = polygons.prefix(100)
    var random = SeededGenerator(seed: 100)
    let places = (0..<10_000).map { number in
      parts[number % parts.count].outer[0].destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 0...15_000))
    }
    write(places, to: "union.f64")
    let union = CombinedRegion(unionOf: parts.map { $0 as any PlaceRegion })
    measure("union of 100, contains", calls: places.count) {
      Tally(hits: places.count { union.contains($0) }, sum: 0)
    }
    let region = union.subtracting(BoundingBox(south: -90, west: 0, north: 0, east: 180))
    measure("tiles of a union, zoom 6", calls: 1) {
      Tally(hits: (try? MapTile.tiles(covering: region, zoom: 6).count) ?? -1, sum: 0)
    }
  }

  /// Distances between polygons of 1,000 corners, both preprocessed.
  fileprivate mutating func distances() {
    var random = SeededGenerator(seed: 101)
    let polygons = (0..<60).map { number in
      let center = Coordinate(
        latitude: 50 + 0.8 * Double(number / 6), longitude: 1.2 * Double(number % 6))
      return GeoPolygon(
        (0..<1_000).map { corner in
          center.destination(
            bearing: 0.36 * Double(corner), distance: random.double(in: 18_000...20_000))
        })
    }
    write(polygons.flatMap(\.outer), to: "outlines.f64")
    let (first, second) = (ShapeIndex(polygons.prefix(30)), ShapeIndex(polygons.suffix(30)))
    measure("distance, 1,000 corners", calls: 900) {
      let pairs = first.pairs(within: 1e7, with: second)
      return Tally(hits: pairs.count, sum: pairs.reduce(0) { $0 + $1.distance })
    }
  }

  /// A dynamic index of circles: inserts all of them, and replaces them one by one.
  fileprivate mutating func changes(_ polygons: [GeoPolygon]) {
    let circles = workload.places.prefix(100_000).enumerated().map {
      (id: $0.offset, cap: Cap(center: $0.element, radius: 1_000))
    }
    func filled() -> DynamicShapeIndex<(id: Int, cap: Cap), Int> {
      DynamicShapeIndex(circles, id: { $0.id }, shape: { $0.cap })
    }
    measure("dynamic, insert circles", calls: circles.count) {
      Tally(sum: Double(filled().count))
    }
    measure("dynamic, replace circles", calls: circles.count, prepare: filled) { index in
      for circle in circles { index.insert(circle) }
      return Tally(sum: Double(index.count))
    }
    measure("dynamic, remove circles", calls: circles.count, prepare: filled) { index in
      for circle in circles { index.remove(circle.id) }
      return Tally(sum: Double(index.count))
    }
    guard includes(anyOf: "dynamic, containing", "static, containing") else { return }
    let packed = ShapeIndex(circles) { $0.cap }
    measureQueries("static, containing") { place in
      Tally(hits: packed.count(containing: place), sum: 0)
    }
    let index = filled()
    measureQueries("dynamic, containing") { place in
      Tally(hits: index.count(containing: place), sum: 0)
    }
  }

  /// Ten thousand movers in and around the polygons, walking or jumping.
  fileprivate mutating func fences(
    _ index: ShapeIndex<GeoPolygon>, _ random: inout SeededGenerator
  ) {
    guard
      includes(
        anyOf: "geofences, walking", "geofences, walking with a margin", "geofences, jumping",
        "geofences, by a loop over boxes", "geofences, by TerritoryAtlas")
    else { return }
    let polygons = index.elements
    let movers = 10_000
    func place() -> Coordinate {
      let polygon = polygons[random.integer(in: 0...polygons.count - 1)]
      return polygon.outer[0].destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 0...20_000))
    }
    var places = (0..<movers).map { _ in place() }
    var walking: [GeofencePing<Int>] = []
    var jumping: [GeofencePing<Int>] = []
    // A hundred seconds at about 50 km/h.
    for second in 0..<100 {
      for mover in 0..<movers {
        places[mover] = places[mover].destination(
          bearing: Double(mover) + Double(second) * 0.5, distance: random.double(in: 5...20))
        walking.append(
          GeofencePing(mover: mover, place: places[mover], time: Double(second)))
        guard second < 20 else { continue }
        jumping.append(GeofencePing(mover: mover, place: place(), time: Double(second)))
      }
    }
    for (name, pings, margin) in [
      ("walking", walking, 0.0), ("walking with a margin", walking, 30), ("jumping", jumping, 0),
    ] {
      measure("geofences, \(name)", calls: pings.count) {
        var tracker = GeofenceTracker<Int, GeoPolygon>(index, margin: margin, dwell: 60)
        return Tally(hits: tracker.update(pings).count, sum: 0)
      }
    }
    let few = walking.prefix(50_000)
    let boxes = polygons.map(\.boundingBox)
    measure("geofences, by a loop over boxes", calls: few.count) {
      var inside: [Int: [Int]] = [:]
      var hits = 0
      for ping in few {
        var now: [Int] = []
        for number in boxes.indices
        where boxes[number].contains(ping.place) && polygons[number].contains(ping.place) {
          now.append(number)
        }
        let before = inside.updateValue(now, forKey: ping.mover) ?? []
        if before != now { hits += 1 }
      }
      return Tally(hits: hits, sum: 0)
    }
    let atlas = try? TerritoryAtlas(
      polygons.enumerated().map { (id: $0.offset, shape: GeoMultiPolygon([$0.element])) })
    guard let atlas else { return }
    measure("geofences, by TerritoryAtlas", calls: walking.count) {
      var inside: [Int: [Int]] = [:]
      var hits = 0
      for ping in walking {
        let now = atlas.territories(at: ping.place)
        let before = inside.updateValue(now, forKey: ping.mover) ?? []
        if before != now { hits += 1 }
      }
      return Tally(hits: hits, sum: 0)
    }
  }
}
