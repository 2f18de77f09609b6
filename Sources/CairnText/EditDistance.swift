/// The number of typing errors between one fixed key and others.
///
/// An error is a letter too many, too few or wrong, or two neighbours exchanged, each place being
/// touched once (the optimal string alignment distance). Only the band of the table that can
/// stay within the limit is kept and computed, O(length × limit), and a key is given up as soon as
/// it cannot. It is no metric: the triangle inequality does not hold.
///
/// Keys that share a beginning can share its rows: ``pop(to:)`` goes back to where they part, and
/// ``push(_:)`` goes on from there. So a sorted list of keys is compared as if it were a tree.
package struct EditDistance {
  package let wanted: [UInt8]
  package let limit: Int
  /// Rows of the band, one for each letter of the other key and one before the first; the cell of a
  /// column stands at column - row + limit + 1, with a cell that is too far on either side.
  private var rows: [Int]
  /// What is known behind each letter.
  private var steps: [Step]
  /// How many letters of the other key are taken in.
  package private(set) var depth = 0

  private struct Step {
    var letter: UInt8 = 0
    /// The least number of errors in the row.
    var best = 0
    /// The least number of errors of a beginning up to here.
    var nearest = 0
  }

  package init(to wanted: [UInt8], limit: Int) {
    self.wanted = wanted
    self.limit = limit
    let far = limit + 1
    let stride = 2 * limit + 3
    rows = Array(repeating: far, count: stride * (wanted.count + limit + 1))
    steps = Array(repeating: Step(), count: wanted.count + limit + 1)
    for column in 0...min(limit, wanted.count) { rows[column + limit + 1] = column }
    steps[0].nearest = min(wanted.count, far)
  }

  /// The distance to another key, or `nil` when it is beyond the limit.
  package mutating func callAsFunction(to other: [UInt8]) -> Int? {
    guard abs(other.count - wanted.count) <= limit else { return nil }
    pop(to: 0)
    for letter in other where !push(letter) { return nil }
    let errors = rows[depth * (2 * limit + 3) + wanted.count - depth + limit + 1]
    return errors <= limit ? errors : nil
  }

  /// The distance to the beginning of another key that is nearest to the fixed key, or `nil` when
  /// it is beyond the limit.
  package mutating func callAsFunction(toBeginningOf other: [UInt8]) -> Int? {
    guard other.count >= wanted.count - limit else { return nil }
    pop(to: 0)
    for letter in other.prefix(greatestDepth) where !push(letter) { break }
    return nearestBeginning
  }

  /// How many letters of another key can matter.
  package var greatestDepth: Int { wanted.count + limit }

  /// The errors of the nearest of the beginnings of the letters that were taken in; `nil` when that
  /// is beyond the limit.
  package var nearestBeginning: Int? {
    let errors = steps[depth].nearest
    return errors <= limit ? errors : nil
  }

  /// Forgets all letters but the first ones.
  package mutating func pop(to depth: Int) { self.depth = depth }

  /// Takes in the next letter of the other key; at most ``greatestDepth`` of them.
  ///
  /// - Returns: whether further letters can make a difference to what is within the limit.
  package mutating func push(_ letter: UInt8) -> Bool {
    let far = limit + 1
    let stride = 2 * limit + 3
    let before = steps[depth]
    depth += 1
    let line = depth
    let row = line * stride + far - line
    var best = far
    let low = max(0, line - limit)
    let high = min(wanted.count, line + limit)
    for column in (line - limit)..<low { rows[row + column] = far }
    if low <= high {
      for column in low...high {
        // The row before lies a stride lower, and its columns one cell farther left.
        let upper = row - stride + 1
        var value = line
        if column > 0 {
          let wantedLetter = wanted[column - 1]
          value = rows[upper + column - 1] + (wantedLetter == letter ? 0 : 1)
          value = min(value, rows[row + column - 1] + 1, rows[upper + column] + 1)
          if line > 1, column > 1, wantedLetter == before.letter, wanted[column - 2] == letter {
            value = min(value, rows[upper - stride + 1 + column - 2] + 1)
          }
        }
        value = min(value, far)
        rows[row + column] = value
        best = min(best, value)
      }
    }
    if high < line + limit {
      for column in max(high + 1, line - limit)...(line + limit) { rows[row + column] = far }
    }
    let nearest = high == wanted.count && low <= high ? rows[row + high] : far
    steps[line] = Step(letter: letter, best: best, nearest: min(before.nearest, nearest))
    // An exchange of neighbours reaches over one line.
    return best <= limit || before.best < limit
  }
}
