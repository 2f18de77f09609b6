internal import CairnGeodesy
internal import CairnMemory

/// A property of many places, with its values in a single buffer, without a string for each.
///
/// ```swift
/// let table = try PlaceTable(geoJSON: bytes)
/// if let heights = table.property("height") {
///   heights[0]            // .integer(2962), or nil where the place has no such property
///   heights.number(0)     // 2962.0
/// }
/// ```
///
/// Values are stored as in the input, strings without quotes and escapes. Places may lack the
/// property; memory is needed only for the values present.
public struct PropertyColumn: Sendable {
  /// The kind of a value.
  public enum Kind: UInt8, Hashable, Sendable {
    /// An explicit null.
    case null
    /// `true` or `false`.
    case boolean
    /// A number.
    case number
    /// A string.
    case text
    /// An array or an object, as JSON.
    case structure
  }

  /// The name of the property.
  public let name: String
  /// The number of places, with or without the property.
  public internal(set) var count = 0

  /// The values present.
  internal var values = TextColumn()
  /// The rows of the values present; nil if every row up to the last value has one.
  internal var rows: [UInt32]?
  /// The kind of each value; empty while all have the kind of the first one.
  internal var kinds: [Kind] = []
  internal var firstKind = Kind.null

  internal init(name: String) {
    self.name = name
  }

  /// Ends the next value, whose bytes have been appended, and assigns it to a row.
  @inline(__always)
  internal mutating func endValue(_ kind: Kind, row: Int) {
    if rows != nil || values.count != row || kind != firstKind || !kinds.isEmpty {
      endIrregularValue(kind, row: row)
    }
    values.endText()
  }

  @inline(never)
  private mutating func endIrregularValue(_ kind: Kind, row: Int) {
    if rows == nil, values.count != row { rows = (0..<values.count).map(UInt32.init) }
    rows?.append(UInt32(truncatingIfNeeded: row))
    if values.isEmpty { firstKind = kind }
    if kinds.isEmpty, kind != firstKind {
      kinds = Array(repeating: firstKind, count: values.count)
      kinds.append(kind)
    } else if !kinds.isEmpty {
      kinds.append(kind)
    }
  }

  /// The index of a row's value among those present.
  private func index(of row: Int) -> Int? {
    guard let rows else { return values.indices.contains(row) ? row : nil }
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if Int(rows[middle]) < row { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && Int(rows[low]) == row ? low : nil
  }
}

extension PropertyColumn {
  /// The number of places that have the property.
  public var presentCount: Int { values.count }

  /// The kind of all values, or nil if they differ or no value exists.
  public var commonKind: Kind? { kinds.isEmpty && !values.isEmpty ? firstKind : nil }

  /// The kind of a place's value, or nil if it has none.
  ///
  /// - Complexity: O(1) if every place has the property, otherwise O(log n).
  public func kind(_ row: Int) -> Kind? {
    index(of: row).map { kinds.isEmpty ? firstKind : kinds[$0] }
  }

  /// The value of a place as text, or nil if it has none or null.
  public func text(_ row: Int) -> String? {
    guard let index = index(of: row), kind(row) != .null else { return nil }
    return values[index]
  }

  /// The number of a place, or nil if it has none or another kind of value.
  public func number(_ row: Int) -> Double? {
    kind(row) == .number ? self[row]?.number : nil
  }

  /// The value of a place, or nil if it has none.
  ///
  /// A number beyond the range of a double, which JSON allows, is returned as a string.
  public subscript(row: Int) -> PropertyValue? {
    guard let index = index(of: row) else { return nil }
    let text = values[index]
    guard kind(row) != .text else { return .string(text) }
    return (try? PropertyValue(json: Array(text.utf8))) ?? .string(text)
  }

  /// The values as texts, one for each place; empty if it has none or null.
  internal var texts: TextColumn {
    if rows == nil, values.count == count, kinds.isEmpty, firstKind != .null { return values }
    var texts = TextColumn()
    for row in 0..<count { texts.append(text(row) ?? "") }
    return texts
  }
}

extension PropertyColumn {
  /// The values rounded to integers; 0 if none exists or it does not fit.
  internal var integers: [Int] {
    let bytes = values.bytes
    return bytes.withUnsafeSpan { span in
      (0..<count).map { row in
        guard let index = index(of: row), kind(row) == .number || kind(row) == .text else {
          return 0
        }
        let range = (index == 0 ? 0 : values.ends[index - 1])..<values.ends[index]
        return DecimalNumber.parse(span, in: range).flatMap { Int(exactly: $0.rounded()) } ?? 0
      }
    }
  }
}
