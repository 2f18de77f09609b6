internal import CairnMemory
internal import CairnText

/// All names of the countries, found by a hash of their canonical form.
///
/// The keys of names in ASCII and those of all others are in two indexes, each made on first use,
/// so that a text in ASCII does not wait until the names in other scripts are folded. The keys
/// themselves are not stored.
internal struct CountryNameIndex: Sendable {
  /// The kinds of names, in their order of precedence.
  private enum Tier: UInt8 {
    case name, other, foreign
  }

  private struct Entry: Sendable {
    let hash: UInt32
    /// The start of the name in the table of facts for an English name, or else in that of names.
    let start: UInt32
    let row: UInt8
    let tier: Tier
  }

  /// Sorted by hash.
  private let entries: [Entry]

  private static let ascii = CountryNameIndex(isASCII: true)
  private static let others = CountryNameIndex(isASCII: false)

  /// The index that contains a name if any does.
  static func index(of name: NameKey) -> CountryNameIndex {
    isASCII(name.key) ? ascii : others
  }

  private static func isASCII(_ key: SearchKey) -> Bool { key.bytes.allSatisfy { $0 < 0x80 } }

  /// Whether a name begins with a letter of Greek, Cyrillic or a later script, except those from
  /// U+1000 to U+1FFF, among which are Latin letters: its key is not in ASCII.
  internal static func isOfAnotherScript(_ first: UInt8) -> Bool {
    0xCE...0xEE ~= first && first != 0xE1
  }

  /// Makes the index of the names whose keys are in ASCII, or of all others.
  private init(isASCII: Bool) {
    let table = CountryTable.shared
    var entries: [Entry] = []
    entries.reserveCapacity(8_000)
    var key = SearchKey("")
    for row in 0..<table.facts.count {
      func add(_ text: ConstantText, _ range: Range<Int>, _ tier: Tier) {
        if isASCII, !range.isEmpty, Self.isOfAnotherScript(text[range.lowerBound]) { return }
        key.assign(text, range)
        guard !key.isEmpty, Self.isASCII(key) == isASCII else { return }
        entries.append(
          Entry(
            hash: Self.hash(NameKey.canonical(key)),
            start: UInt32(truncatingIfNeeded: range.lowerBound),
            row: UInt8(truncatingIfNeeded: row), tier: tier))
      }
      let name = table.facts.range(ofColumn: CountryTable.Column.name.rawValue, row: row)
      add(table.facts.text, name, .name)
      table.forEachName(ofRow: row) { text, range, column in
        add(text, range, column == 1 ? .other : .foreign)
      }
    }
    self.entries = entries.sorted { $0.hash < $1.hash }
  }

  /// The country with a name; of several, the one with the name in the earliest tier, then the
  /// first by its English name.
  func country(named name: NameKey) -> Country? {
    let hash = Self.hash(name.canonical)
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    var best: (tier: UInt8, country: Country)?
    for entry in entries[low...].prefix(while: { $0.hash == hash })
    where canonical(of: entry) == name.canonical {
      let country = CountryTable.shared.countries[Int(entry.row)]
      guard let known = best else {
        best = (entry.tier.rawValue, country)
        continue
      }
      let isFirst =
        entry.tier.rawValue == known.tier && SearchKey(country.name) < SearchKey(known.country.name)
      if entry.tier.rawValue < known.tier || isFirst { best = (entry.tier.rawValue, country) }
    }
    return best?.country
  }

  private func canonical(of entry: Entry) -> [UInt8] {
    let table = CountryTable.shared
    let text = entry.tier == .name ? table.facts.text : table.names.text
    let start = Int(entry.start)
    var end = TextTable.Reader(text, at: start).endOfCell()
    if entry.tier != .name {
      end = (start..<end).first { text[$0] == UInt8(ascii: ";") } ?? end
    }
    return NameKey.canonical(SearchKey(text, start..<end))
  }

  /// The hash FNV-1a.
  private static func hash(_ bytes: [UInt8]) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }
}
