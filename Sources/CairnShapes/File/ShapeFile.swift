internal import CairnGeodesy
public import CairnIndex
internal import CairnMemory

/// The shapes in an index file, each prepared at its first use.
///
/// The file is an index file without places, so every page has a checksum. Its records are, for *n*
/// elements in input order:
///
/// ```
/// n           the shape of each element, see `ShapeRecord`
/// n or none   the record of each element
/// 1           the boxes of nonempty shapes, in the order of the leaves of a `BoundsTree`: the
///             number of the element, UInt32, and the least and the greatest x, y and z, Float32
/// 1           the legend: "\u{89}cairn regions\n"; the version, UInt32; n, UInt32; whether there
///             are element records, 1 byte
/// ```
///
/// Opening reads the boxes, about 30 bytes per shape, but no shapes.
@usableFromInline
final class ShapeFile: Sendable {
  /// The records.
  let records: MappedPlaceIndex<RecordBytes>
  /// The number of elements, including those with an empty shape.
  let count: Int
  private let hasRecords: Bool
  /// The cached shapes, distributed over shards, so that threads rarely wait.
  private let shards: [Shard]
  /// 0 without a failure; else the number of the first record that is not a shape, plus one.
  private let firstFailure = AtomicNumber(0)

  private final class Shard: Sendable {
    let shapes = Lock<[Int: PreparedShape]>([:])
  }

  static let version: UInt32 = 1
  private static let mark = Array("\u{89}cairn regions\n".utf8)
  private static let boxBytes = 28

  /// Reads the legend.
  private init(_ records: MappedPlaceIndex<RecordBytes>) throws(IndexFileError) {
    guard try Self.isOne(records) else {
      throw Self.malformed("an index of places, not of shapes")
    }
    let bytes = try records.element(at: records.elementCount - 1)
    var legend = ByteReader(Array(bytes.dropFirst(Self.mark.count)))
    guard let found = legend.bits(bytes: 4).map({ UInt32(truncatingIfNeeded: $0) }) else {
      throw Self.malformed("the legend has no version")
    }
    guard found == Self.version else {
      throw .unsupportedVersion(found: found, supported: Self.version)
    }
    guard let count = legend.bits(bytes: 4).flatMap({ Int(exactly: $0) }),
      let hasRecords = legend.byte(), hasRecords <= 1, legend.isAtEnd,
      records.elementCount == (hasRecords == 1 ? 2 : 1) * count + 2
    else { throw Self.malformed("the legend does not match the records") }
    self.records = records
    self.count = count
    self.hasRecords = hasRecords == 1
    shards = (0..<64).map { _ in Shard() }
  }

  /// Whether the last record of a file marks it as an index of shapes.
  static func isOne(_ records: MappedPlaceIndex<RecordBytes>) throws(IndexFileError) -> Bool {
    guard records.elementCount >= 2 else { return false }
    return try records.element(at: records.elementCount - 1).starts(with: mark)
  }

  static func malformed(_ reason: String) -> IndexFileError {
    .malformed(section: .records, reason: reason)
  }

  /// Opens a file.
  static func core(
    of records: MappedPlaceIndex<RecordBytes>
  ) throws(IndexFileError) -> (file: ShapeFile, core: _ShapeCore) {
    let file = try ShapeFile(records)
    return (file, _ShapeCore(file: file, tree: BoundsTree(packed: try file.boxes())))
  }

  /// Returns the boxes of the nonempty shapes, in the order of the leaves of a tree.
  func boxes() throws(IndexFileError) -> [(tag: UInt32, box: VectorBox)] {
    let bytes = Array(try records.element(at: records.elementCount - 2))
    guard bytes.count % Self.boxBytes == 0, bytes.count / Self.boxBytes <= count else {
      throw Self.malformed("more boxes than shapes")
    }
    var reader = ByteReader(bytes)
    var boxes: [(tag: UInt32, box: VectorBox)] = []
    boxes.reserveCapacity(bytes.count / Self.boxBytes)
    while let tag = reader.bits(bytes: 4), let least = reader.vector(),
      let greatest = reader.vector()
    {
      guard tag < UInt64(count) else { throw Self.malformed("a box without a shape") }
      boxes.append((UInt32(truncatingIfNeeded: tag), VectorBox(least: least, greatest: greatest)))
    }
    return boxes
  }

