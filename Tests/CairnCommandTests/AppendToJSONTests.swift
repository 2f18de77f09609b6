import Foundation
import Testing

@testable import CairnCommand

/// `cairn append` of files of JSON.
@Suite struct AppendToJSONTests {
  private static let collection = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","geometry":{"type":"Point","coordinates":[16.4,48.2]},
     "properties":{"name":"A, B","stars":3}},
    {"type":"Feature","geometry":null,"properties":{"name":"none","open":true}},
    {"type":"Feature","geometry":{"type":"Point","coordinates":[19,47.5]},
     "properties":{"latitude":"high"}}]}
    """

  /// Runs a command with a named pipe that another thread writes to, as its first operand.
  private func run(_ words: [String], pipe text: String) throws -> Run {
    let file = try OwnFile("", name: "pipe")
    let pipe = file.path + ".fifo"
    let status = unsafe mkfifo(pipe, 0o600)
    #expect(status == 0)
    defer { try? FileManager.default.removeItem(atPath: pipe) }
    Thread.detachNewThread {
      FileHandle(forWritingAtPath: pipe)?.write(Data(text.utf8))
    }
    return Run([words[0], pipe] + words.dropFirst())
  }

  /// A pipe is read only once, so no command may open it to examine its start.
  @Test(arguments: [
    (["append", "--country"], "Wien,48.2,16.37,AT"), (["doctor"], "48.2"), (["stats"], "Austria"),
  ])
  func pipesLoseNothing(_ words: [String], _ part: String) throws {
    let run = try run(words, pipe: "name,lat,lon\nWien,48.2,16.37\n")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains(part), "\(run.output)")
  }

  @Test(arguments: [
    #"{"type":"FeatureCollection"}"#, #"[ {"lat":48}]"#, " {\n\"a\":1}\n",
  ])
  func jsonFromAPipeIsAnError(_ text: String) throws {
    for words in [["append", "--country"], ["country", "--append"]] {
      let run = try run(words, pipe: text)
      #expect(run.code == .data)
      #expect(run.errors.contains("the table is JSON"), "\(run.errors)")
    }
  }

  @Test func propertiesBecomeColumns() throws {
    let file = try OwnFile(Self.collection, name: "x.geojson")
    let run = Run("append", file.path, "--country", "--geohash", "4")
    #expect(run.code == .success, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map { String($0) }
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("latitude,longitude,") == true)
    #expect(lines.first?.hasSuffix(",country,geohash") == true)
    #expect(lines.dropFirst().first?.hasPrefix("48.2,16.4,") == true)
    #expect(lines.dropFirst().first?.contains("\"A, B\"") == true)
    #expect(lines.dropFirst().first?.hasSuffix(",AT,u2ed") == true)
    #expect(lines.dropFirst(2).first?.hasSuffix(",,") == true)
    #expect(lines.last?.hasSuffix(",HU,u2mw") == true)
  }

  @Test func formatsAndOutputsAgree() throws {
    let place = #"{"name":"A","lat":48.2,"lon":16.4}"#
    let response = try OwnFile(#"{"status":"OK","results":[\#(place)]}"#, name: "x.json")
    let found = Run("append", response.path, "--country")
    #expect(found.code == .success, "\(found.errors)")
    #expect(found.output == "latitude,longitude,name,country\n48.2,16.4,A,AT\n")
    let lines = try OwnFile(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[16.4,48.2]},"#
        + #""properties":{"name":"A"}}"# + "\n", name: "x.geojsonl")
    let out = lines.sibling("y.csv")
    let written = Run("append", lines.path, "--country", "--out", out)
    #expect(written.code == .success && written.output.isEmpty, "\(written.errors)")
    let text = FileManager.default.contents(atPath: out) ?? Data()
    #expect(String(decoding: text, as: UTF8.self) == found.output)
  }

  @Test func optionsOfTablesAreRefused() throws {
    let file = try OwnFile(Self.collection, name: "x.geojson")
    for words in [["--lat", "a", "--lon", "b"], ["--tsv"], ["--delimiter", ";"], ["--no-header"]] {
      let run = Run(["append", file.path, "--country"] + words)
      #expect(run.code == .usage && run.errors.contains("is for tables"), "\(words)")
    }
    let broken = try OwnFile(#"{"type":"FeatureCollection","features":[{"#, name: "y.geojson")
    #expect(Run("append", broken.path, "--country").code == .data)
    let skipped = Run("append", file.path, "--country", "--on-error", "skip")
    #expect(skipped.code == .success && skipped.output.split(separator: "\n").count == 3)
    #expect(Run("append", file.path, "--country", "--on-error", "fail").code == .data)
  }
}
