internal import CairnFormats
internal import CairnInflate
internal import CairnMemory

/// The input of a streaming table command, read as it arrives; gzip is decompressed.
struct TableInput {
  /// The decompression error, after which the input ends.
  private(set) var problem: InflateError?

  /// Whether the input is a Parquet file.
  private(set) var isParquet = false
  /// The error if the input is a file of another kind that is not text.
  private(set) var otherFile: FormatError?
  /// Whether the input begins as an object of JSON or a list of them, which no header does.
  private(set) var isJSON = false

  private let file: Int32
  private var hasBegun = false
  private var decompressor: Decompressor?
  private var ready: [UInt8] = []
  /// The number of bytes of `ready` already returned.
  private var position = 0
  private var hasEnded = false

  init(_ file: Int32) { self.file = file }

  private static func isJSON(_ start: [UInt8]) -> Bool {
    let marks = start.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(2)
    return [Array("{\"".utf8), Array("[{".utf8)].contains(Array(marks))
  }

  /// Reads the available bytes, waiting until there are some; returns 0 at the end.
  mutating func read(into buffer: UnsafeBuffer<UInt8>) throws(System.Problem) -> Int {
    if decompressor == nil {
      var count = try System.read(file, into: buffer).get()
      if hasBegun || count == 0 { return count }
      hasBegun = true
      // A pipe may give its first bytes one by one.
      while count < Decompressor.detectionLength {
        let more = try System.read(file, into: buffer[count..<buffer.count]).get()
        if more == 0 { break }
        count += more
      }
      let start = (0..<count).map { buffer[$0] }
      isParquet = start.starts(with: Array("PAR1".utf8))
      isJSON = Self.isJSON(start)
      guard Decompressor.compression(of: start) != .none else {
        otherFile = FileFormat.otherFile(start)
        return count
      }
      decompressor = Decompressor()
      decompressor?.append(start)
    }
    while position == ready.count {
      do throws(InflateError) {
        if let piece = try decompressor?.next() {
          (ready, position) = (piece, 0)
          continue
        }
      } catch {
        problem = error
        return 0
      }
      if hasEnded { return 0 }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let result = piece.withUnsafeBuffer { System.read(file, into: $0) }
      let count = try result.get()
      if count == 0 {
        hasEnded = true
        decompressor?.finish()
      } else {
        decompressor?.append(Array(piece[..<count]))
      }
    }
    let count = min(ready.count - position, buffer.count)
    ready.withUnsafeSpan { buffer.copy($0.suffix(from: position).prefix(count), to: 0) }
    position += count
    return count
  }
}
