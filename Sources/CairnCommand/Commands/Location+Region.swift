internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnPlaces
internal import CairnRegionNames
internal import CairnRegions
internal import CairnShapes
internal import CairnText

extension Place {
  /// The first-level region with a name, such as Uri: the gazetteer has only those with many
  /// people.
  ///
  /// - Parameter text: a code of ISO 3166-2, or the name in any language, in any case, with or
  ///   without accents and the word for its kind; a country may follow after a comma or a space.
  /// - Throws: a ``Failure`` if several regions have the name, such as Littoral in Benin and in
  ///   Cameroon.
  init?(regionNamed text: String) throws(Failure) {
    let found = AdministrativeArea.meant(by: text)
    if found.count > 1 {
      let names = found.map { "\($0.area.name), \($0.area.country.alpha2)" }
      let list = names.prefix(3).joined(separator: "; ") + (found.count > 3 ? "; …" : "")
      throw .usage(
        "\(found.count) regions are called \(Spelling.quoted(text)): \(list); "
          + "add the country after a comma, or give a coordinate")
    }
    guard let region = found.first?.area else { return nil }
    self.init(region)
  }

  /// The place of the gazetteer if that has the region; otherwise one at the coordinate in the
  /// region that is farthest from its border.
  init?(_ region: AdministrativeArea) {
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
  /// The population ratio above which one of several regions with the same name is preferred:
  /// Victoria in Australia, not the town in Malta.
  private static let meantFactor = 100.0

  /// The region that a name means although another place has the name, too.
  ///
  /// - A region precedes a place in another country of which the text is only an alternative name
  ///   (Jura is not Győr), and a place with fewer people than the cities of the region together
  ///   (Wyoming is not the city in Michigan). If the text is not a name in a language of the
  ///   region's own country, both must hold.
  /// - But a place in the region precedes it (Wien), unless its name only begins with the text and
  ///   it has less than half of the people of the region's cities (Oklahoma is not Oklahoma City).
  /// - With a word for a kind of region, the region precedes (Kanton Zürich), unless a city with
  ///   more people is in another country (Provincia di Bari).
  ///
  /// `Gazetteer.place(named:)` cannot apply this rule: the gazetteer does not depend on the
  /// regions, and has only those with many people.
  ///
  /// - Parameters:
  ///   - text: the name.
  ///   - place: the place that was found by the name.
  /// - Returns: the region; nil if the place is meant.
  static func meant(by text: String, ratherThan place: Place) -> AdministrativeArea? {
    let isArea = [.region, .country].contains(place.kind)
    let isSettlement = !isArea && ![.island, .landmark].contains(place.kind)
    let key = SearchKey(text)
    let placeKey = SearchKey(place.name)
    let isOtherName = placeKey != key && !isQualified(key, by: place, placeKey)
    let people = place.population ?? 0
    let isAirport = [.airport, .aerodrome].contains(place.kind)
    // An airport may be meant by its code.
    guard !isArea, !isAirport || text != text.uppercased(),
      isOtherName || isSettlement && people < 100_000
    else { return nil }
    let found = meant(by: text)
    guard found.count == 1, let match = found.first else { return nil }
    let region = match.area
    let isLarger = isSettlement && region.cityPopulation > Double(people)
    let isMeant: Bool
    if isOtherName, let name = AreaWords.name(in: key), !name.isCity {
      isMeant = place.country == region.country || !isSettlement || isLarger
    } else if place.country == region.country, place.region == region.name {
      let isShortened = placeKey.bytes.starts(with: key.bytes + [UInt8(ascii: " ")])
      isMeant =
        SearchKey(region.name) == key && isShortened
        && region.cityPopulation > 2 * Double(people)
    } else {
      let isElsewhere = isOtherName && place.country != region.country
      isMeant = match.isLocal ? isElsewhere || isLarger : isElsewhere && isLarger
    }
    return isMeant ? region : nil
  }

  /// Whether a text is the name of a place and its country: "Buenos Aires Argentina".
  private static func isQualified(_ key: SearchKey, by place: Place, _ name: SearchKey) -> Bool {
    guard key.bytes.starts(with: name.bytes + [UInt8(ascii: " ")]) else { return false }
    let rest = String(decoding: key.bytes.dropFirst(name.bytes.count + 1), as: UTF8.self)
    return place.country.map { $0 == Country(rest) } ?? false
  }

  /// The regions that a code or a name may mean; a country may follow the name.
  ///
  /// - Returns: one region if its name matches better than those of all others, or if it has far
  ///   more people; otherwise all.
  fileprivate static func meant(by text: String) -> [Match] {
    if text.utf8.contains(UInt8(ascii: "-")), let region = AdministrativeArea(code: text) {
      return [Match(region)]
    }
    let found = matches(called: text, wholeOnly: true)
    guard let first = found.first else { return [] }
    let others = found.dropFirst().prefix {
      $0.isLocal == first.isLocal && $0.differsInKind == first.differsInKind
    }
    let most = others.map(\.area.cityPopulation).max() ?? 0
    return first.area.cityPopulation > Self.meantFactor * most ? [first] : found
  }

  /// The regions with a name or its beginning, which a country may follow after a comma or a space.
  ///
  /// - Returns: the matches; of those of the same name in a country, only the first one.
  static func matches(called text: String, wholeOnly: Bool) -> [Match] {
    var found = matches(text, wholeOnly: wholeOnly)
    if found.isEmpty, let end = text.lastIndex(of: ",") ?? text.lastIndex(of: " "),
      let country = Country(String(text[text.index(after: end)...]))
    {
      found = matches(String(text[..<end]), wholeOnly: wholeOnly).filter {
        $0.area.country == country
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert("\($0.area.country.alpha2) \($0.area.name)").inserted }
  }
}
