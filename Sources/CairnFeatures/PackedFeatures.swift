public import CairnFormats
public import CairnGeodesy
public import CairnIndex
package import CairnMemory

/// Point features in compact form: read from a file to be searched, or saved with an index.
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
/// A feature takes 17 bytes plus about the length of its texts; it is decoded at each access, in
/// O(its bytes). Lines and polygons lose their geometry, since an index contains points. For
/// repeated access to the same features, as in sorting, keep ``GeoFeature`` values instead.
public struct PackedFeatures: Sendable {
  internal private(set) var records = PackedRecords()

  /// Creates an empty list.
  public init() {}

  /// Creates a list of the features of records.
  internal init(_ records: PackedRecords) { self.records = records }

  /// Appends a feature.
  ///
  /// - Parameter feature: a point; of other geometries only the properties are kept.
  public mutating func append(_ feature: GeoFeature) { records.append(feature) }

  /// Registers the names of a feature's properties without adding the feature.
  package mutating func note(namesOf feature: GeoFeature) { records.note(namesOf: feature) }

  /// Removes the features that do not satisfy a predicate; the property names are kept.
  ///
  /// - Complexity: O(bytes).
  package mutating func keep(where isKept: (Int) -> Bool) { records.keep(where: isKept) }

  /// The names of all properties, in order of first occurrence.
  public var propertyNames: [String] { records.names.names }

  /// The coordinate of a feature; NaN if its geometry is not a point.
  ///
  /// - Complexity: O(1).
  public func coordinate(at position: Int) -> Coordinate {
    records.coordinate(at: position)
  }

  /// Decodes one property of a feature.
  ///
  /// - Parameters:
  ///   - number: the index of the property's name in ``propertyNames``.
  ///   - position: the index of the feature.
  /// - Returns: the value; nil if the feature lacks the property.
  public func value(ofProperty number: Int, at position: Int) -> PropertyValue? {
    records.value(ofProperty: number, at: position)
  }

  /// Builds an index of the features with a valid coordinate; its elements are positions in this
  /// collection.
  ///
  /// - Parameter threads: the maximum number of threads to use.
  /// - Returns: an index of positions in this collection.
  /// - Throws: ``PlaceIndexError/tooManyElements(count:)``.
  public func index(threads: Int = 1) throws(PlaceIndexError) -> PlaceIndex<Int> {
    try PlaceIndex(skippingInvalid: indices, coordinate: coordinate(at:), threads: threads)
  }

  /// The bytes of a feature.
  package func record(at position: Int) -> [UInt8] { Array(records[position]) }

  /// The record with the property names, which is needed to decode the features.
  package func legend(_ extent: BoundingBox) -> [UInt8] { records.names.legend(extent) }
}

extension PackedFeatures: RandomAccessCollection {
  /// The position of the first feature.
  public var startIndex: Int { 0 }

  /// The position after the last feature.
  public var endIndex: Int { records.count }

  /// Decodes the feature at a position.
  public subscript(position: Int) -> GeoFeature { records.feature(at: position) }
}

extension PackedFeatures {
  /// Saves an index of the features, with all their properties, as an index file.
  ///
  /// `cairn index build` creates the same file. ``FeatureRecords`` reads the features back.
  ///
  /// - Parameters:
  ///   - path: the file to create or replace.
  ///   - threads: the maximum number of threads to use; the file does not depend on it.
  /// - Throws: ``IndexFileError`` if the file cannot be written or there are too many features.
  /// - Complexity: O(n log n).
  public func write(to path: String, threads: Int = 1) throws(IndexFileError) {
    let legend = legend(extent)[...]
    try numbers(threads: threads).write(to: path) { $0 < count ? records[$0] : legend }
  }

  /// Writes an index file to an open output; the caller finishes it.
  ///
  /// - Returns: the number of features with a valid coordinate.
  package func write(
    to file: inout OutputFile, threads: Int = 1
  ) throws(IndexFileError) -> Int {
    let legend = legend(extent)[...]
    let index = try numbers(threads: threads)
    try index.write(to: &file) { $0 < count ? records[$0] : legend }
    return index.count
  }

  /// Builds an index of the feature numbers and of one additional element.
  private func numbers(threads: Int) throws(IndexFileError) -> PlaceIndex<Int> {
    let none = Coordinate(latitude: .nan, longitude: .nan)
    do throws(PlaceIndexError) {
      // The last element has no coordinate: its record contains the property names.
      return try PlaceIndex(
        skippingInvalid: 0...count, coordinate: { $0 < count ? coordinate(at: $0) : none },
        threads: threads)
    } catch {
      throw .tooLarge(section: .tree)
    }
  }

  /// The smallest bounding box of all points; it crosses the antimeridian if that is narrower.
  public var extent: BoundingBox {
    BoundingBox(enclosing: lazy.indices.map { coordinate(at: $0) })
  }
}

/// The features in the records of an index file written by ``PackedFeatures/write(to:threads:)`` or
/// `cairn index build`.
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
  /// The number of features, including those without coordinates.
  public let count: Int
  /// The smallest bounding box of all points; it crosses the antimeridian if that is narrower.
  public let extent: BoundingBox
  private let names: RecordNames

  /// Reads the property names of an index file.
  ///
  /// - Returns: nil for an index file with other records.
  /// - Throws: ``IndexFileError`` if the file is damaged.
  public init?(_ file: MappedPlaceIndex<RecordBytes>) throws(IndexFileError) {
    guard file.elementCount > file.count else { return nil }
    let count = file.elementCount - 1
    self.init(legend: try file.element(at: count), count: count)
  }

  /// Creates a decoder for the records of features in memory.
  package init(of features: PackedFeatures, extent: BoundingBox) {
    count = features.count
    self.extent = extent
    names = features.records.names
  }

  /// Creates a decoder from the record with the property names; nil for any other record.
  package init?(legend: some Sequence<UInt8>, count: Int) {
    guard let legend = RecordNames.read(legend: Array(legend)) else { return nil }
    self.count = count
    names = legend.names
    extent = legend.extent
  }

  /// The names of all properties, in order of first occurrence.
  public var propertyNames: [String] { names.names }

  /// Decodes the feature of a record; returns one without geometry and properties for invalid
  /// bytes.
  public func feature(_ record: some Sequence<UInt8>) -> GeoFeature {
    let bytes = Array(record)
    return names.feature(bytes, in: bytes.indices) ?? GeoFeature(geometry: nil)
  }

  /// The coordinate of a record's feature; NaN if its geometry is not a point.
  public func coordinate(_ record: RecordBytes) -> Coordinate {
    let bytes = Array(record.prefix(17))
    return RecordCursor.coordinate(bytes, in: bytes.indices)
  }

  /// Decodes one property of a record.
  ///
  /// - Parameters:
  ///   - number: the index of the property's name in ``propertyNames``.
  ///   - record: the bytes of the record.
  /// - Returns: the value; nil if the feature lacks the property.
  public func value(
    ofProperty number: Int, _ record: some Sequence<UInt8>
  ) -> PropertyValue? {
    let bytes = Array(record)
    return RecordNames.value(ofMember: number, bytes, in: bytes.indices)
  }
}
