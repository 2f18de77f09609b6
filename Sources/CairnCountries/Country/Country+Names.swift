internal import CairnText

extension Country {
  /// The short English name in common use, such as `South Korea`.
  public var name: String { text(.name) }

  /// Other English names, abbreviations and former names: `UK`, `Holland`, `Burma`, and the name
  /// in ISO 3166-1 where it is another one.
  public var otherNames: [String] {
    let names = CountryTable.shared.names.optionalString(column: 1, row: row + 1) ?? ""
    var found: [String] = []
    var rest = Substring(names)
    while !rest.isEmpty {
      let name = rest.prefix { $0 != ";" }
      found.append(String(name))
      rest = rest[name.endIndex...].dropFirst(2)
    }
    return found
  }

  /// The languages that ``name(in:)`` knows, as tags of BCP 47.
  ///
  /// `ar bn de el en es fa fr he hi hu id it ja ko nl pl pt ru sv tr uk ur vi zh zh-Hant`
  public static var nameLanguages: [String] {
    let table = CountryTable.shared.names
    return (2..<(2 + nameLanguageCount)).map { table.string(column: $0, row: 0) }
  }

  /// The name in a language.
  ///
  /// ```swift
  /// Country.japan.name(in: "fr")       // "Japon"
  /// Country.japan.name(in: "de-AT")    // "Japan"
  /// ```
  ///
  /// - Parameter language: a tag of BCP 47 in any case. Where the tag is not known, its
  ///   first part decides.
  /// - Returns: the name, or `nil` when the language is not known, or the source lacks the name
  ///   in it, as for a few overseas territories.
  public func name(in language: String) -> String? {
    let tag = language.lowercased()
    let tags = Self.nameLanguages.map { $0.lowercased() }
    let main = tag.prefix { $0 != "-" && $0 != "_" }
    guard let column = tags.firstIndex(of: tag) ?? tags.firstIndex(of: String(main)) else {
      return nil
    }
    return CountryTable.shared.names.optionalString(column: column + 2, row: row + 1)
  }

  internal static let nameLanguageCount = 26
}
