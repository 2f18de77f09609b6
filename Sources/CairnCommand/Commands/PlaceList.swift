internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// Places to be printed.
struct PlaceList {
  /// How to get to a place: the distance in metres, and the bearing to leave with in degrees or
  /// how far along a path one passes it.
  struct Way {
    var distance: Double
    var bearing: Double?
    var along: Double?
  }

  /// What the ways of a list tell beside the distance.
  enum Ways {
    case bearing, along
  }

  /// A place, and the way to it where the list has one.
  struct Row {
    var place: Place
    var way: Way?
    /// What else a file knows of it.
    var properties = Properties()
  }

  var rows: [Row]
  /// The ways of the rows; `nil` where they have none.
  var ways: Ways?
  /// The properties of places from a file; `nil` for the embedded places.
  var roles: PlaceRoles?
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
