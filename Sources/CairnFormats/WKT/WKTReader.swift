/// Reads geometries in well-known text, each on a line or on several.
///
/// ```swift
/// var reader = WKTReader()
/// reader.append(Array("POINT (8.54 47.37)\nSRID=4326;POINT (7.44 46.95)\n".utf8))
/// reader.finish()
/// while let feature = try reader.next() { print(feature.geometry?.wkt ?? "") }
/// ```
///
/// A geometry goes on over line breaks until its parentheses are closed. Blank lines are skipped.
/// One that is wrong is an error with line and byte, and the next call goes on with the next line
/// that begins with the word of a geometry, unless a collection is open. See
/// ``GeoFeature/Geometry/init(wkt:)`` for what is read.
public struct WKTReader: FeatureReader {
  /// What was left out so far though nothing is wrong with it: the names of reference systems that
  /// are WGS 84 within two metres.
  public private(set) var leftOut = LeftOut()

  private var lines = LineInput()
  private var record = WKTRecord()
  /// A line that begins another geometry while one is still open.
  private var waiting: Range<Int>?

  /// Makes a reader without input.
  public init() {}

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) {
    if let range = waiting {
      record.add(lines, range)
      waiting = nil
    }
    lines.append(piece)
  }

  /// Says that no more input comes.
  public mutating func finish() { lines.finish() }

  /// The next geometry as a feature without properties, or nil when the input so far holds no
  /// further whole one.
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
    do throws(ByteProblem) {
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
  /// The lines with a line feed between each two.
  private(set) var bytes: [UInt8] = []
  /// Where each line begins, and which it is.
  private var starts: [(index: Int, line: Int, byte: Int)] = []
  private var depth = 0
  /// Whether a parenthesis was opened, or the word for nothing stands at the end.
  private var isEnded = false
  private var beginsGeometry = false
  private var hasWord = false
  private var isCollection = false

  /// Whether a line that begins with a geometry cannot be a part of this one.
  var mayBeCut: Bool { hasWord && !isCollection }

  var isEmpty: Bool { starts.isEmpty }

  /// Whether all parentheses are closed; a line that begins with no geometry is one by itself.
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

  /// Whether a line begins with the word of a geometry or of a reference system.
  static func begins(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard let word = word(bytes, line) else { return false }
    return WKTParser.isKind(bytes, word) || bytes.matches("srid", in: word)
  }

  /// The first word of a line, behind a reference system if there is one.
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

  /// An error with the line and the byte of the input.
  func error(_ problem: ByteProblem) -> FormatError {
    let start = starts.last { $0.index <= problem.index } ?? (0, 0, 0)
    var error = FormatError(
      problem.reason, line: start.line, byte: start.byte + problem.index - start.index)
    error.endsInput = false
    return error
  }
}
