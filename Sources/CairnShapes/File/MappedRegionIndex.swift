public import CairnIndex

/// An index of shapes in a file, opened without being built again.
///
/// ```swift
/// try zones.write(to: "zones.cairn") { $0.name.utf8 }
/// let opened = try MappedRegionIndex(opening: "zones.cairn") { String(decoding: $0, as: UTF8.self) }
/// try opened.elements(containing: here)
/// ```
///
/// It answers what ``RegionIndex`` answers, with the same words and the same answers; every
/// question throws, since a file can be damaged.
///
/// ## What it costs
/// The file is mapped. Opening it reads a box for each shape, some 30 bytes, and no shape: one is
/// read and prepared when a query first needs it, and kept from then on. So the first answers take
/// some microseconds a shape that is looked at, later ones as long as in memory; a program that
/// asks about all the world ends with the memory of a ``RegionIndex``. ``loaded()`` makes one at
/// once.
///
/// ## Damage
/// Every byte is under a checksum, and every page is checked when it is first needed, as in a
/// ``MappedPlaceIndex``, whose file format this is: a file that was cut or changed gives an
/// ``IndexFileError`` and never a wrong answer. Once a query has failed, all later ones do. Replace
/// a file, as ``RegionIndex/write(to:)`` does, rather than write into it.
public struct MappedRegionIndex<Element>: Sendable {
  /// What finds shapes, knowing them by their offsets.
  public let _core: _RegionCore
  @usableFromInline internal let file: ShapeFile
  @usableFromInline internal let decode: @Sendable (RecordBytes) -> Element

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: a file that ``RegionIndex/write(to:record:)`` made.
  ///   - decode: what a record stands for; called for each element that an answer holds. It gets no
  ///     bytes when the file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened, or is no index of shapes.
  /// - Complexity: O(*n*), some nanoseconds a shape.
  public init(
    opening path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(MappedPlaceIndex(recordsIn: path), decode)
  }

  /// Opens an index file whose bytes are in memory already; they are copied.
  ///
  /// - Parameters:
  ///   - bytes: what ``RegionIndex/encoded(record:)`` gives.
  ///   - decode: what a record stands for.
  /// - Throws: ``IndexFileError``, if the bytes are no index of shapes.
  public init(
    bytes: [UInt8], decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(MappedPlaceIndex(recordsOf: bytes), decode)
  }

  private init(
    _ records: MappedPlaceIndex<RecordBytes>, _ decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    (file, _core) = try ShapeFile.core(of: records)
    self.decode = decode
  }

  /// The number of elements in the file, those with an empty shape too.
  public var elementCount: Int { file.count }

  /// The element at an offset of the sequence that the index was built from.
  ///
  /// - Parameter offset: in 0..<``elementCount``; another one is a programmer's error.
  /// - Returns: the element, as `decode` makes it of its record.
  /// - Throws: ``IndexFileError`` if its record is damaged.
  public func element(at offset: Int) throws(IndexFileError) -> Element {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    return decode(try file.record(offset))
  }

  /// The shape of the element at an offset.
  ///
  /// - Parameter offset: in 0..<``elementCount``; another one is a programmer's error.
  /// - Returns: the shape as it was indexed.
  /// - Throws: ``IndexFileError`` if it is damaged.
  public func shape(at offset: Int) throws(IndexFileError) -> GeoShape {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    let shape = file.shape(offset)?.shape
    try file.verify()
    guard let shape else { throw ShapeFile.malformed("record \(offset) is no shape") }
    return shape
  }

  /// Offsets of elements that no query finds since their shape has no point, ascending.
  ///
  /// - Complexity: O(*n*).
  public var emptyOffsets: [Int] {
    var isFound = Array(repeating: false, count: elementCount)
    for tag in _core.tags { isFound[tag] = true }
    return isFound.indices.filter { !isFound[$0] }
  }

  /// Reads the whole file and checks every page, that every record is the shape that the file's
  /// boxes say, and that none is found twice.
  ///
  /// - Throws: ``IndexFileError`` for the first thing that does not pass.
  /// - Complexity: O(*n*) in the corners of all shapes, which are prepared.
  public func checkEverything() throws(IndexFileError) {
    try file.records.checkEverything()
    var boxes: [VectorBox?] = Array(repeating: nil, count: elementCount)
    for (tag, box) in try file.boxes() {
      guard boxes[Int(tag)] == nil else { throw ShapeFile.malformed("a shape with two boxes") }
      boxes[Int(tag)] = box
    }
    for offset in 0..<elementCount {
      guard let shape = file.shape(offset) else { break }
      guard (shape.isEmpty ? nil : shape.bounds) == boxes[offset] else {
        throw ShapeFile.malformed("shape \(offset) has another box")
      }
    }
    try file.verify()
  }

