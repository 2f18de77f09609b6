import CairnFeatures
import CairnGeodesy
import CairnIndex
import CairnMemory
import Foundation
import TestSupport
import Testing

@testable import CairnFormats

/// Skipping, copying, packing and counting rows without features is equivalent to doing so with
/// features.
@Suite struct PlainRowsTests {
  /// A table with typical contents: quotes; blank, short and long rows; malformed rows.
  private static func table(seed: UInt64, rows: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let texts = [
      "plain", "", "12", "007", "-0", "3.50", "1e5", "0.00012", "12.0", "ümläut", "\\back", "\\N",
      "\"a, \"\"quoted\"\" one\"", "\"12\"", "\"two\nlines\"", "\" \"", " spaced ", "tab\there",
      "a\u{7F}b",
      "99999999999999999999", "123456789012345678", "true",
    ]
    let degrees = [
      "12.0", "12.3400", "0.0005", "0.0010", "0.05", "-0", "-0.0", "-0.5", "0", "0.0", "07.5", "5",
      "1e1", "+5", "12.", ".5", " 7.5 ", "45.123456789012", "45.1234567890123", "-45.10", "1,5",
      "00.5", "-7.0", "12.00000", "0.000", "4.0e1",
    ]
    var text = ["id,lat,name,lon,ele,lat\n", "lat,lon\n", "a,lat,lon,,a\n"][Int(random.next() % 3)]
    let columns = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    for _ in 0..<rows {
      var fields = columns.map { name in
        // Degrees in forms that a JSON writer does not use.
        if ["lat", "lon"].contains(name), random.next() % 5 == 0 {
          return degrees[Int(random.next() % UInt64(degrees.count))]
        }
        return switch name {
        case "lat": "\(Double(random.next() % 180_001) / 1000 - 90)"
        case "lon":
          random.next() % 9 == 0
            ? "\"\(Double(random.next() % 720_001) / 1000 - 360)\""
            : "\(Double(random.next() % 360_001) / 1000 - 180)"
        case "ele": ["", "12", "12.5", "x"][Int(random.next() % 4)]
        default: texts[Int(random.next() % UInt64(texts.count))]
        }
      }
      switch random.next() % 40 {
      case 0: fields.removeLast(Int(random.next() % UInt64(fields.count)))
      case 1: fields.append("extra")
      case 2: fields[Int(random.next() % UInt64(fields.count))] = "91.5"
      case 3: fields = [""]
      case 4: fields[0] += "\"malformedRows\"x"
      default: break
      }
      text += fields.joined(separator: ",") + ["\n", "\r\n", "\r"][Int(random.next() % 3)]
    }
    return Array(text.utf8)
  }

  private static let seeds: [UInt64] = Array(1...UInt64(rounds(40, inDebug: 9)))

  /// Reads all features of a table in pieces of one size, with the bad rows.
  private func read(
    _ bytes: [UInt8], piece: Int, request: RowRequest? = nil,
    _ take: (inout FeatureSource) -> Void = { _ in }
  ) throws -> (features: [GeoFeature], source: FeatureSource) {
    var source = FeatureSource(TableReader())
    if let request { source.request(request) }
    var features: [GeoFeature] = []
    var start = 0
    while true {
      take(&source)
      if let feature = try source.next() {
        features.append(feature)
        continue
      }
      if start > bytes.count { break }
      if start == bytes.count {
        source.finish()
        start += 1
        continue
      }
      source.append(Array(bytes[start..<min(start + piece, bytes.count)]))
      start = min(start + piece, bytes.count)
    }
    return (features, source)
  }

