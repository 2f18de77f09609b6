internal import CairnFormats
internal import CairnInflate
internal import CairnMemory

/// A file, or the standard input for `-`, read in large chunks; gzip and KMZ files are decompressed
/// during reading, and an index file may be read as text.
///
/// An archive has one or more documents, which are read one after the other: ``next(atMost:)`` ends
/// with the first document, and ``nextDocument()`` moves to the next one.
struct InputFile: ~Copyable {
  private let file: System.InputStream
  private let path: String
  private var hasRead = false
  /// The bytes read so far and the size of the file, both before decompression.
  ///
  /// The size is nil if the input is not a regular file; for an archive both count the compressed
  /// bytes of its documents.
  private(set) var position = 0
  private(set) var size: Int?
  /// The gzip decompressor; nil if the file is not compressed with gzip.
  private var decompressor: Decompressor?
  /// The document of an archive that is being read, the compressed size of the documents before it,
  /// and the documents after it.
  private var member: ZipArchive.MemberReader?
  private var earlier = 0
  private var documents: ArraySlice<ZipArchive.Member> = []
  private var archive: ZipArchive?
  /// The name of that document within the archive; nil for the main document and for other files.
  private(set) var documentName: String?
  /// The names of the documents of the archive.
  var documentNames: [String] { archive == nil ? [] : allDocuments }
  private var allDocuments: [String] = []
  /// Whether it can be read again from its beginning.
  let isRepeatable: Bool
  /// Bytes that have been decompressed and not yet returned.
  private var ready: [UInt8] = []
  private var hasEnded = false
  /// The converter of a text in a given encoding; nil if the reader detects the encoding.
  private var encoding: NamedEncoding?
  /// Whether an index file is read as a GeoJSON sequence, and the reader of one.
  private let readsIndexFiles: Bool
  private var indexText: IndexFileText?
  /// Whether a photo is read as a GeoJSON feature, and whether the file is one.
  private let readsPhotos: Bool
  private var isPhoto = false
  /// Text that has been converted and not yet returned.
  private var text: [UInt8] = []
  private var isTextComplete = false
  /// The damage of compressed data, reported after the bytes before it.
  private var damage: InflateError?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file, `-` for the standard input.
  ///   - encoding: the encoding of a text, which is converted to UTF-8; nil to leave the bytes
  ///     unchanged.
  ///   - readsIndexFiles: whether an index file is read as a GeoJSON sequence of its features.
  ///   - readsPhotos: whether a photo is read as a GeoJSON feature.
  /// - Throws: a ``Failure`` if the file cannot be read or is also the output.
  init(
    _ path: String, encoding: NamedEncoding? = nil, readsIndexFiles: Bool = false,
    readsPhotos: Bool = false
  ) throws(Failure) {
    self.path = path
    self.readsIndexFiles = readsIndexFiles
    self.readsPhotos = readsPhotos
    self.encoding = encoding
    try Self.checkIsNotOutput(path)
    do throws(System.Problem) {
      file = try System.InputStream(FileName.system(path))
    } catch {
      throw Self.missing(path, error)
    }
    size = file.size
    isRepeatable = path != "-" && file.size != nil
    if path == "-" { Waiting.tell() }
  }

  /// Whether a file can be read only once, as the standard input, a pipe or a device: examining its
  /// start would remove the start from the data that is read later.
  static func isStream(_ path: String) -> Bool {
    path == "-" || OutputFile.isStream(path)
  }

  /// Reads the next chunk; only the last one is shorter than `count`, and further ones are empty.
  mutating func next(atMost count: Int = 1 << 20) throws(Failure) -> [UInt8] {
    guard encoding != nil else { return try nextBytes(count) }
    while text.count < count, !isTextComplete {
      let piece = try nextBytes(1 << 18)
      text += (piece.isEmpty ? encoding?.finish() : encoding?.convert(piece)) ?? []
      if let line = encoding?.invalidLine {
        let name = path == "-" ? "the input" : Spelling.quoted(path)
        throw Failure(
          code: .data,
          message: "\(name), line \(line): the text is not in the encoding of --encoding")
      }
      isTextComplete = piece.isEmpty
    }
    let next = Array(text.prefix(count))
    text.removeFirst(next.count)
    return next
  }

  /// Reads to the end of the file, or of a document of an archive.
  mutating func rest() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try next()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  /// The next chunk before conversion, which is likewise shorter only at the end.
  private mutating func nextBytes(_ count: Int) throws(Failure) -> [UInt8] {
    if indexText != nil { return try nextOfIndexFile(count) }
    if decompressor != nil || member != nil { return try nextDecompressed(count) }
    let isStart = !hasRead
    let piece = try nextOfFile(count)
    guard isStart else { return isPhoto ? [] : piece }
    if readsPhotos, let photo = try Photo(path, start: piece) {
      isPhoto = true
      return try photo.text()
    }
    switch Decompressor.compression(of: piece) {
    case .none:
      guard readsIndexFiles, isRepeatable, IndexFileStart.isOne(piece) else { return piece }
      indexText = try IndexFileText(path)
      return try nextOfIndexFile(count)
    case .gzip:
      decompressor = Decompressor()
      decompressor?.append(piece)
    case .zip:
      guard let archive = try archive(behind: piece) else { break }
      do throws(InflateError) {
        // Throws an error that describes the contents if there is no document.
        member = try archive.mainKMLReader()
        documents = try archive.documents.dropFirst()
      } catch {
        throw damaged(error)
      }
      allDocuments = archive.mainKML.map { [$0.name] + documents.map(\.name) } ?? []
      size = documents.reduce(member?.compressedByteCount ?? 0) { $0 + $1.compressedByteCount }
      self.archive = archive
    }
    return try nextDecompressed(count)
  }

