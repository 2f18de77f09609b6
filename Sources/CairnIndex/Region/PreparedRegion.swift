internal import CairnGeodesy
internal import CairnMemory

/// A region of any kind as a search asks for it, where the kind is not known to the compiler: a
/// part of a combination, or what a lazy search keeps.
///
/// Each question costs a choice of the kind more than asking the region itself.
enum PreparedRegion: SearchRegion {
  case box(Kept<BoxRegion>)
  case disc(Kept<DiscRegion>)
  case polygons(Kept<PolygonRegion>)
  case many(Kept<ManyRegions>)
  case corridor(Kept<CorridorSearchRegion>)
  case degrees(Kept<DegreeSearchRegion>)
  case combined(Kept<CombinedSearchRegion>)

  /// A region in a place of its own, where it is asked without being copied.
  final class Kept<Region: SearchRegion>: Sendable {
    let region: Region

    init(_ region: Region) {
      self.region = region
    }
  }

  func classify(boxes: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
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

  func classify(points: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
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

  func contained(
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int,
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
  /// A region of rectangles; nil when there is nothing in it.
  init?(_ region: any DegreeRegion) {
    guard let region = DegreeSearchRegion(region) else { return nil }
    self = .degrees(Kept(region))
  }

  /// Polygons; nil when there is nothing in them.
  init?(_ polygons: [GeoPolygon]) {
    if polygons.count <= FewPolygons.most {
      self.init(FewPolygons(polygons))
    } else {
      guard let region = PolygonRegion(polygons) else { return nil }
      self = .polygons(Kept(region))
    }
  }
}

extension _RegionOutline {
  /// The region for a search that judges nodes; nil when nothing can be in it.
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
