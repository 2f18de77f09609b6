extension PlaceColumns.Role {
  /// The usual names of such a column, most specific first, in the form of `PlaceColumns.plain`.
  internal var knownNames: [String] {
    switch self {
    case .latitude: Self.latitudeNames
    case .longitude: Self.longitudeNames
    case .coordinate:
      [
        "latlon", "latlng", "latlong", "latitudelongitude", "lonlat", "lnglat", "longlat",
        "longitudelatitude", "coordinates", "coordinate", "coords", "coord", "geopoint",
        "geolocation", "geopoint2d", "gpscoordinates", "gpscoordinate", "gpscoords",
        "gpsposition", "gpslocation", "geocoordinates", "geocoordinate", "geocoords",
        "geoposition", "geographiccoordinates", "gps", "point", "location", "loc", "position",
        "geo", "koordinaten", "koordinate", "gpskoordinaten", "geokoordinaten", "coordonnées",
        "coordonnéesgps", "coordonnéesgéographiques", "coordenadas", "coordenadasgps",
        "coordinategps", "coordinategeografiche", "coördinaten", "koordinater", "koordinaatit",
        "współrzędne", "współrzędnegps", "souřadnice", "gpssouřadnice", "súradnice",
        "koordináták", "gpskoordináták", "coordonate", "koordinatlar", "координаты",
        "координати", "συντεταγμένες", "toạđộ", "koordinat", "座標", "坐标", "좌표", "พิกัด",
        "إحداثيات", "קואורדינטות",
      ]
    case .geometry:
      [
        "wkt", "geometry", "geom", "thegeom", "geomwkt", "wktgeom", "wktgeometry", "geometrywkt",
        "shape", "wkb", "ewkb", "ewkt", "wkbgeometry", "geometrywkb", "geomwkb", "wkbgeom",
        "geojson", "stasgeojson", "asgeojson", "geojsongeometry", "geometrygeojson", "geojsongeom",
        "geomgeojson", "shapegeojson", "geometryjson", "geomjson", "geoshape", "stastext",
        "stasewkt", "stasbinary",
      ]
    case .name: Self.placeNames
    case .country:
      [
        "country", "countrycode", "cc", "isocountry", "iso", "iso2", "isoa2", "countryiso",
        "countrycode2", "countryname", "addrcountry",
      ]
    case .kind: Self.kindNames
    case .population: ["population", "pop", "populationcount", "popest", "inhabitants"]
    case .elevation: ["elevation", "ele", "altitude", "alt", "elevationm", "altitudem"]
    }
  }

  /// Words for the name of a place, and for the city that often is its name.
  private static let placeNames = [
    "name", "title", "placename", "fullname", "displayname", "city", "label", "asciiname",
    "bezeichnung", "titel", "ortsname", "nom", "intitulé", "libellé", "titre", "nombre", "título",
    "nome", "titolo", "denominazione", "denumire", "nume", "titlu", "naam", "navn", "namn", "nafn",
    "nimi", "nazwa", "tytuł", "název", "názov", "meno", "jméno", "név", "megnevezés", "naziv",
    "ime", "pavadinimas", "vardas", "nosaukums", "nimetus", "emri", "isim", "adı", "tên", "nama",
    "izena", "jina", "enw", "ainm", "სახელი", "பெயர்", "పేరు", "ಹೆಸರು", "പേര്", "નામ", "атауы", "нэр",
    "название", "имя", "наименование", "назва", "найменування", "име", "назив",
    "όνομα", "ονομασία", "שם", "اسم", "الاسم", "نام", "ชื่อ", "नाम", "নাম", "名前", "名称", "名稱",
    "名", "이름", "명칭", "ort", "stadt", "filiale", "standort", "ville", "lieu", "ciudad", "lugar",
    "cidade", "città", "luogo", "plaats", "stad", "oraș", "miasto", "město", "mesto", "város",
    "kaupunki", "şehir", "город", "місто", "град", "πόλη", "עיר", "مدينة", "都市",
    "城市", "도시", "miejscowość",
  ]

  /// Words for the kind of a place.
  private static let kindNames = [
    "kind", "category", "type", "class", "featurecode", "featureclass", "kategorie", "typ",
    "catégorie", "categoría", "categoria", "tipo", "categorie", "kategori", "kategoria",
    "kategorija", "kategória", "luokka", "kategooria", "категория", "категорія", "категорија",
    "κατηγορία", "קטגוריה", "الفئة", "類別", "类别", "カテゴリ", "カテゴリー", "카테고리", "श्रेणी",
  ]

  private static let latitudeNames =
    [
      "latitude", "lat", "latitudedeg", "pointlatitude", "decimallatitude", "latdeg", "latdd",
      "latitudedd", "geolat", "geolatitude",
    ] + geographicWords.map(\.latitude) + [
      "leveyspiiri", "szergeogr", "noorderbreedte", "ycoord", "ycoordinate", "coordy",
      "coordinatey", "pointy", "ylat", "laty", "latitudey", "ylatitude", "ywgs84", "wgs84y", "gpsy",
      "geoy", "centroidy", "locationy", "positiony", "y",
    ]

  private static let longitudeNames =
    [
      "longitude", "lon", "lng", "long", "longitudedeg", "pointlongitude", "decimallongitude",
      "londeg", "longdeg", "lngdeg", "londd", "longdd", "longitudedd", "geolon", "geolng",
      "geolong", "geolongitude",
    ] + geographicWords.map(\.longitude) + [
      "pituuspiiri", "dlgeogr", "oosterlengte", "xcoord", "xcoordinate", "coordx", "coordinatex",
      "pointx", "xlon", "xlng", "xlong", "lonx", "lngx", "longx", "longitudex", "xlongitude",
      "xwgs84", "wgs84x", "gpsx", "geox", "centroidx", "locationx", "positionx", "x",
    ]

  /// Words that mean latitude and longitude and nothing else.
  private static let geographicWords: [(latitude: String, longitude: String)] = [
    ("breitengrad", "längengrad"), ("breitengrad", "laengengrad"),
    ("geografischebreite", "geografischelänge"), ("geographischebreite", "geographischelänge"),
    ("geografischebreite", "geografischelaenge"), ("geogrbreite", "geogrlänge"),
    ("geobreite", "geolänge"), ("geobreite", "geolaenge"),
    ("latitud", "longitud"), ("latitudine", "longitudine"), ("latitudea", "longitudea"),
    ("breddegrad", "lengdegrad"), ("breddegrad", "længdegrad"), ("breddgrad", "längdgrad"),
    ("breiddargráða", "lengdargráða"), ("leveysaste", "pituusaste"),
    ("breedtegraad", "lengtegraad"), ("geografischebreedte", "geografischelengte"),
    ("szerokośćgeograficzna", "długośćgeograficzna"), ("szerokośćgeogr", "długośćgeogr"),
    ("zeměpisnášířka", "zeměpisnádélka"), ("zemepisnášírka", "zemepisnádĺžka"),
    ("földrajziszélesség", "földrajzihosszúság"), ("szélességifok", "hosszúságifok"),
    ("szélességikör", "hosszúságikör"), ("gpsszélesség", "gpshosszúság"),
    ("geografskaširina", "geografskadužina"), ("zemljopisnaširina", "zemljopisnadužina"),
    ("zemljepisnaširina", "zemljepisnadolžina"), ("geografskaširina", "geografskadolžina"),
    ("geografinėplatuma", "geografinėilguma"),
    ("ģeogrāfiskaisplatums", "ģeogrāfiskaisgarums"), ("laiuskraad", "pikkuskraad"),
    ("geograafilinelaius", "geograafilinepikkus"),
    ("gjerësiagjeografike", "gjatësiagjeografike"), ("enlem", "boylam"),
    ("enlemderecesi", "boylamderecesi"), ("vĩđộ", "kinhđộ"), ("vido", "kinhdo"),
    ("lintang", "bujur"), ("garislintang", "garisbujur"),
    ("широта", "долгота"), ("широта", "довгота"), ("географическаяширота", "географическаядолгота"),
    ("географічнаширота", "географічнадовгота"), ("географскаширина", "географскадължина"),
    ("географскаширина", "географскадужина"), ("географскаширина", "географскадолжина"),
    ("γεωγραφικόπλάτος", "γεωγραφικόμήκος"), ("γεωγραφικοπλατος", "γεωγραφικομηκος"),
    ("קורוחב", "קואורך"), ("קווירוחב", "קוויאורך"), ("רוחבגאוגרפי", "אורךגאוגרפי"),
    ("خطالعرض", "خطالطول"), ("دائرةالعرض", "خطالطول"), ("خطعرض", "خططول"),
    ("عرضجغرافیایی", "طولجغرافیایی"), ("عرضجغرافيايي", "طولجغرافيايي"),
    ("عرضبلد", "طولبلد"),
    ("ละติจูด", "ลองจิจูด"), ("ละติจูด", "ลองติจูด"), ("เส้นรุ้ง", "เส้นแวง"),
    ("अक्षांश", "देशांतर"), ("अक्षांश", "देशान्तर"), ("अक्षांश", "रेखांश"),
    ("অক্ষাংশ", "দ্রাঘিমাংশ"), ("অক্ষাংশ", "দ্রাঘিমা"), ("அட்சரேகை", "தீர்க்கரேகை"),
    ("అక్షాంశం", "రేఖాంశం"), ("ಅಕ್ಷಾಂಶ", "ರೇಖಾಂಶ"), ("അക്ഷാംശം", "രേഖാംശം"), ("અક્ષાંશ", "રેખાંશ"),
    ("අක්ෂාංශ", "දේශාංශ"), ("განედი", "გრძედი"), ("ендік", "бойлық"), ("өргөрөг", "уртраг"),
    ("lledred", "hydred"), ("domhanleithead", "domhanfhad"),
    ("緯度", "経度"), ("纬度", "经度"), ("緯度", "經度"), ("위도", "경도"),
  ]

  /// The words of ``geographicWords`` and ``ambiguousWords``.
  internal static var wordPairs: [(latitude: String, longitude: String)] {
    geographicWords + ambiguousWords
  }

  /// Words for width and length that also mean latitude and longitude: used as a pair, and only if
  /// nothing else describes the location.
  internal static let ambiguousWords: [(latitude: String, longitude: String)] = [
    ("breite", "länge"), ("breite", "laenge"), ("breedte", "lengte"),
    ("szerokość", "długość"), ("šířka", "délka"), ("šírka", "dĺžka"),
    ("szélesség", "hosszúság"), ("širina", "dužina"), ("širina", "dolžina"),
    ("platuma", "ilguma"), ("platums", "garums"), ("laius", "pikkus"),
    ("leveys", "pituus"), ("bredd", "längd"), ("bredde", "længde"), ("bredde", "lengde"),
    ("πλάτος", "μήκος"), ("πλατος", "μηκος"), ("ширина", "дължина"), ("ширина", "дужина"),
    ("רוחב", "אורך"), ("العرض", "الطول"), ("عرض", "طول"),
  ]

  /// The position of each known name, with and without the marks of its letters.
  private static let ranks: [PlaceColumns.Role: [String: Int]] = {
    var ranks: [PlaceColumns.Role: [String: Int]] = [:]
    for role in PlaceColumns.Role.allCases {
      var own: [String: Int] = [:]
      for (rank, name) in role.knownNames.enumerated() where own[name] == nil { own[name] = rank }
      for (rank, name) in role.knownNames.enumerated() {
        let bare = ColumnSpelling.withoutMarks(name)
        if own[bare] == nil { own[bare] = rank }
      }
      ranks[role] = own
    }
    return ranks
  }()

  /// Returns how specific a name is for this role.
  ///
  /// - Parameter plain: the name in the form of `PlaceColumns.plain`.
  /// - Returns: 0 for the most specific name; nil if the name is not known.
  internal func rank(_ plain: String) -> Int? {
    guard let ranks = Self.ranks[self] else { return nil }
    if let rank = ranks[plain] ?? ranks[ColumnSpelling.withoutMarks(plain)] { return rank }
    guard self == .latitude || self == .longitude else { return nil }
    let corrected = ColumnSpelling.corrected(plain)
    if corrected != plain, let rank = ranks[corrected] { return rank + ranks.count }
    for suffix in suffixes where plain.hasSuffix(suffix) {
      let rest = String(plain.dropLast(suffix.count))
      // The base must be a word: `lone` is `lon` with E, but `late` is nothing.
      guard rest.unicodeScalars.count > 1, let rank = ranks[rest] else { continue }
      return rank + 2 * ranks.count
    }
    return nil
  }

  /// The role of a column name that is spelled correctly; nil if it is not known.
  package init?(columnName name: String) {
    let plain = PlaceColumns.plain(name)
    guard ColumnSpelling.corrected(plain) == plain,
      let role = Self.allCases.first(where: { $0.rank(plain) != nil })
    else { return nil }
    self = role
  }

  /// Suffixes of names of latitudes or longitudes that do not change the meaning: the positive
  /// hemisphere, the axis, and powers of ten.
  private var suffixes: [String] {
    (self == .latitude ? ["north", "n", "y"] : ["east", "e", "x"])
      + ["degrees", "degree", "wgs84", "e7", "1e7", "x1e7", "e6", "1e6", "e5"]
  }
}

