import CairnCountries
import CairnFormats
import CairnGeodesy
import CairnIndex
import CairnMemory
import Foundation
import TestSupport
import Testing

@testable import CairnCommand

/// Queries on a file, which are filtered during reading, give the same results as an index of it.
@Suite struct QueryAreaTests {
  private static let questions: [[String]] = [
    ["near", "48.2,16.4"], ["near", "48.2,16.4", "--limit", "1"],
    ["near", "-17,179.99", "--limit", "700"], ["near", "90,0", "--limit", "40"],
    ["near", "48.2,16.4", "--kind", "inn", "--limit", "30"],
    ["near", "48.2,16.4", "--country", "FR"],
    ["near", "48.2,16.4", "--country", "DE", "--country-by", "column", "--limit", "9"],
    ["near", "48.2,16.4", "--radius", "300km", "--limit", "5"],
    ["near", "48.2,16.4", "--radius", "300km", "--count"],
    ["near", "0,-120", "--radius", "1m"], ["near", "48.2,16.4", "--count"],
    ["nearest", "10,179.9"], ["nearest", "Vienna", "--limit", "6"],
    ["within", "--box", "40,5,55,20"], ["within", "--box", "-30,177,40,-178"],
    ["within", "--box", "-90,-180,90,180", "--limit", "20"],
    ["within", "--box", "80,10,90,12"], ["within", "--box", "40,5,55,20", "--count"],
    ["within", "--box", "40,5,55,20", "--kind", "hotel", "--count"],
    ["within", "--box", "40,5,55,20", "--country", "AT"],
    ["within", "48.2,16.4", "--radius", "0m"], ["within", "48.2,16.4", "--radius", "900km"],
    ["within", "48.2,16.4", "--radius", "900km", "--count", "--limit", "9"],
    ["within", "--country", "IT"],
    ["within", "--country", "IT", "--country-by", "land", "--count"],
    ["within", "--country", "FR", "--country-by", "column"],
    ["within", "--polygon", "POLYGON((5 40, 20 40, 20 50, 5 50, 5 40))"],
    ["within", "--polygon", "POLYGON((5 40, 20 40, 20 50, 5 50, 5 40))", "--count"],
    ["within", "--along", "48.2,16.4 47,8 45,7", "--width", "90km"],
    ["within", "--along", "48.2,16.4 47,8 45,7", "--width", "90km", "--count"],
  ]

  @Test(arguments: ["csv", "json", "geojson", "table"])
  func aFileAndItsIndexGiveEqualResults(format: String) throws {
    // Even in debug builds the file has more than one chunk.
    let places = OwnPlaces(count: rounds(6_000, inDebug: 600), seed: 61)
    let file = try OwnFile(places.csv())
    let index = file.sibling("places.cairn")
    #expect(Run("index", "build", file.path, index).code == .success)
    // A debug build tests half of the questions with each format.
    let step = rounds(1, inDebug: 2)
    for (number, question) in Self.questions.enumerated()
    where number % step == format.utf8.count / 2 % step {
      let answers = [file.path, index].map { path in
        Run(question + ["--in", path, "--format", format])
      }
      #expect(answers[0].code == .success, "\(question): \(answers[0].errors)")
      #expect(answers[0].output == answers[1].output, "\(question)")
    }
  }

  /// Lines and areas among the points, and properties that first occur late.
  @Test func featuresOfAnyKindEqualTheirIndex() throws {
    let places = OwnPlaces(count: 800, seed: 62).items
    for hasShapes in [false, true] {
      var writer = GeoJSONWriter()
      for (number, item) in places.enumerated() {
        var feature = GeoFeature(
          geometry: .point(.init(item.coordinate)), properties: ["name": .string(item.name)])
        feature.properties[number < 400 ? "type" : "kind"] = .string(item.kind)
        if number > 700 { feature.properties["late"] = .integer(number) }
        if hasShapes, number % 50 == 7, item.coordinate.latitude < 80 {
          var end = item.coordinate
          end.latitude += 1
          feature.geometry = .lineString([.init(item.coordinate), .init(end)])
        }
        try writer.write(feature)
      }
      writer.end()
      let file = try OwnFile(
        String(decoding: writer.drain(), as: UTF8.self), name: "places.geojson")
      let index = file.sibling("places.cairn")
      #expect(Run("index", "build", file.path, index).code == .success)
      for question in Self.questions where !question.contains("column") {
        let answers = [file.path, index].map { path in
          Run(question + ["--in", path, "--format", "csv"])
        }
        #expect(answers[0].output == answers[1].output, "\(question), shapes: \(hasShapes)")
        #expect(answers[0].code == answers[1].code)
      }
    }
  }

