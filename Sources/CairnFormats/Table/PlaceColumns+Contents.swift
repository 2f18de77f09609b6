internal import CairnGeodesy
internal import CairnGrids
internal import CairnMemory

extension PlaceNotation {
  /// The content of a field whose text can only be a place.
  internal enum Content: Hashable {
    case degrees
    case reference(PlaceNotation)
  }

  /// The form in which a field contains a place, whatever the name of its column.
  ///
  /// A reference of MGRS needs a zone and squares of 100 m or less. Degrees need a symbol or the
  /// letters of both hemispheres, and minutes or three decimals of both numbers: `20° / 30°` may be
  /// temperatures, and `12N 5E` a township. Two plain numbers may be anything, and a geohash may be
  /// a word or a code.
  ///
  /// - Parameter text: the text of a field.
  /// - Returns: nil for any other text.
  internal static func content(of text: String) -> Content? {
    let text = text.trimmingBlanks
    guard 5...100 ~= text.utf8.count, text.utf8.contains(where: \.isDigit) else { return nil }
    if let found = try? GridReference(parsing: text) {
      switch found {
      case .plusCode: return .reference(.plusCode)
      case .utm: return .reference(.utm)
      case .mgrs(let square):
        return square.zone != nil && square.precision >= 3 ? .reference(.mgrs) : nil
      case .ups: return nil
      }
    }
    if text.hasPrefix("geo:") { return (try? Coordinate(parsing: text)).map { _ in .degrees } }
    let letters = text.uppercased().filter { "NSEW".contains($0) }
    // Links and times are not places.
    guard text.contains("°") || letters.count == 2 && !text.contains(":"),
      (try? Coordinate(parsing: text)) != nil
    else { return nil }
    let numbers = text.split { !$0.isNumber && $0 != "." }
    let isPrecise = numbers.allSatisfy { number in
      number.firstIndex(of: ".").map { number[$0...].count > 3 } ?? false
    }
    return numbers.count > 2 || isPrecise ? .degrees : nil
  }
}

extension PlaceColumns {
  /// Whether the first rows have to decide which column is the location, or whether the chosen one
  /// contains geohashes, according to the header and the columns chosen for roles.
  internal func needsRows(_ overrides: [Role: String]) -> Bool {
    guard pairNames.isEmpty, missingChoices.isEmpty else { return false }
    if overrides[.coordinate] != nil, case .coordinate(let column)? = location {
      let isKnown = hasHeader && Role.coordinate.rank(Self.plain(names[column])) != nil
      return notation == nil && !isKnown
    }
    let isChosen = [Role.latitude, .longitude, .coordinate, .geometry].contains {
      overrides[$0] != nil
    }
    guard hasHeader, !isChosen else { return false }
    switch location {
    case nil: return true
    case .coordinate(let column): return notationColumns.contains { $0.column != column }
    case .degrees, .geometry: return false
    }
  }

  /// The columns whose names state a notation, the first choice first.
  private var notationColumns: [(column: Int, notation: PlaceNotation)] {
    let found = names.map { PlaceNotation(columnName: Self.plain($0)) }
    return PlaceNotation.allCases.flatMap { notation in
      found.indices.filter { found[$0] == notation }.map { ($0, notation) }
    }
  }

  /// Uses the only column that states a place unmistakably in all first rows as the location, or
  /// recognizes the geohashes of the chosen column.
  ///
  /// If a column such as `location` has other texts in the first rows, or a column of references
  /// has none, the next column of references is used. Empty fields are ignored.
  ///
  /// - Parameters:
  ///   - rows: the fields of the first rows after the header.
  ///   - isChosen: whether the column with both coordinates was chosen.
  internal mutating func takeLocation(of rows: [[String]], isChosen: Bool) {
    func texts(_ column: Int) -> [String] {
      rows.compactMap { $0.indices.contains(column) ? $0[column] : nil }
        .filter { !$0.trimmingBlanks.isEmpty }
    }
    if isChosen {
      guard let column = indices[.coordinate] else { return }
      let texts = texts(column)
      // A minority of bad fields does not decide.
      if 2 * texts.count(where: PlaceNotation.isGeohash) > texts.count { notation = .geohash }
      return
    }
    if let column = indices[.coordinate] {
      if texts(column).contains(where: { Self.isPlace($0, notation) }) { return }
      let other = notationColumns.first { other in
        other.column != column && texts(other.column).contains { Self.isPlace($0, other.notation) }
      }
      if let other { use(other.column, .reference(other.notation)) }
      return
    }
    let found = names.indices.compactMap { column in
      content(of: column, texts(column)).map { (column: column, content: $0) }
    }
    guard found.count == 1 else { return }
    use(found[0].column, found[0].content)
  }

