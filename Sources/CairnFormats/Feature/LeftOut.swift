/// What was left out of a file on the way, though nothing in it is wrong: counted by what it is.
///
/// ```swift
/// while let feature = try reader.next() { … }
/// if !reader.leftOut.isEmpty { print("left out: \(reader.leftOut)") }
/// // left out: 3 overlays, 1 network link
/// ```
public struct LeftOut: Hashable, Sendable {
  /// A kind of thing that a feature, or the format that is written, has no place for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A picture over the ground, over the screen or a photo, of KML.
    case overlay
    /// A link to another file, of KML.
    case networkLink = "network link"
    /// A three-dimensional model, of KML.
    case model
    /// A flight through places, of KML.
    case tour
    /// A second geometry of a placemark, which has one.
    case geometry = "second geometry"
    /// A point without a place, of KML.
    case emptyPoint = "point without coordinates"
    /// A measure (M) of a position, where the format has no place for it, or a fifth number of one
    /// of GeoJSON.
    case measure
    /// A member that GeoJSON does not know, of a geometry or where another format has no place for
    /// it.
    case foreignMember = "foreign member"
    /// What a style of KML says beyond colours, widths, scales and icons: a second look for when
    /// the pointer is over it, balloons, lists.
    case styleDetail = "part of a style"
    /// A reference system of GeoJSON that is WGS 84 within two metres, and read as that.
    case nearSystem = "reference system that is WGS 84 within two metres"
    /// A line of a single position among others, where the format has lines of two or more.
    case shortLine = "line of a single point"
    /// A sentence of NMEA from when the receiver had no position.
    case voidFix = "fix without a position"
    /// A sentence of NMEA that says something else than a position and its time.
    case sentence = "sentence without a position"
    /// A height that is no number, of a place that is kept, or one that a table has no column for.
    case height
    /// An identifier that a table has no column for.
    case identifier
    /// A time or another value of a line of which no position has it.
    case positionValue = "value without a position"
    /// How a geometry of KML is drawn, where its feature has a property of that name.
    case drawing = "drawing rule of a geometry"
    /// A control character, which XML cannot hold.
    case character = "character that XML cannot hold"
  }

  private var counts: [Kind: Int] = [:]

  /// Makes an account of nothing.
  public init() {}

  /// Whether nothing was left out.
  public var isEmpty: Bool { counts.isEmpty }

  /// How many of a kind were left out.
  public subscript(kind: Kind) -> Int { counts[kind] ?? 0 }

  internal mutating func add(_ kind: Kind, _ count: Int = 1) {
    guard count > 0 else { return }
    counts[kind, default: 0] += count
  }

  package mutating func add(_ other: LeftOut) {
    for (kind, count) in other.counts { add(kind, count) }
  }
}

extension LeftOut: CustomStringConvertible {
  /// The kinds with their counts, in one line: `3 overlays, 1 network link`.
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
    case .nearSystem: "reference systems that are WGS 84 within two metres"
    case .styleDetail: "parts of styles"
    case .voidFix: "fixes without a position"
    case .sentence: "sentences without a position"
    case .positionValue: "values without positions"
    case .drawing: "drawing rules of geometries"
    case .overlay, .networkLink, .model, .tour, .measure, .foreignMember, .height, .identifier:
      rawValue + "s"
    }
  }
}

extension LeftOut {
  /// Counts what a file says of itself beside its features.
  package mutating func addMembers(_ members: Properties) {
    // A box says nothing that the features do not.
    add(.foreignMember, members.members.count { $0.name != "bbox" })
  }

  /// Counts what only GeoJSON, and for measures well-known text, has a place for.
  package mutating func addMembersAndMeasures(_ feature: GeoFeature, measures: Bool = true) {
    addMembers(feature.foreignMembers)
    if measures { add(.measure, feature.geometry?.measureCount() ?? 0) }
  }
}

extension GeoFeature {
  /// The feature without the lines of a single position that its geometry has among others, for
  /// formats in which a line has two positions or more.
  ///
  /// Times and other values that stand for each line are left out with it.
  ///
  /// - Returns: the feature, and how many lines it lacks; the feature as it is where all lines are
  ///   that short.
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
    let kept = lines.indices.filter { lines[$0].count != 1 }
    guard !kept.isEmpty else { return (self, 0) }
    func chosen(_ value: PropertyValue?) -> PropertyValue? {
      guard case .array(let values)? = value, values.count == lines.count else { return value }
      return .array(kept.map { values[$0] })
    }
    var feature = self
    feature.geometry = .multiLineString(kept.map { lines[$0] })
    if let times = properties["coordTimes"] { feature.properties["coordTimes"] = chosen(times) }
    if case .object(var columns)? = properties["coordinateProperties"] {
      for name in columns.names { columns[name] = chosen(columns[name]) }
      feature.properties["coordinateProperties"] = .object(columns)
    }
    return (feature, lines.count - kept.count)
  }
}

extension [GeoFeature.Position] {
  /// The positions of a ring with the first one at the end, too.
  internal var closed: [GeoFeature.Position] {
    guard let first, let last, count > 1, first.coordinate != last.coordinate else { return self }
    return self + [first]
  }
}
