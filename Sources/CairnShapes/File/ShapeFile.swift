internal import CairnGeodesy
public import CairnIndex
internal import CairnMemory

/// The shapes in an index file, each prepared when it is first needed.
///
/// The file is an index file without places, so that every page of it has its checksum. Its records
/// are, for *n* elements in the order in which they came:
///
/// ```
/// n           the shape of each, see `ShapeRecord`
/// n or none   the record of each
/// 1           the boxes of shapes that are not empty, in the order of the leaves of a `BoundsTree`:
///             the element's number, UInt32, and the least and the greatest x, y and z, Float32
/// 1           the legend: "\u{89}cairn regions\n"; the version, UInt32; n, UInt32; whether there
///             are records, 1 byte
/// ```
///
/// Opening reads the boxes, some 30 bytes a shape, and no shape.
@usableFromInline
final class ShapeFile: Sendable {
  /// The records.
  let records: MappedPlaceIndex<RecordBytes>
  /// How many elements there are, those with an empty shape too.
  let count: Int
  private let hasRecords: Bool
  /// Shapes that have been asked for, each in one of some drawers, so that threads seldom wait.
  private let drawers: [Drawer]
  /// 0 while all is well; else one more than the number of the first record that is no shape.
  private let verdict = AtomicNumber(0)

  private final class Drawer: Sendable {
    let shapes = Lock<[Int: PreparedShape]>([:])
  }

  static let version: UInt32 = 1
  private static let mark = Array("\u{89}cairn regions\n".utf8)
  private static let boxBytes = 28

  /// Reads what the records mean.
  private init(_ records: MappedPlaceIndex<RecordBytes>) throws(IndexFileError) {
    guard try Self.isOne(records) else {
      throw Self.malformed("an index of places, not of shapes")
    }
    let bytes = try records.element(at: records.elementCount - 1)
    var legend = ByteReader(Array(bytes.dropFirst(Self.mark.count)))
    guard let found = legend.bits(bytes: 4).map({ UInt32(truncatingIfNeeded: $0) }) else {
      throw Self.malformed("a legend without a version")
    }
    guard found == Self.version else {
      throw .unsupportedVersion(found: found, supported: Self.version)
    }
    guard let count = legend.bits(bytes: 4).flatMap({ Int(exactly: $0) }),
      let hasRecords = legend.byte(), hasRecords <= 1, legend.isAtEnd,
      records.elementCount == (hasRecords == 1 ? 2 : 1) * count + 2
    else { throw Self.malformed("a legend of other records") }
    self.records = records
    self.count = count
    self.hasRecords = hasRecords == 1
    drawers = (0..<64).map { _ in Drawer() }
  }

  /// Whether a file says that its records are shapes.
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
  ) throws(IndexFileError) -> (file: ShapeFile, core: _RegionCore) {
    let file = try ShapeFile(records)
    return (file, _RegionCore(file: file, tree: BoundsTree(packed: try file.boxes())))
  }

  /// The boxes of the shapes that are not empty, in the order of the leaves of a tree.
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
      guard tag < UInt64(count) else { throw Self.malformed("a box of no shape") }
      boxes.append((UInt32(truncatingIfNeeded: tag), VectorBox(least: least, greatest: greatest)))
    }
    return boxes
  }

  /// The shape of an element; nil for one that cannot be read, which ``verify()`` then throws.
  func shape(_ tag: Int) -> PreparedShape? {
    let drawer = drawers[tag % drawers.count]
    if let known = drawer.shapes.withLock({ $0[tag] }) { return known }
    // Two threads may prepare the same; one of the two is kept.
    guard let bytes = try? records.element(at: tag) else { return nil }
    guard let shape = ShapeRecord.shape(Array(bytes)) else {
      verdict.change(from: 0, to: tag + 1)
      return nil
    }
    let prepared = PreparedShape(shape)
    drawer.shapes.withLock { $0[tag] = prepared }
    return prepared
  }

  /// The record of an element, an empty one where there are none.
  @usableFromInline
  func record(_ tag: Int) throws(IndexFileError) -> RecordBytes {
    hasRecords ? try records.element(at: count + tag) : RecordBytes()
  }

  /// Throws if anything that was needed so far did not pass.
  @usableFromInline
  func verify() throws(IndexFileError) {
    try records._verify()
    let verdict = verdict.value
    if verdict > 0 { throw Self.malformed("record \(verdict - 1) is no shape") }
  }
}

extension MappedPlaceIndex<RecordBytes> {
  /// Whether the file is an index of shapes, which ``MappedRegionIndex`` opens.
  package var holdsShapes: Bool {
    get throws(IndexFileError) { try ShapeFile.isOne(self) }
  }
}

extension ShapeFile {
  /// Elements without places: the numbers of the records.
  static func places(_ count: Int) throws(IndexFileError) -> PlaceIndex<Int> {
    let none = Coordinate(latitude: .nan, longitude: .nan)
    do throws(PlaceIndexError) {
      return try PlaceIndex(skippingInvalid: 0..<count, coordinate: { _ in none })
    } catch {
      throw .tooLarge(section: .records)
    }
  }

  /// The boxes of shapes.
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

  /// What stands behind all else.
  static func legend(count: Int, hasRecords: Bool) -> [UInt8] {
    var bytes = mark
    bytes.append(littleEndian: Int(version), bytes: 4)
    bytes.append(littleEndian: count, bytes: 4)
    bytes.append(hasRecords ? 1 : 0)
    return bytes
  }
}

extension ByteReader {
  /// Three floats.
  fileprivate mutating func vector() -> SIMD3<Float>? {
    var vector = SIMD3<Float>()
    for axis in 0..<3 {
      guard let bits = bits(bytes: 4) else { return nil }
      vector[axis] = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    }
    return vector
  }
}

/// The records of an index of shapes, on their way into a file.
@usableFromInline
struct _ShapeTable {
  private let shapes: [PreparedShape]
  /// What the index knew the elements by.
  private let tags: [Int]
  private let hasRecords: Bool

  @usableFromInline
  init(_ core: _RegionCore, hasRecords: Bool) {
    tags = core.tags
    shapes = tags.compactMap { core.prepared($0) }
    self.hasRecords = hasRecords
  }

  /// An index of the numbers of the records.
  @usableFromInline
  func places() throws(IndexFileError) -> PlaceIndex<Int> {
    try ShapeFile.places((hasRecords ? 2 : 1) * shapes.count + 2)
  }

  /// A record by its number.
  @usableFromInline
  func record(_ number: Int, ofElement record: (Int) -> [UInt8]) -> [UInt8] {
    if number < shapes.count { return ShapeRecord.bytes(of: shapes[number].shape) }
    let rest = number - (hasRecords ? 2 : 1) * shapes.count
    if rest < 0 { return record(tags[number - shapes.count]) }
    return rest == 0
      ? ShapeFile.boxes(shapes) : ShapeFile.legend(count: shapes.count, hasRecords: hasRecords)
  }
}
