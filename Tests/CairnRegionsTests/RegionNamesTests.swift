import CairnRegionNames
import CairnText
import TestSupport
import Testing

@testable import CairnRegionNames

@Suite("Names of regions in other languages")
struct RegionNamesTests {
  @Test("the tables have the checksum of the build script")
  func checksum() {
    var checksum = Checksum()
    for table in RegionNameData.tables { checksum.add(table.description.utf8) }
    #expect(checksum.value == RegionNameData.checksum)
  }

  @Test("names are those of the source")
  func vectors() throws {
    let rows = try VectorFile("region_names.csv").rows
    #expect(rows.count > 700)
    for fields in rows {
      let region = try #require(AdministrativeArea(code: fields[0]))
      #expect(region.name(in: fields[1]) == fields[2], "\(fields)")
    }
  }

  /// Known names, among them regions whose code changed or means another region in the source.
  @Test(arguments: [
    ("AT-7", "ja", "チロル州"), ("AT-7", "it", "Tirolo"), ("AT-9", "hu", "Bécs"),
    ("DE-BY", "fr", "Bavière"), ("DE-BY", "ru", "Бавария"), ("JP-13", "zh", "东京都"),
    ("JP-13", "zh-Hant", "東京都"), ("CN-GD", "zh-Hant", "廣東省"), ("CN-GD", "zh", "广东省"),
    ("US-CA", "es", "California"), ("US-DC", "de", "Washington, D.C."), ("IN-OD", "fr", "Odisha"),
    ("ZA-GP", "ja", "ハウテン州"), ("NO-31", "de", "Østfold"), ("IR-23", "de", "Teheran"),
    ("IR-07", "ru", "Фарс"), ("KZ-75", "ru", "Алматы"), ("KZ-19", "ru", "Алматинская область"),
    ("GT-01", "ja", "グアテマラ県"), ("MK-501", "ru", "Битола"), ("ES-CT", "es", "Cataluña"),
  ])
  func knownNames(code: String, language: String, name: String) {
    #expect(AdministrativeArea(code: code)?.name(in: language) == name)
  }

  @Test("languages are those of countries; a tag without names falls back to its first part")
  func languages() throws {
    #expect(AdministrativeArea.nameLanguages == Country.nameLanguages)
    let tyrol = try #require(AdministrativeArea(code: "AT-7"))
    #expect(tyrol.name(in: "de-AT") == "Tirol" && tyrol.name(in: "DE_at") == "Tirol")
    #expect(tyrol.name(in: "en") == tyrol.name && tyrol.name(in: "en-GB") == tyrol.name)
    for unknown in ["", "xx", "-", "tlh-DE", "日本"] { #expect(tyrol.name(in: unknown) == nil) }
  }

  @Test("a region that the source does not have has no name but its own")
  func missing() throws {
    let papua = try #require(AdministrativeArea(code: "ID-PT"))
    #expect(papua.name(in: "id") == nil && papua.name(in: "en") == papua.name)
    let former = try #require(AdministrativeArea.all.first { $0.code == nil })
    #expect(former.name(in: "fr") == nil)
  }

  /// A table that is shifted by a row, or by a language, would fail here.
  @Test("every name is one line in a script of its language, and most begin like the region's")
  func allNames() {
    var known: [String: (names: Int, alike: Int)] = [:]
    let marks = "()（）²\t\n\"\\".unicodeScalars
    // A debug build tests every third region.
    let share = rounds(1, inDebug: 3)
    for (number, region) in AdministrativeArea.all.enumerated() where number % share == 0 {
      let own = Set(words(region.name))
      for language in AdministrativeArea.nameLanguages where language != "en" {
        guard let name = region.name(in: language) else { continue }
        #expect(!name.isEmpty && name != "=" && name.count < 90, "\(region) \(language)")
        #expect(name.unicodeScalars.allSatisfy { !marks.contains($0) }, "\(name)")
        known[language, default: (0, 0)].names += 1
        if !own.isDisjoint(with: words(name)) { known[language]?.alike += 1 }
      }
    }
    for (language, count) in known {
      #expect(count.names > 1_300 / share, "\(language)")
      let isLatin = ["de", "es", "fr", "id", "it", "nl", "pl", "pt", "sv"].contains(language)
      // Measured: at least 74 % in these, and no words in common in other scripts.
      if isLatin {
        #expect(Double(count.alike) > 0.7 * Double(count.names), "\(language) \(count)")
      }
    }
    #expect(known.count == 25)
  }

  private func words(_ name: String) -> [Substring] {
    String(decoding: SearchKey(name).bytes, as: UTF8.self).split(separator: " ")
      .filter { $0.count > 3 }.map { $0.prefix(4) }
  }
}
