internal import CairnInflate
internal import CairnMemory

/// A file, or the standard input for `-`, read in large pieces; what is compressed as gzip or KMZ
/// is decompressed on the way.
struct InputFile: ~Copyable {
  private let file: System.InputStream
  private let path: String
  private var hasRead = false
  /// How many bytes have been read, as they stand in the file, and how many there are; nil of what
  /// is no file.
  private(set) var position = 0
  let size: Int?
  /// What decompresses the file; nil where nothing has to.
  private var decompressor: Decompressor?
  /// What has been decompressed and not been asked for.
  private var ready: [UInt8] = []
  private var hasEnded = false

  /// Opens a file.
  init(_ path: String) throws(Failure) {
    self.path = path
    do throws(System.Problem) {
      file = try System.InputStream(FileName.system(path))
    } catch {
      throw Self.missing(path, error)
    }
    size = file.size
    if path == "-" { Waiting.tell() }
  }

  /// The next piece; shorter than asked for at the end only, and empty from then on.
  mutating func next(atMost count: Int = 1 << 20) throws(Failure) -> [UInt8] {
    if decompressor != nil { return try nextDecompressed(count) }
    let isStart = !hasRead
    let piece = try nextOfFile(count)
    guard isStart, Decompressor.compression(of: piece) != .none else { return piece }
    decompressor = Decompressor()
    decompressor?.append(piece)
    return try nextDecompressed(count)
  }

  private mutating func nextDecompressed(_ count: Int) throws(Failure) -> [UInt8] {
    while ready.count < count {
      let piece: [UInt8]?
      do throws(InflateError) {
        piece = try decompressor?.next()
      } catch {
        let name = path == "-" ? "the input" : Spelling.quoted(path)
        throw Failure(code: .data, message: "\(name), \(error)")
      }
      if let piece {
        if ready.isEmpty { ready = piece } else { ready += piece }
        continue
      }
      if hasEnded { break }
      let more = try nextOfFile(1 << 18)
      if more.isEmpty {
        hasEnded = true
        decompressor?.finish()
      } else {
        decompressor?.append(more)
      }
    }
    guard ready.count > count else {
      defer { ready = [] }
      return ready
    }
    defer { ready.removeFirst(count) }
    return Array(ready[..<count])
  }

  private mutating func nextOfFile(_ count: Int) throws(Failure) -> [UInt8] {
    do {
      let piece = try file.next(count)
      position += piece.count
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
    if path == "-" { Waiting.tell() }
    let file = try InputStream(FileName.system(path))
    var bytes: [UInt8] = []
    while true {
      let piece = try file.next(1 << 16)
      bytes += piece
      if piece.count < 1 << 16 { return bytes }
    }
  }
}

/// A tool that waits for what somebody types says so, lest it seem to hang.
enum Waiting {
  /// Says so on the standard error, where both that and the standard input are terminals.
  static func tell() {
    guard System.isTerminal(0), System.isTerminal(2) else { return }
    let text = "cairn: reading what is typed here, up to Ctrl-D; Ctrl-C ends it\n"
    _ = System.write(Array(text.utf8), to: 2)
  }
}
