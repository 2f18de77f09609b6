/// The drawing rules of a KML geometry: the reference of its heights, and lines to the ground.
///
/// A feature stores them as properties with the names of the elements, so that they survive
/// conversion to other formats: `altitudeMode` (a string, including values of `gx:altitudeMode`),
/// `extrude` and `tessellate` (0 or 1), `drawOrder` and `altitudeOffset` (numbers), `interpolate`
/// (0 or 1, for a `gx:MultiTrack`). If the members of a geometry differ, the property is an array
/// with a value for each, null for none.
///
/// As in other formats, heights other than 0 without a mode are relative to sea level: `absolute`
/// heights need no property, and heights that KML ignores because they have no mode get
/// `clampToGround`.
internal enum KMLDrawingRules {
  internal static let names = [
    "altitudeMode", "extrude", "tessellate", "drawOrder", "altitudeOffset", "interpolate",
  ]
  private static let modes: Set<String> = ["clampToGround", "relativeToGround", "absolute"]
  private static let seaModes: Set<String> = ["clampToSeaFloor", "relativeToSeaFloor"]

  /// The value of an element; the text itself if it is not an allowed value.
  internal static func value(_ name: String, _ text: String) -> PropertyValue {
    switch name {
    case "extrude", "tessellate", "interpolate":
      switch text {
      case "1", "true": 1
      case "0", "false": 0
      default: .string(text)
      }
    case "drawOrder", "altitudeOffset": PropertyValue(exactly: text)
    default: .string(text)
    }
  }

  /// The kind of element that contains the rules.
  internal enum Target { case point, line, polygon, track, multiTrack }

  private static func applies(_ name: String, to target: Target) -> Bool {
    switch (name, target) {
    case ("interpolate", _): target == .multiTrack
    case (_, .multiTrack): false
    case ("altitudeMode", _): true
    case ("extrude", _): true
    case ("tessellate", _): target != .point
    default: target == .line
    }
  }

  private static func isValid(_ name: String, _ value: PropertyValue) -> Bool {
    switch name {
    case "altitudeMode": value.text.map { modes.contains($0) || seaModes.contains($0) } ?? false
    case "drawOrder": if case .integer = value { true } else { false }
    case "altitudeOffset": value.number?.isFinite ?? false
    default: value == 0 || value == 1
    }
  }

  /// Removes and returns the properties that can be written as drawing rules of the geometry.
  internal static func take(
    _ properties: inout Properties, _ geometry: GeoFeature.Geometry?, asTracks: Bool
  ) -> Properties {
    var drawing = Properties()
    guard let geometry else { return drawing }
    for name in names {
      guard let value = properties[name] else { continue }
      var isUsed = name == "interpolate" && asTracks && isMultiLine(geometry)
      guard isUsed ? isValid(name, value) : fits(name, value, geometry, asTracks, &isUsed), isUsed
      else { continue }
      drawing.append(new: name, value)
      properties[name] = nil
    }
    return drawing
  }

  private static func isMultiLine(_ geometry: GeoFeature.Geometry) -> Bool {
    if case .multiLineString = geometry { true } else { false }
  }

  /// Whether a value suits a geometry, or is an array with a value for each of its members; sets
  /// `isUsed` if it applies to any part.
  private static func fits(
    _ name: String, _ value: PropertyValue, _ geometry: GeoFeature.Geometry, _ asTracks: Bool,
    _ isUsed: inout Bool
  ) -> Bool {
    if case .array(let values) = value {
      guard let members = geometry.members, members.count == values.count else { return false }
      for (member, value) in zip(members, values) where value != .null {
        guard fits(name, value, member, asTracks, &isUsed) else { return false }
      }
      return true
    }
    guard isValid(name, value) else { return false }
    if let members = geometry.members {
      for member in members where !isUsed { _ = fits(name, value, member, asTracks, &isUsed) }
    } else if applies(name, to: target(geometry, asTracks)) {
      isUsed = true
    }
    return true
  }

  private static func target(_ geometry: GeoFeature.Geometry, _ asTracks: Bool) -> Target {
    switch geometry {
    case .point: .point
    case .lineString: asTracks ? .track : .line
    default: .polygon
    }
  }

  /// The elements before the coordinates, in schema order.
  ///
  /// If there is no altitude mode and a height is not 0, the mode is `absolute`: in other formats
  /// heights are relative to sea level.
  internal static func elements(
    _ drawing: Properties, _ target: Target, hasHeights: Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func element(_ name: String, _ prefix: String = "") {
      guard applies(name, to: target), let value = drawing[name], value != .null,
        let text = value.plainText
      else { return }
      bytes.append(xmlElement: prefix + name, text)
    }
    // In the schema these two come first, since they may extend any geometry.
    element("altitudeOffset", "gx:")
    element("drawOrder", "gx:")
    element("extrude")
    element("tessellate")
    if target != .multiTrack {
      if let mode = drawing["altitudeMode"]?.text {
        bytes.append(xmlElement: seaModes.contains(mode) ? "gx:altitudeMode" : "altitudeMode", mode)
      } else if hasHeights {
        bytes.append(xmlElement: "altitudeMode", "absolute")
      }
    }
    element("interpolate", "gx:")
    return bytes
  }
}

extension Properties {
  /// Converts the altitude mode of a KML geometry to that of a feature, where heights without a
  /// mode are relative to sea level.
  internal mutating func settleMode(of geometry: GeoFeature.Geometry) {
    guard geometry.hasHeights else { return }
    switch self["altitudeMode"] {
    case nil: self["altitudeMode"] = "clampToGround"
    case "absolute": self["altitudeMode"] = nil
    default: break
    }
  }

  /// The values that apply to one member of a geometry.
  internal func ofMember(_ number: Int) -> Properties {
    guard members.contains(where: { if case .array = $0.value { true } else { false } }) else {
      return self
    }
    var properties = Properties()
    for (name, value) in members {
      if case .array(let values) = value {
        properties.append(new: name, number < values.count ? values[number] : .null)
      } else {
        properties.append(new: name, value)
      }
    }
    return properties
  }

  /// Whether any value is an array.
  internal var hasArrays: Bool {
    members.contains { if case .array = $0.value { true } else { false } }
  }
}

extension GeoFeature.Geometry {
  /// Whether any position has a height other than 0.
  internal var hasHeights: Bool {
    firstPosition { $0.hasHeight } != nil
  }

  /// The members of a multi-geometry or a collection; nil for a single geometry.
  fileprivate var members: [GeoFeature.Geometry]? {
    switch self {
    case .multiPoint(let positions): positions.map { .point($0) }
    case .multiLineString(let lines): lines.map { .lineString($0) }
    case .multiPolygon(let polygons): polygons.map { .polygon($0) }
    case .collection(let members): members
    case .point, .lineString, .polygon: nil
    }
  }
}

extension GeoFeature.Position {
  /// Whether the elevation is a finite number other than 0.
  fileprivate var hasHeight: Bool {
    guard let elevation else { return false }
    return elevation.isFinite && elevation != 0
  }
}

extension [GeoFeature.Position] {
  /// Whether any position has a height other than 0.
  internal var hasHeights: Bool { contains { $0.hasHeight } }
}
