import Foundation
import Testing

@testable import CairnCommand

/// `cairn route --roads`.
@Suite struct RouteRoadsTests {
  /// A street of four nodes, and places at its ends, in its middle and far away.
  private func files() throws -> (places: OwnFile, roads: OwnFile) {
    let places = try OwnFile(
      """
      name,lat,lon
      West,47.1,9.50
      East,47.1,9.53
      Far,48.5,9.5
      Middle,47.1,9.51

      """)
    let roads = try OwnFile(
      """
      <osm><node id="1" lat="47.1" lon="9.50"/><node id="2" lat="47.11" lon="9.51"/>
      <node id="3" lat="47.1" lon="9.52"/><node id="4" lat="47.1" lon="9.53"/>
      <way id="5"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/>
      <tag k="highway" v="residential"/></way></osm>
      """, name: "street.osm")
    return (places, roads)
  }

  @Test func theRouteIsMeasuredAlongRoads() throws {
    let (places, roads) = try files()
    let run = Run(
      "route", places.path, "--roads", roads.path, "--open", "--start", "West", "--format", "json",
      "--snap", "2000")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("\"order\":[0,3,1]"))
    #expect(run.output.contains("\"profile\":\"foot\""))
    #expect(
      run.output.contains(
        "{\"row\":2,\"name\":\"Far\",\"reason\":\"no usable road within 2000 m\"}"))
  }

  @Test(arguments: ["csv", "gpx", "kml"])
  func placesWithoutARoadAreReported(_ format: String) throws {
    let (places, roads) = try files()
    let run = Run("route", places.path, "--roads", roads.path, "--by", "car", "--format", format)
    #expect(run.code == .success)
    #expect(run.errors.contains("Far: no usable road within 1000 m"))
    #expect(!run.output.contains("Far"))
    // The bend of the street is part of the line.
    #expect(format == "csv" || run.output.contains("47.11"))
  }

  @Test func geoJSONHasTheLineAndTheLeftOutPlaces() throws {
    let (places, roads) = try files()
    let run = Run("route", places.path, "--roads", roads.path, "--format", "geojson")
    #expect(run.output.contains("[9.51,47.11]"))
    #expect(run.output.contains("\"left_out\":\"no usable road within 1000 m\""))
    let table = Run("route", places.path, "--roads", roads.path)
    #expect(table.output.contains("left out\n  Far: no usable road within 1000 m"))
  }

  @Test func daysTravelAlongRoads() throws {
    let (places, roads) = try files()
    let run = Run(
      "route", places.path, "--roads", roads.path, "--days", "1", "--start", "West", "--effort",
      "quick", "--format", "geojson")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("[9.51,47.11]"))
    #expect(run.output.contains("no route there and back"))
    let start = Run(
      "route", places.path, "--roads", roads.path, "--days", "1", "--start", "Far")
    #expect(start.errors.contains("`Far` cannot begin or end the route"))
  }

  /// Without a start, each day of a trip begins where the day before ended, even if a place has no
  /// road.
  @Test func theDaysOfATripAlongRoadsAreConnected() throws {
    let towns = (0..<6).map { "Town \($0),47.\($0),9.5" }
    let places = try OwnFile(
      "name,lat,lon\n" + towns.joined(separator: "\n") + "\nIsland,48.5,9.5\n")
    let nodes = (0..<6).map { "<node id=\"\($0 + 1)\" lat=\"47.\($0)\" lon=\"9.5\"/>" }
    let references = (0..<6).map { "<nd ref=\"\($0 + 1)\"/>" }
    let roads = try OwnFile(
      "<osm>" + nodes.joined() + "<way id=\"9\">" + references.joined()
        + "<tag k=\"highway\" v=\"primary\"/></way></osm>", name: "road.osm")
    let words = [
      "route", places.path, "--roads", roads.path, "--by", "car", "--days", "3", "--effort",
      "quick",
    ]
    let run = Run(words + ["--format", "json"])
    #expect(run.code == .success, "\(run.errors)")
    let plan = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let days = try #require(plan["days"] as? [[String: Any]])
    let ends = days.map { [$0["start_row"], $0["end_row"]].compactMap { $0 as? Int } }
    #expect(ends.count == 3 && ends.allSatisfy { $0.count == 2 }, "\(ends)")
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $0[1] == $1[0] }, "\(ends)")
    #expect(Set([ends.first?.first, ends.last?.last]) == [0, 5], "\(ends)")
    #expect(run.output.contains("\"name\":\"Island\""))
    let table = Run(words)
    #expect(table.output.contains("6 of 7 places") && table.output.contains("Island"))
  }

  @Test func optionsOfStraightLinesAreRejected() throws {
    let (places, roads) = try files()
    #expect(Run("route", places.path, "--by", "foot").code == .usage)
    #expect(Run("route", places.path, "--snap", "5", "--days", "2").code == .usage)
    #expect(Run("route", places.path, "--roads", roads.path, "--on", "wgs84").code == .usage)
    #expect(
      Run("route", places.path, "--roads", roads.path, "--days", "2", "--speed", "4").code == .usage
    )
  }
}
