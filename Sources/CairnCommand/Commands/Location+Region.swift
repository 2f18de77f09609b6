internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnPlaces
internal import CairnRegionNames
internal import CairnRegions
internal import CairnShapes
internal import CairnText

extension Place {
  /// The first-level region with a name, such as Uri: the gazetteer has only those with many people.
  ///
  /// It is the place of the gazetteer if that has the region under another name, such as Hessen;
  /// otherwise at the coordinate in the region that is farthest from its border.
  ///
  /// - Parameter text: the name in English or a language of the country, in any case and with or
  ///   without accents; a country may follow after a comma.
  /// - Throws: a ``Failure`` if several regions have the name, such as Est in Burkina Faso and in
  ///   Cameroon.
  init?(regionNamed text: String) throws(Failure) {
    let parts = text.split(separator: ",", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return nil }
    let key = SearchKey(first)
    let country = parts.count > 1 ? Country(parts[1]) : nil
    guard !key.isEmpty, parts.count == 1 || country != nil else { return nil }
    let regions = country.map { AdministrativeArea.all(of: $0) } ?? AdministrativeArea.all
    let found = regions.filter { $0.isCalled(key) }
    guard let region = found.first else { return nil }
    let names = found.map { "\($0.name), \($0.country.alpha2)" }
    if found.count > 1 {
      let list = names.prefix(3).joined(separator: "; ") + (found.count > 3 ? "; …" : "")
      throw .usage(
        "\(found.count) regions are called \(Spelling.quoted(text)): \(list); "
          + "add the country after a comma, or give a coordinate")
    }
    if let place = try? Gazetteer.embedded.place(named: names[0], kind: .region) {
      self = place
      return
    }
    let outline = AdministrativeAtlas.world.outline(of: region)
    guard let point = GeoShape(outline).labelPoint(tolerance: 1_000) else { return nil }
    self.init(
      name: region.name, coordinate: point.coordinate, kind: .region,
      countryCode: region.country.alpha2, region: region.name)
  }
}

extension AdministrativeArea {
  /// Whether the region has a name in English or a language of its country.
  fileprivate func isCalled(_ key: SearchKey) -> Bool {
    SearchKey(name) == key
      || country.languages.contains { language in
        self.name(in: language).map { SearchKey($0) == key } ?? false
      }
  }
}
