import CairnCountries
import CairnFeatures
import CairnFormats
import CairnGeodesy
import CairnIndex
import CairnMemory
import TestSupport
import Testing

@testable import CairnCommand

/// A naive reference implementation of the filter: a loop over bytes, with a reader for each row.
struct PlainFilter {
  var hasQuotes = true
  var delimiter = UInt8(ascii: ",")
  var nothing = ""
  var answer: (Coordinate) -> String?

  /// The lines of a table with the results appended; the first is a header with `width` names.
  func answered(_ table: [UInt8], title: String, width: Int, latitude: Int, longitude: Int)
    -> [UInt8]
  {
    var output: [UInt8] = []
    var isHeader = true
    for (row, lineBreak) in rows(table) {
      output += row
      defer { output += lineBreak }
      if row.isEmpty { continue }
      if isHeader {
        output += [delimiter] + title.utf8
        isHeader = false
        continue
      }
      let (fields, isMalformedRow) = fields(row)
      output += [UInt8](repeating: delimiter, count: max(0, width - fields.count) + 1)
      guard !isMalformedRow, max(latitude, longitude) < fields.count,
        let north = number(fields[latitude]), let east = number(fields[longitude]),
        north.magnitude <= 90, east.magnitude <= 360,
        let text = answer(Coordinate(latitude: north, longitude: east))
      else {
        output += nothing.utf8
        continue
      }
      output += text.utf8
    }
    return output
  }

  private func number(_ field: [UInt8]) -> Double? {
    var text = String(decoding: field, as: UTF8.self)[...]
    if hasQuotes, text.utf8.count > 1, text.first == "\"", text.last == "\"" {
      text = text.dropFirst().dropLast()
    } else {
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
    }
    var digits = String(text)
    if delimiter != UInt8(ascii: ",") { digits = String(digits.map { $0 == "," ? "." : $0 }) }
    guard digits.allSatisfy({ "+-.0123456789eE".contains($0) }) else { return nil }
    return Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  private func fields(_ row: [UInt8]) -> (fields: [[UInt8]], isMalformedRow: Bool) {
    var fields: [[UInt8]] = []
    var field: [UInt8] = []
    var isMalformedRow = false
    var index = 0
    while true {
      if hasQuotes, field.isEmpty, index < row.count, row[index] == UInt8(ascii: "\"") {
        let end = Self.closing(row, from: index) ?? row.count - 1
        field = Array(row[index...end])
        index = end + 1
        if index < row.count, row[index] != delimiter { isMalformedRow = true }
      }
      guard index < row.count else { break }
      if row[index] == delimiter {
        fields.append(field)
        field = []
      } else {
        field.append(row[index])
      }
      index += 1
    }
    return (fields + [field], isMalformedRow)
  }

  private static func closing(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { return index }
        index += 1
      }
      index += 1
    }
    return nil
  }

  private func rows(_ table: [UInt8]) -> [(row: [UInt8], lineBreak: [UInt8])] {
    var rows: [(row: [UInt8], lineBreak: [UInt8])] = []
    var row: [UInt8] = []
    var startsField = true
    var index = 0
    while index < table.count {
      let byte = table[index]
      if hasQuotes, startsField, byte == UInt8(ascii: "\"") {
        guard let end = Self.closing(table, from: index) else { return rows }
        row += table[index...end]
        index = end + 1
        startsField = false
        continue
      }
      if byte == 0x0A || byte == 0x0D {
        let isPair = byte == 0x0D && index + 1 < table.count && table[index + 1] == 0x0A
        rows.append((row, isPair ? [0x0D, 0x0A] : [byte]))
        row = []
        startsField = true
        if isPair { index += 1 }
      } else {
        row.append(byte)
        startsField = byte == delimiter
      }
      index += 1
    }
    if !row.isEmpty { rows.append((row, [])) }
    return rows
  }
}

@Suite struct FilterTests {
  /// Random tables of awkward fragments.
  private static func table(_ generator: inout SeededGenerator, delimiter: String) -> String {
    let d = delimiter
    let parts = [
      d, d, d, "\n", "\n", "\r\n", "\"", "\"\"", "\"a\(d)b\"", "\"x\ny\"", "1.5", "-33.86785",
      "151.20732", " 7 ", "\"2.5\"", "é", "x", "\"\n", "\"\r\n", "\r", "\r\r\n", "90", "-180",
      "1e1",
      "12345678901234567.5",
      "-0.000000000000001", ".5", "5.", "+3", "--3", "1.2.3", "nan", "\\N", "48.856613999999998",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      if Int.random(in: 0..<5, using: &generator) == 0 {
        text += ["\n", "\r\n"][Int.random(in: 0...1, using: &generator)]
        text += ["48.85", "\"-7\"", " 1e1 "][Int.random(in: 0...2, using: &generator)] + d
        text += ["2.35", "-179.99999999999997"][Int.random(in: 0...1, using: &generator)]
      }
      text += parts.randomElement(using: &generator) ?? ""
      if Int.random(in: 0..<3, using: &generator) > 0 { text += d }
    }
    return text
  }

