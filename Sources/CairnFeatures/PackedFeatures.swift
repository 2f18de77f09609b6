public import CairnFormats
public import CairnGeodesy
public import CairnIndex
package import CairnMemory

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
/// time it is asked for, in O(its bytes). Lines and polygons lose their geometry: an index is of
/// places. Not for features that are asked for again and again, as in a sort: keep those as
/// ``GeoFeature`` values.
public struct PackedFeatures: Sendable {
  internal private(set) var names = RecordNames()
  internal private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Makes a list without features.
  public init() {}

  /// Makes a list without features, with names that records to come have numbers of.
  internal init(names: RecordNames) { self.names = names }

  /// Adds a feature by its record.
  internal mutating func append(record: [UInt8]) {
    bytes += record
    ends.append(bytes.count)
  }

  /// Adds a feature.
  ///
  /// - Parameter feature: a point; of another geometry only the properties are kept.
  public mutating func append(_ feature: GeoFeature) {
    bytes.append(record: feature) { names.number(of: $0) }
    ends.append(bytes.count)
  }

  /// Takes note of the names of a feature's properties, and not of the feature.
  package mutating func note(namesOf feature: GeoFeature) {
    for (name, _) in feature.properties.members { _ = names.number(of: name) }
  }

  /// Forgets the features that a test does not keep; the names of properties stay.
  ///
  /// - Complexity: O(bytes).
  package mutating func keep(where isKept: (Int) -> Bool) {
    var kept = 0
    var end = 0
    for position in ends.indices {
      let range = end..<ends[position]
      end = range.upperBound
      guard isKept(position) else { continue }
      let start = kept == 0 ? 0 : ends[kept - 1]
      if start < range.lowerBound {
        for offset in 0..<range.count { bytes[start + offset] = bytes[range.lowerBound + offset] }
      }
      ends[kept] = start + range.count
      kept += 1
    }
    ends.removeLast(ends.count - kept)
    bytes.removeLast(bytes.count - (ends.last ?? 0))
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
  /// - Returns: an index of positions in this collection.
  /// - Throws: ``PlaceIndexError/tooManyElements(count:)``.
  public func index(threads: Int = 1) throws(PlaceIndexError) -> PlaceIndex<Int> {
    try PlaceIndex(skippingInvalid: indices, coordinate: coordinate(at:), threads: threads)
  }

  /// The bytes of a feature.
  package func record(at position: Int) -> [UInt8] { Array(bytes[range(at: position)]) }

  /// The bytes that say what those of the features mean.
  package func legend(_ extent: BoundingBox) -> [UInt8] { names.legend(extent) }

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

extension PackedFeatures {
  /// Saves an index of the features, with all their properties, as an index file.
  ///
  /// `cairn index build` makes the same file. ``FeatureRecords`` reads the features back.
  ///
  /// - Parameters:
  ///   - path: the file to make or to replace.
  ///   - threads: how many threads may work on the index; the file does not depend on it.
  /// - Throws: ``IndexFileError`` when the system refuses or there are too many features.
  /// - Complexity: O(n log n).
  public func write(to path: String, threads: Int = 1) throws(IndexFileError) {
    let legend = legend(extent)[...]
    try numbers(threads: threads).write(to: path) { $0 < count ? bytes[range(at: $0)] : legend }
  }

  /// Writes an index file to an output that is open, and leaves it to the caller to finish it.
  ///
  /// - Returns: how many of the features are places.
  package func write(
    to file: inout OutputFile, threads: Int = 1
  ) throws(IndexFileError) -> Int {
    let legend = legend(extent)[...]
    let index = try numbers(threads: threads)
    try index.write(to: &file) { $0 < count ? bytes[range(at: $0)] : legend }
    return index.count
  }

  /// An index of the numbers of the features, and of one more element.
  private func numbers(threads: Int) throws(IndexFileError) -> PlaceIndex<Int> {
    let none = Coordinate(latitude: .nan, longitude: .nan)
    do throws(PlaceIndexError) {
      // The last element is no place: its record says what the others mean.
      return try PlaceIndex(
        skippingInvalid: 0...count, coordinate: { $0 < count ? coordinate(at: $0) : none },
        threads: threads)
    } catch {
      throw .tooLarge(section: .tree)
    }
  }

  /// The smallest box around all places; across the antimeridian where that is narrower.
  public var extent: BoundingBox {
    BoundingBox(enclosing: lazy.indices.map { coordinate(at: $0) })
  }
}

/// The features in the records of an index file that ``PackedFeatures/write(to:threads:)`` or
/// `cairn index build` made.
///
/// ```swift
/// let file = try MappedPlaceIndex(opening: "summits.cairn")
/// if let features = try FeatureRecords(file) {
///   for found in try file.nearest(to: here, count: 3) {
///     print(features.feature(found.element).properties["name"]?.text ?? "")
///   }
/// }
/// ```
public struct FeatureRecords: Sendable {
  /// How many features there are, those without a place too.
  public let count: Int
  /// The smallest box around all places; across the antimeridian where that is narrower.
  public let extent: BoundingBox
  private let names: RecordNames

  /// Reads what the records mean.
  ///
  /// - Returns: nil for an index file with other records.
  /// - Throws: ``IndexFileError`` for a file that is damaged.
  public init?(_ file: MappedPlaceIndex<RecordBytes>) throws(IndexFileError) {
    guard file.elementCount > file.count else { return nil }
    let count = file.elementCount - 1
    self.init(legend: try file.element(at: count), count: count)
  }

  /// What the records of features in memory mean.
  package init(of features: PackedFeatures, extent: BoundingBox) {
    count = features.count
    self.extent = extent
    names = features.names
  }

  /// Takes the record that says what others mean; nil for another one.
  package init?(legend: some Sequence<UInt8>, count: Int) {
    guard let legend = RecordNames.read(legend: Array(legend)) else { return nil }
    self.count = count
    names = legend.names
    extent = legend.extent
  }

  /// The names of all properties, in the order in which they first came.
  public var propertyNames: [String] { names.names }

  /// The feature of a record; one without geometry and properties for other bytes.
  public func feature(_ record: some Sequence<UInt8>) -> GeoFeature {
    let bytes = Array(record)
    return names.feature(bytes, in: bytes.indices) ?? GeoFeature(geometry: nil)
  }

  /// Where the feature of a record is; not a number where it is no point.
  public func coordinate(_ record: RecordBytes) -> Coordinate {
    let bytes = Array(record.prefix(17))
    return RecordCursor.coordinate(bytes, in: bytes.indices)
  }

  /// One property of a record, without making the others.
  ///
  /// - Parameters:
  ///   - number: the position of the property's name in ``propertyNames``.
  ///   - record: the bytes of the record.
  /// - Returns: the value; nil where the feature has no such property.
  public func value(
    ofProperty number: Int, _ record: some Sequence<UInt8>
  ) -> PropertyValue? {
    let bytes = Array(record)
    return RecordNames.value(ofMember: number, bytes, in: bytes.indices)
  }
}
