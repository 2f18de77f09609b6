public import CairnGeodesy
internal import CairnMemory

// Embedded Swift has no tasks without a concurrency runtime.
#if !hasFeature(Embedded)

  // Asynchronous batches: they run off the caller's executor, with cancellation and progress.

  /// The reason why a batch ended early.
  ///
  /// Thrown by asynchronous methods such as
  /// ``SearchablePlaces/counts(within:ofEach:threads:where:progress:)``. An index in memory cannot
  /// fail: its `Failure` is `Never`, so only ``cancelled`` is possible.
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
    /// The calling task was cancelled.
    case cancelled
    /// A query failed: see ``SearchablePlaces/Failure``.
    case failed(Failure)
  }

  extension BatchError: Equatable where Failure: Equatable {}

  /// The progress of a batch.
  public struct BatchProgress: Hashable, Sendable {
    /// The number of completed queries.
    public let completed: Int
    /// The total number of queries.
    public let total: Int

    /// Creates a progress report.
    ///
    /// - Parameters:
    ///   - completed: the number of completed queries.
    ///   - total: the total number of queries.
    public init(completed: Int, total: Int) {
      self.completed = completed
      self.total = total
    }

    /// The completed fraction, from 0 to 1; 1 for an empty batch.
    public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
  }

  extension SearchablePlaces where Self: Sendable, Failure: Sendable {
    /// Returns the number of places within a distance of each of many centers, asynchronously.
    ///
    /// ```swift
    /// let counts = try await index.counts(within: 500, ofEach: stops, threads: 4) {
    ///   print($0.fraction)
    /// }
    /// ```
    ///
    /// The work runs on the global concurrent executor, in tasks of a few milliseconds each, never
    /// on the caller's actor. It ends soon after the calling task is cancelled.
    ///
    /// - Parameters:
    ///   - radius: the radius in meters, inclusive.
    ///   - centers: the centers; fastest if consecutive centers are near each other.
    ///   - threads: the maximum number of concurrent tasks; the result does not depend on it.
    ///   - isIncluded: a predicate, called once for each place within the distance of each center,
    ///     by any of the tasks; nil to include all places.
    ///   - progress: called with increasing progress, at last with all queries completed; never
    ///     concurrently, and not on the caller's actor. Nil for no reports.
    /// - Returns: a count for each center, in order.
    /// - Throws: ``BatchError``.
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
    /// Returns the places within a distance of each of many centers, nearest first, asynchronously;
    /// see ``counts(within:ofEach:threads:where:progress:)`` for details.
    ///
    /// - Parameters:
    ///   - radius: the radius in meters, inclusive.
    ///   - centers: the centers; fastest if consecutive centers are near each other.
    ///   - threads: the maximum number of concurrent tasks; the result does not depend on it.
    ///   - isIncluded: a predicate, called once for each place within the distance of each center,
    ///     by any of the tasks; nil to include all places.
    ///   - progress: called with increasing progress; nil for no reports.
    /// - Returns: the result of ``within(_:of:order:)`` for each center, in order.
    /// - Throws: ``BatchError``.
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

    /// Returns the places nearest to each of many centers, nearest first, asynchronously; see
    /// ``counts(within:ofEach:threads:where:progress:)`` for details.
    ///
    /// - Parameters:
    ///   - centers: the centers; fastest if consecutive centers are near each other.
    ///   - count: the maximum number of results for each center.
    ///   - radius: the maximum distance in meters, inclusive.
    ///   - threads: the maximum number of concurrent tasks; the result does not depend on it.
    ///   - isIncluded: a predicate, called at most once for each place and center, by any of the
    ///     tasks; nil to include all places.
    ///   - progress: called with increasing progress; nil for no reports.
    /// - Returns: the result of ``nearest(to:count:within:)`` for each center, in order.
    /// - Throws: ``BatchError``.
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
    /// Runs shares of a batch in tasks, each sized to take a few milliseconds.
    ///
    /// - Returns: the results of the shares, in order.
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
        for _ in 0..<_BatchPace.taskCount(threads) {
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

  /// A completed share of a batch.
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

  /// Divides a batch into shares, sized by the duration of earlier shares; the first has one query.
  @usableFromInline
  internal struct _BatchPace {
    /// The target duration of a share: short enough for prompt cancellation, long enough to
    /// amortize a task.
    private static let wanted = Duration.milliseconds(4)
    private let total: Int
    private var given = 0
    private var size = 1
    @usableFromInline internal private(set) var completed = 0

    @usableFromInline
    internal init(total: Int) {
      self.total = total
    }

    /// Returns the number of tasks for a number of threads.
    @usableFromInline
    internal static func taskCount(_ threads: Int) -> Int { usableThreads(threads) }

    @usableFromInline
    internal mutating func next() -> Range<Int>? {
      guard given < total else { return nil }
      let range = given..<min(given + size, total)
      given = range.upperBound
      return range
    }

    /// Records the duration of a share.
    @usableFromInline
    internal mutating func note(_ count: Int, _ duration: Duration) {
      completed += count
      let fitting = Double(count) * (Self.wanted / max(duration, .nanoseconds(100)))
      // Queries differ in cost, so a share grows at most fourfold.
      size = max(1, min(Int(min(fitting, 1e9)), 4 * count))
    }
  }

  extension NeighborLists {
    /// Joins the lists of consecutive parts.
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
