internal import CairnFormats
internal import CairnGeodesy
internal import CairnRoads
internal import CairnRoutes

/// The roads of `cairn route --roads`.
struct RouteRoads {
  static let options = [
    Option(
      name: "roads", value: "FILE",
      help: "travel along the roads of a file of roads or an extract; the shortest time is sought"),
    Option(
      name: "by", value: "PROFILE", help: "with --roads: foot (default), bicycle, car or another",
      hints: ["foot", "bicycle", "car"]),
    Option(
      name: "snap", value: "M",
      help: "with --roads: the maximum distance to a road in meters (1000)"),
  ]

  /// The maximum number of places, whose times take 400 MB.
  static let limit = 5_000

  let network: RoadNetwork
  let profile: String
  let radius: Double

  /// Nil without `--roads`.
  init?(_ arguments: Arguments) throws(Failure) {
    guard let path = arguments["roads"] else {
      for name in ["by", "snap"] where arguments.has(name) {
        throw .usage("--\(name) is for routes along roads; give --roads FILE too")
      }
      return nil
    }
    for name in ["on", "speed"] where arguments.has(name) {
      throw .usage("--\(name) is for straight lines; leave it out with --roads")
    }
    radius = try RoadsInput.number(arguments, "snap", in: 0...100_000) ?? 1000
    network = try RoadsInput.network(path, arguments)
    profile = try RoadsInput.profile(arguments, of: network)
  }

  /// A place that is not part of a route.
  struct LeftOut {
    var row: Int
    var reason: String
  }

  /// The times between places that are all connected, and the places that are not.
  struct Times {
    /// The rows of the places.
    var rows: [Int] = []
    var costs: CostMatrix
    var leftOut: [LeftOut] = []
  }

  /// The travel times of days along these roads.
  func travelTimes() throws(Failure) -> TravelTimes {
    do throws(RoadError) {
      return try .roads(network, by: profile, snapRadius: radius)
    } catch {
      throw Failure(code: .data, message: error.description)
    }
  }

  /// Checks that a row at which a day begins or ends has a road.
  func check(_ row: Int?, of table: PlaceTable) throws(Failure) {
    guard let row else { return }
    do throws(RoadError) {
      let snap = try network.snap(table.coordinates[row], by: profile, radius: radius)
      if snap == nil { throw RoadError.noRoad(position: row, radius: radius) }
    } catch {
      guard case .noRoad = error else { throw Failure(code: .data, message: error.description) }
      throw cannotBegin(row, in: table, noRoad)
    }
  }

  private var noRoad: String { "no usable road within \(Text.plain(radius)) m" }

  private func cannotBegin(_ row: Int, in table: PlaceTable, _ reason: String) -> Failure {
    let name = Spelling.quoted(RouteResult.name(row, in: table))
    return Failure(code: .data, message: "\(name) cannot begin or end the route: \(reason)")
  }

  /// Measures the times between places.
  ///
  /// - Parameters:
  ///   - table: the places.
  ///   - fixed: the rows that must be part of the route.
  /// - Returns: the places that are all connected, and the others.
  /// - Throws: a ``Failure`` if there are too many places, or a fixed one is not connected.
  func times(_ table: PlaceTable, fixed: [Int]) throws(Failure) -> Times {
    do {
      return try connected(table, fixed: fixed)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(code: .data, message: "\(error)")
    }
  }

  private func connected(_ table: PlaceTable, fixed: [Int]) throws -> Times {
    let places = table.coordinates
    guard places.count <= Self.limit else {
      throw RoadError.tooLarge("\(places.count) places; at most \(Self.limit) are possible")
    }
    let times = try network.milliseconds(
      from: places, to: places, by: profile, snapRadius: radius)
    var leftOut: [LeftOut] = []
    var rows: [Int] = []
    for (row, place) in places.enumerated() {
      if try network.snap(place, by: profile, radius: radius) != nil {
        rows.append(row)
      } else {
        leftOut.append(LeftOut(row: row, reason: noRoad))
      }
    }
    leftOut += Self.removeUnconnected(&rows, times, fixed: fixed, profile)
    if let place = leftOut.first(where: { fixed.contains($0.row) }) {
      throw cannotBegin(place.row, in: table, place.reason)
    }
    leftOut.sort { $0.row < $1.row }
    let kept = rows
    let costs = try CostMatrix(count: kept.count) {
      Double(times[kept[$0]][kept[$1]] ?? 0) / 1000
    }
    return Times(rows: rows, costs: costs, leftOut: leftOut)
  }

  /// Removes the places that are not connected with the others, those with the most missing routes
  /// first, and fixed places last.
  private static func removeUnconnected(
    _ rows: inout [Int], _ times: [[Int?]], fixed: [Int], _ profile: String
  ) -> [LeftOut] {
    func isMissing(_ row: Int, _ other: Int) -> Bool {
      row != other && (times[row][other] == nil || times[other][row] == nil)
    }
    var counts = rows.map { row in rows.count { isMissing(row, $0) } }
    var leftOut: [LeftOut] = []
    while counts.contains(where: { $0 > 0 }) {
      let candidates = rows.indices.filter { counts[$0] > 0 }
      let worst = candidates.max { first, second in
        let (isFixed, isOtherFixed) = (fixed.contains(rows[first]), fixed.contains(rows[second]))
        if isFixed != isOtherFixed { return isFixed }
        return counts[first] < counts[second]
      }
      guard let worst else { break }
      let row = rows.remove(at: worst)
      counts.remove(at: worst)
      for (index, other) in rows.enumerated() where isMissing(row, other) { counts[index] -= 1 }
      leftOut.append(
        LeftOut(row: row, reason: "no route by \(profile) to the other places and back"))
    }
    return leftOut
  }

  /// The line along roads through places in order; straight where there is no route.
  func path(_ places: [Coordinate]) -> [Coordinate] {
    var path: [Coordinate] = []
    for (from, to) in zip(places, places.dropFirst()) {
      let route = try? network.route(from: from, to: to, by: profile, snapRadius: radius)
      for point in route?.path ?? [from, to] where path.last != point { path.append(point) }
    }
    return path
  }
}
