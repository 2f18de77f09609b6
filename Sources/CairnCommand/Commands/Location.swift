internal import CairnGeodesy
internal import CairnIndex
internal import CairnPlaces

/// What a word of the command line means: a coordinate, and the place that was named, if any.
struct Location {
  var coordinate: Coordinate
  var place: Place?

  /// Reads a coordinate, or else looks for a place of the name.
  init(_ text: String) throws(Failure) {
    let coordinateProblem: String
    do {
      coordinate = try Coordinate(argument: text)
      place = nil
      return
    } catch {
      coordinateProblem = error.message
    }
    do {
      let place = try Gazetteer.embedded.place(named: text)
      self.place = place
      coordinate = place.coordinate
    } catch {
      // What begins like a number was meant as a coordinate, unless names are close to it.
      if Self.looksLikeNumbers(text), error.suggestions.isEmpty {
        throw .usage(coordinateProblem)
      }
      throw .usage(error.description)
    }
  }

  private static func looksLikeNumbers(_ text: String) -> Bool {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return false }
    return "+-.0123456789".contains(first)
  }

  /// How it is called in a sentence, with its coordinate.
  var title: String {
    let numbers = Text.coordinate(coordinate.latitude, coordinate.longitude)
    guard let place else { return numbers }
    return "\(place.description) (\(numbers))"
  }
}

extension Option {
  /// The unit of printed lengths.
  static let unit = Option(
    name: "unit", value: "UNIT", help: "unit of lengths: km (default), mi, nmi, m, ft or yd",
    choices: LengthUnit.allCases.map(\.rawValue))
  /// The kind of places to list.
  static let kind = Option(
    name: "kind", value: "KIND", help: "only places of this kind: city or airport",
    choices: ["city", "airport"])
  /// The form of the answer.
  static let format = Option(
    name: "format", value: "FORMAT", help: "table (default), csv, json or geojson",
    choices: PlaceFormat.allCases.map(\.rawValue))
  /// The figure of the Earth.
  static let surface = Option(
    name: "on", value: "SURFACE", help: "sphere (default) or wgs84, the ellipsoid of GPS",
    choices: ["sphere", "wgs84"])
}

extension Arguments {
  /// The unit that was chosen.
  var unit: LengthUnit { self["unit"].flatMap(LengthUnit.init(rawValue:)) ?? .kilometre }
  /// The kind that was chosen.
  var kind: Place.Kind? { self["kind"].map(Place.Kind.init(_:)) }
  /// The form of the answer that was chosen.
  var format: PlaceFormat { self["format"].flatMap(PlaceFormat.init(rawValue:)) ?? .table }
  /// The surface that was chosen.
  var surface: Surface { self["on"] == "wgs84" ? .wgs84 : .sphere }
}
