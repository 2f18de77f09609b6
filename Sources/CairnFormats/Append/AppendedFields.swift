package import CairnMemory

/// The values of a column for a batch of rows, in output form: each preceded by a delimiter.
package struct AppendedFields: Sendable {
  private let dialect: TableDialect
  /// The delimiter and the null text, packed into a word.
  private let nothing: UInt64
  private let nothingCount: Int
  /// Whether numbers get a decimal comma, like those of the table.
  internal var hasDecimalComma = false
  /// A cache of texts in output form.
  private var known: [String: [UInt8]] = [:]
  /// The buffer, with spare capacity at its end.
  internal private(set) var bytes: [UInt8] = []
  /// The number of bytes in use.
  internal private(set) var byteCount = 0
  /// The end of each row's values.
  internal private(set) var ends: [Int] = []

  internal init(_ dialect: TableDialect) {
    self.dialect = dialect
    nothing = UInt64(dialect.delimiter) | (dialect.hasNullText ? 0x4E5C00 : 0)
    nothingCount = dialect.hasNullText ? 3 : 1
  }

  /// The number of rows.
  internal var rowCount: Int { ends.count }

  /// The bytes of a row.
  internal func row(_ row: Int) -> [UInt8] {
    Array(bytes[(row == 0 ? 0 : ends[row - 1])..<ends[row]])
  }

  /// The values and the end of each row's values, valid only during a call.
  internal struct Spans {
    let bytes: UnsafeByteSpan
    let ends: UnsafeSpan<Int>
  }

  /// Calls a closure with the values of several columns, valid only during the call.
  internal static func withSpans<Result>(
    of columns: [AppendedFields], _ body: ([Spans]) -> Result
  ) -> Result {
    func add(_ number: Int, to spans: [Spans]) -> Result {
      guard number < columns.count else { return body(spans) }
      return columns[number].bytes.withUnsafeSpan { bytes in
        columns[number].ends.withUnsafeSpan { ends in
          add(number + 1, to: spans + [Spans(bytes: bytes, ends: ends)])
        }
      }
    }
    return add(0, to: [])
  }

  internal mutating func removeAll() {
    byteCount = 0
    ends.removeAll(keepingCapacity: true)
  }

  /// Reserves capacity for more bytes, plus the slack that may be overwritten.
  private mutating func reserve(_ count: Int) {
    let missing = byteCount + count + TableAppender.slack - bytes.count
    if missing > 0 { bytes += Array(repeating: 0, count: max(missing, bytes.count)) }
  }

  private mutating func append(_ text: some Collection<UInt8>) {
    reserve(text.count)
    bytes.replaceSubrange(byteCount..<byteCount + text.count, with: text)
    byteCount += text.count
  }
}

extension AppendedFields {
  /// Ends the current row.
  package mutating func endRow() { ends.append(byteCount) }

  /// Appends a field to the current row: a text, quoted if necessary, or null.
  package mutating func append(field text: String?) {
    guard let text else {
      append([dialect.delimiter] + (dialect.hasNullText ? Array("\\N".utf8) : []))
      return
    }
    let isPlain = text.withBytes { text in
      guard dialect.isPlain(text) else { return false }
      reserve(text.count + 1)
      let place = byteCount
      let delimiter = dialect.delimiter
      bytes.withUnsafeBuffer { target in
        target[place] = delimiter
        for index in 0..<text.count { target[place &+ 1 &+ index] = text[index] }
      }
      byteCount += text.count + 1
      return true
    }
    if !isPlain { append([dialect.delimiter] + dialect.field(text)) }
  }

  /// Appends a field to the current row, caching its output form for few distinct texts.
  package mutating func append(repeated text: String?) {
    guard let text else { return append(field: nil) }
    if let known = known[text] { return append(known) }
    let start = byteCount
    append(field: text)
    if known.count < 10_000 { known[text] = Array(bytes[start..<byteCount]) }
  }

  /// Appends a number with a decimal point, which is written as the table writes it.
  package mutating func append(number text: String) {
    append(CollectionOfOne(dialect.delimiter))
    append((hasDecimalComma ? text.replacing(".", with: ",") : text).utf8)
  }

  /// Appends fields in the output form of ``bytes(of:)``.
  package mutating func append(bytes: [UInt8]) { append(bytes) }

