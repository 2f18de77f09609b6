public import CairnIndex

/// An index of shapes in a memory-mapped file, opened without rebuilding.
///
/// ```swift
/// try zones.write(to: "zones.cairn") { $0.name.utf8 }
/// let opened = try MappedShapeIndex(opening: "zones.cairn") {
///   String(decoding: $0, as: UTF8.self)
/// }
/// try opened.elements(containing: here)
/// ```
///
/// It supports the same queries as ``ShapeIndex`` with the same results; every query throws, since
/// a file can be damaged.
///
/// ## Costs
/// The file is mapped. Opening it reads a box for each shape, about 30 bytes, but no shapes: a
/// shape is read and prepared at its first use, and cached. So the first queries take some
/// microseconds per visited shape, later ones as long as in memory; a program that queries
/// everywhere ends up with the memory use of a ``ShapeIndex``. ``loaded()`` creates one at once.
///
/// ## Damage
/// Every byte is covered by a checksum, and every page is verified at its first use, as in a
/// ``MappedPlaceIndex``, whose file format this is: a truncated or modified file causes an
/// ``IndexFileError`` and never a wrong result. Once a query has failed, all later ones do. Replace
/// the file, as ``ShapeIndex/write(to:)`` does, instead of overwriting it in place.
public struct MappedShapeIndex<Element>: Sendable {
  /// The search structure; its tags are the offsets of elements.
  public let _core: _ShapeCore
  @usableFromInline internal let file: ShapeFile
  @usableFromInline internal let decode: @Sendable (RecordBytes) -> Element

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: a file written by ``ShapeIndex/write(to:record:)``.
  ///   - decode: converts a record to an element; called for each element of a result, with no
  ///     bytes if the file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened, or is not an index of shapes.
  /// - Complexity: O(*n*), a few nanoseconds per shape.
  public init(
    opening path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    try self.init(MappedPlaceIndex(recordsIn: path), decode)
  }

  /// Opens an index file from bytes in memory, which are copied.
  ///
  /// - Parameters:
  ///   - bytes: the result of ``ShapeIndex/encoded(record:)``.
  ///   - decode: converts a record to an element.
  /// - Throws: ``IndexFileError``, if the bytes are not an index of shapes.
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

  /// The number of elements in the file, including those with an empty shape.
  public var elementCount: Int { file.count }

  /// Returns the element at an offset of the sequence that the index was built from.
  ///
  /// - Parameter offset: in 0..<``elementCount``, or the process traps.
  /// - Returns: the element decoded from its record.
  /// - Throws: ``IndexFileError`` if its record is damaged.
  public func element(at offset: Int) throws(IndexFileError) -> Element {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    return decode(try file.record(offset))
  }

  /// Returns the shape of the element at an offset.
  ///
  /// - Parameter offset: in 0..<``elementCount``, or the process traps.
  /// - Returns: the shape as it was indexed.
  /// - Throws: ``IndexFileError`` if it is damaged.
  public func shape(at offset: Int) throws(IndexFileError) -> GeoShape {
    precondition(offset >= 0 && offset < elementCount, "offset outside the index")
    let shape = file.shape(offset)?.shape
    try file.verify()
    guard let shape else { throw ShapeFile.malformed("record \(offset) is not a shape") }
    return shape
  }

  /// The offsets of elements that no query finds because their shape is empty, in ascending order.
  ///
  /// - Complexity: O(*n*).
  public var emptyOffsets: [Int] {
    var isFound = Array(repeating: false, count: elementCount)
    for tag in _core.tags { isFound[tag] = true }
    return isFound.indices.filter { !isFound[$0] }
  }

  /// Verifies every page of the file, that every shape matches its stored box, and that no shape
  /// has two boxes.
  ///
  /// - Throws: ``IndexFileError`` for the first invalid part.
  /// - Complexity: O(*n*) for *n* corners of all shapes, which are prepared.
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
        throw ShapeFile.malformed("the box of shape \(offset) is wrong")
      }
    }
    try file.verify()
  }

  /// Verifies the whole file and loads it into memory.
  ///
  /// - Returns: the index that was written, with the decoded elements.
  /// - Throws: ``IndexFileError`` for the first invalid part.
  /// - Complexity: O(*n*) for *n* corners of all shapes.
  public func loaded() throws(IndexFileError) -> ShapeIndex<Element> {
    try checkEverything()
    var elements: [Element] = []
    for offset in 0..<elementCount { elements.append(try element(at: offset)) }
    let shapes = (0..<elementCount).map { file.shape($0) }
    return ShapeIndex(elements: elements, core: _ShapeCore(shapes, trees: _core.trees))
  }
}

extension ShapeIndex {
  /// Reads an index file of shapes into memory.
  ///
  /// - Parameters:
  ///   - path: a file written by ``write(to:record:)``.
  ///   - decode: converts a record to an element; called in element order, with no bytes if the
  ///     file has no records.
  /// - Throws: ``IndexFileError``, if the file cannot be opened or any of it is damaged.
  /// - Complexity: O(*n*) for *n* corners of all shapes.
  public init(
    contentsOf path: String, decode: @escaping @Sendable (RecordBytes) -> Element
  ) throws(IndexFileError) {
    self = try MappedShapeIndex(opening: path, decode: decode).loaded()
  }
}

// The requirements are documented in ``SearchableShapes``.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MappedShapeIndex: SearchableShapes {
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

// Writing an index in memory to a file.
extension SearchableShapes where Failure == Never {
  /// Saves the shapes, without the elements, as an index file.
  ///
  /// The file replaces an old one when it is complete, as with `PlaceIndex.write(to:)`.
  /// ``MappedShapeIndex`` opens it. The elements of a dynamic index are written in insertion
  /// order.
  ///
  /// - Parameter path: the file to create or replace.
  /// - Throws: ``IndexFileError`` if a file operation fails.
  /// - Complexity: O(*n* log *n*) time, and memory for the whole file, 16 bytes per corner.
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
  ///   - path: the file to create or replace.
  ///   - record: returns the bytes that represent an element.
  /// - Throws: ``IndexFileError`` if a file operation fails, or a record exceeds 4 GB.
  /// - Complexity: O(*n* log *n*) time, and memory for the whole file.
  @inlinable
  public func write(
    to path: String, record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) {
    let table = _ShapeTable(_core, hasRecords: true)
    try table.places().write(to: path) { table.record($0) { Array(record(_element($0))) } }
  }

  /// Returns the bytes of an index file without records.
  public func encoded() throws(IndexFileError) -> [UInt8] {
    let table = _ShapeTable(_core, hasRecords: false)
    return try table.places().encoded { table.record($0) { _ in [] } }
  }

  /// Returns the bytes of an index file with a record for each element.
  ///
  /// - Parameter record: returns the bytes that represent an element.
  /// - Returns: the whole file.
  /// - Throws: ``IndexFileError`` if the records are too large for a file.
  @inlinable
  public func encoded(
    record: (Element) -> some Sequence<UInt8>
  ) throws(IndexFileError) -> [UInt8] {
    let table = _ShapeTable(_core, hasRecords: true)
    return try table.places().encoded { table.record($0) { Array(record(_element($0))) } }
  }
}
