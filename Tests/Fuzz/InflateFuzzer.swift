// A libFuzzer target for decompression; `Tests/Fuzz/run` builds and starts it.
//
// For all inputs there is no trap, and pieces of any size give the same result as the whole. The
// last byte selects the size of the pieces, and whether the bytes are only a stream or a file.

import CairnInflate

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInflate(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var input = Array(UnsafeBufferPointer(start: data, count: size))
  guard let choice = input.popLast() else { return 0 }
  let pieces = Int(choice >> 1) + 1
  if choice & 1 == 0 {
    let whole = outcome(Inflater(), input, pieces: .max)
    precondition(outcome(Inflater(), input, pieces: pieces) == whole)
  } else {
    let whole = outcome(Decompressor(), input, pieces: .max)
    precondition(outcome(Decompressor(), input, pieces: pieces) == whole)
    // Each file of a KMZ archive must end, even if the buffer previously held a longer one.
    let missing = pieces.isMultiple(of: 3) ? pieces : 0
    let file = input
    let archive = try? ZipArchive(byteCount: file.count + missing) { range in
      precondition(range.lowerBound >= 0 && range.upperBound <= file.count + missing)
      return Array(file[range.clamped(to: file.indices)])
    }
    if let archive {
      for member in archive.members.prefix(20) {
        var reader = archive.reader(of: member)
        var count = 0
        while let piece = try? reader.next(), count < limit { count += piece.count }
      }
    }
  }
  return 0
}

/// A stream may expand to a thousand times its size; only a part of it is examined.
private let limit = 1 << 22

private protocol Source {
  mutating func append(_ piece: [UInt8])
  mutating func finish()
  mutating func next() throws(InflateError) -> [UInt8]?
}

extension Inflater: Source {}
extension Decompressor: Source {}

private struct Outcome: Equatable {
  var bytes: [UInt8] = []
  var error: InflateError.Reason?
}

private func outcome(_ source: some Source, _ bytes: [UInt8], pieces: Int) -> Outcome {
  var source = source
  var outcome = Outcome()
  func take() {
    do throws(InflateError) {
      while outcome.error == nil, outcome.bytes.count < limit, let piece = try source.next() {
        precondition(!piece.isEmpty)
        outcome.bytes += piece
      }
    } catch {
      outcome.error = error.reason
    }
  }
  for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count + 1)) {
    source.append(Array(bytes[start..<(start + min(pieces, bytes.count - start))]))
    take()
  }
  source.finish()
  take()
  if outcome.bytes.count >= limit { outcome = Outcome(bytes: Array(outcome.bytes.prefix(limit))) }
  return outcome
}
