public import CairnIndex
internal import CairnMemory

/// A shared book of an app: changed in one place and observed in many.
///
/// ```swift
/// let shared = SharedPlaceBook(try PlaceBook(store.spots(), id: \.id, coordinate: \.place, …))
/// try shared.insert(spot)                   // from any thread
/// let book = shared.book                    // a snapshot; later changes do not affect it
/// for await change in shared.changes() {    // all later changes
///   switch change {
///   case .inserted(let spot), .replaced(_, let spot): store.save(spot)
///   case .removed(let spot): store.delete(spot.id)
///   }
/// }
/// ```
///
/// Each sequence yields all changes made after ``changes()`` returned, in order, and ends when
/// ``finish()`` is called or the shared book is deallocated. Changes are buffered without limit
/// until they are consumed; ``batches(limit:)`` buffers a limited number.
///
/// Run queries on ``book``, which is a value: they then do not block other threads. A change
/// excludes other changes and takes O(log n), no matter how many snapshots exist: it copies the
/// nodes and pages that it changes, not the book. To change a place depending on its present
/// value, use ``update(_:_:)``: between reading a snapshot and ``insert(_:)``, another thread may
/// have changed the place.
public final class SharedPlaceBook<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// A change of the book.
  public typealias Change = PlaceBookChange<Element>

  fileprivate struct State: Sendable {
    var book: PlaceBook<ID, Element>
    var listeners: [Int: AsyncStream<Change>.Continuation] = [:]
    var batches: [Int: PlaceBookBatches<Element>.Buffer] = [:]
    var nextListener = 0
    var isFinished = false
  }

  private let state: Lock<State>

  /// Shares a book.
  public init(_ book: PlaceBook<ID, Element>) {
    state = Lock(State(book: book))
  }

  deinit { finish() }

  /// A snapshot of the book.
  ///
  /// - Complexity: O(1).
  public var book: PlaceBook<ID, Element> { state.withLock { $0.book } }

  /// Returns a sequence of all changes from now on.
  public func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let number = register { $0.listeners[$1] = continuation }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Adds a listener under a new number; returns nil if the sequences have ended.
  private func register(_ add: (inout State, _ number: Int) -> Void) -> Int? {
    state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.nextListener += 1
      add(&state, state.nextListener)
      return state.nextListener
    }
  }

  /// Ends all sequences of changes; later changes of the book are not published.
  public func finish() {
    // Finishing a stream calls its termination handler, which takes the lock, so do it after
    // unlocking.
    let (listeners, batches) = state.withLock { state in
      state.isFinished = true
      defer { (state.listeners, state.batches) = ([:], [:]) }
      return (Array(state.listeners.values), Array(state.batches.values))
    }
    for listener in listeners { listener.finish() }
    for buffer in batches { buffer.signal.finish() }
  }

  /// Returns a sequence of batches of all changes from now on, for consumers that may be slow.
  ///
  /// ```swift
  /// for await batch in shared.batches(limit: 10_000) {
  ///   if batch.missedCount > 0 {
  ///     store.replaceAll(shared.book.elements)   // too many changes: start afresh
  ///   } else {
  ///     for change in batch.changes { store.apply(change) }
  ///   }
  /// }
  /// ```
  ///
  /// A batch has the changes since the previous one. If more than `limit` changes are waiting, they
  /// are discarded, and the next batch has only their number; the consumer then reads ``book``,
  /// which has them all. It may also have changes of the following batches, so apply those by ID:
  /// as an insertion or replacement, or as a removal.
  ///
  /// - Parameter limit: the maximum number of changes that wait for the consumer; at least 1.
  /// - Returns: the batches, for one consumer.
  public func batches(limit: Int) -> PlaceBookBatches<Element> {
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let buffer = PlaceBookBatches<Element>.Buffer(signal: signal, limit: max(1, limit))
    let number = register { $0.batches[$1] = buffer }
    guard let number else {
      signal.finish()
      return PlaceBookBatches(stream: stream, buffer: buffer)
    }
    signal.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.batches.removeValue(forKey: number) }
    }
    return PlaceBookBatches(stream: stream, buffer: buffer)
  }

  /// Inserts an element, or replaces the one with the same ID.
  ///
  /// - Throws: `PlaceIndexError` if the coordinate is invalid; nothing is then changed or
  ///   published.
  @discardableResult
  public func insert(_ element: Element) throws(PlaceIndexError) -> Change {
    let result = state.withLock { state -> Result<Change, PlaceIndexError> in
      do throws(PlaceIndexError) {
        let change = try state.book.insert(element)
        state.publish(change)
        return .success(change)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Changes the element with an ID, as by ``PlaceBook/update(_:_:)``.
  ///
  /// No other thread changes the book between reading and writing the element.
  ///
  /// ```swift
  /// try shared.update(id) { $0.visits += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - id: the ID.
  ///   - body: changes the element, but not its ID. It must be short, because other changes wait
  ///     for it, and must not use the shared book, which would wait forever.
  /// - Returns: the change, which is published; nil if there is no element with that ID.
  /// - Throws: ``PlaceUpdateError`` if the element has another ID or an invalid coordinate
  ///   afterward; nothing is then changed or published.
  /// - Complexity: as for ``PlaceBook/insert(_:)``.
  @discardableResult
  public func update(
    _ id: ID, _ body: (inout Element) -> Void
  ) throws(PlaceUpdateError) -> Change? {
    let result = state.withLock { state -> Result<Change?, PlaceUpdateError> in
      do throws(PlaceUpdateError) {
        let change = try state.book.update(id, body)
        if let change { state.publish(change) }
        return .success(change)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Inserts the elements of a sequence, leaving out those without a valid coordinate.
  ///
  /// - Returns: an error for each element left out, which contains its offset.
  @discardableResult
  public func insert(contentsOf places: [Element]) -> [PlaceIndexError] {
    state.withLock { state in
      let (changes, leftOut) = state.book.insert(contentsOf: places)
      for change in changes { state.publish(change) }
      return leftOut
    }
  }

  /// Removes the element with an ID.
  ///
  /// - Returns: the change; nil if there is no element with that ID.
  @discardableResult
  public func remove(_ id: ID) -> Change? {
    state.withLock { state in
      let change = state.book.remove(id)
      if let change { state.publish(change) }
      return change
    }
  }
}

extension SharedPlaceBook.State {
  fileprivate func publish(_ change: PlaceBookChange<Element>) {
    for listener in listeners.values { listener.yield(change) }
    for buffer in batches.values { buffer.add(change) }
  }
}
