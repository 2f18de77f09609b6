/// Why a file cannot be written, or mapped for reading.
@usableFromInline
package struct FileError: Error, Hashable, Sendable {
  /// What the system refused.
  package enum Operation: String, Hashable, Sendable {
    /// To open what is there: it may not be written or read, is a folder, links to itself.
    case open
    /// To make a file in that folder.
    case create
    /// To make a draft beside a file that is there and could be written.
    case draft = "make a draft beside"
    /// To take the bytes, or to have them on the disk.
    case write
    /// To let the draft take the name of the file.
    case replace
    /// To tell how long a file is.
    case read
    /// To map it; ``FileError/tooLarge`` where it is longer than memory can be.
    case map
  }

  /// What the system refused.
  package var operation: Operation
  /// The file, as it was named.
  package var path: String
  /// The `errno` of the system.
  package var code: Int32

  /// The code of a file that is longer than memory can be.
  package static var tooLarge: Int32 { EFBIG }

  /// Makes an error.
  package init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

/// A file that is being written; it has its name only when it is whole.
///
/// Until ``finish()`` the bytes stand in a draft: a file of random name in the same folder, which
/// nobody else may read. It is then flushed to the disk and takes the name, so that a reader sees
/// the file as it was or all of the new one, and of two writers one leaves a whole file. A draft
/// that is given up is removed.
///
/// - A symbolic link stays, and the file that it leads to is replaced, or made.
/// - A file that is replaced leaves its mode, owner and group to the new one so far as the system
///   lets it; a new one has those that the process gives to new files. Access lists and extended
///   attributes are not taken over, and another name of the old file (a hard link) keeps its
///   contents.
/// - A file that may not be written is not replaced, though its folder would let it.
/// - What is no file is written to as the bytes come: a device, a pipe, and what is open already,
///   as `/dev/stdout` or `/dev/fd/3`.
@usableFromInline
package struct OutputFile: ~Copyable {
  /// What is told the name of a draft, in the bytes of the system with a zero behind them, before
  /// it is made; and nil when there is none any more.
  package typealias Watch = @Sendable ([CChar]?) -> Void

  /// A file on its way to its name.
  private struct Draft {
    var name: [CChar]
    var target: [CChar]
    /// What the finished file may be used for, and by whom.
    var status: stat
    /// Whether a file is replaced, whose owner is to stay.
    var isReplacement: Bool
  }

  private let path: String
  private let watch: Watch?
  private var descriptor: Int32 = -1
  private var draft: Draft?

  /// Opens what is no file, or begins a draft.
  ///
  /// - Parameters:
  ///   - path: the file to make or to replace.
  ///   - watch: what is told about drafts, to remove one that a signal leaves behind.
  /// - Throws: ``FileError`` when the system refuses to open, or to make a draft.
  package init(_ path: String, watch: Watch? = nil) throws(FileError) {
    self.path = path
    self.watch = watch
    guard !path.utf8.contains(0) else { throw failure(.open, EINVAL) }
    let name = Self.name(path)
    guard let target = Self.target(of: name) else { throw failure(.open, ELOOP) }
    if let number = Self.openFile(named: target) {
      descriptor = dup(number)
      guard descriptor >= 0 else { throw failure(.open, errno) }
      return
    }

    // Another run may put its own file there at any moment; then it is looked at again.
    for _ in 0..<1_000 {
      // The system itself says whether it may be written, and minds whose links are followed.
      descriptor = repeatingInterrupted {
        unsafe open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      }
      guard descriptor >= 0 else {
        let code = errno
        guard code == ENOENT, !path.isEmpty else { throw failure(.open, code) }
        try begin(target, nil)
        return
      }
      var old = stat()
      guard unsafe fstat(descriptor, &old) == 0 else { throw failure(.open, errno) }
      guard old.st_mode & S_IFMT == S_IFREG else { return }
      close(descriptor)
      descriptor = -1
      // Nothing else than what was opened is replaced.
      var found = stat()
      if unsafe lstat(target, &found) == 0, found.st_dev == old.st_dev, found.st_ino == old.st_ino {
        try begin(target, old)
        return
      }
    }
    throw failure(.replace, EBUSY)
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
    guard let draft else { return }
    _ = unsafe unlink(draft.name)
    watch?(nil)
  }

  /// Makes the draft of a file.
  private mutating func begin(_ target: [CChar], _ old: stat?) throws(FileError) {
    var random = SystemRandomNumberGenerator()
    while true {
      // The length does not depend on the file's, whose name may be as long as names can be.
      let name =
        Self.folder(of: target) + Self.name(".cairn-draft-" + String(random.next(), radix: 36))
      watch?(name)
      descriptor = repeatingInterrupted {
        unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      if descriptor >= 0 {
        draft = Draft(
          name: name, target: target, status: old ?? stat(), isReplacement: old != nil)
        break
      }
      let code = errno
      watch?(nil)
      if code != EEXIST { throw failure(old == nil ? .create : .draft, code) }
    }
    // From a new file the system has taken away what the process withholds from its files.
    if old == nil, var status = draft?.status, unsafe fstat(descriptor, &status) == 0 {
      draft?.status = status
    }
    _ = fchmod(descriptor, 0o600)
  }

  /// Whether the bytes go to what is no file, and are there as soon as they are written.
  package var isStream: Bool { draft == nil }

  /// Whether a name stands for what is no file: a device, a pipe, a socket, an open descriptor.
  package static func isStream(_ path: String) -> Bool {
    let name = name(path)
    if let target = target(of: name), openFile(named: target) != nil { return true }
    var status = stat()
    guard unsafe stat(name, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Writes bytes behind those that are written.
  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    let result: Result<Void, FileError> = unsafe bytes.withUnsafeBytes { bytes in
      do throws(FileError) {
        return .success(try unsafe write(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Writes bytes behind those that are written.
  @unsafe
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard let start = bytes.baseAddress else { return }
    var written = 0
    while written < bytes.count {
      // Some systems refuse to write more than 2 GB at once.
      let portion = min(bytes.count - written, 1 << 30)
      let count = unsafe writeBytes(descriptor, start + written, portion)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure(.write, count < 0 ? errno : EIO) }
      written += count
    }
  }

  /// Ends the file and gives it its name; nothing can be written any more.
  package mutating func finish() throws(FileError) {
    if let draft {
      Self.adopt(draft.status, isReplacement: draft.isReplacement, descriptor)
      let file = descriptor
      guard repeatingInterrupted({ fsync(file) }) == 0 else { throw failure(.write, errno) }
    }
    let isClosed = close(descriptor) == 0
    let code = errno
    descriptor = -1
    guard isClosed || code == EINTR else { throw failure(.write, code) }
    guard let draft else { return }
    guard unsafe rename(draft.name, draft.target) == 0 else { throw failure(.replace, errno) }
    self.draft = nil
    watch?(nil)
    // The new name, too, is to outlast a loss of power. The file is whole whatever comes of it.
    let folder = unsafe open(Self.folder(of: draft.target) + Self.name("."), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  /// Gives a draft the owner and the mode that its file is to have.
  private static func adopt(_ status: stat, isReplacement: Bool, _ descriptor: Int32) {
    var mode = status.st_mode & 0o7777
    if isReplacement, fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      // What only the owner can pass on is dropped, and no other group gets what this one had.
      mode &= 0o777
      if fchown(descriptor, uid_t.max, status.st_gid) != 0 {
        mode = mode & ~0o070 | mode & (mode & 0o007) << 3
      }
    }
    // Where a file system has no modes, the draft's own is good enough.
    _ = fchmod(descriptor, mode)
  }

  private func failure(
    _ operation: FileError.Operation, _ code: Int32
  ) -> FileError {
    FileError(operation: operation, path: path, code: code)
  }
}

// MARK: Names

extension OutputFile {
  /// The bytes of a name, with a zero behind them.
  private static func name(_ path: String) -> [CChar] {
    path.utf8.map { CChar(bitPattern: $0) } + [0]
  }

  /// Where a name leads when all links at its end are followed, also to what is not there; nil
  /// where they lead in a circle.
  ///
  /// The names of open descriptors are no further followed: what is behind them is open.
  private static func target(of name: [CChar]) -> [CChar]? {
    var name = name
    for _ in 0...40 {
      guard openFile(named: name) == nil, let next = link(at: name) else { return name }
      name = next.first == 0x2F ? next : folder(of: name) + next
    }
    return nil
  }

  /// What a symbolic link says; nil for anything else.
  private static func link(at name: [CChar]) -> [CChar]? {
    let text = unsafe [CChar](unsafeUninitializedCapacity: 1 << 12) { buffer, count in
      count = unsafe max(readlink(name, buffer.baseAddress.unsafelyUnwrapped, buffer.count), 0)
    }
    return text.isEmpty ? nil : text + [0]
  }

  /// A name up to its last slash; empty for one in the current folder.
  private static func folder(of name: [CChar]) -> [CChar] {
    name.lastIndex(of: 0x2F).map { Array(name[...$0]) } ?? []
  }

  /// The number of the open descriptor that a name stands for.
  private static func openFile(named name: [CChar]) -> Int32? {
    let text = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch text {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where text.hasPrefix(folder) {
      let digits = text.dropFirst(folder.count)
      if digits.utf8.allSatisfy({ (48...57).contains($0) }) { return Int32(digits) }
    }
    return nil
  }
}

/// The call of the system, whose name the methods of a file have, too.
@unsafe
private func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}
