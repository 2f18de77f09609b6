/// The per-position values of tracks other than times, extracted from a feature's properties for
/// KML: angles and data arrays.
internal struct KMLTrackColumns {
  /// The angles of the positions of each line; nil if none exist.
  private var angles: [[PropertyValue]]?
  private var arrays: [(name: String, lines: [[PropertyValue]], areNumbers: Bool)] = []

  /// Extracts from `coordinateProperties` the columns that have a value for each position and that
  /// KML can represent: non-empty strings, or numbers.
  internal init(
    taking properties: inout Properties, _ counts: [Int], _ geometry: GeoFeature.Geometry?
  ) {
    guard case .object(let columns)? = properties["coordinateProperties"] else { return }
    var isMultiple = false
    if case .multiLineString? = geometry { isMultiple = true }
    var rest = Properties()
    for (name, value) in columns.members {
      guard case .array(let values) = value else {
        rest.append(new: name, value)
        continue
      }
      let lines = isMultiple ? values.map { $0.elements ?? [] } : [values]
      let all = lines.lazy.joined()
      let isWritten: Bool
      if lines.map(\.count) != counts {
        isWritten = false
      } else if name == "angles" {
        isWritten = all.allSatisfy { $0 == .null || Self.text(ofAngles: $0) != nil }
        if isWritten { angles = lines }
      } else {
        let areNumbers = all.allSatisfy { $0 == .null || $0.number?.isFinite == true }
        isWritten = areNumbers || all.allSatisfy { $0 == .null || $0.text?.isEmpty == false }
        if isWritten { arrays.append((name, lines, areNumbers)) }
      }
      if !isWritten { rest.append(new: name, value) }
    }
    properties["coordinateProperties"] = rest.isEmpty ? nil : .object(rest)
  }

  private static func text(ofAngles value: PropertyValue) -> String? {
    guard let numbers = value.elements, numbers.count == 3,
      numbers.allSatisfy({ $0.number?.isFinite == true })
    else { return nil }
    return numbers.map { $0.plainText ?? "" }.joined(separator: " ")
  }

  /// Writes the elements that follow the positions of a line.
  internal func write(line: Int, to bytes: inout [UInt8]) {
    for value in angles?[line] ?? [] {
      bytes.append(xmlElement: "gx:angles", Self.text(ofAngles: value) ?? "")
    }
    guard !arrays.isEmpty else { return }
    bytes.append(contentsOf: "<ExtendedData><SchemaData>".utf8)
    for array in arrays {
      bytes.append(contentsOf: "<gx:SimpleArrayData".utf8)
      bytes.append(xmlAttribute: "name", array.name)
      bytes.append(UInt8(ascii: ">"))
      for value in array.lines[line] {
        bytes.append(xmlElement: "gx:value", value.plainText ?? "")
      }
      bytes.append(xmlEnd: "gx:SimpleArrayData")
    }
    bytes.append(xmlEnd: "SchemaData")
    for array in arrays where array.areNumbers {
      bytes.append(contentsOf: "<c:type".utf8)
      bytes.append(xmlAttribute: "name", array.name)
      bytes.append(xmlAttribute: "is", "numbers")
      bytes.append(contentsOf: "/>".utf8)
    }
    bytes.append(xmlEnd: "ExtendedData")
  }
}

extension PropertyValue {
  /// The values of an array; nil for any other value.
  fileprivate var elements: [PropertyValue]? {
    if case .array(let values) = self { values } else { nil }
  }
}
