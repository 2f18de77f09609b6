// The few operating system calls that the harness needs.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The operating system functions of the harness.
enum Platform {
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// Writes all bytes to a file descriptor; returns false if it is closed or full.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        #if canImport(Darwin)
          let count = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          let count = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count <= 0 { return false }
        written += count
      }
      return true
    }
  }

  /// Replaces a file's contents; returns false if it cannot be written.
  static func write(_ bytes: [UInt8], toFile path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { return false }
    let isWritten = write(bytes, to: descriptor)
    return close(descriptor) == 0 && isWritten
  }

  /// The processor time of this process in seconds.
  static var processorSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// A file's contents, or nil if it cannot be read.
  static func contents(ofFile path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    var contents: [UInt8] = []
    contents.reserveCapacity(Int(status.st_size) + 1)
    var isComplete = true
    let chunkSize = 1 << 20
    while true {
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        let got = unsafe read(descriptor, buffer.baseAddress, chunkSize)
        isComplete = got >= 0
        count = max(0, got)
      }
      if chunk.isEmpty { break }
      contents.append(contentsOf: chunk)
    }
    return isComplete ? contents : nil
  }

  /// Removes a file if it exists.
  static func removeFile(_ path: String) {
    unsafe unlink(path)
  }

  /// Whether the descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// Exits the process.
  static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #else
      Musl.exit(code)
    #endif
  }

  /// The peak memory of this process, in bytes.
  static var peakMemory: Int {
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) * 1024
    #endif
  }

  /// The resources used by this process; zeros if the system does not report them.
  private static var usage: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      let who = RUSAGE_SELF.rawValue
    #else
      let who = RUSAGE_SELF
    #endif
    return unsafe getrusage(Int32(who), &usage) == 0 ? usage : rusage()
  }

  /// The current memory of this process, in bytes; nil if the system does not report it.
  static var residentMemory: Int? {
    guard let text = contents(ofFile: "/proc/self/statm") else { return nil }
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Drops the cached pages of a file that no process has mapped, where the system can.
  static func dropPages(ofFile path: String) {
    #if canImport(Glibc) || canImport(Musl)
      let descriptor = unsafe open(path, O_RDONLY)
      guard descriptor >= 0 else { return }
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      close(descriptor)
    #endif
  }

  /// The bytes that this process has read from disk; nil if the system does not report it.
  static var bytesRead: Int? {
    guard let text = contents(ofFile: "/proc/self/io") else { return nil }
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: ":")
      if parts.count == 2, parts[0] == "read_bytes" { return Int(parts[1].drop { $0 == " " }) }
    }
    return nil
  }

  /// The page faults of this process that waited for a disk.
  static var majorFaults: Int { Int(usage.ru_majflt) }

  /// The natural logarithm, which the standard library lacks.
  static func logarithm(_ x: Double) -> Double { log(x) }

  /// The cosine of an angle in radians.
  static func cosine(_ radians: Double) -> Double { cos(radians) }

  /// The arc sine, in radians.
  static func arcSine(_ x: Double) -> Double { asin(x) }

  /// Today's date and the time in UTC, year first.
  static var now: String {
    var seconds = time(nil)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return "" }
    let numbers = unsafe [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
    ]
    let words = numbers.map { ($0 < 10 ? "0" : "") + String($0) }
    return words[..<3].joined(separator: "-") + " " + words[3...].joined(separator: ":") + " UTC"
  }

  /// The name and release of the system's kernel and the kind of machine.
  static var system: String {
    var name = utsname()
    guard unsafe uname(&name) == 0 else { return "unknown" }
    func text<T>(_ field: T) -> String {
      unsafe withUnsafeBytes(of: field) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
  }
}
