internal import CairnGeodesy
internal import CairnIndex

/// Places to be printed.
struct PlaceList {
  /// How to get to a place: the distance in metres, the bearing to leave with in degrees.
  struct Way {
    var distance: Double
    var bearing: Double
  }

  /// A place, and the way to it where the list has one.
  struct Row {
    var place: Place
    var way: Way?
  }

  var rows: [Row]
  /// Whether the rows have ways.
  var hasWays: Bool
  /// The unit of printed lengths; files are always in metres.
  var unit = LengthUnit.kilometres
  /// What the table says above its rows, or instead of them.
  var heading: String

  /// The word for places of a kind.
  static func noun(_ kind: Place.Kind?, count: Int) -> String {
    switch kind {
    case .city?: count == 1 ? "city" : "cities"
    case .airport?: count == 1 ? "airport" : "airports"
    case _: count == 1 ? "place" : "places"
    }
  }
}
