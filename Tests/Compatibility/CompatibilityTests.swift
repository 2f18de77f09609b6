import CairnBook
import CairnBookFiles
import CairnCountries
import CairnFeatures
import CairnFormats
import CairnGeodesy
import CairnIndex
import CairnRoads
import CairnShapes
import Foundation
import Testing

/// Files and values that earlier versions wrote remain readable.
///
/// `CAIRN_WRITE_FILES=VERSION swift test --filter CairnCompatibilityTests` writes the files of a
/// new version. The files of a released version are never changed or removed.
@Suite struct CompatibilityTests {
  static let versions: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: Samples.folder.path))?
    .sorted { $0.compare($1, options: .numeric) == .orderedAscending } ?? []

  /// The versions that wrote a file; a format of a later version is missing in earlier folders.
  private static func versions(with name: String) -> [String] {
    versions.filter { FileManager.default.fileExists(atPath: path(name, $0)) }
  }

  private static func path(_ name: String, _ version: String) -> String {
    Samples.folder.appending(path: version).appending(path: name).path
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CAIRN_WRITE_FILES"] != nil))
  func writesTheFilesOfAVersion() throws {
    let version = try #require(ProcessInfo.processInfo.environment["CAIRN_WRITE_FILES"])
    let folder = Samples.folder.appending(path: version)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, write) in Samples.writers { try write(folder.appending(path: name)) }
  }

  @Test func everyFormatHasAFile() throws {
    #expect(Self.versions.contains("0.1"))
    let missing = Samples.writers.keys.filter { Self.versions(with: $0).isEmpty }
    #expect(missing == [], "formats without a file")
  }

  @Test(arguments: versions(with: "places.cairn"))
  func indexFilesOfPlacesAreReadable(version: String) throws {
    let index = try MappedPlaceIndex(opening: Self.path("places.cairn", version)) { record in
      String(decoding: record, as: UTF8.self)
    }
    try index.checkEverything()
    #expect(index.count == Samples.places.count)
    for center in Samples.places.prefix(20) {
      let expected = Samples.places.indices.filter {
        center.distance(to: Samples.places[$0]) <= 2_000_000
      }
      let found = try index.within(2_000_000, of: center)
      #expect(found.map(\.offset).sorted() == expected)
      #expect(found.allSatisfy { $0.element == "place \($0.offset)" })
    }
  }

  @Test(arguments: versions(with: "shapes.cairn"))
  func indexFilesOfShapesAreReadable(version: String) throws {
    let path = Self.path("shapes.cairn", version)
    let index = try MappedShapeIndex(opening: path) { record in
      String(decoding: record, as: UTF8.self)
    }
    try index.checkEverything()
    #expect(index.elementCount == Samples.shapes.count)
    for (offset, shape) in Samples.shapes.enumerated() {
      #expect(try index.shape(at: offset) == shape)
      #expect(try index.element(at: offset) == "shape \(offset)")
    }
    let memory = ShapeIndex(Samples.shapes.indices) { Samples.shapes[$0] }
    for place in Samples.places.prefix(20) {
      #expect(try index.keys(containing: place) == memory.keys(containing: place))
    }
  }

  @Test(arguments: versions(with: "features.cairn"))
  func filesOfFeaturesAreReadable(version: String) throws {
    let index = try MappedPlaceIndex(opening: Self.path("features.cairn", version))
    let records = try #require(try FeatureRecords(index))
    #expect(records.count == Samples.features.count)
    for (offset, feature) in Samples.features.enumerated() {
      let read = records.feature(try index.element(at: offset))
      #expect(read.properties == feature.properties)
      #expect(Samples.coordinate(of: read) == Samples.coordinate(of: feature))
    }
  }

  @Test(arguments: versions(with: "city.roads"))
  func filesOfRoadsAreReadable(version: String) throws {
    let network = try RoadNetwork(path: Self.path("city.roads", version))
    try network.checkEverything()
    #expect(network.profileNames == ["foot", "bicycle", "car"])
    let corners = [(47.0, 9.0), (47.0, 9.0013), (47.0009, 9.0013), (47.0009, 9.0)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let ways = try ["foot", "car"].map { profile in
      try network.route(from: corners[3], to: corners[2], by: profile)
    }
    // On foot along North Street; a car has to take the three other sides.
    #expect(ways.map { Int($0.distance.rounded()) } == [99, 299])
    #expect(
      ways[1].steps.map(\.name) == ["West Street", "South Street", "East Street", "East Street"])
  }

  @Test(arguments: versions(with: "squares.atlas"))
  func atlasFilesAreReadable(version: String) throws {
    let atlas = try CountryAtlas(file: Self.path("squares.atlas", version))
    let squares = [0.5, 1.5].map { Coordinate(latitude: 0.5, longitude: $0) }
    #expect(squares.map { atlas.country(at: $0)?.alpha2 } == ["AT", "JP"])
    #expect(squares.map { atlas.landOnly.country(at: $0)?.alpha2 } == ["AT", nil])
    #expect(atlas.country(at: Coordinate(latitude: 40, longitude: 40)) == nil)
    let bytes = try Data(contentsOf: URL(filePath: Self.path("squares.atlas", version)))
    #expect([UInt8](bytes) == Samples.atlas)
  }

  @Test(arguments: versions(with: "book.geojson"))
  func booksAreReadable(version: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.path("book.geojson", version))))
    var book = try Samples.book()
    let expected = book.elements
    book.removeAll()
    let report = book.insert(contentsOf: bytes, as: .geoJSON) { $0 }
    #expect(report.leftOut.isEmpty)
    #expect(book.elements == expected)
  }

  @Test(arguments: versions(with: "book.cairn"))
  func bookFilesAreReadable(version: String) throws {
    let book = try Samples.book()
    let elements = book.elements
    let mapped = try MappedPlaceBook(
      opening: Self.path("book.cairn", version), id: { Samples.identifier(of: $0) },
      fields: [.words { Samples.name(of: $0) }]
    ) { record in
      let number = Int(String(decoding: record, as: UTF8.self))
      return elements.first { Samples.identifier(of: $0) == number } ?? elements[0]
    }
    try mapped.checkEverything()
    #expect(try mapped.elements() == elements)
    for element in elements {
      let words = Samples.name(of: element)
      let query = PlaceBookQuery<GeoFeature>(words: words, center: Samples.places[0], limit: 5)
      #expect(try mapped.places(query).map(\.id) == book.places(query).map(\.id))
    }
  }

  @Test(arguments: versions(with: "values.txt"))
  func encodedValuesAreReadable(version: String) throws {
    let text = try String(contentsOfFile: Self.path("values.txt", version), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
    let stored = Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0[1])) })
    let examples = try CodableExample.all()
    for example in examples {
      // A type of a later version has no line in the files of earlier ones.
      guard let line = stored[example.name] else { continue }
      #expect(try example.equals(line), "\(example.name) of \(version): \(line)")
    }
    let names = Set(examples.map(\.name))
    #expect(names.count == examples.count)
    // A stored type without an example was removed or renamed.
    #expect(stored.keys.filter { !names.contains($0) }.sorted() == [])
  }

  @Test func everyCodableTypeHasAnExampleInTheNewestFiles() throws {
    let root = Samples.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let list = try String(
      contentsOf: root.appending(path: "Documentation/API.md"), encoding: .utf8)
    let types = list.split(separator: "\n").filter { line in
      line.contains(" | extension ") && line.contains("Decodable") && line.contains("Encodable")
    }.map { String($0[..<($0.firstIndex(of: " ") ?? $0.endIndex)]) }
    #expect(types.count >= 69)
    let examples = Set(try CodableExample.all().map(\.name))
    #expect(types.filter { !examples.contains($0) } == [], "types without an example")
    let newest = try #require(Self.versions.last)
    let stored = try String(contentsOfFile: Self.path("values.txt", newest), encoding: .utf8)
    let missing = types.filter { !("\n" + stored).contains("\n\($0)\t") }
    #expect(missing == [], "types without a stored value")
  }

  @Test func valuesOfTodayAreDecodedAgain() throws {
    for example in try CodableExample.all() {
      #expect(try example.equals(example.encoded()), "\(example.name)")
    }
  }
}