  /// Returns the shape of an element; nil if it cannot be read, in which case ``verify()`` throws.
  func shape(_ tag: Int) -> PreparedShape? {
    let shard = shards[tag % shards.count]
    if let known = shard.shapes.withLock({ $0[tag] }) { return known }
    // Two threads may prepare the same shape; one result is kept.
    guard let bytes = try? records.element(at: tag) else { return nil }
    guard let shape = ShapeRecord.shape(Array(bytes)) else {
      firstFailure.change(from: 0, to: tag + 1)
      return nil
    }
    let prepared = PreparedShape(shape)
    shard.shapes.withLock { $0[tag] = prepared }
    return prepared
  }

  /// Returns the record of an element; empty if the file has no element records.
  @usableFromInline
  func record(_ tag: Int) throws(IndexFileError) -> RecordBytes {
    hasRecords ? try records.element(at: count + tag) : RecordBytes()
  }

  /// Throws if anything used so far was invalid.
  @usableFromInline
  func verify() throws(IndexFileError) {
    try records._verify()
    let firstFailure = firstFailure.value
    if firstFailure > 0 { throw Self.malformed("record \(firstFailure - 1) is not a shape") }
  }
}

extension MappedPlaceIndex<RecordBytes> {
  /// Whether the file is an index of shapes, which ``MappedShapeIndex`` opens.
  package var holdsShapes: Bool {
    get throws(IndexFileError) { try ShapeFile.isOne(self) }
  }
}

extension ShapeFile {
  /// Returns an index of record numbers without places.
  static func places(_ count: Int) throws(IndexFileError) -> PlaceIndex<Int> {
    let none = Coordinate(latitude: .nan, longitude: .nan)
    do throws(PlaceIndexError) {
      return try PlaceIndex(skippingInvalid: 0..<count, coordinate: { _ in none })
    } catch {
      throw .tooLarge(section: .records)
    }
  }

  /// Returns the record with the boxes of shapes.
  static func boxes(_ shapes: [PreparedShape]) -> [UInt8] {
    let boxes = zip((0 as UInt32)..., shapes).filter { !$1.isEmpty }
    let tree = BoundsTree(boxes.map { (tag: $0, box: $1.bounds) })
    var bytes: [UInt8] = []
    bytes.reserveCapacity(boxBytes * boxes.count)
    for tag in tree.tags {
      let box = shapes[Int(tag)].bounds
      bytes.append(littleEndian: Int(tag), bytes: 4)
      for vector in [box.least, box.greatest] {
        for axis in 0..<3 {
          bytes.append(littleEndian: Int(vector[axis].bitPattern), bytes: 4)
        }
      }
    }
    return bytes
  }

  /// Returns the last record, the legend.
  static func legend(count: Int, hasRecords: Bool) -> [UInt8] {
    var bytes = mark
    bytes.append(littleEndian: Int(version), bytes: 4)
    bytes.append(littleEndian: count, bytes: 4)
    bytes.append(hasRecords ? 1 : 0)
    return bytes
  }
}

extension ByteReader {
  /// Reads three floats.
  fileprivate mutating func vector() -> SIMD3<Float>? {
    var vector = SIMD3<Float>()
    for axis in 0..<3 {
      guard let bits = bits(bytes: 4) else { return nil }
      vector[axis] = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    }
    return vector
  }
}

/// The records of an index of shapes, to be written to a file.
@usableFromInline
struct _ShapeTable {
  private let shapes: [PreparedShape]
  /// The tags of the elements in the index.
  private let tags: [Int]
  private let hasRecords: Bool

  @usableFromInline
  init(_ core: _ShapeCore, hasRecords: Bool) {
    tags = core.tags
    shapes = tags.compactMap { core.prepared($0) }
    self.hasRecords = hasRecords
  }

  /// Returns an index of record numbers.
  @usableFromInline
  func places() throws(IndexFileError) -> PlaceIndex<Int> {
    try ShapeFile.places((hasRecords ? 2 : 1) * shapes.count + 2)
  }

  /// Returns a record by its number.
  @usableFromInline
  func record(_ number: Int, ofElement record: (Int) -> [UInt8]) -> [UInt8] {
    if number < shapes.count { return ShapeRecord.bytes(of: shapes[number].shape) }
    let rest = number - (hasRecords ? 2 : 1) * shapes.count
    if rest < 0 { return record(tags[number - shapes.count]) }
    return rest == 0
      ? ShapeFile.boxes(shapes) : ShapeFile.legend(count: shapes.count, hasRecords: hasRecords)
  }
}
