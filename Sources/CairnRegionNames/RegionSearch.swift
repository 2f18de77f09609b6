internal import CairnMemory
public import CairnRegions
internal import CairnText

extension AdministrativeArea {
  /// A region whose name is a text or begins with it.
  public struct Match: Hashable, Sendable {
    /// The region.
    public let area: AdministrativeArea
    /// The name that matched, in any language.
    public let name: String
    /// Whether the text is the whole name, possibly with or without the word for its kind.
    public let isWhole: Bool
    /// Whether the name is that of the region or the one in a language of its country.
    public let isLocal: Bool
    /// Whether the text and the name differ in the word for the kind of region: "Kanton Zürich".
    package let differsInKind: Bool

    /// Creates a match.
    ///
    /// - Parameters:
    ///   - area: the region.
    ///   - name: the name that matched, in any language.
    ///   - isWhole: whether the text is the whole name.
    ///   - isLocal: whether the name is that of the region or the one in a language of its country.
    public init(area: AdministrativeArea, name: String, isWhole: Bool, isLocal: Bool) {
      self.init(
        area: area, name: name, isWhole: isWhole, isLocal: isLocal, differsInKind: false)
    }

    /// The match of a region by its code.
    package init(_ region: AdministrativeArea) {
      self.init(
        area: region, name: region.name, isWhole: true, isLocal: true, differsInKind: false)
    }

    internal init(
      area: AdministrativeArea, name: String, isWhole: Bool, isLocal: Bool, differsInKind: Bool
    ) {
      self.area = area
      self.name = name
      self.isWhole = isWhole
      self.isLocal = isLocal
      self.differsInKind = differsInKind
    }
  }

  /// The regions with a name in any language.
  ///
  /// The text is compared ignoring case, accents and punctuation, in any script. It may have or
  /// lack the word for the kind of region, before or after the name.
  ///
  /// ```swift
  /// AdministrativeArea.all(named: "Andalucía").map(\.code)         // ["ES-AN"]
  /// AdministrativeArea.all(named: "Canton de Thurgovie").first     // Thurgau
  /// AdministrativeArea.all(named: "四川").first                     // Sichuan
  /// ```
  ///
  /// - Parameter text: the name.
  /// - Returns: the regions; those with exactly the name in English or a language of their country
  ///   precede those with it in another language, then those with another kind. Of equal ones,
  ///   that with more people in its cities comes first.
  /// - Complexity: O(log *n*) in the number of names.
  public static func all(named text: String) -> [AdministrativeArea] {
    matches(text, wholeOnly: true).map(\.area)
  }

  /// The regions whose name in any language is a text, or begins with it, as a user types it.
  ///
  /// ```swift
  /// AdministrativeArea.matches("thurg").first?.name   // "Thurgau"
  /// ```
  ///
  /// - Parameter text: the name or its beginning, of at least three letters for a beginning in
  ///   Latin letters.
  /// - Returns: whole names as at ``all(named:)``, then the others, those of regions with more
  ///   people first; each region once.
  /// - Complexity: O(log *n* + *m*) for *m* names that begin with the text.
  public static func matches(_ text: String) -> [Match] { matches(text, wholeOnly: false) }

  /// The matches of ``matches(_:)``, or only the regions with the whole name.
  package static func matches(_ text: String, wholeOnly: Bool) -> [Match] {
    let key = SearchKey(text)
    if key.isEmpty { return [] }
    var search = RegionSearch(wholeOnly: wholeOnly)
    search.add(key, differsInKind: false)
    if let name = AreaWords.name(in: key), !name.isCity {
      search.add(name.key, differsInKind: true)
    }
    return search.matches
  }

  /// About the number of people in the cities of the region, within 0.2 %; 1 if it has none.
  package var cityPopulation: Double {
    var people = 1.0
    var rest = RegionNames.shared.people[Int(row)]
    // The number is a thousand times the logarithm.
    while rest >= 1_000 {
      people *= 10
      rest -= 1_000
    }
    let tenth = 1.002_305_238_077_899_7
    for _ in 0..<rest { people *= tenth }
    return people
  }
}

/// A search for names of regions.
private struct RegionSearch {
  let wholeOnly: Bool
  private var found: [Int: (match: AdministrativeArea.Match, rank: Int, people: Double)] = [:]

  /// The least number of bytes of a key that finds names by their beginning.
  private static let leastLength = 3

  init(wholeOnly: Bool) { self.wholeOnly = wholeOnly }

