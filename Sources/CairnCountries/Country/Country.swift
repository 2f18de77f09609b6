/// A country or territory with a code of its own in ISO 3166-1, or Kosovo.
///
/// A value is the two letters of the code and nothing else: two bytes, free to copy and to store
/// a million times. What is known about the country stands in the embedded table and is read when
/// asked for.
public struct Country: Hashable, Sendable {
  /// The two letters of the code in ASCII, the first in the high byte.
  package let letters: UInt16

  /// The country of two capital letters; only for letters that are a country's code.
  package init(letters: UInt16) {
    self.letters = letters
  }
}

extension Country: Comparable {
  /// Orders countries by their two-letter codes.
  public static func < (a: Country, b: Country) -> Bool { a.letters < b.letters }
}

extension Country {
  /// The country of a cell of the embedded tables, which hold codes of countries only.
  internal init(verified code: Substring) {
    var letters: UInt16 = 0
    for letter in code.utf8 { letters = letters << 8 | UInt16(letter) }
    self.init(letters: letters)
  }
}