  private mutating func nextOfIndexFile(_ count: Int) throws(Failure) -> [UInt8] {
    while ready.count < count, let piece = try indexText?.piece(), !piece.isEmpty {
      ready += piece
    }
    defer { ready.removeFirst(min(count, ready.count)) }
    return Array(ready.prefix(count))
  }

  /// Moves to the next document of an archive; returns false if none exists.
  mutating func nextDocument() -> Bool {
    guard let archive, let next = documents.popFirst() else { return false }
    earlier += member?.compressedByteCount ?? 0
    member = archive.reader(of: next)
    documentName = next.name
    ready = []
    return true
  }

  /// The maximum number of bytes of an archive from a pipe that are kept in memory.
  private static let memoryLimit = 1 << 21

  /// Opens an archive, whose directory is at its end.
  ///
  /// An input that is not a file, such as a pipe, is first read to its end: into memory, or into a
  /// temporary file if it is large.
  ///
  /// - Returns: nil if the archive ends before its directory; its first document is then read up to
  ///   the damage.
  private mutating func archive(behind start: [UInt8]) throws(Failure) -> ZipArchive? {
    if let file = file.atAnyPosition {
      return try archive(file.byteCount) { file.bytes($0) }
    }
    var copy = SpillFile(beside: MapQuery.scratch, memoryLimit: Self.memoryLimit)
    var piece = start
    while !piece.isEmpty {
      do throws(FileError) { try copy.write(piece[...]) } catch { throw Failure(error) }
      piece = try nextOfFile(1 << 18)
    }
    let byteCount = copy.byteCount
    let bytes: @Sendable (Range<Int>) -> [UInt8]
    do throws(FileError) { bytes = try copy.atAnyPosition() } catch { throw Failure(error) }
    return try archive(byteCount, bytes)
  }

  private mutating func archive(
    _ byteCount: Int, _ bytes: @escaping @Sendable (Range<Int>) -> [UInt8]
  ) throws(Failure) -> ZipArchive? {
    do throws(InflateError) {
      return try ZipArchive(byteCount: byteCount, bytes: bytes)
    } catch {
      guard case .endsWithin = error.reason,
        let document = ZipArchive.readerOfCutArchive(byteCount: byteCount, bytes: bytes)
      else { throw damaged(error) }
      member = document
      size = document.compressedByteCount
      return nil
    }
  }

  private func damaged(_ error: InflateError) -> Failure {
    let name = path == "-" ? "the input" : Spelling.quoted(path)
    return Failure(code: .data, message: "\(name), \(error)")
  }

  private mutating func nextDecompressed(_ count: Int) throws(Failure) -> [UInt8] {
    if let damage, ready.isEmpty { throw damaged(damage) }
    while ready.count < count, damage == nil {
      let piece: [UInt8]?
      do throws(InflateError) {
        piece = member == nil ? try decompressor?.next() : try member?.next()
      } catch {
        guard !ready.isEmpty else { throw damaged(error) }
        damage = error
        break
      }
      if let piece {
        if ready.isEmpty { ready = piece } else { ready += piece }
        if let member { position = earlier + member.position }
        continue
      }
      if hasEnded || member != nil { break }
      let more = try nextOfFile(1 << 18)
      if more.isEmpty {
        hasEnded = true
        decompressor?.finish()
      } else {
        decompressor?.append(more)
      }
    }
    guard ready.count > count else {
      defer { ready = [] }
      return ready
    }
    defer { ready.removeFirst(count) }
    return Array(ready[..<count])
  }

  private mutating func nextOfFile(_ count: Int) throws(Failure) -> [UInt8] {
    do {
      let piece = try file.next(count)
      position += piece.count
      hasRead = true
      return piece
    } catch {
      // If the first read fails, such as of a folder, the input counts as not found.
      guard hasRead else { throw Self.missing(path, error) }
      throw Failure(
        code: .inputOutput, message: "\(Spelling.quoted(path)) cannot be read: \(error.message)")
    }
  }

  /// Throws if the input file is also the standard output: the shell has emptied it, or the output
  /// would be read back as input.
  static func checkIsNotOutput(
    _ path: String, output: System.FileIdentity? = System.identity(ofOpenFile: 1)
  ) throws(Failure) {
    guard let output, System.identity(FileName.system(path)) == output else { return }
    let name = path == "-" ? "the file of the standard input" : Spelling.quoted(path)
    throw .usage(
      "\(name) is also the output, which the shell empties before it can be read; write to "
        + "another file and rename it")
  }

  private static func missing(_ path: String, _ problem: System.Problem) -> Failure {
    Failure(
      code: .noInput, message: "\(Spelling.quoted(path)) cannot be read: \(problem.message)")
  }
}

extension System {
  /// All bytes of a file, or of the standard input for `-`.
  static func contents(of path: String) throws(Problem) -> [UInt8] {
    if path == "-" { Waiting.tell() }
    let file = try InputStream(FileName.system(path))
    var bytes: [UInt8] = []
    while true {
      let piece = try file.next(1 << 16)
      bytes += piece
      if piece.count < 1 << 16 { return bytes }
    }
  }
}

/// A hint that the tool reads from the keyboard, so that it does not seem to hang.
enum Waiting {
  /// Writes the hint to standard error if both standard error and standard input are terminals.
  static func tell() {
    guard System.isTerminal(0), System.isTerminal(2) else { return }
    let text = "cairn: reading from the keyboard; Ctrl-D ends the input, Ctrl-C cancels\n"
    _ = System.write(Array(text.utf8), to: 2)
  }
}
