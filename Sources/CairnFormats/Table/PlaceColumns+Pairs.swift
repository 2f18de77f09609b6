internal import CairnGeodesy
internal import CairnMemory

extension PlaceColumns {
  /// A column of latitudes and the corresponding column of longitudes.
  internal struct Pair: Hashable, Sendable {
    let latitude: Int
    let longitude: Int
  }

  /// The pairs whose names differ only by the words for latitude and longitude: `start_lat` and
  /// `start_lng`, `GPSLatitude` and `GPSLongitude`, `lat_to` and `lon_to`.
  ///
  /// - Parameter names: the names, in the form of ``plain(_:)``.
  /// - Returns: the pairs in the order of their latitudes.
  /// - Complexity: O(names).
  internal static func pairs(_ names: [String]) -> [Pair] {
    let plain = names.map(ColumnSpelling.corrected)
    var numbers: [String: Int] = [:]
    for (number, name) in plain.enumerated() where numbers[name] == nil { numbers[name] = number }
    return plain.indices.compactMap { latitude in
      guard plain[latitude].utf8.count <= 100 else { return nil }
      return longitudeNames(plain[latitude]).lazy.compactMap { numbers[$0] }.first
        .map { Pair(latitude: latitude, longitude: $0) }
    }
  }

  /// The names of columns of longitudes that correspond to a column of latitudes.
  private static func longitudeNames(_ latitude: String) -> [String] {
    ["latitude", "lat"].flatMap { word in
      ColumnSpelling.ranges(of: word, in: latitude).flatMap { range in
        ["longitude", "lon", "lng", "long"].map {
          latitude[..<range.lowerBound] + $0 + latitude[range.upperBound...]
        }
      }
    }
  }

  /// Determines the columns of a table from its first row, which is a header or contains a place.
  ///
  /// The first row is not a header if there are numbers in the location columns: in the chosen
  /// columns, or in two columns that can be a latitude and a longitude, one of them with a
  /// fraction. The latitude is the first of the two unless it is beyond 90 degrees and the other
  /// one is not. The first text of such a row is the name.
  ///
  /// - Parameters:
  ///   - fields: the fields of the first row.
  ///   - commaIsPoint: whether numbers may have a decimal comma.
  ///   - hasHeader: whether the row is a header; nil to detect it.
  ///   - overrides: the columns for chosen roles, by name or by number.
  ///   - takesWholeDegrees: whether two numbers without a fraction are a location as well.
  package init(
    firstRow fields: [String], commaIsPoint: Bool, hasHeader: Bool?,
    overrides: [Role: String] = [:], takesWholeDegrees: Bool = false
  ) {
    var named = PlaceColumns(names: fields, hasHeader: true, overrides)
    let places = [Role.latitude, .longitude, .coordinate, .geometry]
    if places.allSatisfy({ overrides[$0] == nil }) { named.takeSimilarPair() }
    if hasHeader == true {
      self = named
      return
    }
    let row = FirstRowFields(fields, commaIsPoint)
    if hasHeader == nil, !row.holds(named.location), named.location != nil || !named.pairs.isEmpty {
      self = named
      return
    }
    var found = PlaceColumns(count: fields.count, choices: overrides)
    if places.allSatisfy({ overrides[$0] == nil }) {
      found.take(row, overrides, takesWholeDegrees: takesWholeDegrees)
    }
    let isData = row.holds(found.location)
    self = hasHeader == false || isData ? found : named
  }

  /// Determines the location and the name from the contents of the fields.
  private mutating func take(
    _ row: FirstRowFields, _ overrides: [Role: String], takesWholeDegrees: Bool
  ) {
    if let angles = row.angles {
      take(angles)
    } else if let pair = row.place(takesWholeDegrees: takesWholeDegrees) {
      indices[.latitude] = pair.latitude
      indices[.longitude] = pair.longitude
    } else if let column = row.onlyText(where: FirstRowFields.isGeometry) {
      indices[.geometry] = column
    } else if let column = row.onlyText(where: FirstRowFields.isCoordinate) {
      use(column, row.content(of: column))
    } else {
      return
    }
    if overrides[.name] == nil {
      indices[.name] = row.firstText { column in
        column != indices[.geometry] && column != indices[.coordinate]
          && angles?.others.contains(column) != true
      }
    }
  }
}

