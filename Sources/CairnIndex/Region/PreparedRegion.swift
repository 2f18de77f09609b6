internal import CairnGeodesy
internal import CairnMemory

/// A region of any kind as a search asks for it, where the kind is not known to the compiler: a part
/// of a combination, or what a lazy search keeps.
///
/// Each question costs a choice of the kind more than asking the region itself.
indirect enum PreparedRegion: SearchRegion {
  case box(BoxRegion)
  case disc(DiscRegion)
  case polygons(PolygonRegion)
  case corridor(CorridorSearchRegion)
  case filtered(FilteredBoxRegion)
  case degrees(DegreeSearchRegion)
  case combined(CombinedSearchRegion)

  func classify(boxes: Slab<Float>, at start: Int) -> ChildMasks {
    switch self {
    case .box(let region): region.classify(boxes: boxes, at: start)
    case .disc(let region): region.classify(boxes: boxes, at: start)
    case .polygons(let region): region.classify(boxes: boxes, at: start)
    case .corridor(let region): region.classify(boxes: boxes, at: start)
    case .filtered(let region): region.classify(boxes: boxes, at: start)
    case .degrees(let region): region.classify(boxes: boxes, at: start)
    case .combined(let region): region.classify(boxes: boxes, at: start)
    }
  }

  func classify(points: Slab<Float>, at start: Int) -> ChildMasks {
    switch self {
    case .box(let region): region.classify(points: points, at: start)
    case .disc(let region): region.classify(points: points, at: start)
    case .polygons(let region): region.classify(points: points, at: start)
    case .corridor(let region): region.classify(points: points, at: start)
    case .filtered(let region): region.classify(points: points, at: start)
    case .degrees(let region): region.classify(points: points, at: start)
    case .combined(let region): region.classify(points: points, at: start)
    }
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    switch self {
    case .box(let region): region.contains(coordinate)
    case .disc(let region): region.contains(coordinate)
    case .polygons(let region): region.contains(coordinate)
    case .corridor(let region): region.contains(coordinate)
    case .filtered(let region): region.contains(coordinate)
    case .degrees(let region): region.contains(coordinate)
    case .combined(let region): region.contains(coordinate)
    }
  }

  func contained(
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int
  ) -> UInt32 {
    switch self {
    case .box(let region):
      region.contained(lanes, points: points, at: row, degrees: degrees, at: start)
    case .disc(let region):
      region.contained(lanes, points: points, at: row, degrees: degrees, at: start)
    case .polygons(let region):
      region.contained(lanes, points: points, at: row, degrees: degrees, at: start)
    case .corridor(let region):
      region.contained(lanes, points: points, at: row, degrees: degrees, at: start)
    case .filtered(let region):
      region.contained(lanes, points: points, at: row, degrees: degrees, at: start)
    case .degrees(let region):
      region.contained(lanes, points: points, at: row, degrees: degrees, at: start)
    case .combined(let region):
      region.contained(lanes, points: points, at: row, degrees: degrees, at: start)
    }
  }
}

extension _RegionOutline {
  /// The region for a search that judges nodes; nil when nothing can be in it.
  var searchRegion: PreparedRegion? {
    switch kind {
    case .box(let box): BoxRegion(box).map { .box($0) }
    case .cap(let cap): DiscRegion(center: cap.center, radius: cap.radius).map { .disc($0) }
    case .polygons(let polygons): PolygonRegion(polygons).map { .polygons($0) }
    case .corridor(let path, let distance):
      CorridorSearchRegion(path, distance: distance).map { .corridor($0) }
    case .other(let box, let contains): FilteredBoxRegion(box, contains).map { .filtered($0) }
    case .degrees(let region): DegreeSearchRegion(region).map { .degrees($0) }
    case .combined(let region): region.search
    }
  }
}
