internal import CairnGeodesy
internal import CairnGrids
internal import CairnMemory
internal import CairnPlaces
internal import CairnRegions

/// A location given on the command line: a coordinate, and the place if one was named.
struct Location {
  var coordinate: Coordinate
  var place: Place?

  /// Parses a coordinate in any form of ``Coordinate/init(parsing:letterO:)`` or a grid reference;
  /// otherwise looks up a place by name, and last a region that is not in the gazetteer.
  init(_ text: String) throws(Failure) {
    let problem: CoordinateParsingError
    do {
      coordinate = try Coordinate(parsing: text)
      place = nil
      return
    } catch {
      problem = error
    }
    do throws(Failure) {
      if let coordinate = try Self.gridReference(text) {
        self.coordinate = coordinate
        place = nil
        return
      }
    } catch {
      // Not "110 00 Praha", which has a postal code.
      guard let named = try? Gazetteer.embedded(for: text).place(named: text) else { throw error }
      place = named
      coordinate = named.coordinate
      return
    }
    do {
      let named = try Gazetteer.embedded(for: text).place(named: text)
      let region = AdministrativeArea.meant(by: text, ratherThan: named)
      let place = region.flatMap { Place($0) } ?? named
      self.place = place
      coordinate = place.coordinate
    } catch {
      if let place = try Place(regionNamed: text) {
        self.place = place
        coordinate = place.coordinate
        return
      }
      if error.reason == .unknown, System.identity(FileName.system(text)) != nil {
        throw .usage(
          "no place is called \(Spelling.quoted(text)); "
            + "it is a file: write --in FILE (near, within, map) or --append FILE (where, country)")
      }
      guard Self.looksLikeNumbers(text) || Self.isAboutMeaning(problem) else {
        throw .usage(error.description)
      }
      throw .usage("\(Spelling.quoted(text)) is not a coordinate: \(problem)")
    }
  }

  /// Parses a reference of MGRS, UTM or UPS, or a Plus code, full or short and followed by the name
  /// of a place; returns nil for any other text.
  private static func gridReference(_ text: String) throws(Failure) -> Coordinate? {
    // Every reference has a digit or a plus sign; without one, ZAH is an airport, not a polar
    // square.
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
          "\(Spelling.quoted(text)) is a short Plus code: add the place it is near, such as "
            + "`\(code) Paris`")
      }
      // The code must be followed by a place, not by another short code, which would itself need
      // one.
      if let next = words[1].split(separator: " ").first, PlusCode.isShort(String(next)) {
        throw .usage(
          "the short Plus code \(code) is followed by another one: give one code and a place near it"
        )
      }
      let near = try Location(String(words[1])).coordinate
      return try? PlusCode(parsing: code, near: near).center
    }
    guard problem.kind != .otherForm else { return nil }
    throw .usage("\(Spelling.quoted(text)) is not a grid reference: \(problem)")
  }

  /// Whether the error means that the text is a coordinate, but an invalid one.
  private static func isAboutMeaning(_ problem: CoordinateParsingError) -> Bool {
    switch problem.kind {
    case .ambiguous, .linkWithoutCoordinate, .unsupportedReferenceSystem, .outOfRange,
      .contradictoryHemisphere:
      true
    case .incomplete, .unexpectedCharacter, .unexpectedNumber, .malformedAngle: false
    }
  }

  /// Whether a text has at least as many digits as letters, so that it was meant as a coordinate.
  private static func looksLikeNumbers(_ text: String) -> Bool {
    var digits = 0
    var letters = 0
    for scalar in text.unicodeScalars.prefix(200) {
      if (48...57).contains(scalar.value) { digits += 1 }
      if scalar.properties.isAlphabetic { letters += 1 }
    }
    return digits > 0 && digits >= letters
  }

  /// The distance and bearing to another place.
  func way(to other: Coordinate) -> PlaceList.Way {
    PlaceList.Way(
      distance: coordinate.distance(to: other), bearing: coordinate.initialBearing(to: other))
  }

  /// The name of the location in a sentence, with its coordinate.
  var title: String {
    let numbers = coordinate.formatted()
    guard let place else { return numbers }
    return "\(place.description) (\(numbers))"
  }
}

extension Option {
  /// The option for the unit of printed lengths.
  static let unit = Option(
    name: "unit", value: "UNIT", help: "unit of lengths: km (default), mi, nmi, m, ft or yd",
    choices: LengthUnit.words)
  /// The option for the kind of places to list.
  static let kind = Option(
    name: "kind", value: "KIND",
    help: "only places of this kind: city, district, airport, aerodrome (also airports without "
      + "service), town, island, landmark, region or country",
    choices: embeddedKinds)
  /// The option for the output format.
  static let format = Option.format(PlaceFormat.allCases.map(\.rawValue))
  /// The option for the figure of the Earth.
  static let surface = Option(
    name: "on", value: "SURFACE", help: "sphere (default) or wgs84, the ellipsoid of GPS",
    choices: ["sphere", "wgs84"])
}

extension Arguments {
  /// The unit of the option `--unit`, or kilometers.
  var unit: LengthUnit { chosenUnit ?? .kilometers }
  /// The unit of the option `--unit`; `nil` if it is not given.
  var chosenUnit: LengthUnit? { self["unit"].flatMap { LengthUnit(word: $0) } }
  /// The kind of the option `--kind`.
  var kind: Place.Kind? { self["kind"].map(Place.Kind.init(_:)) }
  /// The output format of the option `--format`, or a table.
  var format: PlaceFormat { self["format"].flatMap(PlaceFormat.init(rawValue:)) ?? .table }
  /// The surface of the option `--on`, or the sphere.
  var surface: Surface { self["on"] == "wgs84" ? .wgs84 : .sphere }
}
