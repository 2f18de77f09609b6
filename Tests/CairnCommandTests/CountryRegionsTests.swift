import Foundation
import Testing

@testable import CairnCommand

@Suite struct CountryRegionsTests {
  private let zones = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"state":"North, old"},"geometry":{"type":"Polygon",
     "coordinates":[[[0,0],[10,0],[10,10],[0,10],[0,0]]]}}]}
    """

  /// Calls a closure with the path of a file that holds a text.
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-regions-\(UUID().uuidString)")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }

  @Test func regionsOfAFileReplaceCountries() throws {
    try withFile(zones) { file in
      let run = Run("country", "5,5", "--regions", file, "--name", "state")
      #expect(run.code == .success && run.output == "North, old\n")
      let away = Run("country", "5,50", "--regions", file, "--name", "state")
      #expect(away.output.hasPrefix("no region at "))
      let json = Run("country", "5,5", "--regions", file, "--name", "state", "--format", "json")
      #expect(json.output.hasSuffix("\"regions\":[\"North, old\"]}\n"))
      try withFile("name,lat,lon\na,5,5\nb,5,50\nc,x,1\n") { table in
        let rows = Run("country", "--append", table, "--regions", file, "--name", "state")
        #expect(rows.output == "name,lat,lon,region\na,5,5,\"North, old\"\nb,5,50,\nc,x,1,\n")
      }
    }
  }

  @Test func regionsMayBeOfAnyFormat() throws {
    let kml = """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Zone</name><Polygon>
      <outerBoundaryIs><LinearRing><coordinates>0,0 10,0 10,10 0,10 0,0</coordinates></LinearRing>
      </outerBoundaryIs></Polygon></Placemark></kml>
      """
    try withFile(kml) { file in
      let run = Run("country", "5,5", "--regions", file)
      #expect(run.output == "Zone\n", "\(run.errors)")
    }
  }

  @Test func wrongFilesAndOptionsAreNamed() throws {
    #expect(Run("country", "5,5", "--regions", "/nowhere").code == .noInput)
    #expect(Run("country", "5,5", "--name", "state").code == .usage)
    try withFile(zones) { file in
      let unnamed = Run("country", "5,5", "--regions", file)
      #expect(unnamed.code == .data && unnamed.errors.contains("it has state"))
      #expect(Run("country", "--regions", file).code == .usage)
      #expect(Run("country", "5,5", "--regions", file, "--within", "1km").code == .usage)
    }
  }
}
