internal import CairnGeodesy
internal import CairnMemory

/// Words that are not commands, and the commands with their meaning.
enum OtherWord {
  /// The end of the message about a word that is not a command.
  ///
  /// - Parameter word: the first word of the command line.
  /// - Returns: the remedy, and whether it is more certain than a command of a similar name; nil if
  ///   nothing is known about the word.
  static func hint(for word: String) -> (text: String, isCertain: Bool)? {
    if let command = commands[word.lowercased()] {
      return ("; did you mean `cairn \(command)`?", true)
    }
    if System.identity(FileName.system(word)) != nil {
      return ("; it is a file: `cairn doctor \(word)` reports what it contains", true)
    }
    // A code in lower case may be any word.
    guard word.count > 3, let place = try? Location(word) else { return nil }
    let quoted = quoted(place.place?.name ?? word)
    return ("; it is a place: `cairn where \(quoted)` or `cairn near \(quoted)`", false)
  }

  /// A place as one word of a command line.
  static func quoted(_ place: String) -> String { place.contains(" ") ? "\"\(place)\"" : place }

  /// Words of other programs and everyday words, in lower case, and the commands that they mean.
  static let commands: [String: String] = {
    let groups: [(command: String, words: String)] = [
      ("near", "around nearby neighbors neighbours close surroundings radius"),
      ("nearest", "closest knn next"),
      ("within", "inside in box bbox contains filter clip select intersects"),
      ("search", "find lookup look name names autocomplete suggest geocode"),
      ("where", "locate location reverse address place tz timezone time-zone zone whereami"),
      ("places", "poi pois osm extract amenities cafes"),
      ("hours", "open opening closed opening-hours open-now schedule"),
      ("holidays", "holiday public-holidays feast bank-holidays calendar vacation"),
      ("append", "add tag enrich annotate columns augment addcol"),
      ("distance", "dist far length-between inverse measure haversine"),
      ("bearing", "azimuth heading direction course qibla"),
      ("destination", "direct project offset move"),
      ("route", "tsp plan trip order optimize optimise tour itinerary itineraries plan-trip"),
      ("roads", "road network routing street streets"),
      ("roads route", "directions drive walk navigate navigation path"),
      ("roads reach", "isochrone isochrones reach reachable"),
      ("roads matrix", "matrix table"),
      ("roads match", "match map-match mapmatch"),
      ("roads snap", "snap"),
      ("convert", "export import transform translate ogr2ogr togeojson geojson gpx kml csv to"),
      ("doctor", "check inspect validate diagnose describe detect file head schema lint"),
      ("stats", "count counts summary summarize summarise length statistics kilometers days info"),
      ("track", "tracks gps trip-log"),
      ("track split", "split cut divide"),
      ("track simplify", "simplify reduce thin generalize douglas-peucker"),
      ("track stays", "stays stops stay visits dwell"),
      ("photos", "photo exif exiftool image images picture pictures jpg jpeg heic"),
      ("dedupe", "dedup deduplicate duplicates duplicate unique uniq distinct cluster merge"),
      ("join", "sjoin spatial-join match-tables link combine"),
      ("map", "draw plot render show view png svg html"),
      ("index", "build-index rtree"),
      ("geohash", "hash geohashes cover"),
      ("country", "nation territory"),
      ("completions", "completion complete autocompletion"),
      ("help --man", "man manual"),
    ]
    var found: [String: String] = [:]
    for group in groups {
      for word in group.words.split(separator: " ") { found[String(word)] = group.command }
    }
    return found
  }()
}
