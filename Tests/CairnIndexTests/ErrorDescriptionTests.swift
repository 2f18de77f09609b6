import CairnGeodesy
import CairnIndex
import Testing

/// Error descriptions: the cause, the position and the remedy.
@Suite struct ErrorDescriptionTests {
  @Test func indexErrorsIncludeTheOffset() {
    let nowhere = Coordinate(latitude: 91, longitude: 16)
    #expect(throws: PlaceIndexError.invalidCoordinate(offset: 1, coordinate: nowhere)) {
      try PlaceIndex([Coordinate(latitude: 48, longitude: 16), nowhere]) { $0 }
    }
    #expect(
      PlaceIndexError.invalidCoordinate(offset: 1, coordinate: nowhere).description
        == "the element at offset 1 has latitude 91.0, longitude 16.0; a latitude is from -90 "
        + "to 90 degrees and a longitude is finite")
    #expect(
      PlaceIndexError.duplicateID(offset: 7).description
        == "the element at offset 7 has the ID of an earlier one; IDs must be unique")
    #expect(
      PlaceIndexError.tooManyElements(count: 1 << 40).description
        == "1099511627776 elements are more than an index supports")
  }

  @Test func missingFilesReportTheSystemMessage() throws {
    do throws(IndexFileError) {
      _ = try MappedPlaceIndex(opening: "/no-such-folder/places.cairn")
      Issue.record("there is no such file")
    } catch {
      #expect(
        error.description == "cannot open /no-such-folder/places.cairn: No such file or directory")
    }
  }

  @Test func geohashPositionsCountFromOne() {
    #expect(throws: GeohashError.invalidCharacter(position: 3)) { try Geohash(parsing: "u2e!") }
    #expect(
      GeohashError.invalidCharacter(position: 3).description
        == "character 4 is not a letter of a geohash: those are 0 to 9 and b to z without i, l and o"
    )
  }
}