  @Test(arguments: [",", ";", "\t"], [true, false])
  func awkwardTablesAgreeWithANaiveLoop(_ delimiter: String, _ hasQuotes: Bool) throws {
    guard hasQuotes || delimiter == "\t" else { return }
    var generator = SeededGenerator(seed: 11)
    let precision = 6
    var plain = PlainFilter { Geohash($0, precision: precision)?.description }
    plain.delimiter = UInt8(ascii: Unicode.Scalar(delimiter) ?? ",")
    plain.hasQuotes = hasQuotes
    plain.nothing = delimiter == "\t" ? "\\N" : ""
    var settings = TableAppender.Options()
    settings.isTSV = !hasQuotes
    var answered = 0
    for _ in 0..<rounds(250, inDebug: 30) {
      let header = ["lat", "lon", "note"].joined(separator: delimiter) + "\n"
      let table = header + Self.table(&generator, delimiter: delimiter)
      let expected = plain.answered(
        Array(table.utf8), title: "geohash", width: 3, latitude: 0, longitude: 1)
      for size in [Int.max, 1, 7, 64] {
        var output: [UInt8] = []
        let answers = AppendedColumn.geohash(precision: precision)
        do {
          let found = try filtered(
            table, answers, options: settings, pieces: size, room: size == 7 ? 16 : 4096)
          output = found.bytes
          answered += found.report.rowCount - found.report.badCount
        } catch let failure as Failure {
          // An unclosed quote is reported with its line; the rows before it have been written.
          #expect(failure.message.contains("not closed"), "\(table.debugDescription)")
          continue
        }
        #expect(
          String(decoding: output, as: UTF8.self) == String(decoding: expected, as: UTF8.self),
          "\(size) \(table.debugDescription)")
        if output != expected { return }
      }
    }
    #expect(answered > rounds(800, inDebug: 95))
  }

  @Test func rowsEndAtTheSameLineBreaksAsInTheReaders() throws {
    let table = "name,lat,lon\na,48.2,16.37\rb,47.5,19.05\nc,52.5,13.4\n"
    let codes = "name,lat,lon,country\na,48.2,16.37,AT\rb,47.5,19.05,HU\nc,52.5,13.4,DE\n"
    for size in [Int.max, 1, 27, 28] {
      let found = try filtered(table, .country(), pieces: size, room: 16)
      #expect(found.text == codes)
      #expect(found.report.rowCount == 3)
    }
    #expect(try PlaceTable(csv: Array(table.utf8)).coordinates.count == 3)
    let last = "lat,lon\r\"1\r\",2\r3,4\r\n5,6\r"
    #expect(
      try filtered(last, .geohash(precision: 1), pieces: 1).text
        == "lat,lon,geohash\r\"1\r\",2,\r3,4,s\r\n5,6,s\r")
  }

  /// Appends a mark to each row.
  private static let marks = AppendedColumn(["mark"]) { points, fields in
    for _ in points {
      fields.append(field: "@")
      fields.endRow()
    }
  }

  @Test func findsTheRowsThatTheReadersFind() throws {
    var settings = TableAppender.Options()
    settings.hasHeader = false
    settings.delimiter = UInt8(ascii: ",")
    settings.points = [.init(both: "1")]
    var generator = SeededGenerator(seed: 9)
    let parts = ["\r", "\n", "\r\n", "\"", "\"\"", "a", ",", ",\"", "\",", "é", "long text "]
    var rowCount = 0
    for round in 0..<rounds(2_000, inDebug: 700) {
      var text = round % 40 == 0 ? "\u{FEFF}" : ""
      for _ in 0..<Int.random(in: 0...(round % 10 == 0 ? 90 : 12), using: &generator) {
        text += parts.randomElement(using: &generator) ?? ""
      }
      let table = Array(text.utf8)
      var scanner = RowScanner()
      var expected = text.hasPrefix("\u{FEFF}") ? Array("\u{FEFF}".utf8) : []
      var offset = 0
      table.withUnsafeSpan { window in
        while offset < window.count {
          let rest = window.suffix(from: offset)
          let taken = scanner.scan(rest, isLast: true)
          for row in scanner.rows(in: rest) {
            expected += table[(offset + row.start)..<(offset + row.end)]
            if row.fieldCount > 0 { expected += ",@".utf8 }
            expected += table[(offset + row.end)..<(offset + row.next)]
            rowCount += 1
          }
          if taken == 0 { break }
          offset += taken
        }
      }
      for size in [Int.max, 1, 3, 64] {
        do {
          let found = try filtered(table, Self.marks, options: settings, pieces: size, room: 16)
          #expect(!scanner.hasUnclosedQuote)
          #expect(found.bytes == expected, "\(size) \(text.debugDescription)")
          if found.bytes != expected { return }
        } catch let failure as Failure {
          #expect(scanner.hasUnclosedQuote && failure.message.contains("not closed"))
        }
      }
    }
    #expect(rowCount > rounds(3_000, inDebug: 1_000))
  }
}
