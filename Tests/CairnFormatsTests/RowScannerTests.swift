import CairnFormats
import CairnMemory
import TestSupport
import Testing

@Suite struct RowScannerTests {
  /// All rows of an input that arrives in pieces, with positions in the whole input.
  private func rows(
    _ bytes: [UInt8], _ scanner: RowScanner, pieces: () -> Int
  ) -> (rows: [PlainRows.Row], hasUnclosedQuote: Bool) {
    var scanner = scanner
    var rows: [PlainRows.Row] = []
    var (base, arrived) = (0, 0)
    while true {
      let isLast = arrived == bytes.count
      let taken = Array(bytes[base..<arrived]).withUnsafeSpan { window in
        let taken = scanner.scan(window, isLast: isLast)
        for row in scanner.rows(in: window) {
          let fields = (0..<row.fieldCount).compactMap { scanner.field($0, of: row, in: window) }
          rows.append(
            PlainRows.Row(
              bytes: base + row.start..<base + row.end, next: base + row.next, line: row.line,
              malformedField: row.malformedField,
              fields: fields.map {
                PlainRows.Field(
                  range: base + $0.start..<base + $0.end, isQuoted: $0.isQuoted,
                  hasDoubledQuotes: $0.hasDoubledQuotes)
              }))
        }
        return taken
      }
      base += taken
      if taken > 0 { continue }
      if isLast { break }
      arrived = min(bytes.count, arrived + pieces())
    }
    return (rows, scanner.hasUnclosedQuote)
  }

  @Test func agreesWithTheOracleInPiecesOfAnySize() {
    var generator = SeededGenerator(seed: 61)
    let mixes: [[UInt8]] = [
      Array("\"\"\",\n\r\na".utf8), Array("aaaaaaaaaaaaaaaaaaaaaa,,,,,\"\n\r".utf8),
      Array("\",x".utf8), [0xEF, 0xBB, 0xBF, 10, 13], Array("abcdefgh\u{0},\"\"\n".utf8),
      // Spaces around quoted fields.
      Array("\"\" ,\na".utf8), Array("aaaa    \t,,,,\"\"\"\n\r".utf8),
    ]
    for round in 0..<rounds(3_000, inDebug: 300) {
      let mix = mixes[round % mixes.count]
      let size = Int.random(in: 0...(round % 10 == 0 ? 700 : 80), using: &generator)
      let bytes = (0..<size).map { _ in mix.randomElement(using: &generator) ?? 0 }
      let delimiter = [UInt8](arrayLiteral: 44, 0, 0x78)[round % 11 % 3]
      let quote: UInt8? = round % 7 == 0 ? nil : 34
      let plain = PlainRows(bytes, delimiter: delimiter, quote: quote)
      let scanner = RowScanner(
        delimiter: delimiter, quote: quote, pieceSize: [64, 100, 1 << 16][round % 3])
      for piece in [1, 3, 64, .max] {
        let found = rows(bytes, scanner) {
          piece == 3 ? Int.random(in: 0...130, using: &generator) : piece
        }
        #expect(found.rows == plain.rows)
        #expect(found.hasUnclosedQuote == plain.hasUnclosedQuote)
      }
    }
  }

  @Test func theSearchForAClosingQuoteAfterSpacesIsLimited() {
    let far = String(repeating: "x", count: 1 << 16)
    for (text, count) in [(" \"\(far)\",b\n", 2), (" \"a,\(far)\",b\n", 3), (" \"a,b\n", 2)] {
      for piece in [1_000, 60_000, Int.max] {
        let found = rows(Array((text + "c,d\n").utf8), RowScanner(pieceSize: 64)) { piece }.rows
        #expect(found.map(\.fields.count) == [count, 2])
      }
    }
  }

  @Test func aRowOfManyFieldsIsOneRow() {
    let bytes = Array(String(repeating: "ab,", count: 6_000).utf8)
    for piece in [1, 1_000, Int.max] {
      let found = rows(bytes, RowScanner()) { piece }.rows
      #expect(found.count == 1)
      #expect(found.first?.fields.count == 6_001)
      #expect(found.first?.fields[4_000].range == 12_000..<12_002)
    }
  }

  @Test func missingFieldsAreNil() {
    let bytes = Array("a,b,c\n\"d\",e\n\nf,\"g\"x,h,i".utf8)
    var scanner = RowScanner()
    bytes.withUnsafeSpan { window in
      #expect(scanner.scan(window, isLast: true) == bytes.count)
      let rows = Array(scanner.rows(in: window))
      #expect(rows.map(\.fieldCount) == [3, 2, 0, 4])
      #expect(rows.map(\.malformedField) == [nil, nil, nil, 1])
      let texts = rows.map { row in
        (0..<5).map { scanner.field($0, of: row, in: window).map(window.text(of:)) }
      }
      #expect(
        texts == [
          ["a", "b", "c", nil, nil], ["d", "e", nil, nil, nil], [nil, nil, nil, nil, nil],
          ["f", "g", "h", "i", nil],
        ])
    }
  }

  @Test func linesAreCountedThroughQuotesAndPieces() {
    let bytes = Array("a\n\"b\n\r\n\rc\",d\r\n\n\"e\n\"x\nf\"\ng\n".utf8)
    for size in [1, 5, Int.max] {
      let found = rows(bytes, RowScanner(pieceSize: 64)) { size }.rows
      #expect(found.map(\.line) == [1, 2, 6, 7, 9, 10])
    }
  }

  @Test func aRowIsFoundWhenItsLineBreakArrives() {
    var scanner = RowScanner()
    for (index, line) in ["a\n", "b,c\r\n", "\"d\"\n", "\n"].enumerated() {
      Array(line.utf8).withUnsafeSpan { window in
        #expect(scanner.scan(window, isLast: false) == line.utf8.count)
        #expect(scanner.rows(in: window).map(\.line) == [index + 1])
      }
    }
  }
}
