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

/// A file that is being written, or the standard output for `-`.
///
/// The file has its name only when it is whole: until ``close(_:)`` it lies beside that as
/// `NAME.part`, and it goes when it is given up.
@safe
struct OutputFile: ~Copyable {
  private let path: String
  private var handle: UnsafeMutablePointer<FILE>?

  private var partPath: String { path + ".part" }

  /// Opens a file.
  init(_ path: String) throws(Failure) {
    self.path = path
    unsafe handle = nil
    guard path != "-" else { return }
    guard let file = unsafe fopen(path + ".part", "wb") else { throw Self.failure(path, errno) }
    unsafe handle = file
  }

  deinit {
    guard let file = unsafe handle else { return }
    unsafe fclose(file)
    _ = unsafe remove(path + ".part")
  }

  /// Writes bytes.
  mutating func write(_ bytes: [UInt8], _ console: inout Console) throws(Failure) {
    guard let file = unsafe handle else { return try console.output.write(bytes) }
    let written = unsafe bytes.withUnsafeBytes { buffer in
      unsafe fwrite(buffer.baseAddress, 1, buffer.count, file)
    }
    if written != bytes.count { throw Self.failure(path, errno) }
  }

  /// Ends the file and gives it its name.
  mutating func close(_ console: inout Console) throws(Failure) {
    guard let file = unsafe handle else { return try console.output.flush() }
    unsafe handle = nil
    guard unsafe fclose(file) == 0, unsafe rename(partPath, path) == 0 else {
      let number = errno
      _ = unsafe remove(partPath)
      throw Self.failure(path, number)
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> Failure {
    Failure(
      code: .inputOutput,
      message: "\(Spelling.quoted(path)) cannot be written: "
        + System.Problem(number: number).message)
  }
}
