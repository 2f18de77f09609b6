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
  /// - Parameter text: a code of ISO 3166-2, or the name in English or a language of the country, in
  ///   any case and with or without accents; a country may follow after a comma or a space.
  /// - Throws: a ``Failure`` if several regions have the name, such as Littoral in Benin and in
  ///   Cameroon.
  init?(regionNamed text: String) throws(Failure) {
    let found = AdministrativeArea.all(called: text)
    if found.count > 1 {
      let names = found.map { "\($0.name), \($0.country.alpha2)" }
      let list = names.prefix(3).joined(separator: "; ") + (found.count > 3 ? "; …" : "")
      throw .usage(
        "\(found.count) regions are called \(Spelling.quoted(text)): \(list); "
          + "add the country after a comma, or give a coordinate")
    }
    guard let region = found.first else { return nil }
    self.init(region)
  }

  /// The region that is meant by the name of another place.
  ///
  /// A region precedes a place in another country that is called so in another language or spelling
  /// (Jura is not Győr), and a place with fewer people than the cities of the region together
  /// (Wyoming is not the city in Michigan). But a place in the region precedes it (Wien).
  ///
  /// - Parameters:
  ///   - text: the name.
  ///   - place: the place that was found by the name.
  init?(regionNamed text: String, ratherThan place: Place) {
    let isArea = [.region, .country].contains(place.kind)
    let isSettlement = !isArea && ![.island, .landmark].contains(place.kind)
    let isOtherName = SearchKey(place.name) != SearchKey(text)
    let people = place.population ?? 0
    // Texts in capitals may be codes of airports.
    guard !isArea, text != text.uppercased(), isOtherName || isSettlement && people < 100_000 else {
      return nil
    }
    let found = AdministrativeArea.all(called: text)
    guard found.count == 1, let region = found.first else { return nil }
    let isSameCountry = place.country == region.country
    if isSameCountry, place.region == region.name { return nil }
    guard
      isOtherName && !isSameCountry || isSettlement && region.cityPopulation > people
    else { return nil }
    self.init(region)
  }

  /// The place of the gazetteer if that has the region; otherwise one at the coordinate in the
  /// region that is farthest from its border.
  private init?(_ region: AdministrativeArea) {
    let country = region.country.alpha2
    if let place = try? Gazetteer.embedded.place(named: "\(region.name), \(country)", kind: .region)
    {
      self = place
      return
    }
    let outline = AdministrativeAtlas.world.outline(of: region)
    guard let point = GeoShape(outline).labelPoint(tolerance: 1_000) else { return nil }
    self.init(
      name: region.name, coordinate: point.coordinate, kind: .region, countryCode: country,
      region: region.name)
  }
}

extension AdministrativeArea {
  /// The regions with a code or a name; of regions of the same name in a country, the first one.
  fileprivate static func all(called text: String) -> [AdministrativeArea] {
    if text.utf8.contains(UInt8(ascii: "-")), let region = AdministrativeArea(code: text) {
      return [region]
    }
    let whole = all(called: text, in: all)
    if !whole.isEmpty { return whole }
    guard let end = text.lastIndex(of: ",") ?? text.lastIndex(of: " "),
      let country = Country(String(text[text.index(after: end)...]))
    else { return [] }
    return all(called: String(text[..<end]), in: all(of: country))
  }

  private static func all(
    called text: String, in regions: [AdministrativeArea]
  ) -> [AdministrativeArea] {
    let key = SearchKey(text)
    if key.isEmpty { return [] }
    var found: [AdministrativeArea] = []
    for region in regions where region.isCalled(key) {
      let isKnown = found.contains { $0.name == region.name && $0.country == region.country }
      if !isKnown { found.append(region) }
    }
    return found
  }

  /// Whether the region has a name in English or a language of its country.
  private func isCalled(_ key: SearchKey) -> Bool {
    SearchKey(name) == key
      || country.languages.contains { language in
        self.name(in: language).map { SearchKey($0) == key } ?? false
      }
  }

  /// The number of people in the cities of the region.
  fileprivate var cityPopulation: Int {
    Gazetteer.embedded.cities.reduce(0) { sum, city in
      let isInside = city.country == country && city.region == name
      return isInside ? sum + (city.population ?? 0) : sum
    }
  }
}
