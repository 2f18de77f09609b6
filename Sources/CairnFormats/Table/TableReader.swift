internal import CairnMemory

/// Reads the rows of a table of separated values as features.
///
/// The columns that say where a place is become its geometry, all others its properties, in order
/// and under their names. How the table is written and which columns are which is found out as by
/// ``PlaceTable``; a column of well-known text may hold any geometry.
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
/// - A field without quotes that is a plain number of up to 15 digits, a whole one of 64 bits, or
///   what a ``TableWriter`` writes for any other number is a number, without leading zeros or a
///   plus sign; every other field is a text. An empty field, and
///   with tabs between the fields `\N`, is null.
/// - A column without a name is called by its number, as `column 3`; of columns with the same name
///   the later ones get a number, as `name 2`. Fields beyond the header are called by their
///   number, too, and fields that a short row lacks are no properties.
/// - After a bad row the next call goes on with the next one.
public struct TableReader: FeatureReader {
  /// The columns, as soon as the first row is known.
  public private(set) var columns: PlaceColumns?

  private let delimiter: UInt8?
  private let hasHeader: Bool?
  private let overrides: [PlaceColumns.Role: String]
  private let isVerbatim: Bool

  /// How the input is written, as far as it has come; UTF-8 while it is ASCII.
  public var encoding: TextEncoding { rows?.encoding ?? decoder.encoding }

  /// What was left out so far though nothing is wrong with it: measures of well-known text.
  public private(set) var leftOut = LeftOut()

  /// The rows so far that have more fields than the header.
  public private(set) var longRows = LongRows()

  /// What arrives before the first row is whole.
  private var start: [UInt8] = []
  private var decoder = TextDecoder()
  /// How much of it has been looked at in vain.
  private var startLength = 0
  internal var rows: CSVReader?
  internal private(set) var plan: TablePlan?
  /// The names of the columns as keys of JSON, once they are needed.
  internal var keys = TextColumn()
  /// How many rows were passed over, since their points are not wanted.
  internal private(set) var passedCount = 0
  /// What is wanted of the rows that come.
  internal var wish = RowWish() { didSet { plan?.want(wish.properties) } }
  /// How many fields the longest row so far has, and which columns have been empty so far of those
  /// that are a property only where they are not.
  private var widest = 0
  private var unseen: [Int]?
  private var isFinished = false
  private var hasFailed = false

  /// Makes a reader without input.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between fields, or nil to find out.
  ///   - hasHeader: whether the first row names the columns; nil to find out: one with numbers
  ///     in the place of a latitude and a longitude does not.
  ///   - columns: columns chosen by name or by number, in place of what would be recognised.
  ///   - verbatim: takes every field as text as it stands, those of the place, too, so that a
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

  /// Makes a reader of a table that is known.
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

  /// Says that no more input comes, so that a last row needs no line break.
  public mutating func finish() {
    if rows == nil, !isFinished { start += decoder.finish() }
    isFinished = true
    rows?.finish()
  }

  /// The feature of the next row, or nil when the input so far holds no further whole one.
  ///
  /// - Throws: ``FormatError`` for a row without a valid place, which costs that row alone; for a
  ///   table without a row or without columns for the place, and a quote that is never closed,
  ///   which end the input.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    guard try begin() else { return nil }
    if wish.sieve != nil { passOver() }
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
    let feature = try rows.withRow { bytes, scanner, row throws(FormatError) in
      try plan.feature(bytes, scanner, row, &passed)
    }
    if wish.sieve != nil {
      widest = max(widest, rows.fieldCount)
      if unseen?.isEmpty == false { unseen?.removeAll { plan.has($0, feature) } }
    }
    return feature
  }

  /// Passes over the next rows whose points are not wanted.
  private mutating func passOver() {
    guard let sieve = wish.sieve, let plan else { return }
    let unseen = unseen ?? plan.optionalColumns
    self.unseen = unseen
    let widest = widest
    passedCount +=
      rows?.takePlainRows(plan.reader, width: widest) { row, place in
        !sieve.accepts(place) && !unseen.contains { row.hasText(in: $0) }
          && !row.hasOddElevation(plan.reader)
      } ?? 0
  }

  /// Looks at the first row as soon as it is whole.
  private mutating func begin() throws(FormatError) -> Bool {
    if rows != nil { return true }
    // A look costs the whole start, so it is worth it only when much has come.
    guard !hasFailed, isFinished || start.count >= 2 * startLength || decoder.problem != nil else {
      return false
    }
    startLength = start.count
    do throws(FormatError) {
      let found = try start.withWindow { bytes throws(FormatError) in
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
      plan?.want(wish.properties)
      var rows = CSVReader(
        start, scanner: found.dialect.scanner(), decoder: decoder, isFinished: isFinished)
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
  /// The same error, behind which nothing can be read.
  internal var endingInput: FormatError {
    var error = self
    error.endsInput = true
    return error
  }
}

extension TableReader: WishingReader {}
