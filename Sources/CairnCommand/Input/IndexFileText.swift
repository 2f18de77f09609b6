internal import CairnFeatures
internal import CairnFormats
internal import CairnGeodesy
internal import CairnIndex

/// The features of an index file as a GeoJSON sequence, for commands that read features of any
/// format.
struct IndexFileText {
  private enum Content {
    case places(MappedPlaceIndex<RecordBytes>, FeatureRecords)
    case shapes(ShapeSource)
  }

  private let content: Content
  private let path: String
  /// The next element, and the number of elements.
  private var next = 0
  private let end: Int

  /// The size from which on a piece gets no further feature.
  private static let pieceSize = 1 << 16

  /// Opens a file.
  ///
  /// - Throws: a ``Failure`` if it is damaged, or if another program chose its records.
  init(_ path: String) throws(Failure) {
    self.path = path
    let found = try reading(path) { () throws(IndexFileError) -> (Content, end: Int)? in
      if let shapes = try ShapeSource(indexFile: path) {
        return (.shapes(shapes), shapes.elementCount)
      }
      let file = try MappedPlaceIndex(opening: path)
      return try FeatureRecords(file).map { (.places(file, $0), $0.count) }
    }
    guard let found else {
      throw Failure(
        code: .data,
        message:
          "\(Spelling.quoted(path)) has records of an unknown kind, so it cannot be read as text")
    }
    (content, end) = found
  }

  /// The next features, a line each; nothing at the end.
  mutating func piece() throws(Failure) -> [UInt8] {
    var writer = GeoJSONSequenceWriter()
    while next < end, writer.bytes.count < Self.pieceSize {
      let offset = next
      let found = try reading(path) { () throws(IndexFileError) -> (GeoFeature, next: Int) in
        switch content {
        case .places(let file, let records):
          (records.feature(try file.element(at: offset)), offset + 1)
        case .shapes(let shapes): try shapes.feature(at: offset)
        }
      }
      next = found.next
      do throws(FormatError) {
        try writer.write(found.0)
      } catch {
        throw Failure(code: .data, message: "\(Spelling.quoted(path)), \(error)")
      }
    }
    return writer.drain()
  }
}
