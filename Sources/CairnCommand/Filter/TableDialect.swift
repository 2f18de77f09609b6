/// How the fields of a table are told apart.
struct TableDialect: Equatable {
  /// The byte between two fields.
  var delimiter = UInt8(ascii: ",")
  /// Whether a field may stand in quotes and then hold delimiters and line breaks.
  var hasQuotes = true
  /// What ends the first row; others may end otherwise.
  var lineBreak = LineBreak.lineFeed

  /// What ends a row.
  enum LineBreak {
    case lineFeed, carriageReturn, both

    /// The break of these bytes.
    init(_ bytes: [UInt8]) {
      self = bytes.count > 1 ? .both : bytes.first == 0x0D ? .carriageReturn : .lineFeed
    }

    var bytes: [UInt8] {
      switch self {
      case .lineFeed: [0x0A]
      case .carriageReturn: [0x0D]
      case .both: [0x0D, 0x0A]
      }
    }
  }
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
