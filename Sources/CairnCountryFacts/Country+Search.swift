internal import CairnMemory
internal import CairnText

extension Country {
  /// Creates the country with a code or a name.
  ///
  /// ```swift
  /// Country("jp")               // Japan
  /// Country("CHE")              // Switzerland
  /// Country("cote d'ivoire")    // Côte d’Ivoire
  /// Country("Deutschland")      // Germany
  /// Country("🇧🇷")               // Brazil
  /// ```
  ///
  /// Accepts, ignoring case and accents: the two- and three-letter codes, the English name, other
  /// English names and abbreviations (``otherNames``), the name in any of ``nameLanguages``, and
  /// the flag. "St." equals "Saint", and "&", "and" and "the" are ignored. The words after a comma
  /// or in parentheses may belong before the others, as in tables of ISO and the United Nations:
  /// "Korea, Republic of", "Iran (Islamic Republic of)". Parentheses may also have another name:
  /// "Holy See (Vatican City State)", "Myanmar (Burma)".
  ///
  /// The result is `nil` if no country has this name; ``search(_:limit:)`` finds similar ones.
  ///
  /// - Parameter codeOrName: the text; blanks around it are ignored.
  /// - Complexity: O(log names), about a microsecond; two milliseconds on first use.
  public init?(_ codeOrName: String) {
    let typed = codeOrName.filter { !$0.isWhitespace }
    if let country = Country(alpha2: typed) ?? Country(alpha3: typed) ?? Country(flag: typed) {
      self = country
      return
    }
    guard let country = Self.named(NameKey(codeOrName)) ?? Self.inverted(codeOrName) else {
      return nil
    }
    self = country
  }

  private static func named(_ name: NameKey) -> Country? {
    name.canonical.isEmpty ? nil : CountryNameIndex.index(of: name).country(named: name)
  }

  /// The country with a name whose first words follow the others, "Korea, Republic of", or with
  /// another name or words of one in parentheses: "Holy See (Vatican City State)".
  private static func inverted(_ name: String) -> Country? {
    guard let end = name.firstIndex(where: { ",(（،，".contains($0) }) else { return nil }
    if let country = named(NameKey(name[end...] + " " + name[..<end])) { return country }
    let other = NameKey(name[end...])
    guard !",،，".contains(name[end]), let country = named(NameKey(name[..<end])) else { return nil }
    let isOwn =
      country == named(other)
      || ([country.name] + country.otherNames).contains {
        NameKey($0).hasWords(beginningWith: other)
      }
    return isOwn ? country : nil
  }

  /// The countries that match the text typed so far, the likeliest first.
  ///
  /// ```swift
  /// Country.search("jap").first            // Japan
  /// Country.search("uk").first             // United Kingdom, before Ukraine
  /// Country.search("+81").first            // Japan
  /// Country.search("guinea")               // Guinea, Guinea-Bissau, Equatorial Guinea, …
  /// Country.search("Ouagadougou").first    // Burkina Faso
  /// Country.search("CHF")                  // Switzerland, Liechtenstein
  /// Country.search("swizerland").first     // Switzerland
  /// ```
  ///
  /// The results are in the order of these groups; each country is listed only in the first group
  /// that it matches:
  /// 1. a country with exactly this name or abbreviation, or with this code if it is in uppercase
  /// 2. names that begin with the text; names with words that begin with it
  /// 3. country codes in lowercase
  /// 4. other English names, then names in other languages, that begin with it or have words that
  ///    do
  /// 5. names that contain the text
  /// 6. the capital's name: equal, beginning with the text, or with words that do
  /// 7. the currency code, or the beginnings of words of the currency's name: `euro`, `swiss fr`
  ///
  /// Within each group the order is alphabetical, except that countries with a matching currency
  /// are in order of decreasing population. Capitals and currencies are searched from three letters
  /// on.
  ///
  /// If nothing matches, the text is treated as a misspelled name: one letter too many, missing or
  /// wrong, or two neighboring letters exchanged, once for four letters or more and twice for eight
  /// or more. The results are the countries whose name, beginning of a name or capital has the
  /// fewest errors: whole names before beginnings, English before other languages before capitals,
  /// names with the typed first letter before others, then in order of decreasing population.
  ///
  /// Digits, with or without a plus sign, are treated as a telephone code, the beginning of one, or
  /// a telephone number; if several countries share a code, the one with the largest population
  /// comes first. Three digits without a plus sign may also be an ISO 3166-1 numeric code.
  ///
  /// - Parameters:
  ///   - text: the typed text; if it is empty or blank, all countries are returned by name.
  ///   - limit: the maximum number of countries; 0 or less returns none.
  /// - Returns: the countries, the likeliest first; an empty array if no name is close to the text.
  /// - Complexity: O(names), well below a millisecond; O(names × letters), a few milliseconds, for
  ///   a misspelled name, and on first use.
  public static func search(_ text: String, limit: Int = .max) -> [Country] {
    guard limit > 0 else { return [] }
    if let country = Country(flag: text.filter { !$0.isWhitespace }) { return [country] }
    let entries = CountryKeys.keys(for: text).entries
    if let digits = dialedDigits(text) {
      return dialed(digits, orNumeric: !text.contains("+"), in: entries, limit: limit)
    }
    let typed = NameKey(text)
    if typed.key.isEmpty {
      return text.allSatisfy { $0.isWhitespace } ? entries.prefix(limit).map { $0.country } : []
    }
    let isCapital = text.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    var tiers = [[CountryKeys.Entry]](repeating: [], count: Tier.allCases.count)
    for entry in entries {
      guard let tier = tier(of: entry, typed, isCapital: isCapital) else { continue }
      tiers[tier.rawValue].append(entry)
    }
    tiers[Tier.currency.rawValue].sort { $0.population > $1.population }
    let found = tiers.joined().prefix(limit).map { $0.country }
    return found.isEmpty ? Array(close(to: typed, in: entries).prefix(limit)) : found
  }

