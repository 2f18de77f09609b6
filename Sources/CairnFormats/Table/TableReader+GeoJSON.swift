internal import CairnGeodesy
internal import CairnMemory

extension TableReader {
  /// Writes the next rows as GeoJSON, without making features, as long as they are plain.
  ///
  /// - Returns: the number of rows written; ``next()`` continues after them.
  internal mutating func writeRows(
    to json: inout JSONWriter, _ options: GeoJSONOptions, around: (start: UInt8?, end: UInt8?)
  ) -> Int {
    guard let plan, hasPlainRows, !options.writesBoundingBoxes else { return 0 }
    if keys.isEmpty {
      for name in plan.names { keys.append(jsonKey: name) }
    }
    let (keys, uses) = (keys, plan.uses)
    let copier = RowCopier(plan, keys, options, around, json)
    return copier.texts.withUnsafeSpan { texts in
      copier.withBuffer { buffer in
        var end = 0
        let count =
          rows?.forEachPlainRow(plan.reader, width: uses.count) { row, place in
            if row.hasNonnumericElevation(plan.reader) { return false }
            if buffer.count &- end < copier.bound(of: row) {
              json.bytes.append(buffer.span, 0..<end)
              end = 0
            }
            // The output of a row that could not be copied is overwritten.
            if let next = copier.write(row, place, texts, to: buffer, at: end) {
              end = next
              return true
            }
            json.bytes.append(buffer.span, 0..<end)
            end = 0
            json.append(row, at: place, plan, keys, options, around)
            return true
          } ?? 0
        json.bytes.append(buffer.span, 0..<end)
        return count
      }
    }
  }
}

/// Writes rows as GeoJSON by copying fields that are already in JSON syntax.
private struct RowCopier {
  /// The text before the longitude and before the properties, then the keys, then 64 bytes of
  /// padding.
  let texts: [UInt8]
  private let plan: TablePlan
  private let head: Range<Int>
  private let middle: Range<Int>
  private let keys: [Range<Int>]
  private let lineEnd: UInt8?
  private let latitude: Int
  private let longitude: Int
  private let isPossible: Bool
  /// The maximum number of bytes of a row's output in addition to its fields.
  private let ownBytes: Int

  private static let bufferSize = 1 << 16

  init(
    _ plan: TablePlan, _ names: TextColumn, _ options: GeoJSONOptions,
    _ around: (start: UInt8?, end: UInt8?), _ json: JSONWriter
  ) {
    self.plan = plan
    var texts: [UInt8] = []
    if let start = around.start { texts.append(start) }
    if let container = json.containers.last {
      texts.append(UInt8(ascii: ","))
      if container.onLines { texts.append(UInt8(ascii: "\n")) }
    }
    texts += JSONWriter.pointStart
    texts.append(UInt8(ascii: "["))
    head = 0..<texts.count
    texts.append(UInt8(ascii: "]"))
    texts += JSONWriter.pointEnd
    texts.append(UInt8(ascii: "{"))
    middle = head.upperBound..<texts.count
    let start = texts.count
    texts += names.bytes
    keys = names.indices.map { number in
      let range = names.range(at: number)
      return (start + range.lowerBound)..<(start + range.upperBound)
    }
    // A value such as an empty field, written as null, grows by at most four bytes.
    ownBytes = texts.count + 4 * names.count + 128
    self.texts = texts + [UInt8](repeating: 0, count: 64)
    lineEnd = around.end
    var columns: (Int, Int)?
    if case .degrees(let latitude, let longitude) = plan.reader.location {
      columns = (latitude, longitude)
    }
    (latitude, longitude) = columns ?? (0, 0)
    // The first element of an array has no comma before it.
    isPossible =
      columns != nil && options.fractionDigits == nil && plan.reader.elevation == nil
      && plan.reader.angles == nil
      && !plan.reader.dialect.commaIsPoint && json.containers.last?.isEmpty != true
  }

  func withBuffer<Answer>(_ body: (UnsafeBuffer<UInt8>) -> Answer) -> Answer {
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    return buffer.withUnsafeBuffer(body)
  }

