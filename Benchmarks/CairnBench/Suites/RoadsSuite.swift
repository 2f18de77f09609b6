internal import CairnGeodesy
internal import CairnOSM
internal import CairnRoads
internal import TestSupport

extension Suite {
  /// The roads of an extract: built, opened, searched and matched, for walkers and for cars.
  static let roads = Suite(
    name: "roads", summary: "roads of --extract FILE: built, opened, searched, matched"
  ) { bench in
    guard let extract = bench.options.extract else { return }
    do {
      let network = try bench.build(extract)
      for profile in ["foot", "car"] {
        guard let questions = try RoadQuestions(network, profile, seed: bench.options.seed) else {
          bench.report.warn("too few roads for \(profile)")
          continue
        }
        bench.write(questions)
        try bench.hierarchy(questions)
        bench.routes(network, questions)
        bench.areas(network, questions)
        bench.matches(network, questions)
        if profile == "foot", bench.options.tiles > 1 { try bench.tiles(of: questions) }
      }
    } catch {
      bench.report.warn("\(extract): \(error)")
    }
  }
}

extension Bench {
  /// Writes the questions as input for other libraries: numbers of 32 and 64 bits, little-endian.
  fileprivate func write(_ questions: RoadQuestions) {
    let (graph, profile) = (questions.graph, questions.profile)
    write(graph.graph, graph.weights, (graph.latitudes, graph.longitudes), to: profile)
    write(questions.pairs, to: profile)
    write(questions.positions, to: "\(profile)-positions.f64")
    write(questions.trips.flatMap { [$0.start, $0.end] }, to: "\(profile)-trips.f64")
    for (interval, tracks) in questions.tracks {
      // The poles separate the tracks.
      let points = tracks.flatMap {
        $0.map(\.coordinate) + [Coordinate(latitude: 90, longitude: 0)]
      }
      write(points, to: "\(profile)-tracks-\(interval).f64")
    }
  }

  /// Writes a graph: the number of nodes, the first arcs, the heads, the weights, and the bits of
  /// the latitudes and longitudes.
  private func write(
    _ graph: HierarchyInput, _ weights: [UInt32], _ degrees: ([Float], [Float]), to name: String
  ) {
    let degrees = (degrees.0 + degrees.1).map(\.bitPattern)
    let values = [UInt32(graph.nodeCount)] + graph.firstOut + graph.heads + weights + degrees
    write(values, to: "\(name)-graph.u32")
  }

  private func write(_ pairs: [(start: Int, end: Int)], to name: String) {
    write(pairs.flatMap { [UInt32($0.start), UInt32($0.end)] }, to: "\(name)-pairs.u32")
  }

