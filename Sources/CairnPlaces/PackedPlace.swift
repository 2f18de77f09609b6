internal import CairnGeodesy
internal import CairnMemory

/// The digits after the name of a city, a town or a destination, as documented in the modules
/// `CairnTownData` and `CairnPlaceData`.
internal struct PackedPlace {
  let kind: Place.Kind
  /// The row of the region, which has the country.
  let region: Int
  /// The row of the time zone if it is not the usual one of the region.
  let timeZone: Int?
  /// The line of the city of which a town is a district.
  let city: Int?
  /// The population, 0 if it is unknown.
  let population: Int
  /// The population that a city needs to precede this place under the same name.
  let weight: Int
  /// Whether the default set has the place among its cities or destinations only.
  let isDefault: Bool
  /// The end of the line.
  let end: Int
  /// The coordinate, in units of ``degree``.
  private let latitude: Int
  private let longitude: Int
  /// The units in a degree.
  private let degree: Int

  /// The coordinate of the place.
  var coordinate: Coordinate {
    Coordinate(
      latitude: Double(latitude - 90 * degree) / Double(degree),
      longitude: Double(longitude - 180 * degree) / Double(degree))
  }

  /// The base of the digits.
  static let base = 92
  /// The units in a degree of coordinates of four digits, and of three.
  private static let fineDegree = 100_000
  private static let coarseDegree = 1_000

  /// The flags of a town.
  private enum TownFlag {
    static let isCity = 1
    static let hasZone = 2
    static let isDistrict = 4
  }

  /// The flags of a destination.
  private enum DestinationFlag {
    static let hasZone = 1
    static let isCoarse = 2
  }

  /// The kinds of destinations by number.
  private static func destinationKind(_ number: Int) -> Place.Kind {
    switch number {
    case 0: .country
    case 1: .island
    case 3: .region
    case 4: .town
    default: .landmark
    }
  }

  /// Reads the digits after the tab at a position.
  init(_ text: ConstantText, behind tab: Int, _ layout: PlaceRows.Layout) {
    var digits = Digits(text: text, position: tab + 1)
    let first = digits.number(1)
    let isTown = layout == .town
    let isCoarse = !isTown && first & DestinationFlag.isCoarse != 0
    degree = isCoarse ? Self.coarseDegree : Self.fineDegree
    latitude = digits.number(isCoarse ? 3 : 4)
    longitude = digits.number(isCoarse ? 3 : 4)
    region = digits.number(2)
    let hasZone = first & (isTown ? TownFlag.hasZone : DestinationFlag.hasZone) != 0
    timeZone = hasZone ? digits.number(2) : nil
    city = isTown && first & TownFlag.isDistrict != 0 ? digits.number(3) : nil
    let rest = digits.rest()
    end = digits.position
    if isTown {
      isDefault = first & TownFlag.isCity != 0
      kind = city != nil ? .district : isDefault ? .city : .town
      (population, weight) = (rest, rest)
    } else {
      let fame = Fame(rawValue: first / 4 % 4) ?? .explicit
      kind = Self.destinationKind(first / 16)
      population = kind == .town ? rest : 0
      isDefault = kind != .town || fame == .unknownTown
      weight = fame.weight(of: kind) ?? rest
    }
  }

  /// The weight of a destination.
  private enum Fame: Int {
    /// The digits at the end: the population of a town.
    case explicit
    case famous
    case sight
    case lake

    /// The fame of a famous town that GeoNames lacks.
    static let unknownTown = sight

    /// The weight, nil if it is explicit.
    func weight(of kind: Place.Kind) -> Int? {
      switch self {
      case .explicit: nil
      case .famous: 1_000_000
      case .sight: kind == .town ? 1_000_000 : 50_000
      case .lake: 10_000
      }
    }
  }

  /// The value of a digit: its index among the printable characters except `"` and `\`.
  ///
  /// As in `PackedNumbers`, but called a million times when the places are opened, so that a call
  /// of another module, which is not inlined, would take a tenth of the time of a first answer.
  static func digit(_ byte: UInt8) -> Int {
    Int(byte) - 33 - (byte > UInt8(ascii: "\"") ? 1 : 0) - (byte > UInt8(ascii: "\\") ? 1 : 0)
  }

  /// A reader of numbers in base 92.
  private struct Digits {
    let text: ConstantText
    var position: Int

    /// Reads a number of the given width.
    mutating func number(_ width: Int) -> Int {
      var value = 0
      for _ in 0..<width {
        value = value * base + digit(text[position])
        position += 1
      }
      return value
    }

    /// Reads the digits before the end of the line.
    mutating func rest() -> Int {
      var value = 0
      while text[position] != UInt8(ascii: "\n") { value = value * base + number(1) }
      return value
    }
  }
}
