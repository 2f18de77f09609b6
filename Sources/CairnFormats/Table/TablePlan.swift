internal import CairnGeodesy
internal import CairnMemory

/// The mapping of the fields of a row to a feature.
internal struct TablePlan {
  /// The use of a field.
  internal enum Use {
    /// A part of the location only.
    case location
    /// The identifier of the feature.
    case identifier
    /// A property: a number if the text is a plain number.
    case value
    /// A property: always a string.
    case text
    /// A property that is omitted if the field is empty.
    case optionalText
    case optionalValue
    /// A property: an array or an object if the text is one in JSON, otherwise as ``value``.
    case structure
  }

  /// The properties of the readers that are arrays or objects, which tables have as JSON: values of
  /// vertices, links, elements of other vocabularies, folders, and those of Google Timeline.
  private static let structures: Set = [
    "coordTimes", "times", "coordinateProperties", "links", "extensions", "folder",
    "timelinePath", "visit", "placeVisit", "activity", "activitySegment",
  ]

  internal let reader: PlaceRowReader
  internal private(set) var uses: [Use]
  internal private(set) var names: [String]
  private let isVerbatim: Bool
  /// The columns of the requested properties; nil for all, and if one of them is not in the header.
  private var wanted: [Int]?
  /// The columns whose fields are omitted if they are empty.
  internal private(set) var optionalColumns: [Int] = []

  /// - Parameters:
  ///   - reader: parses the location of a row.
  ///   - isVerbatim: whether every field is kept as its text.
  init(_ reader: PlaceRowReader, isVerbatim: Bool) {
    self.reader = reader
    self.isVerbatim = isVerbatim
    names = reader.columns.propertyNames
    uses = Array(repeating: isVerbatim ? .text : .value, count: names.count)
    if isVerbatim { return }
    for column in names.indices where Self.structures.contains(names[column]) {
      uses[column] = .structure
    }
    switch reader.location {
    case .degrees(let latitude, let longitude):
      uses[latitude] = .location
      uses[longitude] = .location
    case .coordinate(let column) where reader.columns.notation != nil:
      // The reference states more than the position: it is kept as a property.
      uses[column] = .text
    case .coordinate(let column), .geometry(let column): uses[column] = .location
    }
    for column in reader.angles?.others ?? [] { uses[column] = .location }
    if let elevation = reader.elevation { uses[elevation] = .location }
  }

  /// Creates a plan for known columns.
  init(_ reader: PlaceRowReader, names: [String], uses: [Use]) {
    self.reader = reader
    self.names = names
    self.uses = uses
    isVerbatim = false
    optionalColumns = uses.indices.filter { [.optionalText, .optionalValue].contains(uses[$0]) }
  }

  /// Restricts the properties and names the places as requested.
  mutating func take(_ request: RowRequest) {
    if request.namesPlaces { namePlaces() }
    self.request(request.properties)
  }

  /// Renames the property with the place's name to `name`.
  ///
  /// A column already named `name` keeps it unless another column has the role.
  private mutating func namePlaces() {
    guard let column = reader.columns[.name], uses[column] == .value else { return }
    if let other = names.firstIndex(of: "name") {
      guard PlaceColumns.plain(reader.columns.names[column]) != "name" else { return }
      let free = (2...).first { !names.contains("name \($0)") } ?? 2
      names[other] = "name \(free)"
    }
    names[column] = "name"
  }

  /// Restricts the properties to the given names; nil for all.
  private mutating func request(_ properties: Set<String>?) {
    wanted = properties.flatMap { properties in
      // A name that is not in the header may refer to a field beyond it.
      guard properties.isSubset(of: names) else { return nil }
      return names.indices.filter {
        uses[$0] != .location && (uses[$0] == .identifier || properties.contains(names[$0]))
      }
    }
  }

  /// Whether a feature has the property of a column.
  func has(_ column: Int, _ feature: GeoFeature) -> Bool {
    feature.properties[names[column]] != nil
  }

