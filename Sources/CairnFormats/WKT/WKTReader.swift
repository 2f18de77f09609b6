/// Reads geometries in well-known text, each on one or several lines.
///
/// ```swift
/// var reader = WKTReader()
/// reader.append(Array("POINT (8.54 47.37)\nSRID=4326;POINT (7.44 46.95)\n".utf8))
/// reader.finish()
/// while let feature = try reader.next() { print(feature.geometry?.wkt ?? "") }
/// ```
///
/// A geometry continues over line breaks until its parentheses are closed. Blank lines are skipped.
/// A malformed geometry is an error with line and byte, and the next call continues with the next
/// line that starts with a geometry keyword, unless a collection is open. See
/// ``GeoFeature/Geometry/init(wkt:)`` for the supported syntax.
public struct WKTReader: FeatureReader {
  /// Counts of valid content omitted so far: reference systems that differ from WGS 84 by at
  /// most two meters.
  public private(set) var leftOut = LeftOut()

  private var lines = LineInput()
  private var record = WKTRecord()
  /// A line that starts another geometry while one is still open.
  private var waiting: Range<Int>?

  /// Creates a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) {
    if let range = waiting {
      record.add(lines, range)
      waiting = nil
    }
    lines.append(piece)
  }

  /// Marks the end of the input.
  public mutating func finish() { lines.finish() }

  /// Returns the next geometry as a feature without properties, or nil if the input so far contains
  /// no further complete one.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    while true {
      if record.isComplete { return try feature() }
      var range = waiting
      waiting = nil
      if range == nil { range = try lines.next() }
      guard let range else {
        guard lines.isAtEnd, !record.isEmpty else { return nil }
        return try feature()
      }
      if record.mayBeCut, WKTRecord.begins(lines.bytes, range) {
        waiting = range
        return try feature()
      }
      record.add(lines, range)
      guard record.bytes.count <= lines.limit else {
        record = WKTRecord()
        throw FormatError(.recordTooLong(limit: lines.limit), line: lines.line)
      }
    }
  }

  private mutating func feature() throws(FormatError) -> GeoFeature {
    let record = record
    self.record = WKTRecord()
    do throws(ByteParseError) {
      let bytes = record.bytes
      return GeoFeature(
        geometry: try WKTParser.geometry(bytes, in: bytes.indices, &leftOut))
    } catch {
      throw record.error(error)
    }
  }
}

/// The lines of one geometry.
private struct WKTRecord {
  /// The lines, separated by line feeds.
  private(set) var bytes: [UInt8] = []
  /// The start of each line, its number, and its offset in the input.
  private var starts: [(index: Int, line: Int, byte: Int)] = []
  private var depth = 0
  /// Whether a parenthesis was opened, or the text ends with `EMPTY`.
  private var isEnded = false
  private var beginsGeometry = false
  private var hasWord = false
  private var isCollection = false

  /// Whether a line that starts with a geometry keyword cannot be part of this geometry.
  var mayBeCut: Bool { hasWord && !isCollection }

  var isEmpty: Bool { starts.isEmpty }

  /// Whether all parentheses are closed; a line that does not start with a geometry keyword is
  /// complete by itself.
  var isComplete: Bool { !isEmpty && (!beginsGeometry || isEnded && depth <= 0) }

  mutating func add(_ lines: LineInput, _ range: Range<Int>) {
    if isEmpty {
      beginsGeometry = Self.begins(lines.bytes, range)
    } else {
      bytes.append(0x0A)
    }
    if !hasWord, let word = Self.word(lines.bytes, range), WKTParser.isKind(lines.bytes, word) {
      hasWord = true
      isCollection =
        word.count >= 18 && lines.bytes.matches("geometrycollection", in: word.prefix(18))
    }
    starts.append((bytes.count, lines.line, lines.byte(at: range.lowerBound)))
    bytes.append(contentsOf: lines.bytes[range])
    for byte in lines.bytes[range] {
      if byte == UInt8(ascii: "(") {
        depth += 1
        isEnded = true
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
      }
    }
    let end = range.suffix(5)
    if depth == 0, lines.bytes.matches("empty", in: end) { isEnded = true }
  }

  /// Whether a line starts with the keyword of a geometry or of a reference system.
  static func begins(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard let word = word(bytes, line) else { return false }
    return WKTParser.isKind(bytes, word) || bytes.matches("srid", in: word)
  }

  /// The first word of a line, after the reference system if there is one.
  private static func word(_ bytes: [UInt8], _ line: Range<Int>) -> Range<Int>? {
    var start = line.lowerBound
    var end = start
    while end < line.upperBound, bytes[end].isLetter { end += 1 }
    if bytes.matches("srid", in: start..<end),
      let mark = bytes[line].firstIndex(of: UInt8(ascii: ";"))
    {
      start = mark + 1
      while start < line.upperBound, bytes[start].isBlank { start += 1 }
      if start == line.upperBound { return line.lowerBound..<end }
      end = start
      while end < line.upperBound, bytes[end].isLetter { end += 1 }
    }
    return start < end ? start..<end : nil
  }

  /// Creates an error with the line and byte of the input.
  func error(_ problem: ByteParseError) -> FormatError {
    let start = starts.last { $0.index <= problem.index } ?? (0, 0, 0)
    var error = FormatError(
      problem.reason, line: start.line, byte: start.byte + problem.index - start.index)
    error.endsInput = false
    return error
  }
}
