/// Costs that stand in a square table.
struct MatrixCosts: TourCosts {
  let count: Int
  private let rows: SharedArray<Double>

  /// The costs of a table, row after row, which must be symmetric.
  init(count: Int, rows: [Double]) {
    precondition(rows.count == count * count)
    self.count = count
    self.rows = SharedArray(rows)
  }

  /// The same, or nil when the time does not suffice to copy the table.
  init?(count: Int, rows: [Double], until watch: inout SearchWatch) {
    precondition(rows.count == count * count)
    guard let rows = SharedArray(rows, until: &watch) else { return nil }
    self.count = count
    self.rows = rows
  }

  /// The costs that a function gives for each pair, asked once with `a > b`.
  init(count: Int, _ cost: (_ a: Int, _ b: Int) -> Double) {
    var rows = [Double](repeating: 0, count: count * count)
    for a in 0..<count {
      for b in 0..<a {
        let value = cost(a, b)
        rows[a * count + b] = value
        rows[b * count + a] = value
      }
    }
    self.init(count: count, rows: rows)
  }

  @inline(__always)
  func cost(_ a: Int32, _ b: Int32) -> Double {
    rows[Int(a) &* count &+ Int(b)]
  }
}
