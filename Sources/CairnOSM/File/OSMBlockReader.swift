/// The blocks of a file, or a result for each of them, read on demand; see ``OSMFile``.
///
/// A copy continues from the same position independently.
public struct OSMBlockReader<Output: Sendable>: Sendable {
  private var blocks: OSMBlocks
  private let transform: @Sendable (OSMBlock) -> Output
  /// The results of the current batch in reverse order.
  private var ready: [Result<Output?, OSMError>] = []
  /// The block that waits for the next one, in a file with several versions of elements.
  private var pending: OSMDecodedBlock?
  private var hasEnded = false

  internal init(_ blocks: OSMBlocks, transform: @escaping @Sendable (OSMBlock) -> Output) {
    self.blocks = blocks
    self.transform = transform
  }

  /// Returns the next block or result, or nil at the end.
  ///
  /// - Throws: ``OSMError`` if the file is damaged; later calls return nil.
  public mutating func next() throws(OSMError) -> Output? {
    while !hasEnded {
      do throws(OSMError) {
        if let result = try take() { return result }
      } catch {
        hasEnded = true
        throw error
      }
    }
    return nil
  }

  /// Takes a step; returns nil if it has no result.
  private mutating func take() throws(OSMError) -> Output? {
    if let result = ready.popLast() { return try result.get() }
    if blocks.hasVersions { return try takeLatest() }
    let transform = transform
    ready = blocks.nextBatch { $0.block.isEmpty ? nil : transform($0.block) }.reversed()
    hasEnded = ready.isEmpty
    return nil
  }

  /// Takes a step in a file in which several versions of an element may follow one another: a block
  /// is complete when the first elements of the next one are known.
  private mutating func takeLatest() throws(OSMError) -> Output? {
    let batch = blocks.nextBatch { $0 }
    hasEnded = batch.isEmpty
    for decoded in batch {
      switch decoded {
      case .success(let decoded):
        if decoded.block.isEmpty { continue }
        add(pending?.latest(before: decoded))
        pending = decoded
      case .failure(let error):
        add(pending?.latest(before: nil))
        pending = nil
        ready.insert(.failure(error), at: 0)
      }
    }
    guard hasEnded, let last = pending?.latest(before: nil) else { return nil }
    pending = nil
    return last.isEmpty ? nil : transform(last)
  }

  private mutating func add(_ block: OSMBlock?) {
    guard let block, !block.isEmpty else { return }
    ready.insert(.success(transform(block)), at: 0)
  }
}

/// The decoded blocks of a file of either format.
///
/// The payloads are boxed: they have dozens of fields, and copies of the enumeration would repeat
/// the code that retains each of them.
internal indirect enum OSMBlocks: Sendable {
  case pbf(PBFBlocks)
  case xml(OSMXMLBlocks)

  /// Whether several versions of an element may follow one another.
  internal var hasVersions: Bool {
    switch self {
    case .pbf(let blocks): blocks.hasHistory
    case .xml: true
    }
  }

  /// Decodes and transforms the next blocks; see ``PBFBlocks/nextBatch(_:)``.
  internal mutating func nextBatch<Output: Sendable>(
    _ transform: @Sendable (OSMDecodedBlock) -> Output
  ) -> [Result<Output, OSMError>] {
    switch self {
    case .pbf(var blocks):
      let batch = blocks.nextBatch(transform)
      self = .pbf(blocks)
      return batch
    case .xml:
      switch nextXML() {
      case .success(let block): return block.map { [.success(transform($0))] } ?? []
      case .failure(let error): return [.failure(error)]
      }
    }
  }

  /// Decodes the next block of XML.
  private mutating func nextXML() -> Result<OSMDecodedBlock?, OSMError> {
    guard case .xml(var blocks) = self else { return .success(nil) }
    // The enumeration must not keep a second reference to the buffers.
    self = .xml(OSMXMLBlocks())
    let next = Result { () throws(OSMError) in try blocks.next() }
    self = .xml(blocks)
    return next
  }
}
