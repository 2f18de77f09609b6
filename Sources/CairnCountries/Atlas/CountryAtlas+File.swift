internal import CairnMemory

extension CountryAtlas {
  /// Opens an atlas file with boundaries of another source.
  ///
  /// `Data/build-boundaries` writes such a file: the embedded atlas in which the countries of an
  /// OpenStreetMap extract have exactly the borders of the extract, rounded to 1e-4 degrees. The
  /// file is under the license of the extract.
  ///
  /// ```swift
  /// let atlas = try CountryAtlas(file: "world.atlas")
  /// atlas.country(at: Coordinate(latitude: 47.14, longitude: 9.52))
  /// ```
  ///
  /// An opened atlas has the functions and the speed of ``world``. It has no points of view: each
  /// area has one country. The file is mapped only while it is opened, and may then be removed.
  ///
  /// - Parameter path: the path of the file.
  /// - Throws: ``AtlasFileError`` if the file cannot be read or is not a valid atlas file.
  /// - Complexity: O(*n* log *n*) in the number of vertices, about as long as preparing ``world``
  ///   and its distances.
  public init(file path: String) throws(AtlasFileError) {
    let memory: PackedMemory?
    do throws(FileError) {
      memory = try PackedMemory.mapping(path: path)
    } catch {
      throw .system(path: path, code: error.code)
    }
    guard let memory else { throw .notAnAtlasFile }
    try self.init(file: AtlasFile(memory))
  }

  /// Opens the contents of an atlas file in memory.
  ///
  /// - Parameter bytes: the contents of the file.
  /// - Throws: ``AtlasFileError`` if the bytes are not a valid atlas file.
  public init(bytes: [UInt8]) throws(AtlasFileError) {
    try self.init(file: AtlasFile(PackedMemory(copying: bytes)))
  }

  private init(file: AtlasFile) {
    self.init(file.arcs, countries: file.countries, isWater: file.isWater)
  }
}

/// The decoded contents of an atlas file; `Data/README.md` describes the format.
private struct AtlasFile {
  let arcs: BoundaryArcs
  let countries: [Country?]
  let isWater: [Bool]

  private static let version: UInt32 = 1
  private static let magic = Array("CAIRNATL".utf8)
  /// The checksum covers all bytes after it.
  private static let checkedOffset = 16
  private static let headerLength = 32
  /// A grid of more vertices may exceed its 27 bits for the positions of blocks.
  private static let maximumVertexCount = 4_000_000

  init(_ memory: PackedMemory) throws(AtlasFileError) {
    let bytes = SharedValues<UInt8>(memory, count: memory.byteCount)
    let words = SharedValues<UInt32>(memory, count: memory.byteCount / 4)
    guard bytes.count >= Self.headerLength,
      Self.magic.indices.allSatisfy({ bytes[$0] == Self.magic[$0] })
    else { throw .notAnAtlasFile }
    func word(_ index: Int) -> UInt32 { UInt32(littleEndian: words[index]) }
    guard word(2) == Self.version else {
      throw .unsupportedVersion(found: word(2), supported: Self.version)
    }
    let counts = (4...6).map { UInt64(word($0)) }
    // The header, an area, the start and the areas of an arc, and a vertex.
    let expected = UInt64(Self.headerLength) + 4 * (counts[0] + 2 * counts[1] + 1 + 2 * counts[2])
    guard expected == UInt64(bytes.count) else {
      throw .wrongLength(expected: expected, found: UInt64(bytes.count))
    }
    // They fit, because the file has that number of bytes.
    let (areaCount, arcCount, vertexCount) = (Int(counts[0]), Int(counts[1]), Int(counts[2]))
    var checksum = CRC32()
    bytes.withUnsafeSpan { checksum.add($0, in: Self.checkedOffset..<bytes.count) }
    guard checksum.value == word(3) else { throw .damaged }
    guard areaCount <= 1 << 16, vertexCount <= Self.maximumVertexCount else {
      throw .malformed(
        element: "header", number: 0, reason: "more than 65,536 areas or 4,000,000 vertices")
    }
    var next = Self.headerLength / 4
    func column(_ count: Int) -> [UInt32] {
      defer { next += count }
      return (next..<(next + count)).map(word)
    }
    (countries, isWater) = try Self.areas(column(areaCount))
    let starts = column(arcCount + 1).map { Int32(bitPattern: $0) }
    let sides = column(arcCount)
    let x = column(vertexCount).map { Int32(bitPattern: $0) }
    let y = column(vertexCount).map { Int32(bitPattern: $0) }
    arcs = BoundaryArcs(
      starts: starts, x: x, y: y, left: sides.map { UInt16(truncatingIfNeeded: $0) },
      right: sides.map { UInt16(truncatingIfNeeded: $0 >> 16) }, areaCount: areaCount)
    try Self.check(arcs)
  }

  /// The country of each area, and whether it is waters.
  private static func areas(
    _ cells: [UInt32]
  ) throws(AtlasFileError) -> (countries: [Country?], isWater: [Bool]) {
    var countries: [Country?] = []
    var isWater: [Bool] = []
    for (number, cell) in cells.enumerated() {
      // The first letter is the first byte, and the high byte of a packed code.
      let letters = UInt16(truncatingIfNeeded: cell).byteSwapped
      let country = Country(packedCode: letters)
      guard letters == 0 || country != nil, cell >> 16 <= 1, number > 0 || cell == 0 else {
        throw .malformed(element: "area", number: number, reason: "no country has its code")
      }
      countries.append(country)
      isWater.append(cell >> 16 == 1)
    }
    guard !cells.isEmpty else {
      throw .malformed(element: "area", number: 0, reason: "the high seas are missing")
    }
    return (countries, isWater)
  }

  /// Checks that each arc has vertices on the map and two areas.
  private static func check(_ arcs: BoundaryArcs) throws(AtlasFileError) {
    func fail(_ arc: Int, _ reason: String) -> AtlasFileError {
      .malformed(element: "arc", number: arc, reason: reason)
    }
    guard arcs.starts[0] == 0, Int(arcs.starts[arcs.count]) == arcs.x.count else {
      throw fail(0, "the arcs do not have all vertices")
    }
    for arc in 0..<arcs.count {
      let start = Int(arcs.starts[arc])
      let end = Int(arcs.starts[arc + 1])
      guard end >= start + 2, end <= arcs.x.count else { throw fail(arc, "it has no line") }
      guard arcs.left[arc] != arcs.right[arc],
        max(arcs.left[arc], arcs.right[arc]) < arcs.areaCount
      else { throw fail(arc, "its areas do not exist or are equal") }
      for vertex in start..<end {
        guard abs(Int(arcs.x[vertex])) <= 1_800_000, abs(Int(arcs.y[vertex])) <= 900_000 else {
          throw fail(arc, "a vertex is beyond 180 or 90 degrees")
        }
      }
    }
  }
}
