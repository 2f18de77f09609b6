import CairnBook
import CairnCountries
import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import CairnText
import TestSupport

/// The results of a query, from a scan of all elements.
struct BookOracle {
  struct Entry {
    var spot: Spot
    var texts: [[UInt8]]
    /// The offsets at which words begin in each text.
    var starts: [[Int]]
    var words: [[UInt8]]
    var country: Country?

    init(_ spot: Spot) {
      self.spot = spot
      texts = [spot.name, spot.notes].flatMap { text in
        var keys = [SearchKey(text).bytes]
        SearchReadings.forEach(of: text, key: keys[0][...]) { if !$0.isEmpty { keys.append($0) } }
        return keys
      }
      starts = texts.map { text in text.indices.filter { $0 == 0 || text[$0 - 1] == 0x20 } }
      words = texts.flatMap { text in
        text.split(separator: 0x20).flatMap { BookOracle.parts(of: Array($0)) }
      }
      country = CountryAtlas.world.country(at: spot.place)
    }
  }

  struct Answer: Equatable {
    var id: Int
    var distance: Double?
    var kind: PlaceMatchKind?
  }

  /// The order of a query, as a value that can be inspected.
  enum Order { case relevance, distance, ratingUp, ratingDown, name }

  /// In insertion order.
  var entries: [Entry] = []
  var hasImportance = false
  /// The factor of one star on the distance.
  var starWeight = 0.5
  private var known: [[[UInt8]]: Int?] = [:]

  mutating func insert(_ spot: Spot) {
    if let index = entries.firstIndex(where: { $0.spot.id == spot.id }) {
      entries[index] = Entry(spot)
    } else {
      entries.append(Entry(spot))
    }
  }

  mutating func remove(_ id: Int) { entries.removeAll { $0.spot.id == id } }

  mutating func answers(
    _ query: PlaceBookQuery<Spot>, _ order: Order, where isIncluded: (Spot) -> Bool
  ) -> [Answer] {
    if let radius = query.radius, !(radius >= 0) || query.center == nil { return [] }
    if let center = query.center, !center.isValid { return [] }
    let key = SearchKey(query.words).bytes
    let readings = Self.readings(of: key)
    let wanted = Self.wanted(key)
    var partial: [(group: Int, keys: [Double], number: Int, answer: Answer)] = []
    let abbreviated = AbbreviatedWords(query.words, key: SearchKey(bytes: key))
    var found: [(group: Int, keys: [Double], number: Int, answer: Answer)] = []
    for (number, entry) in entries.enumerated() where isIncluded(entry.spot) {
      let distance = query.center.map { $0.distance(to: entry.spot.place) }
      if let radius = query.radius, let distance, distance > radius { continue }
      if let region = query.region, !region.contains(entry.spot.place) { continue }
      if let countries = query.countries {
        guard let country = entry.country, countries.contains(country) else { continue }
      }
      var kind: PlaceMatchKind?
      var group = 0
      if !key.isEmpty {
        kind = match(entry, key, false)
        // Split and joined words come after the typed ones, and misspelled ones last.
        for (number, reading) in readings.enumerated() where kind == nil {
          guard Self.hasSequence(entry, reading.sequence) else { continue }
          let match = match(entry, reading.key, false)
          kind = reading.isWhole && match != .exact ? nil : match
          if kind != nil { group = 10 * (number + 1) }
        }
        if kind == nil, let abbreviated {
          kind = Self.match(entry, abbreviated)
          if kind != nil { group = 9_000 }
        }
        if kind == nil, query.allowsTypingErrors { kind = match(entry, key, true) }
        if kind == nil {
          let missing = wanted.filter { word in
            !entry.words.contains { HangulStrokes.isBeginning(word, of: $0) }
          }
          if wanted.contains(where: { $0.count > 2 && !missing.contains($0) }) {
            let kind = PlaceMatchKind.partial(missing: missing.count)
            let answer = Answer(id: entry.spot.id, distance: distance, kind: kind)
            let group = missing.reduce(0) { $0 + $1.count }
            partial.append((group, keys(entry.spot, order, distance), number, answer))
          }
          continue
        }
      }
      switch kind {
      case .misspelled(let errors): group = 10_000 + errors
      case .exact, .partial, nil: break
      case .prefix: group += order == .relevance ? 1 : 0
      case .word: group += order == .relevance ? 2 : 0
      }
      found.append(
        (
          group, keys(entry.spot, order, distance), number,
          Answer(id: entry.spot.id, distance: distance, kind: kind)
        ))
    }
    if found.isEmpty, query.allowsMissingWords, wanted.count <= 16 { found = partial }
    found.sort { a, b in
      if a.group != b.group { return a.group < b.group }
      if order == .name {
        let (first, second) = (entries[a.number].spot.name, entries[b.number].spot.name)
        return first == second ? a.number < b.number : first < second
      }
      for (x, y) in zip(a.keys, b.keys) where x != y { return x < y }
      return a.number < b.number
    }
    let all = found.map(\.answer)
    return query.limit.map { Array(all.prefix(max(0, $0))) } ?? all
  }

