internal import CairnFormats
internal import CairnGeodesy

/// The documented costs of CairnFormats.
let formatCases: [GrowthCase] = [
  GrowthCase("GeoJSONReader, many foreign members", exponent: 1, size: 4_000) { size in
    let text = "{\"type\":\"Feature\",\(members(size)),\"geometry\":null,\"properties\":null}"
    return { try read(GeoJSONReader(), Array(text.utf8)) { $0.foreignMembers.members.count } }
  },
  GrowthCase("GeoJSONReader, many properties, each twice", exponent: 1, size: 4_000) { size in
    let members = members(size)
    let text = "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\(members),\(members)}}"
    return { try read(GeoJSONReader(), Array(text.utf8)) { $0.properties.members.count } }
  },
  GrowthCase("PlaceTable(geoJSON:), each property twice", exponent: 1, size: 4_000) { size in
    let members = members(size)
    let text =
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},"
      + "\"properties\":{\(members),\(members)}}"
    return { try PlaceTable(geoJSON: Array(text.utf8)).properties.count }
  },
  GrowthCase("JSONObjectsReader, many members", exponent: 1, size: 4_000) { size in
    let text = "[{\"lat\":1,\"lon\":2,\(members(size))}]"
    return { try read(JSONObjectsReader(), Array(text.utf8)) { $0.properties.members.count } }
  },
  GrowthCase("JSONObjectsReader, many places of one object", exponent: 1, size: 1_000) { size in
    let places = (0..<size).map { "\"p\($0)\":{\"lat\":1,\"lng\":2}" }.joined(separator: ",")
    return { try read(JSONObjectsReader(), Array("[{\(places)}]".utf8)) { _ in 1 } }
  },
  GrowthCase("Properties, set and asked one by one", exponent: 1, size: 4_000) { size in
    let names = (0..<size).map { "member \($0)" }
    return {
      var properties = Properties()
      for (number, name) in names.enumerated() { properties[name] = .integer(number) }
      for name in names { properties[name] = .null }
      return names.count { properties[$0] == .null }
    }
  },
  GrowthCase("Properties, equality and hash", exponent: 1, size: 4_000) { size in
    var (one, other) = (Properties(), Properties())
    for number in 0..<size { one["member \(number)"] = .integer(number) }
    for number in 0..<size { other["member \(number)"] = .integer(number) }
    return { [one, other] in one == other && one.hashValue == other.hashValue ? 1 : 0 }
  },
  GrowthCase("TableReader and TableWriter, many columns", exponent: 1, size: 4_000) { size in
    let names = (0..<size).map { "column \($0)" }.joined(separator: ",")
    let text = "lat,lon,\(names)\n1,2,\(String(repeating: "3,", count: size))\n"
    return {
      var writer = TableWriter()
      _ = try read(TableReader(), Array(text.utf8)) { feature in
        (try? writer.write(feature)) == nil ? 0 : feature.properties.names.count
      }
      return writer.drain().count
    }
  },
  GrowthCase("TableReader, many columns of one name", exponent: 1, size: 4_000) { size in
    let text = "lat,lon\(String(repeating: ",n", count: size))\n1,2,3\n"
    return { try read(TableReader(), Array(text.utf8)) { $0.properties.names.count } }
  },
  GrowthCase("TableReader, one row of one long field", exponent: 1, size: 400_000) { size in
    let text = "lat,lon,n\n1,2,\"\(String(repeating: "a\n", count: size / 2))\"\n"
    return { try read(TableReader(), Array(text.utf8)) { _ in 1 } }
  },
  GrowthCase("CSVReader, quotes after spaces left open", exponent: 1, size: 20_000) { size in
    let text = Array(String(repeating: " \"a,b\n", count: size).utf8)
    return { try countRows(text) }
  },
  GrowthCase("CSVReader, breaks in quotes, loose quotes", exponent: 1, size: 4_000) { size in
    let text =
      "\"" + String(repeating: "\n", count: 8 * size) + "\"\n"
      + String(repeating: "\"a\" ,b\n", count: size)
    return { try countRows(Array(text.utf8)) }
  },
  GrowthCase("GeoJSONReader and TableReader, many holes", exponent: 1, size: 1_000) { size in
    let ring = "[[0,0],[1,0],[1,1],[0,0]]"
    let rings = Array(repeating: ring, count: size).joined(separator: ",")
    let text =
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(rings)]},"
      + "\"properties\":null}"
    return {
      var writer = TableWriter()
      _ = try read(GeoJSONReader(), Array(text.utf8)) { (try? writer.write($0)) == nil ? 0 : 1 }
      return try read(TableReader(), writer.drain()) { _ in 1 }
    }
  },
  GrowthCase("GeoJSONReader, pieces of one feature", exponent: 1, size: 50_000) { size in
    let places = Array(repeating: "[1.5,2.5]", count: size / 10).joined(separator: ",")
    let text = Array(
      "{\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(places)]}}"
        .utf8)
    return {
      var reader = GeoJSONReader()
      var count = 0
      for start in stride(from: 0, to: text.count, by: 512) {
        reader.append(Array(text[start..<min(start + 512, text.count)]))
        if try reader.next() != nil { count += 1 }
      }
      return count
    }
  },
  GrowthCase("GeoJSONReader, arrays nested too deep", exponent: 1, size: 20_000) { size in
    let text =
      "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":"
      + String(repeating: "[", count: size) + String(repeating: "]", count: size) + "}}"
    return {
      var reader = GeoJSONReader(Array(text.utf8))
      do {
        return try reader.next() == nil ? 0 : 1
      } catch {
        return 2
      }
    }
  },
  GrowthCase("NMEAReader, many sentences", exponent: 1, size: 1_000) { size in
    let line = "$GPGLL,4916.45,N,12311.12,W,225444,A\n"
    let text = Array(String(repeating: line, count: size).utf8)
    return { try read(NMEAReader(), text) { _ in 1 } }
  },
]

/// Members of an object with distinct names.
private func members(_ count: Int) -> String {
  (0..<count).map { "\"member \($0)\":\($0)" }.joined(separator: ",")
}

/// Reads all features of a text and sums a number of each.
private func read(
  _ reader: some FeatureReader, _ text: [UInt8], _ number: (GeoFeature) -> Int
) throws -> Int {
  var reader = reader
  reader.append(text)
  reader.finish()
  var sum = 0
  while let feature = try reader.next() { sum += number(feature) }
  return sum
}

private func countRows(_ text: [UInt8]) throws -> Int {
  var rows = CSVReader(text)
  var count = 0
  while try rows.next() { count += 1 }
  return count
}
