internal import CairnGeodesy
internal import CairnMemory

extension TableReader {
  /// The columns of the degrees of plain rows if they are written as numbers; nil for other forms.
  internal var degreeColumns: (latitude: Int, longitude: Int)? {
    guard let plan, case .degrees(let latitude, let longitude) = plan.reader.location,
      plan.reader.angles == nil, !plan.reader.dialect.commaIsPoint
    else { return nil }
    return (latitude, longitude)
  }

  /// Writes the next plain rows that XML can hold.
  ///
  /// - Parameters:
  ///   - writer: the texts of the columns.
  ///   - bytes: receives the output.
  ///   - write: writes a row; returns false to leave it and all following rows.
  /// - Returns: the number of rows written.
  @inline(__always)
  internal mutating func writeXMLRows(
    _ writer: XMLRowWriter, to bytes: inout [UInt8],
    _ write: (PlainRow, TablePlan, Coordinate, inout RowOutput) -> Bool
  ) -> Int {
    guard let plan, hasPlainRows else { return 0 }
    let ownBytes = writer.ownBytes
    // Copying reads up to 64 bytes more.
    let texts = writer.texts + [UInt8](repeating: 0, count: 64)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    return buffer.withUnsafeBuffer { buffer in
      texts.withUnsafeSpan { texts in
        var output = RowOutput(buffer: buffer, texts: texts)
        let count =
          rows?.forEachPlainRow(
            plan.reader, width: plan.uses.count,
            while: { row, place in
              let start = row.places.range(0, first: row.first, end: row.end).start
              guard place.isValid, place.latitude.isShortWithoutExponent,
                place.longitude.isShortWithoutExponent,
                !row.hasNonnumericElevation(plan.reader), row.bytes.isPlainXML(start..<row.end)
              else { return false }
              // A byte is written as at most five, such as `&amp;`.
              let bound = ownBytes &+ 5 &* (row.end &- start)
              if buffer.count &- output.end < bound {
                guard bound <= buffer.count else { return false }
                bytes.append(buffer.span, 0..<output.end)
                output.end = 0
              }
              let end = output.end
              if write(row, plan, place, &output) { return true }
              output.end = end
              return false
            }) ?? 0
        bytes.append(buffer.span, 0..<output.end)
        return count
      }
    }
  }
}

extension UnsafeByteSpan {
  /// Whether XML can hold a range of bytes.
  ///
  /// Control characters except tabs, U+FFFE and U+FFFF are rejected, as are line breaks, which a
  /// reader of XML may change.
  @inline(__always)
  fileprivate func isPlainXML(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let count = Swift.min(64, range.upperBound &- at)
      let marks = block(at: at).bits {
        ($0 .< SIMD16(repeating: 0x20)) .& ($0 .!= SIMD16(repeating: 0x09))
          .| ($0 .== SIMD16(repeating: 0xEF))
      }
      let mask = count == 64 ? UInt64.max : (1 as UInt64) << UInt64(count) &- 1
      if marks & mask != 0, !hasPlainXML(at..<(at &+ count), before: range.upperBound) {
        return false
      }
      at &+= count
    }
    return true
  }

  @inline(never)
  private func hasPlainXML(_ range: Range<Int>, before end: Int) -> Bool {
    for index in range {
      let byte = self[index]
      if byte < 0x20 && byte != 0x09 { return false }
      if byte == 0xEF, index + 2 < end, self[index + 1] == 0xBF, self[index + 2] >= 0xBE {
        return false
      }
    }
    return true
  }
}
