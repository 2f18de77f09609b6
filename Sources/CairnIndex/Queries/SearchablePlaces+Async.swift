public import CairnGeodesy

// Embedded Swift has no tasks where nothing brings them.
#if !hasFeature(Embedded)

  // Batches for code that must not wait: off the caller's executor, with cancellation and progress.

  /// Why a batch ended before all of it was done.
  ///
  /// It comes from the methods that are awaited, such as
  /// ``SearchablePlaces/counts(within:ofEach:threads:where:progress:)``. An index in memory cannot
  /// fail: its `Failure` is `Never`, and only ``cancelled`` is left.
  ///
  /// ```swift
  /// do {
  ///   counts = try await index.counts(within: 500, ofEach: stops, progress: nil)
  /// } catch {
  ///   switch error {
  ///   case .cancelled: return
  ///   case .failed(let fault): print(fault)   // damaged index file: the checksum of page 7 …
  ///   }
  /// }
  /// ```
  public enum BatchError<Failure: Error>: Error {
    /// The task that asked was cancelled.
    case cancelled
    /// The index cannot answer: see ``SearchablePlaces/Failure``.
    case failed(Failure)
  }

  extension BatchError: Equatable where Failure: Equatable {}

  /// How much of a batch is done.
  public struct BatchProgress: Hashable, Sendable {
    /// How many queries are answered.
    public let completed: Int
    /// How many there are.
    public let total: Int

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - completed: how many queries are answered.
    ///   - total: how many there are.
    public init(completed: Int, total: Int) {
      self.completed = completed
      self.total = total
    }

    /// The share that is done, from 0 to 1; 1 when there is nothing to do.
    public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
  }

  extension SearchablePlaces where Self: Sendable, Failure: Sendable {
    /// How many places are within a distance of each of many centres, without making the caller
    /// wait.
    ///
    /// ```swift
    /// let counts = try await index.counts(within: 500, ofEach: stops, threads: 4) {
    ///   print($0.fraction)
    /// }
    /// ```
    ///
    /// The work runs on the global concurrent executor, in tasks of some milliseconds each, never
    /// on the caller's actor. It ends soon after the task that asked is cancelled.
    ///
    /// - Parameters:
    ///   - radius: metres; the edge is included.
    ///   - centers: where to look; best in an order in which neighbours follow each other.
    ///   - threads: how many tasks may work at once; the result does not depend on it.
    ///   - isIncluded: asked once for each place within the distance of each centre, by any of the
    ///     tasks; nil where all count.
    ///   - progress: called now and then with what is done, with ever more, and at the end with
    ///     all; not at the same time, and not on the caller's actor. Nil for none.
    /// - Returns: a count for each centre, in their order.
    /// - Throws: ``BatchError/cancelled``, and ``BatchError/failed(_:)`` for a damaged or
    ///   unreadable file.
    @inlinable
    @concurrent
    public func counts(
      within radius: Double, ofEach centers: [Coordinate], threads: Int = 1,
      where isIncluded: (@Sendable (Element) -> Bool)? = nil,
      progress: (@Sendable (BatchProgress) -> Void)?
    ) async throws(BatchError<Failure>) -> [Int] {
      let shares = try await _inShares(centers.count, threads: threads, progress: progress) {
        range throws(Failure) in
        let counts = _core.counts(
          within: radius, ofEach: Array(centers[range]), threads: 1,
          where: { _satisfies($0, isIncluded ?? { _ in true }) }, filtered: isIncluded != nil)
        try _verify()
        return counts
      }
      return Array(shares.joined())
    }
  }

  extension SearchablePlaces where Self: Sendable, Failure: Sendable, Neighbor: Sendable {
    /// The places within a distance of each of many centres, nearest first, without making the
    /// caller wait; see ``counts(within:ofEach:threads:where:progress:)`` for how it runs.
    ///
    /// - Parameters:
    ///   - radius: metres; the edge is included.
    ///   - centers: where to look; best in an order in which neighbours follow each other.
    ///   - threads: how many tasks may work at once; the result does not depend on it.
    ///   - isIncluded: asked once for each place within the distance of each centre, by any of the
    ///     tasks; nil where all count.
    ///   - progress: called now and then with what is done, and at the end with all; nil for none.
    /// - Returns: what ``within(_:of:)`` gives for each centre, in their order.
    /// - Throws: ``BatchError/cancelled``, and ``BatchError/failed(_:)`` for a damaged or
    ///   unreadable file.
    @inlinable
    @concurrent
    public func within(
      _ radius: Double, ofEach centers: [Coordinate], threads: Int = 1,
      where isIncluded: (@Sendable (Element) -> Bool)? = nil,
      progress: (@Sendable (BatchProgress) -> Void)?
    ) async throws(BatchError<Failure>) -> NeighborLists<Neighbor> {
      try await _lists(
        ofEach: centers, within: radius, nearest: nil, threads: threads, where: isIncluded,
        progress: progress)
    }

    /// The places nearest to each of many centres, nearest first, without making the caller wait;
    /// see ``counts(within:ofEach:threads:where:progress:)`` for how it runs.
    ///
    /// - Parameters:
    ///   - centers: where to look; best in an order in which neighbours follow each other.
    ///   - count: how many at most for each centre.
    ///   - radius: metres beyond which nothing is wanted; the edge is included.
    ///   - threads: how many tasks may work at once; the result does not depend on it.
    ///   - isIncluded: asked at most once for a place and a centre, by any of the tasks; nil where
    ///     all count.
    ///   - progress: called now and then with what is done, and at the end with all; nil for none.
    /// - Returns: what ``nearest(to:count:within:)`` gives for each centre, in their order.
    /// - Throws: ``BatchError/cancelled``, and ``BatchError/failed(_:)`` for a damaged or
    ///   unreadable file.
    @inlinable
    @concurrent
    public func nearest(
      toEach centers: [Coordinate], count: Int, within radius: Double = .infinity, threads: Int = 1,
      where isIncluded: (@Sendable (Element) -> Bool)? = nil,
      progress: (@Sendable (BatchProgress) -> Void)?
    ) async throws(BatchError<Failure>) -> NeighborLists<Neighbor> {
      try await _lists(
        ofEach: centers, within: radius, nearest: count, threads: threads, where: isIncluded,
        progress: progress)
    }

    @inlinable
    @concurrent
    internal func _lists(
      ofEach centers: [Coordinate], within radius: Double, nearest count: Int?, threads: Int,
      where isIncluded: (@Sendable (Element) -> Bool)?,
      progress: (@Sendable (BatchProgress) -> Void)?
    ) async throws(BatchError<Failure>) -> NeighborLists<Neighbor> {
      let shares = try await _inShares(centers.count, threads: threads, progress: progress) {
        range throws(Failure) in
        try _lists(
          _core.hits(
            ofEach: Array(centers[range]), within: radius, nearest: count, threads: 1,
            where: { _satisfies($0, isIncluded ?? { _ in true }) }, filtered: isIncluded != nil),
          threads: 1)
      }
      return NeighborLists(joining: shares)
    }
  }

  extension SearchablePlaces where Self: Sendable, Failure: Sendable {
    /// Does shares of a batch in tasks, each as large as fits into some milliseconds.
    ///
    /// - Returns: the results of the shares, in their order.
    @inlinable
    @concurrent
    internal func _inShares<Result: Sendable>(
      _ total: Int, threads: Int, progress: (@Sendable (BatchProgress) -> Void)?,
      _ work: @escaping @Sendable (Range<Int>) throws(Failure) -> Result
    ) async throws(BatchError<Failure>) -> [Result] {
      let outcome = await withTaskGroup(of: _BatchShare<Result, Failure>.self) { group in
        var pace = _BatchPace(total: total)
        var results: [(start: Int, result: Result)] = []
        var failure: BatchError<Failure>?
        for _ in 0..<max(threads, 1) {
          guard let range = pace.next() else { break }
          group.addTask { _BatchShare(range, work) }
        }
        while let share = await group.next() {
          switch share.result {
          case .success(let result): results.append((share.range.lowerBound, result))
          case .failure(let error): failure = failure ?? .failed(error)
          }
          pace.note(share.range.count, share.duration)
          if Task.isCancelled { failure = failure ?? .cancelled }
          guard failure == nil else { continue }
          progress?(BatchProgress(completed: pace.completed, total: total))
          if let range = pace.next() {
            group.addTask { _BatchShare(range, work) }
          }
        }
        if total == 0 { progress?(BatchProgress(completed: 0, total: 0)) }
        results.sort { $0.start < $1.start }
        return (results: results.map(\.result), failure: failure)
      }
      if let failure = outcome.failure { throw failure }
      if Task.isCancelled { throw .cancelled }
      return outcome.results
    }
  }

  /// A part of a batch that is done.
  @usableFromInline
  internal struct _BatchShare<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline internal let range: Range<Int>
    @usableFromInline internal let result: Result<Value, Failure>
    @usableFromInline internal let duration: Duration

    @inlinable
    internal init(
      _ range: Range<Int>, _ work: (Range<Int>) throws(Failure) -> Value
    ) {
      self.range = range
      let start = ContinuousClock.now
      do throws(Failure) {
        result = .success(try work(range))
      } catch {
        result = .failure(error)
      }
      duration = ContinuousClock.now - start
    }
  }

  /// Cuts a batch into shares by how long those before took: the first has one query.
  @usableFromInline
  internal struct _BatchPace {
    /// How long a share is to take: often enough for cancellation, seldom enough for its cost.
    private static let wanted = Duration.milliseconds(4)
    private let total: Int
    private var given = 0
    private var size = 1
    @usableFromInline internal private(set) var completed = 0

    @usableFromInline
    internal init(total: Int) {
      self.total = total
    }

    @usableFromInline
    internal mutating func next() -> Range<Int>? {
      guard given < total else { return nil }
      let range = given..<min(given + size, total)
      given = range.upperBound
      return range
    }

    /// Notes how long a share took.
    @usableFromInline
    internal mutating func note(_ count: Int, _ duration: Duration) {
      completed += count
      let fitting = Double(count) * (Self.wanted / max(duration, .nanoseconds(100)))
      // Queries differ: no share grows more than fourfold.
      size = max(1, min(Int(min(fitting, 1e9)), 4 * count))
    }
  }

  extension NeighborLists {
    /// The lists of several parts, one after the other.
    @inlinable
    internal init(joining parts: [NeighborLists]) {
      var neighbors: [Neighbor] = []
      neighbors.reserveCapacity(parts.reduce(0) { $0 + $1.neighbors.count })
      var starts = [0]
      for part in parts {
        starts += part.starts.dropFirst().map { neighbors.count + $0 }
        neighbors += part.neighbors
      }
      self.init(neighbors: neighbors, starts: starts)
    }
  }
#endif
