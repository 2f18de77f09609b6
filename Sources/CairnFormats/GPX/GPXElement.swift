internal import CairnGeodesy

/// The GPX 1.0 and 1.1 elements that the reader distinguishes.
internal enum GPXElement: XMLVocabulary {
  case gpx, waypoint, route, routePoint, track, segment, trackPoint
  case elevation, time, link, linkText, linkType, extensions, metadata
  /// An element whose text becomes a property with the element's name.
  case text
  /// An element whose text becomes a number.
  case number
  case unknown

  internal static let rootName = "gpx"
  internal var isRoot: Bool { self == .gpx }

  internal static func includes(_ namespace: XMLNamespace) -> Bool {
    namespace == .gpx || namespace == .none
  }

  internal init(_ localName: String) {
    switch localName {
    case "gpx": self = .gpx
    case "wpt": self = .waypoint
    case "rte": self = .route
    case "rtept": self = .routePoint
    case "trk": self = .track
    case "trkseg": self = .segment
    case "trkpt": self = .trackPoint
    case "ele": self = .elevation
    case "time": self = .time
    case "link": self = .link
    case "extensions": self = .extensions
    case "metadata", "author", "email", "keywords", "bounds": self = .metadata
    case "name", "cmt", "desc", "src", "sym", "type", "fix", "url", "urlname": self = .text
    case "magvar", "geoidheight", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid",
      "course", "speed", "number":
      self = .number
    default: self = .unknown
    }
  }
}

/// The role of an open element in a GPX file.
internal enum GPXRole: XMLRole {
  case root, waypoint, route, track, segment, point, link, extensions
  case leaf, tree, ignored
}

/// The points of a route or a track segment, with their values.
internal struct GPXLine: Sendable {
  internal var positions: [GeoFeature.Position] = []
  /// The times of the points, null for points without one; empty if no point has a time.
  internal var times: [PropertyValue] = []
  /// Other values of the points by name, each column as ``times``.
  internal var columns: [(name: String, values: [PropertyValue])] = []

  /// The columns that contain only texts of extensions, which may be numbers, and the other
  /// columns.
  internal private(set) var texts: Set<String> = []
  internal private(set) var others: Set<String> = []

  /// The maximum number of different values of the points; each point is checked for all of them.
  internal static let columnLimit = 100

  /// Appends a point; returns false, without appending, if the line would have too many columns.
  internal mutating func append(_ point: GPXPoint) -> Bool {
    let new = point.values.filter { value in !columns.contains { $0.name == value.name } }
    guard columns.count + new.count <= Self.columnLimit else { return false }
    let count = positions.count
    for (name, _) in point.values {
      if point.texts.contains(name) { texts.insert(name) } else { others.insert(name) }
    }
    positions.append(point.position)
    Self.append(point.time.map { .string($0) }, to: &times, count)
    for (name, value) in point.values {
      if let column = columns.firstIndex(where: { $0.name == name }) {
        Self.append(value, to: &columns[column].values, count)
      } else {
        columns.append((name, Array(repeating: .null, count: count) + [value]))
      }
    }
    for column in columns.indices where columns[column].values.count <= count {
      columns[column].values.append(.null)
    }
    return true
  }

  private static func append(
    _ value: PropertyValue?, to column: inout [PropertyValue], _ count: Int
  ) {
    if let value {
      if column.isEmpty, count > 0 { column = Array(repeating: .null, count: count) }
      if column.count == count { column.append(value) }
    } else if !column.isEmpty {
      column.append(.null)
    }
  }
}

/// A point being read.
internal struct GPXPoint: Sendable {
  internal var position = GeoFeature.Position(Coordinate(latitude: 0, longitude: 0))
  internal var time: String?
  internal var values: [(name: String, value: PropertyValue)] = []
  /// The names of the values that are texts of extensions.
  internal var texts: [String] = []
  /// Whether an error was thrown for the point, so that it is omitted.
  internal var isBad = false

  internal mutating func add(_ name: String, _ value: PropertyValue) {
    values.append((name, value))
  }
}

/// The GPX extensions whose elements this module interprets.
internal enum GPXExtension {
  /// The elements of Garmin's TrackPointExtension, version 2, in schema order.
  internal static let trackPointNames = [
    "atemp", "wtemp", "depth", "hr", "cad", "speed", "course", "bearing",
  ]

  /// Those elements and the additional one of Strava.
  internal static let numberNames = Set(trackPointNames + ["power"])

  internal static let trackPointName = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"

  /// Whether a namespace is that of Garmin's TrackPointExtension; if none is declared, whether the
  /// prefix is the usual one or empty.
  internal static func isOfTrackPoint(_ namespace: String?, prefix: String) -> Bool {
    guard let namespace else { return prefix == "gpxtpx" || prefix.isEmpty }
    return namespace == trackPointName
      || namespace == "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
  }
}
