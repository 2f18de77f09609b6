extension Coordinate {
  /// Reads a coordinate from text as people paste it.
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
  /// Without letters the first angle is the latitude, but in square brackets the longitude, as in a
  /// position of GeoJSON. Degree, prime and quote marks may be the typographic ones or their stand-ins in
  /// ASCII, the minus sign also a dash. Comma, semicolon, slash or blanks separate, also the commas
  /// and semicolons of Chinese, Japanese and Arabic. Directions and names are those of English,
  /// German, French, Spanish, Italian, Portuguese and Dutch. Only the last part of an angle may
  /// have a fraction, which may also stand right behind its mark (`48°51'.504`); minutes and seconds
  /// lie in 0..<60. Degrees without marks have at most three digits. If minutes are run together with
  /// them, it is so in both angles, with all zeros: `5130N 0130W` is refused. A latitude lies in -90...90, a longitude
  /// in -360...360. A reference system must be WGS 84. Angles of up to 15 digits come out correctly
  /// rounded.
  ///
  /// A height is read and left out; ``GeodeticPosition`` keeps it. Of a link the place is taken
  /// rather than the middle of the view, and no link is followed: a short one holds nothing.
  ///
  /// What may mean two places is refused with ``CoordinateParsingError/Kind/ambiguous``: a comma
  /// that may part or be a decimal mark (`48,5 2`), a dash that may part or be a minus sign
  /// (`48.85 - 2.29`), a letter between two numbers (`48.85 N 2.29`), three whole numbers, and
  /// the letter O, which is the east in German and the west in French. O is read where the text
  /// has another word of such a language (`48° Süd, 2° O`) or where `letterO` says what it means.
  ///
  /// ```swift
  /// let tower = try Coordinate(parsing: "48°51'30.24\"N 2°17'40.2\"E")
  /// tower.latitude   // 48.8584
  /// ```
  ///
  /// - Parameters:
  ///   - text: at most one coordinate, with blanks around it or not.
  ///   - letterO: what a letter O means where the text does not say it.
  /// - Throws: ``CoordinateParsingError`` with the place of the first mistake.
  /// - Complexity: O(*n*) in the length of the text.
  @inlinable
  public init(
    parsing text: some StringProtocol, letterO: CoordinateLetterO? = nil
  ) throws(CoordinateParsingError) {
    self = try GeodeticPosition(reading: String(text), letterO: letterO).coordinate
  }
}