  /// Whether a text of a column with both coordinates is a place in any form.
  private static func isPlace(_ text: String, _ notation: PlaceNotation?) -> Bool {
    if (try? PlaceNotation.coordinate(text, notation)) ?? nil != nil { return true }
    return notation == nil
      && ((try? Coordinate(parsing: text)) != nil || (try? GeoFeature.Geometry(wkt: text)) != nil
        || GeoJSONText.recognizes(text))
  }

  /// The form in which all of some texts of a column contain a place; nil if one does not, or if
  /// the name of the column is one of numbers of something else.
  private func content(of column: Int, _ texts: [String]) -> PlaceNotation.Content? {
    guard !Self.identifierNames.contains(Self.plain(names[column])) else { return nil }
    var contents: Set<PlaceNotation.Content> = []
    for text in texts {
      guard let content = PlaceNotation.content(of: text) else { return nil }
      contents.insert(content)
    }
    return contents.count == 1 ? contents.first : nil
  }

  /// The names of columns of identifiers, which may look like references of a grid.
  private static let identifierNames: Set<String> = [
    "id", "ids", "identifier", "uid", "uuid", "guid", "key", "serial", "serialnumber", "serialno",
    "sn", "account", "accountnumber", "acct", "number", "no", "nr", "num", "sku", "item", "itemno",
    "part", "partnumber", "partno", "product", "model", "batch", "lot", "order", "ordernumber",
    "invoice", "tracking", "trackingnumber", "vin", "plate", "license", "ticket", "token", "hash",
    "checksum", "phone", "barcode", "isbn", "iban",
  ]

  /// Uses a column that states a place as the location.
  internal mutating func use(_ column: Int, _ content: PlaceNotation.Content) {
    indices[.coordinate] = column
    if case .reference(let found) = content { notation = found }
    if indices[.name] == column { indices[.name] = nil }
  }

  /// Uses a column of another notation, if no column contains degrees.
  internal mutating func takeNotation(_ plain: [String], _ isChosen: Set<Role>) {
    if isChosen.contains(.coordinate) {
      notation = indices[.coordinate].flatMap { PlaceNotation(columnName: plain[$0]) }
      return
    }
    guard location == nil, pairNames.isEmpty,
      isChosen.isDisjoint(with: [.latitude, .longitude, .geometry])
    else { return }
    if let first = notationColumns.first { use(first.column, .reference(first.notation)) }
  }
}

extension TableDialect {
  /// The number of first rows that decide what a column contains.
  private static let sampleRowCount = 20

  /// Lets the first rows of a table decide which column is the location, if its header does not.
  ///
  /// - Parameters:
  ///   - columns: the columns recognized from the first row.
  ///   - overrides: the columns for chosen roles.
  ///   - bytes: the table from its first row on.
  ///   - isFinished: whether that is the whole table.
  /// - Returns: false if more bytes are needed.
  /// - Complexity: O(`sampleSize`), and a first row.
  internal func complete(
    _ columns: inout PlaceColumns, _ overrides: [PlaceColumns.Role: String],
    from bytes: UnsafeByteSpan, isFinished: Bool
  ) -> Bool {
    guard columns.needsRows(overrides) else { return true }
    let sample = bytes.prefix(min(bytes.count, Self.sampleSize))
    let isWhole = isFinished && sample.count == bytes.count
    var reader = CSVReader(
      (0..<sample.count).map { sample[$0] }, scanner: scanner(), isFinished: isWhole)
    var rows: [[String]] = []
    while rows.count <= Self.sampleRowCount, (try? reader.next()) == true {
      rows.append((0..<reader.fieldCount).map { reader.text($0) })
    }
    let isEnough = isFinished || sample.count == Self.sampleSize
    if columns.hasHeader, !rows.isEmpty { rows.removeFirst() }
    let isChosen = overrides[.coordinate] != nil
    if isChosen, let column = columns[.coordinate], let first = rows.first,
      first.indices.contains(column), (try? Coordinate(parsing: first[column])) != nil,
      !PlaceNotation.isGeohash(first[column])
    {
      // The column is decided; the rows of a pipe need not wait for more.
      return true
    }
    guard isEnough || rows.count >= Self.sampleRowCount else { return false }
    columns.takeLocation(of: rows, isChosen: isChosen)
    return true
  }
}