  /// A field in output form, with the delimiter before it, for reuse.
  package func bytes(of text: String?) -> [UInt8] {
    var field = AppendedFields(dialect)
    field.append(field: text)
    return Array(field.bytes[..<field.byteCount])
  }

  /// Appends rows with a field of up to seven bytes each.
  ///
  /// - Parameters:
  ///   - rowCount: the number of rows.
  ///   - word: the bytes of the field of a row, the first one lowest; 0 for null.
  @inline(__always)
  package mutating func append(rowCount: Int, word: (Int) -> UInt64) {
    let (delimiter, nothing, nothingCount) = (UInt64(dialect.delimiter), nothing, nothingCount)
    appendRows(rowCount, greatestLength: 8) { row, target, position in
      let word = word(row)
      target.store(word == 0 ? nothing : word &<< 8 | delimiter, at: position)
      return word == 0 ? nothingCount : 9 &- word.leadingZeroBitCount &>> 3
    }
  }

  /// Appends rows with a field of up to fourteen bytes each, all of the same length.
  ///
  /// - Parameters:
  ///   - count: the length of the fields in bytes.
  ///   - rowCount: the number of rows.
  ///   - write: writes up to 16 bytes to the buffer and returns true, or returns false for null.
  @inline(__always)
  package mutating func append(
    count: Int, rowCount: Int, _ write: (Int, UnsafeBuffer<UInt8>, Int) -> Bool
  ) {
    let (delimiter, nothing, nothingCount) = (dialect.delimiter, nothing, nothingCount)
    appendRows(rowCount, greatestLength: 15) { row, target, position in
      guard write(row, target, position &+ 1) else {
        target.store(nothing, at: position)
        return nothingCount
      }
      target[position] = delimiter
      return count &+ 1
    }
  }

  /// Appends rows with a prepared field each.
  ///
  /// - Parameters:
  ///   - rowCount: the number of rows.
  ///   - texts: the fields.
  ///   - number: the number of the field of a row, as in `texts`.
  @inline(__always)
  package mutating func append(
    rowCount: Int, of texts: PreparedFields, number: (Int) -> Int
  ) {
    texts.bytes.withUnsafeSpan { bytes in
      texts.starts.withUnsafeSpan { starts in
        appendRows(rowCount, greatestLength: texts.greatestLength) { row, target, position in
          let number = number(row)
          let (start, end) = (starts[number], starts[number &+ 1])
          target.copyShort(from: bytes, start, end, to: position)
          return end &- start
        }
      }
    }
  }

  /// Appends rows of one field each.
  ///
  /// - Parameters:
  ///   - rowCount: the number of rows.
  ///   - greatestLength: the maximum length of a field, with the delimiter before it.
  ///   - write: writes the field of a row to a position, and up to 16 bytes after it that are
  ///     overwritten; returns its length.
  @inline(__always)
  private mutating func appendRows(
    _ rowCount: Int, greatestLength: Int, _ write: (Int, UnsafeBuffer<UInt8>, Int) -> Int
  ) {
    reserve(greatestLength * rowCount)
    let first = ends.count
    ends += repeatElement(0, count: rowCount)
    var position = byteCount
    bytes.withUnsafeBuffer { target in
      ends.withUnsafeBuffer { ends in
        for row in 0..<rowCount {
          position &+= write(row, target, position)
          ends[first &+ row] = position
        }
      }
    }
    byteCount = position
  }
}

/// The possible fields of a column in output form, prepared once for all rows.
package struct PreparedFields: Sendable {
  /// The fields, each preceded by a delimiter, and slack after the last one.
  fileprivate let bytes: [UInt8]
  /// The start of each field, and the end of the last one.
  fileprivate let starts: [Int]
  fileprivate let greatestLength: Int

  /// - Parameters:
  ///   - texts: the texts, numbered from 0; nil for null.
  ///   - empty: fields in the dialect of the table.
  package init(_ texts: [String?], _ empty: AppendedFields) {
    let fields = texts.map { empty.bytes(of: $0) }
    bytes = fields.flatMap { $0 } + Array(repeating: 0, count: TableAppender.slack)
    starts = fields.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    greatestLength = fields.map(\.count).max() ?? 0
  }
}
