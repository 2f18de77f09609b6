import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct JoinTests {
  private static let left = "id,lat,lon\n1,48.2,16.4\n2,,\n3,10,10\n"
  private static let right = "title;y;x\nnear;48.2;16.401\n\"far; off\";48.3;16.4\n"

  @Test func allPairsWithinADistanceHaveTheColumnsOfBothTables() throws {
    let left = try OwnFile(Self.left)
    let right = try OwnFile(Self.right)
    let run = Run("join", left.path, right.path, "--within", "20km")
    #expect(
      run.output == """
        id,lat,lon,title,right_latitude,right_longitude,distance_m
        1,48.2,16.4,near,48.2,16.401,74.115
        1,48.2,16.4,far; off,48.3,16.4,11119.508

        """)
    #expect(run.errors.contains("2 of 3 rows without a match, left out; --unmatched keeps them"))
    let all = Run("join", left.path, right.path, "--within", "20km", "--unmatched")
    #expect(all.output.contains("2,,,,,,\n") && all.output.contains("3,10,10,,,,\n"))
    #expect(!all.errors.contains("without a match"))
  }

  @Test func theNearestFewAndChosenColumns() throws {
    let left = try OwnFile(Self.left)
    let right = try OwnFile(Self.right)
    let run = Run("join", left.path, right.path, "--nearest", "1", "--take", "title")
    #expect(run.lines[1].hasPrefix("1,48.2,16.4,near,"))
    #expect(run.lines[2].hasPrefix("3,10,10,far; off,") || run.lines[2].hasPrefix("3,10,10,near,"))
    #expect(run.lines.count == 4)
    let none = Run("join", left.path, right.path, "--nearest", "1", "--take", "name")
    #expect(none.code == .data && none.errors.contains("--take"))
  }

  @Test(arguments: [
    "lat,lon", "y,x", "latitude,longitude", "Breite,L\u{E4}nge", "coord_lat,coord_lon",
  ])
  func theLocationOfARowRemainsItsOwn(columns: String) throws {
    let left = try OwnFile("id,\(columns)\n1,48.2,16.4\n")
    let right = try OwnFile("title,latitude,longitude\nPrague,50.1,14.4\n")
    let joined = try OwnFile(Run("join", left.path, right.path, "--nearest", "1").output)
    // Not that of Prague.
    #expect(Run("append", joined.path, "--country").lines[1].hasSuffix(",AT"))
    #expect(Run("convert", joined.path, "--to", "geo").output.hasPrefix("geo:48.2,16.4"))
  }

  /// A table whose only location is that of the other place has this one.
  @Test(arguments: [
    "right_latitude,right_longitude", "right_lat,right_lon", "rightLat,rightLng",
  ])
  func theLocationOfTheOtherPlaceIsReadAlone(columns: String) throws {
    let file = try OwnFile("id,\(columns)\n1,50.1,14.4\n")
    #expect(Run("append", file.path, "--country").lines[1].hasSuffix(",CZ"))
    let both = try OwnFile("id,coordinates,\(columns)\n1,\"48.2,16.4\",50.1,14.4\n")
    #expect(Run("append", both.path, "--country").lines[1].hasSuffix(",AT"))
    let twice = try OwnFile("id,\(columns),start_lat,start_lon\n1,50.1,14.4,48.2,16.4\n")
    #expect(Run("append", twice.path, "--country").lines[1].hasSuffix(",AT"))
  }

  @Test(.timeLimit(.minutes(1))) func tablesOfManyRowsAreJoined() throws {
    // Rows every 100 m along a meridian: all but the first and last have four others within 250 m.
    let count = 4_000
    let latitudes = (0..<count).map { Double($0) / 1112 }
    let rows = latitudes.enumerated().map { "place number \($0),\($1),7" }
    let file = try OwnFile("name,lat,lon\n" + rows.joined(separator: "\n") + "\n")
    let run = Run("join", file.path, file.path, "--within", "250m", "--take", "name")
    var pairs: [[Int]] = []
    for row in 0..<count {
      for other in max(0, row - 2)...min(count - 1, row + 2) where other != row {
        pairs.append([row, other])
      }
    }
    let found = run.lines.dropFirst().dropLast().map { line -> [Int] in
      let fields = line.split(separator: ",")
      return [fields[0], fields[3]].map { Int($0.dropFirst(13)) ?? -1 }
    }
    #expect(Set(found) == Set(pairs) && found.count == pairs.count)
    #expect(Run("dedupe", file.path, "--within", "150m").lines.count == 2 + count / 2)
    #expect(Run("dedupe", file.path, "--within", "50m").lines.count == 2 + count)
  }

  @Test func aColumnWhoseNameIsTakenGetsAPrefix() throws {
    let file = try OwnFile("id,latitude,longitude\n1,48,16\n2,48,16\n")
    let run = Run("join", file.path, file.path, "--within", "0")
    #expect(
      run.output == """
        id,latitude,longitude,right_id,right_latitude,right_longitude,distance_m
        1,48,16,2,48.0,16.0,0.000
        2,48,16,1,48.0,16.0,0.000

        """)
    let nearest = Run("join", file.path, file.path, "--nearest", "1")
    #expect(nearest.output == run.output)
  }

  @Test func otherFormatsBecomeATable() throws {
    let left = try OwnFile(
      #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[16,48]}}"#,
      name: "a.geojson")
    let right = try OwnFile(Self.right)
    let run = Run("join", left.path, right.path, "--nearest", "1")
    #expect(
      run.lines[0] == "latitude,longitude,name,title,right_latitude,right_longitude,distance_m")
    #expect(run.lines[1].hasPrefix("48,16,A,near,"))
  }

  @Test func linesAndAreasAreReported() throws {
    func features(_ geometries: String...) throws -> OwnFile {
      let lines = geometries.map { #"{"type":"Feature","properties":{},"geometry":\#($0)}"# }
      return try OwnFile(lines.joined(separator: "\n") + "\n", name: "a.geojsonl")
    }
    let point = #"{"type":"Point","coordinates":[16,48]}"#
    let line = #"{"type":"LineString","coordinates":[[16,48],[17,48]]}"#
    let table = try OwnFile("id,lat,lon\n1,48,16\n2,x,16\n")
    for mixed in [
      try features(point, line),
      try OwnFile("name,wkt\nA,POINT (16 48)\nB,\"LINESTRING (16 48, 17 48)\"\nC,odd\n"),
    ] {
      for files in [(table, mixed), (mixed, table)] {
        let run = Run("join", files.0.path, files.1.path, "--within", "1km")
        #expect(run.code == .success && run.lines.count == 3, "\(run.output)")
        #expect(run.errors.contains(": 1 feature that is not a point, left out"), "\(run.errors)")
      }
    }
    for lines in [try features(line, line), try OwnFile("wkt\n\"LINESTRING (16 48, 17 48)\"\n")] {
      for files in [(table, lines), (lines, table)] {
        let run = Run("join", files.0.path, files.1.path, "--within", "1km")
        #expect(run.code == .data && run.output.isEmpty)
        #expect(run.errors.contains("has no points, which `cairn join` needs, only lines or areas"))
      }
    }
    let onlyPoint = try features(point)
    let points = Run("join", table.path, onlyPoint.path, "--within", "1km")
    #expect(!points.errors.contains("no point"))
  }

  @Test func wrongOptionsAreRejected() throws {
    let file = try OwnFile(Self.left)
    #expect(Run("join", file.path, file.path).code == .usage)
    #expect(Run("join", file.path, "--within", "5m").code == .usage)
    #expect(Run("join", "-", "-", "--within", "5m").code == .usage)
  }

  @Test func pairsEqualThoseOfTwoLoops() throws {
    let left = OwnPlaces(count: 150, seed: 3)
    let right = OwnPlaces(count: 200, seed: 4)
    let files = (try OwnFile(left.csv()), try OwnFile(right.csv()))
    for (radius, limit) in [(500_000.0, nil), (2_000_000, 3), (20_100_000, 2)] as [(Double, Int?)] {
      let options = limit.map { ["--nearest", "\($0)"] } ?? []
      let run = Run(
        ["join", files.0.path, files.1.path, "--within", "\(Int(radius))m", "--take", "id"]
          + options)
      var expected: [String] = []
      for (row, item) in left.items.enumerated() {
        var found = right.items.indices.map {
          (id: $0, distance: right.items[$0].coordinate.distance(to: item.coordinate))
        }.filter { $0.distance <= radius }.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
        if let limit { found = Array(found.prefix(limit)) }
        expected += found.map { "\(row) \($0.id)" }
      }
      let pairs = run.lines.dropFirst().dropLast().map { line -> String in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        return "\(fields[0]) \(fields[fields.count - 4])"
      }
      #expect(pairs == expected)
    }
  }
}
