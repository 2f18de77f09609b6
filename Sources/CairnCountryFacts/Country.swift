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
/// a million times. Everything else is read from the program's constants when asked for: a fact
/// takes some hundred nanoseconds and makes a new string, so keep ``name`` where it is needed a
/// million times.
///
/// There are 250 values, those of ``all``: the 249 codes of ISO 3166-1 and `XK`, which ISO leaves
/// to its users and nearly all of them give to Kosovo. Their order is that of their codes.
///
/// Do not take it for states or provinces (ISO 3166-2), for former countries, or for languages:
/// none of them have values here. A text that names no country gives nil, never a guess.
///
/// Sources: Natural Earth (public domain), CLDR (Unicode License v3), GeoNames (CC BY 4.0) and the
/// Ruby library countries (MIT); `NOTICE` of this package has the wording.
public struct Country: Hashable, Sendable {
  /// The two letters of the code in ASCII, the first in the high byte.
  @usableFromInline package let letters: UInt16

  /// The country of two capital letters; only for letters that are a country's code.
  @inlinable package init(letters: UInt16) {
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
#endif

extension Country {
  /// The two letters of ISO 3166-1 in capitals, such as `JP`; `XK` for Kosovo.
  public var alpha2: String {
    String(decoding: [UInt8(letters >> 8), UInt8(letters & 0xFF)], as: UTF8.self)
  }

  /// The three letters of ISO 3166-1 in capitals, such as `JPN`; `XKX` for Kosovo, which has
  /// none of its own.
  public var alpha3: String { text(.alpha3) }

  /// The number of ISO 3166-1, such as 392; `nil` for Kosovo, which has none.
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

  /// The country of a two-letter code in any case; `nil` for any other text.
  public init?(alpha2 code: some StringProtocol) {
    var letters: UInt16 = 0
    guard code.utf8.count == 2 else { return nil }
    for byte in code.utf8 {
      let letter = byte & 0xDF  // in capitals
      guard letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z") else { return nil }
      letters = letters << 8 | UInt16(letter)
    }
    guard CountryTable.shared.row(ofLetters: letters) != nil else { return nil }
    self.init(letters: letters)
  }

  /// The two letters as one number, the first in the high byte: `0x4A50` for `JP`; never 0.
  ///
  /// For columns of millions of rows, where an optional value costs twice the memory. The order of
  /// the numbers is that of the codes.
  public var packedCode: UInt16 { letters }

  /// The country of such a number; `nil` for 0 and every other number that is no country's.
  public init?(packedCode: UInt16) {
    guard CountryTable.shared.row(ofLetters: packedCode) != nil else { return nil }
    self.init(letters: packedCode)
  }

  /// The country of a three-letter code in any case; `nil` for any other text.
  ///
  /// - Complexity: O(countries), some microseconds.
  public init?(alpha3 code: some StringProtocol) {
    guard code.utf8.count == 3 else { return nil }
    let wanted = code.uppercased()
    guard let country = Self.all.first(where: { $0.alpha3 == wanted }) else { return nil }
    self = country
  }

  /// The country of a number of ISO 3166-1; `nil` for any other number.
  ///
  /// - Complexity: O(countries), some microseconds.
  public init?(numericCode: Int) {
    guard let country = Self.all.first(where: { $0.numericCode == numericCode }) else { return nil }
    self = country
  }

  /// The country whose flag an emoji is; `nil` for any other text.
  public init?(flag: some StringProtocol) {
    let indicators = flag.unicodeScalars.map { $0.value &- 0x1F1E6 }
    guard indicators.count == 2, indicators.allSatisfy({ $0 < 26 }) else { return nil }
    let code = indicators.map { UInt8(truncatingIfNeeded: $0 + 0x41) }
    self.init(alpha2: String(decoding: code, as: UTF8.self))
  }

  /// The country of a two-letter cell of the embedded tables, whose codes are all valid.
  package init(verified code: some StringProtocol) {
    var letters: UInt16 = 0
    for letter in code.utf8 { letters = letters << 8 | UInt16(letter) }
    self.init(letters: letters)
  }
}
