internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex
internal import CairnShapes

/// The points, lines and areas of a file in an index of shapes.
///
/// A feature of several parts has an element for each part. A record is the feature's number (four
/// bytes, little-endian) and the feature's properties. The last element has no shape; its record is
/// the legend that describes the properties.
struct ShapeSource {
  /// A search result.
  struct Found {
    let record: RecordBytes
    /// The element of the index: the feature's nearest part, or its first.
    let offset: Int
    let distance: Double
  }

  private let index: MappedShapeIndex<RecordBytes>
  private let records: FeatureRecords
  /// The lines and areas in memory by the numbers of their features; an index file has shapes only.
  private let geometries: [Int: GeoFeature.Geometry]

  private static let numberBytes = 4

  /// Opens a file; returns nil if it is not an index of shapes, or if its records are of another
  /// kind.
  init?(indexFile path: String) throws(IndexFileError) {
    let file = try MappedPlaceIndex(recordsIn: path)
    guard try file.holdsShapes else { return nil }
    index = try MappedShapeIndex(opening: path) { $0 }
    guard index.elementCount > 0 else { return nil }
    let legend = try index.element(at: index.elementCount - 1)
    guard
      let records = FeatureRecords(
        legend: legend.dropFirst(Self.numberBytes), count: Self.number(legend))
    else { return nil }
    self.records = records
    geometries = [:]
  }

  /// Features in memory.
  init(_ features: LinesAndAreas) throws(IndexFileError) {
    index = try MappedShapeIndex(bytes: features.encoded()) { $0 }
    records = FeatureRecords(of: features.features, extent: features.extent)
    geometries = features.geometries
  }

  /// The number of features.
  var featureCount: Int { records.count }

  /// The number of elements: the parts of all features.
  var elementCount: Int { index.elementCount - 1 }

  /// The smallest box around all shapes.
  var extent: BoundingBox { records.extent }

  /// Checks the whole file.
  func checkEverything() throws(IndexFileError) { try index.checkEverything() }

  private static func number(_ record: RecordBytes) -> Int {
    record.prefix(numberBytes).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The names of all properties, in order of first appearance.
  var propertyNames: [String] { records.propertyNames }

  /// The feature that an element is a part of, and the element after its last one.
  ///
  /// A line or an area in memory is the one that was read. One of an index file consists of its
  /// shapes: its positions have no elevations, and the edges of areas have further positions.
  func feature(at offset: Int) throws(IndexFileError) -> (feature: GeoFeature, next: Int) {
    let record = try index.element(at: offset)
    let number = Self.number(record)
    var feature = self.feature(record)
    if feature.geometry == nil { feature.geometry = geometries[number] }
    if feature.geometry != nil { return (feature, offset + 1) }
    var (first, next) = (offset, offset + 1)
    while first > 0, try Self.number(index.element(at: first - 1)) == number { first -= 1 }
    while next < elementCount, try Self.number(index.element(at: next)) == number {
      next += 1
    }
    var parts: [GeoFeature.Geometry] = []
    for part in first..<next {
      if let geometry = try index.shape(at: part).geometry { parts.append(geometry) }
    }
    feature.geometry = GeoFeature.Geometry(parts: parts)
    return (feature, next)
  }

  /// The feature of a record, without a geometry unless it is a point.
  func feature(_ record: RecordBytes) -> GeoFeature {
    records.feature(record.dropFirst(Self.numberBytes))
  }

  /// A property of a feature.
  func value(ofProperty number: Int, _ record: RecordBytes) -> PropertyValue? {
    records.value(ofProperty: number, record.dropFirst(Self.numberBytes))
  }

  /// The shape of an element.
  func shape(at offset: Int) throws(IndexFileError) -> GeoShape { try index.shape(at: offset) }

  /// The nearest features, nearest first, each once.
  func nearest(
    to center: Coordinate, count: Int, within radius: Double, where isIncluded: (Found) -> Bool
  ) throws(IndexFileError) -> [Found] {
    var unique = Unique()
    var nearest = index.nearest(to: center).makeIterator()
    while unique.found.count < count, let next = try nearest.next(), next.distance <= radius {
      unique.add(next, where: isIncluded)
    }
    return unique.found
  }

  /// The features within a distance of a path, each once.
  func within(
    _ width: Double, of path: GeoPath, where isIncluded: (Found) -> Bool
  ) throws(IndexFileError) -> [Found] {
    var unique = Unique()
    for near in try index.within(width, of: path) { unique.add(near, where: isIncluded) }
    return unique.found
  }

  /// The features of a region, each once, in the order of the file: the points in it and the lines
  /// and areas that touch it.
  ///
  /// If the region is not a ``GeoShaped``, lines and areas match if their first position is in it.
  func features(
    in region: any PlaceRegion, where isIncluded: (Found) -> Bool
  ) throws(IndexFileError) -> [Found] {
    let offsets =
      if let shaped = region as? any GeoShaped { try index.keys(touching: shaped) } else {
        Array(0..<elementCount)
      }
    var unique = Unique()
    for offset in offsets {
      let shape = try index.shape(at: offset)
      if !(region is any GeoShaped) || shape.isPoint {
        guard let place = shape.firstPlace, region.contains(place) else { continue }
      }
      unique.add(
        Neighbor(element: try index.element(at: offset), offset: offset, distance: 0),
        where: isIncluded)
    }
    return unique.found
  }

  /// Collects features, each once, by the first of its parts that is added.
  private struct Unique {
    private(set) var found: [Found] = []
    private var seen: Set<Int> = []

    mutating func add(_ next: Neighbor<RecordBytes>, where isIncluded: (Found) -> Bool) {
      let next = Found(record: next.element, offset: next.offset, distance: next.distance)
      guard seen.insert(ShapeSource.number(next.record)).inserted, isIncluded(next) else { return }
      found.append(next)
    }
  }
}

/// The features of a file with lines and areas, from which an index of shapes is built.
struct LinesAndAreas {
  let features: PackedFeatures
  /// The lines and areas by the positions of their features.
  let geometries: [Int: GeoFeature.Geometry]
  /// The parts of all features.
  private let index: ShapeIndex<(number: Int, shape: GeoShape)>
  /// The smallest box around all shapes.
  let extent: BoundingBox
  /// The number of lines and areas that are not indexed, because they enclose nothing or have an
  /// invalid position.
  let emptyCount: Int
  /// The tolerance for the edges of the areas.
  let tolerance: EdgeTolerance

