extension CSVReader {
  internal enum ScanResult {
    case row
    case incomplete
    case textAfterQuote
  }

  /// Finds the fields of the row at `position` and moves behind it.
  ///
  /// Nothing moves when the row is not complete yet.
  internal mutating func scan() -> ScanResult {
    fields.removeAll(keepingCapacity: true)
    lastFieldWasQuoted = false
    let bytes = bytes
    let end = bytes.count
    let delimiter = delimiter
    var index = position
    var breaks = 0
    var isSpoilt = false

    fieldLoop: while true {
      guard index < end || isFinished && (index > position || !fields.isEmpty) else {
        return .incomplete
      }
      var field = Field(start: index, end: index)
      if index < end, bytes[index] == UInt8(ascii: "\"") {
        lastFieldWasQuoted = true
        guard let close = Self.closingQuote(bytes, from: index + 1, &field, &breaks) else {
          return .incomplete
        }
        // Whether a quote at the very end is doubled, only the next piece can say.
        guard close + 1 < end || isFinished else { return .incomplete }
        field.start = index + 1
        field.end = close
        index = close + 1
        if index < end, !Self.endsField(bytes[index], delimiter) {
          isSpoilt = true
          while index < end, !Self.endsField(bytes[index], delimiter) { index += 1 }
        }
      } else {
        lastFieldWasQuoted = false
        while index < end, !Self.endsField(bytes[index], delimiter) { index += 1 }
        field.end = index
      }

      guard index < end else {
        guard isFinished else { return .incomplete }
        fields.append(field)
        break fieldLoop
      }
      fields.append(field)
      if bytes[index] == delimiter {
        index += 1
        if index == end, isFinished {
          fields.append(Field(start: index, end: index))
          break fieldLoop
        }
        continue
      }
      if bytes[index] == 0x0D {
        guard index + 1 < end || isFinished else { return .incomplete }
        if index + 1 < end, bytes[index + 1] == 0x0A { index += 1 }
      }
      index += 1
      breaks += 1
      break
    }

    line = nextLine
    nextLine += breaks
    position = index
    return isSpoilt ? .textAfterQuote : .row
  }

  @inline(__always)
  private static func endsField(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D
  }

  /// The index of the quote that closes a field, or nil when the bytes end before it.
  private static func closingQuote(
    _ bytes: [UInt8], from start: Int, _ field: inout Field, _ breaks: inout Int
  ) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { return index }
        field.hasDoubledQuotes = true
        index += 1
      } else if bytes[index] == 0x0A {
        breaks += 1
      }
      index += 1
    }
    return nil
  }
}
