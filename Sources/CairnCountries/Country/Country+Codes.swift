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

  /// The country of a two-letter cell of the embedded tables, which hold codes of countries only.
  internal init(verified code: some StringProtocol) {
    var letters: UInt16 = 0
    for letter in code.utf8 { letters = letters << 8 | UInt16(letter) }
    self.init(letters: letters)
  }
}
