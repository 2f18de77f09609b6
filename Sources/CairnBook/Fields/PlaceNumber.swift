public import CairnHours

/// What a book can order by, average and compare with a range: numbers, and what counts as one.
///
/// Numbers of Swift, dates and times of `CairnHours` and optionals of all these are. A `Date` of
/// Foundation has a key path to a number, `\.day.timeIntervalSinceReferenceDate`.
public protocol PlaceNumber: Sendable {
  /// The number; NaN where there is none.
  var placeNumber: Double { get }
}

// What each number is stands in ``PlaceNumber``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension BinaryInteger {
  public var placeNumber: Double { Double(self) }
}

extension Int: PlaceNumber {}
extension Int8: PlaceNumber {}
extension Int16: PlaceNumber {}
extension Int32: PlaceNumber {}
extension Int64: PlaceNumber {}
extension UInt: PlaceNumber {}
extension UInt8: PlaceNumber {}
extension UInt16: PlaceNumber {}
extension UInt32: PlaceNumber {}
extension UInt64: PlaceNumber {}

extension Double: PlaceNumber {
  /// The number itself.
  public var placeNumber: Double { self }
}

extension Float: PlaceNumber {
  /// The same number.
  public var placeNumber: Double { Double(self) }
}

extension Optional: PlaceNumber where Wrapped: PlaceNumber {
  /// The number, NaN for nil.
  public var placeNumber: Double { self?.placeNumber ?? .nan }
}

extension CivilDate: PlaceNumber {
  /// The days since 1 January 1970.
  public var placeNumber: Double { Double(dayNumber) }
}

extension CivilTime: PlaceNumber {
  /// The seconds since 1970 began, with days of 24 hours.
  public var placeNumber: Double { Double(date.dayNumber) * 86_400 + time.seconds }
}