  /// Checks the whole file and reads it into memory.
  ///
  /// - Returns: the index that was written, with the decoded elements.
  /// - Throws: ``IndexFileError`` for the first thing that does not pass.
  /// - Complexity: O(*n*) in the corners of all shapes.
  public func loaded() throws(IndexFileError) -> RegionIndex<Element> {
    try checkEverything()
    var elements: [Element] = []
    for offset in 0..<elementCount { elements.append(try element(at: offset)) }
    let shapes = (0..<elementCount).map { file.shape($0) }
    return RegionIndex(elements: elements, core: _RegionCore(shapes, trees: _core.trees))
  }
}

extension RegionIndex {
  /// Reads an index file of shapes into memory.
  ///
  /// - Parameters:
  ///   - path: a file that ``write(to:record:)`` made.
  ///   - decode: what a record stands for, in the order of the elements; it gets no bytes when the
  ///     file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened or any of it is damaged.
  /// - Complexity: O(*n*) in the corners of all shapes.
  public init(
    contentsOf path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    self = try MappedRegionIndex(opening: path, decode: decode).loaded()
  }
}

// What each requirement is stands in ``SearchableRegions``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MappedRegionIndex: SearchableRegions {
  @inlinable
  public func _element(_ tag: Int) throws(IndexFileError) -> Element {
    decode(try file.record(tag))
  }

  @inlinable
  public func _key(_ tag: Int) -> Int { tag }

  @inlinable
  public func _satisfies(_ tag: Int, _ isIncluded: (Element) -> Bool) -> Bool {
    do {
      return isIncluded(try _element(tag))
    } catch {
      return false
    }
  }

  @inlinable
  public func _neighbor(
    _ tag: Int, distance: Double
  ) throws(IndexFileError) -> Neighbor<Element> {
    CairnIndex.Neighbor(element: try _element(tag), offset: tag, distance: distance)
  }

  @inlinable
  public func _verify() throws(IndexFileError) {
    try file.verify()
  }
}

// An index in memory becomes a file.
extension SearchableRegions where Failure == Never {
  /// Saves the shapes, without the elements, as an index file.
  ///
  /// The file takes the place of an old one when it is complete, as that of
  /// `PlaceIndex.write(to:)`. ``MappedRegionIndex`` opens it. Of a dynamic index the elements stand
  /// in it in the order in which they came.
  ///
  /// - Parameter path: the file to make or to replace.
  /// - Throws: ``IndexFileError`` when the system refuses.
  /// - Complexity: O(*n* log *n*), with as much memory as the file is long: 16 bytes a corner.
  public func write(to path: String) throws(IndexFileError) {
    let table = _ShapeTable(_core, hasRecords: false)
    try table.places().write(to: path) { table.record($0) { _ in [] } }
  }

  /// Saves the shapes and a record for each element as an index file.
  ///
  /// ```swift
  /// try zones.write(to: "zones.cairn") { $0.name.utf8 }
  /// ```
  ///
  /// - Parameters:
  ///   - path: the file to make or to replace.
  ///   - record: the bytes that stand for an element.
  /// - Throws: ``IndexFileError`` when the system refuses, or a record exceeds 4 GB.
  /// - Complexity: O(*n* log *n*), with as much memory as the file is long.
  @inlinable
  public func write(
    to path: String, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    let table = _ShapeTable(_core, hasRecords: true)
    try table.places().write(to: path) { table.record($0) { Array(record(_element($0))) } }
  }

  /// The bytes of an index file without records.
  public func encoded() throws(IndexFileError) -> [UInt8] {
    let table = _ShapeTable(_core, hasRecords: false)
    return try table.places().encoded { table.record($0) { _ in [] } }
  }

  /// The bytes of an index file with a record for each element.
  ///
  /// - Parameter record: the bytes that stand for an element.
  /// - Returns: the whole file.
  /// - Throws: ``IndexFileError`` when the records are too large for a file.
  @inlinable
  public func encoded(
    record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) -> [UInt8] {
    let table = _ShapeTable(_core, hasRecords: true)
    return try table.places().encoded { table.record($0) { Array(record(_element($0))) } }
  }
}
