internal import CairnGeodesy
internal import CairnMemory

/// What becomes of each field of a row when the row becomes a feature.
internal struct TablePlan {
  /// What a field is for.
  internal enum Use {
    /// It says where the place is, and nothing else.
    case location
    /// It names the feature.
    case identifier
    /// A property that is a number where its text is a plain one.
    case value
    /// A property that is text whatever it looks like.
    case text
    /// A property that is not there where the field is empty.
    case optionalText
    case optionalValue
  }

  private let reader: PlaceRowReader
  private var uses: [Use]
  private let names: [String]
  private let isVerbatim: Bool

  /// - Parameters:
  ///   - reader: takes the place out of a row.
  ///   - isVerbatim: whether every field is kept as text as it stands.
  init(_ reader: PlaceRowReader, isVerbatim: Bool) {
    self.reader = reader
    self.isVerbatim = isVerbatim
    names = reader.columns.propertyNames
    uses = Array(repeating: isVerbatim ? .text : .value, count: names.count)
    if isVerbatim { return }
    switch reader.location {
    case .degrees(let latitude, let longitude):
      uses[latitude] = .location
      uses[longitude] = .location
    case .coordinate(let column), .geometry(let column): uses[column] = .location
    }
    if let elevation = reader.elevation { uses[elevation] = .location }
  }

  /// A plan for columns that are known.
  init(_ reader: PlaceRowReader, names: [String], uses: [Use]) {
    self.reader = reader
    self.names = names
    self.uses = uses
    isVerbatim = false
  }

  /// The feature of a row.
  func feature(
    _ bytes: ByteWindow, _ scanner: RowScanner, _ row: RowScanner.Row, _ leftOut: inout LeftOut
  ) throws(FormatError) -> GeoFeature {
    var geometry = try reader.geometry(bytes, scanner, row, &leftOut)
    if case .point(var position) = geometry, position.elevation == nil {
      position.elevation = reader.optionalNumber(reader.elevation, bytes, scanner, row)
      geometry = .point(position)
    }
    var feature = GeoFeature(geometry: geometry)
    feature.properties.reserveCapacity(row.fieldCount)
    for index in 0..<row.fieldCount {
      guard let field = scanner.field(index, of: row, in: bytes) else { break }
      let use = index < uses.count ? uses[index] : isVerbatim ? .text : .value
      if use == .location { continue }
      let value = value(field, use, bytes)
      switch use {
      case .identifier: feature.identifier = value
      case .optionalText, .optionalValue:
        if value != .null { feature.properties.append(new: names[index], value) }
      case .location, .value, .text:
        let name = index < names.count ? names[index] : "column \(index + 1)"
        feature.properties.append(new: name, value)
      }
    }
    return feature
  }

  private func value(_ field: RowScanner.Field, _ use: Use, _ bytes: ByteWindow) -> PropertyValue {
    if isVerbatim { return .string(bytes.text(of: field)) }
    if field.isQuoted { return .string(bytes.text(of: field)) }
    let range = bytes.trimmed(field)
    if range.isEmpty || reader.dialect.isNull(field, of: bytes) { return .null }
    if use == .text || use == .optionalText { return .string(bytes.text(in: range)) }
    return PlainNumber.value(bytes, in: range) ?? .string(bytes.text(in: range))
  }
}

/// Text that is surely meant as a number, and that the number says as well as the text.
internal enum PlainNumber {
  /// The number, or nil for what has a plus sign or leading zeros, and for an exponent or more
  /// digits than a double tells apart unless they are what is written for that very number.
  static func value(_ bytes: ByteWindow, in range: Range<Int>) -> PropertyValue? {
    var index = range.lowerBound
    let end = range.upperBound
    if index < end, bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    while index < end, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    let digits = index - whole
    guard digits > 0, digits == 1 || bytes[whole] != UInt8(ascii: "0") else { return nil }
    if index == end {
      // Minus zero is no whole number.
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

  /// The number whose shortest text this is.
  private static func writtenNumber(_ bytes: ByteWindow, in range: Range<Int>) -> PropertyValue? {
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
    return bytes.withWindow { value($0, in: bytes.indices) } != nil
  }
}

extension PlaceColumns {
  /// A name for the property of each column; no two are the same.
  internal var propertyNames: [String] {
    var taken = Set(hasHeader ? names : [])
    var seen: Set<String> = []
    return names.indices.map { index in
      var name = hasHeader ? names[index] : ""
      if name.isEmpty { name = "column \(index + 1)" }
      guard !seen.insert(name).inserted else { return name }
      var number = 2
      while !taken.insert("\(name) \(number)").inserted { number += 1 }
      seen.insert("\(name) \(number)")
      return "\(name) \(number)"
    }
  }
}
