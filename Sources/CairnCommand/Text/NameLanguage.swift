internal import CairnCountries
internal import CairnGeodesy
internal import CairnNames
internal import CairnPlaces
internal import CairnRegionNames

/// The language of the names that a command prints.
struct NameLanguage {
  /// A BCP 47 tag; nil for the names of the embedded tables, which are mostly English.
  var tag: String?

  /// The name of a country, in English if none is known in the language.
  func name(of country: Country) -> String { tag.flatMap { country.name(in: $0) } ?? country.name }

  /// The name of a region, or its own one if none is known in the language.
  func name(of region: AdministrativeArea) -> String {
    tag.flatMap { region.name(in: $0) } ?? region.name
  }

  /// The name of a region that is given by its own name and its code.
  func name(of region: (name: String, code: String?)) -> String {
    guard tag != nil, let area = region.code.flatMap({ AdministrativeArea(code: $0) }) else {
      return region.name
    }
    return name(of: area)
  }

  /// The name of an embedded place, or its own one if none is known in the language.
  func name(of place: Place) -> String { tag.flatMap { place.name(in: $0) } ?? place.name }

  /// A place with its region and country, as `Place.description`.
  func description(of place: Place) -> String {
    var translated = place
    translated.name = name(of: place)
    translated.region = place.region.map { name(ofRegion: $0, in: place.country) }
    return translated.description
  }

  /// The name of a region of a country, given by its own name.
  func name(ofRegion name: String, in country: Country?) -> String {
    guard tag != nil, let country,
      let region = AdministrativeArea.all(of: country).first(where: { $0.name == name })
    else { return name }
    return self.name(of: region)
  }
}

extension Gazetteer {
  /// The embedded places for a search of a text: with the names of cities in other languages if it
  /// has letters of a script other than Latin, since they take milliseconds to open.
  static func embedded(for text: String) -> Gazetteer {
    let isLatin = text.unicodeScalars.allSatisfy { scalar in
      scalar.value < 0x370 || 0x1E00..<0x1F00 ~= scalar.value || !scalar.properties.isAlphabetic
    }
    return isLatin ? .embedded : .withNames
  }
}

extension Option {
  /// The language of names of cities, regions and countries.
  static let language = Option(
    name: "language", value: "CODE", help: "names in this language if known, such as de or zh-Hant")
}

extension Arguments {
  /// The language of `--language`.
  var nameLanguage: NameLanguage {
    get throws(Failure) {
      guard let tag = self["language"] else { return NameLanguage() }
      // Every country has a name in every language.
      guard Country.austria.name(in: tag) != nil else {
        throw .usage(
          "--language is \(Spelling.list(Country.nameLanguages)), not \(Spelling.quoted(tag))")
      }
      return NameLanguage(tag: tag)
    }
  }
}
