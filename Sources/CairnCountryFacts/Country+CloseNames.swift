internal import CairnText

extension Country {
  /// The countries whose names are close to a misspelled one, the likeliest first.
  ///
  /// - Parameters:
  ///   - typed: the typed text.
  ///   - entries: the names of all countries.
  /// - Returns: the countries with the fewest errors; an empty array for fewer than four letters.
  internal static func close(to typed: NameKey, in entries: [CountryKeys.Entry]) -> [Country] {
    let wanted = typed.canonical
    guard MisspellingMatch.lengths.contains(wanted.count) else { return [] }
    let limit = wanted.count < MisspellingMatch.fewestLettersForTwoErrors ? 1 : 2
    var distance = EditDistance(to: wanted, limit: limit)
    var found: [MisspellingMatch] = []
    for entry in entries {
      var best: MisspellingMatch?
      func consider(_ name: NameKey, _ kind: MisspellingMatch.Kind) {
        let letters = name.canonical
        let isOther = letters.first != wanted.first
        if let errors = distance(to: letters) {
          best = best.closer(
            MisspellingMatch(entry, errors: errors, kind: kind, startsOtherwise: isOther))
        }
        if kind != .capital, let errors = distance(toPrefixOf: letters) {
          let kind: MisspellingMatch.Kind = kind == .english ? .englishBegins : .foreignBegins
          best = best.closer(
            MisspellingMatch(entry, errors: errors, kind: kind, startsOtherwise: isOther))
        }
      }
      consider(entry.name, .english)
      for name in entry.others { consider(name, .english) }
      for name in entry.foreign { consider(name, .foreign) }
      for capital in entry.capitals { consider(capital, .capital) }
      if let best { found.append(best) }
    }
    let fewest = found.lazy.map { $0.errors }.min()
    return found.filter { $0.errors == fewest }.sorted { $0.order < $1.order }.map { $0.country }
  }
}

/// The closeness of a country to a misspelled name, judged by its closest name.
private struct MisspellingMatch {
  /// The kind of name that is close, the likeliest first.
  enum Kind: Int {
    case english, foreign, capital, englishBegins, foreignBegins
  }

  /// Nearly every name is close to one of three letters; no name is as long as the upper limit.
  static let lengths = 4...64
  static let fewestLettersForTwoErrors = 8

  let country: Country
  let errors: Int
  /// The sort key, ascending: errors, kind, whether the first letter differs, negated population.
  ///
  /// A typing error is seldom in the first letter.
  let order: (Int, Int, Int, Int)

  init(_ entry: CountryKeys.Entry, errors: Int, kind: Kind, startsOtherwise: Bool) {
    country = entry.country
    self.errors = errors
    order = (errors, kind.rawValue, startsOtherwise ? 1 : 0, -entry.population)
  }
}

extension MisspellingMatch? {
  /// Returns the closer of two names of a country.
  fileprivate func closer(_ other: MisspellingMatch) -> MisspellingMatch {
    guard let self else { return other }
    return other.order < self.order ? other : self
  }
}
