import CairnGeodesy
import Testing

@testable import CairnFormats

/// Headers that are misspelled, abbreviated, inflected or name the southern or western hemisphere.
@Suite struct SimilarNamesTests {
  /// The position of a row of a table with two other columns.
  private func position(_ header: String, _ north: String, _ east: String) -> Coordinate? {
    let names = header.split(separator: "|")
    let text = "id;titel;\(names[0]);\(names[1])\n1;Foo;\(north);\(east)\n"
    guard case .point(let found)? = Reading(TableReader(), text).features.first?.geometry else {
      return nil
    }
    return found.coordinate
  }

  @Test(arguments: [
    "latutude|longitade", "Latitde|Logitude", "LATITUDO|LONGITUDO", "latitued|longitued",
    "Breitengard|Längengard", "breitengrade|längengrade", "geogr. Breite|geogr. Länge",
    "šír.|dĺž.", "zem. šířka|zem. délka", "zeměp. šířka|zeměp. délka", "szer. geogr.|dł. geogr.",
    "szerokości|długości", "шир.|долг.", "геогр. широта|геогр. долгота", "широты|долготы",
    "Широта.|Долгота.", "platumos|ilgumos", "Platumai|Garumai", "geogr. platuma|geogr. ilguma",
    "ΠΛΑΤΟΣ|ΜΗΚΟΣ", "Γεωγρ. Πλάτος|Γεωγρ. Μήκος", "ละติจูท|ลองจิจูท", "szélessége|hosszúsága",
    "földr. szélesség|földr. hosszúság", "enlemi|boylamı", "laiuskraadi|pikkuskraadi",
  ])
  func similarNamesAreRecognized(header: String) {
    #expect(position(header, "-33.7", "151.1") == Coordinate(latitude: -33.7, longitude: 151.1))
  }

  @Test(arguments: [
    "altitude|longueur", "breit|lang", "lat|weight", "grade|length", "s.|d.",
    "latitude|latitde", "Breite|Höhe", "šířka|výška", "лат|род", "Länge|Längen",
  ])
  func otherNamesAreNot(header: String) {
    #expect(position(header, "33.7", "151.1") == nil)
  }

  @Test(
    arguments: [
      ("Lat (S)|Lon (W)", -1, -1), ("Latitude_South|Longitude_West", -1, -1),
      ("lat_S|lon_E", -1, 1),
      ("Lat S|Long E", -1, 1), ("latitude|longitude (W)", 1, -1), ("Lat (N)|Lon (W)", 1, -1),
      ("Latitude °S|Longitude °E", -1, 1), ("lat|longW", 1, -1), ("latS|lon", -1, 1),
      ("latitudes|longitudes", 1, 1), ("LATITUDES|LONGITUDES", 1, 1),
    ] as [(String, Double, Double)])
  func hemispheresOfNames(header: String, north: Double, east: Double) {
    #expect(
      position(header, "33.7", "151.1")
        == Coordinate(latitude: 33.7 * north, longitude: 151.1 * east))
    // A sign states the hemisphere too.
    if north < 0 {
      #expect(position(header, "-33.7", "1")?.latitude == -33.7)
      #expect(position(header, "33,7", "1")?.latitude == -33.7)
      #expect(position(header, "33°42'", "1")?.latitude == -33.7)
    }
  }

  @Test func secondsAndPluralsAreNoHemispheres() {
    #expect(position("lats|lon", "33.7", "151.1") == nil)
    let seconds = Reading(
      TableReader(), "lat_d,lat_m,lat_S,lon_d,lon_m,lon_S\n33,30,36,151,30,0\n")
    #expect(seconds.features.first?.geometry?.wkt == "POINT (151.5 33.51)")
  }
}
