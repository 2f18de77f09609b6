/// How the fields of a table are told apart.
struct TableDialect: Equatable {
  /// The byte between two fields.
  var delimiter = UInt8(ascii: ",")
  /// Whether a field may stand in quotes and then hold delimiters and line breaks.
  var hasQuotes = true
  /// The byte that ends a row; a carriage return before a line feed belongs to the break.
  var lineBreak: UInt8 = 0x0A
  /// Whether `\N` is the word for no value.
  var hasNulls = false

  /// Whether a number may have a decimal comma.
  var commaIsPoint: Bool { delimiter != UInt8(ascii: ",") }

  /// Commas and quotes.
  static let csv = TableDialect()

  /// Tabs, quotes that mean nothing, and `\N`.
  static let tsv = TableDialect(
    delimiter: UInt8(ascii: "\t"), hasQuotes: false, hasNulls: true)

  /// Text as a field of a table: in quotes where it must be, or without what would end it.
  func field(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isSpecial = { byte in byte == delimiter || byte == 0x0A || byte == 0x0D }
    guard hasQuotes else { return bytes.map { isSpecial($0) ? UInt8(ascii: " ") : $0 } }
    let quote = UInt8(ascii: "\"")
    guard bytes.contains(where: { isSpecial($0) || $0 == quote }) else { return bytes }
    return [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}
