/// Bytes that are read again in the order in which they came, as often as they are needed: in
/// memory while they are few, else on the disk.
package struct WaitingBytes: ~Copyable {
  private var held: [UInt8] = []
  private var file: ScratchFile?
  private let path: String
  private var mayWait = true
  /// How many bytes stay in memory.
  private static let heldLimit = 4 << 20
  private static let pieceSize = 1 << 16

  /// Makes an empty list.
  ///
  /// - Parameter path: a file, which need not be there; the bytes wait in its folder, or in memory
  ///   where the system lets nothing be there.
  package init(beside path: String) { self.path = path }

  /// Adds some bytes of an array.
  package mutating func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    if file == nil {
      held += bytes
      guard mayWait, held.count > Self.heldLimit else { return }
      guard var made = try? ScratchFile(beside: path) else {
        mayWait = false
        return
      }
      // In pieces: the file keeps room for the largest one that it has been given.
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

  /// Reads all bytes from the first one on.
  ///
  /// - Parameters:
  ///   - size: what each piece but the last is a multiple of, in bytes.
  ///   - body: gets the next bytes.
  ///   - failure: makes an error for the caller of what the system refuses.
  /// - Throws: what the body throws, and what `failure` gives.
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
