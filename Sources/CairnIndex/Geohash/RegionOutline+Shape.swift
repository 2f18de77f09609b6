internal import CairnGeodesy

extension _RegionOutline {
  /// Calls the body with the region as a shape; returns nil if the region is empty.
  internal func withShape<Result, Failure: Error>(
    _ body: (any GeohashShape) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    switch kind {
    case .box(let box): box.isEmpty ? nil : try body(GeohashBoxShape(box))
    case .cap(let cap): cap.isEmpty ? nil : try body(GeohashCapShape(cap))
    case .polygons(let polygons): try body(GeohashPolygonShape(polygons))
    case .corridor(let path, let distance):
      if let shape = GeohashCorridorShape(path.path, distance: distance) {
        try body(shape)
      } else {
        nil
      }
    case .other(let box, _): box.isEmpty ? nil : try body(GeohashCustomShape(box))
    case .degrees(let region):
      region.boundingBox.isEmpty
        ? nil : try body(GeohashCustomShape(region.boundingBox, judgedBy: region))
    case .combined(let region):
      if let shape = GeohashCombinedShape(region) { try body(shape) } else { nil }
    }
  }
}
