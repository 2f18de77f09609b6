import CairnGeodesy
import CairnText
import TestSupport
import Testing

@testable import CairnPlaces

/// Names with words that are abbreviated in the typed text, or written out.
@Suite struct AbbreviationTests {
  private let world = Gazetteer.embedded

  @Test(arguments: [
    ("St Johann in Tirol", "Sankt Johann in Tirol"), ("sankt anton am arlberg", "St. Anton"),
    ("st niklaas", "Sint-Niklaas"), ("saint niklaas", "Sint-Niklaas"),
    ("Ste Foy lès Lyon", "Sainte-Foy-lès-Lyon"),
    ("Mt Saint Helens", "Mount St. Helens"), ("Sta. Marta", "Santa Marta"),
    ("pto vallarta", "Puerto Vallarta"), ("cd juarez", "Ciudad Juárez"),
    ("Pt Augusta", "Port Augusta"), ("Frankfurt a. Main", "Frankfurt am Main"),
    ("Rothenburg o.d.T.", "Rothenburg ob der Tauber"), ("Boulogne s/Mer", "Boulogne-sur-Mer"),
    ("Alphen a/d Rijn", "Alphen aan den Rijn"), ("Pres. Prudente", "Presidente Prudente"),
    ("n las vegas", "North Las Vegas"), ("gt malvern", "Great Malvern"),
    ("Ostrów Wlkp.", "Ostrów Wielkopolski"), ("Ústí n. L.", "Ústí nad Labem"),
  ])
  func abbreviatedNames(_ text: String, _ name: String) throws {
    let place = try world.place(named: text)
    let first = try #require(world.matches(text, limit: 1).first)
    let isFound = place.name == name || place.name.hasPrefix(name + " ")
    #expect(isFound, "\(place.name)")
    #expect(first.place == place)
    #expect(first.kind == .exact)
  }

  @Test func abbreviationsAreCompletedAndSuggested() {
    #expect(world.search("st johann in", limit: 1).map(\.name) == ["Sankt Johann in Tirol"])
    #expect(world.search("gt yarm", limit: 1).map(\.name) == ["Great Yarmouth"])
    #expect(world.suggestions(for: "St Johan in Tirol") == ["Sankt Johann in Tirol"])
    #expect(world.search("st johan in tirol", limit: 1).map(\.name) == ["Sankt Johann in Tirol"])
    #expect(world.search("wil, sankt gallen", limit: 1).map(\.name) == ["Wil"])
  }

  @Test(arguments: [
    ("Vaesteraas", "Västerås"), ("toukyou", "Tokyo"), ("niigata", "Niigata"),
  ])
  func vowelsOfTwoLetters(_ text: String, _ name: String) throws {
    let first = try #require(world.matches(text, limit: 1).first)
    #expect(first.place.name == name)
    #expect(first.kind == .exact)
    #expect(try world.place(named: text) == first.place)
  }

  @Test func shortVowelsAreNoOtherNames() {
    #expect(world.search("lueck", limit: 5).map(\.name).contains("Lübeck"))
    #expect(throws: PlaceNameError.self) { try world.place(named: "lueck") }
  }

  @Test(arguments: [
    ("palma de mallorca", "Palma"), ("cochin", "Kochi"), ("rhodes", "Ródos"),
    ("'s-gravenhage", "The Hague"), ("london heathrow", "London Heathrow Airport"),
  ])
  func otherNamesOfCitiesPrecedeAirportsAndBeginnings(_ text: String, _ name: String) throws {
    #expect(world.search(text, limit: 1).map(\.name) == [name])
  }

  /// A last word may be the beginning of another one: "saint" does not find Stockholm ("st").
  @Test func lastWordsAreNotAbbreviated() {
    for text in ["saint", "sankt", "mount", "fort", "point", "santa"] {
      let key = SearchKey(text)
      for match in world.matches(text, limit: 20) {
        let words = SearchKey(match.name).words
        #expect(words.contains { $0.starts(with: key.bytes) }, "\(text): \(match.name)")
      }
    }
  }

  /// A prefix of a name does not count as a name even if one of its words is short.
  @Test(arguments: ["new yor", "ne york", "new y", "los ang", "sa paulo", "st", "a b", "buenos a"])
  func beginningsAreNoNames(_ text: String) {
    #expect(throws: PlaceNameError.self) { try world.place(named: text) }
  }

  /// Shortens words of random names by the rules, and compares the found name with the typed words
  /// in a slow way.
  @Test func randomAbbreviationsOfNames() throws {
    var source = SeededGenerator(seed: 47)
    func random(_ count: Int) -> Int { Int(source.next() % UInt64(count)) }
    let cities = world.cities.filter { 2...5 ~= SearchKey($0.name).words.count }
    for _ in 0..<rounds(1_000, inDebug: 60) {
      let name = cities[random(cities.count)].name
      var words = SearchKey(name).words.map { String(decoding: $0, as: UTF8.self) }
      // "6." is not the beginning of a word.
      guard words.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 && $0 >= UInt8(ascii: "a") } }) else {
        continue
      }
      let longest = words.indices.max { words[$0].count < words[$1].count } ?? 0
      guard let place = words.indices.first(where: { $0 != longest }), words[place].count > 2,
        words[longest].count > 2
      else { continue }
      let letters = Array(words[place])
      let kept = letters.dropFirst().filter { _ in random(2) == 0 }
      words[place] = String([letters[0]] + kept.prefix(words[longest].count > 5 ? 4 : 1)) + "."
      guard words[place].count <= letters.count else { continue }
      let text = words.joined(separator: " ")
      let found = try world.place(named: text)
      let matches = world.matches(text, limit: 50)
      let isNamed = ([found.name] + matches.filter { $0.place == found }.map(\.name)).contains {
        Self.mayAbbreviate(words, SearchKey($0).words.map { String(decoding: $0, as: UTF8.self) })
      }
      // The short word may also be the code of the country: "sk. martin".
      let code = found.countryCode?.lowercased()
      let isQualified = words.contains { $0.dropLast().elementsEqual(code ?? "-") }
      #expect(isNamed || isQualified, "\(text): \(found.name)")
    }
  }

  /// Whether the letters of each word occur in order in the word of a name.
  private static func mayAbbreviate(_ words: [String], _ name: [String]) -> Bool {
    guard words.count == name.count else { return false }
    return zip(words, name).allSatisfy { word, other in
      var rest = Substring(other)
      return word.filter { $0 != "." }.allSatisfy { letter in
        guard let place = rest.firstIndex(of: letter) else { return false }
        rest = rest[rest.index(after: place)...]
        return true
      }
    }
  }
}