extension PlaceColumns {
  /// Returns the number by which the values of a column are divided.
  ///
  /// - Parameter plain: the name, in the form of ``plain(_:)``.
  /// - Returns: 10,000,000 for `latitudeE7`; 1 for most names.
  internal static func divisor(_ plain: String) -> Double {
    guard plain.contains("lat") || plain.contains("lon") || plain.contains("lng") else { return 1 }
    if plain.hasSuffix("e7") { return 1e7 }
    if plain.hasSuffix("e6") || plain.hasSuffix("microdegrees") { return 1e6 }
    return plain.hasSuffix("e5") ? 1e5 : 1
  }

  /// The first column for a role with the most specific name; nil if none is known.
  ///
  /// - Complexity: O(names).
  internal static func column(for role: Role, _ plain: [String]) -> Int? {
    var best: (rank: Int, column: Int)?
    for (column, name) in plain.enumerated() {
      guard let rank = role.rank(name) else { continue }
      if best.map({ rank < $0.rank }) ?? true { best = (rank, column) }
      if rank == 0 { break }
    }
    return best?.column
  }

  /// The columns whose names are the words of a language for width and length, if there is exactly
  /// one pair.
  internal static func ambiguousPair(_ plain: [String]) -> Pair? {
    let bare = plain.map(ColumnSpelling.withoutMarks)
    func column(_ word: String) -> Int? {
      plain.firstIndex(of: word) ?? bare.firstIndex(of: ColumnSpelling.withoutMarks(word))
    }
    let found = Set(
      Role.ambiguousWords.compactMap { words in
        column(words.latitude).flatMap { latitude in
          column(words.longitude).map { Pair(latitude: latitude, longitude: $0) }
        }
      })
    return found.count == 1 ? found.first : nil
  }

