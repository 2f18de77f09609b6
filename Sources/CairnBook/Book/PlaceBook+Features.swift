public import CairnFormats
public import CairnIndex

/// What became of the features of a file that were put into a book.
public struct PlaceBookImport<Element: Sendable>: Sendable {
  /// A feature that is not in the book.
  public struct LeftOutFeature: Hashable, Sendable {
    /// Why a feature is not in the book.
    public enum Reason: Hashable, Sendable {
      /// The app made no element of it.
      case refused
      /// The element has no valid coordinate.
      case invalid(PlaceIndexError)
      /// The file is wrong there.
      case unreadable(FormatError)
    }

    /// Where it stood among the features that could be read, from 0 on; for one that could not, how
    /// many came before.
    public let offset: Int
    /// Why it is not in the book.
    public let reason: Reason
  }

  /// What became of the book, in order.
  public internal(set) var changes: [PlaceBookChange<Element>] = []
  /// The features that are not in the book, in order.
  public internal(set) var leftOut: [LeftOutFeature] = []
  /// What the file has beside features, and what was left out of these.
  public internal(set) var leftOutOfFile = LeftOut()
}

extension PlaceBook {
  /// The places as a file of some format.
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
  ///   - options: how to write it.
  ///   - query: which places, and in which order; nil for all as they came.
  ///   - feature: what to write of an element.
  /// - Returns: the bytes, and what the format had no place for.
  /// - Throws: `FormatError` for a feature that the format cannot hold.
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

  /// Puts the features of a file into the book, each as ``insert(_:)`` does.
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
  /// What is wrong in the file costs the features that are wrong, no others; a format that cannot
  /// go
  /// on behind an error ends there.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - format: its format.
  ///   - options: how to read it.
  ///   - element: makes an element of a feature; nil for one that is none.
  /// - Returns: what became of each feature.
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
