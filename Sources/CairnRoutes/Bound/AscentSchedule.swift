/// The steps at which an ascent of ``SpanningTreeBound`` builds trees, and the edges of each tree.
internal struct AscentSchedule {
  /// The maximum number of trees of candidate edges.
  private let steps: Int
  private let limit: Duration?
  private let began = Moment.now
  /// The time to keep for the last tree.
  private var reserve: Duration
  private var step = 0
  /// The fractions of the steps after which trees are built from all edges.
  ///
  /// They show the candidate edges that are missing, and the first one how long such trees take.
  private var complete = [0, 0.1, 0.2, 0.4, 0.8][...]

  /// - Parameters:
  ///   - count: the number of stops.
  ///   - steps: the maximum number of trees of candidate edges.
  ///   - limit: the time for all trees and the last one, or nil.
  internal init(count: Int, steps: Int, limit: Duration?) {
    self.steps = steps
    self.limit = limit
    reserve = .microseconds(Int64(5 * count))
    guard let limit else { return }
    // If there is hardly time for the last one, all others are built from candidate edges.
    if limit < reserve * 3 {
      complete = []
    } else if limit < reserve * 30 {
      complete = [0, 0.4, 0.8]
    }
  }

  /// The next tree: the length of the step after it, in units of the mean leg, and whether the tree
  /// is built from all edges.
  ///
  /// - Returns: nil if it is time for the last tree.
  internal mutating func next() -> (stride: Double, isComplete: Bool)? {
    var part = Double(step) / Double(max(1, steps))
    if let limit {
      let time = limit - reserve
      part = time > .zero ? max(part, (Moment.now - began) / time) : 1
    }
    guard part < 1 else { return nil }
    // If there is time for few steps, they must be shorter.
    let total = step > 0 && part > 0 ? Double(step) / part : Double(steps)
    let stride = min(2, total / 40) * (1 - part) * (1 - part)
    step += 1
    let isComplete = complete.first.map { part >= $0 } ?? false
    if isComplete { complete.removeFirst() }
    return (stride, isComplete)
  }

  /// Keeps time for the last tree by the time that one from all edges took.
  internal mutating func took(_ time: Duration) {
    reserve = max(reserve, time * 1.3)
    if let limit, limit < reserve * 5 { complete = [] }
  }
}
