internal import CairnGeodesy

extension _RegionOutline {
  /// The region as a shape; nil if the region is empty.
  internal var shape: (any GeohashShape)? {
    switch kind {
    case .box(let box): box.isEmpty ? nil : GeohashBoxShape(box)
    case .cap(let cap): cap.isEmpty ? nil : GeohashCapShape(cap)
    case .polygons(let polygons): GeohashPolygonShape(polygons)
    case .corridor(let path, let distance): GeohashCorridorShape(path.path, distance: distance)
    case .other(let box, _): box.isEmpty ? nil : GeohashCustomShape(box)
    case .degrees(let region):
      region.boundingBox.isEmpty
        ? nil : GeohashCustomShape(region.boundingBox, judgedBy: region)
    case .combined(let region): GeohashCombinedShape(region)
    }
  }
}
