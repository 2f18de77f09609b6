internal import CairnGeodesy

// The values of the points of lines, and the lines with the columns of these values.

extension GPXReader {
  /// Adds an element of the extensions of a point.
  ///
  /// - Parameters:
  ///   - name: the element's qualified name.
  ///   - value: its value, including the namespace of its prefix.
  internal mutating func addToPoint(_ name: String, _ value: PropertyValue) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let local = parts.count == 2 ? String(parts[1]) : name
    switch value {
    case .array(let values):
      for value in values { addToPoint(name, value) }
    case .object(let members):
      let namespace = members[prefix.isEmpty ? "@xmlns" : "@xmlns:\(prefix)"]?.text
      let content = members.members.filter { !$0.name.hasPrefix("@xmlns") }
      if GPXExtension.isOfTrackPoint(namespace, prefix: prefix) {
        addGarmin(name, local, members, content)
      } else if content.count == 1, content[0].name == "#text", let text = content[0].value.text,
        let namespace, declare(prefix, namespace)
      {
        addText(name, text)
      } else {
        addValue(name, .object(members))
      }
    case .string(let text):
      // Some programs write heart rates and the like without a namespace.
      if GPXExtension.isOfTrackPoint(nil, prefix: prefix) {
        addText(local, text)
      } else {
        addText(name, text)
      }
    default: addValue(name, value)
    }
  }

  /// Adds an element of Garmin's TrackPointExtension: the texts of elements that are numbers in its
  /// schema, all others as objects.
  private mutating func addGarmin(
    _ name: String, _ local: String, _ members: Properties, _ content: [Properties.Member]
  ) {
    if content.count == 1, content[0].name == "#text", let text = content[0].value.text {
      return addText(local, text)
    }
    var rest = members
    for (inner, value) in content where !inner.hasPrefix("@") && inner != "#text" {
      let local = inner.split(separator: ":").last.map(String.init) ?? inner
      guard GPXExtension.trackPointNames.contains(local), let text = value.text else { continue }
      addText(local, text)
      rest[inner] = nil
    }
    if rest.members.contains(where: { !$0.name.hasPrefix("@xmlns") }) {
      addValue(name, .object(rest))
    }
  }

  /// Records the namespace of a prefix used by the points of a line; returns false if the prefix
  /// already denotes another one.
  private mutating func declare(_ prefix: String, _ namespace: String) -> Bool {
    guard !prefix.isEmpty else { return false }
    if let known = declarations.first(where: { $0.prefix == prefix }) {
      return known.name == namespace
    }
    declarations.append((prefix, namespace))
    return true
  }

  private mutating func addText(_ name: String, _ text: String) {
    addValue(name, .string(text))
    if !point.texts.contains(name) { point.texts.append(name) }
  }

  /// Adds a value of the point; repeated names are combined into an array.
  private mutating func addValue(_ name: String, _ value: PropertyValue) {
    guard let index = point.values.firstIndex(where: { $0.name == name }) else {
      return point.add(name, value)
    }
    point.values[index].value.gather(value)
  }

  /// The line in progress as a feature.
  internal mutating func lineFeature(isRoute: Bool) -> GeoFeature {
    add(oldLink, toPoint: false)
    if isRoute { feature["_gpxType"] = "rte" }
    let isMultiple = segments.count > 1
    if segments.contains(where: { !$0.times.isEmpty }) {
      feature["coordTimes"] = gathered(isMultiple) { $0.times }
    }
    var columns = Properties()
    let texts = Set(segments.flatMap(\.texts)).subtracting(segments.flatMap(\.others))
    for segment in segments {
      for column in segment.columns where columns[column.name] == nil {
        let name = column.name
        columns[name] = gathered(isMultiple) { segment in
          segment.columns.first { $0.name == name }?.values ?? []
        }
        // Garmin's elements are numbers by their schema, however they are written.
        let zerosMatter = !GPXExtension.numberNames.contains(name)
        if texts.contains(name), let numbers = columns[name]?.numbers(zerosMatter: zerosMatter) {
          columns[name] = numbers
        }
      }
    }
    for (prefix, name) in declarations {
      columns.append(new: "@xmlns:\(prefix)", .string(name))
    }
    declarations = []
    if !columns.isEmpty { feature["coordinateProperties"] = .object(columns) }
    let lines = segments.map(\.positions)
    segments.removeAll()
    let geometry: GeoFeature.Geometry =
      isMultiple ? .multiLineString(lines) : .lineString(lines.first ?? [])
    return GeoFeature(geometry: geometry, properties: feature, identifier: identifier)
  }

  /// Combines a column of all segments; a segment without it gets nulls.
  private func gathered(
    _ isMultiple: Bool, _ column: (GPXLine) -> [PropertyValue]
  ) -> PropertyValue {
    let columns = segments.map { segment in
      let values = column(segment)
      return values.isEmpty
        ? [PropertyValue](repeating: .null, count: segment.positions.count) : values
    }
    return .array(isMultiple ? columns.map { .array($0) } : columns.first ?? [])
  }
}

extension PropertyValue {
  /// Appends a value to an array, or creates an array of both values.
  internal mutating func gather(_ value: PropertyValue) {
    guard case .array(var values) = self else {
      self = .array([self, value])
      return
    }
    // Keeps the array uniquely referenced while it grows, to avoid a copy.
    self = .null
    values.append(value)
    self = .array(values)
  }

  /// The value with all strings within arrays converted to numbers; nil if a conversion loses
  /// information.
  fileprivate func numbers(zerosMatter: Bool) -> PropertyValue? {
    switch self {
    case .array(let values):
      var numbers: [PropertyValue] = []
      numbers.reserveCapacity(values.count)
      for value in values {
        guard let number = value.numbers(zerosMatter: zerosMatter) else { return nil }
        numbers.append(number)
      }
      return .array(numbers)
    case .string(let text):
      let value = PropertyValue(exactly: text, zerosMatter: zerosMatter)
      // A plain `nil` literal would be the JSON value null here.
      return value.number == nil ? Optional.none : value
    default: return self
    }
  }
}
