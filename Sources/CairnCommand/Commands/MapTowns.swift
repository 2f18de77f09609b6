internal import CairnGeodesy
internal import CairnPictures
internal import CairnPlaces

extension MapQuery {
  /// The maximum number of towns that are added to a map.
  private static let townLimit = 80

  /// Adds the names of embedded towns below the user's own places, lines and areas, so that a map of
  /// them shows where they are, and below an extract that has no names of towns.
  func addTowns(to picture: inout MapPicture) {
    let hasOwn = given?.isEmpty == false || crowd != nil || !tracks.isEmpty || !polygons.isEmpty
    guard hasOwn || picture.base != nil, format != .text else { return }
    let base = picture.base
    if let base, base.features.contains(where: { $0.kind == .city || $0.kind == .town }) { return }
    let sources = picture.attributions
    let source = "Places: GeoNames"
    if !sources.contains(where: { $0.hasPrefix(source) }) { picture.attributions.append(source) }
    let view = picture.view(zooms: format == .html)
    let towns = towns(view, picture.markers + picture.tours.flatMap(\.stops))
    guard !towns.isEmpty else {
      picture.attributions = sources
      return
    }
    var layer = base ?? MapPicture.BaseLayer(extent: view.box, replacesLand: false)
    layer.features += towns
    picture.base = layer
  }

  /// The largest towns on a map that are not among its places.
  private func towns(
    _ view: MapView, _ markers: [MapPicture.Marker]
  ) -> [MapPicture.BaseFeature] {
    guard view.metersPerPixel <= MapPicture.BaseFeature.Kind.city.limit else { return [] }
    let near = 12 * view.metersPerPixel
    func isGiven(_ town: Place) -> Bool {
      markers.contains { marker in
        let distance = marker.coordinate.distance(to: town.coordinate)
        // A hotel in the middle of a town does not replace its name; the same town with a foreign
        // name does.
        return distance < near && marker.importance > 0
          || marker.name == town.name && distance < 20_000
      }
    }
    let inView = Gazetteer.embedded.places.filter {
      $0.kind == .city && view.box.contains($0.coordinate)
    }.mostPopulousFirst().prefix(1_000)
    let towns = zip(inView, CityRanks().markers(inView)).filter { $1.importance >= 0 }
      .lazy.map(\.0).filter { markers.count > 2_000 || !isGiven($0) }
    return towns.prefix(Self.townLimit).map { town in
      let people = town.population ?? 0
      let kind: MapPicture.BaseFeature.Kind =
        people >= 100_000 ? .city : people >= 15_000 ? .town : .village
      return .init(kind, [[town.coordinate]], name: town.name, importance: Double(people))
    }
  }
}
