import CairnFeatures
import CairnGeodesy
import TestSupport
import Testing

@testable import CairnFormats

/// Tables and JSON as other programs write them.
@Suite struct RealTablesTests {
  private static let namesOfLatitudesAndLongitudesAreRecognizedCases: [(String, String)] = [
    ("POINT_Y", "POINT_X"), ("coord_y", "coord_x"), ("Coordinate Y", "Coordinate X"),
    ("latN", "lonE"), ("Latitude (N)", "Longitude (E)"), ("Lat North", "Lon East"),
    ("Y (lat)", "X (lon)"), ("위도(Y)", "경도(X)"), ("y_wgs84", "x_wgs84"),
    ("\u{A0}Latitude", "Longitude\u{A0}"), ("\u{200B}lat", "\u{FEFF}lon"), ("Ｌａｔ", "Ｌｏｎ"),
    ("#lat", "lon"), ("lat [deg]", "lon [deg]"), ("Latitude (°)", "Longitude (°)"),
    ("Szerokość", "Długość"), ("SZEROKOŚĆ GEOGRAFICZNA", "Długość geograficzna"),
    ("szerokosc geograficzna", "dlugosc geograficzna"),
    ("Zeměpisná šířka", "Zeměpisná délka"), ("Šířka", "Délka"), ("zemepisna sirka", "delka zeme"),
    ("Zemepisná šírka", "Zemepisná dĺžka"), ("Breedtegraad", "Lengtegraad"),
    ("Breedte", "Lengte"), ("Enlem", "BOYLAM"), ("Γεωγραφικό πλάτος", "Γεωγραφικό μήκος"),
    ("Πλάτος", "Μήκος"), ("קו רוחב", "קו אורך"), ("خط العرض", "خط الطول"),
    ("عرض جغرافیایی", "طول جغرافیایی"), ("ละติจูด", "ลองจิจูด"), ("अक्षांश", "देशांतर"),
    ("अक्षांश", "देशान्तर"), ("Szélesség", "Hosszúság"),
    ("Földrajzi szélesség", "Földrajzi hosszúság"), ("Географска ширина", "Географска дължина"),
    ("Geografska širina", "Geografska dužina"), ("Zemljopisna širina", "Zemljopisna dužina"),
    ("Zemljepisna širina", "Zemljepisna dolžina"), ("Platuma", "Ilguma"), ("Platums", "Garums"),
    ("Ģeogrāfiskais platums", "Ģeogrāfiskais garums"), ("Laiuskraad", "Pikkuskraad"),
    ("Vĩ độ", "Kinh độ"), ("vi do", "kinh do"), ("Lintang", "Bujur"),
    ("Garis Lintang", "Garis Bujur"), ("Широта", "Довгота"), ("Breite", "Länge"),
    ("Geogr. Breite", "Geogr. Länge"), ("அட்சரேகை", "தீர்க்கரேகை"), ("అక్షాంశం", "రేఖాంశం"),
    ("ಅಕ್ಷಾಂಶ", "ರೇಖಾಂಶ"), ("അക്ഷാംശം", "രേഖാംശം"), ("અક્ષાંશ", "રેખાંશ"), ("අක්ෂාංශ", "දේශාංශ"),
    ("განედი", "გრძედი"), ("Ендік", "Бойлық"), ("Өргөрөг", "Уртраг"), ("Lledred", "Hydred"),
    (
      "Zeme\u{30C}pisna\u{301} s\u{30C}i\u{301}r\u{30C}ka",
      "Zeme\u{30C}pisna\u{301} de\u{301}lka"
    ),
    ("Latitude", "Longtitude"), ("Lattitude", "Longitute"), ("Latitide", "Longitude"),
    ("Latitdue", "Longitdue"), ("GPS Lattitude", "GPS Longtitude"),
    ("start_lattitude", "start_longtitude"),
  ]

  @Test(arguments: namesOfLatitudesAndLongitudesAreRecognizedCases)
  func namesOfLatitudesAndLongitudesAreRecognized(latitude: String, longitude: String) {
    if longitude == "delka zeme" {
      // Only one of the two is known.
      #expect(PlaceColumns(names: ["id", latitude, longitude]).location == nil)
      return
    }
    let columns = PlaceColumns(names: ["id", longitude, latitude, "note"])
    #expect(columns.location == .degrees(latitude: 2, longitude: 1))
  }