  /// An upper bound of a row's output in bytes.
  @inline(__always)
  func bound(of row: PlainRow) -> Int {
    ownBytes &+ row.end &- row.places.range(0, first: row.first, end: row.end).start
  }

  /// Writes a row.
  ///
  /// - Returns: the end of its output; nil if the row cannot be copied.
  @inline(__always)
  func write(
    _ row: PlainRow, _ place: Coordinate, _ texts: UnsafeByteSpan, to buffer: UnsafeBuffer<UInt8>,
    at start: Int
  ) -> Int? {
    // Near the end of the buffer, whole words cannot be copied.
    guard isPossible, row.end &+ 16 <= row.bytes.count, bound(of: row) <= buffer.count,
      place.longitude.magnitude <= 180
    else { return nil }
    var end = start
    func copy(_ range: Range<Int>) {
      buffer.copyOverrunning(from: texts, range.lowerBound, range.upperBound, to: end)
      end &+= range.count
    }
    copy(head)
    guard degrees(in: longitude, of: row, to: buffer, at: &end) else { return nil }
    buffer[end] = UInt8(ascii: ",")
    end &+= 1
    guard degrees(in: latitude, of: row, to: buffer, at: &end) else { return nil }
    copy(middle)
    var isFirst = true
    for column in 0..<row.fieldCount where plan.uses[column] != .location {
      let key = keys[column]
      copy(isFirst ? Range(ordered: key.lowerBound &+ 1, key.upperBound) : key)
      isFirst = false
      switch plan.content(of: row.field(column), .value, row.bytes) {
      case .null:
        buffer.store(0x6C6C_756E as UInt32, at: end)
        end &+= 4
      case .integer(_, let range): value(range, of: row, to: buffer, at: &end)
      case .number(_, let range):
        guard row.bytes.isShortest(range) else { return nil }
        value(range, of: row, to: buffer, at: &end)
      case .text(let range):
        let text = row.bytes.prefix(range.upperBound).suffix(from: range.lowerBound)
        guard text.isPlainJSON else { return nil }
        buffer[end] = UInt8(ascii: "\"")
        end &+= 1
        value(range, of: row, to: buffer, at: &end)
        buffer[end] = UInt8(ascii: "\"")
        end &+= 1
      case .doubledQuotes: return nil
      }
    }
    buffer.store(0x7D7D as UInt16, at: end)
    end &+= 2
    if let lineEnd {
      buffer[end] = lineEnd
      end &+= 1
    }
    return end
  }

  @inline(__always)
  private func value(
    _ range: Range<Int>, of row: PlainRow, to buffer: UnsafeBuffer<UInt8>, at end: inout Int
  ) {
    buffer.copyShort(from: row.bytes, range.lowerBound, range.upperBound, to: end)
    end &+= range.count
  }

  /// Copies a number of degrees as written, without trailing zeros.
  ///
  /// - Returns: false if that is not the shortest form of the value.
  @inline(__always)
  private func degrees(
    in column: Int, of row: PlainRow, to buffer: UnsafeBuffer<UInt8>, at end: inout Int
  ) -> Bool {
    guard let range = row.shortestDegrees(in: column) else { return false }
    value(range, of: row, to: buffer, at: &end)
    return true
  }
}

extension PlainRow {
  /// The part of a number of degrees that is its shortest form: the field without trailing zeros.
  ///
  /// - Returns: nil if no part is: if the field has leading zeros, an exponent or a plus sign, more
  ///   than 15 digits, or is below 0.001.
  @inline(__always)
  internal func shortestDegrees(in column: Int) -> Range<Int>? {
    let (start, stop) = places.range(column, first: first, end: end)
    guard start < stop, stop &- start <= 16 else { return nil }
    var index = start
    if bytes[index] == UInt8(ascii: "-") { index &+= 1 }
    let whole = index
    while index < stop, bytes[index] &- 48 < 10 { index &+= 1 }
    let isZero = index > whole && bytes[whole] == 48
    guard index > whole, !isZero || index == whole &+ 1 else { return nil }
    var last = index
    if index < stop {
      guard bytes[index] == UInt8(ascii: ".") else { return nil }
      let point = index
      index &+= 1
      while index < stop, bytes[index] &- 48 < 10 { index &+= 1 }
      guard index == stop else { return nil }
      last = stop
      while bytes[last &- 1] == 48 { last &-= 1 }
      if last == point &+ 1 { last = point }
      // The shortest form of a number below 0.001 may have an exponent; that of minus zero is 0.
      if isZero, last &- point > 4, bytes[point &+ 1] == 48, bytes[point &+ 2] == 48,
        bytes[point &+ 3] == 48
      {
        return nil
      }
      if isZero, last == point, whole > start { return nil }
    } else if isZero, whole > start {
      return nil
    }
    return start..<last
  }
}