  init(_ features: PackedFeatures, _ geometries: [Int: GeoFeature.Geometry]) {
    var tolerance = EdgeTolerance()
    for number in features.indices { geometries[number].map { tolerance.add($0) } }
    var parts: [(number: Int, shape: GeoShape)] = []
    for number in features.indices {
      let shapes =
        geometries[number]?.shapes(tolerance: tolerance.meters)
        ?? [.point(features.coordinate(at: number))]
      for shape in shapes { parts.append((number, shape)) }
    }
    // The element of the legend.
    parts.append((features.count, .path(GeoPath([]))))
    self.features = features
    self.geometries = geometries
    self.tolerance = tolerance
    index = ShapeIndex(parts) { $0.shape }
    extent = BoundingBox(holding: parts.lazy.map(\.shape.boundingBox))
    let empty = Set(index.emptyOffsets)
    var lost = Set(geometries.keys)
    for (offset, part) in parts.enumerated() where !empty.contains(offset) {
      lost.remove(part.number)
    }
    emptyCount = lost.count
  }

  /// The bytes of an index file.
  func encoded() throws(IndexFileError) -> [UInt8] {
    try index.encoded { part in
      (0..<4).map { UInt8(truncatingIfNeeded: part.number >> (8 * $0)) }
        + (part.number < features.count
          ? features.record(at: part.number) : features.legend(extent))
    }
  }
}

extension GeoFeature.Geometry {
  /// The parts of a geometry as shapes: edges of areas are straight in degrees, as in files, and
  /// lines follow great circles.
  ///
  /// - Parameter tolerance: the maximum deviation of an edge in meters.
  /// - Returns: the shapes.
  func shapes(tolerance: Double) -> [GeoShape] {
    switch self {
    case .point(let position): [.point(position.coordinate)]
    case .multiPoint(let positions): positions.map { .point($0.coordinate) }
    case .lineString, .multiLineString: paths.map { .path($0) }
    case .polygon, .multiPolygon: region(tolerance: tolerance).map { [.multiPolygon($0)] } ?? []
    case .collection(let members): members.flatMap { $0.shapes(tolerance: tolerance) }
    }
  }

  /// Joins the parts of a geometry, as ``shapes(tolerance:)`` divides it; nil without parts.
  init?(parts: [GeoFeature.Geometry]) {
    guard let first = parts.first else { return nil }
    let points = parts.compactMap { if case .point(let point) = $0 { point } else { nil } }
    let lines = parts.compactMap { if case .lineString(let line) = $0 { line } else { nil } }
    if parts.count == 1 {
      self = first
    } else if points.count == parts.count {
      self = .multiPoint(points)
    } else if lines.count == parts.count {
      self = .multiLineString(lines)
    } else {
      self = .collection(parts)
    }
  }
}

extension GeoShape {
  /// Whether the shape is a point.
  var isPoint: Bool { if case .point = self { true } else { false } }

  /// The first position.
  var firstPlace: Coordinate? {
    switch self {
    case .point(let place): place
    case .cap(let cap): cap.center
    case .box(let box): box.isEmpty ? nil : Coordinate(latitude: box.south, longitude: box.west)
    case .path(let path): path.coordinates.first
    case .polygon(let polygon): polygon.outer.first
    case .multiPolygon(let region): region.polygons.first?.outer.first
    }
  }

  /// The shape as a geometry of a feature; nil if it is empty.
  var geometry: GeoFeature.Geometry? {
    guard firstPlace != nil else { return nil }
    return switch self {
    case .point(let place): .init(place)
    case .cap(let cap): .init(cap.center)
    case .box(let box): .init(box)
    case .path(let path): .init(path, tolerance: .infinity)
    case .polygon(let polygon): .init(polygon, tolerance: .infinity)
    case .multiPolygon(let region):
      region.polygons.count == 1
        ? .init(region.polygons[0], tolerance: .infinity) : .init(region, tolerance: .infinity)
    }
  }
}