  /// The best match of each region, in order.
  var matches: [AdministrativeArea.Match] {
    found.sorted { a, b in
      (a.value.rank, b.value.people, a.key) < (b.value.rank, a.value.people, b.key)
    }.map(\.value.match)
  }

  /// Adds the names that are a key, with or without the word for their kind, or begin with it.
  mutating func add(_ key: SearchKey, differsInKind: Bool) {
    let order = RegionNames.shared.order
    let end = SearchKey(bytes: key.bytes + [0xFF])
    let isShort = key.bytes.count < Self.leastLength
    for position in order.lowerBound(of: key)..<order.count {
      let (text, start) = order.cell(at: position)
      let range = start..<TextTable.Reader(text, at: start).endOfCell()
      let name = SearchKey(text, range)
      guard name < end, !isShort || name == key else { return }
      let rest = name.bytes[key.bytes.count...]
      let isWhole = rest.isEmpty || AreaWords.isKind(rest)
      guard isWhole || !wholeOnly else { continue }
      let differs = differsInKind || isWhole && !rest.isEmpty || order.isPart(position)
      add(
        text.string(range), key, row: order.row(at: position), isWhole: isWhole, differs: differs)
    }
  }

  private mutating func add(
    _ name: String, _ key: SearchKey, row: Int, isWhole: Bool, differs: Bool
  ) {
    let region = AdministrativeArea(row: UInt16(truncatingIfNeeded: row))
    let isLocal = region.isLocal(key, isWhole: isWhole)
    let rank = isWhole ? (differs ? 2 : 0) + (isLocal ? 0 : 1) : 4
    if let known = found[row], known.rank <= rank { return }
    let match = AdministrativeArea.Match(
      area: region, name: name, isWhole: isWhole, isLocal: isLocal, differsInKind: differs)
    found[row] = (match, rank, region.cityPopulation)
  }
}

extension AdministrativeArea {
  /// Whether the name of the region, or one in a language of its country, is a key, with or without
  /// the word for its kind, or begins with it.
  fileprivate func isLocal(_ key: SearchKey, isWhole: Bool) -> Bool {
    func isName(_ name: String) -> Bool {
      let name = SearchKey(name)
      if name == key { return true }
      let core = AreaWords.name(in: name)?.key ?? name
      return core == key || !isWhole && (name.hasPrefix(key) || core.hasPrefix(key))
    }
    return isName(name)
      || country.languages.contains { language in name(in: language).map(isName) ?? false }
  }
}

/// The names of all regions in all languages, sorted by search key.
internal struct RegionNameOrder: Sendable {
  private let numbers: PackedNumbers
  /// The names in other languages, and the table of the regions.
  private let names: ConstantText
  private let regions: ConstantText

  init(_ order: StaticString, names: ConstantText, regions: ConstantText) {
    numbers = PackedNumbers(ConstantText(order))
    self.names = names
    self.regions = regions
  }

  /// The number of names.
  var count: Int { numbers.count }

  /// The text that contains a name, and the byte at which it starts.
  func cell(at position: Int) -> (text: ConstantText, start: Int) {
    let value = numbers[position]
    return (value % 2 == 0 ? names : regions, value / 2)
  }

  /// Whether the entry is the part of a name after the word for its kind.
  func isPart(_ position: Int) -> Bool {
    let (text, start) = cell(at: position)
    return start != nameStart(text, before: start, isOwn: numbers[position] % 2 == 1)
  }

  /// The row of the region with a name.
  func row(at position: Int) -> Int {
    let (text, start) = cell(at: position)
    if numbers[position] % 2 == 1 { return AdministrativeArea.row(ofNameAt: start) }
    var line = start
    while line > 0, text[line - 1] != UInt8(ascii: "\n") { line -= 1 }
    var reader = TextTable.Reader(text, at: line)
    return reader.integer() ?? 0
  }

  /// The start of the name that contains a byte: after a tab and the digits of its languages.
  private func nameStart(_ text: ConstantText, before byte: Int, isOwn: Bool) -> Int {
    var start = byte
    while start > 0, text[start - 1] != UInt8(ascii: "\t") { start -= 1 }
    if isOwn { return start }
    while start < byte, text[start] != UInt8(ascii: " ") { start += 1 }
    return start + 1
  }

  /// The first position whose key is not less than the given one.
  func lowerBound(of key: SearchKey) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      let (text, start) = cell(at: middle)
      if key.order(ofCell: text, at: start) == .less { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
