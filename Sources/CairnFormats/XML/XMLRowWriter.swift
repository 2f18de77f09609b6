internal import CairnGeodesy
internal import CairnMemory

/// Writes the fields of the rows of a table as XML, without making features.
///
/// The texts around a value are prepared once for each column.
internal struct XMLRowFields: Sendable {
  /// The texts around a value.
  internal struct Frame: Sendable {
    var start: [UInt8] = []
    var end: [UInt8] = []

    /// The frame that a closure writes around the number 0.
    init(_ write: (inout [UInt8], PropertyValue) -> Void) {
      var bytes: [UInt8] = []
      write(&bytes, .string("\u{F8FF}"))
      let mark = Array("\u{F8FF}".utf8)
      guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
        start = bytes
        return
      }
      start = Array(bytes[..<at])
      end = Array(bytes[(at + mark.count)...])
    }
  }

  /// Whether a row can be written directly: no field has doubled quotes or a byte that XML may not
  /// be able to hold.
  @inline(__always)
  internal static func canWrite(_ row: PlainRow) -> Bool {
    let start = row.places.range(0, first: row.first, end: row.end).start
    for index in start..<row.end {
      let byte = row.bytes[index]
      if byte < 0x20 && byte != 0x09 || byte == 0xEF { return false }
    }
    return true
  }
}

extension [UInt8] {
  /// Appends bytes of a text as the content of an element.
  @inline(__always)
  internal mutating func append(xml bytes: UnsafeByteSpan, _ range: Range<Int>) {
    var run = range.lowerBound
    for index in range {
      let escape: StaticString
      switch bytes[index] {
      case UInt8(ascii: "&"): escape = "&amp;"
      case UInt8(ascii: "<"): escape = "&lt;"
      case UInt8(ascii: ">"): escape = "&gt;"
      default: continue
      }
      append(bytes, run..<index)
      append(contentsOf: escape.description.utf8)
      run = index &+ 1
    }
    append(bytes, run..<range.upperBound)
  }

  /// Appends the text of a value that is not null, as `PropertyValue.plainText`.
  @inline(__always)
  internal mutating func append(_ content: TablePlan.Content, of bytes: UnsafeByteSpan) {
    switch content {
    case .integer(_, let range): append(bytes, range)
    case .number(let number, _): append(plain: number, fractionDigits: nil)
    case .text(let range): append(xml: bytes, range)
    case .null, .doubledQuotes: break
    }
  }
}

extension TableReader {
  /// Passes the next plain rows that XML can hold to a closure; it returns false to leave a row.
  @inline(__always)
  internal mutating func forEachXMLRow(_ body: (PlainRow, TablePlan, Coordinate) -> Bool) -> Int {
    guard let plan, hasPlainRows else { return 0 }
    return rows?.forEachPlainRow(
      plan.reader, width: plan.uses.count,
      while: { row, place in
        guard !row.hasNonnumericElevation(plan.reader), XMLRowFields.canWrite(row) else {
          return false
        }
        return body(row, plan, place)
      }) ?? 0
  }
}
