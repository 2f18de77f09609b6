/// A country or territory with a code of its own in ISO 3166-1, or Kosovo.
///
/// ```swift
/// let japan = Country.japan
/// japan.name              // "Japan"
/// japan.flag              // "🇯🇵"
/// japan.dialCode          // "+81"
/// japan.capital?.name     // "Tokyo"
/// japan.name(in: "ja")    // "日本"
/// Country("Holland")      // Netherlands
/// ```
///
/// A value is the two letters of the code and nothing else: two bytes, free to copy and to store
/// a million times. What is known about the country stands in the program's constants and is read
/// when asked for; nothing is loaded.
///
/// There are 250 values, those of ``all``: the 249 codes of ISO 3166-1 and `XK`, which ISO leaves
/// to its users and nearly all of them give to Kosovo. Their order is that of their codes.
///
/// Sources: Natural Earth (public domain), GeoNames (CC BY 4.0) and the Ruby library countries
/// (MIT); `NOTICE` of this package has the wording.
public struct Country: Hashable, Sendable {
  /// The two letters of the code in ASCII, the first in the high byte.
  package let letters: UInt16

  /// The country of two capital letters; only for letters that are a country's code.
  package init(letters: UInt16) {
    self.letters = letters
  }
}

extension Country: CaseIterable {
  /// All countries, in the order of their two-letter codes.
  public static var all: [Country] { CountryTable.shared.countries }

  /// All countries, in the order of their two-letter codes; the same as ``all``.
  public static var allCases: [Country] { all }
}

extension Country: Comparable {
  /// Orders countries by their two-letter codes.
  public static func < (a: Country, b: Country) -> Bool { a.letters < b.letters }
}

extension Country: Identifiable {
  /// The country itself.
  public var id: Country { self }
}

extension Country: CustomStringConvertible {
  /// The English name.
  public var description: String { name }
}

extension Country: Codable {
  /// Reads the two-letter code.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when the text is no country's code.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let code = try container.decode(String.self)
    guard let country = Country(alpha2: code) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(code)\" is no ISO 3166-1 alpha-2 code.")
    }
    self = country
  }

  /// Writes the two-letter code.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(alpha2)
  }
}
