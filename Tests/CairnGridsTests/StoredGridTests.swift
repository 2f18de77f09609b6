import CairnGrids
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredGridTests {
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

  @Test func gridReferencesOfVersionOne() throws {
    try stays([Hemisphere.north, .south], #"["north","south"]"#)
    let utm = try UTMCoordinate(
      zone: 33, hemisphere: .north, easting: 500_000.5, northing: 4_649_776)
    try stays(utm, #""33north 500000.5 4649776.0""#)
    try stays(GridReference.utm(utm), #""33north 500000.5 4649776.0""#)
    let ups = try UPSCoordinate(parsing: "south 2100000 1900000")
    try stays(ups, #""south 2100000.0 1900000.0""#)
    try stays(GridReference.ups(ups), #""south 2100000.0 1900000.0""#)
    let square = try MGRSSquare(parsing: "33UXP0500444996")
    try stays(square, #""33UXP0500444996""#)
    try stays(GridReference.mgrs(square), #""33UXP0500444996""#)
    let code = try PlusCode(parsing: "8FWR5992+8F")
    try stays(code, #""8FWR5992+8F""#)
    try stays(GridReference.plusCode(code), #""8FWR5992+8F""#)
  }
}
