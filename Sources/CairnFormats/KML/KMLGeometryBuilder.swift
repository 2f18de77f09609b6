/// A KML geometry being read.
internal struct KMLGeometryBuilder: Sendable {
  internal let element: KMLElement
  internal var positions: [GeoFeature.Position] = []
  internal var rings: [[GeoFeature.Position]] = []
  internal var members: [GeoFeature.Geometry] = []
  /// The drawing rules and track values of each member.
  internal var memberDetails: [Details] = []
  /// The drawing rules, by the names of ``KMLDrawingRules``.
  internal var drawing = Properties()
  /// The altitude mode of the enclosing geometry.
  internal var outerMode: PropertyValue?
  /// The elements of a track.
  internal var track = KMLTrack()

  /// The properties that a geometry contributes to its feature.
  internal struct Details: Sendable {
    internal var times: PropertyValue?
    /// Other per-position values by name.
    internal var columns = Properties()
    internal var drawing = Properties()
  }

  internal init(_ element: KMLElement) { self.element = element }

  /// The geometry, its details, and the number of track values without a position; nil for a point
  /// without a position.
  internal mutating func finish() -> (geometry: GeoFeature.Geometry, details: Details, lost: Int)? {
    var details = Details()
    details.drawing = drawing
    var lost = 0
    let geometry: GeoFeature.Geometry
    switch element {
    case .point:
      guard let position = positions.first else { return nil }
      geometry = .point(position)
    case .polygon:
      // A polygon without an outer ring is empty; empty holes are dropped.
      geometry = .polygon(
        rings.first?.isEmpty ?? true ? [] : rings.filter { !$0.isEmpty })
    case .track:
      let track = track.resolved()
      geometry = .lineString(track.positions)
      details.times = track.times
      details.columns = track.columns
      lost = track.lost
    case .multiGeometry, .multiTrack:
      geometry = Self.joined(members, isTrack: element == .multiTrack)
      details = joinedDetails(geometry)
    default: geometry = .lineString(positions)
    }
    if element != .multiGeometry, element != .multiTrack {
      if details.drawing["altitudeMode"] == nil { details.drawing["altitudeMode"] = outerMode }
      details.drawing.settleMode(of: geometry)
    }
    return (geometry, details, lost)
  }

  /// The combined details of all members, with a value for each.
  private func joinedDetails(_ geometry: GeoFeature.Geometry) -> Details {
    var details = Details()
    var lines: [[GeoFeature.Position]]?
    if case .multiLineString(let all) = geometry { lines = all }
    /// A column of all members; a line that lacks it gets nulls.
    func gathered(_ value: (Details) -> PropertyValue?) -> PropertyValue {
      .array(
        memberDetails.enumerated().map { number, member in
          if let value = value(member) { return value }
          guard let lines else { return .null }
          return .array(Array(repeating: .null, count: lines[number].count))
        })
    }
    if memberDetails.contains(where: { $0.times != nil }) {
      details.times = gathered { $0.times }
    }
    for member in memberDetails {
      for name in member.columns.names where details.columns[name] == nil {
        details.columns.append(new: name, gathered { $0.columns[name] })
      }
    }
    for name in KMLDrawingRules.names {
      let values = memberDetails.map { $0.drawing[name] ?? .null }
      guard let first = values.first(where: { $0 != .null }) else {
        // A rule of the outer geometry applies to all members.
        if let value = drawing[name] { details.drawing.append(new: name, value) }
        continue
      }
      // Without heights, the mode has no effect.
      let isDefault = name == "altitudeMode" && first == "clampToGround"
      let isOne = zip(values, members).allSatisfy { value, member in
        value == first || isDefault && value == .null && !member.hasHeights
      }
      details.drawing.append(new: name, isOne ? first : .array(values))
    }
    return details
  }

  /// Combines members of one kind into a multi-geometry, mixed members into a collection.
  private static func joined(
    _ members: [GeoFeature.Geometry], isTrack: Bool
  ) -> GeoFeature.Geometry {
    var points: [GeoFeature.Position] = []
    var lines: [[GeoFeature.Position]] = []
    var polygons: [[[GeoFeature.Position]]] = []
    for member in members {
      switch member {
      case .point(let position): points.append(position)
      case .lineString(let line): lines.append(line)
      case .polygon(let rings): polygons.append(rings)
      default: break
      }
    }
    if members.isEmpty { return isTrack ? .multiLineString([]) : .collection([]) }
    if points.count == members.count { return .multiPoint(points) }
    if lines.count == members.count { return .multiLineString(lines) }
    if polygons.count == members.count { return .multiPolygon(polygons) }
    return .collection(members)
  }
}
