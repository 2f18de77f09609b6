internal import CairnGeodesy
internal import CairnMemory

extension XMLRowWriter {
  /// Creates a writer of the rows of a table as waypoints, with the same bytes as ``GPXWriter``
  /// writes for their features; nil if a column needs more than copying.
  ///
  /// - Parameters:
  ///   - plan: the columns.
  ///   - elementNames: the properties with elements that hold any text.
  ///   - otherNames: the properties with elements that hold only some values.
  init?(gpx plan: TablePlan, elementNames: [String], otherNames: Set<String>) {
    self.init(names: plan.names, container: "extensions", trimsElements: false)
    for (column, name) in names.enumerated() where plan.uses[column] == .value {
      guard !otherNames.contains(name), !TimeReading.isTimeName(name),
        name.invalidXMLCharacterCount == 0
      else { return nil }
    }
    for name in elementNames {
      guard let column = names.firstIndex(of: name), plan.uses[column] == .value else { continue }
      setElement(column)
    }
    for (column, name) in names.enumerated() {
      var texts = Column()
      texts.text = frame { $0.append(ownElement: name, $1) }
      texts.integer = numberFrame(name, .integer(0), 1, texts.text)
      texts.number = numberFrame(name, .number(0.5), 3, texts.text)
      var null: [UInt8] = []
      null.append(ownElement: name, .null)
      texts.null = add(null)
      set(texts, for: column)
    }
  }

  /// The frame around a number, of which the length is known.
  private mutating func numberFrame(
    _ name: String, _ value: PropertyValue, _ length: Int, _ text: Frame
  ) -> Frame {
    var bytes: [UInt8] = []
    bytes.append(ownElement: name, value)
    return Frame(start: add(Array(bytes.dropLast(text.end.count + length))), end: text.end)
  }
}

extension GPXWriter {
  /// The texts of a waypoint around its values.
  private struct Texts {
    let start, middle, end, startOfElevation, endOfElevation, endOfWaypoint: Range<Int>

    init(_ writer: inout XMLRowWriter) {
      func text(_ text: String) -> Range<Int> { writer.add(Array(text.utf8)) }
      start = text("<wpt lat=\"")
      middle = text("\" lon=\"")
      end = text("\">")
      startOfElevation = text("<ele>")
      endOfElevation = text("</ele>")
      endOfWaypoint = text("</wpt>\n")
    }
  }

  /// Not public API: writes the next rows of a table as waypoints.
  public mutating func _writeRows(of table: inout TableReader) -> Int {
    guard let plan = table.plan else { return 0 }
    if rowWriter?.names != plan.names {
      guard !hasNoRowWriter else { return 0 }
      rowWriter = XMLRowWriter(
        gpx: plan, elementNames: GPXProperties.textNames, otherNames: GPXProperties.otherNames)
      hasNoRowWriter = rowWriter == nil
    }
    guard var rowWriter else { return 0 }
    begin()
    let texts = Texts(&rowWriter)
    let digits = fractionDigits
    let columns = digits == nil ? table.degreeColumns : nil
    let writer = rowWriter
    return table.writeXMLRows(writer, to: &bytes) { row, plan, place, output in
      let position = row.position(at: place, plan.reader)
      var longitude = position.coordinate.longitude.reducedLongitude
      if longitude == 180 { longitude = -180 }
      output.text(texts.start)
      output.degrees(
        columns?.latitude, of: row, else: position.coordinate.latitude, fractionDigits: digits)
      output.text(texts.middle)
      // A longitude beyond the antimeridian is written in another form.
      output.degrees(
        place.longitude.magnitude < 180 ? columns?.longitude : nil, of: row, else: longitude,
        fractionDigits: digits)
      output.text(texts.end)
      if let meters = position.elevation, meters.isFinite {
        guard meters.isShortWithoutExponent else { return false }
        output.text(texts.startOfElevation)
        output.number(meters, fractionDigits: digits)
        output.text(texts.endOfElevation)
      }
      guard writer.write(row, plan, to: &output) else { return false }
      output.text(texts.endOfWaypoint)
      return true
    }
  }
}
