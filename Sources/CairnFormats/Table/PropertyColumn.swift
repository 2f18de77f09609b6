internal import CairnGeodesy
internal import CairnMemory

/// One property of many places: its values in one run of bytes, without a string for each.
///
/// ```swift
/// let table = try PlaceTable(geoJSON: bytes)
/// if let heights = table.property("height") {
///   heights[0]            // .integer(2962), or nil where the place has no such property
///   heights.number(0)     // 2962.0
/// }
/// ```
///
/// Values stand as the input writes them, texts without quotes and escapes. A place may lack the
/// property; what it takes is bounded by the values that are there.
public struct PropertyColumn: Sendable {
  /// What a value is.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Nothing, said in so many words.
    case null
    /// `true` or `false`.
    case boolean
    /// A number.
    case number
    /// A text.
    case text
    /// An array or an object, as JSON.
    case structure
  }

  /// What the property is called.
  public let name: String
  /// The number of places, with the property or without.
  public internal(set) var count = 0

  /// The values that are there.
  internal var values = TextColumn()
  /// The places that have them, while some place lacks one; nil when the first ones all do.
  internal var rows: [UInt32]?
  /// What each value is, or nothing while all are of the first one's kind.
  internal var kinds: [Kind] = []
  internal var firstKind = Kind.null

  internal init(name: String) {
    self.name = name
  }

  /// Says that the next value, whose bytes have been appended, belongs to a place.
  @inline(__always)
  internal mutating func endValue(_ kind: Kind, row: Int) {
    if rows != nil || values.count != row || kind != firstKind || !kinds.isEmpty {
      endOddValue(kind, row: row)
    }
    values.endText()
  }

  @inline(never)
  private mutating func endOddValue(_ kind: Kind, row: Int) {
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

  /// Where the value of a place stands among those that are there.
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
  /// How many places have the property.
  public var presentCount: Int { values.count }

  /// What all values are, or nil when they differ or there is none.
  public var commonKind: Kind? { kinds.isEmpty && !values.isEmpty ? firstKind : nil }

  /// What the value of a place is, or nil where it has none.
  ///
  /// - Complexity: O(1) while every place has the property, O(log n) else.
  public func kind(_ row: Int) -> Kind? {
    index(of: row).map { kinds.isEmpty ? firstKind : kinds[$0] }
  }

  /// The value of a place as it is written, or nil where it has none or null.
  public func text(_ row: Int) -> String? {
    guard let index = index(of: row), kind(row) != .null else { return nil }
    return values[index]
  }

  /// The number of a place, or nil where it has none or another value.
  public func number(_ row: Int) -> Double? {
    kind(row) == .number ? self[row]?.number : nil
  }

  /// The value of a place, or nil where it has none.
  ///
  /// A number beyond the range of a double, which JSON allows, is given as the text it is.
  public subscript(row: Int) -> PropertyValue? {
    guard let index = index(of: row) else { return nil }
    let text = values[index]
    guard kind(row) != .text else { return .string(text) }
    return (try? PropertyValue(json: Array(text.utf8))) ?? .string(text)
  }

  /// The values as texts, one for each place; empty ones where there is none or null.
  internal var texts: TextColumn {
    if rows == nil, values.count == count, kinds.isEmpty, firstKind != .null { return values }
    var texts = TextColumn()
    for row in 0..<count { texts.append(text(row) ?? "") }
    return texts
  }
}

extension PropertyColumn {
  /// The values rounded to whole numbers, 0 where there is none that fits.
  internal var integers: [Int] {
    let bytes = values.bytes
    return bytes.withWindow { window in
      (0..<count).map { row in
        guard let index = index(of: row), kind(row) == .number || kind(row) == .text else {
          return 0
        }
        let range = (index == 0 ? 0 : values.ends[index - 1])..<values.ends[index]
        return DecimalNumber.parse(window, in: range).flatMap { Int(exactly: $0.rounded()) } ?? 0
      }
    }
  }
}
