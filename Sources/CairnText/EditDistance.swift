/// The number of typing errors between one fixed key and others.
///
/// An error is a letter too many, too few or wrong, or two neighbours exchanged, each place being
/// touched once (the optimal string alignment distance). Only the band of the table that can
/// stay within the limit is computed, O(length × limit), and a key is given up as soon as it
/// cannot. It is no metric: the triangle inequality does not hold.
package struct EditDistance {
  private let wanted: [UInt8]
  private let limit: Int
  private var beforeLast: [Int]
  private var last: [Int]
  private var row: [Int]

  package init(to wanted: [UInt8], limit: Int) {
    self.wanted = wanted
    self.limit = limit
    last = Array(0...wanted.count)
    beforeLast = last
    row = last
  }

  /// The distance to another key, or `nil` when it is beyond the limit.
  package mutating func callAsFunction(to other: [UInt8]) -> Int? {
    guard abs(other.count - wanted.count) <= limit else { return nil }
    return distance(to: other[...], orToBeginning: false)
  }

  /// The distance to the beginning of another key that is nearest to the fixed key, or `nil` when
  /// it is beyond the limit.
  package mutating func callAsFunction(toBeginningOf other: [UInt8]) -> Int? {
    guard other.count >= wanted.count - limit else { return nil }
    return distance(to: other.prefix(wanted.count + limit), orToBeginning: true)
  }

  /// The distance to another key or to the nearest of its beginnings; its length is within the
  /// limit, but that it may be shorter where its beginnings count.
  private mutating func distance(
    to other: ArraySlice<UInt8>, orToBeginning beginnings: Bool
  ) -> Int? {
    let width = wanted.count
    if width == 0 { return beginnings ? 0 : other.count }
    let far = limit + 1
    for column in 0...width { last[column] = column }
    var nearest = beginnings ? width : far
    var bestOfLast = 0
    var line = 0
    var before: UInt8 = 0
    for letter in other {
      line += 1
      row[0] = line
      let low = max(1, line - limit)
      let high = min(width, line + limit)
      if low > 1 { row[low - 1] = far }
      var best = row[0]
      for column in low...high {
        let isSame = wanted[column - 1] == letter
        var value = last[column - 1] + (isSame ? 0 : 1)
        value = min(value, row[column - 1] + 1)
        if column < line + limit { value = min(value, last[column] + 1) }
        if line > 1, column > 1, wanted[column - 1] == before, wanted[column - 2] == letter {
          value = min(value, beforeLast[column - 2] + 1)
        }
        row[column] = value
        best = min(best, value)
      }
      if beginnings, high == width { nearest = min(nearest, row[width]) }
      // An exchange of neighbours reaches over one line.
      if best > limit, bestOfLast >= limit { return nearest <= limit ? nearest : nil }
      bestOfLast = best
      before = letter
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    if !beginnings { nearest = last[width] }
    return nearest <= limit ? nearest : nil
  }
}
