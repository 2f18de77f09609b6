public import CairnBook
public import CairnFormats
public import CairnIndex

/// The result of inserting the features of a file into a book.
public struct PlaceBookImport<Element: Sendable>: Sendable {
  /// A feature that was not inserted.
  public struct LeftOutFeature: Hashable, Sendable {
    /// Why a feature was not inserted.
    public enum Reason: Hashable, Sendable {
      /// The app's closure returned nil for it.
      case refused
      /// The element has no valid coordinate.
      case invalid(PlaceIndexError)
      /// The file has an error there.
      case unreadable(FormatError)
    }

    /// The feature's offset among the readable features, counted from 0; for an unreadable one the
    /// number of readable features before it.
    public let offset: Int
    /// Why it was not inserted.
    public let reason: Reason

    /// Creates a feature that is left out.
    ///
    /// - Parameters:
    ///   - offset: the feature's offset among the readable features, counted from 0.
    ///   - reason: why it was not inserted.
    public init(offset: Int, reason: Reason) {
      self.offset = offset
      self.reason = reason
    }
  }

  /// The changes of the book, in order.
  public internal(set) var changes: [PlaceBookChange<Element>] = []
  /// The features that were not inserted, in order.
  public internal(set) var leftOut: [LeftOutFeature] = []
  /// Content of the file other than features, and parts of features that were ignored.
  public internal(set) var leftOutOfFile = LeftOut()
}

extension PlaceBook {
  /// Encodes the places as a file.
  ///
  /// ```swift
  /// let file = try book.encoded(as: .gpx) { spot in
  ///   GeoFeature(
  ///     geometry: .point(.init(spot.place)),
  ///     properties: ["name": .string(spot.name), "type": .string(spot.kind)])
  /// }
  /// try Data(file.bytes).write(to: url)
  /// ```
  ///
  /// - Parameters:
  ///   - format: any format that can be written.
  ///   - options: the options of the writer.
  ///   - query: the places to write, and their order; nil for all places in insertion order.
  ///   - feature: converts an element to a feature.
  /// - Returns: the bytes, and the content that the format cannot represent.
  /// - Throws: `FormatError` for a feature that the format cannot represent.
  public func encoded(
    as format: FileFormat, options: FileFormat.WriterOptions = .init(),
    matching query: PlaceBookQuery<Element>? = nil, feature: (Element) -> GeoFeature
  ) throws(FormatError) -> (bytes: [UInt8], leftOut: LeftOut) {
    var writer = format.writer(options)
    var bytes: [UInt8] = []
    for element in query.map({ places($0).map(\.element) }) ?? elements {
      try writer.write(feature(element))
      bytes += writer.drain()
    }
    try writer.end()
    bytes += writer.drain()
    return (bytes, writer.leftOut)
  }

  /// Inserts the features of a file, each as by `insert(_:)`.
  ///
  /// ```swift
  /// let report = book.insert(contentsOf: bytes, as: .geoJSON) { feature in
  ///   guard case .point(let position)? = feature.geometry else { return nil }
  ///   let name = feature.properties["name"]?.text ?? ""
  ///   return Spot(id: UUID(), name: name, place: position.coordinate)
  /// }
  /// print("\(report.changes.count) places, \(report.leftOut.count) left out")
  /// ```
  ///
  /// An error in the file affects only the features that contain it; if the format cannot resume
  /// after an error, reading ends there.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - format: its format.
  ///   - options: the options of the reader.
  ///   - element: converts a feature to an element; returns nil to leave it out.
  /// - Returns: the changes, and the features that were left out.
  @discardableResult
  public mutating func insert(
    contentsOf bytes: [UInt8], as format: FileFormat, options: FileFormat.ReaderOptions = .init(),
    element: (GeoFeature) -> Element?
  ) -> PlaceBookImport<Element> {
    var report = PlaceBookImport<Element>()
    var reader = format.reader(options)
    reader.append(bytes)
    reader.finish()
    var offset = 0
    while true {
      do throws(FormatError) {
        guard let feature = try reader.next() else { break }
        take(feature, offset, &report, element)
        offset += 1
      } catch {
        report.leftOut.append(.init(offset: offset, reason: .unreadable(error)))
      }
    }
    report.leftOutOfFile = reader.leftOut
    return report
  }

  private mutating func take(
    _ feature: GeoFeature, _ offset: Int, _ report: inout PlaceBookImport<Element>,
    _ element: (GeoFeature) -> Element?
  ) {
    guard let element = element(feature) else {
      report.leftOut.append(.init(offset: offset, reason: .refused))
      return
    }
    do throws(PlaceIndexError) {
      report.changes.append(try insert(element))
    } catch {
      report.leftOut.append(.init(offset: offset, reason: .invalid(error)))
    }
  }
}
