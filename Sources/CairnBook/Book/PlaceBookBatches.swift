internal import CairnMemory

/// The changes of a shared book in batches; see ``SharedPlaceBook/batches(limit:)``.
public struct PlaceBookBatches<Element: Sendable>: AsyncSequence, Sendable {
  /// The changes since the previous batch.
  public struct Batch: Sendable {
    /// The changes in order; empty if too many were waiting.
    public let changes: [PlaceBookChange<Element>]
    /// The number of changes that were discarded because too many were waiting, usually 0.
    public let missedCount: Int
  }

  /// The changes that wait for the consumer.
  internal final class Buffer: Sendable {
    private struct Waiting: Sendable {
      var changes: [PlaceBookChange<Element>] = []
      var missedCount = 0
    }

    internal let signal: AsyncStream<Void>.Continuation
    private let limit: Int
    private let waiting = Lock(Waiting())

    internal init(signal: AsyncStream<Void>.Continuation, limit: Int) {
      self.signal = signal
      self.limit = limit
    }

    internal func add(_ change: PlaceBookChange<Element>) {
      waiting.withLock { waiting in
        if waiting.missedCount > 0 || waiting.changes.count == limit {
          waiting.missedCount += waiting.changes.count + 1
          waiting.changes = []
        } else {
          waiting.changes.append(change)
        }
      }
      signal.yield()
    }

    /// Removes and returns the waiting changes; nil if no changes wait.
    internal func take() -> Batch? {
      waiting.withLock { waiting in
        guard waiting.missedCount > 0 || !waiting.changes.isEmpty else { return nil }
        defer { waiting = Waiting() }
        return Batch(changes: waiting.changes, missedCount: waiting.missedCount)
      }
    }
  }

  /// Yields the batches.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var signals: AsyncStream<Void>.Iterator
    fileprivate let buffer: Buffer

    /// Waits for the next batch; nil after the end.
    public mutating func next() async -> Batch? {
      while await signals.next() != nil {
        if let batch = buffer.take() { return batch }
      }
      return nil
    }
  }

  internal let stream: AsyncStream<Void>
  internal let buffer: Buffer

  /// Creates an iterator; a sequence supports only one.
  public func makeAsyncIterator() -> Iterator {
    Iterator(signals: stream.makeAsyncIterator(), buffer: buffer)
  }
}

extension PlaceBookBatches.Batch: Equatable where Element: Equatable {}
extension PlaceBookBatches.Batch: Hashable where Element: Hashable {}
