internal import CairnMemory

/// The blocks of a PBF file, decoded in batches by several threads.
internal struct PBFBlocks: Sendable {
  private let source: OSMSource
  private let kinds: Set<OSMElementKind>
  private let threads: Int
  internal let hasHistory: Bool
  /// The offset of the next blob.
  private var position = 0

  internal init(
    _ source: OSMSource, kinds: Set<OSMElementKind>, threads: Int, hasHistory: Bool
  ) {
    self.source = source
    self.kinds = kinds
    self.threads = min(max(threads, 1), 256)
    self.hasHistory = hasHistory
  }

  /// Decodes and transforms the next blocks.
  ///
  /// The number of blocks is bounded by the number of threads, and so is the memory.
  ///
  /// - Parameter transform: computes a result on any of the threads.
  /// - Returns: the results in the order of the file; an error may be the last one only. Empty at
  ///   the end of the file.
  internal mutating func nextBatch<Output: Sendable>(
    _ transform: @Sendable (OSMDecodedBlock) -> Output
  ) -> [Result<Output, OSMError>] {
    var blobs: [PBFBlob] = []
    var failure: OSMError?
    let limit = threads == 1 ? 1 : 2 * threads
    do throws(OSMError) {
      while blobs.count < limit, let blob = try PBFBlob(at: position, in: source) {
        position = blob.range.upperBound
        if blob.type == "OSMData" { blobs.append(blob) }
      }
    } catch {
      failure = error
    }
    let (source, kinds, hasHistory, found) = (source, kinds, hasHistory, blobs)
    let results = [Result<Output, OSMError>](count: found.count, threads: threads, least: 1) {
      index in
      Result { () throws(OSMError) in
        var decoder = PBFBlockDecoder(kinds: kinds, hasHistory: hasHistory)
        try decoder.decode(try found[index].contents(of: source), at: found[index].start)
        return transform(OSMDecodedBlock(block: decoder.block, history: decoder.history))
      }
    }
    return failure.map { results + [.failure($0)] } ?? results
  }
}
