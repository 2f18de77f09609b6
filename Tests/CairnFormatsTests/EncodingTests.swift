import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnFormats

/// Tables in other encodings than UTF-8.
@Suite struct EncodingTests {
  private static let text = "name,lat,lon\nKöln,50.9,6.9\nTōkyō – 東京 🗼,35.7,139.7\n"
  private static let western = "name;lat;lon\nKöln – €;50,9;6,9\nZürich;47,4;8,5\n"

  private static func wide(_ text: String, isBig: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBig ? bytes : bytes.reversed()
    }
  }

  /// Encodes Windows-1252 by hand: only `ö ü – €` are needed.
  private static func windows(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "–": 0x96
      case "€": 0x80
      default: UInt8(scalar.value)
      }
    }
  }

  @Test(arguments: [true, false], [true, false])
  func tablesInUTF16AreRead(_ isBig: Bool, _ mark: Bool) throws {
    let bytes = Self.wide(Self.text, isBig: isBig, mark: mark)
    for size in [Int.max, 1, 2, 3, 5] {
      let read = Reading(TableReader(), bytes, pieces: size)
      #expect(read.errors.isEmpty)
      #expect(
        read.features.map { $0.properties["name"]?.text } == ["Köln", "Tōkyō – 東京 🗼"])
    }
    let table = try PlaceTable(csv: bytes)
    #expect(table.encoding == .utf16 && Array(table.names) == ["Köln", "Tōkyō – 東京 🗼"])
    #expect(try FileFormat.detect(bytes).format == .csv)
  }

  @Test func tablesInWindows1252AreRead() throws {
    let bytes = Self.windows(Self.western)
    for size in [Int.max, 1, 2, 3, 5] {
      let read = Reading(TableReader(), bytes, pieces: size)
      #expect(read.errors.isEmpty)
      #expect(read.features.map { $0.properties["name"]?.text } == ["Köln – €", "Zürich"])
    }
    let table = try PlaceTable(csv: bytes)
    #expect(table.encoding == .windows1252 && Array(table.names) == ["Köln – €", "Zürich"])
    var rows = CSVReader(bytes, delimiter: UInt8(ascii: ";"))
    #expect(try rows.next() && rows.next())
    #expect(rows.text(0) == "Köln – €" && rows.encoding == .windows1252)
    // A single letter long after plain ASCII.
    let late =
      Array("name,lat,lon\n".utf8) + Array(repeatElement(Array("a,1,2\n".utf8), count: 99).joined())
      + [0xE9] + Array(",3,4\n".utf8)
    let read = Reading(TableReader(), late, pieces: 50)
    #expect(read.features.last?.properties["name"] == "é" && read.errors.isEmpty)
  }

  @Test func otherEncodingsAreRejected() {
    // Windows-1251 for "Москва", Shift JIS for "東京", UTF-32.
    let cyrillic =
      Array("name,lat,lon\n".utf8) + [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0]
      + Array(",1,2\n".utf8)
    let japanese =
      Array("name,lat,lon\na,1,2\n".utf8) + [0x93, 0x8C, 0x8B, 0x9E] + Array(",1,2\n".utf8)
    for (bytes, place) in [(cyrillic, 16), (japanese, 22)] {
      for size in [Int.max, 1, 3] {
        let read = Reading(TableReader(), bytes, pieces: size)
        #expect(
          read.errors.map(\.description) == [
            "byte \(place): expected a text in UTF-8, UTF-16 or Windows-1252, found another encoding"
          ])
        #expect(read.errors.allSatisfy { $0.endsInput })
      }
      #expect(throws: FormatError.self) { try PlaceTable(csv: bytes) }
    }
    let four = Self.text.unicodeScalars.flatMap { [UInt8($0.value & 0xFF), 0, 0, 0] }
    #expect(Reading(TableReader(), four).errors.first?.description.contains("UTF-32") == true)
  }

  @Test func invalidUTF8IsReportedAndNeverReplaced() throws {
    let bytes = Array("name,lat,lon\nKöln,1,2\nx".utf8) + [0xFF] + Array(",3,4\nBrno,5,6\n".utf8)
    for size in [Int.max, 1, 4] {
      let read = Reading(TableReader(), bytes, pieces: size)
      #expect(read.features.map { $0.properties["name"]?.text } == ["Köln", "Brno"])
      #expect(read.errors == [FormatError(.brokenText, line: 3, byte: 24)])
    }
    let table = try PlaceTable(csv: bytes)
    #expect(Array(table.names) == ["Köln", "Brno"])
    #expect(table.badRows == [FormatError(.brokenText, line: 3, byte: 24)])
    #expect(try PlaceTable(csv: bytes, badRows: .null).names.count == 3)
    let header = Array("näme".utf8) + [0xFF] + Array(",lat,lon\na,1,2\n".utf8)
    #expect(throws: FormatError(.brokenText, line: 1, byte: 5, endsInput: true)) {
      try PlaceTable(csv: header)
    }
    // An unpaired surrogate in UTF-16.
    var wide = Self.wide(Self.text, isBig: false, mark: true)
    wide += Self.wide("b", isBig: false, mark: false) + [0x00, 0xD8]
    wide += Self.wide(",1,2\n", isBig: false, mark: false)
    let read = Reading(TableReader(), wide)
    #expect(read.features.count == 2 && read.errors == [FormatError(.brokenText, line: 4)])
  }

  @Test func validityAgreesWithTheStandardLibrary() {
    var generator = SeededGenerator(seed: 14)
    let bytes: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
      0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<20_000 {
      var text = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        bytes[Int.random(in: 0..<bytes.count, using: &generator)]
      }
      if Bool.random(using: &generator) {
        text = Array(repeating: 0x61, count: 61) + text + Array(repeating: 0x62, count: 3)
      }
      let isValid = String(validating: text, as: UTF8.self) != nil
      let found = text.withUnsafeSpan { $0.firstInvalidUTF8(in: 0..<$0.count) }
      #expect((found == nil) == isValid, "\(text)")
      if let found { #expect(String(validating: text[..<found], as: UTF8.self) != nil) }
    }
  }

  /// The bytes of `é,1\n` in encodings with names, in pieces of every size.
  @Test(
    arguments: [
      ("UTF-8", [0xC3, 0xA9, 0x2C, 0x31, 0x0A]), ("latin1", [0xE9, 0x2C, 0x31, 0x0A]),
      ("UTF-16LE", [0xE9, 0, 0x2C, 0, 0x31, 0, 0x0A, 0]),
      ("utf-16be", [0, 0xE9, 0, 0x2C, 0, 0x31, 0, 0x0A]),
      ("UTF-16", [0xFE, 0xFF, 0, 0xE9, 0, 0x2C, 0, 0x31, 0, 0x0A]),
      ("UTF-32BE", [0, 0, 0, 0xE9, 0, 0, 0, 0x2C, 0, 0, 0, 0x31, 0, 0, 0, 0x0A]),
    ] as [(String, [UInt8])])
  func textsInNamedEncodings(name: String, bytes: [UInt8]) throws {
    for size in 4...bytes.count {
      let encoding: NamedEncoding = try #require(NamedEncoding(name))
      var decoder = TextDecoder(encoding)
      var text: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        text += decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      text += decoder.finish()
      #expect(String(decoding: text, as: UTF8.self) == "é,1\n", "\(name) \(size)")
      #expect(decoder.problem == nil)
    }
  }

  @Test func anUnknownEncodingIsNil() {
    for name in ["klingon", "", "UTF-8//TRANSLIT", "../x"] { #expect(NamedEncoding(name) == nil) }
  }

  /// Texts that end within a character or have bytes outside the encoding, in pieces of every size.
  @Test(
    arguments: [
      ("UTF-16LE", [0x61, 0, 0x0A, 0, 0x62, 0, 0x63], "a\nb"),
      ("UTF-16LE", [0x61, 0, 0x0A, 0, 0x62, 0, 0x00, 0xDC, 0x63, 0], "a\nb"),
      ("UTF-32BE", [0, 0, 0, 0x61, 0, 0, 0, 0x0A, 0, 0x11, 0, 0, 0, 0, 0, 0x63], "a\n"),
      ("UTF-8", [0x61, 0x0A, 0x62, 0xE9, 0x2C, 0x31], "a\nb"),
      ("UTF-8", [0x61, 0x0A, 0x62, 0xF0, 0x9F, 0x98], "a\nb"),
      ("ascii", [0x61, 0x0A, 0x62, 0xED, 0xA0, 0x80, 0x63], "a\nb"),
    ] as [(String, [UInt8], String)])
  func bytesOutsideTheEncodingHaveTheirLine(name: String, bytes: [UInt8], text: String) throws {
    for size in 1...bytes.count {
      let encoding: NamedEncoding = try #require(NamedEncoding(name))
      var decoder = TextDecoder(encoding)
      var found: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      found += decoder.finish()
      #expect(String(validating: found, as: UTF8.self) == text, "\(name) \(size)")
      #expect(decoder.problem?.line == 2, "\(name) \(size)")
    }
  }

  /// The rows before the first line outside the encoding are written.
  @Test func rowsBeforeABadByteAreAppended() throws {
    var options = TableAppender.Options()
    let encoding: NamedEncoding = try #require(NamedEncoding("UTF-8"))
    options.encoding = encoding
    var appender = TableAppender([AppendedColumn("geohash") { _ in "s" }], options: options)
    #expect {
      try appender.append(Array("name,lat,lon\nWien,48,16\nM".utf8) + [0xFC])
      try appender.append(Array("nchen,48,11\n".utf8))
      try appender.finish()
    } throws: { error in
      guard case .table(let problem)? = error as? TableAppenderError else { return false }
      return problem.line == 3
    }
    #expect(
      String(decoding: appender.drain(), as: UTF8.self)
        == "name,lat,lon,geohash\nWien,48,16,s\n")
  }

  #if canImport(Glibc) || canImport(Darwin)
    /// Encodings of the system: with ASCII as a part, stateful, and EBCDIC.
    @Test func tablesInEncodingsOfTheSystem() throws {
      let tables: [(String, [UInt8], String)] = [
        ("Shift_JIS", [0x93, 0x8C, 0x8B, 0x9E], "東京"), ("koi8-r", [0xED, 0xCF], "Мо"),
        ("x-sjis", [0x93, 0x8C], "東"), ("GB2312", [0xB1, 0xB1], "北"),
        ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x45, 0x6C, 0x1B, 0x28, 0x42], "東"),
      ]
      for (encoding, name, text) in tables {
        let table = Array("name,lat,lon\n".utf8) + name + Array(",1,2\n".utf8)
        var options = TableAppender.Options()
        let named: NamedEncoding = try #require(NamedEncoding(encoding))
        options.encoding = named
        for size in [1, 7, 100] {
          var appender = TableAppender([AppendedColumn("geohash") { _ in "s" }], options: options)
          for start in stride(from: 0, to: table.count, by: size) {
            try appender.append(Array(table[start..<min(start + size, table.count)]))
          }
          try appender.finish()
          #expect(
            String(decoding: appender.drain(), as: UTF8.self)
              == "name,lat,lon,geohash\n\(text),1,2,s\n", "\(encoding) \(size)")
        }
      }
      var japanese = try #require(NamedEncoding("Shift_JIS"))
      let lines = japanese.convert([0x61, 0x0A, 0x93, 0x8C, 0x0A, 0xFF, 0x0A, 0x62, 0x0A])
      #expect(String(decoding: lines, as: UTF8.self) == "a\n東\n")
      #expect(japanese.invalidLine == 3)
      var ebcdic = try #require(NamedEncoding("IBM037"))
      let text = ebcdic.convert([0xE6, 0x89, 0x85, 0x95]) + ebcdic.finish()
      #expect(String(decoding: text, as: UTF8.self) == "Wien")
    }
  #endif
}
