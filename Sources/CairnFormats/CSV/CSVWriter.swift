internal import CairnMemory

/// Writes rows of separated values (RFC 4180) into a growing buffer.
///
/// A field is quoted only if necessary: if it contains the delimiter, a quote, a line break or a
/// space at either end. Rows end with a line feed.
///
/// ```swift
/// var csv = CSVWriter()
/// csv.field("name")
/// csv.field("latitude")
/// csv.endRow()
/// csv.field("Saint-Denis, Réunion")
/// csv.field(-20.8789)
/// csv.endRow()
/// String(decoding: csv.bytes, as: UTF8.self)
/// // name,latitude
/// // "Saint-Denis, Réunion",-20.8789
/// ```
public struct CSVWriter: Sendable {
  /// The bytes written and not yet drained, as UTF-8.
  public internal(set) var bytes: [UInt8] = []

  /// The byte between two fields.
  public let delimiter: UInt8

  internal var rowIsEmpty = true

  /// Creates a writer.
  ///
  /// - Parameter delimiter: the ASCII byte between fields.
  public init(delimiter: UInt8 = UInt8(ascii: ",")) {
    self.delimiter = delimiter
  }

  /// Returns the bytes written so far, leaving an empty buffer.
  ///
  /// - Returns: the bytes since the start or the last drain.
  public mutating func drain() -> [UInt8] {
    var drained: [UInt8] = []
    swap(&drained, &bytes)
    bytes.reserveCapacity(drained.count)
    return drained
  }

  private mutating func separate() {
    if !rowIsEmpty { bytes.append(delimiter) }
    rowIsEmpty = false
  }

  /// Writes a text, quoted if necessary.
  public mutating func field(_ text: String) {
    separate()
    if needsQuotes(text) {
      appendQuoted(text)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  private mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a text, or an empty field for nil.
  public mutating func field(_ text: String?) {
    field(text ?? "")
  }

  /// Writes a text in quotes.
  internal mutating func quotedField(_ text: String) {
    separate()
    appendQuoted(text)
  }

  /// Writes a text without quotes, whatever it contains.
  internal mutating func plainField(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a text without quotes, whatever it contains.
  @inline(__always)
  internal mutating func plainField(_ text: UnsafeByteSpan, _ range: Range<Int>) {
    separate()
    bytes.append(text, range)
  }

  /// Writes a text without quotes, with another byte in place of one.
  internal mutating func plainField(
    _ text: UnsafeByteSpan, _ range: Range<Int>, replacing old: UInt8, by new: UInt8
  ) {
    let start = bytes.count + (rowIsEmpty ? 0 : 1)
    plainField(text, range)
    for index in start..<bytes.count where bytes[index] == old { bytes[index] = new }
  }

  /// Writes a number of empty fields.
  internal mutating func emptyFields(_ count: Int) {
    guard count > 0 else { return }
    separate()
    bytes.append(contentsOf: repeatElement(delimiter, count: count - 1))
  }

  /// Writes the shortest number that reads back as the same bits; an empty field unless it is
  /// finite.
  public mutating func field(_ number: Double) {
    separate()
    _ = bytes.append(shortest: number)
  }

  /// Writes a number without an exponent, with a number of digits after the decimal point, or if
  /// that is nil, with as many as needed.
  internal mutating func plainField(_ number: Double, fractionDigits: Int?) {
    separate()
    bytes.append(plain: number, fractionDigits: fractionDigits)
  }

  /// Writes a number rounded to a number of digits after the decimal point; an empty field unless
  /// it is finite.
  public mutating func field(_ number: Double, fractionDigits: Int) {
    separate()
    _ = bytes.append(number, fractionDigits: fractionDigits)
  }

  /// Writes a whole number.
  public mutating func field(_ number: Int) {
    separate()
    bytes.append(decimal: number)
  }

  /// Ends the row with a line feed.
  public mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    rowIsEmpty = true
  }

  /// Removes the output since the start of a row.
  internal mutating func removeRow(at start: Int) {
    bytes.removeSubrange(start...)
    rowIsEmpty = true
  }

  private func needsQuotes(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case delimiter, UInt8(ascii: "\""), 0x0A, 0x0D: return true
      case UInt8(ascii: " ") where last == 0: return true
      default: last = byte
      }
    }
    return last == UInt8(ascii: " ")
  }
}
