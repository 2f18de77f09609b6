#if !hasFeature(Embedded)
  /// What a tool asks of the operating system.
  package enum System {
    /// An error of the system.
    package struct Problem: Error {
      /// The `errno` of the system.
      package var number: Int32

      /// Makes an error from the `errno` of the system.
      package init(number: Int32) {
        self.number = number
      }

      /// Whether a file is not there or may not be read, rather than broken.
      package var isMissing: Bool {
        number == ENOENT || number == EACCES || number == ENOTDIR || number == EISDIR
      }

      /// Whether the reader of a pipe has gone.
      package var isClosedPipe: Bool { number == EPIPE }

      /// What the system says of it.
      package var message: String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
      }
    }

    /// What tells a regular file from all others, whichever names it has.
    package struct FileIdentity: Hashable, Sendable {
      private let device: UInt64
      private let number: UInt64

      fileprivate init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
      }
    }

    /// The identity of an open file; nil unless it is a regular file.
    package static func identity(ofOpenFile file: Int32) -> FileIdentity? {
      var status = stat()
      guard unsafe fstat(file, &status) == 0 else { return nil }
      return FileIdentity(status)
    }

    /// The identity of a file by its name, all links followed.
    ///
    /// - Parameter name: the bytes of the name with a zero behind them; nil for the standard input.
    /// - Returns: nil unless it is a regular file.
    package static func identity(_ name: [CChar]?) -> FileIdentity? {
      guard let name else { return identity(ofOpenFile: 0) }
      var status = stat()
      guard unsafe stat(name, &status) == 0 else { return nil }
      return FileIdentity(status)
    }

    /// Writes all bytes; goes on after an interruption.
    ///
    /// - Returns: nil when all bytes are written.
    package static func write(_ bytes: [UInt8], to fileDescriptor: Int32) -> Problem? {
      bytes.withWindow { write($0, to: fileDescriptor) }
    }

    /// Writes all bytes; goes on after an interruption.
    ///
    /// - Returns: nil when all bytes are written.
    package static func write(_ bytes: Window<UInt8>, to fileDescriptor: Int32) -> Problem? {
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

    /// Opens a file to read it piece by piece.
    ///
    /// - Parameter name: the bytes of its name with a zero behind them; nil for the standard input.
    /// - Returns: the number of the open file; 0 for the standard input.
    /// - Throws: ``Problem`` when the system refuses.
    package static func open(_ name: [CChar]?) throws(Problem) -> Int32 {
      guard let name else { return 0 }
      let file = repeatingInterrupted { unsafe openForReading(name) }
      guard file >= 0 else { throw Problem(number: errno) }
      return file
    }

    /// Closes what ``open(_:)`` opened; the standard input stays open.
    package static func close(_ file: Int32) {
      if file != 0 { closeFile(file) }
    }

    /// Reads what has arrived, as soon as there is any, into memory of the caller.
    ///
    /// - Returns: how many bytes came; 0 at the end.
    package static func read(_ file: Int32, into room: Slab<UInt8>) -> Result<Int, Problem> {
      while true {
        let count = unsafe readBytes(file, room.base, room.count)
        if count >= 0 { return .success(count) }
        guard errno == EINTR else { return .failure(Problem(number: errno)) }
      }
    }

    /// Reads bytes of a file at a position into memory of the caller.
    ///
    /// - Returns: how many bytes came; 0 at the end.
    package static func read(
      _ file: Int32, at position: Int, into room: Slab<UInt8>
    ) -> Result<Int, Problem> {
      #if canImport(WASILibc)
        return .failure(Problem(number: EINVAL))
      #else
        while true {
          let count = unsafe pread(file, room.base, room.count, off_t(position))
          if count >= 0 { return .success(count) }
          guard errno == EINTR else { return .failure(Problem(number: errno)) }
        }
      #endif
    }

    /// A file, or the standard input, that is read in large pieces; closed when it ends.
    @safe
    package struct InputStream: ~Copyable {
      private let handle: UnsafeMutablePointer<FILE>

      /// Opens a file.
      ///
      /// - Parameter name: the bytes of its name with a zero behind them; nil for the standard
      ///   input.
      /// - Throws: ``Problem`` when the system refuses.
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

      /// How many bytes a file has; nil for what is no file, as a pipe.
      package var size: Int? {
        var status = stat()
        guard unsafe fstat(fileno(handle), &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else {
          return nil
        }
        return Int(status.st_size)
      }

      /// The bytes of a file, to be read at any position; nil for what is no file.
      package var atAnyPosition: FileBytes? {
        size.flatMap { unsafe FileBytes(fileno(handle), byteCount: $0) }
      }

      /// The next piece; shorter than asked for at the end only, and empty from then on.
      ///
      /// - Parameter limit: how many bytes it has at most.
      /// - Returns: the bytes.
      /// - Throws: ``Problem`` if reading fails; the incomplete piece is dropped, so
      ///   that a shorter piece always is the last one.
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

    /// Lets a write to a closed pipe, or beyond the limit for files, fail instead of ending the
    /// process.
    package static func letWritesFail() {
      #if !canImport(WASILibc)
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
      #endif
    }

    /// Whether a file descriptor is a terminal.
    package static func isTerminal(_ fileDescriptor: Int32) -> Bool {
      isatty(fileDescriptor) != 0
    }

    /// How many columns a terminal has, if it says.
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

    /// Whether the process may do everything.
    package static var isRoot: Bool {
      #if canImport(WASILibc)
        false
      #else
        geteuid() == 0
      #endif
    }

    /// Seconds since 1970-01-01T00:00 in UTC, by the system's clock.
    package static var secondsSince1970: Int { Int(time(nil)) }

    /// A variable of the environment.
    package static func environment(_ name: String) -> String? {
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The folder for files that are not to stay.
    package static var temporaryFolder: String {
      environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// The bytes of the words of the command line, the tool's own name not among them.
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

  // The calls whose names the methods above have, too.

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
