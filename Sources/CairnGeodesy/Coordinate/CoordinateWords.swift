internal import CairnMemory

/// The meaning of a word in the text of a coordinate.
internal enum CoordinateWord: UInt8, Sendable {
  case north, south, east, west
  /// The letter O: east or west.
  case letterO
  /// The names of the numbers.
  case latitude, longitude, height
  /// Units of angles.
  case degrees, minutes, seconds
  /// Units of heights.
  case meters, feet
  /// The letters m and s: minutes or meters, seconds or south.
  case letterM, letterS
  /// The name of the reference system, before its 84.
  case wgs
  /// A word without meaning.
  case nothing
}

/// Words of seven languages that occur next to coordinates.
internal struct CoordinateWords: Sendable {
  /// The meaning of a word, and its language's meaning of O if the word identifies it.
  struct Entry: Sendable {
    let key: Key
    let word: CoordinateWord
    let letterO: CoordinateLetterO?
  }

  /// A word's bytes of UTF-8 in lower case, up to 16 of them.
  struct Key: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var count = 0
    private var last: UInt8 = 0

    /// Appends a byte; a key with more than 16 bytes equals no entry.
    mutating func append(_ byte: UInt8) {
      var byte = byte
      if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") {
        byte |= 0x20
      } else if last == 0xC3, byte >= 0x80, byte <= 0x9E {
        // À to Þ.
        byte |= 0x20
      }
      high = high &<< 8 | low &>> 56
      low = low &<< 8 | UInt64(byte)
      last = byte
      count &+= 1
    }

    var isTooLong: Bool { count > 16 }
  }

  private let entries: [Entry]

  static let all = CoordinateWords()

  private init() {
    var entries: [Entry] = []
    func add(_ words: String, _ word: CoordinateWord, _ letterO: CoordinateLetterO? = nil) {
      for text in words.utf8.split(separator: UInt8(ascii: " ")) {
        var key = Key()
        for byte in text { key.append(byte) }
        entries.append(Entry(key: key, word: word, letterO: letterO))
      }
    }
    // The letters first, since most texts have no other words.
    add("n", .north)
    add("e", .east)
    add("s", .letterS)
    add("w", .west)
    add("o", .letterO)
    add("d", .degrees)
    add("m", .letterM)
    add("north nord", .north)
    add("norden nördlich nördliche nördl noord noorderbreedte", .north, .east)
    add("norte", .north, .west)
    add("south", .south)
    add("süd sued süden südlich südliche südl zuid zuiderbreedte", .south, .east)
    add("sud sur sul", .south, .west)
    add("east", .east)
    add("ost osten östlich östliche östl oost oosterlengte", .east, .east)
    add("est este leste", .east, .west)
    add("west", .west)
    add("westen westlich westliche westl westerlengte", .west, .east)
    add("ouest oeste ovest", .west, .west)
    add("lat latitude", .latitude)
    add("breite breitengrad breedte breedtegraad br", .latitude, .east)
    add("latitud latitudine", .latitude, .west)
    add("lon lng long longitude", .longitude)
    add("länge laenge längengrad laengengrad lengte lengtegraad", .longitude, .east)
    add("longitud longitudine", .longitude, .west)
    add("alt altitude elevation elev ele height hgt", .height)
    add("höhe hoehe hoogte", .height, .east)
    add("altura altitud altitudine", .height, .west)
    add("deg degs degree degrees", .degrees)
    add("min mins minute minutes", .minutes)
    add("sec secs second seconds", .seconds)
    add("metre metres meter meters", .meters)
    add("ft foot feet", .feet)
    add("wgs", .wgs)
    add("gps coordinate coordinates coords coord position pos location latlng latlong", .nothing)
    add("asl amsl msl", .nothing)
    add("koordinaten koordinate", .nothing, .east)
    add("coordonnées coordenadas", .nothing)
    self.entries = entries
  }

  /// The entry of a word; nil if it is unknown.
  func entry(_ key: Key) -> Entry? {
    entries.first { $0.key == key }
  }
}