  /// The names of places and their kinds in other languages, in tables and in features.
  @Test(arguments: [
    ("Nom", "Catégorie"), ("NOMBRE", "categoria"), ("nome", "Tipo"), ("Název", "Kategorie"),
    ("Nazwa", "Typ"), ("název místa", "kategorie"), ("Név", "Kategória"), ("Naam", "Categorie"),
    ("Название", "Категория"), ("Όνομα", "Κατηγορία"), ("名称", "类别"), ("이름", "카테고리"),
    ("பெயர்", "Type"), ("Miejscowość", "Typ"), ("სახელი", "kind"), ("Izena", "type"),
    ("Bezeichnung", "typ"), ("שם", "קטגוריה"), ("नाम", "श्रेणी"), ("Stadt", "Class"),
  ])
  func namesOfPlacesAreRecognized(name: String, kind: String) throws {
    let columns = PlaceColumns(names: ["id", kind, "lat", "lon", name])
    if name == "název místa" {
      #expect(columns[.name] == nil)
      return
    }
    #expect(columns[.name] == 4)
    #expect(columns[.kind] == 1)
    let text = "id,\(kind),lat,lon,\(name)\n7,café,1,2,Central\n"
    let feature = try #require(Reading(TableReader(), text).features.first)
    let place = try #require(Place(feature))
    #expect(place.name == "Central")
    // A name in English is preferred, wherever it is.
    let both = PlaceColumns(names: [name, "lat", "lon", "name"])
    #expect(both[.name] == 3)
  }

