import CairnBook
import CairnBookFiles
import CairnFormats
import CairnGeodesy
import CairnIndex
import Testing

/// Encoding places into a file and reading them back.
struct PlaceBookFeaturesTests {
  private func feature(_ spot: Spot) -> GeoFeature {
    GeoFeature(
      geometry: .point(.init(spot.place)),
      properties: ["name": .string(spot.name), "number": .string("n\(spot.id)")])
  }

  private func spot(_ feature: GeoFeature, _ id: Int) -> Spot? {
    guard case .point(let position)? = feature.geometry else { return nil }
    return Spot(id: id, place: position.coordinate, name: feature.properties["name"]?.text ?? "")
  }

  @Test(arguments: [
    FileFormat.geoJSON, .geoJSONSequence, .csv, .tsv, .gpx, .kml,
  ])
  func everyFormatRoundTrips(format: FileFormat) throws {
    let names = ["Café, \"Rivoire\"", "<東京> & 🍕", "São Paulo", "a"]
    let spots = names.enumerated().map { number, name in
      Spot(
        id: number,
        place: Coordinate(latitude: Double(number) * 20.5 - 40, longitude: 179.25 - Double(number)),
        name: name)
    }
    let book = try Spot.book(spots)
    let file = try book.encoded(as: format, feature: feature)
    var other = Spot.emptyBook()
    var next = 0
    let report = other.insert(contentsOf: file.bytes, as: format) { feature in
      defer { next += 1 }
      return spot(feature, next)
    }
    #expect(report.leftOut.isEmpty)
    #expect(report.changes.count == 4)
    #expect(other.elements == spots)
    let some = try book.encoded(
      as: format, matching: .init(words: "cafe"), feature: feature)
    #expect(some.bytes.count < file.bytes.count)
  }

  @Test func leftOutFeaturesAreReported() throws {
    let text = """
      name,latitude,longitude
      good,1,2
      far,95,2
      line,3,4
      """
    var book = Spot.emptyBook()
    var made = 0
    let report = book.insert(contentsOf: Array(text.utf8), as: .csv) { feature in
      made += 1
      guard feature.properties["name"]?.text != "line" else { return nil }
      return spot(feature, made)
    }
    #expect(book.count == 1 && report.changes.count == 1)
    #expect(report.leftOut.map(\.offset) == [1, 1])
    guard case .unreadable = report.leftOut[0].reason, case .refused = report.leftOut[1].reason
    else {
      Issue.record("unexpected reasons: \(report.leftOut)")
      return
    }
    let wrong = book.insert(contentsOf: Array("name,latitude,longitude\nx,1,2".utf8), as: .csv) {
      _ in
      Spot(id: 9, place: Coordinate(latitude: .infinity, longitude: 0))
    }
    guard case .invalid(.invalidCoordinate)? = wrong.leftOut.first?.reason else {
      Issue.record("unexpected result for an invalid coordinate: \(wrong.leftOut)")
      return
    }
  }
}
