internal import CairnGeodesy
internal import CairnMemory

/// Writes the fields of the rows of a table as XML, without making features.
///
/// All texts around values are prepared once, in one buffer to which the columns refer by ranges,
/// so that a row is written without reference counting.
internal struct XMLRowWriter: Sendable {
  /// The names of the properties for which it was made.
  let names: [String]
  /// The texts around values.
  private(set) var texts: [UInt8] = []
  private var columns: [Column]
  /// The columns with their own elements, in the order of the schema.
  private var elements: [(column: Int, frame: Frame)] = []
  private var opening = 0..<0
  private var closing = 0..<0
  /// Whether an element cannot hold a text that begins or ends with a space.
  private let trimsElements: Bool

  /// The texts before and after a value.
  internal struct Frame: Sendable {
    var start = 0..<0
    var end = 0..<0
  }

  /// The texts of a column without its own element.
  internal struct Column: Sendable {
    var isElement = false
    var text = Frame()
    var integer = Frame()
    var number = Frame()
    var null = 0..<0
    /// Written after all columns if the value is a number.
    var integerType = 0..<0
    var numberType = 0..<0
  }

  /// - Parameters:
  ///   - names: the properties, one for each column.
  ///   - container: the element around the columns without their own elements.
  ///   - trimsElements: whether an element cannot hold a text that begins or ends with a space.
  init(names: [String], container: String, trimsElements: Bool) {
    self.names = names
    self.trimsElements = trimsElements
    columns = names.map { _ in Column() }
    opening = add(Array("<\(container)>".utf8))
    closing = add(Array("</\(container)>".utf8))
  }

  /// Adds a text.
  mutating func add(_ text: [UInt8]) -> Range<Int> {
    texts += text
    return (texts.count - text.count)..<texts.count
  }

  /// Adds the text that a closure writes around a value.
  mutating func frame(_ write: (inout [UInt8], PropertyValue) -> Void) -> Frame {
    let mark = "\u{F8FF}"
    var bytes: [UInt8] = []
    write(&bytes, .string(mark))
    let at = bytes.indices.first { bytes[$0...].starts(with: mark.utf8) } ?? bytes.count
    return Frame(
      start: add(Array(bytes[..<at])), end: add(Array(bytes[at...].dropFirst(mark.utf8.count))))
  }

  /// Writes the values of a column as elements of the schema.
  mutating func setElement(_ column: Int) {
    let name = names[column]
    columns[column].isElement = true
    elements.append((column, frame { $0.append(xmlElement: name, $1.plainText ?? "") }))
  }

  /// Sets the texts of a column, except whether it has an element.
  mutating func set(_ texts: Column, for column: Int) {
    let isElement = columns[column].isElement
    columns[column] = texts
    columns[column].isElement = isElement
  }

  /// The maximum number of bytes of a row's output in addition to five times its own: the texts, a
  /// number in another form for each column and for the position, and the space that copying
  /// overruns.
  var ownBytes: Int { 2 * texts.count + 64 * (columns.count + 3) + 256 }

  /// Writes the properties of a row.
  ///
  /// - Returns: false if a field needs more than copying; the output must then be discarded.
  @inline(__always)
  func write(_ row: PlainRow, _ plan: TablePlan, to output: inout RowOutput) -> Bool {
    for (column, frame) in elements where column < row.fieldCount {
      let content = plan.content(of: row.field(column), .value, row.bytes)
      switch content {
      case .null: continue
      case .doubledQuotes: return false
      case .number(let value, _) where !value.isShortWithoutExponent: return false
      case .integer, .number: break
      case .text(let range):
        guard
          !trimsElements || range.isEmpty
            || !row.bytes[range.lowerBound].isBlank && !row.bytes[range.upperBound - 1].isBlank
        else { return false }
      }
      output.text(frame.start)
      output.content(content, of: row.bytes)
      output.text(frame.end)
    }
    var isOpen = false
    var hasTypes = false
    for column in 0..<row.fieldCount where plan.uses[column] == .value {
      let content = plan.content(of: row.field(column), .value, row.bytes)
      let texts = columns[column]
      let frame: Frame
      switch content {
      case .doubledQuotes: return false
      case .null:
        if !isOpen { output.text(opening) }
        isOpen = true
        output.text(texts.null)
        continue
      case .integer:
        frame = texts.integer
        if !texts.integerType.isEmpty { hasTypes = true }
      case .number(let value, _):
        guard value.isShortWithoutExponent else { return false }
        frame = texts.number
        if !texts.numberType.isEmpty { hasTypes = true }
      case .text: frame = texts.text
      }
      if texts.isElement { continue }
      if !isOpen { output.text(opening) }
      isOpen = true
      output.text(frame.start)
      output.content(content, of: row.bytes)
      output.text(frame.end)
    }
    if hasTypes {
      if !isOpen { output.text(opening) }
      isOpen = true
      for (column, _) in elements { type(of: column, row, plan, to: &output) }
      for column in 0..<row.fieldCount
      where plan.uses[column] == .value && !columns[column].isElement {
        type(of: column, row, plan, to: &output)
      }
    }
    if isOpen { output.text(closing) }
    return true
  }

  /// Writes the type of a number.
  @inline(__always)
  private func type(
    of column: Int, _ row: PlainRow, _ plan: TablePlan, to output: inout RowOutput
  ) {
    guard column < row.fieldCount else { return }
    switch plan.content(of: row.field(column), .value, row.bytes) {
    case .integer: output.text(columns[column].integerType)
    case .number: output.text(columns[column].numberType)
    case .null, .text, .doubledQuotes: break
    }
  }
}

