public import CairnGeodesy
public import CairnIndex

/// Point features in little memory: what is read from a file to be searched, or saved with an
/// index.
///
/// ```swift
/// var features = PackedFeatures()
/// features.append(GeoFeature(
///   geometry: .point(.init(Coordinate(latitude: 47.421, longitude: 10.985))),
///   properties: ["name": "Zugspitze"]))
/// let index = try features.index()
/// index.nearest(to: here, count: 1).first.map { features[$0.element].properties["name"] }
/// ```
///
/// A feature takes 17 bytes and its properties about as many as their texts; it is made anew each
/// time it is asked for. Lines and polygons lose their geometry: an index is of places.
public struct PackedFeatures: Sendable {
  internal private(set) var names = RecordNames()
  internal private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Makes a list without features.
  public init() {}

  /// Adds a feature.
  ///
  /// - Parameter feature: a point; of another geometry only the properties are kept.
  public mutating func append(_ feature: GeoFeature) {
    bytes.append(record: feature) { names.number(of: $0) }
    ends.append(bytes.count)
  }

  /// The names of all properties, in the order in which they first came.
  public var propertyNames: [String] { names.names }

  /// Where a feature is; not a number where it is no point.
  ///
  /// - Complexity: O(1).
  public func coordinate(at position: Int) -> Coordinate {
    RecordCursor.coordinate(bytes, in: range(at: position))
  }

  /// One property of a feature, without making the others.
  ///
  /// - Parameters:
  ///   - number: the position of the property's name in ``propertyNames``.
  ///   - position: the feature.
  /// - Returns: the value; nil where the feature has no such property.
  public func value(ofProperty number: Int, at position: Int) -> PropertyValue? {
    RecordNames.value(ofMember: number, bytes, in: range(at: position))
  }

  /// An index of the features that have a valid coordinate; its elements are their positions.
  ///
  /// - Parameter threads: how many threads may work on it.
  /// - Throws: ``PlaceIndexError/tooManyElements(count:)``.
  public func index(threads: Int = 1) throws(PlaceIndexError) -> PlaceIndex<Int> {
    try PlaceIndex(skippingInvalid: indices, coordinate: coordinate(at:), threads: threads)
  }

  internal func range(at position: Int) -> Range<Int> {
    (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }
}

extension PackedFeatures: RandomAccessCollection {
  /// The position of the first feature.
  public var startIndex: Int { 0 }

  /// The position behind the last feature.
  public var endIndex: Int { ends.count }

  /// The feature at a position, made of its bytes.
  public subscript(position: Int) -> GeoFeature {
    names.feature(bytes, in: range(at: position)) ?? GeoFeature(geometry: nil)
  }
}
