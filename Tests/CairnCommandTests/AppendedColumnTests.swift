import CairnCountries
import CairnFeatures
import CairnFormats
import CairnGeodesy
import CairnIndex
import CairnPlaces
import TestSupport
import Testing

@testable import CairnCommand

/// Appended columns equal the results of the library, row by row.
@Suite struct AppendedColumnTests {
  /// Coordinates anywhere, at the poles, at 180 degrees and on the edges of cells.
  private static func coordinates(_ count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    let special = [-90, -45, 0, 11.25, 45, 90, 180, -180, 359.5, 1e-9]
    return (0..<count).map { _ in
      var (latitude, longitude) = (
        Double.random(in: -90...90, using: &generator),
        Double.random(in: -180...180, using: &generator)
      )
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: latitude = (latitude * 1e5).rounded() / 1e5
      case 1: longitude = special.randomElement(using: &generator) ?? 0
      case 2: latitude = (special.randomElement(using: &generator) ?? 0).remainder(dividingBy: 180)
      default: break
      }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  private static func table(_ coordinates: [Coordinate]) -> String {
    "id,lat,lon\n"
      + coordinates.enumerated()
      .map { "\($0.offset),\($0.element.latitude),\($0.element.longitude)\n" }.joined()
  }

  private func lastFields(_ text: String, _ count: Int = 1) -> [[Substring]] {
    text.split(separator: "\n").dropFirst().map {
      Array($0.split(separator: ",", omittingEmptySubsequences: false).suffix(count))
    }
  }

  @Test func agreesOnCountriesAndGeohashes() throws {
    let coordinates = Self.coordinates(3000, seed: 1)
    let table = Self.table(coordinates)
    let countries = try filtered(table, .country()).text
    let near = try filtered(table, .country(within: 25_000)).text
    let hashes = try filtered(table, .geohash(precision: 9)).text
    let expected = CountryAtlas.world.countries(at: coordinates).map { $0?.alpha2 ?? "" }
    #expect(lastFields(countries).map { String($0[0]) } == expected)
    #expect(
      lastFields(near).map { String($0[0]) }
        == coordinates.map { CountryAtlas.world.country(at: $0, within: 25_000)?.alpha2 ?? "" })
    #expect(
      lastFields(hashes).map { String($0[0]) }
        == coordinates.map { Geohash($0, precision: 9)?.description ?? "" })
    #expect(expected.contains("AQ") && expected.contains(""))
  }

  @Test func agreesOnDistances() throws {
    let first = Self.coordinates(500, seed: 2)
    let second = Self.coordinates(500, seed: 3)
    let table =
      "a,b,c,d\n"
      + zip(first, second).map {
        "\($0.latitude),\($0.longitude),\($1.latitude),\($1.longitude)\n"
      }.joined()
    var settings = TableAppender.Options()
    settings.points = [
      .init(latitude: "a", longitude: "b"), .init(latitude: "3", longitude: "D"),
    ]
    for surface in [Surface.sphere, .wgs84] {
      let text = try filtered(table, .distance(on: surface), options: settings).text
      #expect(
        lastFields(text).map { Double($0[0]) }
          == zip(first, second).map { $0.distance(to: $1, on: surface) })
    }
  }

  @Test func agreesOnTheNearest() throws {
    let places = Self.coordinates(200, seed: 4)
    let rows = Self.coordinates(300, seed: 5)
    let names = places.indices.map { "place \($0)" }
    let text = try filtered(
      Self.table(rows), .nearest(of: places, called: names, within: 2_000_000)
    ).text
    #expect(text.hasPrefix("id,lat,lon,nearest,distance_m\n"))
    for (row, fields) in zip(rows, lastFields(text, 2)) {
      let nearest = places.indices.min {
        (row.distance(to: places[$0]), $0) < (row.distance(to: places[$1]), $1)
      }
      guard let nearest, row.distance(to: places[nearest]) <= 2_000_000 else {
        #expect(fields == ["", ""])
        continue
      }
      #expect(fields[0] == names[nearest])
      #expect(abs((Double(fields[1]) ?? .nan) - row.distance(to: places[nearest])) <= 0.0005)
    }
  }

  /// A join on equal cells finds every pair within the radius.
  @Test(arguments: [(25_000.0, 4), (1_500_000, 2), (21_000_000, 1), (0, 4)])
  func coversContainEveryPair(_ radius: Double, _ precision: Int) throws {
    let centers =
      Self.coordinates(25, seed: 6) + [
        Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -89.99, longitude: 77),
        Coordinate(latitude: -17.5, longitude: 180), Coordinate(latitude: 0, longitude: -180),
      ]
    var points = Self.coordinates(300, seed: 7)
    for center in centers {
      for bearing in stride(from: 0.0, to: 360, by: 45) {
        points.append(center.destination(bearing: bearing, distance: radius * 0.999_999))
      }
    }
    let text = try filtered(
      Self.table(centers),
      .geohashCover(radius: radius, precision: precision, limit: 10_000)
    ).text
    var cells: [Int: Set<String>] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",")
      let isNew = cells[Int(fields[0]) ?? -1, default: []].insert(String(fields[3])).inserted
      #expect(isNew, "a pair would be found twice")
    }
    var pairs = 0
    for point in points {
      let cell = Geohash(point, precision: precision)?.description ?? ""
      for (number, center) in centers.enumerated() where center.distance(to: point) <= radius {
        pairs += 1
        #expect(cells[number]?.contains(cell) == true, "\(center) \(point)")
      }
    }
    #expect(pairs > 0)
  }

  @Test func appendsSeveralColumnsAsEachAlone() throws {
    let coordinates = Self.coordinates(2000, seed: 8)
    let table = Self.table(coordinates) + "1,x,2\n\n\"a\nb\",1\r\n"
    let hash = AppendedColumn.geohash(precision: 7)
    let words = AppendedColumn(["half", "sign"]) { point in
      [point.latitude < 0 ? "south, or \"S\"" : nil, point.longitude < 0 ? "-" : "+", "more"]
    }
    let alone = [
      try filtered(table, .country()), try filtered(table, hash), try filtered(table, words),
    ].map { $0.text.split(omittingEmptySubsequences: false) { $0.isNewline } }
    let given = table.split(omittingEmptySubsequences: false) { $0.isNewline }
    for size in [Int.max, 100] {
      let together = try filtered(table.utf8, .country(), hash, words, pieces: size)
      let lines = together.text.split(omittingEmptySubsequences: false) { $0.isNewline }
      #expect(lines.count == given.count)
      for (number, line) in lines.enumerated() {
        let ending = alone.map { $0[number] }
        // The short row is padded once.
        let padding = ending[0].hasPrefix("b\",1,") ? 1 : 0
        let expected =
          ending[0]
          + ending.dropFirst().map { $0.dropFirst(given[number].count + padding) }.joined()
        #expect(line == expected)
      }
      #expect(together.report.badCount == 2 && together.report.rowCount == 2002)
    }
  }

  /// Columns of thousands of rows, which two threads compute, compared with the lookup of each row;
  /// a zone that contains the delimiter is quoted.
  @Test(arguments: [",", "/", "\t"])
  func threadsAppendTheResultOfEachRow(delimiter: String) throws {
    let world = Gazetteer.embedded
    var coordinates = Self.coordinates(6000, seed: 9)
    for row in stride(from: 0, to: coordinates.count, by: 5) {
      let places = row % 2 == 0 ? world.cities : world.aerodromes
      coordinates[row] = places.coordinate(at: places.startIndex + row * 7 % places.count)
    }
    var table = ["id", "lat", "lon"].joined(separator: delimiter) + "\n"
    var expected =
      ["id", "lat", "lon", "country", "time_zone", "geohash"]
      .joined(separator: delimiter) + "\n"
    let isTSV = delimiter == "\t"
    for (row, place) in coordinates.enumerated() {
      let isBlank = row % 1000 == 999
      let line = [
        "\(row)", isBlank ? "" : "\(place.latitude)", isBlank ? "" : "\(place.longitude)",
      ].joined(separator: delimiter)
      table += line + "\n"
      let found = isBlank ? Coordinate(latitude: .nan, longitude: .nan) : place
      let zone = PlaceFacts(at: found).timeZone
      let fields = [
        PlaceFacts(at: found).country?.alpha2,
        zone.map { $0.contains(delimiter) ? "\"\($0)\"" : $0 },
        Geohash(found, precision: 6)?.description,
      ]
      expected +=
        ([line] + fields.map { $0 ?? (isTSV ? "\\N" : "") })
        .joined(separator: delimiter) + "\n"
    }
    var options = TableAppender.Options()
    options.isTSV = isTSV
    options.delimiter = delimiter.utf8.first
    let columns = [
      try AppendedColumn.whereabouts("country"), try .whereabouts("time_zone"),
      .geohash(precision: 6),
    ]
    let text = try filtered(
      table.utf8, columns[0], columns[1], columns[2], options: options, room: 1 << 18
    ).text
    let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
    #expect(text.utf8.count == expected.utf8.count, "\(lines.first { $0 != $1 } ?? ("", ""))")
    #expect(lines.allSatisfy { $0 == $1 })
  }
}
