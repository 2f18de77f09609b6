import CairnCountryFacts
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredCountryTests {
  /// Expects a value to be read from the text that version 1.0 wrote, and to be written as it.
  private func stays<Value: Codable & Equatable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    // Wrapped in an array, because not every decoder reads a top-level number or string.
    let read = try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
    #expect(read == [value], sourceLocation: location)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = String(decoding: try encoder.encode([value]), as: UTF8.self)
    #expect(written == "[\(text)]", sourceLocation: location)
  }

  @Test func countriesAndContinentsOfVersionOne() throws {
    try stays(Country.austria, #""AT""#)
    try stays(Country.kosovo, #""XK""#)
    try stays(Continent.allCases, #"["AF","AN","AS","EU","NA","OC","SA"]"#)
  }
}
