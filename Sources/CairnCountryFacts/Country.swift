/// A country or territory with its own ISO 3166-1 code, or Kosovo.
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
/// A value consists only of the two letters of the code: two bytes, free to copy and to store a
/// million times. Everything else is read from the program's constants on access: a fact takes a
/// few hundred nanoseconds and creates a new string, so cache ``name`` if you need it a million
/// times.
///
/// There are 250 values, those of ``all``: the 249 codes of ISO 3166-1 and `XK`, which ISO reserves
/// for users and nearly all of them use for Kosovo. They are ordered by code.
///
/// States and provinces (ISO 3166-2), former countries and languages have no values here. A text
/// that does not name a country gives nil, never a guess.
///
/// Sources: Natural Earth (public domain), CLDR (Unicode License v3), GeoNames (CC BY 4.0) and the
/// Ruby library countries (MIT); `NOTICE` of this package has the wording.
public struct Country: Hashable, Sendable {
  /// The two letters of the code in ASCII, the first in the high byte.
  @usableFromInline package let letters: UInt16

  /// Creates the country with two uppercase letters, which must be a country code.
  @inlinable package init(letters: UInt16) {
    self.letters = letters
  }
}

extension Country: CaseIterable {
  /// All countries, in the order of their two-letter codes.
  public static var all: [Country] { CountryTable.shared.countries }

  /// All countries, in the order of their two-letter codes; equal to ``all``.
  public static var allCases: [Country] { all }
}

extension Country: Comparable {
  /// Orders countries by their two-letter codes.
  @inlinable public static func < (a: Country, b: Country) -> Bool { a.letters < b.letters }
}

extension Country: Identifiable {
  /// The country itself.
  public var id: Country { self }
}

extension Country: CustomStringConvertible {
  /// The English name.
  public var description: String { name }
}

#if !hasFeature(Embedded)
  extension Country: Codable {
    /// Decodes the two-letter code.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a country code.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let code = try container.decode(String.self)
      guard let country = Country(alpha2: code) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\"\(code)\" is not an ISO 3166-1 alpha-2 code.")
      }
      self = country
    }

    /// Encodes the two-letter code.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(alpha2)
    }
  }
#endif

extension Country {
  /// The ISO 3166-1 two-letter code in uppercase, such as `JP`; `XK` for Kosovo.
  public var alpha2: String {
    String(decoding: [UInt8(letters >> 8), UInt8(letters & 0xFF)], as: UTF8.self)
  }

  /// The ISO 3166-1 three-letter code in uppercase, such as `JPN`; `XKX` for Kosovo, which has no
  /// official one.
  public var alpha3: String { text(.alpha3) }

  /// The ISO 3166-1 numeric code, such as 392; `nil` for Kosovo, which has none.
  public var numericCode: Int? { integer(.numericCode) }

  /// The flag as an emoji: the two letters as regional indicators.
  public var flag: String {
    var flag = String.UnicodeScalarView()
    for letter in [letters >> 8, letters & 0xFF] {
      // U+1F1E6 is the regional indicator A.
      if let indicator = Unicode.Scalar(0x1F1E6 + UInt32(letter) - 0x41) {
        flag.append(indicator)
      }
    }
    return String(flag)
  }

  /// Creates the country with a two-letter code, ignoring case; `nil` for any other text.
  public init?(alpha2 code: some StringProtocol) {
    var letters: UInt16 = 0
    guard code.utf8.count == 2 else { return nil }
    for byte in code.utf8 {
      let letter = byte & 0xDF  // to uppercase
      guard letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z") else { return nil }
      letters = letters << 8 | UInt16(letter)
    }
    guard CountryTable.shared.row(ofLetters: letters) != nil else { return nil }
    self.init(letters: letters)
  }

  /// The two-letter code as a number, with the first letter in the high byte: `0x4A50` for `JP`;
  /// never 0.
  ///
  /// For columns of millions of rows, in which an optional value would take twice the memory. The
  /// numbers are in the order of the codes.
  public var packedCode: UInt16 { letters }

  /// Creates the country with a packed code; `nil` for 0 and every other number that is not a
  /// country's.
  public init?(packedCode: UInt16) {
    guard CountryTable.shared.row(ofLetters: packedCode) != nil else { return nil }
    self.init(letters: packedCode)
  }

  /// Creates the country with a three-letter code, ignoring case; `nil` for any other text.
  ///
  /// - Complexity: O(countries), a few microseconds.
  public init?(alpha3 code: some StringProtocol) {
    guard code.utf8.count == 3 else { return nil }
    let wanted = code.uppercased()
    guard let country = Self.all.first(where: { $0.alpha3 == wanted }) else { return nil }
    self = country
  }

  /// Creates the country with an ISO 3166-1 numeric code; `nil` for any other number.
  ///
  /// - Complexity: O(countries), a few microseconds.
  public init?(numericCode: Int) {
    guard let country = Self.all.first(where: { $0.numericCode == numericCode }) else { return nil }
    self = country
  }

  /// Creates the country with a flag emoji; `nil` for any other text.
  public init?(flag: some StringProtocol) {
    let indicators = flag.unicodeScalars.map { $0.value &- 0x1F1E6 }
    guard indicators.count == 2, indicators.allSatisfy({ $0 < 26 }) else { return nil }
    let code = indicators.map { UInt8(truncatingIfNeeded: $0 + 0x41) }
    self.init(alpha2: String(decoding: code, as: UTF8.self))
  }

  /// Creates the country of a two-letter cell of the embedded tables, whose codes are all valid.
  package init(verified code: some StringProtocol) {
    var letters: UInt16 = 0
    for letter in code.utf8 { letters = letters << 8 | UInt16(letter) }
    self.init(letters: letters)
  }
}
