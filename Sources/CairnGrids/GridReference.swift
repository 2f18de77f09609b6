public import CairnGeodesy

/// A place as one of the grids names it, of whichever its text is.
///
/// ```swift
/// try GridReference(parsing: "33UXP0201040420").coordinate    // MGRS
/// try GridReference(parsing: "33north 602010 5340420").coordinate
/// try GridReference(parsing: "8FWR5992+8F").coordinate
/// ```
///
/// The coordinate of a cell is its centre. No text is of two grids, and none of a coordinate that
/// ``Coordinate/init(parsing:letterO:)`` reads.
public enum GridReference: Hashable, Sendable {
  /// A zone and metres in it.
  case utm(UTMCoordinate)
  /// Metres around a pole.
  case ups(UPSCoordinate)
  /// A square of UTM or UPS.
  case mgrs(MGRSSquare)
  /// A cell of degrees.
  case plusCode(PlusCode)

  /// The place, or the centre of the cell.
  public var coordinate: Coordinate {
    switch self {
    case .utm(let place): place.coordinate
    case .ups(let place): place.coordinate
    case .mgrs(let square): square.center
    case .plusCode(let code): code.center
    }
  }

  /// Reads a text of any of the grids.
  ///
  /// - Parameter text: one reference, with blanks around it or not.
  /// - Throws: ``GridParsingError``: of kind ``GridParsingError/Kind/otherForm`` where the text is
  ///   of none of the grids, else with what is wrong with it.
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

  /// What a reader finds; nil where the text is of another form.
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
  /// The text that its grid writes.
  public var description: String {
    switch self {
    case .utm(let place): place.description
    case .ups(let place): place.description
    case .mgrs(let square): square.description
    case .plusCode(let code): code.description
    }
  }
}
