internal import CairnGeodesy
internal import CairnOSM
internal import CairnRoads

/// The documented costs of CairnRoads.
///
/// The size is the number of elements, or of streets in each direction of a grid, so that a cost
/// per road is quadratic in it.
let roadCases: [GrowthCase] = [
  GrowthCase("RoadNetwork.init, a grid of streets", exponent: 2, size: 8) { size in
    let extract = try OSMFile(bytes: gridOfStreets(size))
    return { try RoadNetwork(extract: extract, profiles: [.car]).edgeCount }
  },
  GrowthCase("RoadNetwork.init, one way that crosses itself", exponent: 1, size: 200) { size in
    let extract = try OSMFile(bytes: fan(size, restriction: nil))
    return { try RoadNetwork(extract: extract, profiles: [.car]).edgeCount }
  },
  GrowthCase("RoadNetwork.init, many turn restrictions", exponent: 1, size: 50) { size in
    let extract = try OSMFile(bytes: fan(size, restriction: "no_left_turn"))
    return { try RoadNetwork(extract: extract, profiles: [.car]).edgeCount }
  },
  GrowthCase("RoadNetwork.route, across a grid on foot", exponent: 2, size: 10) { size in
    try routeAcross(size, "foot")
  },
  GrowthCase("RoadNetwork.route, across a grid by car", exponent: 2, size: 10) { size in
    try routeAcross(size, "car")
  },
  GrowthCase("RoadNetwork.snap, between the streets of a grid", exponent: 0, size: 10) { size in
    let network = try RoadNetwork(extract: OSMFile(bytes: gridOfStreets(size)), profiles: [.foot])
    let point = crossing(Double(size) / 2 + 0.4, Double(size) / 2 + 0.3)
    return { try network.snap(point, by: "foot") == nil ? 0 : 1 }
  },
  GrowthCase("RoadNetwork.reach, a grid on foot", exponent: 2, size: 10) { size in
    let network = try RoadNetwork(extract: OSMFile(bytes: gridOfStreets(size)), profiles: [.foot])
    return {
      try network.reach(from: crossing(0, 0), within: .seconds(100_000), by: "foot").points.count
    }
  },
  GrowthCase("RoadNetwork.reach, a public grid behind a private road", exponent: 2, size: 8) {
    size in try reachInto(enclosedGrid(size, access: nil))
  },
  GrowthCase("RoadNetwork.reach, a private grid behind a public road", exponent: 2, size: 8) {
    size in try reachInto(enclosedGrid(size, access: "private"))
  },
  GrowthCase("RoadNetwork.reach, from a public grid behind a private road", exponent: 2, size: 8) {
    size in try reachInto(enclosedGrid(size, access: nil), from: crossing(0.5, Double(size) + 2))
  },
  GrowthCase("RoadNetwork.isochrones, a grid on foot", exponent: 2, size: 10) { size in
    let network = try RoadNetwork(extract: OSMFile(bytes: gridOfStreets(size)), profiles: [.foot])
    return {
      try network.isochrones(
        from: crossing(0, 0), within: [.seconds(100_000), .seconds(50_000)], by: "foot"
      ).count
    }
  },
  GrowthCase("RoadNetwork.match, a track to and fro along a street", exponent: 1, size: 200) {
    size in
    let network = try RoadNetwork(extract: OSMFile(bytes: gridOfStreets(6)), profiles: [.car])
    let track = (0..<size).map { index in
      let along = 0.05 * Double(index % 90)
      return RoadTrackPoint(
        crossing(index / 90 % 2 == 0 ? along : 4.5 - along, 2.04), seconds: Double(index))
    }
    return { try network.match(track, by: "car").points.count }
  },
  GrowthCase("RoadRoute.directions, a route of many steps", exponent: 1, size: 500) { size in
    let steps = (0..<size).map { number in
      RoadStep(kind: number % 7 == 0 ? .arrive : .left, name: "Street \(number)", distance: 100)
    }
    let route = RoadRoute(milliseconds: 0, distance: 0, path: [], steps: steps, snaps: [])
    return { route.directions(in: RoadWords(.german)).count }
  },
]

