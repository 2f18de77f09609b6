public import CairnCountries
public import CairnFormats
internal import CairnGeodesy

extension RegionAtlas<String> {
  /// Prepares regions of your own that are given as GeoJSON: states, parks, delivery zones.
  ///
  /// ```swift
  /// let zones = try RegionAtlas(geoJSON: bytes, name: "zone")
  /// zones.region(at: place)      // "north", "south" or nil
  /// ```
  ///
  /// See ``init(features:name:)`` for what becomes of the features.
  ///
  /// - Parameters:
  ///   - bytes: a feature collection, or a feature (RFC 7946).
  ///   - name: the property that names a region.
  /// - Throws: ``RegionFileError`` for what is no GeoJSON, a feature that cannot be read, a region
  ///   without a name or with a ring that encloses nothing, an input without regions, and more than
  ///   an atlas holds.
  /// - Complexity: about O(*n*) in the number of corners.
  public init(geoJSON bytes: [UInt8], name: String = "name") throws(RegionFileError) {
    var reader = GeoJSONReader(bytes)
    var features: [GeoFeature] = []
    do throws(FormatError) {
      while let feature = try reader.next() { features.append(feature) }
    } catch {
      throw .format(error)
    }
    try self.init(features: features, name: name)
  }

  /// Prepares regions that are given as features, of any format.
  ///
  /// Each feature with polygons is a region; others are left out. Edges are straight in degrees,
  /// and all rings of a feature count by the even-odd rule. Features of the same name are
  /// several regions of that name.
  ///
  /// - Parameters:
  ///   - features: the regions; where they overlap, the first comes first.
  ///   - name: the property that names a region, as it is written or else in any case. Without it
  ///     the identifier of the feature is the name. Numbers are names, too.
  /// - Throws: ``RegionFileError``.
  public init(
    features: some Sequence<GeoFeature>, name: String = "name"
  ) throws(RegionFileError) {
    var regions: [(id: String, rings: [[Coordinate]])] = []
    for (number, feature) in features.enumerated() {
      let polygons = feature.geometry?.polygonRings ?? []
      if polygons.isEmpty { continue }
      guard let text = feature.regionName(name) else {
        throw .missingName(name, feature: number, found: feature.properties.names)
      }
      regions.append((id: text, rings: Array(polygons.joined())))
    }
    if regions.isEmpty { throw .noRegions }
    do throws(RegionError) {
      try self.init(regions)
    } catch {
      switch error {
      case .invalidCorner(let region, _, _), .tooFewCorners(let region, _),
        .tooWide(let region, _, _), .tooManyCorners(let region), .tooLarge(let region, _, _):
        throw .region(error, name: regions[region].id)
      case .tooManyRegions: throw .region(error, name: "")
      }
    }
  }
}

extension GeoFeature {
  /// What names the region: a property, or the identifier.
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

/// Why a file is no set of regions.
///
/// It comes when a `RegionAtlas` is made of the features of a file, and names the feature or, where
/// it has one, the region. ``missingName(_:feature:found:)`` has the names of the properties that
/// there are: ask for one of these.
///
/// ```swift
/// do {
///   let wards = try RegionAtlas(features: features, name: "ward")
/// } catch {
///   print(error)   // feature 1 has no property "ward"; it has id, name
/// }
/// ```
public enum RegionFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or a feature of it, cannot be read.
  case format(FormatError)
  /// A region, counted from 0 among the features, has no property of that name, but these.
  case missingName(String, feature: Int, found: [String])
  /// A region of that name is none.
  case region(RegionError, name: String)
  /// No feature has a polygon.
  case noRegions

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .format(let error): return error.description
    case .missingName(let name, let feature, let found):
      let others =
        found.isEmpty
        ? "it has no properties" : "it has \(found.prefix(12).joined(separator: ", "))"
      return "feature \(feature + 1) has no property \"\(name)\"; \(others)"
    case .region(let error, let name):
      return name.isEmpty ? error.description : "\"\(name)\": \(error)"
    case .noRegions: return "no feature is a polygon"
    }
  }
}
