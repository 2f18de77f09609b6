/// How often each edge occurs in a population of tours.
///
/// A few rare edges of cities with very many different neighbours may be left out.
struct EdgeCounts: ~Copyable {
  private static var slots: Int { 16 }
  /// The other ends of the edges from each city to one with a greater number, or -1.
  private let ends: WorkArray<Int32>
  private let counts: WorkArray<Int32>

  /// - Parameter cities: how many there are.
  init(cities: Int) {
    ends = WorkArray(repeating: -1, count: cities * Self.slots)
    counts = WorkArray(repeating: 0, count: cities * Self.slots)
  }

  /// How many tours have the edge between two cities.
  @inline(__always)
  func count(_ a: Int32, _ b: Int32) -> Int {
    slot(min(a, b), max(a, b)).map { Int(counts[$0]) } ?? 0
  }

  /// Counts an edge once more.
  func add(_ a: Int32, _ b: Int32) {
    if a == b { return }
    let end = max(a, b)
    if let slot = slot(min(a, b), end) ?? slot(min(a, b), -1) {
      ends[slot] = end
      counts[slot] &+= 1
    }
  }

  /// Counts an edge once less.
  func remove(_ a: Int32, _ b: Int32) {
    guard a != b, let slot = slot(min(a, b), max(a, b)) else { return }
    counts[slot] &-= 1
    if counts[slot] == 0 { ends[slot] = -1 }
  }

  @inline(__always)
  private func slot(_ city: Int32, _ end: Int32) -> Int? {
    let row = Int(city) &* Self.slots
    for slot in row..<row &+ Self.slots where ends[slot] == end { return slot }
    return nil
  }
}
