internal import CairnMemory

/// Reads the rows of a table of separated values as features.
///
/// The location columns become the geometry, all others the properties, in order and with their
/// names. The dialect and the columns are detected as by ``PlaceTable``; a column of well-known
/// text may contain any geometry.
///
/// ```swift
/// var reader = TableReader()
/// reader.append(Array("id,title,lat,lon\n007,Zugspitze,47.421,10.985\n".utf8))
/// reader.finish()
/// let feature = try reader.next()
/// feature?.properties["title"]?.text   // "Zugspitze"
/// feature?.properties["id"]?.text      // "007", a number would lose the zeros
/// ```
///
/// - An unquoted field becomes a number if it is a plain number of up to 15 digits, a whole number
///   of 64 bits, or the form in which a ``TableWriter`` writes any other number, without leading
///   zeros or a plus sign; every other field is a string. An empty field is null, and so is `\N` in
///   a tab-separated table.
/// - A column without a name is named by its number, such as `column 3`; repeated column names get
///   a number, such as `name 2`. Fields beyond the header are also named by their number, and
///   fields missing from a short row are not properties.
/// - A line `sep=;`, comments (`#`), titles and blank rows before the first row are skipped, and
///   counted in ``leftOut``.
/// - After a bad row the next call continues with the next row.
public struct TableReader: FeatureReader {
  /// The columns, once the first row is known.
  public private(set) var columns: PlaceColumns?

  private let delimiter: UInt8?
  private let hasHeader: Bool?
  private let overrides: [PlaceColumns.Role: String]
  private let isVerbatim: Bool

  /// The text encoding detected so far; UTF-8 while the input is ASCII.
  public var encoding: TextEncoding { rows?.encoding ?? decoder.encoding }

  /// Counts of valid content omitted so far: reference systems near WGS 84, elevations that are not
  /// numbers, and lines before the first row.
  public private(set) var leftOut = LeftOut()

  /// The rows so far that have more fields than the header.
  public private(set) var longRows = LongRows()

  /// The input buffered until the first row is complete.
  private var start: [UInt8] = []
  private var decoder = TextDecoder()
  /// The length of the buffered input that was examined without success.
  private var startLength = 0
  internal var rows: CSVReader?
  internal private(set) var plan: TablePlan?
  /// The names of the columns as JSON keys, created when needed.
  internal var keys = TextColumn()
  /// The number of rows skipped on request.
  internal private(set) var passedCount = 0
  /// The rows and properties that are needed.
  internal var request = RowRequest() { didSet { plan?.take(request) } }
  /// The number of fields of the longest row so far, and the optional columns that have been empty
  /// so far.
  private var widest = 0
  private var unseen: [Int]?
  private var isFinished = false
  private var hasFailed = false
  /// Whether the row read last has no valid location.
  private var hasBadLocation = false

  /// Creates a reader without input.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between fields, or nil to detect it.
  ///   - hasHeader: whether the first row is a header; nil to detect it: a row with numbers in the
  ///     columns of the latitude and longitude is not a header.
  ///   - columns: the columns for chosen roles, by name or number, instead of those recognized by
  ///     name.
  ///   - verbatim: keeps every field as its text, including those of the location, so that a
  ///     ``TableWriter`` with the same columns writes the same bytes.
  public init(
    delimiter: UInt8? = nil, hasHeader: Bool? = nil, columns: [PlaceColumns.Role: String] = [:],
    verbatim: Bool = false
  ) {
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    overrides = columns
    isVerbatim = verbatim
  }

