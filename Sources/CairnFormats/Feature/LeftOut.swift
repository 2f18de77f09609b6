/// Counts, by kind, of valid parts of a file that were omitted in reading or writing.
///
/// ```swift
/// while let feature = try reader.next() { … }
/// if !reader.leftOut.isEmpty { print("left out: \(reader.leftOut)") }
/// // left out: 3 overlays, 1 network link
/// ```
public struct LeftOut: Hashable, Sendable {
  /// A kind of content that a feature, or the format written, cannot represent.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A KML ground, screen or photo overlay.
    case overlay
    /// A KML link to another file.
    case networkLink = "network link"
    /// A KML three-dimensional model.
    case model
    /// A KML tour.
    case tour
    /// A second geometry of a placemark, which may have only one.
    case geometry = "second geometry"
    /// A KML point without coordinates.
    case emptyPoint = "point without coordinates"
    /// A measure (M) of a position that the format cannot store, or a fifth number of a GeoJSON
    /// position.
    case measure
    /// A member that GeoJSON does not define, of a geometry or in a format that cannot store it.
    case foreignMember = "foreign member"
    /// Parts of a KML style other than colors, widths, scales and icons: the style for
    /// highlighting, balloons, lists.
    case styleDetail = "part of a style"
    /// A GeoJSON reference system that differs from WGS 84 by at most two meters, and is read as
    /// WGS 84.
    case nearSystem = "reference system that is WGS 84 within two meters"
    /// A line of a single position within a multi-geometry, if the format requires two or more.
    case shortLine = "line of a single point"
    /// An NMEA sentence sent while the receiver had no position.
    case voidFix = "fix without a position"
    /// An NMEA sentence that contains other data than a position and its time.
    case sentence = "sentence without a position"
    /// An elevation that is not a number, of a position that is kept, one that a table has no
    /// column for, or one of a line or an area in an index file.
    case height
    /// An identifier that a table has no column for, or that the format cannot store.
    case identifier
    /// A property of a feature in a format that stores only places, or only some properties.
    case property = "property that the format cannot hold"
    /// A time or another value that belongs to no position of its line.
    case positionValue = "value without a position"
    /// A drawing rule of a KML geometry whose feature already has a property of that name.
    case drawing = "drawing rule of a geometry"
    /// A comment, a title or a row of empty fields before the first row of a table.
    case lineBefore = "line before the first row"
    /// A control character, which XML does not allow.
    case character = "character that XML cannot hold"
    /// A raw signal of Google Timeline, if the file has visits and activities, or a recorded point
    /// during a visit.
    case timelinePosition = "position of a timeline besides its visits and activities"
  }

  private var counts: [Kind: Int] = [:]

  /// Creates empty counts.
  public init() {}

  /// Whether nothing was omitted.
  public var isEmpty: Bool { counts.isEmpty }

  /// The number of omissions of a kind.
  public subscript(kind: Kind) -> Int { counts[kind] ?? 0 }

  internal mutating func add(_ kind: Kind, _ count: Int = 1) {
    guard count > 0 else { return }
    counts[kind, default: 0] += count
  }

  /// The counts of one kind only.
  package func only(_ kind: Kind) -> LeftOut {
    var leftOut = LeftOut()
    leftOut.add(kind, self[kind])
    return leftOut
  }

  package mutating func add(_ other: LeftOut) {
    for (kind, count) in other.counts { add(kind, count) }
  }
}

extension LeftOut: CustomStringConvertible {
  /// The kinds with their counts on one line: `3 overlays, 1 network link`.
  public var description: String {
    Kind.allCases.filter { self[$0] > 0 }.map { kind in
      let count = self[kind]
      return "\(count) \(count == 1 ? kind.rawValue : kind.plural)"
    }.joined(separator: ", ")
  }
}

extension LeftOut.Kind {
  fileprivate var plural: String {
    switch self {
    case .geometry: "second geometries"
    case .emptyPoint: "points without coordinates"
    case .shortLine: "lines of a single point"
    case .character: "characters that XML cannot hold"
    case .nearSystem: "reference systems that are WGS 84 within two meters"
    case .styleDetail: "parts of styles"
    case .voidFix: "fixes without a position"
    case .sentence: "sentences without a position"
    case .positionValue: "values without positions"
    case .drawing: "drawing rules of geometries"
    case .lineBefore: "lines before the first row"
    case .property: "properties that the format cannot hold"
    case .timelinePosition: "positions of a timeline besides its visits and activities"
    case .overlay, .networkLink, .model, .tour, .measure, .foreignMember, .height, .identifier:
      rawValue + "s"
    }
  }
}

extension LeftOut {
  /// Counts the members of a whole file.
  package mutating func addMembers(_ members: Properties) {
    // A bounding box adds no information to the features.
    add(.foreignMember, members.members.count { $0.name != "bbox" })
  }

  /// Counts foreign members, which only GeoJSON stores, and measures, which GeoJSON and well-known
  /// text store.
  package mutating func addMembersAndMeasures(_ feature: GeoFeature, measures: Bool = true) {
    addMembers(feature.foreignMembers)
    if measures { add(.measure, feature.geometry?.measureCount() ?? 0) }
  }

  /// Counts the properties with values and the identifier, for formats that store only places.
  package mutating func addProperties(_ feature: GeoFeature) {
    let properties = feature.properties.members
    add(.property, properties.count { $0.value != .null && $0.value != .string("") })
    if feature.identifier != nil { add(.identifier) }
  }

  /// Counts the elevations of a line or an area, which an index file does not store.
  package mutating func addHeights(_ feature: GeoFeature) {
    guard let geometry = feature.geometry else { return }
    if case .point = geometry { return }
    geometry.forEachPosition { if $0.elevation != nil { add(.height) } }
  }
}

extension GeoFeature {
  /// The feature without single-position lines of its multi-geometry, for formats in which a line
  /// has two or more positions.
  ///
  /// The times and other per-line values of these lines are omitted as well.
  ///
  /// - Returns: the feature and the number of lines removed; the unchanged feature if all its lines
  ///   are that short.
  internal func withoutShortLines() -> (feature: GeoFeature, count: Int) {
    guard case .multiLineString(let lines)? = geometry, lines.contains(where: { $0.count == 1 })
    else {
      guard case .collection(let members)? = geometry else { return (self, 0) }
      let kept = members.filter { member in
        if case .lineString(let line) = member { return line.count != 1 }
        return true
      }
      guard kept.count < members.count, !kept.isEmpty else { return (self, 0) }
      var feature = self
      feature.geometry = .collection(kept)
      return (feature, members.count - kept.count)
    }
    var kept: [[Position]] = []
    var sources: [Int?] = []
    var vertex = 0
    for line in lines {
      if line.count != 1 {
        kept.append(line)
        sources += (vertex..<vertex + line.count).map { $0 }
      }
      vertex += line.count
    }
    guard !kept.isEmpty else { return (self, 0) }
    var feature = self
    feature.replaceGeometry(.multiLineString(kept), vertices: sources)
    return (feature, lines.count - kept.count)
  }
}

extension [GeoFeature.Position] {
  /// The ring with the first position repeated at the end.
  internal var closed: [GeoFeature.Position] {
    guard let first, let last, count > 1, first.coordinate != last.coordinate else { return self }
    return self + [first]
  }
}
