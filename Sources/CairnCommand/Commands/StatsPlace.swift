internal import CairnFormats
internal import CairnGeodesy

extension GeoFeature {
  /// The centroid of an area that contains it, otherwise a place inside of it; the first position
  /// of anything else.
  var representativeCoordinate: Coordinate? {
    if let region = geometry?.region(), let center = region.centroid, region.contains(center) {
      return center
    }
    return geometry?.innerCoordinate ?? geometry?.firstPosition { _ in true }?.coordinate
  }
}

extension GeoFeature.Geometry {
  /// A place within the areas: the middle of the widest part of a parallel halfway between the
  /// southern and the northern end of each polygon; nil without areas.
  ///
  /// - Complexity: O(*n* log *n*) in the number of positions.
  fileprivate var innerCoordinate: Coordinate? {
    var widest: (width: Double, place: Coordinate)?
    for rings in cutAtAntimeridian().polygonRings {
      let latitudes = rings[0].map(\.latitude)
      guard let south = latitudes.min(), let north = latitudes.max() else { continue }
      let parallel = south + (north - south) / 2
      var crossings: [Double] = []
      for ring in rings {
        for (a, b) in zip(ring, ring.dropFirst())
        where (a.latitude > parallel) != (b.latitude > parallel) {
          let part = (parallel - a.latitude) / (b.latitude - a.latitude)
          crossings.append(a.longitude + part * (b.longitude - a.longitude))
        }
      }
      crossings.sort()
      for index in stride(from: 1, to: crossings.count, by: 2) {
        let (west, east) = (crossings[index - 1], crossings[index])
        guard east - west > widest?.width ?? 0 else { continue }
        widest = (
          east - west, Coordinate(latitude: parallel, longitude: west + (east - west) / 2)
        )
      }
    }
    return widest?.place
  }
}
