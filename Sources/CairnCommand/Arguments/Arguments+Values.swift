internal import CairnGeodesy

extension Arguments {
  /// A whole number.
  func count(
    _ name: String, default preset: Int, in range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    guard let text = self[name] else { return preset }
    guard let count = Int(text), range.contains(count) else {
      throw .usage(
        "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not \(Spelling.quoted(text))")
    }
    return count
  }

  /// A length in metres, or `nil` when it is not given.
  ///
  /// - Parameter unit: the unit of a number that has none.
  func length(_ name: String, unit: LengthUnit) throws(Failure) -> Double? {
    guard let text = self[name] else { return nil }
    return try Self.length(text, name: "--\(name)", unit: unit)
  }

  /// The unit that the value of the first of these options is written in; `nil` where it has none.
  func writtenUnit(_ names: String...) -> LengthUnit? {
    names.lazy.compactMap { self[$0] }.first.flatMap { text in
      LengthUnit(word: text.drop { !$0.isLetter }.prefix { $0.isLetter })
    }
  }

  /// The length in metres that a text means, as "100km", "1.5 mi" or "250".
  static func length(_ text: String, name: String, unit: LengthUnit) throws(Failure) -> Double {
    var digits = text[...]
    while digits.first?.isWhitespace == true { digits.removeFirst() }
    let end = digits.firstIndex { !"+-.0123456789".contains($0) } ?? digits.endIndex
    var word = digits[end...]
    digits = digits[..<end]
    while word.first?.isWhitespace == true { word.removeFirst() }
    while word.last?.isWhitespace == true { word.removeLast() }
    guard let number = Double(plain: digits) else {
      throw .usage("\(name) is a length such as 100km, not \(Spelling.quoted(text))")
    }
    guard let unit = word.isEmpty ? unit : LengthUnit(word: word) else {
      // "12 parsecs" is answered with 12km; "1e9km" and "0x10km" hold no number to keep.
      let number = word.allSatisfy(\.isLetter) ? digits : "100"
      throw .usage(
        "\(name) is a length in \(Spelling.list(LengthUnit.words)), such as \(number)km, not \(Spelling.quoted(text))"
      )
    }
    let metres = unit.metres(number)
    guard metres >= 0, metres.isFinite else {
      throw .usage("\(name) is a length of 0 or more, such as 100km, not \(Spelling.quoted(text))")
    }
    return metres
  }

  /// An angle in degrees.
  static func degrees(_ text: String, name: String) throws(Failure) -> Double {
    let digits = text.hasSuffix("°") ? text.dropLast() : text[...]
    guard let number = Double(plain: digits) else {
      throw .usage("\(name) is an angle in degrees such as 45, not \(Spelling.quoted(text))")
    }
    return number
  }
}

extension Double {
  /// A number of digits, at most one point and a sign; no exponent, no words.
  init?(plain text: some StringProtocol) {
    guard text.utf8.contains(where: { (48...57).contains($0) }), text.utf8.count <= 40,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }),
      let number = Double(String(text))
    else { return nil }
    self = number
  }
}

extension LengthUnit {
  /// The words for units on the command line.
  static let words = ["m", "km", "mi", "nmi", "ft", "yd"]

  /// The unit of a word in any case.
  init?(word: some StringProtocol) {
    switch word.lowercased() {
    case "m", "metre", "metres", "meter", "meters": self = .metres
    case "km", "kilometre", "kilometres", "kilometer", "kilometers": self = .kilometres
    case "mi", "mile", "miles": self = .miles
    case "nmi", "nm": self = .nauticalMiles
    case "ft", "foot", "feet": self = .feet
    case "yd", "yard", "yards": self = .yards
    default: return nil
    }
  }
}
