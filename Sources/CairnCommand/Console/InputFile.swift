internal import CairnMemory

/// A file, or the standard input for `-`, read in large pieces.
struct InputFile: ~Copyable {
  private let file: System.InputStream
  private let path: String
  private var hasRead = false

  /// Opens a file.
  init(_ path: String) throws(Failure) {
    self.path = path
    do throws(System.Problem) {
      file = try System.InputStream(FileName.system(path))
    } catch {
      throw Self.missing(path, error)
    }
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

extension System {
  /// All bytes of a file, or of the standard input for `-`.
  static func contents(of path: String) throws(Problem) -> [UInt8] {
    let file = try InputStream(FileName.system(path))
    var bytes: [UInt8] = []
    while true {
      let piece = try file.next(1 << 16)
      bytes += piece
      if piece.count < 1 << 16 { return bytes }
    }
  }
}
