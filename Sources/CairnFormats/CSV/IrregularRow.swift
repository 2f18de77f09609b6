internal import CairnMemory

/// A row in progress that is read byte by byte, because of a quote inside an unquoted field, text
/// after a closing quote, or spaces around a quoted field.
///
/// Spaces around a quoted field are not part of it. A quote after spaces opens a quoted field only
/// if the next quote closes it at the end of a field: `, "x, y",` is one field, whereas
/// `, "x" or y,` and `, 5" pipe,` are ordinary text. Text after the closing quote of a field that
/// starts with its quote belongs to the field and makes the row malformed.
internal struct IrregularRow: Sendable {
  /// The position of the next byte.
  var position: Int
  var hasBegun = false
  /// Whether the position is inside quotes.
  private(set) var isOpen = false
  private(set) var hasDoubledQuotes = false
  /// Whether there are spaces around a quoted field.
  private(set) var hasSpacedQuotes = false
  private(set) var malformedField: Int?
  private var field = 0
  private var startsField = true
  /// Whether only spaces have followed the closing quote of the field.
  private var followsQuote = false
  /// The distance already searched for the closing quote of a field that starts with spaces, from
  /// the opening quote; 0 if none is open.
  private var lookedAhead = 0

  /// The maximum distance between a quote after spaces and its closing quote.
  private static let longestSpacedField = 1 << 16

  init(at start: Int) {
    position = start
  }

  /// Continues reading.
  ///
  /// - Parameters:
  ///   - bytes: the buffered bytes.
  ///   - end: the end of the bytes to read.
  ///   - isLast: whether the input ends there.
  ///   - isAllHere: whether the input ends with the buffered bytes.
  ///   - delimiter: the byte between two fields.
  ///   - quote: the byte around a field.
  ///   - marks: receives the ends of the fields and of the row.
  ///   - quotedLineBreaks: receives the line breaks within quotes.
  /// - Returns: whether the row ends within the bytes; the position is then after it.
  mutating func read(
    _ bytes: UnsafeByteSpan, to end: Int, isLast: Bool, isAllHere: Bool, delimiter: UInt8,
    quote: UInt8?, _ marks: inout RowMarks, _ quotedLineBreaks: inout [Int]
  ) -> Bool {
    while position < end {
      let byte = bytes[position]
      let isFollowed = position + 1 < end
      if isOpen {
        if byte == quote {
          // Only the next byte shows whether it is doubled.
          guard isFollowed || isLast else { return false }
          if isFollowed, bytes[position + 1] == quote {
            hasDoubledQuotes = true
            position += 1
          } else {
            isOpen = false
            followsQuote = true
          }
        } else if byte == 0x0D || byte == 0x0A && bytes[position - 1] != 0x0D {
          quotedLineBreaks.append(position)
        }
        position += 1
        continue
      }
      if startsField, byte == quote {
        if position > 0, bytes[position - 1].isBlank(beside: delimiter) {
          guard let isQuoted = closes(bytes, isAllHere: isAllHere, delimiter, byte) else {
            return false
          }
          lookedAhead = 0
          if isQuoted { hasSpacedQuotes = true }
          isOpen = isQuoted
        } else {
          isOpen = true
        }
        startsField = false
        position += 1
        continue
      }
      let isBreak = byte == 0x0A || byte == 0x0D
      if byte.isBlank(beside: delimiter), startsField || followsQuote {
        if followsQuote { hasSpacedQuotes = true }
        position += 1
        continue
      }
      if followsQuote, !isBreak, byte != delimiter, malformedField == nil { malformedField = field }
      followsQuote = false
      startsField = byte == delimiter
      if startsField {
        marks.endField(at: position)
        field += 1
      } else if isBreak, byte == 0x0A || !(isFollowed && bytes[position + 1] == 0x0A) {
        marks.endRow(at: position)
        position += 1
        return true
      }
      position += 1
    }
    return false
  }

  /// Whether the quote at the position, which follows spaces, has a closing quote at the end of a
  /// field.
  ///
  /// - Returns: nil if more bytes are needed.
  private mutating func closes(
    _ bytes: UnsafeByteSpan, isAllHere: Bool, _ delimiter: UInt8, _ quote: UInt8
  ) -> Bool? {
    let end = bytes.count
    var index = position + max(lookedAhead, 1)
    while index < end {
      guard index - position <= Self.longestSpacedField else { return false }
      if bytes[index] == quote {
        // The next byte shows whether it is doubled, the byte after any spaces whether it closes
        // the field.
        var next = index + 1
        if next < end, bytes[next] == quote {
          index += 2
          continue
        }
        while next < end, bytes[next].isBlank(beside: delimiter) { next += 1 }
        if next < end {
          return bytes[next] == delimiter || bytes[next] == 0x0A || bytes[next] == 0x0D
        }
        lookedAhead = index - position
        return isAllHere ? true : nil
      }
      index += 1
    }
    lookedAhead = index - position
    return isAllHere ? false : nil
  }
}

extension UInt8 {
  /// Whether the byte is a space, or a tab that is not the delimiter.
  @inline(__always)
  internal func isBlank(beside delimiter: UInt8) -> Bool {
    self == 0x20 && delimiter != 0x20 || self == 0x09 && delimiter != 0x09
  }
}