  /// The quality of a match, from best to worst.
  private enum Tier: Int, CaseIterable {
    case exact, nameBegins, wordBegins, code, otherNameBegins, foreignNameBegins, inside
    case capital, capitalBegins, currency
  }

  /// The minimum number of letters for matching capitals and currencies; with fewer, too many
  /// match.
  private static let fewestLettersOfFacts = 3

  private static func tier(
    of entry: CountryKeys.Entry, _ typed: NameKey, isCapital: Bool
  ) -> Tier? {
    let isCode = entry.codes.contains(typed.key.bytes)
    if isCode && isCapital || entry.name.canonical == typed.canonical
      || entry.others.contains(where: { $0.canonical == typed.canonical })
    {
      return .exact
    }
    if entry.name.begins(with: typed) { return .nameBegins }
    if entry.name.hasWords(beginningWith: typed) { return .wordBegins }
    if isCode { return .code }
    if entry.others.contains(where: { $0.begins(with: typed) || $0.hasWords(beginningWith: typed) })
    {
      return .otherNameBegins
    }
    if entry.foreign.contains(where: {
      $0.begins(with: typed) || $0.hasWords(beginningWith: typed)
    }) {
      return .foreignNameBegins
    }
    if entry.name.contains(typed) { return .inside }
    return typed.canonical.count < fewestLettersOfFacts ? nil : factTier(of: entry, typed)
  }

  /// The quality of a match by capital or currency.
  private static func factTier(of entry: CountryKeys.Entry, _ typed: NameKey) -> Tier? {
    if entry.capitals.contains(where: { $0.canonical == typed.canonical }) { return .capital }
    if entry.capitals.contains(where: {
      $0.begins(with: typed) || $0.hasWords(beginningWith: typed)
    }) {
      return .capitalBegins
    }
    if entry.currencyCode == typed.key.bytes { return .currency }
    return entry.currencyName?.hasWords(beginningWith: typed) == true ? .currency : nil
  }

  /// The digits of a telephone code; `nil` if the text has letters or no digits.
  private static func dialedDigits(_ text: String) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: " "):
        continue
      default: return nil
      }
    }
    if digits.starts(with: "00".utf8) { digits.removeFirst(2) }
    return digits.isEmpty ? nil : digits
  }

  private static func dialed(
    _ digits: [UInt8], orNumeric: Bool, in entries: [CountryKeys.Entry], limit: Int
  ) -> [Country] {
    var found: [(tier: Int, population: Int, country: Country)] = []
    let number = orNumeric && digits.count == 3 ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : -1
    for entry in entries {
      var best: Int?
      for code in entry.dialCodes {
        if code == digits {
          best = 0
        } else if code.starts(with: digits) {
          best = min(best ?? .max, code.count)
        } else if digits.starts(with: code) {
          // The longest code that a number begins with is the right one.
          best = min(best ?? .max, 100 - code.count)
        }
      }
      if best == nil, entry.numericCode == number { best = 50 }
      if let best { found.append((best, entry.population, entry.country)) }
    }
    found.sort { ($0.tier, $1.population) < ($1.tier, $0.population) }
    return found.prefix(limit).map { $0.country }
  }
}

/// The search keys of all countries: their names, folded once, and their codes.
internal struct CountryKeys: Sendable {
  /// The keys of one country.
  struct Entry: Sendable {
    let country: Country
    /// The two-letter and the three-letter code in lowercase.
    let codes: [[UInt8]]
    /// The English name.
    let name: NameKey
    /// Other English names.
    let others: [NameKey]
    /// The names in other languages.
    let foreign: [NameKey]
    /// The names of the capital; empty if there is no capital.
    let capitals: [NameKey]
    /// The currency code in lowercase.
    let currencyCode: [UInt8]?
    let currencyName: NameKey?
    /// The digits of each telephone code.
    let dialCodes: [[UInt8]]
    let numericCode: Int?
    let population: Int
  }

  /// One entry per country, ordered by the key of the English name.
  let entries: [Entry]

