#if !hasFeature(Embedded)
  /// A buffer of bytes that can be read repeatedly in order; spilled to disk above 4 MiB.
  package struct SpillBuffer: ~Copyable {
    private var held: [UInt8] = []
    private var file: SpillFile?
    private let path: String
    private var mayWait = true
    /// The greatest number of bytes kept in memory.
    private static let heldLimit = 4 << 20
    private static let pieceSize = 1 << 16

    /// Creates an empty buffer.
    ///
    /// - Parameter path: a path, whose file need not exist; the spill file is created in its
    ///   directory, or the bytes stay in memory if it cannot be created.
    package init(beside path: String) { self.path = path }

    /// Appends bytes.
    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
      if file == nil {
        held += bytes
        guard mayWait, held.count > Self.heldLimit else { return }
        guard var made = try? SpillFile(beside: path) else {
          mayWait = false
          return
        }
        // Written in pieces, because the file keeps a buffer as large as its largest write.
        var rest = held[...]
        while !rest.isEmpty {
          try made.write(rest.prefix(Self.pieceSize))
          rest = rest.dropFirst(Self.pieceSize)
        }
        file = consume made
        held = []
      } else {
        try file?.write(bytes)
      }
    }

    /// Reads all bytes from the start.
    ///
    /// - Parameters:
    ///   - size: the length of each piece but the last is a multiple of it, in bytes.
    ///   - body: receives the next bytes.
    ///   - failure: converts a system error to the caller's error type.
    /// - Throws: the errors of `body`, and those that `failure` returns.
    package mutating func read<Failure: Error>(
      inMultiplesOf size: Int = 1, _ body: ([UInt8]) throws(Failure) -> Void,
      failure: (FileError) -> Failure
    ) throws(Failure) {
      guard file != nil else { return try body(held) }
      var rest: [UInt8] = []
      try file?.read { piece throws(Failure) in
        if rest.isEmpty { rest = piece } else { rest += piece }
        let left = Array(rest.suffix(rest.count % size))
        rest.removeLast(left.count)
        try body(rest)
        rest = left
      } failure: {
        failure($0)
      }
    }
  }
#endif
