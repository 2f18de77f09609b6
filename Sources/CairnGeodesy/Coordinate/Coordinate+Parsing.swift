extension Coordinate {
  /// Parses a coordinate from text as people paste it.
  ///
  /// | Form | Example |
  /// |---|---|
  /// | decimal degrees | `48.8584, 2.2945`, `(48.8584 2.2945)`, `[2.2945, 48.8584]` |
  /// | with a decimal comma | `48,8584; 2,2945`, `N51 58,123 E7 35,456` |
  /// | with hemispheres | `48.8584N 2.2945E`, `N48.8584 E2.2945`, `2.2945 East, 48.8584 North` |
  /// | with names | `lat: 48.8584, lng: 2.2945`, `latitude=48.8584&longitude=2.2945` |
  /// | degrees, minutes, seconds | `48°51'30.24"N 2°17'40.2"E`, `48 51 30 N, 2 17 40 E` |
  /// | with other marks | `48:51:30N 2:17:40E`, `48d51m30s 2d17m40s`, `48-51-30N 2-17-40E` |
  /// | degrees and minutes | `N 48° 51.504' W 2° 17.67'` |
  /// | without marks | `485130N 0021740E`, `4851.504,N,00217.67,E` |
  /// | with a height | `48.8584, 2.2945, 35 m`, `48.8584N 2.2945E 115 ft` |
  /// | ISO 6709 | `+48.8584+002.2945/`, `+485130.24+0021740.2+35CRSWGS_84/` |
  /// | `geo:` URIs (RFC 5870) | `geo:48.8584,2.2945,35;u=10` |
  /// | links | those of Google, Apple, Bing, Yandex, Waze, HERE and OpenStreetMap |
  ///
  /// Without letters the first angle is the latitude; in square brackets it is the longitude, as in
  /// a GeoJSON position. Degree, prime and quote marks may be the typographic characters or their
  /// ASCII stand-ins, and the minus sign may be a dash. Separators are a comma, a semicolon, a
  /// slash or blanks, and the commas and semicolons of Chinese, Japanese and Arabic. Directions and
  /// names may be in English, German, French, Spanish, Italian, Portuguese or Dutch. Only the last
  /// part of an angle may have a fraction, which may also directly follow its mark (`48°51'.504`).
  /// Minutes and seconds must be in 0..<60. Degrees without marks have at most three digits. If
  /// minutes are run together with degrees, both angles must be written that way, with all zeros:
  /// `5130N 0130W` is rejected. A latitude must be in -90...90, a longitude in -360...360. A
  /// reference system must be WGS 84. Angles of up to 15 digits are correctly rounded.
  ///
  /// A height is parsed and discarded; ``GeodeticPosition`` keeps it. A link yields the place that
  /// it marks rather than the center of its view. Links are never followed; a short link contains
  /// no coordinate.
  ///
  /// Text that may mean two places is rejected with ``CoordinateParsingError/Kind/ambiguous``: a
  /// comma that may be a separator or a decimal mark (`48,5 2`), a dash that may be a separator or
  /// a minus sign (`48.85 - 2.29`), a letter between two numbers (`48.85 N 2.29`), three whole
  /// numbers, and the letter O, which means east in German and west in French. O is accepted if the
  /// text has another word of such a language (`48° Süd, 2° O`) or if `letterO` gives its meaning.
  ///
  /// ```swift
  /// let tower = try Coordinate(parsing: "48°51'30.24\"N 2°17'40.2\"E")
  /// tower.latitude   // 48.8584
  /// ```
  ///
  /// - Parameters:
  ///   - text: at most one coordinate, optionally surrounded by blanks.
  ///   - letterO: the meaning of a letter O if the text does not determine it.
  /// - Throws: ``CoordinateParsingError`` with the position of the first error.
  /// - Complexity: O(*n*) in the length of the text.
  @inlinable
  public init(
    parsing text: some StringProtocol, letterO: CoordinateLetterO? = nil
  ) throws(CoordinateParsingError) {
    self = try GeodeticPosition(reading: String(text), letterO: letterO).coordinate
  }
}
