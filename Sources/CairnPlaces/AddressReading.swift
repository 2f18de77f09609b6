internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnText

/// A name in an address: without the postal code, or without the code of a province after it.
///
/// Tried only if the text as a whole names no place: "100 Mile House" has no postal code.
internal struct AddressReading {
  /// The code that was removed from the text.
  enum Code {
    /// A postal code, whose place is not known.
    case postal
    /// The code of a province or a state of ``country``.
    case province
    /// Two capitals that are not such a code: the place may be anywhere.
    case unknown
  }

  /// The text without the code.
  let query: PlaceQuery
  let code: Code
  /// The country that has such codes; nil if several do.
  let country: Country?
  /// The region of the province.
  private(set) var region: String?

  /// The reading of a text; nil if it has no code.
  init?(_ query: PlaceQuery) {
    if let found = PostalCode.removing(from: query.text) {
      self.init(query: PlaceQuery(found.text), code: .postal, country: found.country)
    } else if let found = Self.withoutProvince(query.parts) {
      self = found
    } else if let name = query.withoutCode(of: 2...2) {
      self.init(query: PlaceQuery(name), code: .unknown, country: nil)
    } else {
      return nil
    }
    if self.query.key.isEmpty { return nil }
  }

  private init(query: PlaceQuery, code: Code, country: Country?, region: String? = nil) {
    self.query = query
    self.code = code
    self.country = country
    self.region = region
  }

  /// Whether a place is in the country or region of the code.
  ///
  /// Places have no province, so a code of their region is enough.
  func matches(_ row: Int, in gazetteer: Gazetteer) -> Bool {
    if let country, !gazetteer.isInCountry(country, row: row) { return false }
    return region.map { gazetteer.place(at: row).region == $0 } ?? true
  }

  /// A name before the code of a province: "Milano (MI)", "TORINO TO", "Lecce (LE), Italia", "Bari,
  /// BA".
  ///
  /// Italian addresses end with this code, which only their country may follow.
  private static func withoutProvince(_ parts: [String]) -> AddressReading? {
    for (number, part) in parts.enumerated() {
      guard let last = part.split(whereSeparator: { !$0.isLetter }).last, last.utf8.count == 2,
        !part[last.endIndex...].contains(where: { $0 != ")" && !$0.isWhitespace }),
        let province = provinces.first(where: { $0.codes.split(separator: " ").contains(last) }),
        parts[(number + 1)...].allSatisfy({ Country($0) == province.country })
      else { continue }
      let before = part[..<last.startIndex].reversed().drop { !$0.isLetter }.reversed()
      let name = parts[..<number] + (before.isEmpty ? [] : [String(before)])
      return AddressReading(
        query: PlaceQuery(name.joined(separator: ", ")), code: .province,
        country: province.country, region: province.region)
    }
    return nil
  }

  /// The codes of provinces on the plates of cars and in addresses, and other codes of regions than
  /// those of the gazetteer, by region.
  private static let provinces: [(country: Country, region: String, codes: String)] = [
    (.germany, "North Rhine-Westphalia", "NW"),
    (.italy, "Abruzzo", "AQ CH PE TE"),
    (.italy, "Aosta Valley", "AO"),
    (.italy, "Apulia", "BA BR BT FG LE TA"),
    (.italy, "Basilicate", "MT PZ"),
    (.italy, "Calabria", "CS CZ KR RC VV"),
    (.italy, "Campania", "AV BN CE NA SA"),
    (.italy, "Emilia-Romagna", "BO FC FE MO PC PR RA RE RN"),
    (.italy, "Friuli Venezia Giulia", "GO PN TS UD"),
    (.italy, "Lazio", "FR LT RI RM VT"),
    (.italy, "Liguria", "GE IM SP SV"),
    (.italy, "Lombardy", "BG BS CO CR LC LO MB MI MN PV SO VA"),
    (.italy, "Molise", "CB IS"),
    (.italy, "Piedmont", "AL AT BI CN NO TO VB VC"),
    (.italy, "Sardinia", "CA NU OR SS SU"),
    (.italy, "Sicily", "AG CL CT EN ME PA RG SR TP"),
    (.italy, "The Marches", "AN AP FM MC PU"),
    (.italy, "Trentino-Alto Adige", "BZ TN"),
    (.italy, "Tuscany", "AR FI GR LI LU MS PI PO PT SI"),
    (.italy, "Umbria", "PG TR"),
    (.italy, "Veneto", "BL PD RO TV VE VI VR"),
  ]
}

extension Gazetteer {
  /// The place named in an address with a postal code or the code of a province.
  internal func row(inAddress query: PlaceQuery, where accepts: (Int) -> Bool) -> Int? {
    guard let address = AddressReading(query), address.code != .unknown else { return nil }
    return find(address.query) { accepts($0) && address.matches($0, in: self) }.row
  }

  /// The place named after or before a word for its kind: "City of Bath", "Provincia di
  /// Siena", "Kerala state".
  ///
  /// A region precedes other places of the name, unless the word is one for a city, or the
  /// likeliest place is a city in another country: "Provincia di Bari" is not the region in
  /// Somalia. A small city is not named by the word for a region: "Central Province" is not Central
  /// in Louisiana.
  internal func row(withKind query: PlaceQuery, where accepts: (Int) -> Bool) -> Int? {
    guard let name = AreaWords.name(in: query.key) else { return nil }
    let found = rows(named: query.named(name.key)).filter { accepts($0) && matches(query, row: $0) }
    guard let first = found.first, !name.isCity else { return found.first }
    if let region = found.first(where: { isRegion($0, ratherThan: first) }) { return region }
    return population(ofRow: first) >= Self.capitalPopulation ? first : nil
  }

  /// The minimum population of a city after which a region may be named.
  private static let capitalPopulation = 40_000

  /// Whether the word for a region means a place that is a region, rather than the likeliest place
  /// of the name.
  internal func isRegion(_ row: Int, ratherThan likeliest: Int) -> Bool {
    kind(ofRow: row) == .region
      && (likeliest >= cityCount || country(ofRow: row) == country(ofRow: likeliest))
  }
}
