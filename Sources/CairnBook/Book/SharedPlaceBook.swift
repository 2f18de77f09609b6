public import CairnIndex
internal import CairnMemory

/// The book of a whole app: one that is changed in one place and looked at in many.
///
/// ```swift
/// let shared = SharedPlaceBook(try PlaceBook(store.spots(), id: \.id, coordinate: \.place, …))
/// try shared.insert(spot)                   // from any thread
/// let book = shared.book                    // as it is now; later changes do not touch it
/// for await change in shared.changes() {    // everything that comes from here on
///   switch change {
///   case .inserted(let spot), .replaced(_, let spot): store.save(spot)
///   case .removed(let spot): store.delete(spot.id)
///   }
/// }
/// ```
///
/// Each sequence of changes has all changes that are made after ``changes()`` returned, in the order
/// in which they were made, and ends when ``finish()`` is called or nobody keeps the shared book any
/// more. It keeps those that were not yet taken, however many they are.
///
/// Queries belong on ``book``, which is a value: they then hold nobody up.
public final class SharedPlaceBook<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// What became of the book.
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

  /// The book as it is now.
  ///
  /// - Complexity: O(1); the first change while it is kept copies the memory, O(n).
  public var book: PlaceBook<ID, Element> { state.withLock { $0.book } }

  /// The changes from now on.
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

  /// Ends all sequences of changes; the book can still be changed, but nobody is told.
  public func finish() {
    // Ending a sequence calls back, so it must not be done behind the lock.
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// Inserts an element, or replaces the one that has its ID.
  ///
  /// - Throws: `PlaceIndexError` when the coordinate is invalid; nothing is changed or told then.
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

  /// Inserts the elements of a sequence, but for those that have no valid coordinate.
  ///
  /// - Returns: for each element that was left out the error that says its offset.
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
  /// - Returns: the change; nil when there is no element with that ID.
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
