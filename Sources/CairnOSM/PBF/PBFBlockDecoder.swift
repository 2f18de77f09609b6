internal import CairnFormats
internal import CairnMemory

/// Decodes a primitive block of a PBF file into columns.
internal struct PBFBlockDecoder {
  internal let kinds: Set<OSMElementKind>
  /// Whether versions and deletions are decoded, for a file with history.
  internal let hasHistory: Bool

  internal var block = OSMBlock()
  /// The versions of the elements; empty if the file has no history.
  internal var history = OSMBlockHistory()
  /// The first tag of the element in progress.
  internal var firstTag: Int32 = 0
  private var granularity: Int64 = 100
  private var latitudeOffset: Int64 = 0
  private var longitudeOffset: Int64 = 0

  /// The maximum number of values in a column of a block.
  ///
  /// Writers put 8,000 elements in a block.
  internal var columnLimit = 1 << 22

  internal init(kinds: Set<OSMElementKind>, hasHistory: Bool) {
    self.kinds = kinds
    self.hasHistory = hasHistory
  }

  /// Decodes a block.
  ///
  /// - Parameters:
  ///   - bytes: the decompressed block.
  ///   - start: the offset of the block in the file.
  /// - Throws: ``OSMError`` if the block is damaged.
  internal mutating func decode(_ bytes: [UInt8], at start: Int) throws(OSMError) {
    block.byteOffset = start
    try bytes.withUnsafeSpan { bytes throws(OSMError) in
      try decode(ProtobufCursor(bytes, 0..<bytes.count, origin: start))
    }
  }

  private mutating func decode(_ message: ProtobufCursor) throws(OSMError) {
    var table: Range<Int>?
    var groups: [Range<Int>] = []
    var cursor = message
    while let field = try cursor.field() {
      switch (field.number, field.wire) {
      case (1, ProtobufCursor.delimited): table = try cursor.range()
      case (2, ProtobufCursor.delimited):
        let range = try cursor.range()
        // An empty group would cost more memory than input.
        if !range.isEmpty { groups.append(range) }
      case (17, ProtobufCursor.varint): granularity = Int64(bitPattern: try cursor.varint())
      case (19, ProtobufCursor.varint): latitudeOffset = Int64(bitPattern: try cursor.varint())
      case (20, ProtobufCursor.varint): longitudeOffset = Int64(bitPattern: try cursor.varint())
      default: try cursor.skip(field)
      }
    }
    guard (1...Int64(Int32.max)).contains(granularity) else {
      throw cursor.invalid("the granularity of a block is not positive")
    }
    // The strings are decoded only if the block has elements of the requested kinds.
    var wanted: [Range<Int>] = []
    for range in groups where try isWanted(message.part(range)) { wanted.append(range) }
    guard !wanted.isEmpty else { return }
    block.strings = try strings(message.part(table ?? 0..<0))
    for range in wanted { try decodeGroup(message.part(range)) }
  }

  /// The kind of the elements in a field of a group.
  private static func kind(_ field: ProtobufCursor.Field) -> OSMElementKind? {
    guard field.wire == ProtobufCursor.delimited else { return nil }
    switch field.number {
    case 1, 2: return .node
    case 3: return .way
    case 4: return .relation
    default: return nil
    }
  }

  /// Whether a group contains elements of a requested kind.
  private func isWanted(_ message: ProtobufCursor) throws(OSMError) -> Bool {
    if kinds.count == OSMElementKind.allCases.count { return true }
    var cursor = message
    while let field = try cursor.field() {
      if let kind = Self.kind(field), kinds.contains(kind) { return true }
      try cursor.skip(field)
    }
    return false
  }

  private func strings(_ message: ProtobufCursor) throws(OSMError) -> OSMStrings {
    var bytes: [UInt8] = []
    var starts: [Int32] = [0]
    bytes.reserveCapacity(message.end - message.position)
    var cursor = message
    while let field = try cursor.field() {
      guard field.number == 1, field.wire == ProtobufCursor.delimited else {
        try cursor.skip(field)
        continue
      }
      let range = try cursor.range()
      guard cursor.bytes.firstInvalidUTF8(in: range) == nil else {
        throw cursor.invalid("a string is not UTF-8")
      }
      bytes.append(cursor.bytes, range)
      starts.append(Int32(bytes.count))
      try check(starts.count, cursor)
    }
    return OSMStrings(bytes: bytes, starts: starts)
  }

  private mutating func decodeGroup(_ message: ProtobufCursor) throws(OSMError) {
    var cursor = message
    while let field = try cursor.field() {
      guard let kind = Self.kind(field), kinds.contains(kind) else {
        try cursor.skip(field)
        continue
      }
      let element = try cursor.message()
      switch field.number {
      case 1: try decodeNode(element)
      case 2: try decodeDenseNodes(element)
      case 3: try decodeWay(element)
      default: try decodeRelation(element)
      }
    }
  }

  // MARK: Values

  /// Throws if a column is too long.
  @inline(__always)
  internal func check(_ count: Int, _ cursor: ProtobufCursor) throws(OSMError) {
    if count > columnLimit { throw tooMany(cursor) }
  }

  @inline(never)
  private func tooMany(_ cursor: ProtobufCursor) -> OSMError {
    cursor.invalid("a block has more than \(columnLimit) items")
  }

  /// Converts the index of a string.
  @inline(__always)
  internal func string(_ index: UInt64, _ cursor: ProtobufCursor) throws(OSMError) -> Int32 {
    guard index < UInt64(block.strings.count) else {
      throw cursor.invalid("a string index is beyond the block's strings")
    }
    return Int32(truncatingIfNeeded: index)
  }

  /// Adds a difference to the previous number.
  @inline(__always)
  internal static func add(
    _ value: UInt64, to number: inout Int64, _ cursor: ProtobufCursor
  ) throws(OSMError) {
    let (sum, isOverflow) = number.addingReportingOverflow(Int64(zigzag: value))
    if isOverflow { throw cursor.invalid("an identifier or coordinate exceeds 64 bits") }
    number = sum
  }

  /// Converts a stored latitude or longitude to 10⁻⁷ degrees; further digits are dropped.
  @inline(__always)
  internal func degrees(
    _ stored: Int64, isLatitude: Bool, _ cursor: ProtobufCursor
  ) throws(OSMError) -> Int32 {
    let offset = isLatitude ? latitudeOffset : longitudeOffset
    if granularity == 100, offset == 0, let value = Int32(exactly: stored) { return value }
    let (product, isOverflow) = stored.multipliedReportingOverflow(by: granularity)
    let (sum, isOverflow2) = product.addingReportingOverflow(offset)
    guard !isOverflow, !isOverflow2, let value = Int32(exactly: sum / 100) else {
      throw cursor.invalid("a coordinate is beyond the Earth")
    }
    return value
  }
}
