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

/// A file, or the standard input for `-`, read in large pieces.
struct InputFile: ~Copyable {
  private let file: OpenFile
  private let path: String
  private var hasRead = false

  /// Opens a file.
  init(_ path: String) throws(Failure) {
    self.path = path
    guard let file = OpenFile(path) else {
      throw Self.missing(path, System.Problem(number: errno))
    }
    self.file = file
  }

  /// The next piece; empty at the end.
  mutating func next(atMost count: Int = 1 << 20) throws(Failure) -> [UInt8] {
    do {
      let piece = try file.next(count)
      hasRead = true
      return piece
    } catch {
      // What cannot even be begun, as a folder, is no input.
      guard hasRead else { throw Self.missing(path, error) }
      throw Failure(
        code: .inputOutput, message: "\(Spelling.quoted(path)) cannot be read: \(error.message)")
    }
  }

  private static func missing(_ path: String, _ problem: System.Problem) -> Failure {
    Failure(
      code: .noInput, message: "\(Spelling.quoted(path)) cannot be read: \(problem.message)")
  }
}

/// The handle of the C library, closed when it is no longer used.
@safe
private struct OpenFile: ~Copyable {
  private let handle: UnsafeMutablePointer<FILE>

  init?(_ path: String) {
    let opened =
      unsafe path == "-" ? fdopen(0, "rb") : FileName.with(path) { unsafe fopen($0, "rb") }
    guard let handle = unsafe opened else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe fclose(handle) }

  func next(_ limit: Int) throws(System.Problem) -> [UInt8] {
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = unsafe fread(buffer.baseAddress, 1, buffer.count, handle)
    }
    guard piece.isEmpty, unsafe ferror(handle) != 0 else { return piece }
    throw System.Problem(number: errno)
  }
}
