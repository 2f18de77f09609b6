// A libFuzzer target for road networks of extracts; `Tests/Fuzz/run` builds and starts it.
//
// An input is OpenStreetMap XML. For all inputs there is no trap and no hang. A network that can be
// built passes the checks of its file, is the same after it has been written and read, and the time
// of each route is that of the matrix. The time of day makes conditional tags part of the rules.

import CairnGeodesy
import CairnHours
import CairnOSM
import CairnRoads

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoads(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let extract = try? OSMFile(bytes: input), extract.format == .xml else { return 0 }
  _ = try? RoadNetwork(extract: extract, profiles: [.car])
  var profile = RoadProfile.car
  profile.usesMaxspeed = true
  guard
    let network = try? RoadNetwork(
      extract: extract, profiles: [.foot, .bicycle, profile], at: CivilTime("2026-11-23T08:00"))
  else { return 0 }
  precondition((try? network.checkEverything()) != nil)
  guard let copy = try? RoadNetwork(bytes: network.bytes) else {
    preconditionFailure("the written file is rejected")
  }
  precondition(copy.bytes == network.bytes)
  for name in network.profileNames { check(network, name) }
  return 0
}

/// Compares the routes between a few positions with the matrix.
private func check(_ network: RoadNetwork, _ profile: String) {
  let places = [
    Coordinate(latitude: 47, longitude: 9), Coordinate(latitude: 47.001, longitude: 9.001),
    Coordinate(latitude: 47.002, longitude: 9),
  ]
  guard let matrix = try? network.milliseconds(from: places, to: places, by: profile) else {
    preconditionFailure("a sound network gives no matrix")
  }
  for (start, row) in zip(places, matrix) {
    for (end, cell) in zip(places, row) {
      let route = try? network.route(from: start, to: end, by: profile)
      precondition(route?.milliseconds == cell)
      let directions = route?.directions(in: RoadWords(.english)) ?? []
      precondition(directions.allSatisfy { !$0.text.isEmpty })
    }
  }
  _ = try? network.reach(from: places[0], within: .seconds(600), by: profile, withLines: true)
  if let areas = try? network.isochrones(
    from: places[0], within: [.seconds(600), .seconds(60)], by: profile)
  {
    precondition(areas.count == 2 && areas.allSatisfy { !$0.polygons.isEmpty })
  }
  let track = (places + places.reversed()).enumerated().map {
    RoadTrackPoint($0.element, seconds: Double($0.offset) * 10)
  }
  guard let match = try? network.match(track, by: profile) else {
    preconditionFailure("a sound network gives no match")
  }
  precondition(match.points.count == track.count)
}
