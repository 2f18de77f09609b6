internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnText

extension Gazetteer {
  /// The place in Italy with the name before the code of a province of its region: "Milano (MI)",
  /// "TORINO TO", "Bari, BA".
  ///
  /// Italian addresses end with this code. Places have no province, so a code of the same region is
  /// enough; other codes match nothing: "Verona NJ" is not in Italy.
  internal func rowBeforeProvince(_ query: PlaceQuery, where accepts: (Int) -> Bool) -> Int? {
    let text = query.text
    guard let last = text.split(whereSeparator: { !$0.isLetter }).last, last.utf8.count == 2,
      let region = Self.region(ofProvince: last)
    else { return nil }
    let before = text[..<last.startIndex]
    guard let end = before.last, !end.isLetter,
      !text[last.endIndex...].contains(where: { $0 != ")" && !$0.isWhitespace })
    else { return nil }
    let name = PlaceQuery(String(before.reversed().drop { !$0.isLetter }.reversed()))
    return rows(named: name).first { row in
      accepts(row) && isInCountry(.italy, row: row) && place(at: row).region == region
    }
  }

  /// The region of a province.
  private static func region(ofProvince code: Substring) -> String? {
    provinces.first { $0.codes.split(separator: " ").contains(code) }?.region
  }

  /// The codes of the provinces on the plates of cars and in addresses, by region.
  private static let provinces: [(region: String, codes: String)] = [
    ("Abruzzo", "AQ CH PE TE"),
    ("Aosta Valley", "AO"),
    ("Apulia", "BA BR BT FG LE TA"),
    ("Basilicate", "MT PZ"),
    ("Calabria", "CS CZ KR RC VV"),
    ("Campania", "AV BN CE NA SA"),
    ("Emilia-Romagna", "BO FC FE MO PC PR RA RE RN"),
    ("Friuli Venezia Giulia", "GO PN TS UD"),
    ("Lazio", "FR LT RI RM VT"),
    ("Liguria", "GE IM SP SV"),
    ("Lombardy", "BG BS CO CR LC LO MB MI MN PV SO VA"),
    ("Molise", "CB IS"),
    ("Piedmont", "AL AT BI CN NO TO VB VC"),
    ("Sardinia", "CA NU OR SS SU"),
    ("Sicily", "AG CL CT EN ME PA RG SR TP"),
    ("The Marches", "AN AP FM MC PU"),
    ("Trentino-Alto Adige", "BZ TN"),
    ("Tuscany", "AR FI GR LI LU MS PI PO PT SI"),
    ("Umbria", "PG TR"),
    ("Veneto", "BL PD RO TV VE VI VR"),
  ]
}
