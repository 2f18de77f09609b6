/// The edit distance between a fixed key and others.
///
/// The edits are insertion, deletion and substitution of a letter and transposition of adjacent
/// letters, with no substring edited twice (the optimal string alignment distance). Only the band
/// of the table that may stay within the limit is stored and computed, O(length × limit), and a key
/// is rejected as soon as it exceeds the limit. The distance is not a metric: the triangle
/// inequality does not hold.
///
/// Keys with a common prefix share its rows: ``pop(to:)`` returns to the end of the common prefix,
/// and ``push(_:)`` continues from there. So a sorted list of keys is processed like a trie.
package struct EditDistance {
  package let wanted: [UInt8]
  package let limit: Int
  /// The rows of the band, one for each letter of the other key and one before the first; the cell
  /// of a column is at column - row + limit + 1, with a sentinel cell on either side.
  private var rows: [Int]
  /// The state after each letter.
  private var steps: [Step]
  /// The number of processed letters of the other key.
  package private(set) var depth = 0

  private struct Step {
    var letter: UInt8 = 0
    /// The minimum number of edits in the row.
    var best = 0
    /// The minimum number of edits of a prefix up to here.
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

  /// Returns the distance to another key, or nil if it exceeds the limit.
  package mutating func callAsFunction(to other: [UInt8]) -> Int? {
    guard abs(other.count - wanted.count) <= limit else { return nil }
    pop(to: 0)
    for letter in other where !push(letter) { return nil }
    let errors = rows[depth * (2 * limit + 3) + wanted.count - depth + limit + 1]
    return errors <= limit ? errors : nil
  }

  /// Returns the distance to the prefix of another key that is nearest to the fixed key, or nil if
  /// it exceeds the limit.
  package mutating func callAsFunction(toPrefixOf other: [UInt8]) -> Int? {
    guard other.count >= wanted.count - limit else { return nil }
    pop(to: 0)
    for letter in other.prefix(greatestDepth) where !push(letter) { break }
    return nearestPrefixDistance
  }

  /// The maximum number of letters of another key that can matter.
  package var greatestDepth: Int { wanted.count + limit }

  /// The distance of the nearest prefix of the processed letters; nil if it exceeds the limit.
  package var nearestPrefixDistance: Int? {
    let errors = steps[depth].nearest
    return errors <= limit ? errors : nil
  }

  /// The distance of all processed letters; nil if it exceeds the limit.
  package var distance: Int? {
    guard abs(wanted.count - depth) <= limit else { return nil }
    let errors = rows[depth * (2 * limit + 3) + wanted.count - depth + limit + 1]
    return errors <= limit ? errors : nil
  }

  /// The least letter greater than the last one, after which ``push(_:)`` returned false, with
  /// which it could return true at the same depth; nil if there is none.
  ///
  /// A letter is rejected only when every prefix already has the maximum number of errors, so only
  /// letters of the fixed key near this depth can match.
  package func letter(after letter: UInt8) -> UInt8? {
    var least: UInt8?
    var index = max(0, depth - 2 - limit)
    let end = min(wanted.count, depth + limit + 1)
    while index < end {
      let other = wanted[index]
      if other > letter, other < least ?? .max { least = other }
      index += 1
    }
    return least
  }

  /// Keeps only the first `depth` letters.
  package mutating func pop(to depth: Int) { self.depth = depth }

  /// Processes the next letter of the other key; call it at most ``greatestDepth`` times.
  ///
  /// - Returns: whether the distance can still be within the limit with further letters.
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
        // The previous row is a stride lower, and its columns are shifted by one cell.
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
    // A transposition spans two rows.
    return best <= limit || before.best < limit
  }
}