  private func write(_ values: [UInt32], to name: String) {
    guard options.answers != nil else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * values.count)
    for value in values { bytes.append(littleEndian: value) }
    write(bytes, to: name)
  }

  /// Builds the network of three profiles, and opens its file.
  fileprivate mutating func build(_ extract: String) throws -> RoadNetwork {
    let file = try OSMFile(path: extract)
    let network = try RoadNetwork(extract: file)
    report.note("build: peak memory", Double(Platform.peakMemory) / 1e6, unit: "MB")
    report.note("build: size of the file", Double(network.byteCount) / 1e6, unit: "MB", digits: 2)
    report.note("build: junctions", Double(network.nodeCount), unit: "")
    measure("build", calls: 1) {
      Tally(sum: Double((try? RoadNetwork(extract: file).edgeCount) ?? 0))
    }
    let path = "cairn-bench.roads"
    defer { Platform.removeFile(path) }
    try network.write(to: path)
    measure("open", calls: 1) {
      Tally(sum: Double((try? RoadNetwork(path: path).edgeCount) ?? 0))
    }
    return network
  }

  /// Measures the phases of a hierarchy, and its queries between pairs of nodes.
  fileprivate mutating func hierarchy(_ questions: RoadQuestions) throws {
    let (graph, hierarchy, name) = (questions.graph, questions.hierarchy, questions.profile)
    report.note("\(name): nodes", Double(graph.graph.nodeCount), unit: "")
    report.note("\(name): arcs", Double(graph.graph.arcCount), unit: "")
    report.note("\(name): arcs of the hierarchy", Double(hierarchy.arcCount), unit: "")
    measure("\(name): order", calls: 1) {
      Tally(sum: Double((try? graph.hierarchy().arcCount) ?? 0))
    }
    try queries(hierarchy, graph.weights, name, questions.pairs)
  }

  /// Measures what depends on the weights of a hierarchy.
  mutating func queries(
    _ hierarchy: RoadHierarchy, _ weights: [UInt32], _ name: String,
    _ pairs: [(start: Int, end: Int)]
  ) throws {
    measure("\(name): customize", calls: 1) {
      Tally(sum: (try? hierarchy.customized(weights)) == nil ? 0 : 1)
    }
    let weighted = try hierarchy.customized(weights)
    queries(weighted, name, pairs)
    measure("\(name), perfected: customize", calls: 1) {
      Tally(sum: (try? hierarchy.customized(weights).perfected()) == nil ? 0 : 1)
    }
    queries(weighted.perfected(), "\(name), perfected", pairs)
  }

  private mutating func queries(
    _ weights: HierarchyWeights, _ name: String, _ pairs: [(start: Int, end: Int)]
  ) {
    measure("\(name): path", each: pairs) { pair in
      guard let path = weights.path(from: pair.start, to: pair.end) else {
        return Tally(hits: 0, sum: 0)
      }
      return Tally(hits: 1, sum: Double(path.weight))
    }
    let starts = pairs.prefix(200).map(\.start)
    measure("\(name): matrix 200 x 200", calls: 1) {
      let cells = weights.matrix(from: starts, to: starts)
      return Tally(
        sum: cells.reduce(0) { $0 + ($1 == HierarchyWeights.infinity ? 0 : Double($1)) })
    }
  }

  /// Measures the hierarchy of copies of the network side by side.
  fileprivate mutating func tiles(of questions: RoadQuestions) throws {
    let (side, seed) = (options.tiles, options.seed)
    let name = "\(questions.profile), \(side) x \(side) tiles"
    guard includes(name) else { return }
    let roads = try TiledRoads(questions.graph, side: side, seed: seed)
    write(roads.graph, roads.weights, (roads.latitudes, roads.longitudes), to: "tiles")
    report.note("\(name): nodes", Double(roads.graph.nodeCount), unit: "")
    report.note("\(name): arcs", Double(roads.graph.arcCount), unit: "")
    var hierarchy: RoadHierarchy?
    measure("\(name): order", calls: 1) {
      hierarchy = try? RoadHierarchy(
        roads.graph,
        order: NodeOrder(roads.graph, latitudes: roads.latitudes, longitudes: roads.longitudes))
      return Tally(sum: Double(hierarchy?.arcCount ?? 0))
    }
    report.note("\(name): peak memory", Double(Platform.peakMemory) / 1e6, unit: "MB")
    guard let hierarchy else { return }
    var random = SeededGenerator(seed: seed)
    let nodes = 0...roads.graph.nodeCount - 1
    let pairs = (0..<500).map { _ in
      (start: random.integer(in: nodes), end: random.integer(in: nodes))
    }
    write(pairs, to: "tiles")
    try queries(hierarchy, roads.weights, name, pairs)
  }

  /// Measures routes between positions, with their geometry and steps.
  fileprivate mutating func routes(_ network: RoadNetwork, _ questions: RoadQuestions) {
    let profile = questions.profile
    try? network.prepare(profile)
    measure("\(profile): snap", each: questions.positions) { position in
      let snap = try? network.snap(position, by: profile)
      return Tally(hits: snap == nil ? 0 : 1, sum: snap?.distance ?? 0)
    }
    measure("\(profile): route", each: questions.trips) { trip in
      guard let route = try? network.route(from: trip.start, to: trip.end, by: profile) else {
        return Tally(hits: 0, sum: 0)
      }
      return Tally(hits: route.directions().isEmpty ? 0 : 1, sum: Double(route.milliseconds))
    }
    let stops = questions.trips.prefix(200).map(\.start)
    measure("\(profile): times of 200 x 200 positions", calls: 1) {
      let rows = (try? network.milliseconds(from: stops, to: stops, by: profile)) ?? []
      return Tally(sum: rows.reduce(0) { $0 + $1.reduce(0) { $0 + Double($1 ?? 0) } })
    }
  }

  /// Measures what can be reached within 15 minutes, as places and as areas.
  fileprivate mutating func areas(_ network: RoadNetwork, _ questions: RoadQuestions) {
    let profile = questions.profile
    let starts = questions.positions.prefix(50)
    measure("\(profile): reach 15 min", each: Array(starts)) { start in
      let reach = try? network.reach(from: start, within: .seconds(900), by: profile)
      return Tally(hits: reach?.points.count ?? 0, sum: 0)
    }
    measure("\(profile): area 15 min", each: Array(starts)) { start in
      let areas = (try? network.isochrones(from: start, within: [.seconds(900)], by: profile)) ?? []
      return Tally(hits: areas.first?.polygons.count ?? 0, sum: 0)
    }
  }

  /// Measures the matching of tracks, a point.
  fileprivate mutating func matches(_ network: RoadNetwork, _ questions: RoadQuestions) {
    for (interval, tracks) in questions.tracks {
      let name = "\(questions.profile): match every \(interval) s, a point"
      measure(name, calls: tracks.reduce(0) { $0 + $1.count }) {
        var (matched, distance) = (0, 0.0)
        for track in tracks {
          guard let match = try? network.match(track, by: questions.profile) else { continue }
          matched += match.points.count { $0.position != nil }
          distance += match.distance
        }
        return Tally(hits: matched, sum: distance)
      }
    }
  }
}