extension JSONWriter {
  /// Writes a row as a feature.
  @inline(never)
  fileprivate mutating func append(
    _ row: PlainRow, at place: Coordinate, _ plan: TablePlan, _ keys: TextColumn,
    _ options: GeoJSONOptions, _ around: (start: UInt8?, end: UInt8?)
  ) {
    if let start = around.start { bytes.append(start) }
    beginPoint()
    position(row.position(at: place, plan.reader).reduced, options)
    beginPointProperties()
    var isFirst = true
    keys.bytes.withUnsafeSpan { keyBytes in
      for column in 0..<row.fieldCount where plan.uses[column] != .location {
        let key = keys.range(at: column)
        bytes.append(keyBytes, isFirst ? key.dropFirst() : key)
        isFirst = false
        let field = row.field(column)
        bytes.append(plan.content(of: field, .value, row.bytes), of: field, row.bytes)
      }
    }
    endPoint()
    if let end = around.end { bytes.append(end) }
  }
}

extension [UInt8] {
  /// Appends the content of a field in the form in which ``JSONWriter`` writes a property value.
  @inline(__always)
  fileprivate mutating func append(
    _ content: TablePlan.Content, of field: RowScanner.Field, _ bytes: UnsafeByteSpan
  ) {
    switch content {
    case .null: append(contentsOf: "null".utf8)
    case .integer(_, let range): append(bytes, range)
    case .number(let number, let range):
      if bytes.isShortest(range) {
        append(bytes, range)
      } else {
        append(contentsOf: number.description.utf8)
      }
    case .text(let range):
      let text = bytes.prefix(range.upperBound).suffix(from: range.lowerBound)
      guard text.isPlainJSON else { return append(jsonString: bytes.text(in: range)) }
      append(UInt8(ascii: "\""))
      append(bytes, range)
      append(UInt8(ascii: "\""))
    case .doubledQuotes: append(jsonString: bytes.text(of: field))
    }
  }
}

extension UnsafeByteSpan {
  /// Whether a number with a decimal point is in its shortest form, so that it can be copied: up to
  /// 15 digits without unnecessary zeros, and at least 0.001.
  fileprivate func isShortest(_ range: Range<Int>) -> Bool {
    guard range.count <= 16 else { return false }
    var point = range.lowerBound
    while point < range.upperBound, self[point] != UInt8(ascii: ".") { point += 1 }
    let fraction = range.upperBound - point - 1
    guard fraction > 0, fraction == 1 || self[range.upperBound - 1] != UInt8(ascii: "0") else {
      return false
    }
    let isSmall = point > 0 && self[point - 1] == UInt8(ascii: "0")
    guard isSmall else { return true }
    // Numbers such as 0.00001 are written with an exponent.
    return fraction < 3 || (1...3).contains { self[point + $0] != UInt8(ascii: "0") }
  }
}

extension TextColumn {
  /// Appends a name as the key of an object, with a comma before it and a colon after it.
  fileprivate mutating func append(jsonKey name: String) {
    bytes.append(UInt8(ascii: ","))
    bytes.append(jsonString: name)
    bytes.append(UInt8(ascii: ":"))
    endText()
  }

  /// The byte range of a text.
  @inline(__always)
  fileprivate func range(at position: Int) -> Range<Int> {
    (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }
}
