internal import CairnMemory

/// Copies the rows of a table to another table with the same columns in the same order.
///
/// Every field keeps its text. If the delimiters are equal and nothing else is to be changed, rows
/// are copied as they are; otherwise fields are quoted as the options require. Short rows are
/// padded to the length of the header.
package struct TableCopier: Sendable {
  /// The differences between the copy and the table.
  package struct Options: Hashable, Sendable {
    /// The byte between fields.
    package var delimiter: UInt8
    /// The text written for null.
    package var nullText: String
    /// The texts that are quoted; nil for those that are quoted in the table or need quotes.
    package var quoting: TableWriter.Quoting?
    /// Digits after the decimal point of degrees; nil to keep the text.
    package var fractionDigits: Int?

    /// Creates options.
    package init(
      delimiter: UInt8, nullText: String = "", quoting: TableWriter.Quoting? = nil,
      fractionDigits: Int? = nil
    ) {
      self.delimiter = delimiter
      self.nullText = nullText
      self.quoting = quoting
      self.fractionDigits = fractionDigits
    }
  }

  private let options: Options
  private var csv: CSVWriter

  /// Creates a copier and writes the header.
  ///
  /// - Parameters:
  ///   - columns: the columns of the table, which has a header.
  ///   - options: how the copy differs from the table.
  package init(_ columns: PlaceColumns, _ options: Options) {
    self.options = options
    csv = CSVWriter(delimiter: options.delimiter)
    for name in columns.names { csv.field(name) }
    csv.endRow()
  }

  /// Whether a table can be copied: rounding needs a column for each number.
  package static func canCopy(_ columns: PlaceColumns, fractionDigits: Int?) -> Bool {
    guard columns.hasHeader else { return false }
    guard fractionDigits != nil else { return true }
    if case .degrees? = columns.location { return columns.angles == nil }
    return false
  }

  /// Returns the bytes written since the start or the last drain.
  package mutating func drain() -> [UInt8] { csv.drain() }

  // MARK: Runs of rows

  /// Copies the next rows as long as they have a valid coordinate.
  ///
  /// - Returns: the number of rows copied; `next()` of the reader continues after them.
  package mutating func copyRows(of table: inout TableReader) -> Int {
    guard let plan = table.plan, table.request.area == nil else { return 0 }
    guard keepsRows(of: plan.reader.dialect) else { return rewriteRows(of: &table, plan) }
    let width = plan.names.count
    var output = csv
    /// The rows that are contiguous, with their line breaks.
    var run = 0..<0
    let count =
      table.rows?.forEachPlainRow(
        plan.reader, width: width,
        while: { row, _ in
          let start = row.places.range(0, first: row.first, end: row.end).start
          let isWhole =
            row.fieldCount == width && row.end < row.bytes.count
            && row.bytes[row.end] == UInt8(ascii: "\n")
          if isWhole, start == run.upperBound {
            run = run.lowerBound..<row.end &+ 1
          } else {
            output.bytes.append(row.bytes, run)
            run = start..<row.end
            if isWhole {
              run = start..<row.end &+ 1
            } else {
              output.bytes.append(row.bytes, run)
              run = row.end..<row.end
              output.bytes.append(
                contentsOf: repeatElement(options.delimiter, count: width - row.fieldCount))
              output.bytes.append(UInt8(ascii: "\n"))
            }
          }
          return true
        },
        atEnd: { bytes in output.bytes.append(bytes, run) }) ?? 0
    csv = output
    return count
  }

  /// Copies the next rows field by field, as ``copyRow(of:isBad:)`` does.
  private mutating func rewriteRows(of table: inout TableReader, _ plan: TablePlan) -> Int {
    let width = plan.names.count
    // A single empty field needs quotes.
    guard width > 1 else { return 0 }
    let dialect = plan.reader.dialect
    let isLocation = plan.uses.map { $0 == .location }
    let copier = self
    var output = csv
    csv = CSVWriter(delimiter: options.delimiter)
    let count =
      table.rows?.forEachPlainRow(
        plan.reader, width: width,
        while: { row, _ in
          for column in 0..<width {
            guard column < row.fieldCount else {
              copier.writeNull(to: &output, isAlone: false)
              continue
            }
            let field = row.field(column)
            let isDone =
              isLocation[column] && copier.writeNumber(field, column, row.bytes, plan, to: &output)
              || copier.copy(field, row.bytes, dialect, to: &output)
            if !isDone { copier.write(field, row.bytes, dialect, to: &output, isAlone: false) }
          }
          output.endRow()
          return true
        }) ?? 0
    csv = output
    return count
  }

  /// Copies the bytes of a field; returns false, without output, if it may need quotes.
  @inline(__always)
  private func copy(
    _ field: RowScanner.Field, _ bytes: UnsafeByteSpan, _ dialect: TableDialect,
    to output: inout CSVWriter
  ) -> Bool {
    let range = bytes.trimmed(field)
    if !field.isQuoted, range.isEmpty || dialect.isNull(field, of: bytes) {
      writeNull(to: &output, isAlone: false)
      return true
    }
    guard !range.isEmpty, !field.hasDoubledQuotes, range.count != options.nullText.utf8.count,
      range.count != 2 || options.delimiter != TableDialect.tab
    else { return false }
    let (first, last) = (bytes[range.lowerBound], bytes[range.upperBound &- 1])
    // A number in quotes is a text, and keeps them.
    if field.isQuoted, first.isDigit || first == UInt8(ascii: "-") || first == 0x20 || last == 0x20
    {
      return false
    }
    for index in range {
      let byte = bytes[index]
      if byte == options.delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D {
        return false
      }
    }
    output.plainField(bytes, range)
    return true
  }

  /// Whether rows of a dialect are copied as they are.
  private func keepsRows(of dialect: TableDialect) -> Bool {
    dialect.delimiter == options.delimiter && dialect.quote == UInt8(ascii: "\"")
      && options.nullText.isEmpty && options.quoting == nil && options.fractionDigits == nil
  }

  // MARK: Single rows

  /// Copies the row that the reader has read last.
  ///
  /// - Parameters:
  ///   - table: the reader.
  ///   - isBad: whether the row has no valid location, which becomes null.
  package mutating func copyRow(of table: TableReader, isBad: Bool) {
    guard let plan = table.plan, let rows = table.rows else { return }
    let width = max(rows.fieldCount, plan.names.count)
    var output = csv
    csv = CSVWriter(delimiter: options.delimiter)
    let isKept = !isBad && keepsRows(of: plan.reader.dialect)
    rows.withRow { bytes, scanner, row in
      if isKept {
        output.bytes.append(bytes, row.start..<row.end)
        output.bytes.append(
          contentsOf: repeatElement(options.delimiter, count: width - row.fieldCount))
        return
      }
      for column in 0..<width {
        let isLocation = column < plan.uses.count && plan.uses[column] == .location
        guard let field = scanner.field(column, of: row, in: bytes), !(isBad && isLocation) else {
          writeNull(to: &output, isAlone: width == 1)
          continue
        }
        if isLocation, writeNumber(field, column, bytes, plan, to: &output) { continue }
        write(field, bytes, plan.reader.dialect, to: &output, isAlone: width == 1)
      }
    }
    output.endRow()
    csv = output
  }

  private func writeNull(to output: inout CSVWriter, isAlone: Bool) {
    if options.nullText.isEmpty {
      // An empty line would not be read as a row.
      if isAlone { output.quotedField("") } else { output.emptyFields(1) }
    } else {
      output.plainField(options.nullText)
    }
  }

  /// Writes a number of the location if it must be rounded, or has a decimal comma that would need
  /// quotes; returns false for any other field.
  private func writeNumber(
    _ field: RowScanner.Field, _ column: Int, _ bytes: UnsafeByteSpan, _ plan: TablePlan,
    to output: inout CSVWriter
  ) -> Bool {
    let comma = UInt8(ascii: ",")
    let digits = column == plan.reader.elevation ? nil : options.fractionDigits
    let range = bytes.trimmed(field)
    let hasComma =
      digits == nil && options.delimiter == comma && plan.reader.dialect.delimiter != comma
      && range.contains { bytes[$0] == comma }
    guard digits != nil || hasComma, let number = plan.reader.number(of: field, bytes) else {
      return false
    }
    if let digits {
      output.plainField(number, fractionDigits: digits)
    } else {
      output.plainField(bytes, range, replacing: comma, by: UInt8(ascii: "."))
    }
    return true
  }

  private func write(
    _ field: RowScanner.Field, _ bytes: UnsafeByteSpan, _ dialect: TableDialect,
    to output: inout CSVWriter, isAlone: Bool
  ) {
    let text = bytes.text(of: field)
    if !field.isQuoted, text.isEmpty || dialect.isNull(field, of: bytes) {
      return writeNull(to: &output, isAlone: isAlone)
    }
    let isNullWord =
      text == options.nullText || options.delimiter == TableDialect.tab && text == "\\N"
    if text.isEmpty || isNullWord {
      return output.quotedField(text)
    }
    if options.quoting != .least, field.isQuoted, PlainNumber.isOne(text) {
      return output.quotedField(text)
    }
    output.field(text)
  }
}
