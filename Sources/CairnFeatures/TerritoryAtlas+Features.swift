public import CairnCountries
public import CairnFormats
internal import CairnGeodesy

extension TerritoryAtlas<String> {
  /// Creates an atlas of custom regions from GeoJSON: states, parks, delivery zones.
  ///
  /// ```swift
  /// let zones = try TerritoryAtlas(geoJSON: bytes, name: "zone")
  /// zones.territory(at: place)      // "north", "south" or nil
  /// ```
  ///
  /// See ``init(features:name:)`` for how features are interpreted.
  ///
  /// - Parameters:
  ///   - bytes: a feature collection, or a feature (RFC 7946).
  ///   - name: the property with the name of a region.
  /// - Throws: ``TerritoryFileError`` for invalid GeoJSON, a feature that cannot be read, a region
  ///   without a name or with a ring that encloses no area, an input without regions, and more
  ///   regions than an atlas can contain.
  /// - Complexity: about O(*n*) in the number of vertices.
  public init(geoJSON bytes: [UInt8], name: String = "name") throws(TerritoryFileError) {
    var reader = GeoJSONReader(bytes)
    var features: [GeoFeature] = []
    do throws(FormatError) {
      while let feature = try reader.next() { features.append(feature) }
    } catch {
      throw .format(error)
    }
    try self.init(features: features, name: name)
  }

  /// Creates an atlas from features of any format.
  ///
  /// Each feature with polygons is a region; others are ignored. Edges are straight in degrees, and
  /// the even-odd rule applies to all rings of a feature. Features with the same name are separate
  /// regions with that name.
  ///
  /// - Parameters:
  ///   - features: the regions; where they overlap, the first comes first.
  ///   - name: the property with the name of a region, matched exactly or else ignoring case. If it
  ///     is absent the identifier of the feature is the name. Numbers are allowed as names.
  /// - Throws: ``TerritoryFileError``.
  public init(
    features: some Sequence<GeoFeature>, name: String = "name"
  ) throws(TerritoryFileError) {
    var regions: [(id: String, rings: [[Coordinate]])] = []
    for (number, feature) in features.enumerated() {
      let polygons = feature.geometry?.polygonRings ?? []
      if polygons.isEmpty { continue }
      guard let text = feature.regionName(name) else {
        throw .missingName(name, feature: number, found: feature.properties.names)
      }
      regions.append((id: text, rings: Array(polygons.joined())))
    }
    if regions.isEmpty { throw .noTerritories }
    do throws(TerritoryError) {
      try self.init(regions)
    } catch {
      switch error {
      case .invalidCorner(let region, _, _), .tooFewCorners(let region, _),
        .tooWide(let region, _, _), .tooManyCorners(let region), .tooLarge(let region, _, _):
        throw .territory(error, name: regions[region].id)
      case .tooManyTerritories: throw .territory(error, name: "")
      }
    }
  }
}

extension GeoFeature {
  /// The name of the region: a property, or the identifier.
  fileprivate func regionName(_ name: String) -> String? {
    let value =
      properties[name]
      ?? properties.members.first { $0.name.lowercased() == name.lowercased() }?.value
    for value in [value, identifier] {
      switch value {
      case .string(let text)?: return text
      case .integer(let number)?: return String(number)
      case .number(let number)?: return "\(number)"
      default: break
      }
    }
    return nil
  }
}

/// A reason why a file does not define an atlas of regions.
///
/// Thrown when a `TerritoryAtlas` is created from the features of a file; it contains the feature
/// or, if known, the name of the region. ``missingName(_:feature:found:)`` lists the names of the
/// available properties: choose one of them.
///
/// ```swift
/// do {
///   let wards = try TerritoryAtlas(features: features, name: "ward")
/// } catch {
///   print(error)   // feature 1 has no property "ward"; it has id, name
/// }
/// ```
public enum TerritoryFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or a feature of it, cannot be read.
  case format(FormatError)
  /// A feature, counted from 0, lacks the property; the properties it has.
  case missingName(String, feature: Int, found: [String])
  /// The territory with this name is invalid.
  case territory(TerritoryError, name: String)
  /// No feature contains a polygon.
  case noTerritories

  /// A one-line description.
  public var description: String {
    switch self {
    case .format(let error): return error.description
    case .missingName(let name, let feature, let found):
      let others =
        found.isEmpty ? "it has no properties" : "it has \(found.listed())"
      return "feature \(feature + 1) has no property \"\(name)\"; \(others)"
    case .territory(let error, let name):
      return name.isEmpty ? error.description : "\"\(name)\": \(error)"
    case .noTerritories: return "no feature is a polygon"
    }
  }
}
