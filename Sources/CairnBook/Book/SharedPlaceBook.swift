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
/// until they are consumed.
///
/// Run queries on ``book``, which is a value: they then do not block other threads.
public final class SharedPlaceBook<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// A change of the book.
  public typealias Change = PlaceBookChange<Element>

  fileprivate struct State: Sendable {
    var book: PlaceBook<ID, Element>
    var listeners: [Int: AsyncStream<Change>.Continuation] = [:]
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
  /// - Complexity: O(1); the first change while the snapshot exists copies the memory, O(n).
  public var book: PlaceBook<ID, Element> { state.withLock { $0.book } }

  /// Returns a sequence of all changes from now on.
  public func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Ends all sequences of changes; later changes of the book are not published.
  public func finish() {
    // Finishing a stream calls its termination handler, which takes the lock, so do it after
    // unlocking.
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
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
        state.tell(change)
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
      for change in changes { state.tell(change) }
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
      if let change { state.tell(change) }
      return change
    }
  }
}

extension SharedPlaceBook.State {
  fileprivate func tell(_ change: PlaceBookChange<Element>) {
    for listener in listeners.values { listener.yield(change) }
  }
}
