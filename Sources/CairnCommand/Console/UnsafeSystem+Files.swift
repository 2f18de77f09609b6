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
    let opened = unsafe path == "-" ? fdopen(0, "rb") : fopen(path, "rb")
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

  /// What has arrived at the standard input, as soon as there is any; nothing at its end.
  static func nextPieceOfInput() throws(Problem) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        #if canImport(ucrt)
          Int(unsafe _read(0, buffer.baseAddress, UInt32(buffer.count)))
        #else
          unsafe read(0, buffer.baseAddress, buffer.count)
        #endif
      }
      if count >= 0 { return Array(piece[..<count]) }
      guard errno == EINTR else { throw Problem(number: errno) }
    }
  }
}
