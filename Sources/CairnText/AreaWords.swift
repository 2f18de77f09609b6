/// The words for kinds of areas before or after their names: "Kanton Zürich", "Kerala state",
/// "四川省".
package enum AreaWords {
  /// The words for kinds of regions in several languages, which precede or follow a name.
  ///
  /// `Data/region_name_order.py` reads these tables.
  private static let kinds = """
    canton kanton cantone state states stato etat estado estat staat stat province provinces provincia
    provincie provins provinsi provinz prowincja region regione regio comunidad comunitat comunidade
    comunita communaute gemeinschaft autonome autonoma autonoma autonomous autonome wojewodztwo
    voivodeship voivodato voivodia voievodie voivodie woiwodschaft woiwodschap vojvodskap vajdasag
    oblast krai kraj republic republik republika republique republica repubblica respublika
    departement departamento department dipartimento prefecture prefectura prefektur prefettura
    prafektur prefektura prefeitura county counties comte contea condado lan fylke megye judet
    district distrito distretto distrikt governorate gouvernorat gouvernement governatorato
    gobernacion wilaya muhafazah emirate emirat emirato ili vilayeti eyaleti tinh propinsi parish
    parroquia parrocchia parochie paroisse kozosseg bundesland freistaat tartomany ken sheng
    область край республика провинция провінція штат кантон воеводство воєводство земля кантон
    область префектура префектура محافظة ولاية مقاطعة منطقة كانتون إقليم إمارة استان ایالت صوبہ
    राज्य प्रांत कैन्टन νομος επαρχια περιφερεια καντονι πολιτεια מחוז מדינת 성 주 현 도
    """
  /// Words that only precede a name.
  private static let leadingKinds = "land"
  /// The words for cities, which precede a name.
  private static let cityKinds = """
    city stadt ville citta ciudad cidade ciutat municipality municipio municipalite comune commune
    gemeente gemeinde stad miasto kommun город місто
    """
  /// The words between a kind and a name.
  private static let connectives = "of the de del della dell dello di da do dos das du des d von"
  /// The letters for kinds of cities and regions at the end of a name without spaces.
  private static let citySuffixes = letters("市 시")
  private static let suffixes =
    letters("省 州 縣 县 県 府 都 道 성 주 현 도") + citySuffixes

  private static func letters(_ table: String) -> [[UInt8]] {
    table.split(separator: " ").map { Array($0.utf8) }
  }

  private static let kindWords = words(kinds)
  private static let leadingWords = words(leadingKinds)
  private static let cityWords = words(cityKinds)
  private static let connectiveWords = words(connectives)

  internal static func isConnective(_ word: some Sequence<UInt8>) -> Bool {
    connectiveWords.contains(Array(word))
  }

  internal static func words(_ table: String) -> Set<[UInt8]> {
    Set(table.split { $0 == " " || $0 == "\n" }.map { SearchKey($0).bytes })
  }

  /// The name of a region or a city without the word for its kind.
  package struct Name {
    /// The key without the words.
    package let key: SearchKey
    /// Whether the words are those for a city.
    package let isCity: Bool
  }

  /// The key of a name without the words for its kind.
  ///
  /// - Parameter key: the key of a text.
  /// - Returns: the name; nil if the text has no such words, or has no others.
  package static func name(in key: SearchKey) -> Name? {
    var words = key.words[...]
    // "The city of Vienna".
    if words.count > 2, words.first?.elementsEqual("the".utf8) == true { words.removeFirst() }
    let kindStart = words.startIndex
    var isCity = false
    while let first = words.first.map(Array.init), words.count > 1 {
      if cityWords.contains(first), words.startIndex == kindStart {
        isCity = true
      } else if !kindWords.contains(first), !leadingWords.contains(first),
        words.startIndex == kindStart || !connectiveWords.contains(first)
      {
        break
      }
      words.removeFirst()
    }
    while let last = words.last, words.count > 1, kindWords.contains(Array(last)) {
      words.removeLast()
    }
    guard words.contains(where: { !connectiveWords.contains(Array($0)) }),
      let start = words.first?.startIndex, var end = words.last?.endIndex
    else { return nil }
    if words.startIndex == kindStart, words.endIndex == key.words.endIndex {
      guard let suffix = suffix(of: key.bytes[start..<end]) else { return nil }
      end -= suffix.count
      isCity = citySuffixes.contains(suffix)
    }
    return Name(key: SearchKey(bytes: Array(key.bytes[start..<end])), isCity: isCity)
  }

  /// The suffix of a name without spaces, which has at least two letters besides.
  private static func suffix(of name: ArraySlice<UInt8>) -> [UInt8]? {
    guard name.count >= 9, name.suffix(9).allSatisfy({ $0 >= 0x80 }) else { return nil }
    return suffixes.first { name.suffix($0.count) == $0[...] }
  }

  /// Whether the bytes after a name are only the word for its kind.
  package static func isKind(_ rest: ArraySlice<UInt8>) -> Bool {
    if suffixes.contains(where: { $0[...] == rest }) { return true }
    guard rest.first == UInt8(ascii: " ") else { return false }
    return rest.split(separator: UInt8(ascii: " ")).allSatisfy { kindWords.contains(Array($0)) }
  }
}