/// The fields of a first row, with their numeric values.
private struct FirstRowFields {
  private let fields: [String]
  private let numbers: [Double?]

  init(_ fields: [String], _ commaIsPoint: Bool) {
    self.fields = fields
    numbers = fields.map { field in
      let bytes = Array(field.trimmingBlanks.utf8)
      return DecimalNumber.parse(bytes, in: bytes.indices, commaIsPoint: commaIsPoint)
    }
  }

  /// Whether the location columns contain a location.
  func holds(_ location: PlaceColumns.Location?) -> Bool {
    switch location {
    case .degrees(let latitude, let longitude):
      return numbers[latitude] != nil && numbers[longitude] != nil
    case .coordinate(let column):
      return Self.isCoordinate(fields[column]) || Self.isGeometry(fields[column])
    case .geometry(let column): return Self.isGeometry(fields[column])
    case nil: return false
    }
  }

  /// The columns of numbers with hemisphere letters next to them.
  var angles: AngleColumns? { AngleColumns(lettersBesideNumbers: fields) { numbers[$0] != nil } }

  /// The only two numbers that can be a latitude and a longitude; among more than two, those with a
  /// fraction, and among more than two of these, those with three fraction digits.
  func place(takesWholeDegrees: Bool) -> PlaceColumns.Pair? {
    var columns = numbers.indices.filter { (numbers[$0]?.magnitude ?? .infinity) <= 180 }
    for digits in [1, 3] where columns.count > 2 {
      columns = columns.filter { fractionDigits($0) >= digits }
    }
    guard columns.count == 2, let first = numbers[columns[0]], let second = numbers[columns[1]],
      takesWholeDegrees || columns.contains(where: { fractionDigits($0) > 0 })
    else { return nil }
    if first.magnitude <= 90 { return .init(latitude: columns[0], longitude: columns[1]) }
    guard second.magnitude <= 90 else { return nil }
    return .init(latitude: columns[1], longitude: columns[0])
  }

  private func fractionDigits(_ column: Int) -> Int {
    let digits = fields[column].trimmingBlanks.utf8
    guard
      let mark = digits.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    else { return 0 }
    return digits.distance(from: mark, to: digits.endIndex) - 1
  }

  /// The only field that satisfies a predicate.
  func onlyText(where condition: (String) -> Bool) -> Int? {
    let found = fields.indices.filter { numbers[$0] == nil && condition(fields[$0]) }
    return found.count == 1 ? found[0] : nil
  }

  /// The first field that is a text and satisfies a predicate.
  func firstText(where condition: (Int) -> Bool) -> Int? {
    fields.indices.first {
      numbers[$0] == nil && !fields[$0].trimmingBlanks.isEmpty && condition($0)
    }
  }

  /// The form in which a field contains a place.
  func content(of column: Int) -> PlaceNotation.Content {
    PlaceNotation.content(of: fields[column]) ?? .degrees
  }

  static func isCoordinate(_ text: String) -> Bool {
    if PlaceNotation.content(of: text) != nil { return true }
    let bytes = Array(text.utf8)
    // Without a fraction it could be anything.
    let hasFraction =
      bytes.contains(UInt8(ascii: ".")) || bytes.count { $0 == UInt8(ascii: ",") } > 1
    guard bytes.count <= 100, hasFraction,
      let numbers = bytes.withUnsafeSpan({ CoordinateField.numbers($0, in: bytes.indices) })
    else { return false }
    return numbers.first.magnitude <= 180 && numbers.second.magnitude <= 180
  }

  static func isGeometry(_ text: String) -> Bool {
    var leftOut = LeftOut()
    if GeoJSONText.recognizes(text) { return (try? GeoJSONText.geometry(text, &leftOut)) != nil }
    let bytes = Array(text.utf8)
    guard text.contains("(") || WKBParser.recognizes(bytes, bytes.indices) else { return false }
    return (try? GeoFeature.Geometry(wkt: text)) != nil
  }
}
