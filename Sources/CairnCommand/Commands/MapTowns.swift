internal import CairnGeodesy
internal import CairnPictures
internal import CairnPlaces

extension MapQuery {
  /// The maximum number of towns that are added to a map.
  private static let townLimit = 80

  /// Adds the names of embedded towns below the user's own places, lines and areas, so that a map
  /// of them shows where they are, and below an extract that has no names of towns.
  ///
  /// A text map has room for them only if it has no places.
  ///
  /// - Parameters:
  ///   - picture: the map.
  ///   - columns: the width of the terminal in characters.
  func addTowns(to picture: inout MapPicture, columns: Int) {
    let hasPlaces = given?.isEmpty == false || crowd != nil
    let hasOwn = hasPlaces || !tracks.isEmpty || !polygons.isEmpty
    guard hasOwn || picture.base != nil, format != .text || !hasPlaces else { return }
    let base = picture.base
    if let base, base.features.contains(where: { $0.kind == .city || $0.kind == .town }) { return }
    let sources = picture.attributions
    let source = "Places: GeoNames"
    if !sources.contains(where: { $0.hasPrefix(source) }) { picture.attributions.append(source) }
    let view =
      format == .text
      ? picture.view(columns: size?.width ?? columns, rows: size?.height)
      : picture.view(zooms: format == .html)
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
      let people = Double(town.population ?? 0)
      return markers.contains { marker in
        let distance = marker.coordinate.distance(to: town.coordinate)
        // A hotel in the middle of a town does not replace its name; the same town with a foreign
        // name does. The size of a dot is an importance too.
        let isTown =
          marker.magnitude == nil ? marker.importance > 0 : marker.importance * 4 > people
        return distance < near && isTown || marker.name == town.name && distance < 20_000
      }
    }
    let inView = Gazetteer.embedded.places.filter {
      $0.kind == .city && view.box.contains($0.coordinate)
    }.mostPopulousFirst().prefix(1_000)
    let ranks = CityRanks(reach: 16 * view.metersPerPixel)
    let towns = zip(inView, ranks.markers(inView)).filter { $1.importance >= 0 }
      .lazy.map(\.0).filter { markers.count > 2_000 || !isGiven($0) }
    return towns.prefix(Self.townLimit).map { town in
      let people = town.population ?? 0
      let kind: MapPicture.BaseFeature.Kind =
        people >= 100_000 ? .city : people >= 15_000 ? .town : .village
      let name = NameLanguage(tag: "en").mapName(of: town)
      return .init(kind, [[town.coordinate]], name: name, importance: Double(people))
    }
  }
}
