internal import CairnGeodesy
internal import CairnMemory

/// Reads JSON objects that contain a location, as programs write them: in an array, one per line,
/// or a single object on any number of lines.
///
/// ```swift
/// var reader = JSONObjectsReader()
/// reader.append(Array(#"[{"name": "Zugspitze", "lat": 47.421, "lng": 10.985}]"#.utf8))
/// reader.finish()
/// try reader.next()?.properties["name"]     // Zugspitze
/// ```
///
/// - The location is recognized by member names, as for columns of a table: `lat` and `lng`,
///   `latitude` and `longitude`, with numbers or texts in any form that `Coordinate(parsing:)`
///   reads; or a single member such as `location` with a text, an array of longitude and latitude,
///   well-known text, a GeoJSON geometry, or an object that contains the two.
/// - All other members become properties, except that `elevation` and the like become the
///   elevation; null means that the place has none. Further members of the inner object stay there:
///   `{"location": {"lat": 1, "lng": 2, "accuracy": 5}}` has the property `location` with the
///   object `{"accuracy": 5}`.
/// - An object without a location that contains several objects with locations yields a feature for
///   each of them. Their keys become the names of those without a name, otherwise their
///   identifiers: `{"Bern": {"lat": 46.95, "lng": 7.45}, "Chur": {"lat": 46.85, "lng": 9.53}}`.
/// - An object with an array of objects with locations, as services respond: `results`, `elements`,
///   `features`, `hits`, `data`, `locations` and the like. Each object of the array yields a
///   feature, without geometry if it has no valid location. Overpass, Elasticsearch, ArcGIS, Google
///   Places, Foursquare and Google Timeline are known: tags and attributes become properties, and
///   paths become lines. The other members of the response are counted in ``leftOut``.
/// - GeoJSON objects are read as GeoJSON.
///
/// An object without a location is an error of that object, and the next call continues after it.
/// Invalid JSON ends an array, but affects only its line in the line-based form.
public struct JSONObjectsReader: FeatureReader {
  private var start: [UInt8] = []
  /// The number of bytes at the start that are known to have no line break.
  private var examined = 0
  private var isFinished = false
  private var array: GeoJSONDocument?
  private var lines: GeoJSONSequenceReader?
  /// An object that spans several lines, and the objects that follow it.
  private var objects: JSONInput?
  private var places: ObjectPlaces
  /// Further features of an object that contains several, in reverse order.
  private var waiting: [GeoFeature] = []
  /// The segments of a timeline that is an array, which are joined at its end.
  private var segments = TimelineSegments()
  /// The bytes of an object within which the input ends.
  private var cutObject: [UInt8] = []

  /// Creates a reader without input.
  ///
  /// - Parameter columns: the members for chosen roles, instead of those recognized by name.
  public init(columns: [PlaceColumns.Role: String] = [:]) {
    places = ObjectPlaces(columns)
  }

