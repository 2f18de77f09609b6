import CairnGeodesy
import TestSupport
import Testing

@testable import CairnFormats

/// Rows of tables that are written as GPX and KML, and copied to tables, without making features.
@Suite struct XMLRowsTests {
  private static let texts = [
    "plain", "", "12", "007", "-0", "3.50", "1e5", "0.00012", "12.0", "ümläut", "\\N", "a < b & c",
    "\"a, \"\"quoted\"\" one\"", "\"12\"", "\"two\nlines\"", "\" \"", " spaced ", "tab\there",
    "\" lead\"", "a\u{7F}b", "a\u{1}b", "\u{FFFE}", "99999999999999999999", "true",
    "2026-01-01T10:00:00Z", "1700000000", "2026-01-01 10:00",
  ]

  private static func table(seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let headers = [
      "id,lat,name,lon,ele,desc\n", "lat,lon\n", "type,lat,lon,,a b,x:y\n",
      "lat,lon,time,name\n", "description,lat,lon,Snippet,sat,links\n", "stroke,lat,lon,fill\n",
      "lat,lon,timestamp,cmt,folder\n", "latitudeE7,longitudeE7,name\n",
    ]
    var text = headers[Int(seed % UInt64(headers.count))]
    let columns = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    for _ in 0..<120 {
      var fields = columns.map { name in
        switch name {
        case "lat": "\(Double(random.next() % 180_001) / 1000 - 90)"
        case "lon": "\(Double(random.next() % 720_001) / 1000 - 360)"
        case "latitudeE7": "\(Int(random.next() % 1_800_000_000) - 900_000_000)"
        case "longitudeE7": "\(Int(random.next() % 3_600_000_000) - 1_800_000_000)"
        case "ele": ["", "12", "12.50", "x"][Int(random.next() % 4)]
        default: texts[Int(random.next() % UInt64(texts.count))]
        }
      }
      switch random.next() % 30 {
      case 0: fields.removeLast(Int(random.next() % UInt64(fields.count)))
      case 1: fields.append("extra")
      case 2: fields[Int(random.next() % UInt64(fields.count))] = "91.5"
      default: break
      }
      text += fields.joined(separator: ",") + ["\n", "\r\n"][Int(random.next() % 2)]
    }
    return Array(text.utf8)
  }

  private func written(
    _ bytes: [UInt8], as format: FileFormat, directly: Bool
  ) throws -> (text: String, leftOut: LeftOut, count: Int) {
    var source = FeatureSource(TableReader())
    var writer = format.writer()
    source.append(bytes)
    source.finish()
    var count = 0
    while true {
      if directly { count += source.writeRows(to: &writer) }
      guard let feature = try source.next() else { break }
      try? writer.write(feature)
    }
    try writer.end()
    return (String(decoding: writer.drain(), as: UTF8.self), writer.leftOut, count)
  }

  @Test(arguments: 1...UInt64(rounds(80, inDebug: 8)))
  func rowsAreWrittenAsTheirFeatures(seed: UInt64) throws {
    let bytes = Self.table(seed: seed)
    for format in [FileFormat.gpx, .kml, .geoJSON] {
      let direct = try written(bytes, as: format, directly: true)
      let slow = try written(bytes, as: format, directly: false)
      #expect(direct.text == slow.text, "\(format) \(seed)")
      #expect(direct.leftOut == slow.leftOut)
    }
  }

  @Test func mostRowsAreWrittenDirectly() throws {
    // The first row is read as a feature.
    let text = "name,lat,lon,note\n" + String(repeating: "a <b>,1.5,2.25,7\n", count: 50)
    for format in [FileFormat.gpx, .kml] {
      #expect(try written(Array(text.utf8), as: format, directly: true).count == 49)
    }
  }

