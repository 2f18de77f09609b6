// Properties with a value for each vertex of a feature's lines: an array, for several lines an
// array of arrays.

extension GeoFeature.Geometry {
  /// The values of a property for each vertex of the lines, in order.
  ///
  /// - Parameter value: the property: an array of as many values as the line has vertices, or for a
  ///   multi-line or a collection an array of such arrays, one for each member.
  /// - Returns: the values, null for a vertex without one; nil if the property has another form.
  package func vertexValues(_ value: PropertyValue) -> [PropertyValue]? {
    let values = aligned(value)
    if values.contains(where: { $0 != .null }) { return values }
    // Some programs nest the values of a single line, or do not nest those of a single part.
    guard lineCount == 1, !values.isEmpty, case .array(var elements) = value else { return nil }
    if elements.count == 1, case .array(let inner) = elements[0] { elements = inner }
    return elements.count == values.count ? elements : nil
  }

  private func aligned(_ value: PropertyValue?) -> [PropertyValue] {
    var elements: [PropertyValue] = []
    if case .array(let values)? = value { elements = values }
    func element(_ index: Int) -> PropertyValue? { index < elements.count ? elements[index] : nil }
    switch self {
    case .lineString(let line):
      return elements.count == line.count ? elements : line.map { _ in .null }
    case .multiLineString(let lines):
      return lines.indices.flatMap { Self.lineString(lines[$0]).aligned(element($0)) }
    case .collection(let members):
      return members.indices.flatMap { members[$0].aligned(element($0)) }
    case .point, .multiPoint, .polygon, .multiPolygon: return []
    }
  }

  /// The number of lines with vertices.
  private var lineCount: Int {
    switch self {
    case .lineString(let line): line.isEmpty ? 0 : 1
    case .multiLineString(let lines): lines.count { !$0.isEmpty }
    case .collection(let members): members.reduce(0) { $0 + $1.lineCount }
    case .point, .multiPoint, .polygon, .multiPolygon: 0
    }
  }

  /// The property with the given values of the vertices: the inverse of ``vertexValues(_:)``.
  fileprivate func property(_ values: inout ArraySlice<PropertyValue>) -> PropertyValue {
    func taken(_ count: Int) -> PropertyValue {
      let first = values.prefix(count)
      values = values.dropFirst(count)
      return .array(Array(first))
    }
    switch self {
    case .lineString(let line): return taken(line.count)
    case .multiLineString(let lines): return .array(lines.map { taken($0.count) })
    case .collection(let members): return .array(members.map { $0.property(&values) })
    case .point, .multiPoint, .polygon, .multiPolygon: return .null
    }
  }
}

extension GeoFeature {
  /// The properties with a time for each vertex.
  package static let vertexTimeNames = ["coordTimes", "times"]

  /// The properties with a value for each vertex, besides the members of `coordinateProperties`.
  private static let vertexNames = vertexTimeNames + ["timelinePath"]

  /// Replaces the geometry by one whose lines have other vertices, and the values of the vertices
  /// with it.
  ///
  /// - Parameters:
  ///   - new: the geometry.
  ///   - sources: for each vertex of its lines, in order, the number of the vertex of the former
  ///     lines whose values it gets; nil for a vertex without values.
  package mutating func replaceGeometry(_ new: Geometry, vertices sources: [Int?]) {
    let old = geometry
    geometry = new
    func replaced(_ value: PropertyValue) -> PropertyValue? {
      guard let values = old?.vertexValues(value) else { return nil }
      var chosen = sources.map { source in
        source.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .null
      }[...]
      return new.property(&chosen)
    }
    for name in Self.vertexNames {
      if let value = properties[name].flatMap(replaced) { properties[name] = value }
    }
    guard case .object(var columns)? = properties["coordinateProperties"] else { return }
    for (name, value) in columns.members {
      if let value = replaced(value) { columns[name] = value }
    }
    properties["coordinateProperties"] = .object(columns)
  }

  /// Whether it has values of vertices, which must follow a change of its lines.
  internal var hasVertexValues: Bool {
    properties["coordinateProperties"] != nil
      || Self.vertexNames.contains { properties[$0] != nil }
  }
}