  /// The keys of all names, created on first use: about 6,000 names, a few milliseconds.
  static let shared = CountryKeys { _, _ in true }

  /// The same without the names in other scripts, which no text in ASCII matches.
  private static let ascii = CountryKeys { text, name in
    !CountryNameIndex.isOfAnotherScript(text[name.lowerBound])
      || name.contains { text[$0] < 0x80 && text[$0] != UInt8(ascii: " ") }
  }

  /// The keys of the names that may match a text.
  static func keys(for text: String) -> CountryKeys {
    text.utf8.allSatisfy { $0 < 0x80 } && !text.isEmpty ? ascii : shared
  }

  private init(where isIncluded: (ConstantText, Range<Int>) -> Bool) {
    entries = Country.all.map { country in
      Entry(
        country: country,
        codes: [country.alpha2, country.alpha3].map { Array($0.lowercased().utf8) },
        name: NameKey(country.name),
        others: country.otherNames.map { NameKey($0) },
        foreign: Self.foreignNames(of: country, where: isIncluded),
        capitals: country.capital.map { capital in
          ([capital.name] + (Country.otherCapitalNames[country.alpha2] ?? [])).map { NameKey($0) }
        } ?? [],
        currencyCode: country.currencyCode.map { Array($0.lowercased().utf8) },
        currencyName: country.currencyName.map { NameKey($0) },
        dialCodes: country.dialCodes.map { $0.utf8.filter { $0 >= 0x30 && $0 <= 0x39 } },
        numericCode: country.numericCode,
        population: country.population)
    }
    .sorted { $0.name.key < $1.name.key }
  }

  /// The names of a country in other languages, without those that equal another or the English
  /// one.
  ///
  /// They are folded where they are in the table, because strings would take most of the time.
  private static func foreignNames(
    of country: Country, where isIncluded: (ConstantText, Range<Int>) -> Bool
  ) -> [NameKey] {
    var keys = [SearchKey(country.name)]
    CountryTable.shared.forEachName(ofRow: country.row) { text, name, column in
      guard column > 1, isIncluded(text, name) else { return }
      let key = SearchKey(text, name)
      if !key.isEmpty, !keys.contains(key) { keys.append(key) }
    }
    return keys.dropFirst().map { NameKey($0) }
  }
}

/// A name or the beginning of one: its search key, and a canonical form for spelling variants.
internal struct NameKey: Sendable {
  let key: SearchKey
  /// The words joined, without `and` and `the`, and with `saint` for `st`.
  ///
  /// "Saint Kitts and Nevis" and "St Kitts & Nevis" have the same canonical form.
  let canonical: [UInt8]
  /// The words without `and` and `the`.
  private let words: [ArraySlice<UInt8>]

  init(_ text: some StringProtocol) { self.init(SearchKey(text)) }

  init(_ key: SearchKey) {
    self.key = key
    let all = key.words
    words = all.filter { !$0.elementsEqual("and".utf8) && !$0.elementsEqual("the".utf8) }
    canonical = Self.canonical(key)
  }

  /// The canonical form of a key.
  static func canonical(_ key: SearchKey) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(key.bytes.count + 3)
    func append(_ isIncluded: (ArraySlice<UInt8>) -> Bool) {
      var start = 0
      while start < key.bytes.count {
        var end = start
        while end < key.bytes.count, key.bytes[end] != UInt8(ascii: " ") { end += 1 }
        let word = key.bytes[start..<end]
        if isIncluded(word) { bytes += isSaint(word) ? saint[...] : word }
        start = end + 1
      }
    }
    append { !$0.elementsEqual("and".utf8) && !$0.elementsEqual("the".utf8) }
    if bytes.isEmpty { append { _ in true } }
    return bytes
  }

  /// Whether the typed letters are a prefix of the name.
  ///
  /// Two letters may be an abbreviation and are not matched across words.
  func begins(with typed: NameKey) -> Bool {
    key.hasPrefix(typed.key)
      || typed.canonical.count > 2 && canonical.starts(with: typed.canonical)
  }

  /// Whether each typed word begins a word of the name, in any order.
  func hasWords(beginningWith typed: NameKey) -> Bool {
    !typed.words.isEmpty
      && typed.words.allSatisfy { word in
        words.contains { $0.starts(with: word) }
          || Self.isSaint(word) && words.contains { $0.starts(with: Self.saint) }
      }
  }

  /// Whether the typed letters, at least two, occur anywhere in the name.
  func contains(_ typed: NameKey) -> Bool {
    let name = key.bytes
    let part = typed.key.bytes
    guard part.count >= 2, part.count <= name.count else { return false }
    return (0...(name.count - part.count)).contains { name[$0...].starts(with: part) }
  }

  private static let saint = Array("saint".utf8)

  private static func isSaint(_ word: ArraySlice<UInt8>) -> Bool {
    word.elementsEqual("st".utf8) || word.elementsEqual("ste".utf8)
  }
}