/// The output of rows in a buffer with enough space for the next one.
internal struct RowOutput {
  let buffer: UnsafeBuffer<UInt8>
  let texts: UnsafeByteSpan
  var end = 0

  /// Appends a prepared text.
  @inline(__always)
  mutating func text(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    buffer.copyOverrunning(from: texts, range.lowerBound, range.upperBound, to: end)
    end &+= range.count
  }

  /// Appends bytes of a row.
  @inline(__always)
  private mutating func copy(_ bytes: UnsafeByteSpan, _ range: Range<Int>) {
    if range.upperBound &+ 16 <= bytes.count {
      buffer.copyShort(from: bytes, range.lowerBound, range.upperBound, to: end)
      end &+= range.count
    } else {
      // Near the end of the buffer, whole words cannot be copied.
      for index in range { byte(bytes[index]) }
    }
  }

  @inline(__always)
  private mutating func byte(_ byte: UInt8) {
    buffer[end] = byte
    end &+= 1
  }

  /// Appends a number for which ``Swift/Double/isShortWithoutExponent`` is true.
  mutating func number(_ number: Double, fractionDigits: Int?) {
    var bytes: [UInt8] = []
    bytes.append(plain: number, fractionDigits: fractionDigits)
    precondition(bytes.count <= 64, "the number is too long")
    for byte in bytes { self.byte(byte) }
  }

  /// Appends degrees: as they are written in a column, if that is their shortest form, otherwise
  /// the value.
  @inline(__always)
  mutating func degrees(
    _ column: Int?, of row: PlainRow, else value: Double, fractionDigits: Int?
  ) {
    if let column, let range = row.shortestDegrees(in: column) {
      copy(row.bytes, range)
    } else {
      number(value, fractionDigits: fractionDigits)
    }
  }

  /// Appends the text of a value that is not null, as `PropertyValue.plainText`.
  @inline(__always)
  mutating func content(_ content: TablePlan.Content, of bytes: UnsafeByteSpan) {
    switch content {
    case .integer(_, let range): copy(bytes, range)
    case .number(let value, let range):
      if let range = bytes.plainNumber(in: range) {
        copy(bytes, range)
      } else {
        number(value, fractionDigits: nil)
      }
    case .text(let range): escaped(bytes, range)
    case .null, .doubledQuotes: break
    }
  }

  /// Appends bytes of a row as the content of an element.
  @inline(__always)
  private mutating func escaped(_ bytes: UnsafeByteSpan, _ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      let count = min(8, range.upperBound &- at)
      let word = at &+ 8 <= bytes.count ? bytes.word(at: at) : .markup
      if (count == 8 ? word : word & ((1 as UInt64) << UInt64(8 &* count) &- 1)).hasMarkup {
        for index in at..<(at &+ count) { escaped(bytes[index]) }
      } else {
        buffer.store(word, at: end)
        end &+= count
      }
      at &+= count
    }
  }

  private mutating func escaped(_ byte: UInt8) {
    let escape: StaticString
    switch byte {
    case UInt8(ascii: "&"): escape = "&amp;"
    case UInt8(ascii: "<"): escape = "&lt;"
    case UInt8(ascii: ">"): escape = "&gt;"
    default: return self.byte(byte)
    }
    let text = ConstantText(escape)
    for index in 0..<text.count { buffer[end &+ index] = text[index] }
    end &+= text.count
  }
}

extension Double {
  /// Whether a number has at most 64 characters without an exponent.
  internal var isShortWithoutExponent: Bool {
    self == 0 || magnitude < 1e20 && magnitude > 1e-20
  }
}

extension UInt64 {
  /// A word in which each byte is `&`.
  fileprivate static let markup: UInt64 = 0x2626_2626_2626_2626

  /// Whether one of its eight bytes is `&`, `<` or `>`.
  ///
  /// A byte is zero if subtracting one borrows and its high bit was not set (Mycroft). False
  /// positives above a zero byte do not matter here. `<` and `>` differ in one bit.
  @inline(__always)
  fileprivate var hasMarkup: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let ampersands = zeros(self ^ Self.markup)
    let brackets = zeros((self | ones &* 0x02) ^ ones &* 0x3E)
    return (ampersands | brackets) & (ones &* 0x80) != 0
  }
}

extension UnsafeByteSpan {
  /// The part of a number with a decimal point that is its form without an exponent and without
  /// unnecessary zeros; `nil` if it has an exponent or is a negative zero.
  @inline(__always)
  fileprivate func plainNumber(in range: Range<Int>) -> Range<Int>? {
    guard range.count <= 48 else { return nil }
    var isZero = true
    var point = range.upperBound
    for index in range {
      switch self[index] {
      case UInt8(ascii: "1")...UInt8(ascii: "9"): isZero = false
      case UInt8(ascii: "."): point = index
      case UInt8(ascii: "0"), UInt8(ascii: "-"): break
      default: return nil
      }
    }
    if isZero, self[range.lowerBound] == UInt8(ascii: "-") { return nil }
    guard point < range.upperBound else { return range }
    var end = range.upperBound
    while self[end &- 1] == UInt8(ascii: "0") { end &-= 1 }
    return range.lowerBound..<(end == point &+ 1 ? point : end)
  }
}