  @Test func otherNamesAreNot() {
    for names in [
      ["altitude", "attitude"], ["Breite", "Höhe"], ["width", "length"], ["easting", "northing"],
      ["plate", "along"],
    ] {
      #expect(PlaceColumns(names: names).location == nil, "\(names)")
    }
    // Words for width and length are used only if nothing else is the location.
    #expect(PlaceColumns(names: ["Breite", "Länge", "wkt"]).location == .geometry(2))
    #expect(
      PlaceColumns(names: ["Breite", "Länge", "lat", "lon"]).location
        == .degrees(latitude: 2, longitude: 3))
    #expect(
      PlaceColumns(names: ["Breite", "Länge", "start_lat", "start_lon"]).location
        == .degrees(latitude: 2, longitude: 3))
    #expect(PlaceColumns(names: ["latitude", "lat_s", "longitude", "lon_e7"]).location != nil)
  }

  @Test(arguments: [
    ("latitudeE7,longitudeE7", "482000000,163700000"), ("latE7,lngE7", "482000000,163700000"),
    ("latitude_e7,longitude_e7", "482000000,163700000"), ("lat_e6,lon_e6", "48200000,16370000"),
  ])
  func powersOfTenAreScaled(header: String, row: String) throws {
    let text = "\(header)\n\(row)\n"
    let place = Coordinate(latitude: 48.2, longitude: 16.37)
    #expect(
      Reading(TableReader(), text).features.map(\.geometry) == [.point(.init(place))])
    #expect(try PlaceTable(csv: Array(text.utf8)).coordinates == [place])
    var appender = TableAppender([.geohash(precision: 5)])
    try appender.append(Array(text.utf8))
    try appender.finish()
    #expect(String(decoding: appender.drain(), as: UTF8.self).hasSuffix("\(row),u2edh\n"))
  }

  @Test(
    arguments: [
      ("sep=;\r\n", ";"), ("\"sep=;\"\n", ";"), ("SEP=^\n", "^"), ("sep=\t\n", "\t"),
      ("sep=;;;\n", ";"),
      ("# exported, by me\n#\n", ","), ("Places of Austria\n\n", ","),
      ("Report,,\nGenerated 2026-01-01,,\n", ","), (",,,\n", ","), ("\u{FEFF}sep=,\n# x\n", ","),
      ("\n\n", ","),
    ] as [(String, String)])
  func linesBeforeTheHeaderAreSkipped(start: String, delimiter: String) throws {
    let rows = ["name,lat,lon", "Wien,48.2,16.37", "Linz,91,14"].map {
      $0.replacing(",", with: delimiter) + "\n"
    }.joined()
    let whole = start + rows
    let line = whole.utf8.count { $0 == UInt8(ascii: "\n") }
    for size in [Int.max, 7, 1] {
      let read = Reading(TableReader(), whole, pieces: size)
      #expect(read.features.map { $0.properties["name"] } == ["Wien"])
      // Errors have the lines of the file.
      #expect(read.errors.map(\.line) == [line])
      var appender = TableAppender([.geohash(precision: 3)])
      let bytes = Array(whole.utf8)
      for from in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
        try appender.append(Array(bytes[from..<min(from + min(size, bytes.count), bytes.count)]))
      }
      try appender.finish()
      let output = String(decoding: appender.drain(), as: UTF8.self)
      #expect(output.hasPrefix(start + "name"))
      #expect(output.contains("16.37\(delimiter)u2e"))
      #expect(appender.report.errors.map(\.line) == [line])
    }
    let table = try PlaceTable(csv: Array(whole.utf8))
    #expect(table.coordinates.count == 1 && Array(table.names) == ["Wien"])
  }

  @Test func aHeaderOfTwoColumnsIsNotOneForBoth() {
    for delimiter in [",", ";", "|", "\t"] {
      let text = "lat,lon\n1.5,2.5\n3,4,more\n".replacing(",", with: delimiter)
      let read = Reading(TableReader(), text)
      #expect(read.features.count == 2, "\(delimiter)")
      #expect(read.features.last?.properties["column 3"] == "more")
    }
  }

  @Test func onlyLinesOfFewerFieldsAreSkipped() {
    // The names of the columns are unknown, and the row must not be taken for a title.
    let read = Reading(TableReader(), "name,north,east\nWien,48.2,16.37\n")
    #expect(read.features.isEmpty && read.errors.count == 1)
    let comments = Reading(TableReader(), "# by me\nWien,48.2,16.37\n")
    #expect(comments.features.count == 1 && comments.leftOut[.lineBefore] == 1)
    // A header far after the start is not read.
    let far = Reading(TableReader(), String(repeating: "x\n", count: 60) + "lat,lon\n1,2\n")
    #expect(far.features.isEmpty)
  }

  @Test func aColumnMayContainGeoJSON() throws {
    let point = #""{""type"":""Point"",""coordinates"":[16.37,48.2]}""#
    let place = Coordinate(latitude: 48.2, longitude: 16.37)
    for name in ["geojson", "geometry", "the_geom", ".geo", "st_asgeojson", "location"] {
      let text = "id,\(name)\n1,\(point)\n"
      #expect(
        Reading(TableReader(), text).features.map(\.geometry) == [.point(.init(place))], "\(name)")
      #expect(try PlaceTable(csv: Array(text.utf8)).coordinates == [place])
      var appender = TableAppender([.geohash(precision: 5)])
      try appender.append(Array(text.utf8))
      try appender.finish()
      #expect(String(decoding: appender.drain(), as: UTF8.self).hasSuffix(",u2edh\n"), "\(name)")
    }
    #expect(Reading(TableReader(), "1,\(point)\n2,\(point)\n").features.count == 2)
    let line = "\tid\tgeojson\n\t1\t{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}\n"
    guard case .lineString? = Reading(TableReader(), line).features.first?.geometry else {
      Issue.record("no line")
      return
    }
    let feature =
      #""{""type"":""Feature"",""properties"":{""a"":1},""geometry"":{""type"":""Point"",""coordinates"":[1,2]}}""#
    let read = Reading(TableReader(), "geojson,b\n\(feature),2\n")
    #expect(read.features.count == 1 && read.leftOut[.foreignMember] == 1)
    for wrong in ["{", "{}", "{\"\"type\"\":\"\"Point\"\"}", "{\"\"type\"\":1} x"] {
      let read = Reading(TableReader(), "geojson,b\n\"\(wrong)\",2\n\(point),3\n")
      #expect(read.features.count == 1 && read.errors.count == 1, "\(wrong)")
    }
  }

  @Test(arguments: [
    "{A}\n{B}\n", "{A},\n{B},\n", "{A},\n{B}", "{A}{B}", "{A} {B}\n", "{A},{B}", "{A}\n\n{B}",
  ])
  func jsonTextsFollowEachOther(form: String) {
    let features = [1, 2].map {
      #"{"type":"Feature","properties":{"n":\#($0)},"geometry":{"type":"Point","coordinates":[1,2]}}"#
    }
    let objects = [1, 2].map { #"{"n":\#($0),"lat":2,"lon":1}"# }
    let collections = features.map { #"{"type":"FeatureCollection","features":[\#($0)]}"# }
    for texts in [features, objects, collections] {
      let text = form.replacing("{A}", with: texts[0]).replacing("{B}", with: texts[1])
      guard let format = try? FileFormat.detect(Array(text.utf8)).format else {
        Issue.record("no format: \(text)")
        continue
      }
      var formats = [format]
      if texts == objects { formats = [.jsonObjects] } else { formats += [.geoJSON] }
      for format in formats {
        for size in [Int.max, 1, 5] {
          let reader = format.reader()
          let read =
            size == .max
            ? readAll(reader, text, size) : readAll(reader, text, size)
          #expect(
            read.features.map { $0.properties["n"] } == [1, 2], "\(format) \(text) \(read.errors)")
        }
      }
    }
  }

  private func readAll(_ reader: any FeatureReader, _ text: String, _ size: Int) -> Reading {
    func open(_ reader: some FeatureReader) -> Reading { Reading(reader, text, pieces: size) }
    return open(reader)
  }

  @Test func arraysFollowEachOther() {
    let text = #"[{"n":1,"lat":2,"lon":1}][{"n":2,"lat":2,"lon":1}]"#
    let read = Reading(JSONObjectsReader(), text)
    #expect(read.features.map { $0.properties["n"] } == [1, 2])
    for wrong in ["{}}", "x", ",,{}", "]"] {
      let read = Reading(
        GeoJSONReader(), #"{"type":"Point","coordinates":[1,2]}"# + wrong)
      #expect(read.features.count == 1 && read.errors.count == 1, "\(wrong)")
    }
  }

  private static let gpx =
    "<?xml version='1.0' encoding='ENC'?>\n<gpx><wpt lat='1' lon='2'><name>NAME</name></wpt></gpx>"

  @Test(
    arguments: [
      ("iso-8859-2", "Łódź", [0xA3, 0xF3, 0x64, 0xBC]), ("windows-1251", "Мо", [0xCC, 0xEE]),
      ("KOI8-R", "Мо", [0xED, 0xCF]), ("Shift_JIS", "東京", [0x93, 0x8C, 0x8B, 0x9E]),
      ("GBK", "北京", [0xB1, 0xB1, 0xBE, 0xA9]), ("EUC-KR", "서울", [0xBC, 0xAD, 0xBF, 0xEF]),
      ("windows-1253", "Αθ", [0xC1, 0xE8]), ("iso-8859-15", "€", [0xA4]),
      ("iso-2022-jp", "東京", [0x1B, 0x24, 0x42, 0x45, 0x6C, 0x35, 0x7E, 0x1B, 0x28, 0x42]),
    ] as [(String, String, [UInt8])])
  func xmlIsConvertedByTheSystem(encoding: String, name: String, bytes: [UInt8]) {
    let parts = Self.gpx.replacing("ENC", with: encoding).split(separator: "NAME").map {
      Array($0.utf8)
    }
    for size in [Int.max, 1, 9] {
      let read = Reading(GPXReader(), parts[0] + bytes + parts[1], pieces: size)
      #expect(read.features.first?.properties["name"]?.text == name, "\(read.errors)")
    }
  }

  @Test func asciiIsReadWhateverItsEncoding() {
    for encoding in [
      "x-unknown", "ebcdic-us", "IBM037", "utf-16", "UTF-32", "johab", "hz-x", "a.b",
    ] {
      let text = Self.gpx.replacing("ENC", with: encoding).replacing("NAME", with: "Wien")
      let read = Reading(GPXReader(), text, pieces: 11)
      #expect(read.features.first?.properties["name"] == "Wien", "\(encoding) \(read.errors)")
    }
    let other = Self.gpx.replacing("ENC", with: "x-unknown").replacing("NAME", with: "Zürich")
    for size in [Int.max, 1] {
      let errors = Reading(GPXReader(), other, pieces: size).errors
      #expect(errors.count == 1 && errors[0].endsInput)
      #expect(errors.first?.description.contains("the encoding x-unknown with the byte") == true)
    }
    let wide = Self.gpx.replacing("NAME", with: "東京").unicodeScalars.flatMap { scalar in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
    }
    for size in [Int.max, 1] {
      let read = Reading(GPXReader(), wide, pieces: size)
      #expect(read.features.first?.properties["name"] == "東京", "\(read.errors)")
    }
  }

  @Test func projectedCoordinatesAreRejectedWithARemedy() {
    let start = #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"#
    let point = #""geometry":{"type":"Point","coordinates":[626000,483000]}}]"#
    let named = #","crs":{"type":"name","properties":{"name":"EPSG:31287"}}}"#
    for text in [start + point + "}", start + point + named] {
      let read = Reading(GeoJSONReader(), text)
      #expect(read.errors.allSatisfy { $0.description.contains("-t_srs EPSG:4326") })
      #expect(read.features.isEmpty && !read.errors.isEmpty)
    }
  }

  @Test func thePartOfATrackBeforeTheEndIsKept() {
    var reader = GPXReader()
    reader.append(
      Array("<gpx><trk><name>a</name><trkseg><trkpt lat='1' lon='2'/><trkpt lat='3' lon='4'>".utf8))
    reader.append(Array("</trkpt><trkpt lat='5' lon='6'><ele>1".utf8))
    reader.finish()
    #expect(throws: FormatError.self) { try reader.next() }
    let feature = reader._salvage()
    #expect(feature?.properties["name"] == "a")
    guard case .lineString(let line)? = feature?.geometry else {
      Issue.record("no line")
      return
    }
    #expect(line.map(\.coordinate.latitude) == [1, 3])
    #expect(reader._salvage() == nil)
  }
}
