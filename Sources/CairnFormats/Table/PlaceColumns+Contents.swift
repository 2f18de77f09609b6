internal import CairnGeodesy
internal import CairnGrids
internal import CairnMemory

extension PlaceNotation {
  /// The content of a field whose text can only be a place.
  internal enum Content: Hashable {
    /// Degrees; certain with a symbol, letters of hemispheres, or three decimals of each number.
    case degrees(isCertain: Bool)
    case reference(PlaceNotation)
  }

  /// How a field states a place, whatever its column is called.
  ///
  /// A reference of MGRS needs a zone and squares of 100 m or less. A geohash may be a word or a
  /// code, so it does not count.
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
    let isURI = text.hasPrefix("geo:")
    // Links and times are not places.
    guard isURI || text.contains("°") || !text.contains(":"),
      (try? Coordinate(parsing: text)) != nil
    else { return nil }
    let letters = text.uppercased().filter { "NSEW".contains($0) }
    if isURI || text.contains("°") || letters.count == 2 { return .degrees(isCertain: true) }
    let decimals = text.split { !$0.isNumber && $0 != "." }.map { part in
      part.firstIndex(of: ".").map { part[$0...].count - 1 } ?? 0
    }
    guard decimals.count == 2, decimals.allSatisfy({ $0 > 0 }) else { return nil }
    return .degrees(isCertain: decimals.allSatisfy { $0 >= 3 })
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
    return hasHeader && location == nil
      && [Role.latitude, .longitude, .coordinate, .geometry].allSatisfy { overrides[$0] == nil }
  }

  /// Uses the only column that states a place unmistakably in all first rows as the location, or
  /// recognizes the geohashes of the chosen column.
  ///
  /// Empty fields are ignored.
  ///
  /// - Parameter rows: the fields of the first rows after the header.
  internal mutating func takeLocation(of rows: [[String]]) {
    func texts(_ column: Int) -> [String] {
      rows.compactMap { $0.indices.contains(column) ? $0[column] : nil }
        .filter { !$0.trimmingBlanks.isEmpty }
    }
    if let column = indices[.coordinate] {
      let isGeohash = texts(column).allSatisfy { PlaceNotation.isGeohash($0) }
      if isGeohash, !texts(column).isEmpty { notation = .geohash }
      return
    }
    let found = names.indices.compactMap { column in
      content(of: texts(column)).map { (column: column, content: $0) }
    }
    guard found.count == 1 else { return }
    use(found[0].column, found[0].content)
  }

  /// How all of some texts state a place; nil if one does not, or if they are not certain.
  private func content(of texts: [String]) -> PlaceNotation.Content? {
    var contents: Set<PlaceNotation.Content> = []
    for text in texts {
      guard let content = PlaceNotation.content(of: text) else { return nil }
      contents.insert(content)
    }
    if contents.contains(.degrees(isCertain: true)) { contents.remove(.degrees(isCertain: false)) }
    return contents.count == 1 && contents.first != .degrees(isCertain: false)
      ? contents.first : nil
  }

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
    let found = plain.map { PlaceNotation(columnName: $0) }
    for notation in [PlaceNotation.mgrs, .utm, .plusCode, .geohash] {
      guard let column = found.firstIndex(of: notation) else { continue }
      return use(column, .reference(notation))
    }
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
    if let column = columns[.coordinate], let first = rows.first, first.indices.contains(column),
      !PlaceNotation.isGeohash(first[column])
    {
      // The column is decided; the rows of a pipe need not wait for more.
      return true
    }
    guard isEnough || rows.count >= Self.sampleRowCount else { return false }
    columns.takeLocation(of: rows)
    return true
  }
}
