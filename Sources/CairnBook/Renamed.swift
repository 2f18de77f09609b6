// Former public names, kept for one minor version. See Documentation/Renamed.md.

public import CairnGeodesy

/// The former name of `PlaceNumberKey`.
@available(*, deprecated, renamed: "PlaceNumberKey")
public typealias PlaceMeasure = PlaceNumberKey

extension Journal {
  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }

  /// The former form of `stays(within:atLeast:)`, with a duration in seconds.
  @available(*, deprecated, message: "pass a Duration, such as atLeast: .minutes(20)")
  @_disfavoredOverload
  public func stays(within radius: Double, atLeast duration: Double) -> [JournalStay] {
    stays(within: radius, atLeastSeconds: duration)
  }
}

extension JournalLeg {
  /// The former name of `init(start:length:seconds:bearing:)`.
  @available(*, deprecated, renamed: "init(start:length:seconds:bearing:)")
  public init(start: Int, length: Double, duration: Double, bearing: Double) {
    self.init(start: start, length: length, seconds: duration, bearing: bearing)
  }

  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }
}

extension JournalStay {
  /// The former name of `init(entries:center:seconds:)`.
  @available(*, deprecated, renamed: "init(entries:center:seconds:)")
  public init(entries: Range<Int>, center: Coordinate, duration: Double) {
    self.init(entries: entries, center: center, seconds: duration)
  }

  /// The former name of `seconds`.
  @available(*, deprecated, renamed: "seconds")
  public var duration: Double { seconds }
}
