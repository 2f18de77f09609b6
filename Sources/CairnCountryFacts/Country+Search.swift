internal import CairnText

extension Country {
  /// The country that a code or a name means.
  ///
  /// ```swift
  /// Country("jp")               // Japan
  /// Country("CHE")              // Switzerland
  /// Country("cote d'ivoire")    // Côte d’Ivoire
  /// Country("Deutschland")      // Germany
  /// Country("🇧🇷")               // Brazil
  /// ```
  ///
  /// It accepts, without regard to case and accents: the codes of two and three letters, the
  /// English name, other English names and abbreviations (``otherNames``), the name in any of
  /// ``nameLanguages``, and the flag. "St.", "&" and "the" make no difference.
  ///
  /// It is `nil` when no country has this name; ``search(_:limit:)`` finds similar ones.
  ///
  /// - Parameter codeOrName: the text; blanks around it do not count.
  /// - Complexity: O(names), some 10 microseconds; a few milliseconds at the first use.
  public init?(_ codeOrName: String) {
    let typed = codeOrName.filter { !$0.isWhitespace }
    if let country = Country(alpha2: typed) ?? Country(alpha3: typed) ?? Country(flag: typed) {
      self = country
      return
    }
    let name = NameKey(codeOrName)
    guard !name.canonical.isEmpty else { return nil }
    let entries = CountryKeys.shared.entries
    let found =
      entries.first { $0.name.canonical == name.canonical }
      ?? entries.first { $0.others.contains { $0.canonical == name.canonical } }
      ?? entries.first { $0.foreign.contains { $0.canonical == name.canonical } }
    guard let found else { return nil }
    self = found.country
  }

  /// The countries that fit what somebody has typed so far, the likeliest first.
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
  /// The order is that of these rows; what does for one of them is not looked for further down:
  /// 1. a country of exactly this name or abbreviation, or of this code if written in capitals
  /// 2. names that begin so; names with words that begin so
  /// 3. codes of countries in small letters
  /// 4. other English names, then names in other languages, that begin so or have such words
  /// 5. names with these letters inside
  /// 6. the capital's name, or one that begins so or has words that do
  /// 7. the code of the currency, or words that begin the words of its name: `euro`, `swiss fr`
  ///
  /// Within each of them the order is alphabetical, but countries of a currency come by falling
  /// population. Capitals and currencies are looked for from three letters on.
  ///
  /// Where nothing does, the text is taken for a misspelled name: a letter too many, too few or
  /// wrong, or two neighbours exchanged, once in four letters or more and twice in eight or more.
  /// Names of countries, their beginnings and names of capitals with the fewest errors are given:
  /// whole names before beginnings, English before other languages before capitals, those with the
  /// first letter that was typed before others, then by falling population.
  ///
  /// Digits, with or without a plus sign, are a telephone code or the beginning of one, or a
  /// telephone number; the country with the most people comes first where several share a code.
  /// Three digits without a plus sign may also be the number of ISO 3166-1.
  ///
  /// - Parameters:
  ///   - text: what was typed; all countries by name if it is empty or blank.
  ///   - limit: the greatest number of countries; none for 0 or less.
  /// - Returns: the countries, the likeliest first; none where no name is near the text.
  /// - Complexity: O(names), well below a millisecond; O(names × letters), some milliseconds, for a
  ///   misspelled name, and at the first use.
  public static func search(_ text: String, limit: Int = .max) -> [Country] {
    guard limit > 0 else { return [] }
    if let country = Country(flag: text.filter { !$0.isWhitespace }) { return [country] }
    let entries = CountryKeys.shared.entries
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

  /// How well a country matches, from best to worst.
  private enum Tier: Int, CaseIterable {
    case exact, nameBegins, wordBegins, code, otherNameBegins, foreignNameBegins, inside
    case capital, capitalBegins, currency
  }

  /// The fewest letters by which capitals and currencies are found; fewer begin too many of them.
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

  /// How well a country matches by its capital or its currency.
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

  /// The digits of a telephone code; `nil` when the text has letters or no digits.
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

/// The search keys of all countries: of their names, folded once, and of their codes.
internal struct CountryKeys: Sendable {
  /// The keys of one country.
  struct Entry: Sendable {
    let country: Country
    /// The two-letter and the three-letter code in small letters.
    let codes: [[UInt8]]
    /// The English name.
    let name: NameKey
    /// Other English names.
    let others: [NameKey]
    /// The names in other languages.
    let foreign: [NameKey]
    /// The name of the capital and others of it; none where there is no capital.
    let capitals: [NameKey]
    /// The code of the currency in small letters.
    let currencyCode: [UInt8]?
    let currencyName: NameKey?
    /// The digits of each telephone code.
    let dialCodes: [[UInt8]]
    let numericCode: Int?
    let population: Int
  }

  /// One entry a country, in the order of the English names' keys.
  let entries: [Entry]

  /// The keys of all countries, made at the first use: some 6,000 names, a few milliseconds.
  static let shared = CountryKeys()

  private init() {
    entries = Country.all.map { country in
      Entry(
        country: country,
        codes: [country.alpha2, country.alpha3].map { Array($0.lowercased().utf8) },
        name: NameKey(country.name),
        others: country.otherNames.map { NameKey($0) },
        foreign: Self.foreignNames(of: country).map { NameKey($0) },
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

  private static func foreignNames(of country: Country) -> [String] {
    var seen: Set<String> = [country.name]
    let names = (2..<(2 + Country.nameLanguageCount)).compactMap { column in
      CountryTable.shared.names.optionalString(column: column, row: country.row + 1)
    }
    return (names + country.otherForeignNames).filter { seen.insert($0).inserted }
  }
}

/// A name or the beginning of one: its search key, and a canonical form for different spellings.
internal struct NameKey: Sendable {
  let key: SearchKey
  /// The words run together, without `and` and `the`, and with `saint` for `st`.
  ///
  /// "Saint Kitts and Nevis" and "St Kitts & Nevis" have the same.
  let canonical: [UInt8]
  /// The words without `and` and `the`.
  private let words: [ArraySlice<UInt8>]

  init(_ text: some StringProtocol) {
    key = SearchKey(text)
    let all = key.words
    words = all.filter { !$0.elementsEqual("and".utf8) && !$0.elementsEqual("the".utf8) }
    let spelled = words.isEmpty ? all : words
    canonical = spelled.flatMap { Self.isSaint($0) ? Self.saint : Array($0) }
  }

  /// Whether the typed letters are a prefix of the name.
  ///
  /// Two letters may be an abbreviation and are not looked for across words.
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

  /// Whether the typed letters, two at least, stand anywhere in the name.
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
