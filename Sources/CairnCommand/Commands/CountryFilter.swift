internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy

/// Adds a last column with the country to the rows of a table, in pieces of any size.
///
/// All bytes of the table stay as they are; the answer stands before each line break. Only the
/// row in progress is kept between pieces.
struct CountryFilter {
  /// How many rows have been answered, and how many of them have no valid coordinate.
  private(set) var rowCount = 0
  private(set) var badCount = 0

  private let atlas: CountryAtlas
  private let distance: Double?
  private var header: Header?
  private var rest: [UInt8] = []
  private var answer: [UInt8] = []

  /// What the first row says.
  private struct Header {
    let delimiter: UInt8
    let latitude: Int
    let longitude: Int
    let columnCount: Int
  }

  /// The longest row; a quote that never closes would else swallow any amount.
  private static let rowLimit = 1 << 24

  /// - Parameters:
  ///   - atlas: the countries.
  ///   - distance: how far away in metres a country may be, for places at sea.
  init(_ atlas: CountryAtlas, within distance: Double?) {
    self.atlas = atlas
    self.distance = distance
  }

  /// Takes a piece of the table and gives what is to be written for it.
  mutating func append(_ piece: [UInt8]) throws(Failure) -> [UInt8] {
    rest += piece
    return try answerRows(isLast: false)
  }

  /// Gives what is to be written for what is left.
  mutating func finish() throws(Failure) -> [UInt8] {
    try answerRows(isLast: true)
  }

  private mutating func answerRows(isLast: Bool) throws(Failure) -> [UInt8] {
    answer.removeAll(keepingCapacity: true)
    var start = 0
    while let row = Self.row(of: rest, from: start, header?.delimiter, isLast: isLast) {
      try answer(rest[start..<row.end])
      answer += rest[row.end..<row.next]
      start = row.next
    }
    rest.removeSubrange(..<start)
    if rest.count > Self.rowLimit || isLast && !rest.isEmpty {
      throw Failure(
        code: .data, message: "row \(rowCount + 1) has a quote that never closes")
    }
    return answer
  }

  /// Adds a row with its answer, without a line break.
  private mutating func answer(_ row: ArraySlice<UInt8>) throws(Failure) {
    answer += row
    let bytes = Array(row)
    let isBlank = bytes.isEmpty || bytes == Self.byteOrderMark
    guard let header else {
      if isBlank { return }
      self.header = try Self.header(bytes)
      answer.append(self.header?.delimiter ?? UInt8(ascii: ","))
      answer += "country".utf8
      return
    }
    if isBlank { return }
    rowCount += 1
    var fields = CSVReader(bytes, delimiter: header.delimiter)
    let isRow = (try? fields.next()) ?? false
    // The answer of a short row has to stand in its column.
    let missing = isRow ? max(0, header.columnCount - fields.fieldCount) : 0
    answer += [UInt8](repeating: header.delimiter, count: missing + 1)
    guard isRow, let latitude = fields.number(header.latitude),
      let longitude = fields.number(header.longitude)
    else {
      badCount += 1
      return
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else {
      badCount += 1
      return
    }
    let country =
      distance.map { atlas.country(at: place, within: $0) } ?? atlas.country(at: place)
    if let country { answer += country.alpha2.utf8 }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func header(_ row: [UInt8]) throws(Failure) -> Header {
    let hasTabs = row.contains(UInt8(ascii: "\t"))
    let hasSemicolons = !row.contains(UInt8(ascii: ",")) && row.contains(UInt8(ascii: ";"))
    let delimiter = UInt8(ascii: hasTabs ? "\t" : hasSemicolons ? ";" : ",")
    var reader = CSVReader(row, delimiter: delimiter)
    guard (try? reader.next()) == true else {
      throw Failure(code: .data, message: "the first row is no header of a table")
    }
    let names = (0..<reader.fieldCount).map { reader.text($0) }
    let columns = PlaceColumns(names: names)
    guard let latitude = columns[.latitude], let longitude = columns[.longitude] else {
      throw Failure(
        code: .data,
        message: "the header needs columns latitude and longitude, not "
          + Spelling.quoted(names.joined(separator: ", ")))
    }
    return Header(
      delimiter: delimiter, latitude: latitude, longitude: longitude, columnCount: names.count)
  }

  /// Where the row that starts at a position ends and where the next one starts; nil when that is
  /// not known yet.
  ///
  /// A quote opens a quoted field only where a field starts, as in ``CSVReader``.
  private static func row(
    of bytes: [UInt8], from start: Int, _ delimiter: UInt8?, isLast: Bool
  ) -> (end: Int, next: Int)? {
    let quote = UInt8(ascii: "\"")
    var index = start
    var isAtFieldStart = true
    if bytes[start...].starts(with: byteOrderMark) { index += 3 }
    while index < bytes.count {
      let byte = bytes[index]
      if isAtFieldStart, byte == quote {
        // On to the quote that closes the field; doubled ones stand for one within it.
        index += 1
        while true {
          guard let close = bytes[index...].firstIndex(of: quote) else { return nil }
          index = close + 1
          guard index < bytes.count, bytes[index] == quote else { break }
          index += 1
        }
        if index == bytes.count, !isLast { return nil }
        isAtFieldStart = false
        continue
      }
      if byte == UInt8(ascii: "\n") { return (index, index + 1) }
      if byte == UInt8(ascii: "\r") {
        if index + 1 == bytes.count {
          return isLast ? (index, index + 1) : nil
        }
        return (index, bytes[index + 1] == UInt8(ascii: "\n") ? index + 2 : index + 1)
      }
      isAtFieldStart =
        delimiter.map { byte == $0 }
        ?? (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ";"))
      index += 1
    }
    return isLast && start < bytes.count ? (bytes.count, bytes.count) : nil
  }
}
