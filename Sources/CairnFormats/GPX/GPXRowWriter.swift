internal import CairnGeodesy
internal import CairnMemory

/// Writes the rows of a table as waypoints, with the same bytes as ``GPXWriter`` writes for their
/// features.
internal struct GPXRowWriter: Sendable {
  /// The names of the properties for which it was made.
  let names: [String]
  /// The columns with elements of their own, in the order of the schema.
  private var elements: [(column: Int, frame: XMLRowFields.Frame)] = []
  private var isElement: [Bool]
  /// The frames of each column among the extensions, by the type of the value.
  private var texts: [XMLRowFields.Frame] = []
  private var integers: [XMLRowFields.Frame] = []
  private var numbers: [XMLRowFields.Frame] = []
  private var nulls: [[UInt8]] = []

  /// Creates a writer for the columns of a table; nil if a column needs more than copying.
  ///
  /// - Parameters:
  ///   - plan: the columns.
  ///   - elementNames: the properties with elements that hold any text.
  ///   - otherNames: the properties with elements that hold only some values.
  init?(_ plan: TablePlan, elementNames: [String], otherNames: Set<String>) {
    names = plan.names
    isElement = names.map { elementNames.contains($0) }
    for (column, name) in names.enumerated() where plan.uses[column] == .value {
      guard !otherNames.contains(name), !TimeReading.isTimeName(name),
        name.invalidXMLCharacterCount == 0
      else { return nil }
    }
    for name in elementNames {
      guard let column = names.firstIndex(of: name), plan.uses[column] == .value else { continue }
      elements.append(
        (column, XMLRowFields.Frame { $0.append(xmlElement: name, $1.plainText ?? "") }))
    }
    for name in names {
      let text = XMLRowFields.Frame { $0.append(ownElement: name, $1) }
      texts.append(text)
      integers.append(Self.frame(name, .integer(0), 1, text))
      numbers.append(Self.frame(name, .number(0.5), 3, text))
      var null: [UInt8] = []
      null.append(ownElement: name, .null)
      nulls.append(null)
    }
  }

  /// The frame around a value, of which the length is known.
  private static func frame(
    _ name: String, _ value: PropertyValue, _ length: Int, _ text: XMLRowFields.Frame
  ) -> XMLRowFields.Frame {
    var frame = text
    var bytes: [UInt8] = []
    bytes.append(ownElement: name, value)
    frame.start = Array(bytes.dropLast(text.end.count + length))
    return frame
  }

  /// Writes the properties of a row.
  ///
  /// - Returns: false if a field needs more than copying; the output must then be discarded.
  @inline(__always)
  func write(_ row: PlainRow, _ plan: TablePlan, to bytes: inout [UInt8]) -> Bool {
    for (column, frame) in elements where column < row.fieldCount {
      let content = plan.content(of: row.field(column), .value, row.bytes)
      switch content {
      case .null: continue
      case .doubledQuotes: return false
      case .integer, .number, .text: break
      }
      bytes.append(contentsOf: frame.start)
      bytes.append(content, of: row.bytes)
      bytes.append(contentsOf: frame.end)
    }
    var hasExtensions = false
    for column in 0..<row.fieldCount where plan.uses[column] == .value {
      let content = plan.content(of: row.field(column), .value, row.bytes)
      let frame: XMLRowFields.Frame
      switch content {
      case .doubledQuotes: return false
      case .null:
        if !hasExtensions { bytes.append(contentsOf: "<extensions>".utf8) }
        hasExtensions = true
        bytes.append(contentsOf: nulls[column])
        continue
      case .integer: frame = integers[column]
      case .number: frame = numbers[column]
      case .text: frame = texts[column]
      }
      if isElement[column] { continue }
      if !hasExtensions { bytes.append(contentsOf: "<extensions>".utf8) }
      hasExtensions = true
      bytes.append(contentsOf: frame.start)
      bytes.append(content, of: row.bytes)
      bytes.append(contentsOf: frame.end)
    }
    if hasExtensions { bytes.append(xmlEnd: "extensions") }
    return true
  }
}

extension GPXWriter {
  /// Not public API: writes the next rows of a table as waypoints.
  public mutating func _writeRows(of table: inout TableReader) -> Int {
    guard let plan = table.plan else { return 0 }
    if rowWriter?.names != plan.names {
      guard !hasNoRowWriter else { return 0 }
      rowWriter = GPXRowWriter(
        plan, elementNames: GPXProperties.textNames, otherNames: GPXProperties.otherNames)
      hasNoRowWriter = rowWriter == nil
    }
    guard let rowWriter else { return 0 }
    begin()
    // The bytes are moved out, because a writer that shares them would copy them for each row.
    var output: [UInt8] = []
    swap(&output, &bytes)
    let writer = self
    let count = table.forEachXMLRow { row, plan, place in
      let start = output.count
      let position = row.position(at: place, plan.reader)
      guard place.isValid else { return false }
      writer.start("wpt", position, to: &output)
      if let meters = writer.elevation(position) {
        output.append(contentsOf: "<ele>".utf8)
        output.append(contentsOf: meters)
        output.append(xmlEnd: "ele")
      }
      guard rowWriter.write(row, plan, to: &output) else {
        output.removeLast(output.count - start)
        return false
      }
      output.append(contentsOf: "</wpt>\n".utf8)
      return true
    }
    bytes = output
    return count
  }
}