  /// Another way to read a key.
  private struct Reading {
    var key: [UInt8]
    /// Words that must follow each other.
    var sequence: [UInt8] = []
    /// Whether a text must equal the key.
    var isWhole = false
  }

  /// The other readings of a key: with other abbreviations, initials, articles or vowels, without
  /// "the", one of its words split, or two of them joined.
  private static func readings(of key: [UInt8]) -> [Reading] {
    let words = key.split(separator: 0x20).map { Array($0) }
    func joined(_ words: [[UInt8]]) -> [UInt8] { Array(words.joined(separator: [0x20])) }
    var readings = SearchReadings.exchangingAbbreviations(key[...]).map { Reading(key: $0) }
    if let initials = SearchReadings.joiningInitials(key[...]) {
      readings.append(Reading(key: initials))
    }
    if words.count > 1, words[0] == Array("the".utf8) {
      readings.append(Reading(key: joined(Array(words.dropFirst()))))
    }
    for key in SearchReadings.exchangingArticles(key[...]) {
      readings.append(Reading(key: key, isWhole: key.split(separator: 0x20).count < words.count))
    }
    for key in SearchReadings.separatingArticle(key[...]) {
      let others = key.split(separator: 0x20).map { Array($0) }
      let isWhole = others.count == words.count
      let sequence = isWhole ? [] : joined(others.filter { !words.contains($0) })
      readings.append(Reading(key: key, sequence: sequence, isWhole: isWhole))
    }
    for place in words.indices where (4...64).contains(words[place].count) {
      for end in 1...(words[place].count - 3) where words[place][end] & 0xC0 != 0x80 {
        var all = words
        all[place].insert(0x20, at: end)
        readings.append(Reading(key: joined(all), sequence: all[place]))
      }
    }
    for place in words.indices.dropLast() where words[place].count + words[place + 1].count >= 4 {
      var all = words
      all[place] += all.remove(at: place + 1)
      readings.append(Reading(key: joined(all)))
    }
    if let short = SearchReadings.shorteningVowels(key[...]) {
      readings.append(Reading(key: short, isWhole: true))
    }
    return words.count > 16 ? [] : readings
  }

  /// The match of a text with words of which some abbreviate its words.
  private static func match(_ entry: Entry, _ words: AbbreviatedWords) -> PlaceMatchKind? {
    let hasLongest = runs(of: words.longest.bytes).allSatisfy { word in
      entry.words.contains { HangulStrokes.isBeginning(word, of: $0) }
    }
    guard hasLongest else { return nil }
    let extents = entry.texts.map { words.extent(in: SearchKey(bytes: $0)) }
    return extents.contains(.whole) ? .exact : extents.contains(.beginning) ? .prefix : nil
  }

  private static func hasSequence(_ entry: Entry, _ sequence: [UInt8]) -> Bool {
    sequence.isEmpty
      || zip(entry.texts, entry.starts).contains { text, starts in
        starts.contains { text[$0...].starts(with: sequence) }
      }
  }

  private func keys(_ spot: Spot, _ order: Order, _ distance: Double?) -> [Double] {
    switch order {
    case .relevance:
      guard let distance else { return hasImportance ? [-Double(spot.stars)] : [0] }
      // Integer powers, exact for a factor of 0.5.
      var weight = 1.0
      for _ in 0..<abs(spot.stars) { weight *= spot.stars > 0 ? starWeight : 1 / starWeight }
      return hasImportance ? [(distance + 100) * weight] : [distance]
    case .distance: return [distance ?? 0]
    case .ratingUp: return [spot.rating ?? .infinity]
    case .ratingDown: return [spot.rating.map { -$0 } ?? .infinity]
    case .name: return []
    }
  }

