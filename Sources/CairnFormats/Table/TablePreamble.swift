internal import CairnMemory

/// The lines before the first row of a table: a line `sep=;` as spreadsheets write it, comments,
/// titles and blank rows.
internal struct TablePreamble: Hashable, Sendable {
  /// The number of bytes before the first row, including a byte order mark.
  var length = 0
  /// The number of comments, titles and rows of empty fields before it.
  var textLineCount = 0
  /// The number of all lines before it.
  var lineCount = 0
  /// The delimiter that a line `sep=` declares.
  var delimiter: UInt8?

  /// The maximum number of lines before the first row.
  static let lineLimit = 40

  /// Recognizes the columns of a first row.
  typealias Columns = ([String], TableDialect) -> PlaceColumns

  /// Finds the first row of a table.
  ///
  /// Lines are skipped if a later row has the columns of a location and more fields than they have;
  /// comments, which begin with `#`, even before a first row that is not a header.
  ///
  /// - Parameters:
  ///   - bytes: the start of the table.
  ///   - isFinished: whether that is the whole table.
  ///   - delimiter: the known delimiter; nil to try the usual ones.
  ///   - hasHeader: whether the first row is a header; if false, only comments are skipped.
  ///   - columns: recognizes the columns of a first row.
  /// - Returns: nil if more bytes are needed.
  /// - Complexity: O(the bytes up to the first row), with a limit of 40 lines.
  static func find(
    _ bytes: UnsafeByteSpan, isFinished: Bool, delimiter: UInt8?, hasHeader: Bool?,
    columns: Columns
  ) -> TablePreamble? {
    var found = TablePreamble()
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { found.length = 3 }
    guard var line = bytes.line(from: found.length, isFinished: isFinished) else {
      return bytes.count > TableDialect.sampleSize ? found : nil
    }
    if let declared = separator(bytes.text(in: found.length..<line.end)), line.next < bytes.count {
      found.delimiter = declared
      found.lineCount = 1
      found.length = line.next
      guard let next = bytes.line(from: line.next, isFinished: isFinished) else {
        return bytes.count > TableDialect.sampleSize ? found : nil
      }
      line = next
    }
    let delimiter = delimiter ?? found.delimiter
    var skipped = found
    /// The maximum number of nonempty fields of a skipped line that is not a comment.
    var widest = 0
    for _ in 0..<lineLimit {
      let row = Row(bytes, from: skipped.length, isFinished, delimiter, columns)
      let text = bytes.text(in: skipped.length..<line.end).trimmingBlanks
      // The row after a blank line is examined with its own line.
      if !text.isEmpty, let row, row.isFirst(behind: widest) {
        guard text.hasPrefix("#") else { return skipped }
        // A comment has columns too if they are given by number; then the header follows it.
        guard let next = bytes.lineWithoutComment(from: line.next, isFinished: isFinished) else {
          return bytes.count > TableDialect.sampleSize ? found : nil
        }
        let second = Row(bytes, from: next, isFinished, delimiter, columns)
        guard let second, second.hasHeader, second.isFirst(behind: 0) else { return skipped }
      }
      // A quoted field that continues on the next line, or is not closed, is not a title.
      let quoteCount = text.utf8.count { $0 == UInt8(ascii: "\"") }
      if quoteCount % 2 == 1 || hasHeader == false, !text.hasPrefix("#") { break }
      if !text.isEmpty {
        skipped.textLineCount += 1
        if !text.hasPrefix("#") { widest = max(widest, width(of: text, delimiter)) }
      }
      skipped.lineCount += 1
      skipped.length = line.next
      guard line.next < bytes.count || !isFinished else { break }
      guard let next = bytes.line(from: line.next, isFinished: isFinished) else {
        return bytes.count > TableDialect.sampleSize ? found : nil
      }
      line = next
    }
    return found
  }

