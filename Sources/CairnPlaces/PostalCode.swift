internal import CairnCountryFacts

/// A postal code in an address, recognized by its form.
internal struct PostalCode {
  /// The country that has such codes; nil if several do.
  let country: Country?
  /// The number of words.
  private let length: Int

  /// The text of an address without its postal code: "75001 Paris", "D-80331 München", "SW1A 1AA
  /// London", "Chicago, IL 60601".
  ///
  /// The code is at the start or the end of the text, or of a part between commas.
  ///
  /// - Parameter text: the address.
  /// - Returns: the other words, and the country; nil if there is no code, or nothing else.
  static func removing(from text: String) -> (text: String, country: Country?)? {
    guard text.utf8.contains(where: isDigit) || text.lowercased().contains("cedex") else {
      return nil
    }
    var parts = text.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace) }
    for number in parts.indices {
      let words = parts[number]
      let rest: ArraySlice<Substring>
      let code: PostalCode
      if let state = stateBeforeCode(words) {
        // "IL 60601 Chicago": the state distinguishes namesakes.
        code = PostalCode(.unitedStates, length: 2)
        rest = words.dropFirst(2) + [state]
      } else if let first = Self.code(of: words.prefix(2), isFirst: true) {
        code = first
        rest = words.dropFirst(first.length)
      } else if let last = Self.code(of: words.suffix(2), isFirst: false) {
        code = last
        rest = words.dropLast(last.length)
      } else {
        continue
      }
      parts[number] = withoutCedex(rest)
      let names = parts.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      guard names.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
      return (names.joined(separator: ", "), code.country)
    }
    return removingCedex(from: parts)
  }

  /// The text without "Cedex", with which French addresses may end without a code: "Paris Cedex
  /// 08".
  private static func removingCedex(
    from parts: [[Substring]]
  ) -> (text: String, country: Country?)? {
    let names = parts.map { withoutCedex($0[...]) }
    guard names != parts, names.contains(where: { !$0.isEmpty }) else { return nil }
    let texts = names.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    return (texts.joined(separator: ", "), .france)
  }

  /// The code of a state before a code of the United States and a name.
  private static func stateBeforeCode(_ words: [Substring]) -> Substring? {
    guard words.count > 2, words[0].utf8.count == 2, words[0].utf8.allSatisfy(isCapital),
      words[1].utf8.count == 5, words[1].utf8.allSatisfy(isDigit)
    else { return nil }
    return words[0]
  }

  /// The words before "Cedex", which ends French addresses of firms, and its number.
  private static func withoutCedex(_ words: ArraySlice<Substring>) -> [Substring] {
    guard let end = words.lastIndex(where: { $0.lowercased() == "cedex" }),
      words.distance(from: end, to: words.endIndex) <= 2
    else { return Array(words) }
    return Array(words[..<end])
  }

  /// The code formed by both of two words, or by the first or the last of them.
  private static func code(of words: ArraySlice<Substring>, isFirst: Bool) -> PostalCode? {
    if words.count == 2, let both = PostalCode(words.joined(separator: " "), length: 2) {
      return both
    }
    return (isFirst ? words.first : words.last).flatMap { PostalCode(String($0), length: 1) }
  }

  private init(_ country: Country, length: Int) {
    self.country = country
    self.length = length
  }

  /// The code of a text; nil if no country has codes of its form.
  private init?(_ text: String, length: Int) {
    var code = text[...]
    var known: Country?
    if code.first == "〒" {
      code = code.dropFirst()
      known = .japan
    }
    let letters = code.prefix { $0.utf8.first.map(Self.isCapital) ?? false }
    if let mark = code.dropFirst(letters.count).first, mark == "-" || mark == " ",
      let country = Self.vehicleCodes[String(letters)]
        ?? (mark == "-" ? Country(alpha2: String(letters)) : nil)
    {
      // D-80331, or D 80331.
      known = country
      code = code.dropFirst(letters.count + 1)
    }
    let shape = code.utf8.map { byte in
      Self.isDigit(byte) ? UInt8(ascii: "9") : Self.isCapital(byte) ? UInt8(ascii: "A") : byte
    }
    let form = Self.forms.first { form in
      form.shapes.contains { shape.elementsEqual($0.utf8) }
    }
    guard let form else { return nil }
    country = known ?? form.country
    self.length = length
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The codes of countries on cars, which precede postal codes, unless they are those of ISO.
  private static let vehicleCodes: [String: Country] = [
    "A": .austria, "B": .belgium, "D": .germany, "E": .spain, "F": .france, "H": .hungary,
    "I": .italy, "L": .luxembourg, "N": .norway, "P": .portugal, "S": .sweden,
  ]

  /// The forms of postal codes, with a 9 for each digit and an A for each capital, those of one
  /// country first.
  private static let forms: [(country: Country?, shapes: [Substring])] = [
    (.unitedKingdom, shapes("A9 9AA,A99 9AA,AA9 9AA,AA99 9AA,A9A 9AA,AA9A 9AA")),
    (.unitedKingdom, shapes("A99AA,A999AA,AA99AA,AA999AA,A9A9AA,AA9A9AA")),
    (.unitedKingdom, shapes("A9,A99,AA9,AA99,AA9A")),
    (.canada, shapes("A9A 9A9,A9A9A9")),
    (.ireland, irishShapes),
    (.netherlands, shapes("9999 AA,9999AA")),
    (.japan, shapes("999-9999")),
    (.poland, shapes("99-999")),
    (.portugal, shapes("9999-999")),
    (.brazil, shapes("99999-999")),
    (.unitedStates, shapes("99999-9999")),
    (nil, shapes("999,9999,99999,999999,9999999,999 99,A9A")),
  ]

  /// The Irish ones: "D02 X285", "D6W F8N3".
  private static let irishShapes = ["A99", "A9A"].flatMap { area in
    ["A999", "A99A", "A9A9", "A9AA", "AA99", "AA9A", "AAA9", "AAAA"].flatMap { place in
      [area + " " + place, area + place].map { $0[...] }
    }
  }

  private static func shapes(_ list: String) -> [Substring] { list.split(separator: ",") }
}
