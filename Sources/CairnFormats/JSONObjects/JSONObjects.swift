internal import CairnGeodesy
internal import CairnMemory

/// Reads objects of JSON that say where they are, as programs write them: in an array, one a line,
/// or a single object on any number of lines.
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
/// - All other members are properties, `elevation` and the like the elevation; those beside the two
///   in an object within stay there: `{"location": {"lat": 1, "lng": 2, "accuracy": 5}}` has the
///   property `location` with the object `{"accuracy": 5}`.
/// - An object that says no place itself, but has several objects within that do, is a feature for
///   each of them. Their keys are the names of those without a name, else their identifiers:
///   `{"Bern": {"lat": 46.95, "lng": 7.45}, "Chur": {"lat": 46.85, "lng": 9.53}}`.
/// - Objects that are GeoJSON are read as that.
///
/// An object without a place is an error of that object, and the next call goes on behind it. What
/// is no JSON ends an array, and costs a line alone if there are lines.
public struct JSONObjectsReader: FeatureReader {
  private var start: [UInt8] = []
  private var isFinished = false
  private var array: GeoJSONDocument?
  private var lines: GeoJSONSequenceReader?
  /// An object that takes more than a line, and those that follow it.
  private var objects: JSONInput?
  private var places: ObjectPlaces
  /// Further features of an object that holds several, the next one last.
  private var waiting: [GeoFeature] = []

  /// Makes a reader without input.
  ///
  /// - Parameter columns: members chosen by name, in place of what would be recognized.
  public init(columns: [PlaceColumns.Role: String] = [:]) {
    places = ObjectPlaces(columns)
  }

  /// What was left out so far though nothing is wrong with it.
  public var leftOut: LeftOut {
    array?.leftOut ?? lines?.leftOut ?? objects?.leftOut ?? LeftOut()
  }

  /// Adds the next piece of the input.
  public mutating func append(_ piece: [UInt8]) {
    if array != nil {
      array?.input.append(piece)
    } else if lines != nil {
      lines?.append(piece)
    } else if objects != nil {
      objects?.append(piece)
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
    objects?.finish()
  }

  /// Finds out by the first mark whether it is an array, and by the first line whether each line is
  /// an object.
  private mutating func begin() {
    guard array == nil, lines == nil, objects == nil else { return }
    let mark = start.firstIndex { !$0.isBlank && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    guard let mark else {
      if isFinished { lines = GeoJSONSequenceReader(places) }
      return
    }
    if start[mark] == UInt8(ascii: "[") {
      array = GeoJSONDocument(isArray: true)
      array?.input.append(start)
    } else if start[mark] == UInt8(ascii: "{") {
      let end = start[mark...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      guard end != nil || isFinished else { return }
      var frame = JSONFrame(start: mark)
      let line = end ?? start.count
      start.withWindow { frame.advance(in: $0.prefix(line)) }
      if frame.isComplete {
        lines = GeoJSONSequenceReader(places)
        lines?.append(start)
      } else {
        objects = JSONInput()
        objects?.append(start)
        objects?.position = mark
      }
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
    if let feature = waiting.popLast() { return feature }
    if lines != nil { return try lines?.next() }
    var places = places
    defer { self.places = places }
    let features =
      array == nil
      ? try nextObject(&places)
      : try array?.next { cursor, _ throws(JSONFault) in try places.features(&cursor) }
    waiting = features?.reversed() ?? []
    return waiting.popLast()
  }

  /// The features of the next object that need not be a line.
  private mutating func nextObject(_ places: inout ObjectPlaces) throws(FormatError)
    -> [GeoFeature]?
  {
    guard var input = objects, input.nextMark() != nil else { return nil }
    objects = nil
    defer { objects = input }
    do throws(JSONFault) {
      let found = try input.read { cursor throws(JSONFault) in try places.features(&cursor) }
      if found != nil || input.waiting <= input.limit { return found }
    } catch {
      let named = input.error(error, within: "an object")
      if error.leavesSyntaxIntact, !input.skipUnread() {
        // The next call meets the same fault, once the object is whole.
        if !input.isFinished { return nil }
        let end = input.error(
          JSONFault(.ends, at: input.bytes.count), within: "an object", endsInput: true)
        input.close()
        throw end
      }
      if !error.leavesSyntaxIntact { input.close() }
      throw named
    }
    var error = input.error(JSONFault(.ends, at: input.position), within: "an object")
    error.reason = .recordTooLong(limit: input.limit)
    error.endsInput = true
    input.close()
    throw error
  }
}

/// Writes points as an array of JSON objects, one a line, with `latitude` and `longitude` before
/// the properties, and `elevation` between where there is one.
///
/// A feature without geometry has null for both. A property that is named like one of them, or `id`
/// beside an identifier, in any letter case, or that a reader would take for a part of the place, is
/// written as `NAME_property`, as ``TableWriter`` does; see ``renamedProperties``. One that is named
/// like a member of the place is left out if it says the same, or is null.
public struct JSONObjectsWriter: FeatureWriter {
  /// What was left out of the features written so far.
  public private(set) var leftOut = LeftOut()

  /// The first properties that were written under another name, each once; at most twenty.
  public private(set) var renamedProperties: [RenamedProperty] = []

  private var json = JSONWriter()
  private let fractionDigits: Int?
  private var hasEnded = false
  /// The titles of the properties of the last feature, beside the members of its place.
  private var titles: (own: [String], properties: [String], names: PlaceNames) = (
    [], [], PlaceNames([])
  )

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
    var own = [
      ("latitude", place?.coordinate.latitude), ("longitude", place?.coordinate.longitude),
    ]
    if let elevation = place?.elevation {
      json.member("elevation", elevation)
      own.append(("elevation", elevation))
    }
    if let identifier = feature.identifier {
      json.key("id")
      json.value(identifier)
      own.append(("id", nil))
    }
    findTitles(feature.properties.names, beside: own.map(\.0))
    for (name, value) in feature.properties.members {
      let title = titles.names.title(name)
      let plain = title == name ? "" : PlaceColumns.plain(name)
      let member = own.first { $0.0 == plain }
      // A text is no elevation to a reader.
      let isText =
        member == nil && value.number == nil
        && PlaceColumns.Role.elevation.knownNames.contains(plain)
      guard title != name, !isText else {
        json.key(name)
        json.value(value)
        continue
      }
      if let member, member.0 == "id" ? value == feature.identifier : value.says(member.1) {
        continue
      }
      let renamed = RenamedProperty(name: name, title: title)
      if renamedProperties.count < 20, !renamedProperties.contains(renamed) {
        renamedProperties.append(renamed)
      }
      json.key(title)
      json.value(value)
    }
    json.endObject()
  }

  /// Finds the titles of a feature's properties, mostly those of the feature before.
  private mutating func findTitles(_ properties: [String], beside own: [String]) {
    guard properties != titles.properties || own != titles.own else { return }
    titles = (own, properties, PlaceNames(properties, front: own, placeIsText: false))
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
