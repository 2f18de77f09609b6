internal import CairnText

/// What the countries are found by: the keys of all their names, folded once.
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
        dialCodes: country.dialCodes.map { $0.utf8.filter { $0 >= 0x30 && $0 <= 0x39 } },
        numericCode: country.numericCode,
        population: country.population)
    }
    .sorted { $0.name.key < $1.name.key }
  }

  private static func foreignNames(of country: Country) -> [String] {
    var seen: Set<String> = [country.name]
    return (2..<(2 + Country.nameLanguageCount)).compactMap { column in
      let name = CountryTable.shared.names.optionalString(column: column, row: country.row + 1)
      guard let name, seen.insert(name).inserted else { return nil }
      return name
    }
  }
}

/// A name or what somebody types of one: its search key, and a form that is the same for
/// different ways to write it.
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

  /// Whether the name goes on as the typed one does.
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
