// A libFuzzer target for what decompresses; `Tests/Fuzz/run` builds and starts it.
//
// Whatever the bytes are, there is no trap, and pieces of any size give what the whole gives. The
// last byte says how large the pieces are, and whether the bytes are a stream alone or a file.

import CairnInflate

/// What libFuzzer calls with each input.
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
    // Whatever a KMZ archive holds, each of its files ends; also where it was longer once.
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

/// A stream stands for up to a thousand times its size, which is not all looked at.
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
