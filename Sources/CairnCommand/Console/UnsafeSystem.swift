#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// What the tool asks of the operating system; the only unsafe code of this module.
enum System {
  /// An error of the system.
  struct Problem: Error {
    var number: Int32

    /// Whether a file is not there or may not be read, rather than broken.
    var isMissing: Bool {
      number == ENOENT || number == EACCES || number == ENOTDIR || number == EISDIR
    }

    /// Whether the reader of a pipe has gone.
    var isClosedPipe: Bool { number == EPIPE }

    /// What the system says of it.
    var message: String {
      guard let text = unsafe strerror(number) else { return "error \(number)" }
      return unsafe String(cString: text)
    }
  }

  /// Writes all bytes; goes on after an interruption.
  static func write(_ bytes: [UInt8], to fileDescriptor: Int32) -> Problem? {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: fileDescriptor) }
  }

  /// Writes all bytes; goes on after an interruption.
  @unsafe
  static func write(_ buffer: UnsafeRawBufferPointer, to fileDescriptor: Int32) -> Problem? {
    var written = 0
    while written < buffer.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
      guard let start = rest.baseAddress else { return nil }
      #if canImport(ucrt)
        let count = Int(unsafe _write(fileDescriptor, start, UInt32(rest.count)))
      #elseif canImport(Darwin)
        let count = unsafe Darwin.write(fileDescriptor, start, rest.count)
      #elseif canImport(Glibc)
        let count = unsafe Glibc.write(fileDescriptor, start, rest.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.write(fileDescriptor, start, rest.count)
      #elseif canImport(Android)
        let count = unsafe Android.write(fileDescriptor, start, rest.count)
      #else
        let count = unsafe WASILibc.write(fileDescriptor, start, rest.count)
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        return Problem(number: errno)
      }
      written += count
    }
    return nil
  }

  /// Lets a write to a closed pipe, or beyond the limit for files, fail instead of ending the
  /// process.
  static func letWritesFail() {
    #if !canImport(ucrt) && !canImport(WASILibc)
      _ = signal(SIGPIPE, SIG_IGN)
      _ = signal(SIGXFSZ, SIG_IGN)
    #endif
  }

  /// Whether a file descriptor is a terminal.
  static func isTerminal(_ fileDescriptor: Int32) -> Bool {
    #if canImport(ucrt)
      _isatty(fileDescriptor) != 0
    #else
      isatty(fileDescriptor) != 0
    #endif
  }

  /// How many columns a terminal has, if it says.
  static func terminalWidth(_ fileDescriptor: Int32) -> Int? {
    #if canImport(ucrt) || canImport(WASILibc)
      return nil
    #else
      var size = winsize()
      guard unsafe ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
        return nil
      }
      return Int(size.ws_col)
    #endif
  }

  /// A variable of the environment.
  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Ends the process.
  static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #elseif canImport(Android)
      Android.exit(code)
    #elseif canImport(WASILibc)
      WASILibc.exit(code)
    #else
      ucrt.exit(code)
    #endif
  }
}
