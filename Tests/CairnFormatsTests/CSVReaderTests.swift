import CairnFormats
import TestSupport
import Testing

@Suite struct CSVReaderTests {
  /// All rows of a text, read in pieces of one size.
  private func rows(_ text: String, delimiter: Character = ",", pieces: Int = .max) throws
    -> [[String]]
  {
    var reader = CSVReader(delimiter: delimiter.asciiValue ?? 0)
    var rows: [[String]] = []
    func drain() throws {
      while try reader.next() {
        rows.append((0..<reader.fieldCount).map { reader.text($0) })
      }
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.append(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
      try drain()
    }
    reader.finish()
    try drain()
    return rows
  }

  static let tricky = [
    "a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\rc,d", "\u{FEFF}a,b\nc,d", "a,\"b\"\n\n\r\nc,d",
    "\"a\",b\n\"c\",\"d\"",
  ]

  @Test(arguments: tricky, [1, 2, 3, 7, Int.max])
  func readsAnyLineBreaksQuotesAndPieces(text: String, pieces: Int) throws {
    #expect(try rows(text, pieces: pieces) == [["a", "b"], ["c", "d"]])
  }

  @Test(arguments: [1, 2, 5, Int.max])
  func quotedFieldsMayContainAnything(pieces: Int) throws {
    let text = "\"say \"\"hi\"\"\",\"x,y\",\"two\r\nlines\",\"\"\n 1 ,\" 2 \",a\"b,\"\"\"\"\n"
    let expected = [["say \"hi\"", "x,y", "two\r\nlines", ""], ["1", " 2 ", "a\"b", "\""]]
    #expect(try rows(text, pieces: pieces) == expected)
  }

  @Test func emptyFieldsAreFields() throws {
    #expect(try rows(",\n,,x\n\"\"\na,") == [["", ""], ["", "", "x"], [""], ["a", ""]])
    #expect(try rows("") == [])
    #expect(try rows("\n\n\r\n") == [])
    #expect(try rows("\u{FEFF}") == [])
  }

  @Test func outputOfTheWriterIsReadBack() throws {
    var generator = SeededGenerator(seed: 4)
    let alphabet = Array("ab,;\"\n\r\t é東 ")
    for delimiter in [",", ";", "\t", "|"] as [Character] {
      var expected: [[String]] = []
      var csv = CSVWriter(delimiter: delimiter.asciiValue ?? 0)
      for _ in 0..<300 {
        let row = (0..<Int.random(in: 2...5, using: &generator)).map { _ in
          String(
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in
              alphabet.randomElement(using: &generator) ?? "a"
            })
        }
        for field in row { csv.field(field) }
        csv.endRow()
        expected.append(row)
      }
      let text = String(decoding: csv.bytes, as: UTF8.self)
      for pieces in [1, 17, Int.max] {
        let read = try rows(text, delimiter: delimiter, pieces: pieces)
        #expect(
          read.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } })
      }
    }
  }

  @Test func linesAreCountedThroughQuotes() throws {
    var reader = CSVReader(Array("a,b\r\n\"x\ny\",2\n\nlast,4".utf8))
    var lines: [Int] = []
    while try reader.next() { lines.append(reader.line) }
    #expect(lines == [1, 2, 5])
  }

  @Test func anUnclosedQuoteReportsItsLine() throws {
    var reader = CSVReader(Array("a,b\nc,\"d\ne,f\n".utf8))
    #expect(try reader.next())
    #expect(throws: FormatError(.unclosedQuote, line: 2)) { try reader.next() }
    #expect(try !reader.next())
  }

  @Test func textAfterAQuoteSpoilsItsRowOnly() throws {
    var reader = CSVReader(Array("a,\"b\"c,d\ne,f\n".utf8))
    #expect(throws: FormatError(.textAfterQuote, line: 1, field: 2)) { try reader.next() }
    #expect(try reader.next())
    #expect(reader.text(1) == "f")
  }

  @Test func rowsBeyondTheLimitAreRejected() throws {
    var reader = CSVReader()
    reader.recordLimit = 1_000
    reader.append(Array("a,\"b".utf8))
    #expect(try !reader.next())
    reader.append(Array(repeating: UInt8(ascii: "x"), count: 2_000))
    #expect(throws: FormatError(.recordTooLong(limit: 1_000), line: 1)) { try reader.next() }
    #expect(try !reader.next())
  }

  @Test func arbitraryBytesDoNotTrap() {
    var generator = SeededGenerator(seed: 5)
    let alphabet = Array("\"\"\"\",,\n\r\n;a1.-\u{FEFF}".utf8) + [0xFF, 0, 0xC3]
    var rowCount = 0
    for _ in 0..<3_000 {
      let size = Int.random(in: 0...24, using: &generator)
      let bytes = (0..<size).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      var reader = CSVReader()
      for byte in bytes {
        reader.append([byte])
        for _ in 0..<3 { _ = try? reader.next() }
      }
      reader.finish()
      while (try? reader.next()) ?? true {
        rowCount += 1
        _ = (-1...reader.fieldCount).map { (reader.text($0), reader.number($0)) }
        if rowCount > 1_000_000 { break }
      }
    }
    #expect(rowCount < 1_000_000)
  }

  @Test func rowsAgreeWithPython() throws {
    func plain(_ text: Substring) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0 == "¶" ? "\n" : $0 == "§" ? "\r" : $0 }))
    }
    var compared = 0
    for line in PythonRows.text.split(separator: "\n") {
      let parts = line.split(separator: " → ", omittingEmptySubsequences: false)
      let (text, expected) = (plain(parts[0]), parts[1])
      let found = try? rows(text)
      if expected == "error" {
        #expect(found == nil, "\(parts[0])")
      } else {
        let wanted = expected.split(separator: "|", omittingEmptySubsequences: false).map {
          $0.split(separator: "·", omittingEmptySubsequences: false).map(plain)
        }
        #expect(found == wanted, "\(parts[0])")
      }
      compared += 1
    }
    #expect(compared == 160)
  }
}