  /// Skips a known number of lines.
  ///
  /// - Parameters:
  ///   - lineCount: the number of lines before the first row.
  ///   - bytes: the start of the table.
  ///   - isFinished: whether that is the whole table.
  /// - Returns: nil if more bytes are needed.
  static func skipping(
    lines lineCount: Int, of bytes: UnsafeByteSpan, isFinished: Bool
  ) -> TablePreamble? {
    var skipped = TablePreamble()
    for _ in 0..<lineCount {
      guard let line = bytes.line(from: skipped.length, isFinished: isFinished) else { return nil }
      skipped.length = line.next
      skipped.lineCount += 1
    }
    return skipped
  }

  /// The delimiter of a line such as `sep=;`; nil for any other line.
  private static func separator(_ line: String) -> UInt8? {
    var bytes = Array(line.utf8)
    if bytes.last == 0x0D { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""), bytes.count > 2 {
      bytes = Array(bytes.dropFirst().dropLast())
    }
    // A spreadsheet may add the delimiters of empty cells after it.
    guard bytes.count >= 5, bytes[..<3].map({ $0 | 0x20 }) == Array("sep".utf8),
      bytes[3] == UInt8(ascii: "="), bytes[5...].allSatisfy({ $0 == bytes[4] }), bytes[4] < 0x80,
      bytes[4] != UInt8(ascii: "\""), !bytes[4].isDigit, !bytes[4].isLetter
    else { return nil }
    return bytes[4]
  }

  /// The maximum number of nonempty fields that a line has with any delimiter.
  private static func width(of line: String, _ delimiter: UInt8?) -> Int {
    let delimiters = delimiter.map { [$0] } ?? TableDialect.delimiters
    return delimiters.map { delimiter in
      line.utf8.split(separator: delimiter).count { field in
        field.contains { !$0.isBlank && $0 != UInt8(ascii: "\"") }
      }
    }.max() ?? 0
  }

  /// A row that may be the first one.
  private struct Row {
    var hasHeader = false
    var width = 0

    /// Reads a row; nil if it has no columns of a location with any delimiter.
    init?(
      _ bytes: UnsafeByteSpan, from start: Int, _ isFinished: Bool, _ delimiter: UInt8?,
      _ columns: Columns
    ) {
      let rest = bytes.suffix(from: start).prefix(min(bytes.count - start, TableDialect.sampleSize))
      for delimiter in delimiter.map({ [$0] }) ?? TableDialect.delimiters {
        let dialect = TableDialect(delimiter: delimiter)
        guard let row = dialect.firstRow(rest, isFinished: true), row.malformedField == nil else {
          continue
        }
        let found = columns(row.fields, dialect)
        guard found.location != nil || !found.pairNames.isEmpty else { continue }
        hasHeader = found.hasHeader
        width = row.fields.count { !$0.trimmingBlanks.isEmpty }
        return
      }
      return nil
    }

    /// Whether the row is the first one after skipped lines of at most a number of fields.
    func isFirst(behind skipped: Int) -> Bool {
      skipped == 0 || skipped < (hasHeader ? width : min(width, 2))
    }
  }
}

extension UnsafeByteSpan {
  /// The start of the first line from an offset on that is neither blank nor a comment, or the end
  /// of the table; nil if that line is not complete.
  fileprivate func lineWithoutComment(from start: Int, isFinished: Bool) -> Int? {
    var start = start
    while let line = line(from: start, isFinished: isFinished) {
      let isSkipped = line.end == start || self[start] == UInt8(ascii: "#")
      if !isSkipped || line.next == start { return start }
      start = line.next
    }
    return nil
  }

  /// The end of the line that starts at an offset, and the start of the next one; nil if the line
  /// is not complete.
  fileprivate func line(from start: Int, isFinished: Bool) -> (end: Int, next: Int)? {
    var end = start
    while end < count, self[end] != 0x0A, self[end] != 0x0D { end += 1 }
    guard end < count else { return isFinished ? (end, end) : nil }
    guard self[end] == 0x0D else { return (end, end + 1) }
    guard end + 1 < count else { return isFinished ? (end, end + 1) : nil }
    return (end, self[end + 1] == 0x0A ? end + 2 : end + 1)
  }
}