  private func copied(
    _ text: String, _ options: TableCopier.Options, directly: Bool
  ) throws -> String {
    var source = FeatureSource(TableReader(), badRows: .null)
    source.append(Array(text.utf8))
    source.finish()
    var columns = TableReader()
    columns.append(Array(text.utf8))
    columns.finish()
    _ = try? columns.next()
    var copier = TableCopier(try #require(columns.columns), options)
    while true {
      if directly { _ = source.copyRows(to: &copier) }
      guard let feature = try source.next() else { break }
      source.copyRow(to: &copier, isBad: feature.geometry == nil)
    }
    return String(decoding: copier.drain(), as: UTF8.self)
  }

  @Test(arguments: 1...UInt64(rounds(40, inDebug: 6)))
  func copiedTablesHaveTheSameFeatures(seed: UInt64) throws {
    let text = String(decoding: Self.table(seed: seed), as: UTF8.self)
    let original = Reading(TableReader(), text)
    for (delimiter, directly) in [(",", true), (",", false), (";", false), ("|", false)] {
      let copy = try copied(
        text, .init(delimiter: UInt8(ascii: Unicode.Scalar(delimiter)!)),
        directly: directly)
      let read = Reading(TableReader(), copy)
      // A padded row has null properties that a short row lacks.
      func plain(_ features: [GeoFeature]) -> [[String: PropertyValue]] {
        features.map { feature in
          Dictionary(
            uniqueKeysWithValues: feature.properties.members.filter { $0.value != .null }
              .map { ($0.name, $0.value) })
        }
      }
      #expect(read.features.map(\.geometry) == original.features.map(\.geometry))
      #expect(plain(read.features) == plain(original.features), "\(seed) \(delimiter)")
    }
  }

  /// Fields that are copied as bytes are those that are written as texts: quotes, padding, decimal
  /// commas, nulls, blank and short rows, all line breaks, in any dialect and with any options.
  @Test(arguments: 1...UInt64(rounds(120, inDebug: 25)))
  func rowsAreRewrittenAsTheirTexts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(random.next() % UInt64(values.count))]
    }
    let delimiter = pick([";", "|", "\t", ","])
    let texts = [
      "", " ", "a", "a,b", "a;b", "x|y", "say \"hi\"", " padded ", "12", "007", "-", "NA", "\\N",
      "é",
      "1,5", "1.50", "\"q\"", "\"\"", "\"NA\"", "\"12\"", "\"-3\"", "\"a \"\"b\"\"\"", "\" s\"",
      "\"two\nlines\"", "\"a,b;c|d\"", "tab\tbed", "\"7\" ",
    ].filter { delimiter == "," || !$0.contains(delimiter) || $0.hasPrefix("\"") }
    let names = pick([["n", "lat", "lon", "ele", "m"], ["lon", "a", "lat"], ["lat", "lon"]])
    let usesComma = delimiter != "," && random.next() % 2 == 0
    var text = names.joined(separator: delimiter) + "\n"
    for _ in 0..<30 {
      var fields = names.map { name -> String in
        var number = ""
        switch name {
        case "lat": number = pick(["48.2082", "-12", "1.50", "89.99999999", " 7.5 ", "0"])
        case "lon": number = pick(["16.3738", "-179.5", "200", "\"8.5\"", "1e1", "x"])
        case "ele": number = pick(["", "171.55", "0", "high"])
        default: return pick(texts)
        }
        return usesComma ? number.replacing(".", with: ",") : number
      }
      if random.next() % 12 == 0 { fields.removeLast() }
      text += random.next() % 15 == 0 ? "" : fields.joined(separator: delimiter)
      text += pick(["\n", "\r\n"])
    }
    for output in [",", ";", "\t", "|"].map({ Character($0).asciiValue ?? 0 }) {
      for (null, quoting, digits) in [
        ("", nil, nil), ("NA", .least, nil), ("\\N", .exact, 3), ("", .least, 0), ("x", nil, 7),
      ] as [(String, TableWriter.Quoting?, Int?)] {
        let options = TableCopier.Options(
          delimiter: output, nullText: null, quoting: quoting, fractionDigits: digits)
        #expect(
          try copied(text, options, directly: true) == copied(text, options, directly: false),
          "\(seed) \(output) \(null)")
      }
    }
  }

  @Test func aCopyKeepsTextsAndOrder() throws {
    let text = "b,lon,a,lat,ele\n1,16.370,\"007\",48.20,\n x ,1,,2,5\n1,2\n"
    #expect(
      try copied(text, .init(delimiter: UInt8(ascii: ",")), directly: true)
        == "b,lon,a,lat,ele\n1,16.370,\"007\",48.20,\n x ,1,,2,5\n1,,,,\n")
    #expect(
      try copied(
        "n;lat;lon\n\"a;b\";48,20;16,5\n1,5;1;2\n", .init(delimiter: UInt8(ascii: ",")),
        directly: true) == "n,lat,lon\na;b,48.20,16.5\n\"1,5\",1,2\n")
    #expect(
      try copied(
        "n,lat,lon\nNA,1.23456,2\n,3,4.55555\n",
        .init(delimiter: UInt8(ascii: "\t"), nullText: "NA", fractionDigits: 2), directly: true)
        == "n\tlat\tlon\n\"NA\"\t1.23\t2.00\nNA\t3.00\t4.56\n")
  }
}