  @Test(arguments: seeds)
  func skippedRowsDoNotMatchTheFilter(seed: UInt64) throws {
    let bytes = Self.table(seed: seed, rows: 400)
    let (all, plain) = try read(bytes, piece: 1 << 16)
    for box in [
      BoundingBox(south: -20, west: 170, north: 30, east: -170),
      BoundingBox(south: 80, west: 0, north: 90, east: 1), .empty, .world,
    ] {
      var request = RowRequest()
      request.area = BoundingBoxFilter(box)
      let (given, source) = try read(bytes, piece: seed % 2 == 0 ? 1 << 16 : 999, request: request)
      func isIn(_ feature: GeoFeature) -> Bool {
        feature.geometry?.firstPosition { box.contains($0.coordinate) } != nil
      }
      #expect(given.filter(isIn) == all.filter(isIn))
      #expect(given.count + source.passedCount == all.count)
      #expect(source.badRows == plain.badRows && source.badRowCount == plain.badRowCount)
      // Only the first row of each length and the first of each piece are returned although they do
      // not match, unless a row there has text after a quote.
      let isMalformedRow = plain.badRows.contains { $0.reason == .textAfterQuote }
      if box.isEmpty, seed % 2 == 0, !isMalformedRow { #expect(given.count < 40 + all.count / 8) }
      var (names, givenNames) = (RecordNames(), RecordNames())
      for feature in all { for name in feature.properties.names { _ = names.number(of: name) } }
      for feature in given {
        for name in feature.properties.names { _ = givenNames.number(of: name) }
      }
      #expect(givenNames.names == names.names)
    }
  }

  @Test func theFilterIncludesItsBox() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let south = Double.random(in: -90...90, using: &random)
      let box = BoundingBox(
        south: south, west: Double.random(in: -180...180, using: &random),
        north: min(90, south + Double.random(in: 0...60, using: &random)),
        east: Double.random(in: -180...180, using: &random))
      let area = BoundingBoxFilter(box)
      for _ in 0..<20 {
        let place = Coordinate(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -540...540, using: &random))
        if box.contains(place) { #expect(area.accepts(place), "\(box) \(place)") }
        if area.accepts(place), box.south > -90, box.north < 90 {
          #expect(box.expanded(byMeters: 10).contains(place), "\(box) \(place)")
        }
      }
      for corner in [(box.south, box.west), (box.north, box.east)] {
        #expect(area.accepts(Coordinate(latitude: corner.0, longitude: corner.1)))
      }
    }
    #expect(!BoundingBoxFilter(.world).accepts(Coordinate(latitude: .nan, longitude: 0)))
    #expect(!BoundingBoxFilter(.empty).accepts(Coordinate(latitude: 0, longitude: 0)))
    // A longitude that cannot be reduced to the valid range is checked later.
    #expect(BoundingBoxFilter(.world).accepts(Coordinate(latitude: 0, longitude: .infinity)))
  }

  @Test(arguments: seeds)
  func rowsAreWrittenLikeTheirFeatures(seed: UInt64) throws {
    let bytes = Self.table(seed: seed, rows: 300)
    let (all, plain) = try read(bytes, piece: 1 << 16)
    var options = GeoJSONOptions()
    if seed % 3 == 0 { options.fractionDigits = Int(seed % 7) }
    let makers: [() -> any FeatureWriter] = [
      { GeoJSONSequenceWriter(separators: seed % 2 == 0, options: options) },
      { GeoJSONWriter(options) },
    ]
    for make in makers {
      var wanted = make()
      for feature in all { try wanted.write(feature) }
      try wanted.end()
      var writer = make()
      var written = 0
      var source = FeatureSource(TableReader())
      var pieces = stride(from: 0, to: bytes.count, by: seed % 2 == 0 ? 1 << 16 : 777)
        .map { Array(bytes[$0..<min($0 + (seed % 2 == 0 ? 1 << 16 : 777), bytes.count)]) }[...]
      var hasEnded = false
      while true {
        written += source.writeRows(to: &writer)
        if let feature = try source.next() {
          try writer.write(feature)
        } else if let piece = pieces.popFirst() {
          source.append(piece)
        } else if !hasEnded {
          hasEnded = true
          source.finish()
        } else {
          break
        }
      }
      try writer.end()
      #expect(
        String(decoding: writer.drain(), as: UTF8.self)
          == String(decoding: wanted.drain(), as: UTF8.self))
      #expect(source.badRows == plain.badRows)
      let isMalformedRow = plain.badRows.contains { $0.reason == .textAfterQuote }
      #expect(isMalformedRow || written > all.count / 3)
    }
  }

  @Test(arguments: seeds)
  func pointsMatchTheFeatures(seed: UInt64) throws {
    let bytes = Self.table(seed: seed, rows: 300)
    let (all, _) = try read(bytes, piece: 1 << 16)
    for property in ["name", "a", "lat 2", "column 4", "no such", nil] {
      // Rows that are not plain are returned as features in between.
      var taken: [(GeoFeature.Geometry?, PropertyValue?)] = []
      var rest = FeatureSource(TableReader())
      rest.append(bytes)
      rest.finish()
      while true {
        _ = rest.forEachPlainPoint(with: property) { taken.append((.point($0), $1)) }
        guard let feature = try rest.next() else { break }
        taken.append((feature.geometry, property.flatMap { feature.properties[$0] }))
      }
      #expect(taken.count == all.count)
      for (found, feature) in zip(taken, all) {
        #expect(found.0 == feature.geometry)
        #expect(found.1 == property.flatMap { feature.properties[$0] })
      }
    }
  }

  @Test func onlyRequestedPropertiesAreRead() throws {
    let bytes = Array("name,lat,lon,kind,n\nA,1,2,x,3\nB,3,4\nC,5,6,y,7,8\n".utf8)
    var request = RowRequest()
    request.properties = ["kind"]
    #expect(
      try read(bytes, piece: 9, request: request).features.map(\.properties)
        == [["kind": "x"], [:], ["kind": "y"]])
    request.properties = ["column 6"]
    #expect(try read(bytes, piece: 9, request: request).features.last?.properties["column 6"] == 8)
  }

  @Test func geoNamesRowsWithNewPropertiesAreNotSkipped() throws {
    var lines = ""
    for number in 0..<500 {
      let code = number == 300 ? "XX" : ""
      lines +=
        "\(number)\tName\tName\t\t\(number % 90)\t\(number % 180)\tP\tPPL\tAT\t\(code)\t\t\t\t\t"
      lines += "5\t\t7\tEurope/Vienna\t2020-01-01\n"
    }
    var source = FeatureSource(GeoNamesReader())
    var request = RowRequest()
    request.area = BoundingBoxFilter(.empty)
    source.request(request)
    source.append(Array(lines.utf8))
    source.finish()
    var names: [String] = []
    var count = 0
    while let feature = try source.next() {
      count += 1
      for name in feature.properties.names where !names.contains(name) { names.append(name) }
    }
    #expect(names.contains("cc2") && names.contains("timezone"))
    #expect(count < 20 && count + source.passedCount == 500)
  }
}

