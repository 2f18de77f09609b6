import CairnCountries
import CairnGeodesy
import CairnIndex
import CairnPlaces
import CairnRegionData
import TestSupport
import Testing

@testable import CairnRegions

@Suite("Embedded regions")
struct RegionDataTests {
  let arcs = AdministrativeAtlas.boundaries()
  let regions = AdministrativeArea.all

  @Test("the tables have the checksum of the build script")
  func checksum() {
    var checksum = Checksum()
    for table in RegionData.tables { checksum.add(table.description.utf8) }
    #expect(checksum.value == RegionData.checksum)
  }

  @Test("the decoder finds the vertices that were encoded")
  func arcChecksum() { #expect(Checksum(of: arcs).value == RegionData.arcChecksum) }

  @Test("every region has an area, and every area a region")
  func areas() {
    var found = Set(arcs.left).union(arcs.right)
    found.remove(0)
    #expect(found.count == regions.count)
    #expect(found.max().map(Int.init) == regions.count)
    #expect(arcs.areaCount == regions.count + 1)
    for arc in 0..<arcs.count { #expect(arcs.left[arc] != arcs.right[arc]) }
  }

  @Test("no region is listed twice")
  func unique() {
    let keys = regions.map { "\($0.country.alpha2) \($0.code ?? $0.name.lowercased())" }
    #expect(Set(keys).count == keys.count)
  }

  @Test("regions are sorted by country, and each has a name")
  func order() {
    #expect(regions.count > 3_000)
    #expect(regions == regions.sorted())
    #expect(zip(regions, regions.dropFirst()).allSatisfy { $0.country <= $1.country })
    for region in regions {
      #expect(!region.name.isEmpty && region.name != "-" && region.name.first != " ")
    }
  }

  @Test("a code identifies one region, starts with its country, and finds it again")
  func codes() {
    let codes = regions.compactMap(\.code)
    #expect(codes.count > 3_000)
    #expect(Set(codes).count == codes.count)
    for region in regions {
      guard let code = region.code else { continue }
      #expect(code.hasPrefix(region.country.alpha2 + "-"), "\(code)")
      #expect(code.count <= 6)
      #expect(AdministrativeArea(code: code) == region)
      #expect(AdministrativeArea(code: code.lowercased()) == region)
    }
    for text in ["", "-", "AT", "AT-", "AT-10", "XX-1", "ÄT-9", "AT-9 ", "at9"] {
      #expect(AdministrativeArea(code: text) == nil, "\(text)")
    }
  }

  @Test("the regions of all countries together are all regions")
  func byCountry() {
    #expect(Country.all.flatMap { AdministrativeArea.all(of: $0) } == regions)
    #expect(
      AdministrativeArea.all(of: .austria).map(\.code) == [
        "AT-1", "AT-2", "AT-3", "AT-5", "AT-6", "AT-7", "AT-4", "AT-9", "AT-8",
      ])
    #expect(AdministrativeArea.all(of: .unitedStates).count == 51)
    #expect(AdministrativeArea.all(of: .monaco).isEmpty)
  }

  @Test("names agree with the gazetteer if a country's regions are the same")
  func names() {
    let codes = ["AT", "US", "JP", "CA", "AU", "DE", "BR", "IT", "ES", "FR"]
    for code in codes.prefix(rounds(10, inDebug: 3)) {
      guard let country = Country(alpha2: code) else { continue }
      let known = Set(
        Gazetteer.embedded.cities.filter { $0.country == country }.compactMap(\.region))
      let unknown = AdministrativeArea.all(of: country).filter { !known.contains($0.name) }
      #expect(unknown.count <= 3, "\(code): \(unknown)")
    }
  }
}
