internal import CairnGeodesy
internal import CairnMemory

#if !hasFeature(Embedded)
  /// The coordinates of the elements of an index file to be written, in input order.
  struct SpilledPoints: ~Copyable, Sendable {
    /// The number of valid coordinates.
    private(set) var validCount = 0
    private var coordinates: SpilledValues<Coordinate>
    private let path: String
    private let firstFailure = Lock<FileError?>(nil)

    /// The error that has ended a traversal early.
    private var failure: FileError? { firstFailure.withLock { $0 } }

    init(beside path: String) {
      coordinates = SpilledValues(beside: path)
      self.path = path
    }

    /// The number of coordinates.
    var count: Int { coordinates.count }

    mutating func append(_ coordinate: Coordinate) throws(FileError) {
      if coordinate.isValid { validCount += 1 }
      try coordinates.append(coordinate)
    }

    mutating func append(_ places: UnsafeSpan<Coordinate>) throws(FileError) {
      for index in 0..<places.count where places[index].isValid { validCount += 1 }
      try coordinates.append(places)
    }

    /// The smallest box that contains all valid coordinates; with more than 2²⁴ coordinates and no
    /// gap in longitude of 0.0004 degrees, it may be wider by that.
    func extent() throws(FileError) -> BoundingBox {
      var bounds = EnclosingBounds()
      forEachBlock { _, block in
        for index in 0..<block.count { bounds.add(block[index]) }
      }
      if let failure { throw failure }
      let (box, isSmallest) = bounds.box
      if isSmallest || count > 1 << 24 { return box }
      return BoundingBox(enclosing: try points(of: 0..<count).coordinates)
    }

    /// The valid points of a range, with their offsets in the input if others are between them.
    private func points(
      of range: Range<Int>
    ) throws(FileError) -> (coordinates: [Coordinate], offsets: [UInt32]?) {
      let areAllValid = validCount == count
      var coordinates: [Coordinate] = []
      coordinates.reserveCapacity(validCount)
      var offsets: [UInt32] = []
      if !areAllValid { offsets.reserveCapacity(validCount) }
      forEachBlock { first, block in
        for index in 0..<block.count where block[index].isValid {
          coordinates.append(block[index])
          if !areAllValid { offsets.append(UInt32(truncatingIfNeeded: first + index)) }
        }
      }
      if let failure { throw failure }
      return (coordinates, areAllValid ? nil : offsets)
    }

    /// Builds the tree and writes it as the first section of an index file.
    ///
    /// - Parameters:
    ///   - output: the file.
    ///   - threads: the maximum number of threads; the file does not depend on it.
    ///   - partLevel: the level of the nodes that are built one by one.
    /// - Throws: ``FileError`` if a file operation fails.
    func writeTree(
      to output: inout IndexFileOutput, threads: Int, partLevel: Int
    ) throws(FileError) {
      guard validCount > PartPlan.partSize(level: partLevel) else {
        let (coordinates, offsets) = try points(of: 0..<count)
        let tree = PackedTree(coordinates, offsets: offsets, threads: threads)
        try output.write(
          tree.memory, 0..<output.layout.tree.count, at: output.layout.tree.lowerBound)
        return
      }
      let (plan, file) = try sortedIntoParts(threads: threads, level: partLevel)
      let parts = TreeParts(count: validCount, level: partLevel)
      for part in plan {
        let (coordinates, offsets) = try Self.read(part, of: file, validCount)
        try parts.write(
          PackedTree(coordinates, offsets: offsets, threads: threads, leastLevel: partLevel),
          at: part, to: &output)
      }
      try parts.finish(&output)
    }

    /// Writes the points to a file, part by part: all coordinates, then all offsets.
    private func sortedIntoParts(
      threads: Int, level: Int
    ) throws(FileError) -> (parts: [Range<Int>], TemporaryFile) {
      var plan = PartPlan(validCount, of: self, level: level, threads: threads)
      if let failure { throw failure }
      guard let file = TemporaryFile(beside: path) else {
        throw TemporaryFile.creationFailure(path)
      }
      var sorted = PartBuffers(plan.parts, count: validCount, file.positions)
      var numbers = [UInt16](repeating: 0, count: SpilledValues<Coordinate>.blockCount)
      var firstIndex = 0
      numbers.withUnsafeBuffer { numbers in
        plan.assign(
          self, startingBlock: { firstIndex = $0 }, { numbers[$0 - firstIndex] = $1 },
          { first, block in
            for index in 0..<block.count where block[index].isValid {
              sorted.append(block[index], UInt32(truncatingIfNeeded: first + index), numbers[index])
            }
          })
      }
      sorted.finish()
      if let failure = failure ?? sorted.failure { throw failure }
      return (plan.parts, file)
    }

    /// Reads the points of a part and their offsets in the input.
    private static func read(
      _ part: Range<Int>, of file: TemporaryFile, _ count: Int
    ) throws(FileError) -> ([Coordinate], [UInt32]) {
      var failure: FileError?
      let coordinates = [Coordinate](capacity: part.count) { values in
        do throws(FileError) {
          try file.read(into: values[0..<part.count], at: 16 * part.lowerBound)
          return part.count
        } catch {
          failure = error
          return 0
        }
      }
      let offsets = [UInt32](capacity: part.count) { values in
        do throws(FileError) {
          try file.read(into: values[0..<part.count], at: 16 * count + 4 * part.lowerBound)
          return part.count
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      return (coordinates, offsets)
    }
  }

  extension SpilledPoints: PointBlocks {
    func forEachBlock(_ body: (_ first: Int, UnsafeSpan<Coordinate>) -> Void) {
      do throws(FileError) {
        try coordinates.forEachBlock { (first, block) throws(FileError) in
          body(first, block)
        } failure: {
          $0
        }
      } catch {
        firstFailure.withLock { $0 = error }
      }
    }
  }

  /// Buffers from which the points of each part are written to their positions of a file.
  private struct PartBuffers {
    private let count: Int
    private let file: FilePositions
    private let coordinates: PackedMemory
    private let offsets: PackedMemory
    /// The number of points in the buffer of each part, and the position of the first one.
    private var filled: [Int]
    private var positions: [Int]
    private(set) var failure: FileError?
    private static let capacity = 1 << 13

    init(_ parts: [Range<Int>], count: Int, _ file: FilePositions) {
      self.count = count
      self.file = file
      coordinates = PackedMemory(byteCount: parts.count * Self.capacity * 16)
      offsets = PackedMemory(byteCount: parts.count * Self.capacity * 4)
      filled = [Int](repeating: 0, count: parts.count)
      positions = parts.map(\.lowerBound)
    }

    @inline(__always)
    mutating func append(_ place: Coordinate, _ offset: UInt32, _ part: UInt16) {
      let part = Int(part)
      let index = part * Self.capacity + filled[part]
      coordinates.withUnsafeBuffer(of: Coordinate.self, count: filled.count * Self.capacity) {
        $0[index] = place
      }
      offsets.withUnsafeBuffer(of: UInt32.self, count: filled.count * Self.capacity) {
        $0[index] = offset
      }
      filled[part] += 1
      if filled[part] == Self.capacity { flush(part) }
    }

    private mutating func flush(_ part: Int) {
      guard failure == nil else {
        filled[part] = 0
        return
      }
      let start = part * Self.capacity
      do throws(FileError) {
        try coordinates.withUnsafeBuffer(
          of: Coordinate.self, byteOffset: start * 16, count: filled[part]
        ) { values throws(FileError) in
          try file.write(values.span, at: 16 * positions[part])
        }
        try offsets.withUnsafeBuffer(
          of: UInt32.self, byteOffset: start * 4, count: filled[part]
        ) { values throws(FileError) in
          try file.write(values.span, at: 16 * count + 4 * positions[part])
        }
      } catch {
        failure = error
      }
      positions[part] += filled[part]
      filled[part] = 0
    }

    mutating func finish() {
      for part in filled.indices where filled[part] > 0 { flush(part) }
    }
  }

  /// Writes the parts of a tree to an index file, and then the nodes above them.
  private struct TreeParts {
    private let level: Int
    private let layout: PackedLayout
    /// The number of nodes of the level of the parts and above.
    private let upperCount: Int
    private let upper: PackedMemory
    private static let nodeBytes = PackedLayout.framedNodeFloats * 4

    init(count: Int, level: Int) {
      self.level = level
      layout = PackedLayout(count: count)
      let nodes = layout.nodes(atLevel: level)
      upperCount = nodes.first + nodes.count
      upper = PackedMemory(zeros: layout.nodesOffset + upperCount * Self.nodeBytes)
    }

    /// Writes the nodes and the points of a part.
    func write(
      _ tree: PackedTree, at positions: Range<Int>, to output: inout IndexFileOutput
    ) throws(FileError) {
      let part = PackedLayout(count: positions.count, leastLevel: level)
      let start = output.layout.tree.lowerBound
      // The root of the part is one of the nodes that are written at the end.
      let number = positions.lowerBound / PartPlan.partSize(level: level)
      let place =
        layout.nodesOffset + (layout.nodes(atLevel: level).first + number) * Self.nodeBytes
      tree.memory.withUnsafeBuffer(
        of: UInt8.self, byteOffset: part.nodesOffset, count: Self.nodeBytes
      ) { root in
        upper.withUnsafeBuffer(of: UInt8.self, byteOffset: place, count: Self.nodeBytes) {
          $0.copy(root.span, to: 0)
        }
      }
      for level in 1..<max(level, 1) {
        let nodes = part.nodes(atLevel: level)
        let first =
          layout.nodes(atLevel: level).first
          + positions.lowerBound >> (PackedLayout.fanOutShift * (level + 1))
        let bytes = part.nodesOffset + nodes.first * Self.nodeBytes
        try output.write(
          tree.memory, bytes..<(bytes + nodes.count * Self.nodeBytes),
          at: start + layout.nodesOffset + first * Self.nodeBytes)
      }
      let leaf = PackedLayout.leafFloats * 4
      try output.write(
        tree.memory, part.pointsOffset..<(part.pointsOffset + part.leafCount * leaf),
        at: start + layout.pointsOffset + positions.lowerBound / PackedLayout.fanOut * leaf)
      for (from, to, size) in [
        (part.degreesOffset, layout.degreesOffset, PackedLayout.degreeBytes),
        (part.offsetsOffset, layout.offsetsOffset, PackedLayout.offsetBytes),
      ] {
        try output.write(
          tree.memory, from..<(from + positions.count * size),
          at: start + to + positions.lowerBound * size)
      }
    }

    /// Writes the header of the tree and the nodes of the level of the parts and above.
    func finish(_ output: inout IndexFileOutput) throws(FileError) {
      let tree = PackedTree(upperPart: upper, nodeCount: upperCount, layout: layout)
      tree.writeHeader(layout)
      if level < layout.rootLevel {
        for level in (level + 1)...layout.rootLevel {
          for node in 0..<layout.nodes(atLevel: level).count {
            tree.fillNode(node, atLevel: level, layout)
          }
        }
      }
      try output.write(upper, 0..<upper.byteCount, at: output.layout.tree.lowerBound)
    }
  }
#endif
