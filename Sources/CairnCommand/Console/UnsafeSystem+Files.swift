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

extension System {
  /// All bytes of a file, or of the standard input for `-`.
  static func contents(of path: String) throws(Problem) -> [UInt8] {
    let opened =
      unsafe path == "-" ? fdopen(0, "rb") : FileName.with(path) { unsafe fopen($0, "rb") }
    guard let file = unsafe opened else { throw Problem(number: errno) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe fread(buffer.baseAddress, 1, buffer.count, file)
      }
      bytes += piece[..<count]
      if count == piece.count { continue }
      guard unsafe ferror(file) == 0 else { throw Problem(number: errno) }
      return bytes
    }
  }

  /// Opens a file to read it piece by piece; `-` is the standard input.
  static func open(_ path: String) throws(Problem) -> Int32 {
    guard path != "-" else { return 0 }
    #if canImport(ucrt)
      let file = unsafe FileName.with(path) { unsafe _open($0, O_RDONLY | O_BINARY) }
    #elseif canImport(Darwin)
      let file = unsafe FileName.with(path) { unsafe Darwin.open($0, O_RDONLY) }
    #elseif canImport(Glibc)
      let file = unsafe FileName.with(path) { unsafe Glibc.open($0, O_RDONLY) }
    #elseif canImport(Musl)
      let file = unsafe FileName.with(path) { unsafe Musl.open($0, O_RDONLY) }
    #elseif canImport(Android)
      let file = unsafe FileName.with(path) { unsafe Android.open($0, O_RDONLY) }
    #else
      let file = unsafe FileName.with(path) { unsafe WASILibc.open($0, O_RDONLY) }
    #endif
    guard file >= 0 else { throw Problem(number: errno) }
    return file
  }

  /// Closes what ``open(_:)`` opened.
  static func close(_ file: Int32) {
    guard file != 0 else { return }
    #if canImport(ucrt)
      _ = _close(file)
    #elseif canImport(Darwin)
      _ = Darwin.close(file)
    #elseif canImport(Glibc)
      _ = Glibc.close(file)
    #elseif canImport(Musl)
      _ = Musl.close(file)
    #elseif canImport(Android)
      _ = Android.close(file)
    #else
      _ = WASILibc.close(file)
    #endif
  }

  /// Reads what has arrived, as soon as there is any, into memory of the caller.
  ///
  /// - Returns: how many bytes came; 0 at the end.
  @unsafe
  static func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> Result<Int, Problem> {
    while true {
      #if canImport(ucrt)
        let count = Int(unsafe _read(file, buffer.baseAddress, UInt32(buffer.count)))
      #elseif canImport(Darwin)
        let count = unsafe Darwin.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Android)
        let count = unsafe Android.read(file, buffer.baseAddress, buffer.count)
      #else
        let count = unsafe WASILibc.read(file, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return .success(count) }
      guard errno == EINTR else { return .failure(Problem(number: errno)) }
    }
  }
}