extension PlainRowsTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func spilledFeaturesGiveTheSameFile(seed: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("spilled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("places.cairn").path
    let bytes: [UInt8]
    switch seed {
    // Equal records are stored once; records of equal length are stored without lengths.
    case 5:
      let count = rounds(5_000, inDebug: 700)
      bytes = Array(("name,lat,lon\n" + String(repeating: "A,1,2\n", count: count)).utf8)
    case 6:
      let rows = (0..<3_000).map { (row: Int) -> String in "\(row % 90),\(row % 180)\n" }
      bytes = Array(("lat,lon\n" + rows.joined()).utf8)
    default: bytes = Self.table(seed: seed, rows: rounds(5_000, inDebug: 500))
    }
    var packed = PackedFeatures()
    for feature in try read(bytes, piece: 1 << 16).features { packed.append(feature) }
    let spilled = SpilledFeatures(
      beside: path, isForIndexFile: true, memoryLimit: seed % 2 == 0 ? 4 << 20 : 0)
    var source = FeatureSource(TableReader())
    source.append(bytes)
    source.finish()
    while true {
      _ = try spilled.appendRows(of: &source)
      guard let feature = try source.next() else { break }
      try spilled.append(feature)
    }
    #expect(spilled.count == packed.count)
    #expect(try Array(spilled.packed()) == Array(packed))
    #expect(try spilled.packed().propertyNames == packed.propertyNames)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.isEmpty, "spill files have no name")
    var file = try OutputFile(path)
    let count = try spilled.write(to: &file, threads: 2)
    try file.finish()
    let written = try Data(contentsOf: URL(fileURLWithPath: path))
    let other = folder.appendingPathComponent("other.cairn").path
    try packed.write(to: other)
    #expect(written == (try Data(contentsOf: URL(fileURLWithPath: other))))
    let mapped = try MappedPlaceIndex(opening: path)
    #expect(mapped.count == count)
    try mapped.checkEverything()
  }

  @Test func featuresWithoutCoordinatesAreSpilled() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("spilled-\(UUID().uuidString).cairn").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let features = (0..<700).map { (number: Int) -> GeoFeature in
      let place = Coordinate(latitude: Double(number % 90), longitude: 1)
      var feature = GeoFeature(geometry: nil, properties: ["n": .integer(number)])
      if number % 5 > 0 { feature.geometry = .point(.init(place)) }
      if number % 3 == 0 { feature.identifier = .integer(number) }
      return feature
    }
    var packed = PackedFeatures()
    let spilled = SpilledFeatures(beside: path, isForIndexFile: true)
    for feature in features {
      packed.append(feature)
      try spilled.append(feature)
    }
    var file = try OutputFile(path)
    _ = try spilled.write(to: &file, threads: 1)
    try file.finish()
    let index = try Data(contentsOf: URL(fileURLWithPath: path))
    try packed.write(to: path)
    #expect(index == (try Data(contentsOf: URL(fileURLWithPath: path))))
  }
}
