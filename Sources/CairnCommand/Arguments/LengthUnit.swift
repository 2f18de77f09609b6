/// A unit of length that the tool reads and prints.
enum LengthUnit: String, CaseIterable, Sendable {
  case metre = "m"
  case kilometre = "km"
  case mile = "mi"
  case nauticalMile = "nmi"
  case foot = "ft"
  case yard = "yd"

  /// The unit of a word in any case, by its symbol or its name.
  init?(word: some StringProtocol) {
    switch word.lowercased() {
    case "m", "metre", "metres", "meter", "meters": self = .metre
    case "km", "kilometre", "kilometres", "kilometer", "kilometers": self = .kilometre
    case "mi", "mile", "miles": self = .mile
    case "nmi", "nm": self = .nauticalMile
    case "ft", "foot", "feet": self = .foot
    case "yd", "yard", "yards": self = .yard
    default: return nil
    }
  }

  /// How many metres it has, by definition.
  var metres: Double {
    switch self {
    case .metre: 1
    case .kilometre: 1_000
    case .mile: 1_609.344
    case .nauticalMile: 1_852
    case .foot: 0.3048
    case .yard: 0.9144
    }
  }

  /// All symbols in a row, for messages.
  static var symbols: String { Spelling.list(allCases.map(\.rawValue)) }
}
