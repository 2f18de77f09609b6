import CairnMemory
import CairnText
import Testing

@testable import CairnPlaces

/// The comparison of the cells of a table with keys, against keys of the whole cells.
@Suite struct CellFoldingTests {
  /// Cells of all kinds of letters, one on each line.
  private static let cells: StaticString = """
    \t
    a\t1
    A b\t2
     a  b \t3
    a-b'c\t4
    Nuku‘alofa\t5
    Nuku’alofa\t6
    Nukuʻalofa\t7
    Ñandú\t8
    A\u{303}bc\t9
    Łódź – Księży Młyn\t10
    Æro\t11
    aæ\t12
    Straße\t13
    Straẞe\t14
    ×a\t15
    a×b\t16
    Đắk Nông\t17
    ɐbc\t18
    aЙ\t19
    И\u{306}од\t20
    Москва\t21
    a Москва\t22
    a北京\t23
    a 北京\t24
    北京\t25
    가\u{11A8}\t26
    \u{1109}\u{1165}\t27
    か\u{3099}\t28
    ＡＢ\t29
    ﬁsh\t30
    A & B\t31
    Ⅷ\t32
    a‐b\t33
    a–b\t34
    “a” b\t35
    ‘a’\t36
    ʼa\u{34F}b\t37
    القاهرة\t38
    a\u{36F}\u{345}z\t39
    """

  /// Eight bytes as a number, the first one highest.
  private func head(_ bytes: [UInt8]) -> UInt64 {
    (bytes + Array(repeating: 0, count: 8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func check(_ text: ConstantText, _ cells: [Range<Int>], with keys: [SearchKey]) {
    for cell in cells {
      let whole = SearchKey(text, cell)
      for key in keys {
        let order: KeyOrder = whole < key ? .less : whole == key ? .equal : .greater
        #expect(
          key.order(ofCell: text, at: cell.lowerBound) == order, "\(text.string(cell)) \(key)")
      }
      #expect(SearchKey.head(ofCell: text, at: cell.lowerBound) == whole.head)
      #expect(whole.head == head(whole.bytes), "\(text.string(cell))")
      var part = SearchKey("")
      for count in 0...(whole.bytes.count + 1) {
        part.assign(cell: text, at: cell.lowerBound, atMost: count)
        #expect(part.bytes == Array(whole.bytes.prefix(count)), "\(text.string(cell))")
      }
    }
  }

  @Test func cellsOfAllKinds() {
    let table = TextTable(Self.cells)
    let cells = (0..<table.count).map { table.range(ofColumn: 0, row: $0) }
    var keys = cells.map { SearchKey(table.text, $0) }
    for key in keys {
      for count in 0..<key.bytes.count {
        keys.append(SearchKey(bytes: Array(key.bytes.prefix(count))))
        keys.append(SearchKey(bytes: Array(key.bytes.prefix(count)) + [0xFF]))
        keys.append(SearchKey(bytes: Array(key.bytes.prefix(count)) + Array(" b".utf8)))
      }
    }
    check(table.text, cells, with: keys)
  }

  /// Each thousandth name, with the keys of its neighbors and their beginnings.
  @Test func cellsOfTheTables() {
    let tables = Gazetteer.embedded.tables
    for table in [tables.cities.table, tables.airports.table, tables.destinations.table] {
      for row in stride(from: 0, to: table.count - 40, by: 997) {
        let cells = (row..<(row + 40)).map { table.range(ofColumn: 0, row: $0) }
        var keys = cells.map { SearchKey(table.text, $0) }
        keys += keys.map { SearchKey(bytes: Array($0.bytes.prefix(3))) }
        check(table.text, cells, with: keys)
      }
    }
  }

  /// The assumptions about letters of other alphabets, and about marks that are ignored.
  @Test func lettersKeepTheirAlphabet() {
    for value in UInt32(0x80)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let lead = Array(String(scalar).utf8)[0]
      let key = SearchKey("\(scalar)").bytes
      if 0xE5...0xE9 ~= lead { #expect(key.first == lead, "U+\(value)") }
      if 0xD0...0xD1 ~= lead { #expect(key.first.map { 0xD0...0xD1 ~= $0 } ?? false, "U+\(value)") }
      if 0x2B0..<0x370 ~= value || value == 0x2018 || value == 0x2019 {
        #expect(SearchKey("a\(scalar)b").bytes == Array("ab".utf8), "U+\(value)")
      }
    }
  }
}
