// Former public names, kept for one minor version. See Documentation/Renamed.md.

extension GeoNamesReader {
  /// The former name of `recognizes(_:)`.
  @available(*, deprecated, renamed: "recognizes(_:)")
  public static func recognises(_ start: [UInt8]) -> Bool { recognizes(start) }
}

extension WKTWriter {
  /// The former name of `init(fractionDigits:includesSRID:)`.
  @available(*, deprecated, renamed: "init(fractionDigits:includesSRID:)")
  public init(fractionDigits: Int? = nil, namesSystem: Bool) {
    self.init(fractionDigits: fractionDigits, includesSRID: namesSystem)
  }
}

extension TableWriter {
  /// The former name of `omittedNames`.
  @available(*, deprecated, renamed: "omittedNames")
  public var leftOutNames: [String] { omittedNames }

  /// The former name of `init(columns:delimiter:nullText:)`.
  @available(*, deprecated, renamed: "init(columns:delimiter:nullText:)")
  public init(
    columns: PlaceColumns, delimiter: UInt8 = UInt8(ascii: ","), nullWord: String
  ) {
    self.init(columns: columns, delimiter: delimiter, nullText: nullWord)
  }

  /// The former name of the initializer with `nullText`.
  @available(
    *, deprecated,
    renamed:
      "init(delimiter:names:location:nullText:quoting:fractionDigits:hasElevation:hasIdentifier:)"
  )
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), names: [String]? = nil, location: Location? = nil,
    nullWord: String, quoting: Quoting = .exact, fractionDigits: Int? = nil,
    hasElevation: Bool = false, hasIdentifier: Bool = false
  ) {
    self.init(
      delimiter: delimiter, names: names, location: location, nullText: nullWord, quoting: quoting,
      fractionDigits: fractionDigits, hasElevation: hasElevation, hasIdentifier: hasIdentifier)
  }
}

extension FileFormat.WriterOptions {
  /// The former name of `nullText`.
  @available(*, deprecated, renamed: "nullText")
  public var nullWord: String {
    get { nullText }
    set { nullText = newValue }
  }
}
