public import CairnHours

/// A value that a book can sort by, average and compare with ranges.
///
/// Conforming types are Swift's numbers, dates and times of `CairnHours`, and optionals of these.
/// Numbers are compared as `Double`. A Foundation `Date` needs one line in the app:
///
/// ```swift
/// extension Date: @retroactive PlaceNumber {
///   public var placeNumber: Double { timeIntervalSinceReferenceDate }
/// }
///
/// book.places(.init(filters: [.within(\.lastVisit, ..<lastYear)]))   // a Date or Date?
/// ```
public protocol PlaceNumber: Sendable {
  /// The value as a number; NaN if none exists.
  var placeNumber: Double { get }
}

// See ``PlaceNumber`` for the documentation of each `placeNumber`.
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
  /// The number as a `Double`.
  public var placeNumber: Double { Double(self) }
}

extension Optional: PlaceNumber where Wrapped: PlaceNumber {
  /// The number, or NaN for nil.
  public var placeNumber: Double { self?.placeNumber ?? .nan }
}

extension CivilDate: PlaceNumber {
  /// The number of days since 1970-01-01.
  public var placeNumber: Double { Double(dayNumber) }
}

extension CivilTime: PlaceNumber {
  /// The number of seconds since 1970-01-01T00:00, with days of 24 hours.
  public var placeNumber: Double { Double(date.dayNumber) * 86_400 + time.seconds }
}
