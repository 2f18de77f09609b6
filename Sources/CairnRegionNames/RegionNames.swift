internal import CairnMemory
public import CairnRegions
internal import CairnText

extension AdministrativeArea {
  /// The languages that ``name(in:)`` supports, as BCP 47 tags; those of `Country.nameLanguages`.
  public static var nameLanguages: [String] { RegionNames.shared.languages.tags }

  /// The name of the region in a language.
  ///
  /// ```swift
  /// let tyrol = AdministrativeArea(code: "AT-7")
  /// tyrol?.name(in: "ja")      // "チロル州"
  /// tyrol?.name(in: "de-AT")   // "Tirol"
  /// ```
  ///
  /// In most languages nine in ten of the regions with a code have a name; fewer do in Persian,
  /// Hungarian and Hebrew. Some names contain the kind of region: "provincia di Trento".
  ///
  /// - Parameter language: a BCP 47 tag, ignoring case. If the tag is not supported, its first part
  ///   is used.
  /// - Returns: the name, in English that of the region; `nil` if none is known.
  /// - Complexity: O(log *n*).
  public func name(in language: String) -> String? {
    let names = RegionNames.shared
    guard let digit = names.languages.digit(of: language) else { return nil }
    if digit == names.english { return name }
    let found = names.lines.name(ofRow: Int(row), in: digit)
    return found == "=" ? name : found
  }
}

/// The tables of names, opened on first use.
internal struct RegionNames: Sendable {
  static let shared = RegionNames()

  let lines = TranslatedLines(ConstantText(RegionNameData.names))
  let languages: NameLanguages
  let order: RegionNameOrder
  /// A thousand times the logarithm of the people in the cities of each region.
  let people = PackedNumbers(ConstantText(RegionNameData.people), width: 2)
  /// The digit of English, whose names are those of the regions.
  let english: UInt8?

  private init() {
    order = RegionNameOrder(
      RegionNameData.order, names: lines.text, regions: AdministrativeArea.table)
    languages = NameLanguages(RegionNameData.languages)
    english = languages.digit(of: "en")
  }
}
