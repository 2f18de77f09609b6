internal import CairnGeodesy

/// Reads objects of JSON that say where they are, as programs write them: in an array, or one a
/// line.
///
/// ```swift
/// var reader = JSONObjectsReader()
/// reader.append(Array(#"[{"name": "Zugspitze", "lat": 47.421, "lng": 10.985}]"#.utf8))
/// reader.finish()
/// try reader.next()?.properties["name"]     // Zugspitze
/// ```
///
/// - Where an object is its members say by their names, as the columns of a table do:
///   `lat` and `lng`, `latitude` and `longitude`; numbers, or texts in any form that
///   `Coordinate(parsing:)` reads. So does one member as `location` with a text, an array of
///   longitude and latitude, well-known text, a geometry of GeoJSON, or an object that has the two.
/// - All other members are properties, `elevation` and the like the elevation.
/// - Objects that are GeoJSON are read as that.
///
/// An object without a place is an error of that object, and the next call goes on behind it. What
/// is no JSON ends an array, and costs a line alone where there are lines.
public struct JSONObjectsReader: FeatureReader {
  private var start: [UInt8] = []
  private var isFinished = false
  private var array: GeoJSONDocument?
  private var lines: GeoJSONSequenceReader?
  private var places: ObjectPlaces

  /// Makes a reader without input.
  ///
  /// - Parameter columns: members chosen by name, in place of what would be recognised.
  public init(columns: [PlaceColumns.Role: String] = [:]) {
    places = ObjectPlaces(columns)
  }

  /// What was left out so far though nothing is wrong with it.
  public var leftOut: LeftOut { array?.leftOut ?? lines?.leftOut ?? LeftOut() }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) {
    if array != nil {
      array?.input.append(piece)
    } else if lines != nil {
      lines?.append(piece)
    } else {
      start += piece
      begin()
    }
  }

  /// Says that no more input comes.
  public mutating func finish() {
    isFinished = true
    begin()
    array?.input.finish()
    lines?.finish()
  }

  /// Finds out by the first mark whether it is an array.
  private mutating func begin() {
    guard array == nil, lines == nil else { return }
    let first = start.first { !$0.isBlank && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    guard first != nil || isFinished else { return }
    if first == UInt8(ascii: "[") {
      array = GeoJSONDocument(isArray: true)
      array?.input.append(start)
    } else {
      lines = GeoJSONSequenceReader(places)
      lines?.append(start)
    }
    start = []
  }

  /// The next object as a feature, or nil when the input so far holds no further whole one.
  ///
  /// - Throws: ``FormatError`` that names line and byte.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    if lines != nil { return try lines?.next() }
    var places = places
    defer { self.places = places }
    return try array?.next { cursor, _ throws(JSONFault) in try places.feature(&cursor) }
  }
}

/// Writes points as an array of JSON objects, one a line, with `latitude` and `longitude` before
/// the properties, and `elevation` between where there is one.
///
/// A feature without geometry has null for both. A property of one of these names is left out in
/// favour of the place, and counted in ``leftOut`` where it says something else.
public struct JSONObjectsWriter: FeatureWriter {
  /// What was left out of the features written so far.
  public private(set) var leftOut = LeftOut()

  private var json = JSONWriter()
  private let fractionDigits: Int?
  private var hasEnded = false

  /// Makes a writer and opens the array.
  ///
  /// - Parameter fractionDigits: digits behind the point of degrees, 0 to 15; nil for the shortest
  ///   numbers that read back as the same bits.
  public init(fractionDigits: Int? = nil) {
    self.fractionDigits = fractionDigits
    json.beginArray(onLines: true)
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` for a line or an area, and for a position that is not finite or
  ///   beyond a pole.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    var place: GeoFeature.Position?
    switch feature.geometry {
    case .point(let position)?: if !position.isNowhere { place = position }
    case let geometry?:
      throw FormatError(.notRepresentable("a \(geometry.name); it holds points"), line: 0)
    case nil: break
    }
    try feature.geometry?.checkForGeoJSON()
    leftOut.addMembersAndMeasures(feature)
    json.beginObject()
    for (name, degrees) in [
      ("latitude", place?.coordinate.latitude),
      ("longitude", place?.coordinate.longitude.reducedLongitude),
    ] {
      json.key(name)
      if let degrees {
        json.degrees(degrees, fractionDigits: fractionDigits)
      } else {
        json.null()
      }
    }
    var taken = [
      ("latitude", place?.coordinate.latitude), ("longitude", place?.coordinate.longitude),
    ]
    if let elevation = place?.elevation {
      json.member("elevation", elevation)
      taken.append(("elevation", elevation))
    }
    if let identifier = feature.identifier, feature.properties["id"] == nil {
      json.key("id")
      json.value(identifier)
    }
    for (name, value) in feature.properties.members {
      if let own = taken.first(where: { $0.0 == name }) {
        if !value.says(own.1) { leftOut.add(.placeProperty) }
        continue
      }
      json.key(name)
      json.value(value)
    }
    json.endObject()
  }

  /// Closes the array.
  public mutating func end() throws(FormatError) {
    guard !hasEnded else { return }
    hasEnded = true
    json.endArray()
    json.bytes.append(UInt8(ascii: "\n"))
  }

  /// Hands over what has been written since the start or the last drain.
  public mutating func drain() -> [UInt8] { json.drain() }
}

extension PropertyValue {
  /// Whether the value says the number of a place, or nothing.
  fileprivate func says(_ number: Double?) -> Bool {
    if case .null = self { return true }
    let own = self.number ?? text.flatMap { Double($0) }
    return own != nil && own == number
  }
}