  /// Creates the feature of a row.
  func feature(
    _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row, _ leftOut: inout LeftOut
  ) throws(FormatError) -> GeoFeature {
    var geometry = try reader.geometry(bytes, scanner, row, &leftOut)
    var elevation = reader.elevation
    if case .point(var position) = geometry, position.elevation == nil {
      position.elevation = reader.optionalNumber(reader.elevation, bytes, scanner, row)
      if position.elevation == nil, let column = reader.elevation,
        let field = scanner.field(column, of: row, in: bytes), reader.isWrongNumber(field, bytes)
      {
        leftOut.add(.height)
      }
      geometry = .point(position)
      if position.elevation != nil { elevation = nil }
    }
    var feature = GeoFeature(geometry: geometry)
    addProperties(of: row, to: &feature, bytes, scanner, elevation: elevation)
    return feature
  }

  /// Creates the feature of a row without a valid location, which has only the other properties.
  func featureWithoutPlace(
    _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row
  ) -> GeoFeature {
    var feature = GeoFeature(geometry: nil)
    addProperties(of: row, to: &feature, bytes, scanner, elevation: nil)
    return feature
  }

  /// Adds the properties of a row; `elevation` is the column of the elevation if it is a property.
  @inline(__always)
  private func addProperties(
    of row: RowScanner.Row, to feature: inout GeoFeature, _ bytes: UnsafeByteSpan,
    _ scanner: RowScanner, elevation: Int?
  ) {
    // The text of the geometry is not a property.
    let shape = reader.shape(of: row, bytes, scanner) == nil ? -1 : reader.shape
    if let wanted {
      for index in wanted where index < row.fieldCount && index != shape {
        take(index, bytes, scanner, row, &feature)
      }
      return
    }
    feature.properties.reserveCapacity(row.fieldCount)
    for index in 0..<row.fieldCount where index != shape {
      if index == elevation {
        keep(index, bytes, scanner, row, &feature)
      } else {
        take(index, bytes, scanner, row, &feature)
      }
    }
  }

  /// Keeps a text in the elevation column, or a number in the row of a line, as a property.
  @inline(never)
  private func keep(
    _ elevation: Int, _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row,
    _ feature: inout GeoFeature
  ) {
    guard elevation < names.count, let field = scanner.field(elevation, of: row, in: bytes) else {
      return
    }
    let value = value(field, isVerbatim ? .text : .value, bytes)
    if isVerbatim || value != .null { feature.properties.append(new: names[elevation], value) }
  }

  /// Adds a field of a row to its feature.
  @inline(__always)
  private func take(
    _ index: Int, _ bytes: UnsafeByteSpan, _ scanner: RowScanner, _ row: RowScanner.Row,
    _ feature: inout GeoFeature
  ) {
    let use = index < uses.count ? uses[index] : isVerbatim ? .text : .value
    guard use != .location, let field = scanner.field(index, of: row, in: bytes) else { return }
    let value = value(field, use, bytes)
    switch use {
    case .identifier: feature.identifier = value
    case .optionalText, .optionalValue:
      if value != .null { feature.properties.append(new: names[index], value) }
    case .structure: feature.properties.append(new: names[index], value.structureOfJSON)
    case .location, .value, .text:
      let name = index < names.count ? names[index] : "column \(index + 1)"
      feature.properties.append(new: name, value)
    }
  }

  internal func value(_ field: RowScanner.Field, _ use: Use, _ bytes: UnsafeByteSpan)
    -> PropertyValue
  {
    switch content(of: field, use, bytes) {
    case .null: .null
    case .integer(let number, _): .integer(number)
    case .number(let number, _): .number(number)
    case .text(let range): .string(bytes.text(in: range))
    case .doubledQuotes: .string(bytes.text(of: field))
    }
  }

  /// The content of a field, without creating a string.
  internal enum Content {
    case null
    /// A whole number and the range of its canonical text.
    case integer(Int, Range<Int>)
    /// A number and the range of its text.
    case number(Double, Range<Int>)
    case text(Range<Int>)
    /// A text that contains doubled quotes.
    case doubledQuotes
  }

  /// The content of a field.
  @inline(__always)
  internal func content(
    of field: RowScanner.Field, _ use: Use, _ bytes: UnsafeByteSpan
  ) -> Content {
    let range = bytes.trimmed(field)
    if field.isQuoted || isVerbatim {
      return field.hasDoubledQuotes ? .doubledQuotes : .text(range)
    }
    if range.isEmpty || reader.dialect.isNull(field, of: bytes) { return .null }
    if use == .text || use == .optionalText { return .text(range) }
    let first = bytes[range.lowerBound]
    guard first &- 48 < 10 || first == UInt8(ascii: "-") else { return .text(range) }
    switch PlainNumber.value(bytes, in: range) {
    case .integer(let number)?: return .integer(number, range)
    case .number(let number)?: return .number(number, range)
    default: return .text(range)
    }
  }
}

