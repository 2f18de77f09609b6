package import CairnMemory

/// The values of a column for a batch of rows, in output form: each preceded by a delimiter.
package struct AppendedFields: Sendable {
  private let dialect: TableDialect
  /// The delimiter and the null text, packed into a word.
  private let nothing: UInt64
  private let nothingCount: Int
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

  /// The combined values of several columns, or of none, for each row.
  internal init(_ dialect: TableDialect, joining columns: [AppendedFields], rowCount: Int) {
    self.init(dialect)
    reserve(columns.reduce(0) { $0 + $1.byteCount })
    // The end of a row is the sum of its ends in the columns; a column is copied behind the columns
    // before it.
    var places = [Int](repeating: 0, count: rowCount)
    for column in columns {
      for row in 1..<max(rowCount, 1) { places[row] += column.ends[row - 1] }
    }
    bytes.withUnsafeBuffer { target in
      for column in columns {
        column.bytes.withUnsafeSpan { source in
          var start = 0
          for row in 0..<rowCount {
            let end = column.ends[row]
            let place = places[row] &- start
            for index in start..<end { target[place &+ index] = source[index] }
            places[row] = place &+ end
            start = end
          }
        }
      }
    }
    ends = places
    byteCount = places.last ?? 0
  }

  /// The number of rows.
  internal var rowCount: Int { ends.count }

  /// The bytes of a row.
  internal func row(_ row: Int) -> [UInt8] {
    Array(bytes[(row == 0 ? 0 : ends[row - 1])..<ends[row]])
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

  /// Appends a field that contains no delimiter, quote or line break.
  package mutating func append(plain text: String) {
    append(CollectionOfOne(dialect.delimiter))
    append(text.utf8)
  }

  /// Appends fields in the output form of ``bytes(of:)``.
  package mutating func append(bytes: [UInt8]) { append(bytes) }

  /// A field in output form, with the delimiter before it, for reuse.
  package func bytes(of text: String?) -> [UInt8] {
    var field = AppendedFields(dialect)
    field.append(field: text)
    return Array(field.bytes[..<field.byteCount])
  }

  /// Appends a row for each field of up to seven bytes.
  ///
  /// - Parameter words: the bytes of each field, the first one lowest; 0 for null.
  package mutating func append(words: [UInt64]) {
    reserve(8 * words.count)
    let first = ends.count
    ends += repeatElement(0, count: words.count)
    let (delimiter, nothing, nothingCount) = (UInt64(dialect.delimiter), nothing, nothingCount)
    var position = byteCount
    bytes.withUnsafeBuffer { target in
      ends.withUnsafeBuffer { ends in
        for (row, word) in words.enumerated() {
          target.store(word == 0 ? nothing : word &<< 8 | delimiter, at: position)
          let count = 9 &- word.leadingZeroBitCount &>> 3
          position &+= word == 0 ? nothingCount : count
          ends[first &+ row] = position
        }
      }
    }
    byteCount = position
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
    reserve(15 * rowCount)
    let first = ends.count
    ends += repeatElement(0, count: rowCount)
    let (delimiter, nothing, nothingCount) = (dialect.delimiter, nothing, nothingCount)
    var position = byteCount
    bytes.withUnsafeBuffer { target in
      ends.withUnsafeBuffer { ends in
        for row in 0..<rowCount {
          if write(row, target, position &+ 1) {
            target[position] = delimiter
            position &+= count &+ 1
          } else {
            target.store(nothing, at: position)
            position &+= nothingCount
          }
          ends[first &+ row] = position
        }
      }
    }
    byteCount = position
  }
}
