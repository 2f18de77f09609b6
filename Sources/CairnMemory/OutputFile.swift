/// An error in writing a file or mapping it.
@usableFromInline
package struct FileError: Error, Hashable, Sendable {
  /// The operation that failed.
  package enum Operation: String, Hashable, Sendable {
    /// Opening an existing file: no permission, a directory, or a cycle of symbolic links.
    case open
    /// Creating a file in the directory.
    case create
    /// Creating a temporary file next to an existing, writable file.
    case draft = "create a temporary file next to"
    /// Writing the bytes, or flushing them to disk.
    case write
    /// Renaming the temporary file.
    case replace
    /// Determining the length of a file, or reading it.
    case read
    /// Mapping a file; ``FileError/tooLarge`` if it exceeds the address space.
    case map
  }

  /// The operation that failed.
  package var operation: Operation
  /// The path of the file, as given.
  package var path: String
  /// The `errno` of the system.
  package var code: Int32

  /// The code of a file that exceeds the address space.
  package static var tooLarge: Int32 { EFBIG }

  /// Creates an error.
  package init(operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

/// A file that is written atomically: it gets its name only when it is complete.
///
/// Until ``finish()``, the bytes are in a temporary file with a random name in the same directory,
/// readable only by the user. It is then flushed to disk and renamed, so a reader sees either the
/// old or the complete new file, and one of two concurrent writers leaves a complete file. An
/// unfinished temporary file is removed.
///
/// - A symbolic link is kept, and its target is replaced or created.
/// - The new file gets the mode, owner and group of a replaced file as far as the system permits;
///   otherwise it gets the defaults of the process. Access control lists and extended attributes
///   are not copied, and other hard links keep the old contents.
/// - A read-only file is not replaced, even if its directory is writable.
/// - Devices, pipes and open descriptors, such as `/dev/stdout` or `/dev/fd/3`, are written to
///   directly.
@usableFromInline
package struct OutputFile: ~Copyable {
  /// Called with the zero-terminated name of a temporary file before it is created, and with nil
  /// once no temporary file exists.
  package typealias Watch = @Sendable ([CChar]?) -> Void

  /// A temporary file and its target.
  private struct Draft {
    var name: [CChar]
    var target: [CChar]
    /// The mode and owner of the finished file.
    var status: stat
    /// Whether an existing file is replaced, whose owner is kept.
    var isReplacement: Bool
  }

  private let path: String
  private let watch: Watch?
  private var descriptor: Int32 = -1

  /// The path and the descriptor, for positional writes.
  internal var name: String { path }
  internal var number: Int32 { descriptor }

  private var draft: Draft?

  /// Opens a device, pipe or descriptor, or creates a temporary file.
  ///
  /// - Parameters:
  ///   - path: the file to create or replace.
  ///   - watch: notified of temporary files, to remove one if a signal terminates the process.
  /// - Throws: ``FileError`` if the file cannot be opened, or the temporary file cannot be created.
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

    // Another process may replace the file at any moment, so retry if it changed.
    for _ in 0..<1_000 {
      // Opening checks permissions, and the system's restrictions on following links.
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
      // Only the file that was opened is replaced.
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

  /// Creates the temporary file.
  private mutating func begin(_ target: [CChar], _ old: stat?) throws(FileError) {
    var random = SystemRandomNumberGenerator()
    while true {
      // The length of the name does not depend on the target, whose name may have the maximum
      // length.
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
    // The mode of a new file, with the umask of the process applied, is kept for the finished file.
    if old == nil, var status = draft?.status, unsafe fstat(descriptor, &status) == 0 {
      draft?.status = status
    }
    _ = fchmod(descriptor, 0o600)
  }

  /// Whether the bytes are written directly to a device, pipe or descriptor.
  package var isStream: Bool { draft == nil }

  /// Whether a path refers to a device, pipe, socket or open descriptor.
  package static func isStream(_ path: String) -> Bool {
    let name = name(path)
    if let target = target(of: name), openFile(named: target) != nil { return true }
    var status = stat()
    guard unsafe stat(name, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Appends bytes.
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

  /// Appends bytes.
  @unsafe
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    guard let start = bytes.baseAddress else { return }
    var written = 0
    while written < bytes.count {
      // Some systems reject writes of more than 2 GB.
      let portion = min(bytes.count - written, 1 << 30)
      let count = unsafe writeBytes(descriptor, start + written, portion)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure(.write, count < 0 ? errno : EIO) }
      written += count
    }
  }

  /// Finishes the file and renames it; nothing can be written afterward.
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
    // Flush the directory, so that the new name survives a power failure; errors do not matter,
    // since the file is complete.
    let folder = unsafe open(Self.folder(of: draft.target) + Self.name("."), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  /// Sets the owner and mode of a temporary file to those of the finished file.
  private static func adopt(_ status: stat, isReplacement: Bool, _ descriptor: Int32) {
    var mode = status.st_mode & 0o7777
    if isReplacement, fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      // Without the owner, drop setuid, setgid and sticky bits; without the group, give the new
      // group no more access than others had.
      mode &= 0o777
      if fchown(descriptor, uid_t.max, status.st_gid) != 0 {
        mode = mode & ~0o070 | mode & (mode & 0o007) << 3
      }
    }
    // Failures are ignored: the file system may not support modes.
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
  /// The zero-terminated bytes of a path.
  private static func name(_ path: String) -> [CChar] {
    path.utf8.map { CChar(bitPattern: $0) } + [0]
  }

  /// Resolves the symbolic links of the last component, even if the target does not exist; nil for
  /// a cycle.
  ///
  /// Names of open descriptors are not resolved further.
  private static func target(of name: [CChar]) -> [CChar]? {
    var name = name
    for _ in 0...40 {
      guard openFile(named: name) == nil, let next = link(at: name) else { return name }
      name = next.first == 0x2F ? next : folder(of: name) + next
    }
    return nil
  }

  /// The destination of a symbolic link; nil for anything else.
  private static func link(at name: [CChar]) -> [CChar]? {
    let text = unsafe [CChar](unsafeUninitializedCapacity: 1 << 12) { buffer, count in
      count = unsafe max(readlink(name, buffer.baseAddress.unsafelyUnwrapped, buffer.count), 0)
    }
    return text.isEmpty ? nil : text + [0]
  }

  /// The path up to its last slash; empty for a file in the current directory.
  private static func folder(of name: [CChar]) -> [CChar] {
    name.lastIndex(of: 0x2F).map { Array(name[...$0]) } ?? []
  }

  /// The number of the open descriptor that a path refers to.
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

/// The system call, which the methods named `write` would shadow.
@unsafe
private func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}