  @Test func theSmallestNumbersAreKept() {
    var random = SeededGenerator(seed: 5)
    for wanted in [0, 1, 2, 7, 100] {
      let numbers = (0..<500).map { _ in Double(random.next() % 300) }
      var smallest = SmallestNumbers(count: wanted)
      #expect(smallest.greatest == (wanted == 0 ? -.infinity : .infinity))
      for (count, number) in numbers.enumerated() {
        smallest.insert(number)
        let sorted = numbers[...count].sorted()
        let expected =
          wanted == 0 ? -.infinity : sorted.count < wanted ? .infinity : sorted[wanted - 1]
        #expect(smallest.greatest == expected)
      }
    }
  }

  @Test func farPointsArePruned() {
    let center = Coordinate(latitude: 48, longitude: 16)
    var area = QueryArea(PlaceRequest(nearest: (center, 2), filter: PlaceCriteria()))
    #expect(area.nextFilter().accepts(Coordinate(latitude: -48, longitude: -160)))
    for distance in [9.0, 5, 7] {
      let place = center.destination(bearing: 90, distance: distance * 1_000)
      #expect(area.judge(place, passes: true, isExact: true).fate == .kept)
    }
    #expect(area.keeps(5_000) && area.keeps(7_000) && !area.keeps(9_000) && area.hasNews)
    #expect(
      area.judge(
        center.destination(bearing: 0, distance: 8_000), passes: true, isExact: true
      ).fate == .left)
    // A point of another kind, and a point whose kind is not known yet.
    #expect(area.judge(center, passes: false, isExact: true).fate == .left)
    #expect(
      area.judge(
        center.destination(bearing: 0, distance: 8_000), passes: nil, isExact: true
      ).fate == .kept)
    #expect(!area.nextFilter().accepts(Coordinate(latitude: 49, longitude: 16)))
    #expect(area.nextFilter().accepts(center))
  }

  @Test func statsOfRowsEqualThoseOfFeatures() throws {
    let places = OwnPlaces(count: rounds(3_000, inDebug: 1_000), seed: 63)
    let table = try OwnFile(places.csv())
    let lines = table.sibling("places.geojsonl")
    #expect(Run("convert", table.path, lines).code == .success)
    for options in [[], ["--category", "title"], ["--category", "id"], ["--category", "none"]] {
      var answers = [table.path, lines].map { path in
        Run(["stats", path, "--format", "csv"] + options).output
      }
      answers[0] = answers[0].replacing("CSV", with: "a GeoJSON sequence")
      #expect(answers[0] == answers[1], "\(options)")
    }
  }
}

@Suite struct FilterInputTests {
  /// Input that arrives byte by byte is decompressed like input that arrives at once.
  @Test func theFirstBytesMayArriveOneByOne() throws {
    let gzip = "1f8b0800000000000203cb4bcc4dd5c9492cd1c9c9cfe372d431d431e202006873d48113000000"
    let bytes = stride(from: 0, to: gzip.count, by: 2).map { start in
      UInt8(gzip.dropFirst(start).prefix(2), radix: 16) ?? 0
    }
    for (content, wanted) in [
      (bytes, "name,lat,lon\nA,1,2\n"), (Array("ab\n".utf8), "ab\n"),
      (Array("name,".utf8), "name,"),
    ] {
      let pipe = Pipe()
      let writing = pipe.fileHandleForWriting
      Thread.detachNewThread {
        for byte in content {
          writing.write(Data([byte]))
          Thread.sleep(forTimeInterval: 0.002)
        }
        try? writing.close()
      }
      var input = TableInput(pipe.fileHandleForReading.fileDescriptor)
      var text: [UInt8] = []
      while true {
        var room = [UInt8](repeating: 0, count: 64)
        let result = Result { try room.withUnsafeBuffer { try input.read(into: $0) } }
        let count = try result.get()
        if count == 0 { break }
        text += room[..<count]
      }
      #expect(String(decoding: text, as: UTF8.self) == wanted)
      #expect(input.problem == nil)
    }
  }
}