  /// The columns whose names are similar to the words of one language, if there is exactly one
  /// pair.
  ///
  /// - Complexity: O(names · words).
  internal static func similarPair(_ names: [String]) -> Pair? {
    guard names.count <= 300 else { return nil }
    var found: Set<Pair> = []
    for words in Role.wordPairs {
      guard let latitude = names.firstIndex(where: { isSimilar($0, words.latitude) }),
        let longitude = names.firstIndex(where: { isSimilar($0, words.longitude) }),
        latitude != longitude
      else { continue }
      found.insert(Pair(latitude: latitude, longitude: longitude))
    }
    return found.count == 1 ? found.first : nil
  }

  private static func isSimilar(_ name: String, _ word: String) -> Bool {
    name.utf8.count <= 100 && ColumnSpelling.isSimilar(name, to: word)
  }
}

extension PlaceColumns {
  /// The columns of a latitude to the south, or a longitude to the west, beside the other one.
  internal struct HemisphereColumns {
    var pair: Pair
    var isSouth: Bool
    var isWest: Bool
  }

  /// The columns named by the southern or the western hemisphere: `Latitude (S)` and
  /// `Longitude (W)`, `lat` and `lonW`.
  ///
  /// - Parameters:
  ///   - names: the names as they are written.
  ///   - plain: the names, in the form of ``plain(_:)``.
  /// - Returns: nil if none of the two is, or one is missing.
  /// - Complexity: O(names).
  internal static func hemispheres(_ names: [String], _ plain: [String]) -> HemisphereColumns? {
    func column(_ words: [String], _ letter: String, _ word: String) -> Int? {
      plain.indices.first { column in
        let name = plain[column]
        guard let last = name.utf8.last, last == letter.utf8.first || last == word.utf8.last else {
          return false
        }
        if words.contains(where: { name == $0 + word }) { return true }
        guard let stem = words.first(where: { name == $0 + letter }) else { return false }
        // `lats` and `latitudes` are plurals; `lat_s` next to `lat_m` are seconds.
        let isOther = ["m", "min", "d", "deg"].contains { plain.contains(stem + $0) }
        return !isOther && (letter == "w" || isMarked(names[column]))
      }
    }
    let south = column(["latitude", "lat"], "s", "south")
    let west = column(["longitude", "long", "lon", "lng"], "w", "west")
    guard south != nil || west != nil,
      let latitude = south ?? self.column(for: .latitude, plain),
      let longitude = west ?? self.column(for: .longitude, plain)
    else { return nil }
    return HemisphereColumns(
      pair: Pair(latitude: latitude, longitude: longitude), isSouth: south != nil,
      isWest: west != nil)
  }

  /// Whether the last letter of a name is a word of its own: `Latitude (S)`, `lat_s`, `latS`.
  private static func isMarked(_ name: String) -> Bool {
    let letters = Array(name.unicodeScalars)
    guard let last = letters.lastIndex(where: { $0.properties.isAlphabetic }), last > 0 else {
      return false
    }
    let before = letters[last - 1].properties
    return !before.isAlphabetic || before.isLowercase && letters[last].properties.isUppercase
  }
}
