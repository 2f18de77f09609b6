internal import CairnGeodesy
internal import CairnGrids
internal import CairnPlaces

/// What a word of the command line means: a coordinate, and the place that was named, if any.
struct Location {
  var coordinate: Coordinate
  var place: Place?

  /// Reads a coordinate in any of the forms of ``Coordinate/init(parsing:letterO:)`` or of the
  /// grids, or else looks for a place of the name.
  init(_ text: String) throws(Failure) {
    let problem: CoordinateParsingError
    do {
      coordinate = try Coordinate(parsing: text)
      place = nil
      return
    } catch {
      problem = error
    }
    if let coordinate = try Self.gridReference(text) {
      self.coordinate = coordinate
      place = nil
      return
    }
    do {
      let place = try Gazetteer.embedded.place(named: text)
      self.place = place
      coordinate = place.coordinate
    } catch {
      guard Self.looksLikeNumbers(text) || Self.isAboutMeaning(problem) else {
        throw .usage(error.description)
      }
      throw .usage("\(Spelling.quoted(text)) is no coordinate: \(problem)")
    }
  }

  /// The place of a reference of MGRS, UTM or UPS or of a Plus code, full or short with the name of
  /// a place behind it; nil for another text.
  private static func gridReference(_ text: String) throws(Failure) -> Coordinate? {
    // Every reference has a digit or a plus: without, ZAH is an airport and no polar square.
    guard text.utf8.contains(where: { $0 &- 48 < 10 || $0 == UInt8(ascii: "+") }) else {
      return nil
    }
    let problem: GridParsingError
    do throws(GridParsingError) {
      return try GridReference(parsing: text).coordinate
    } catch {
      problem = error
    }
    let words = text.split(separator: " ", maxSplits: 1)
    if let code = words.first.map(String.init), PlusCode.isShort(code) {
      guard words.count == 2 else {
        throw .usage(
          "\(Spelling.quoted(text)) is a short Plus code: say which place it is near, such as "
            + "`\(code) Paris`")
      }
      // Behind it stands a place, not another short code, which would need one again.
      if let next = words[1].split(separator: " ").first, PlusCode.isShort(String(next)) {
        throw .usage(
          "behind the short Plus code \(code) is another one: say one code and the place it is near"
        )
      }
      let near = try Location(String(words[1])).coordinate
      return try? PlusCode(parsing: code, near: near).center
    }
    guard problem.kind != .otherForm else { return nil }
    throw .usage("\(Spelling.quoted(text)) is no place of a grid: \(problem)")
  }

  /// Whether a text was understood as a coordinate that is refused.
  private static func isAboutMeaning(_ problem: CoordinateParsingError) -> Bool {
    switch problem.kind {
    case .ambiguous, .linkWithoutCoordinate, .unsupportedReferenceSystem, .outOfRange,
      .contradictoryHemisphere:
      true
    case .incomplete, .unexpectedCharacter, .unexpectedNumber, .malformedAngle: false
    }
  }

  /// Whether a text has more digits than letters: then it was meant as a coordinate.
  private static func looksLikeNumbers(_ text: String) -> Bool {
    var digits = 0
    var letters = 0
    for scalar in text.unicodeScalars.prefix(200) {
      if (48...57).contains(scalar.value) { digits += 1 }
      if scalar.properties.isAlphabetic { letters += 1 }
    }
    return digits > 0 && digits >= letters
  }

  /// How to get to another place.
  func way(to other: Coordinate) -> PlaceList.Way {
    PlaceList.Way(
      distance: coordinate.distance(to: other), bearing: coordinate.initialBearing(to: other))
  }

  /// How it is called in a sentence, with its coordinate.
  var title: String {
    let numbers = coordinate.formatted()
    guard let place else { return numbers }
    return "\(place.description) (\(numbers))"
  }
}

extension Option {
  /// The unit of printed lengths.
  static let unit = Option(
    name: "unit", value: "UNIT", help: "unit of lengths: km (default), mi, nmi, m, ft or yd",
    choices: LengthUnit.words)
  /// The kind of places to list.
  static let kind = Option(
    name: "kind", value: "KIND",
    help: "only places of this kind: city, district, airport, aerodrome (airports without service, "
      + "too), town, island, landmark, region or country",
    choices: embeddedKinds)
  /// The form of the answer.
  static let format = Option.format(PlaceFormat.allCases.map(\.rawValue))
  /// The figure of the Earth.
  static let surface = Option(
    name: "on", value: "SURFACE", help: "sphere (default) or wgs84, the ellipsoid of GPS",
    choices: ["sphere", "wgs84"])
}

extension Arguments {
  /// The unit that was chosen.
  var unit: LengthUnit { chosenUnit ?? .kilometres }
  /// The unit that was chosen; `nil` where none was.
  var chosenUnit: LengthUnit? { self["unit"].flatMap { LengthUnit(word: $0) } }
  /// The kind that was chosen.
  var kind: Place.Kind? { self["kind"].map(Place.Kind.init(_:)) }
  /// The form of the answer that was chosen.
  var format: PlaceFormat { self["format"].flatMap(PlaceFormat.init(rawValue:)) ?? .table }
  /// The surface that was chosen.
  var surface: Surface { self["on"] == "wgs84" ? .wgs84 : .sphere }
}
