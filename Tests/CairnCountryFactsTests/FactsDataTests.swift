import CairnCountryFacts
import Testing

@Suite("Embedded facts")
struct FactsDataTests {
  @Test("the tables have the checksum of the build script")
  func checksum() {
    var crc: UInt32 = 0xFFFF_FFFF
    let table = (0..<256).map { (value: UInt32) -> UInt32 in
      (0..<8).reduce(value) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
    }
    for literal in CountryFacts.tables {
      for byte in literal.description.utf8 {
        crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
      }
    }
    #expect(crc ^ 0xFFFF_FFFF == CountryFacts.checksum)
  }
}
