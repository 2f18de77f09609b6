internal import CairnCountries
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// An area in which places are searched.
enum Area {
  /// A box, polygons, a country, or the whole Earth.
  case region(any PlaceRegion)
  /// The disc within a distance of a center, in meters.
  case disc(Coordinate, radius: Double)
  /// The corridor within a distance of a path, in meters.
  case path(GeoPath, width: Double)
}

extension BoundingBox {
  /// Parses a box from four numbers: south, west, north, east.
  init(option text: String) throws(Failure) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Double(plain: part.filter { $0 != " " })
    }
    guard parts.count == 4, numbers.count == 4 else {
      throw .usage(
        "--box is south,west,north,east in degrees, such as 47,5.8,55.1,15.1, "
          + "not \(Spelling.quoted(text))")
    }
    guard numbers[0] <= numbers[2] else {
      throw .usage("the south of --box, \(parts[0]), is greater than its north, \(parts[2])")
    }
    guard numbers[0] >= -90, numbers[2] <= 90, abs(numbers[1]) <= 360, abs(numbers[3]) <= 360
    else {
      throw .usage(
        "--box has latitudes in -90...90 and longitudes in -360...360, not \(Spelling.quoted(text))"
      )
    }
    self.init(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
  }
}

/// The geometries of a file.
struct ShapeInput {
  /// All geometries, with collections flattened.
  private(set) var geometries: [GeoFeature.Geometry] = []
  private var tolerance = EdgeTolerance()
  private let path: String

  /// Reads a file, or well-known text given in place of a file name.
  init(_ path: String, option: String, _ console: inout Console) throws(Failure) {
    self.path = path
    if path.contains("("), let geometry = try? GeoFeature.Geometry(wkt: path) {
      add(geometry)
      return
    }
    var file = try InputFile(path)
    let start = try file.next(atMost: 1 << 16)
    guard !IndexFileStart.isOne(start) else {
      throw .usage(
        "\(option): \(Spelling.quoted(path)) is an index file; give the file it was built from")
    }
    var features = try FeatureInput(file, start: start, of: path, badRows: .fail)
    while let feature = try features.next() { if let shape = feature.geometry { add(shape) } }
    try tolerance.report(Spelling.quoted(path), to: &console)
  }

  private mutating func add(_ geometry: GeoFeature.Geometry) {
    if case .collection(let members) = geometry {
      for member in members { add(member) }
    } else {
      geometries.append(geometry)
      tolerance.add(geometry)
    }
  }

  /// The polygons, with edges that are straight in degrees, as in the file.
  func polygons() throws(Failure) -> GeoMultiPolygon {
    var polygons: [GeoPolygon] = []
    func add(_ rings: [[GeoFeature.Position]]) {
      let rings = rings.map { $0.map(\.coordinate) }
      guard let outer = rings.first else { return }
      polygons.append(
        GeoPolygon(
          straightInDegrees: outer, holes: Array(rings.dropFirst()), tolerance: tolerance.meters))
    }
    for geometry in geometries {
      switch geometry {
      case .polygon(let rings): add(rings)
      case .multiPolygon(let parts): for rings in parts { add(rings) }
      default: break
      }
    }
    guard !polygons.isEmpty else {
      throw Failure(code: .data, message: "\(Spelling.quoted(path)) has no polygon")
    }
    return GeoMultiPolygon(polygons)
  }

  /// The path along the only line, or through all points in order.
  func line() throws(Failure) -> GeoPath {
    var lines: [[GeoFeature.Position]] = []
    var points: [GeoFeature.Position] = []
    for geometry in geometries {
      switch geometry {
      case .lineString(let line): lines.append(line)
      case .multiLineString(let parts): lines += parts
      case .point(let point): points.append(point)
      case .multiPoint(let more): points += more
      default: break
      }
    }
    guard lines.count <= 1 else {
      throw Failure(
        code: .data,
        message: "\(Spelling.quoted(path)) has \(lines.count) lines; --along needs one")
    }
    let path = GeoPath((lines.first ?? points).map(\.coordinate))
    guard !path.coordinates.isEmpty else {
      throw Failure(code: .data, message: "\(Spelling.quoted(self.path)) has no line and no point")
    }
    guard path.coordinates.allSatisfy(\.isValid) else {
      throw Failure(
        code: .data, message: "\(Spelling.quoted(self.path)) has a point beyond the poles")
    }
    return path
  }
}

extension GeoPath {
  /// A path through coordinates separated by spaces, through places separated by semicolons, or
  /// along the line of a file.
  init(option text: String, _ console: inout Console) throws(Failure) {
    var points: [Coordinate] = []
    if text.contains(";") {
      for part in text.split(separator: ";") where !part.allSatisfy(\.isWhitespace) {
        points.append(try Location(String(part)).coordinate)
      }
    } else {
      for part in text.split(separator: " ") {
        guard let point = try? Coordinate(parsing: part) else {
          points = []
          break
        }
        points.append(point)
      }
    }
    if points.isEmpty {
      self = try ShapeInput(text, option: "--along", &console).line()
    } else {
      self.init(points)
    }
  }
}
