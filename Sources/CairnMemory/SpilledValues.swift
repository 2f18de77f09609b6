#if !hasFeature(Embedded)
  /// Trivial values that are appended, and can be traversed in order any number of times: in memory
  /// up to a limit, above it in a temporary file.
  ///
  /// If the file cannot be created, the values stay in memory.
  package struct SpilledValues<Value: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    /// The number of values.
    package private(set) var count = 0

    private let path: String
    private let memoryLimit: Int
    private var file: TemporaryFile?
    private var mayCreateFile = true
    /// The values that are not in the file, which follow those in it.
    private var pending: [Value] = []
    private var spilledCount = 0
    private static var blockBytes: Int { 1 << 20 }
    /// The maximum number of values of a block.
    package static var blockCount: Int { max(blockBytes / MemoryLayout<Value>.stride, 1) }

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - path: a path, whose file need not exist; the temporary file is created in its directory.
    ///   - memoryLimit: the maximum number of bytes kept in memory.
    package init(beside path: String, memoryLimit: Int = 4 << 20) {
      self.path = path
      self.memoryLimit = memoryLimit
    }

    /// Appends a value.
    @inline(__always)
    package mutating func append(_ value: Value) throws(FileError) {
      pending.append(value)
      count &+= 1
      if pending.count >= Self.blockCount { try spill() }
    }

    /// Appends values.
    package mutating func append(_ values: UnsafeSpan<Value>) throws(FileError) {
      var start = 0
      while start < values.count {
        let end = min(values.count, start + Self.blockCount)
        pending.append(values, start..<end)
        count += end - start
        start = end
        if pending.count >= Self.blockCount { try spill() }
      }
    }

    /// Writes the pending values to the file if they exceed the limit.
    private mutating func spill() throws(FileError) {
      if file == nil {
        guard mayCreateFile, pending.count * MemoryLayout<Value>.stride > memoryLimit else {
          return
        }
        file = TemporaryFile(beside: path)
        mayCreateFile = false
      }
      guard let file else { return }
      let position = spilledCount * MemoryLayout<Value>.stride
      try pending.withUnsafeSpan { values throws(FileError) in
        try file.positions.write(values, at: position)
      }
      spilledCount += pending.count
      // The first write may have been as large as the limit.
      pending.removeAll(keepingCapacity: pending.count <= 2 * Self.blockCount)
    }

    /// Calls a closure with consecutive blocks of the values, and the index of the first value of
    /// each.
    ///
    /// - Parameters:
    ///   - body: called with blocks of at most 1 MB, in order.
    ///   - failure: converts a file error to the error type of the caller.
    /// - Throws: any error that `body` throws, or the result of `failure`.
    package func forEachBlock<Failure: Error>(
      _ body: (_ first: Int, UnsafeSpan<Value>) throws(Failure) -> Void,
      failure: (FileError) -> Failure
    ) throws(Failure) {
      if let file {
        let block = PackedMemory(byteCount: Self.blockCount * MemoryLayout<Value>.stride)
        var first = 0
        while first < spilledCount {
          let size = min(spilledCount - first, Self.blockCount)
          try block.withUnsafeBuffer(of: Value.self, count: size) { values throws(Failure) in
            do throws(FileError) {
              try file.read(into: values, at: first * MemoryLayout<Value>.stride)
            } catch {
              throw failure(error)
            }
            try body(first, values.span)
          }
          first += size
        }
      }
      try pending.withUnsafeSpan { values throws(Failure) in
        var start = 0
        while start < values.count {
          let size = min(values.count - start, Self.blockCount)
          try body(spilledCount + start, values.suffix(from: start).prefix(size))
          start += size
        }
      }
    }
  }
#endif
