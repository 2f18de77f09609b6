/// The words for an airport before or after the name of its city: "Flughafen München",
/// "aeroporto di Roma", "上海机场".
package enum AirportWords {
  private static let kinds = AreaWords.words(
    """
    airport airports flughafen aeroporto aeropuerto aeroport aerodromo luchthaven vliegveld lotnisko
    lufthavn flygplats lentoasema letiste letisko repuloter havalimani havaalani bandara lidosta
    lennujaam аэропорт аеропорт летище αεροδρομιο αερολιμενας مطار
    """)
  private static let others = AreaWords.words(
    "international internationaler internazionale internacional internasional the")
  private static let suffixes = ["国际机场", "國際機場", "国際空港", "机场", "機場", "空港", "국제공항", "공항"]
    .map { Array($0.utf8) }

  /// The key of the name of a city without the words for an airport.
  ///
  /// - Parameter key: the key of a text.
  /// - Returns: the name; nil if the text has no such words, or has no others.
  package static func name(in key: SearchKey) -> SearchKey? {
    let words = key.words
    if words.count == 1 {
      guard let suffix = suffixes.first(where: { key.bytes.suffix($0.count) == $0[...] }),
        key.bytes.count > suffix.count
      else { return nil }
      return SearchKey(bytes: Array(key.bytes.dropLast(suffix.count)))
    }
    guard words.contains(where: { kinds.contains(Array($0)) }) else { return nil }
    var rest = words.filter { !kinds.contains(Array($0)) && !others.contains(Array($0)) }[...]
    while let first = rest.first, AreaWords.isConnective(first) { rest.removeFirst() }
    guard !rest.isEmpty else { return nil }
    return SearchKey(bytes: Array(rest.joined(separator: CollectionOfOne(UInt8(ascii: " ")))))
  }
}
