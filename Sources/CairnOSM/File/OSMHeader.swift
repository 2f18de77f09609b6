public import CairnGeodesy

/// The properties stated at the beginning of an extract.
public struct OSMHeader: Hashable, Sendable {
  /// The area of the extract; nil if it is not stated.
  public internal(set) var boundingBox: BoundingBox?
  /// The features that a reader must support, such as `DenseNodes`.
  public internal(set) var requiredFeatures: [String] = []
  /// The features that a reader may ignore, such as `Sort.Type_then_ID`.
  public internal(set) var optionalFeatures: [String] = []
  /// The program that wrote the file.
  public internal(set) var writingProgram: String?
  /// The origin of the data.
  public internal(set) var source: String?
  /// The state of the data: seconds since 1970-01-01T00:00 in UTC.
  public internal(set) var replicationTimestamp: Int64?

  /// Whether the file states that nodes precede ways and ways precede relations, each by ascending
  /// identifier.
  public var isSorted: Bool { optionalFeatures.contains("Sort.Type_then_ID") }

  /// Whether the file contains earlier versions and deleted elements.
  public var hasHistory: Bool { requiredFeatures.contains("HistoricalInformation") }

  internal init() {}
}
