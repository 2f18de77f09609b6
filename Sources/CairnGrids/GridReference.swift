public import CairnGeodesy

/// A place in any of the grid systems, determined by the form of its text.
///
/// ```swift
/// try GridReference(parsing: "33UXP0201040420").coordinate    // MGRS
/// try GridReference(parsing: "33north 602010 5340420").coordinate
/// try GridReference(parsing: "8FWR5992+8F").coordinate
/// ```
///
/// The coordinate of a cell is its center. No text is valid in two systems, and none is also a
/// coordinate that ``Coordinate/init(parsing:letterO:)`` parses.
public enum GridReference: Hashable, Sendable {
  /// A UTM zone with easting and northing in meters.
  case utm(UTMCoordinate)
  /// Easting and northing in meters around a pole.
  case ups(UPSCoordinate)
  /// A square of UTM or UPS.
  case mgrs(MGRSSquare)
  /// A cell of degrees.
  case plusCode(PlusCode)

  /// The place, or the center of the cell.
  public var coordinate: Coordinate {
    switch self {
    case .utm(let place): place.coordinate
    case .ups(let place): place.coordinate
    case .mgrs(let square): square.center
    case .plusCode(let code): code.center
    }
  }

  /// Parses a text in any of the grid systems.
  ///
  /// - Parameter text: one reference, optionally surrounded by blanks.
  /// - Throws: ``GridParsingError``: of kind ``GridParsingError/Kind/otherForm`` if the text has
  ///   the form of none of the systems, otherwise the error of the system that matches.
  public init(parsing text: some StringProtocol) throws(GridParsingError) {
    let text = String(text)
    if let found = try Self.read({ () throws(GridParsingError) in try PlusCode(parsing: text) }) {
      self = .plusCode(found)
    } else if let found = try Self.read({ () throws(GridParsingError) in
      try MGRSSquare(parsing: text)
    }) {
      self = .mgrs(found)
    } else if let found = try Self.read({ () throws(GridParsingError) in
      try UTMCoordinate(parsing: text)
    }) {
      self = .utm(found)
    } else if let found = try Self.read({ () throws(GridParsingError) in
      try UPSCoordinate(parsing: text)
    }) {
      self = .ups(found)
    } else {
      throw GridParsingError(
        kind: .otherForm, position: 0, found: String(text.prefix(40)),
        expected: "a reference of MGRS, UTM or UPS, or a Plus code")
    }
  }

  /// The result of a parser; nil if the text has another form.
  private static func read<Found>(
    _ body: () throws(GridParsingError) -> Found
  ) throws(GridParsingError) -> Found? {
    do throws(GridParsingError) {
      return try body()
    } catch {
      guard error.kind == .otherForm else { throw error }
      return nil
    }
  }
}

extension GridReference: CustomStringConvertible {
  /// The text in the form of its grid system.
  public var description: String {
    switch self {
    case .utm(let place): place.description
    case .ups(let place): place.description
    case .mgrs(let square): square.description
    case .plusCode(let code): code.description
    }
  }
}
