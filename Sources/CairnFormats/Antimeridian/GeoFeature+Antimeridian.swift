public import CairnGeodesy

extension GeoFeature.Geometry {
  /// The geometry in the form that RFC 7946 requires: cut at 180 degrees, rings closed and
  /// counterclockwise around the area they enclose, longitudes in [-180, 180] (sections 3.1.6 and
  /// 3.1.9).
  ///
  /// Edges of rings follow the longitudes numerically (section 3.1.1): an edge from 170 to 190
  /// degrees crosses 180, an edge from 170 to -170 crosses Greenwich. Edges of lines take the
  /// shorter way around the Earth, as those of a ``GeoPath`` do, so that a track from 179 to -179
  /// crosses 180. A line or polygon that crosses 180 degrees is split into parts; elevations are
  /// interpolated at the cut. A geometry that spans -180 to 180 degrees, such as a box around the
  /// Earth, is not cut.
  ///
  /// ```swift
  /// let fiji = GeoFeature.Geometry.polygon([ring])   // from 177 to 182
  /// fiji.cutAtAntimeridian()                          // .multiPolygon, two parts
  /// ```
  ///
  /// - Parameter cuts: false to leave geometries that cross 180 degrees in one piece; their rings
  ///   then have longitudes beyond 180.
  /// - Returns: a geometry of the same kind, or the corresponding multi-geometry if it was cut. A
  ///   geometry without positions is returned unchanged.
  /// - Complexity: O(*n* log *n*) in the number of positions.
  public func cutAtAntimeridian(_ cuts: Bool = true) -> GeoFeature.Geometry {
    switch self {
    case .point(let position): return .point(position.reduced)
    case .multiPoint(let positions): return .multiPoint(positions.map(\.reduced))
    case .lineString(let line):
      let parts = Self.parts(line, cuts)
      return parts.count == 1 ? .lineString(parts[0]) : .multiLineString(parts)
    case .multiLineString(let lines):
      return .multiLineString(lines.flatMap { Self.parts($0, cuts) })
    case .polygon(let rings):
      let parts = Self.polygons(rings, cuts)
      return parts.count == 1 ? .polygon(parts[0]) : .multiPolygon(parts)
    case .multiPolygon(let polygons):
      return .multiPolygon(polygons.flatMap { Self.polygons($0, cuts) })
    case .collection(let members):
      return .collection(members.map { $0.cutAtAntimeridian(cuts) })
    }
  }

  /// For each vertex of the lines that ``cutAtAntimeridian(_:)`` returns, the number of the vertex
  /// of the lines before; nil for a vertex at a cut.
  internal var verticesOfCut: [Int?] {
    var count = 0
    return verticesOfCut(&count)
  }

  private func verticesOfCut(_ count: inout Int) -> [Int?] {
    switch self {
    case .lineString(let line):
      let first = count
      count += line.count
      return LineCut.cut(line).flatMap { $0.map { $0.source.map { $0 + first } } }
    case .multiLineString(let lines):
      return lines.flatMap { Self.lineString($0).verticesOfCut(&count) }
    case .collection(let members): return members.flatMap { $0.verticesOfCut(&count) }
    case .point, .multiPoint, .polygon, .multiPolygon: return []
    }
  }

  private static func parts(
    _ line: [GeoFeature.Position], _ cuts: Bool
  ) -> [[GeoFeature.Position]] {
    cuts ? LineCut.parts(line) : [line.map(\.reduced)]
  }

  private static func polygons(
    _ rings: [[GeoFeature.Position]], _ cuts: Bool
  ) -> [[[GeoFeature.Position]]] {
    if rings.isEmpty { return [[]] }
    let parts = PolygonCut.parts(rings, cuts: cuts)
    return parts.isEmpty ? PolygonCut.parts(rings, cuts: false) : parts
  }

  /// The smallest bounding box of the geometry, with edges straight in degrees.
  ///
  /// If a box across 180 degrees is smaller, its west is greater than its east (RFC 7946, section
  /// 5.2). The box of a geometry without positions is empty.
  ///
  /// - Complexity: O(*n* log *n*) in the number of positions.
  public var boundingBox: BoundingBox {
    var boxes: [BoundingBox] = []
    cutAtAntimeridian().addBoxes(to: &boxes)
    return BoundingBox(holding: boxes)
  }

  /// Adds a box for each part of a geometry that does not cross 180 degrees.
  private func addBoxes(to boxes: inout [BoundingBox]) {
    func add(_ positions: [GeoFeature.Position]) {
      guard let first = positions.first?.coordinate else { return }
      var (south, north) = (first.latitude, first.latitude)
      var (west, east) = (first.longitude, first.longitude)
      for position in positions {
        south = min(south, position.coordinate.latitude)
        north = max(north, position.coordinate.latitude)
        west = min(west, position.coordinate.longitude)
        east = max(east, position.coordinate.longitude)
      }
      boxes.append(BoundingBox(south: south, west: west, north: north, east: east))
    }
    switch self {
    case .point(let position): add([position])
    case .multiPoint(let positions): for position in positions { add([position]) }
    case .lineString(let line): add(line)
    case .multiLineString(let lines): lines.forEach(add)
    case .polygon(let rings): if let outer = rings.first { add(outer) }
    case .multiPolygon(let polygons):
      for rings in polygons { if let outer = rings.first { add(outer) } }
    case .collection(let members): for member in members { member.addBoxes(to: &boxes) }
    }
  }
}

extension GeoFeature.Geometry {
  /// The geometry with polygons that have longitudes beyond 180 degrees cut there, for formats that
  /// do not allow such longitudes.
  internal var withPolygonsCut: Self {
    func isBeyond(_ rings: [[GeoFeature.Position]]) -> Bool {
      rings.contains { $0.contains { $0.coordinate.longitude.magnitude > 180 } }
    }
    switch self {
    case .polygon(let rings): return isBeyond(rings) ? cutAtAntimeridian() : self
    case .multiPolygon(let parts):
      return parts.contains(where: isBeyond) ? cutAtAntimeridian() : self
    case .collection(let members): return .collection(members.map(\.withPolygonsCut))
    case .point, .multiPoint, .lineString, .multiLineString: return self
    }
  }
}

extension GeoFeature.Position {
  /// The same position with its longitude in [-180, 180].
  internal var reduced: Self {
    var position = self
    position.coordinate.longitude = coordinate.longitude.reducedLongitude
    return position
  }
}
