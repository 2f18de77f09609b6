internal import CairnGeodesy
internal import CairnMemory

extension XMLRowWriter {
  private static let elementNames = [
    "name", "address", "phoneNumber", "Snippet", "snippet", "description",
  ]
  /// Properties that are written differently depending on their value, besides those of styles.
  private static let otherNames: Set = [
    "visibility", "folder", "begin", "end", "coordTimes", "styleUrl", "extensions",
  ]

  /// Creates a writer of the rows of a table as placemarks, with the same bytes as ``KMLWriter``
  /// writes for their features; nil if a column needs more than copying.
  init?(kml plan: TablePlan) {
    // Spaces inside quotes would be lost in an element.
    self.init(names: plan.names, container: "ExtendedData", trimsElements: true)
    for (column, name) in names.enumerated() where plan.uses[column] == .value {
      guard !Self.otherNames.contains(name), !KMLDrawingRules.names.contains(name),
        !TimeReading.isTimeName(name), name.invalidXMLCharacterCount == 0
      else { return nil }
    }
    // Names of styles have a hyphen or are one of few words.
    let style = ["stroke", "fill", "color", "icon", "marker", "label", "line", "poly", "opacity"]
    guard !names.contains(where: { name in style.contains { name.lowercased().contains($0) } })
    else { return nil }
    for name in Self.elementNames {
      guard let column = names.firstIndex(of: name), plan.uses[column] == .value else { continue }
      setElement(column)
    }
    for (column, name) in names.enumerated() {
      var texts = Column()
      texts.text = frame { bytes, value in
        bytes.append(contentsOf: "<Data".utf8)
        bytes.append(xmlAttribute: "name", name)
        bytes.append(UInt8(ascii: ">"))
        bytes.append(xmlElement: "value", value.plainText ?? "")
        bytes.append(xmlEnd: "Data")
      }
      texts.integer = texts.text
      texts.number = texts.text
      var null: [UInt8] = []
      null.append(property: name, .null)
      texts.null = add(null)
      texts.integerType = type(name, "integer")
      texts.numberType = type(name, "number")
      set(texts, for: column)
    }
  }

  /// The element with the type of a value that is not a text.
  private mutating func type(_ name: String, _ type: String) -> Range<Int> {
    var bytes = Array("<c:type".utf8)
    bytes.append(xmlAttribute: "name", name)
    bytes.append(xmlAttribute: "is", type)
    bytes.append(contentsOf: "/>".utf8)
    return add(bytes)
  }
}

extension KMLWriter {
  /// The texts of a placemark around its values.
  private struct Texts {
    let start, point, pointWithHeight, comma, end: Range<Int>

    init(_ writer: inout XMLRowWriter) {
      func text(_ text: String) -> Range<Int> { writer.add(Array(text.utf8)) }
      func point(_ hasHeights: Bool) -> Range<Int> {
        let drawing = KMLDrawingRules.elements(Properties(), .point, hasHeights: hasHeights)
        return writer.add(Array("<Point>".utf8) + drawing + Array("<coordinates>".utf8))
      }
      start = text("<Placemark>")
      self.point = point(false)
      pointWithHeight = point(true)
      comma = text(",")
      end = text("</coordinates></Point></Placemark>\n")
    }
  }

  /// Not public API: writes the next rows of a table as placemarks.
  public mutating func _writeRows(of table: inout TableReader) -> Int {
    guard let plan = table.plan else { return 0 }
    if rowWriter?.names != plan.names {
      guard !hasNoRowWriter else { return 0 }
      rowWriter = XMLRowWriter(kml: plan)
      hasNoRowWriter = rowWriter == nil
    }
    guard var rowWriter else { return 0 }
    begin()
    enter([])
    let texts = Texts(&rowWriter)
    let digits = fractionDigits
    let columns = digits == nil ? table.degreeColumns : nil
    let writer = rowWriter
    return table.writeXMLRows(writer, to: &bytes) { row, plan, place, output in
      let position = row.position(at: place, plan.reader)
      let meters = position.elevation
      guard meters?.isShortWithoutExponent ?? true else { return false }
      output.text(texts.start)
      guard writer.write(row, plan, to: &output) else { return false }
      output.text(meters == nil ? texts.point : texts.pointWithHeight)
      // A longitude beyond the antimeridian is written in another form.
      output.degrees(
        place.longitude.magnitude <= 180 ? columns?.longitude : nil, of: row,
        else: position.coordinate.longitude.reducedLongitude, fractionDigits: digits)
      output.text(texts.comma)
      output.degrees(
        columns?.latitude, of: row, else: position.coordinate.latitude, fractionDigits: digits)
      if let meters {
        output.text(texts.comma)
        output.number(meters, fractionDigits: digits)
      }
      output.text(texts.end)
      return true
    }
  }
}