  /// Counts of valid content omitted so far.
  public var leftOut: LeftOut {
    var leftOut = array?.leftOut ?? lines?.leftOut ?? objects?.leftOut ?? LeftOut()
    leftOut.add(.foreignMember, places.foreignCount + (lines?.objects?.foreignCount ?? 0))
    leftOut.add(
      .timelinePosition,
      places.replacedCount + segments.leftOutCount + (lines?.objects?.replacedCount ?? 0))
    return leftOut
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

  /// Marks the end of the input.
  public mutating func finish() {
    isFinished = true
    begin()
    array?.input.finish()
    lines?.finish()
    objects?.finish()
  }

  /// Detects by the first byte whether the input is an array, and by the first line whether each
  /// line is an object.
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
      // A document on one line is searched once, however many pieces it has.
      let end = start[max(mark, examined)...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      examined = start.count
      guard end != nil || isFinished else { return }
      var frame = JSONValueExtent(start: mark)
      let line = end ?? start.count
      start.withUnsafeSpan { frame.advance(in: $0.prefix(line)) }
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

  /// Returns the next object as a feature, or nil if the input so far contains no further complete
  /// one.
  ///
  /// - Throws: ``FormatError`` with line and byte.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    if let feature = waiting.popLast() { return feature }
    if lines != nil { return try lines?.next() }
    var places = places
    defer { self.places = places }
    while true {
      let features =
        array == nil
        ? try nextObject(&places)
        : try array?.next { cursor, _ throws(JSONFault) in try places.features(&cursor) }
      if let features, array != nil, !segments.isEmpty || places.segmentKind != nil {
        for feature in features { segments.append(feature, places.segmentKind) }
        continue
      }
      waiting = features?.reversed() ?? (isFinished ? segments.joined().reversed() : [])
      return waiting.popLast()
    }
  }

  /// Not public API: the complete places of an object within which the input ends.
  public mutating func _salvage() -> GeoFeature? {
    if waiting.isEmpty { waiting = segments.joined().reversed() }
    let cut = cutObject.isEmpty ? lines?.cutRecord ?? [] : cutObject
    if waiting.isEmpty, let whole = JSONValueExtent.closed(cut) {
      var places = lines?.objects ?? places
      let features = try? whole.withUnsafeSpan { bytes throws(JSONFault) in
        var cursor = JSONCursor(bytes)
        return try places.features(&cursor)
      }
      waiting = features?.reversed() ?? []
      if lines == nil { self.places = places } else { lines?.objects = places }
    }
    cutObject = []
    lines?.cutRecord = []
    return waiting.popLast()
  }

  /// Returns the features of the next object, which may span several lines.
  private mutating func nextObject(_ places: inout ObjectPlaces) throws(FormatError)
    -> [GeoFeature]?
  {
    guard var input = objects, let mark = input.nextMark() else { return nil }
    objects = nil
    defer { objects = input }
    if mark == UInt8(ascii: ","), !input.isAtStart {
      // Some programs write a comma between the objects.
      input.position += 1
      guard input.nextMark() != nil else { return nil }
    }
    do throws(JSONFault) {
      let found = try input.read { cursor throws(JSONFault) in try places.features(&cursor) }
      if found != nil || input.waiting <= input.limit { return found }
    } catch {
      let named = input.error(error, within: "an object")
      if error.leavesSyntaxIntact, !input.skipUnread() {
        // When the object is complete, the next call finds the same fault again.
        if !input.isFinished { return nil }
        cutObject = Array(input.bytes[input.position...])
        let end = input.error(
          JSONFault(.ends, at: input.bytes.count), within: "an object", endsInput: true)
        input.close()
        throw end
      }
      if !error.leavesSyntaxIntact {
        if error.reason == .ends { cutObject = Array(input.bytes[input.position...]) }
        input.close()
      }
      throw named
    }
    var error = input.error(JSONFault(.ends, at: input.position), within: "an object")
    error.reason = .recordTooLong(limit: input.limit)
    error.endsInput = true
    input.close()
    throw error
  }
}

/// Writes points as a JSON array, one object per line, with `latitude`, `longitude` and the
/// elevation, if any, before the properties.
///
/// Both are null for a feature without geometry. A property whose name equals one of these, or `id`
/// if there is an identifier, ignoring case, or that a reader would take for a part of the
/// location, is written as `NAME_property`, as by ``TableWriter``; see ``renamedProperties``. A
/// property with the same name as a location member is omitted if it has the same value, or is
/// null. A property such as `ele` keeps its name next to an `elevation`, which is null if the place
/// has none.
public struct JSONObjectsWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  /// The first properties written under another name, without repetition; at most twenty.
  public private(set) var renamedProperties: [RenamedProperty] = []

  private var json = JSONWriter()
  private let fractionDigits: Int?
  private var hasEnded = false
  /// The member names used for the properties of the last feature, with those of its location.
  private var titles: (own: [String], properties: [String], names: PlaceNames) = (
    [], [], PlaceNames([])
  )

  /// Creates a writer and opens the array.
  ///
  /// - Parameter fractionDigits: digits after the decimal point of degrees, 0 to 15; nil for the
  ///   shortest numbers that read back as the same bits.
  public init(fractionDigits: Int? = nil) {
    self.fractionDigits = fractionDigits
    json.beginArray(onLines: true)
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` for a geometry other than a point, and for a position that is not
  ///   finite or beyond a pole.
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
    let own = writePlace(place, of: feature)
    findTitles(feature.properties.names, beside: own.map(\.0))
    for (name, value) in feature.properties.members {
      let title = titles.names.title(name)
      let plain = title == name ? "" : PlaceColumns.plain(name)
      let member = own.first { $0.0 == plain }
      // Readers do not take a string for an elevation.
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

  /// Writes the location and the identifier.
  ///
  /// - Returns: the names of the members and their numbers.
  private mutating func writePlace(
    _ place: GeoFeature.Position?, of feature: GeoFeature
  ) -> [(String, Double?)] {
    let coordinate = place?.coordinate
    for (name, degrees) in [
      ("latitude", coordinate?.latitude), ("longitude", coordinate?.longitude.reducedLongitude),
    ] {
      json.key(name)
      if let degrees {
        json.degrees(degrees, fractionDigits: fractionDigits)
      } else {
        json.null()
      }
    }
    var own = [("latitude", coordinate?.latitude), ("longitude", coordinate?.longitude)]
    if let elevation = place?.elevation {
      json.member("elevation", elevation)
      own.append(("elevation", elevation))
    } else if place != nil, PlaceNames.haveElevation(feature.properties.names) {
      json.key("elevation")
      json.null()
      own.append(("elevation", nil))
    }
    if let identifier = feature.identifier {
      json.key("id")
      json.value(identifier)
      own.append(("id", nil))
    }
    return own
  }

  /// Determines the member names of a feature's properties; usually those of the previous feature.
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

  /// Returns the bytes written since the start or the last drain.
  public mutating func drain() -> [UInt8] { json.drain() }
}

extension PropertyValue {
  /// Whether the value equals a number of the location, or is null.
  fileprivate func says(_ number: Double?) -> Bool {
    if case .null = self { return true }
    let own = self.number ?? text.flatMap { Double($0) }
    return own != nil && own == number
  }
}
