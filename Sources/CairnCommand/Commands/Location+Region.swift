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
    let found = AdministrativeArea.all(called: text, hasLocalNames: true)
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
  /// Only English names of regions are compared, since this is done for each name that was found. A
  /// region precedes a place in another country that is called so in another language or spelling
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
    let isAirport = [.airport, .aerodrome].contains(place.kind)
    // An airport may be meant by its code.
    guard !isArea, !isAirport || text != text.uppercased(),
      isOtherName || isSettlement && people < 100_000
    else { return nil }
    let found = AdministrativeArea.all(called: text, hasLocalNames: false)
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
  /// The regions with a code or a name, which a country may follow after a comma or a space.
  ///
  /// - Parameters:
  ///   - text: the code or the name.
  ///   - hasLocalNames: whether names in the languages of the country are compared too, which takes
  ///     much longer.
  /// - Returns: the regions; of those of the same name in a country, only the first one.
  fileprivate static func all(called text: String, hasLocalNames: Bool) -> [AdministrativeArea] {
    if text.utf8.contains(UInt8(ascii: "-")), let region = AdministrativeArea(code: text) {
      return [region]
    }
    let whole = all(called: text, in: Country.allCases, hasLocalNames)
    guard whole.isEmpty, let end = text.lastIndex(of: ",") ?? text.lastIndex(of: " "),
      let country = Country(String(text[text.index(after: end)...]))
    else { return whole }
    return all(called: String(text[..<end]), in: [country], hasLocalNames)
  }

  private static func all(
    called text: String, in countries: [Country], _ hasLocalNames: Bool
  ) -> [AdministrativeArea] {
    let key = SearchKey(text)
    if key.isEmpty { return [] }
    var found: [AdministrativeArea] = []
    for country in countries {
      let languages = hasLocalNames ? country.languages : []
      for region in all(of: country) {
        let isCalled =
          isName(region.name, key)
          || languages.contains { region.name(in: $0).map { isName($0, key) } ?? false }
        if isCalled, !found.contains(where: { $0.country == country && $0.name == region.name }) {
          found.append(region)
        }
      }
    }
    return found
  }

  /// Whether a name has a key.
  ///
  /// Most names differ in the first letter, which is faster to compare.
  private static func isName(_ name: String, _ key: SearchKey) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    if let first = name.utf8.first.map({ $0 | 0x20 }), let other = key.bytes.first,
      letters.contains(first), letters.contains(other), first != other
    {
      return false
    }
    return SearchKey(name) == key
  }

  /// The number of people in the cities of the region.
  fileprivate var cityPopulation: Int {
    Gazetteer.embedded.cities.reduce(0) { sum, city in
      let isInside = city.country == country && city.region == name
      return isInside ? sum + (city.population ?? 0) : sum
    }
  }
}