  /// The different words of a key.
  private static func wanted(_ key: [UInt8]) -> [[UInt8]] {
    var wanted: [[UInt8]] = []
    for run in key.split(separator: 0x20).flatMap({ runs(of: Array($0)) })
    where wanted.count < 64 && !wanted.contains(run) {
      wanted.append(run)
    }
    return wanted
  }

  private mutating func match(_ entry: Entry, _ key: [UInt8], _ errors: Bool) -> PlaceMatchKind? {
    let wanted = Self.wanted(key)
    if entry.texts.contains(key) { return .exact }
    if entry.texts.contains(where: { HangulStrokes.isBeginning(key, of: $0) }) { return .prefix }
    if wanted.allSatisfy({ word in
      entry.words.contains { HangulStrokes.isBeginning(word, of: $0) }
    }) {
      return .word
    }
    guard errors else { return nil }
    var sum = 0
    for word in wanted {
      let least = entry.words.compactMap { self.errors(word, $0) }.min()
      guard let least else { return nil }
      sum += least
    }
    return .misspelled(errors: sum)
  }

  /// The least number of errors from a word to a prefix of another, if the word may have as many.
  private mutating func errors(_ wanted: [UInt8], _ word: [UInt8]) -> Int? {
    if let known = known[[wanted, word]] { return known }
    var limit = wanted.count >= 8 ? 2 : wanted.count >= 4 ? 1 : 0
    if wanted.count > 64 || wanted.contains(where: { $0 >= 0xE0 }) { limit = 0 }
    if limit == 0 { return HangulStrokes.isBeginning(wanted, of: word) ? 0 : nil }
    let word = Array(word.prefix(wanted.count + 3))
    var least: Int?
    for length in 0...word.count {
      let errors = Self.distance(wanted, Array(word.prefix(length)))
      if errors <= limit { least = min(least ?? errors, errors) }
    }
    known[[wanted, word]] = .some(least)
    return least
  }

  /// A word, split into runs of letters that all are or all are not of scripts without spaces.
  static func runs(of word: [UInt8]) -> [[UInt8]] {
    if word.allSatisfy({ $0 < 0x80 }) { return [word] }
    var runs: [String.UnicodeScalarView] = []
    var wasUnspaced: Bool?
    for letter in String(decoding: word, as: UTF8.self).unicodeScalars {
      if isUnspaced(letter) != wasUnspaced { runs.append(.init()) }
      runs[runs.count - 1].append(letter)
      wasUnspaced = isUnspaced(letter)
    }
    return runs.map { Array(String($0).utf8) }
  }

  /// The runs of a word; for a script without spaces, also the runs from each of its later letters.
  static func parts(of word: [UInt8]) -> [[UInt8]] {
    runs(of: word).flatMap { run in
      let letters = String(decoding: run, as: UTF8.self).unicodeScalars
      guard let first = letters.first, isUnspaced(first) else { return [run] }
      return letters.indices.compactMap { place in
        let isMark =
          letters[place].properties.canonicalCombiningClass != .notReordered
          || letters[place].properties.generalCategory == .nonspacingMark
        return isMark && place > letters.startIndex
          ? nil : Array(String(letters[place...]).utf8)
      }
    }
  }

  /// The form of a word in the index.
  static func indexed(_ part: [UInt8]) -> [UInt8] {
    let letters = String(decoding: part, as: UTF8.self).unicodeScalars
    guard let first = letters.first, isUnspaced(first) else { return part }
    return Array(String(String.UnicodeScalarView(letters.prefix(4))).utf8)
  }

  private static func isUnspaced(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0xE00...0xEFF, 0x1100...0x11FF, 0x1780...0x17FF, 0x3040...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7FF:
      true
    default: false
    }
  }

  /// The optimal string alignment distance, from the full table.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for row in 0...a.count {
      for column in 0...b.count {
        guard row > 0, column > 0 else {
          table[row][column] = row + column
          continue
        }
        var best = min(table[row - 1][column], table[row][column - 1]) + 1
        best = min(best, table[row - 1][column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1))
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          best = min(best, table[row - 2][column - 2] + 1)
        }
        table[row][column] = best
      }
    }
    return table[a.count][b.count]
  }
}
