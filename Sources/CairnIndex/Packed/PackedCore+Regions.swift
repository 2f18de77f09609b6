public import CairnGeodesy

extension PackedCore {
  @usableFromInline @inline(never)
  func count(in box: BoundingBox) -> Int {
    guard let region = BoxRegion(box) else { return 0 }
    return tree.count(in: region)
  }

  @usableFromInline @inline(never)
  func offsets(in box: BoundingBox) -> [Int] {
    guard let region = BoxRegion(box) else { return [] }
    return tree.offsets(in: region)
  }

  /// Hands the offsets in a box to a closure until that gives false; in no order.
  @usableFromInline @inline(never)
  func forEachOffset(in box: BoundingBox, _ body: (Int) -> Bool) {
    guard let region = BoxRegion(box) else { return }
    tree.forEachOffset(in: region, body)
  }

  @usableFromInline @inline(never)
  func offsets(in cap: Cap) -> [Int] {
    guard let region = DiscRegion(center: cap.center, radius: cap.radius) else { return [] }
    return tree.offsets(in: region)
  }
}

extension PackedCore {
  @usableFromInline @inline(never)
  func offsets(in polygons: [GeoPolygon]) -> [Int] {
    offsets(near: PolygonRegion(polygons))
  }

  @usableFromInline @inline(never)
  func count(in polygons: [GeoPolygon]) -> Int {
    count(near: PolygonRegion(polygons))
  }

  @usableFromInline @inline(never)
  func offsets(within distance: Double, of path: GeoPath) -> [Int] {
    CorridorRegion(path, distance: distance).map(offsets(near:)) ?? []
  }

  @usableFromInline @inline(never)
  func count(within distance: Double, of path: GeoPath) -> Int {
    CorridorRegion(path, distance: distance).map(count(near:)) ?? 0
  }

  private func offsets(near region: some ArcRegion) -> [Int] {
    var visitor = CollectingVisitor()
    tree.walk(arcsOf: region, &visitor)
    return tree.sortedOffsets(of: visitor.positions)
  }

  private func count(near region: some ArcRegion) -> Int {
    var visitor = CountingVisitor()
    tree.walk(arcsOf: region, &visitor)
    return visitor.count
  }
}