private func routeAcross(_ size: Int, _ profile: String) throws -> () throws -> Int {
  let network = try RoadNetwork(extract: OSMFile(bytes: gridOfStreets(size)))
  let end = crossing(Double(size - 1), Double(size - 1))
  return { try network.route(from: crossing(0, 0), to: end, by: profile).steps.count }
}

private func reachInto(
  _ extract: [UInt8], from start: Coordinate = crossing(0.5, 0)
) throws -> () throws -> Int {
  let network = try RoadNetwork(extract: OSMFile(bytes: extract), profiles: [.car])
  return {
    try network.reach(from: start, within: .seconds(100_000), by: "car").points.count
  }
}

/// The position of a crossing, in streets of 100 meters from the first one.
private func crossing(_ x: Double, _ y: Double) -> Coordinate {
  Coordinate(latitude: y * 0.0009, longitude: x * 0.0009)
}

private func node(_ id: Int, _ x: Double, _ y: Double) -> String {
  let place = crossing(x, y)
  return "<node id=\"\(id)\" lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"/>"
}

private func way(_ id: Int, _ nodes: [Int], access: String? = nil) -> String {
  let references = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
  var tags = "<tag k=\"highway\" v=\"residential\"/><tag k=\"name\" v=\"Street \(id)\"/>"
  if let access { tags += "<tag k=\"access\" v=\"\(access)\"/>" }
  return "<way id=\"\(id)\">\(references)\(tags)</way>"
}

/// Streets from west to east and from south to north.
private func gridOfStreets(_ size: Int) -> [UInt8] {
  Array(("<osm version=\"0.6\">" + streets(size) + "</osm>").utf8)
}

/// The nodes and ways of a grid, with numbers after the given one, and to the north by some
/// streets.
private func streets(
  _ size: Int, after first: Int = 0, north: Int = 0, access: String? = nil
) -> String {
  var text = ""
  for y in 0..<size {
    for x in 0..<size { text += node(first + y * size + x + 1, Double(x), Double(y + north)) }
  }
  for line in 0..<size {
    let (row, column) = (
      (1...size).map { line * size + $0 }, (0..<size).map { $0 * size + line + 1 }
    )
    text += way(first + line + 1, row.map { first + $0 }, access: access)
    text += way(first + line + size + 1, column.map { first + $0 }, access: access)
  }
  return text
}

/// A grid, and a smaller one to the north of it, joined by a private road and then a public one.
private func enclosedGrid(_ size: Int, access: String?) -> [UInt8] {
  let (last, first) = ((size + 1) * (size + 1), (size + 1) * (size + 1) + 1)
  let north = Double(size) + 1
  var text = "<osm version=\"0.6\">" + streets(size + 1)
  text += streets(size, after: first, north: size + 2, access: access) + node(first, 0, north)
  text += way(1_000_001, [last - size, first], access: "private")
  text += way(1_000_002, [first, first + 1])
  return Array((text + "</osm>").utf8)
}

/// A way that returns to one crossing again and again, with a side street at each turn, and turn
/// restrictions from the way to the side streets.
private func fan(_ size: Int, restriction: String?) -> [UInt8] {
  var text = "<osm version=\"0.6\">" + node(1, 0, 0)
  var nodes = [1]
  for number in 0..<size {
    text += node(2 * number + 2, Double(number), 1) + node(2 * number + 3, Double(number), 2)
    nodes += [2 * number + 2, 1]
  }
  text += way(1, restriction == nil ? nodes : Array(nodes.prefix(3)))
  for number in 0..<size { text += way(number + 2, [2 * number + 2, 2 * number + 3]) }
  if let restriction {
    for number in 0..<size {
      text += way(size + 2 + number, [1, 2 * number + 2])
      text += "<relation id=\"\(number + 1)\">"
      text += "<member type=\"way\" ref=\"\(size + 2 + number)\" role=\"from\"/>"
      text += "<member type=\"node\" ref=\"\(2 * number + 2)\" role=\"via\"/>"
      text += "<member type=\"way\" ref=\"\(number + 2)\" role=\"to\"/>"
      text += "<tag k=\"type\" v=\"restriction\"/>"
      text += "<tag k=\"restriction\" v=\"\(restriction)\"/></relation>"
    }
  }
  return Array((text + "</osm>").utf8)
}
