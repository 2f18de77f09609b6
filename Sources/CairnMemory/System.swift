#if !hasFeature(Embedded)
  /// The operating system interface of the command-line tool.
  package enum System {
    /// A system error.
    package struct Problem: Error {
      /// The `errno`.
      package var number: Int32

      /// Creates an error from an `errno`.
      package init(number: Int32) {
        self.number = number
      }

      /// Whether a file does not exist or may not be read.
      package var isMissing: Bool {
        number == ENOENT || number == EACCES || number == ENOTDIR || number == EISDIR
      }

      /// Whether the reader has closed the pipe.
      package var isClosedPipe: Bool { number == EPIPE }

      /// The system's message for the error.
      package var message: String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
      }
    }

    /// The identity of a regular file, independent of its names.
    package struct FileIdentity: Hashable, Sendable {
      private let device: UInt64
      private let number: UInt64

      fileprivate init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
      }
    }

    /// Returns the identity of an open file; nil unless it is a regular file.
    package static func identity(ofOpenFile file: Int32) -> FileIdentity? {
      var status = stat()
      guard unsafe fstat(file, &status) == 0 else { return nil }
      return FileIdentity(status)
    }

    /// Returns the identity of a file by its name, following links.
    ///
    /// - Parameter name: the zero-terminated bytes of the name; nil for the standard input.
    /// - Returns: nil unless it is a regular file.
    package static func identity(_ name: [CChar]?) -> FileIdentity? {
      guard let name else { return identity(ofOpenFile: 0) }
      var status = stat()
      guard unsafe stat(name, &status) == 0 else { return nil }
      return FileIdentity(status)
    }

    /// Whether a path is that of a folder.
    ///
    /// - Parameters:
    ///   - name: the zero-terminated bytes of the path.
    ///   - followsLinks: whether a symbolic link to a folder counts as one.
    /// - Returns: false for any other file, and if there is none.
    package static func isFolder(_ name: [CChar], followsLinks: Bool) -> Bool {
      var status = stat()
      let result = unsafe followsLinks ? stat(name, &status) : lstat(name, &status)
      return result == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names of the files and folders in a folder, in no particular order.
    ///
    /// - Parameter name: the zero-terminated bytes of the folder's path.
    /// - Returns: the bytes of the names, without those of the folder itself and of its parent.
    /// - Throws: ``Problem`` if the folder cannot be read.
    package static func names(inFolder name: [CChar]) throws(Problem) -> [[UInt8]] {
      guard let folder = unsafe opendir(name) else { throw Problem(number: errno) }
      defer { unsafe closedir(folder) }
      var names: [[UInt8]] = []
      while let entry = unsafe readdir(folder) {
        let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe Array(bytes.prefix { $0 != 0 })
        }
        if bytes != [0x2E], bytes != [0x2E, 0x2E] { names.append(bytes) }
      }
      return names
    }

    /// Writes all bytes, continuing after interruptions.
    ///
    /// - Returns: nil on success.
    package static func write(_ bytes: [UInt8], to fileDescriptor: Int32) -> Problem? {
      bytes.withUnsafeSpan { write($0, to: fileDescriptor) }
    }

    /// Writes all bytes, continuing after interruptions.
    ///
    /// - Returns: nil on success.
    package static func write(_ bytes: UnsafeSpan<UInt8>, to fileDescriptor: Int32) -> Problem? {
      var written = 0
      while written < bytes.count {
        let count = unsafe writeBytes(
          fileDescriptor, UnsafeRawPointer(bytes.base + written), bytes.count - written)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return Problem(number: count < 0 ? errno : EIO) }
        written += count
      }
      return nil
    }

    /// Opens a file for reading.
    ///
    /// - Parameter name: the zero-terminated bytes of its name; nil for the standard input.
    /// - Returns: the file descriptor; 0 for the standard input.
    /// - Throws: ``Problem`` if the file cannot be opened.
    package static func open(_ name: [CChar]?) throws(Problem) -> Int32 {
      guard let name else { return 0 }
      let file = repeatingInterrupted { unsafe openForReading(name) }
      guard file >= 0 else { throw Problem(number: errno) }
      return file
    }

    /// Closes a file opened by ``open(_:)``; the standard input stays open.
    package static func close(_ file: Int32) {
      if file != 0 { closeFile(file) }
    }

    /// Reads the available bytes into a buffer, waiting until there are any.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package static func read(
      _ file: Int32, into buffer: UnsafeBuffer<UInt8>
    ) -> Result<Int, Problem> {
      while true {
        let count = unsafe readBytes(file, buffer.base, buffer.count)
        if count >= 0 { return .success(count) }
        guard errno == EINTR else { return .failure(Problem(number: errno)) }
      }
    }

    /// Reads bytes of a file at a position into a buffer.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package static func read(
      _ file: Int32, at position: Int, into buffer: UnsafeBuffer<UInt8>
    ) -> Result<Int, Problem> {
      #if canImport(WASILibc)
        return .failure(Problem(number: EINVAL))
      #else
        while true {
          let count = unsafe pread(file, buffer.base, buffer.count, off_t(position))
          if count >= 0 { return .success(count) }
          guard errno == EINTR else { return .failure(Problem(number: errno)) }
        }
      #endif
    }

    /// A file, or the standard input, to be read in large pieces; closed when it goes out of scope.
    @safe
    package struct InputStream: ~Copyable {
      private let handle: UnsafeMutablePointer<FILE>

      /// Opens a file.
      ///
      /// - Parameter name: the zero-terminated bytes of its name; nil for the standard input.
      /// - Throws: ``Problem`` if the file cannot be opened.
      package init(_ name: [CChar]?) throws(Problem) {
        while true {
          let opened =
            if let name { unsafe fopen(name, "rb") } else { unsafe fdopen(0, "rb") }
          if let handle = unsafe opened {
            unsafe self.handle = handle
            return
          }
          if errno != EINTR { throw Problem(number: errno) }
        }
      }

      deinit { unsafe fclose(handle) }

      /// The size of the file in bytes; nil if it is not a regular file, such as a pipe.
      package var size: Int? {
        var status = stat()
        guard unsafe fstat(fileno(handle), &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else {
          return nil
        }
        return Int(status.st_size)
      }

      /// Random access to the bytes of the file; nil if it is not a regular file.
      package var atAnyPosition: FileBytes? {
        size.flatMap { unsafe FileBytes(fileno(handle), byteCount: $0) }
      }

      /// Reads the next piece; shorter than `limit` only at the end, and empty afterward.
      ///
      /// - Parameter limit: the maximum number of bytes.
      /// - Returns: the bytes.
      /// - Throws: ``Problem`` if reading fails; the incomplete piece is discarded, so a shorter
      ///   piece is always the last one.
      package func next(_ limit: Int) throws(Problem) -> [UInt8] {
        var problem: Problem?
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
          while true {
            count += unsafe fread(
              buffer.baseAddress.map { unsafe $0 + count }, 1, buffer.count - count, handle)
            guard count < buffer.count, unsafe ferror(handle) != 0 else { return }
            guard errno == EINTR else {
              problem = Problem(number: errno)
              return
            }
            unsafe clearerr(handle)
          }
        }
        if let problem { throw problem }
        return piece
      }
    }

    /// Makes writes to a closed pipe, or beyond the file size limit, fail instead of terminating
    /// the process.
    package static func ignoreWriteSignals() {
      #if !canImport(WASILibc)
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
      #endif
    }

    /// Whether a file descriptor is a terminal.
    package static func isTerminal(_ fileDescriptor: Int32) -> Bool {
      isatty(fileDescriptor) != 0
    }

    /// Returns the number of columns of a terminal; nil if unknown.
    package static func terminalWidth(_ fileDescriptor: Int32) -> Int? {
      #if canImport(WASILibc)
        return nil
      #else
        var size = winsize()
        guard unsafe ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
          return nil
        }
        return Int(size.ws_col)
      #endif
    }

    /// Whether the process runs as root.
    package static var isRoot: Bool {
      #if canImport(WASILibc)
        false
      #else
        geteuid() == 0
      #endif
    }

    /// Seconds since 1970-01-01T00:00 in UTC, by the system's clock.
    package static var secondsSince1970: Int { Int(time(nil)) }

    /// Returns an environment variable.
    package static func environment(_ name: String) -> String? {
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The directory for temporary files.
    package static var temporaryFolder: String {
      environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Returns the bytes of the command-line arguments, without the name of the tool.
    package static func arguments() -> [[UInt8]] {
      (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
        guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
        var bytes: [UInt8] = []
        var place = 0
        while unsafe word[place] != 0 {
          bytes.append(UInt8(bitPattern: unsafe word[place]))
          place += 1
        }
        return bytes
      }
    }

    /// Ends the process.
    package static func exit(_ code: Int32) -> Never { endProcess(code) }
  }

  // System calls that the methods above would shadow.

  @unsafe
  private func openForReading(_ name: UnsafePointer<CChar>) -> Int32 {
    unsafe open(name, O_RDONLY)
  }

  private func closeFile(_ file: Int32) {
    _ = close(file)
  }

  @unsafe
  private func readBytes(_ file: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(file, start, count)
  }

  @unsafe
  private func writeBytes(_ file: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(file, start, count)
  }

  private func endProcess(_ code: Int32) -> Never { exit(code) }
#endif