  /// Creates a reader for a table with known columns.
  internal init(_ columns: PlaceColumns, _ dialect: TableDialect, _ plan: TablePlan) {
    self.init(delimiter: dialect.delimiter, hasHeader: columns.hasHeader)
    self.columns = columns
    self.plan = plan
    rows = CSVReader(scanner: dialect.scanner(), isFinished: false)
  }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) {
    if rows == nil {
      start += decoder.decode(piece)
    } else {
      rows?.append(piece)
    }
  }

  /// Marks the end of the input; the last row needs no line break.
  public mutating func finish() {
    if rows == nil, !isFinished { start += decoder.finish() }
    isFinished = true
    rows?.finish()
  }

  /// Returns the feature of the next row, or nil if the input so far contains no further complete
  /// one.
  ///
  /// - Throws: ``FormatError`` for a row without a valid location, which affects only that row.
  ///   Errors that end the input: a table without rows or without location columns, and an unclosed
  ///   quote.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    hasBadLocation = false
    guard try begin() else { return nil }
    if request.area != nil { passOver() }
    guard try rows?.next() == true, let rows, let plan else { return nil }
    var passed = LeftOut()
    defer { if !passed.isEmpty { leftOut.add(passed) } }
    let columns = plan.reader.columns
    if columns.hasHeader, rows.fieldCount > columns.names.count {
      let isLong = rows.withRow { bytes, scanner, row in
        scanner.hasText(behind: columns.names.count, row, in: bytes)
      }
      if isLong { longRows.add(line: rows.line) }
    }
    hasBadLocation = true
    let feature = try rows.withRow { bytes, scanner, row throws(FormatError) in
      try plan.feature(bytes, scanner, row, &passed)
    }
    hasBadLocation = false
    if request.area != nil {
      widest = max(widest, rows.fieldCount)
      if unseen?.isEmpty == false { unseen?.removeAll { plan.has($0, feature) } }
    }
    return feature
  }

  /// The properties of the row read last if it has no valid location; otherwise nil.
  internal var rowWithoutPlace: GeoFeature? {
    guard hasBadLocation, let plan else { return nil }
    return rows?.withRow { bytes, scanner, row in plan.featureWithoutPlace(bytes, scanner, row) }
  }

  /// Skips the next rows outside of the requested area.
  private mutating func passOver() {
    guard let area = request.area, let plan else { return }
    let unseen = unseen ?? plan.optionalColumns
    self.unseen = unseen
    let widest = widest
    passedCount +=
      rows?.forEachPlainRow(plan.reader, width: widest) { row, place in
        !area.accepts(place) && !unseen.contains { row.hasText(in: $0) }
          && !row.hasNonnumericElevation(plan.reader)
      } ?? 0
  }

  /// Examines the first row once it is complete.
  private mutating func begin() throws(FormatError) -> Bool {
    if rows != nil { return true }
    // Each attempt scans the whole buffer, so it waits until the buffer has doubled.
    guard !hasFailed, isFinished || start.count >= 2 * startLength || decoder.problem != nil else {
      return false
    }
    startLength = start.count
    do throws(FormatError) {
      let found = try start.withUnsafeSpan { bytes throws(FormatError) in
        try TableStart.find(
          bytes, isFinished: isFinished, delimiter: delimiter, hasHeader: hasHeader,
          overrides: overrides)
      }
      guard let found else {
        if let problem = decoder.problem { throw problem }
        guard start.count <= Self.startLimit else {
          throw FormatError(.recordTooLong(limit: Self.startLimit), line: 1)
        }
        return false
      }
      let reader = try PlaceRowReader(found.columns, found.dialect, line: found.line)
      columns = found.columns
      plan = TablePlan(reader, isVerbatim: isVerbatim)
      plan?.take(request)
      leftOut.add(.lineBefore, found.preamble.textLineCount)
      var rows = CSVReader(
        Array(start.dropFirst(found.preamble.length)),
        scanner: found.dialect.scanner(firstLine: found.preamble.lineCount + 1), decoder: decoder,
        isFinished: isFinished, droppedCount: found.preamble.length)
      start = []
      if found.columns.hasHeader { _ = try rows.next() }
      self.rows = rows
      return true
    } catch {
      hasFailed = true
      start = []
      throw error.endingInput
    }
  }

  private static let startLimit = CSVReader.defaultRecordLimit
}

extension FormatError {
  /// The same error, marked as one that ends the input.
  internal var endingInput: FormatError {
    var error = self
    error.endsInput = true
    return error
  }
}

extension TableReader {
  /// The byte between two fields; nil before the first row has been read.
  package var fieldDelimiter: UInt8? { rows?.delimiter }

  /// Not public API: the reader itself.
  public var _table: TableReader? { self }

  /// Not public API: changes the reader in place.
  public mutating func _withTable<Result>(_ body: (inout TableReader) -> Result) -> Result? {
    body(&self)
  }
}
