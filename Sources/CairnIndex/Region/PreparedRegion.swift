internal import CairnGeodesy
internal import CairnMemory

/// The search structure of a region of any kind, for cases where the kind is not statically known:
/// a part of a combination, or the region of a lazy search.
///
/// Each call costs a switch in addition to that of the concrete region.
enum PreparedRegion: SearchRegion {
  case box(Kept<BoxRegion>)
  case disc(Kept<DiscRegion>)
  case polygons(Kept<PolygonRegion>)
  case many(Kept<ManyRegions>)
  case corridor(Kept<CorridorSearchRegion>)
  case degrees(Kept<DegreeSearchRegion>)
  case combined(Kept<CombinedSearchRegion>)

  /// A box on the heap for a region, to avoid copies.
  final class Kept<Region: SearchRegion>: Sendable {
    let region: Region

    init(_ region: Region) {
      self.region = region
    }
  }

  @inline(never)
  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    switch self {
    case .box(let kept): kept.region.classify(boxes: boxes, at: start, in: frame)
    case .disc(let kept): kept.region.classify(boxes: boxes, at: start, in: frame)
    case .polygons(let kept): kept.region.classify(boxes: boxes, at: start, in: frame)
    case .many(let kept): kept.region.classify(boxes: boxes, at: start, in: frame)
    case .corridor(let kept): kept.region.classify(boxes: boxes, at: start, in: frame)
    case .degrees(let kept): kept.region.classify(boxes: boxes, at: start, in: frame)
    case .combined(let kept): kept.region.classify(boxes: boxes, at: start, in: frame)
    }
  }

  @inline(never)
  func classify(points: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    switch self {
    case .box(let kept): kept.region.classify(points: points, at: start, in: frame)
    case .disc(let kept): kept.region.classify(points: points, at: start, in: frame)
    case .polygons(let kept): kept.region.classify(points: points, at: start, in: frame)
    case .many(let kept): kept.region.classify(points: points, at: start, in: frame)
    case .corridor(let kept): kept.region.classify(points: points, at: start, in: frame)
    case .degrees(let kept): kept.region.classify(points: points, at: start, in: frame)
    case .combined(let kept): kept.region.classify(points: points, at: start, in: frame)
    }
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    switch self {
    case .box(let kept): kept.region.contains(coordinate)
    case .disc(let kept): kept.region.contains(coordinate)
    case .polygons(let kept): kept.region.contains(coordinate)
    case .many(let kept): kept.region.contains(coordinate)
    case .corridor(let kept): kept.region.contains(coordinate)
    case .degrees(let kept): kept.region.contains(coordinate)
    case .combined(let kept): kept.region.contains(coordinate)
    }
  }

  @inline(never)
  func contained(
    _ lanes: UInt32, points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>,
    at start: Int,
    _ frame: NodeFrame
  ) -> UInt32 {
    switch self {
    case .box(let kept):
      kept.region.contained(
        lanes, points: points, at: row, degrees: degrees, at: start, in: frame)
    case .disc(let kept):
      kept.region.contained(
        lanes, points: points, at: row, degrees: degrees, at: start, in: frame)
    case .polygons(let kept):
      kept.region.contained(
        lanes, points: points, at: row, degrees: degrees, at: start, in: frame)
    case .many(let kept):
      kept.region.contained(
        lanes, points: points, at: row, degrees: degrees, at: start, in: frame)
    case .corridor(let kept):
      kept.region.contained(
        lanes, points: points, at: row, degrees: degrees, at: start, in: frame)
    case .degrees(let kept):
      kept.region.contained(
        lanes, points: points, at: row, degrees: degrees, at: start, in: frame)
    case .combined(let kept):
      kept.region.contained(
        lanes, points: points, at: row, degrees: degrees, at: start, in: frame)
    }
  }
}

extension PreparedRegion {
  /// Creates the search structure of a region that classifies rectangles; nil if it is empty.
  init?(_ region: any DegreeRegion) {
    guard let region = DegreeSearchRegion(region) else { return nil }
    self = .degrees(Kept(region))
  }

  /// Creates the search structure of polygons; nil if they are empty.
  init?(_ polygons: [GeoPolygon]) {
    if polygons.count <= SmallPolygonSet.most {
      self.init(SmallPolygonSet(polygons))
    } else {
      guard let region = PolygonRegion(polygons) else { return nil }
      self = .polygons(Kept(region))
    }
  }
}

extension _RegionOutline {
  /// The search structure that classifies nodes; nil if the region is certainly empty.
  var searchRegion: PreparedRegion? {
    switch kind {
    case .box(let box): BoxRegion(box).map { .box(PreparedRegion.Kept($0)) }
    case .cap(let cap):
      DiscRegion(center: cap.center, radius: cap.radius).map { .disc(PreparedRegion.Kept($0)) }
    case .polygons(let polygons): PreparedRegion(polygons)
    case .corridor(let path, let distance):
      CorridorSearchRegion(path, distance: distance).map { .corridor(PreparedRegion.Kept($0)) }
    case .other(let box, let contains): PreparedRegion(ConditionalBox(box, contains))
    case .degrees(let region): PreparedRegion(region)
    case .combined(let region): region.search
    }
  }
}
