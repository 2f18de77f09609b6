internal import CairnGeodesy
internal import CairnMemory

/// Writes the rows of a table as placemarks, with the same bytes as ``KMLWriter`` writes for their
/// features.
internal struct KMLRowWriter: Sendable {
  /// The names of the properties for which it was made.
  let names: [String]
  /// The columns with elements of their own, in the order of the schema.
  private var elements: [(column: Int, frame: XMLRowFields.Frame)] = []
  private var isElement: [Bool]
  private var data: [XMLRowFields.Frame] = []
  private var nulls: [[UInt8]] = []
  /// The elements with the types of values that are not texts.
  private var integerTypes: [[UInt8]] = []
  private var numberTypes: [[UInt8]] = []

  private static let elementNames = [
    "name", "address", "phoneNumber", "Snippet", "snippet", "description",
  ]
  /// Properties that are written differently depending on their value, besides those of styles.
  private static let otherNames: Set = [
    "visibility", "folder", "begin", "end", "coordTimes", "styleUrl", "extensions",
  ]

  /// Creates a writer for the columns of a table; nil if a column needs more than copying.
  init?(_ plan: TablePlan) {
    names = plan.names
    isElement = names.map { Self.elementNames.contains($0) }
    var sample = Properties()
    for (column, name) in names.enumerated() where plan.uses[column] == .value {
      guard !Self.otherNames.contains(name), !KMLDrawingRules.names.contains(name),
        !TimeReading.isTimeName(name), name.invalidXMLCharacterCount == 0
      else { return nil }
      sample[name] = "#ff0000"
    }
    // Names of styles have a hyphen or are one of few words.
    let style = ["stroke", "fill", "color", "icon", "marker", "label", "line", "poly", "opacity"]
    guard !names.contains(where: { name in style.contains { name.lowercased().contains($0) } })
    else { return nil }
    for name in Self.elementNames {
      guard let column = names.firstIndex(of: name), plan.uses[column] == .value else { continue }
      elements.append(
        (column, XMLRowFields.Frame { $0.append(xmlElement: name, $1.plainText ?? "") }))
    }
    for name in names {
      data.append(
        XMLRowFields.Frame { bytes, value in
          bytes.append(contentsOf: "<Data".utf8)
          bytes.append(xmlAttribute: "name", name)
          bytes.append(UInt8(ascii: ">"))
          bytes.append(xmlElement: "value", value.plainText ?? "")
          bytes.append(xmlEnd: "Data")
        })
      var null: [UInt8] = []
      null.append(property: name, .null)
      nulls.append(null)
      integerTypes.append(Self.type(name, "integer"))
      numberTypes.append(Self.type(name, "number"))
    }
  }

  private static func type(_ name: String, _ type: String) -> [UInt8] {
    var bytes = Array("<c:type".utf8)
    bytes.append(xmlAttribute: "name", name)
    bytes.append(xmlAttribute: "is", type)
    bytes.append(contentsOf: "/>".utf8)
    return bytes
  }

  /// Writes the properties of a row.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - plan: the columns.
  ///   - bytes: receives the output.
  ///   - types: a buffer, emptied here.
  /// - Returns: false if a field needs more than copying; the output must then be discarded.
  @inline(__always)
  func write(
    _ row: PlainRow, _ plan: TablePlan, to bytes: inout [UInt8], _ types: inout [UInt8]
  ) -> Bool {
    types.removeAll(keepingCapacity: true)
    for (column, frame) in elements where column < row.fieldCount {
      let content = plan.content(of: row.field(column), .value, row.bytes)
      switch content {
      case .null: continue
      case .doubledQuotes: return false
      case .integer: types += integerTypes[column]
      case .number: types += numberTypes[column]
      case .text(let range):
        // Spaces inside quotes would be lost in an element.
        guard
          range.isEmpty
            || !row.bytes[range.lowerBound].isBlank && !row.bytes[range.upperBound - 1].isBlank
        else { return false }
      }
      bytes.append(contentsOf: frame.start)
      bytes.append(content, of: row.bytes)
      bytes.append(contentsOf: frame.end)
    }
    var hasData = false
    for column in 0..<row.fieldCount where plan.uses[column] == .value {
      let content = plan.content(of: row.field(column), .value, row.bytes)
      if case .doubledQuotes = content { return false }
      var isNull = false
      if case .null = content { isNull = true }
      if isElement[column], !isNull { continue }
      if !hasData { bytes.append(contentsOf: "<ExtendedData>".utf8) }
      hasData = true
      if isNull {
        bytes.append(contentsOf: nulls[column])
        continue
      }
      bytes.append(contentsOf: data[column].start)
      bytes.append(content, of: row.bytes)
      bytes.append(contentsOf: data[column].end)
      switch content {
      case .integer: types += integerTypes[column]
      case .number: types += numberTypes[column]
      case .null, .text, .doubledQuotes: break
      }
    }
    guard hasData || !types.isEmpty else { return true }
    if !hasData { bytes.append(contentsOf: "<ExtendedData>".utf8) }
    bytes += types
    bytes.append(xmlEnd: "ExtendedData")
    return true
  }
}

extension KMLWriter {
  /// Not public API: writes the next rows of a table as placemarks.
  public mutating func _writeRows(of table: inout TableReader) -> Int {
    guard let plan = table.plan else { return 0 }
    if rowWriter?.names != plan.names {
      guard !hasNoRowWriter else { return 0 }
      rowWriter = KMLRowWriter(plan)
      hasNoRowWriter = rowWriter == nil
    }
    guard let rowWriter else { return 0 }
    enter([])
    var output = self
    bytes = []
    var types: [UInt8] = []
    let count = table.forEachXMLRow { row, plan, place in
      guard place.isValid else { return false }
      let start = output.bytes.count
      output.bytes.append(contentsOf: "<Placemark>".utf8)
      guard rowWriter.write(row, plan, to: &output.bytes, &types) else {
        output.bytes.removeLast(output.bytes.count - start)
        return false
      }
      output.point(row.position(at: place, plan.reader))
      output.bytes.append(contentsOf: "</Placemark>\n".utf8)
      return true
    }
    self = output
    return count
  }
}
