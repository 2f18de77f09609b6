/// A named place on the Earth: what files are read into, what an index answers with.
///
/// Only the name and the coordinate must be there; everything else is `nil` where it is unknown.
/// An index takes any element type, so an app with a model of its own needs no `Place`; this one
/// is for places that come from files and from the embedded set.
///
/// ```swift
/// var place = Place(
///   name: "Zermatt", coordinate: Coordinate(latitude: 46.0207, longitude: 7.7491), kind: .city,
///   countryCode: "CH")
/// place.population = 5_820
/// ```
///
/// A place is 24 bytes, a coordinate and one reference to its words: to copy it is to count one
/// reference up. It is a value all the same: a change copies the words first if they are shared.
public struct Place: Sendable {
  /// Where it is.
  public var coordinate: Coordinate

  internal var details: Details

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - name: the name in the form in which it is shown.
  ///   - coordinate: where it is.
  ///   - kind: what it is; `.unspecified` unless said.
  ///   - countryCode: ISO 3166-1 alpha-2, as "CH".
  ///   - region: the name of the first administrative division, as "Texas" or "Bavaria".
  ///   - locality: the town it belongs to or serves, as "London" for Heathrow.
  ///   - code: the short code by which it is known, as the IATA code of an airport.
  ///   - population: how many people live there.
  ///   - timeZone: the identifier in the IANA database, as "Europe/Zurich".
  ///   - isServed: whether an airport has scheduled passenger service.
  ///   - isMilitary: whether an airport is used by armed forces, alone or with civil aviation.
  public init(
    name: String, coordinate: Coordinate, kind: Kind = .unspecified, countryCode: String? = nil,
    region: String? = nil, locality: String? = nil, code: String? = nil, population: Int? = nil,
    timeZone: String? = nil, isServed: Bool? = nil, isMilitary: Bool? = nil
  ) {
    self.coordinate = coordinate
    self.details = Details(
      name: name, kind: kind, countryCode: countryCode, region: region, locality: locality,
      code: code, population: population, timeZone: timeZone, isServed: isServed,
      isMilitary: isMilitary)
  }

  /// The words of a place, shared by its copies.
  ///
  /// It is written only through ``Place/unshared``, which first makes sure that nobody else
  /// holds it; that is what makes the unchecked promise true.
  internal final class Details: @unchecked Sendable {
    var name: String
    var kind: Kind
    var countryCode: String?
    var region: String?
    var locality: String?
    var code: String?
    var population: Int?
    var timeZone: String?
    var isServed: Bool?
    var isMilitary: Bool?

    init(
      name: String, kind: Kind, countryCode: String?, region: String?, locality: String?,
      code: String?, population: Int?, timeZone: String?, isServed: Bool?, isMilitary: Bool?
    ) {
      self.name = name
      self.kind = kind
      self.countryCode = countryCode
      self.region = region
      self.locality = locality
      self.code = code
      self.population = population
      self.timeZone = timeZone
      self.isServed = isServed
      self.isMilitary = isMilitary
    }

    func copy() -> Details {
      Details(
        name: name, kind: kind, countryCode: countryCode, region: region, locality: locality,
        code: code, population: population, timeZone: timeZone, isServed: isServed,
        isMilitary: isMilitary)
    }
  }

  /// The words for writing: a copy of its own if another place holds them too.
  private var unshared: Details {
    mutating get {
      if !isKnownUniquelyReferenced(&details) {
        details = details.copy()
      }
      return details
    }
  }
}

extension Place {
  /// The name in the form in which it is shown.
  public var name: String {
    get { details.name }
    set { unshared.name = newValue }
  }

  /// What it is: a city, an airport, a kind of your own.
  public var kind: Kind {
    get { details.kind }
    set { unshared.kind = newValue }
  }

  /// The country as ISO 3166-1 alpha-2, as "CH".
  public var countryCode: String? {
    get { details.countryCode }
    set { unshared.countryCode = newValue }
  }

  /// The name of the first administrative division, as "Texas" or "Bavaria".
  public var region: String? {
    get { details.region }
    set { unshared.region = newValue }
  }

  /// The town it belongs to or serves, as "London" for Heathrow and for Islington.
  public var locality: String? {
    get { details.locality }
    set { unshared.locality = newValue }
  }

  /// The short code by which it is known, as the IATA code of an airport.
  public var code: String? {
    get { details.code }
    set { unshared.code = newValue }
  }

  /// How many people live there.
  public var population: Int? {
    get { details.population }
    set { unshared.population = newValue }
  }

  /// The identifier of its time zone in the IANA database, as "Europe/Zurich".
  public var timeZone: String? {
    get { details.timeZone }
    set { unshared.timeZone = newValue }
  }

  /// Whether an airport has scheduled passenger service; nil where that is unknown, and for a place
  /// that is no airport.
  public var isServed: Bool? {
    get { details.isServed }
    set { unshared.isServed = newValue }
  }

  /// Whether an airport is used by armed forces, alone or with civil aviation; nil where that is
  /// unknown, and for a place that is no airport.
  public var isMilitary: Bool? {
    get { details.isMilitary }
    set { unshared.isMilitary = newValue }
  }
}

extension Place: CustomStringConvertible {
  /// The name with what tells it from its namesakes, as "Paris, Texas, US", "Heathrow (LHR)" or
  /// "Camden Town, London, England, GB".
  public var description: String {
    var text = name
    if let code { text += " (\(code))" }
    if kind == .district, let locality, locality != name, locality != region {
      text += ", \(locality)"
    }
    if let region, region != name { text += ", \(region)" }
    if let countryCode { text += ", \(countryCode)" }
    return text
  }
}