/// Recognizes texts that are certainly numbers and are preserved by conversion.
internal enum PlainNumber {
  /// The number; nil for texts with a plus sign or leading zeros, and for exponents or more digits
  /// than a double distinguishes unless the text is the form written for that number.
  static func value(_ bytes: UnsafeByteSpan, in range: Range<Int>) -> PropertyValue? {
    var index = range.lowerBound
    let end = range.upperBound
    if index < end, bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    while index < end, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    let digits = index - whole
    guard digits > 0, digits == 1 || bytes[whole] != UInt8(ascii: "0") else { return nil }
    if index == end {
      // Minus zero is not an integer.
      if range.count == 2, bytes[range.lowerBound] != bytes[whole], bytes[whole] == 0x30 {
        return nil
      }
      guard digits <= 19 else { return nil }
      var number: UInt64 = 0
      for place in whole..<end {
        number = number * 10 + UInt64(bytes[place] &- UInt8(ascii: "0"))
      }
      let isNegative = whole > range.lowerBound
      guard let magnitude = Int(exactly: number) else {
        return isNegative && number == Int.min.magnitude ? .integer(.min) : nil
      }
      return .integer(isNegative ? -magnitude : magnitude)
    }
    guard bytes[index] == UInt8(ascii: "."), end - index > 1, digits + end - index - 1 <= 15,
      (index + 1..<end).allSatisfy({ bytes[$0] &- UInt8(ascii: "0") < 10 })
    else { return writtenNumber(bytes, in: range) }
    return DecimalNumber.parse(bytes, in: range).map { .number($0) }
  }

  /// The number whose shortest text is the given one.
  private static func writtenNumber(_ bytes: UnsafeByteSpan, in range: Range<Int>) -> PropertyValue?
  {
    guard range.count <= 32, let number = DecimalNumber.parse(bytes, in: range) else { return nil }
    var text: [UInt8] = []
    guard text.append(shortest: number), text.count == range.count,
      zip(text, range).allSatisfy({ $0 == bytes[$1] })
    else { return nil }
    return .number(number)
  }

  /// Whether a text would be read as a number.
  static func isOne(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isDigit || first == UInt8(ascii: "-") else {
      return false
    }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeSpan { value($0, in: bytes.indices) } != nil
  }
}

extension PlaceColumns {
  /// The names of the properties, without those of the location columns.
  package var ownPropertyNames: [String] {
    let columns = Set(locationColumns)
    return propertyNames.enumerated().filter { !columns.contains($0.offset) }.map(\.element)
  }

  /// The columns whose fields become the position; a reference, such as a Plus code, stays a
  /// property.
  package var locationColumns: [Int] {
    let columns = (indices[.elevation].map { [$0] } ?? []) + (angles?.others ?? [])
    return switch location {
    case .degrees(let latitude, let longitude): columns + [latitude, longitude]
    case .coordinate where notation != nil: columns
    case .coordinate(let column), .geometry(let column): columns + [column]
    case nil: columns
    }
  }

  /// Whether the location is a number of degrees in each of two columns.
  package var hasPlainDegrees: Bool {
    if case .degrees? = location { angles == nil } else { false }
  }

  /// A unique property name for each column.
  package var propertyNames: [String] {
    var taken = Set(hasHeader ? names : [])
    var seen: Set<String> = []
    // The next number to try for each name, so that many equal names take linear time.
    var numbers: [String: Int] = [:]
    return names.indices.map { index in
      var name = hasHeader ? names[index] : ""
      if name.isEmpty { name = "column \(index + 1)" }
      guard !seen.insert(name).inserted else { return name }
      var number = numbers[name] ?? 2
      while !taken.insert("\(name) \(number)").inserted { number += 1 }
      numbers[name] = number + 1
      seen.insert("\(name) \(number)")
      return "\(name) \(number)"
    }
  }
}
